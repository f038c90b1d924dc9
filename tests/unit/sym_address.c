// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of libraries that the dynamic linker has mapped: the file's own address
 * and the symbol are those that nm gives, for every layout of segments.
 */
#include <dlfcn.h>

#include "sym_build.h"

static const char source[] =
	"int sym_data[1024] = { 1 };\n"
	"int sym_bss[4];\n"
	"const int sym_const[64] = { 2 };\n"
	"__attribute__((noinline)) static int sym_local(int a) { return a * 3; }\n"
	"int sym_global(int a) { return sym_local(a) + sym_const[a & 63]; }\n"
	"int sym_alias(int) __attribute__((alias(\"sym_global\")));\n"
	"int sym_caller(int a) { return sym_alias(a) + sym_data[a]; }\n";

static const struct {
	const char *name;
	const char *flags;
	bool shifted;	/* its data has vaddr != offset */
} layouts[] = {
	{ "separate.so", "-Wl,-z,separate-code", true },
	{ "noseparate.so", "-Wl,-z,noseparate-code", true },
	{ "huge.so", "-Wl,-z,max-page-size=0x200000 -Wl,-z,separate-code", true },
	{ "far.so", "-Wl,--section-start=.data=0x800000", true },
	{ "lld-like.so", "-Wl,-z,norelro -Wl,-z,noseparate-code", true },
};

/* the mapping of this process that holds @addr */
static bool own_map(uint64_t addr, struct sym_map *ret)
{
	static char path[512];
	unsigned long long start, end, offset, inode;
	unsigned int major_, minor_;
	char line[1024], prot[5];
	FILE *f = fopen("/proc/self/maps", "r");
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f)) {
		path[0] = 0;
		if (sscanf(line, "%llx-%llx %4s %llx %x:%x %llu %511s", &start,
			   &end, prot, &offset, &major_, &minor_, &inode,
			   path) < 7)
			continue;
		found = addr >= start && addr < end;
	}
	if (f)
		fclose(f);
	if (!found)
		return false;
	*ret = (struct sym_map){
		.major = major_, .minor = minor_, .inode = inode,
		.start = start, .end = end, .offset = offset, .path = path,
		.prot = (prot[0] == 'r' ? RMS_MAP_READ : 0) |
			(prot[1] == 'w' ? RMS_MAP_WRITE : 0) |
			(prot[2] == 'x' ? RMS_MAP_EXEC : 0),
	};
	return true;
}

static void check_symbol(struct sym_cache *cache, const char *file, void *lib,
			 const char *name, const char *want_name)
{
	uint64_t addr = (uintptr_t)dlsym(lib, name);
	struct sym_place place;
	struct sym_map map;

	if (!own_map(addr, &map) || !map.path[0]) {
		/* the front of .bss may lie behind the file's last page */
		tap_ok(!strcmp(name, "sym_bss"), "%s: %s lies in the file", file,
		       name);
		return;
	}
	sym_find(cache, &map, addr + 1, &place);
	tap_is(place.state, SYM_OK, "%s: %s: the file is used", file, name);
	tap_is(place.vaddr, build_nm(file, name) + 1, "%s: %s: vaddr is nm's",
	       file, name);
	tap_is(place.offset, addr + 1 - map.start + map.offset,
	       "%s: %s: offset is that of the mapping", file, name);
	tap_str(place.symbol, want_name, "%s: %s: named", file, name);
	tap_is(place.symbol_vaddr, build_nm(file, name), "%s: %s: its start",
	       file, name);
}

static void test_layout(unsigned int i)
{
	const char *file = layouts[i].name;
	struct sym_cache *cache = sym_cache_new(false);
	struct sym_place place;
	struct sym_map map;
	uint64_t addr;
	void *lib;

	if (!tap_ok(build_run("${CC:-cc} -shared -fPIC -O1 %s lib.c -o %s",
			      layouts[i].flags, file), "%s is built", file))
		return;
	lib = dlopen(build_path("%s", file), RTLD_NOW);
	if (!tap_ok(lib, "%s is loaded", file))
		return;
	/* the alias has the same rank: the name that comes first by length */
	check_symbol(cache, file, lib, "sym_global", "sym_alias");
	check_symbol(cache, file, lib, "sym_caller", "sym_caller");
	check_symbol(cache, file, lib, "sym_data", "sym_data");
	check_symbol(cache, file, lib, "sym_const", "sym_const");
	check_symbol(cache, file, lib, "sym_bss", "sym_bss");
	addr = (uintptr_t)dlsym(lib, "sym_data");
	if (own_map(addr, &map)) {
		sym_find(cache, &map, addr, &place);
		tap_ok(!layouts[i].shifted || place.vaddr != place.offset,
		       "%s: its data has another vaddr than offset", file);
	}
	dlclose(lib);
	sym_cache_free(cache);
}

/* a function that no dynamic symbol names, and one that has no name at all */
static void test_stripped(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	uint64_t vaddr = build_nm("separate.so", "sym_local");
	struct sym_place place;
	struct sym_map map;

	build_map(build_path("separate.so"), &map);
	sym_find(cache, &map, map.start + vaddr, &place);
	tap_str(place.symbol, "sym_local", "a local function is named");
	tap_is(place.vaddr, vaddr, "at its own address");
	build_run("strip -o stripped.so separate.so");
	build_map(build_path("stripped.so"), &map);
	sym_find(cache, &map, map.start + vaddr, &place);
	tap_is(place.vaddr, vaddr, "stripped: the address is the same");
	tap_str(place.symbol, "", "stripped: no name");
	tap_is(place.fde_start, vaddr, "stripped: the FDE begins there");
	sym_cache_free(cache);
}

/* an executable, position-independent and not */
static void test_program(const char *flags, const char *name)
{
	struct sym_cache *cache = sym_cache_new(false);
	char line[512];
	struct sym_place place;
	struct sym_map map;
	uint64_t offset, vaddr, load, value;
	char *p;

	tap_ok(build_run("${CC:-cc} -O1 %s prog.c lib.c -o %s", flags, name),
	       "%s is built", name);
	value = build_nm(name, "sym_caller");
	/* "  LOAD  offset vaddr ...  R E": the segment of the code */
	if (!tap_ok(build_grep(line, sizeof(line), " R E ",
			       "readelf -lW %s | grep LOAD", name),
		    "%s has a segment of code", name))
		return;
	p = strstr(line, "0x");
	load = strtoull(p, &p, 16);
	vaddr = strtoull(p, &p, 16);
	offset = value - vaddr + load;
	build_map(build_path("%s", name), &map);
	sym_find(cache, &map, map.start + offset, &place);
	tap_is(place.vaddr, value, "%s: vaddr by readelf's segment", name);
	tap_str(place.symbol, "sym_caller", "%s: named", name);
	sym_cache_free(cache);
}

int main(void)
{
	build_init();
	build_write("lib.c", source);
	build_write("prog.c", "int sym_caller(int);\n"
		    "int main(void) { return sym_caller(0); }\n");
	for (unsigned int i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		test_layout(i);
	test_stripped();
	test_program("-pie -fPIE", "pie");
	test_program("-no-pie -fno-pie", "fixed");
	test_program("-static", "static");
	return tap_done();
}
