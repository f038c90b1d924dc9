// SPDX-License-Identifier: GPL-2.0
/* A symbol names an address inside its size only; FDEs bound what has no name. */
#include "sym_build.h"

/* "first" covers 16 of the 64 bytes that belong to it, "second" starts behind,
 * "empty" has no size; a weak and a local name beside a global one */
static const char source[] =
	".text\n.balign 64\n"
	".globl first\n.type first,@function\nfirst:\n"
	" .fill 16,1,0x90\n.size first,16\n .fill 48,1,0x90\n"
	".weak aa_weak\n.type aa_weak,@function\naa_weak:\n"
	".type b_local,@function\nb_local:\n"
	".globl the_global\n.type the_global,@function\nthe_global:\n"
	" .cfi_startproc\n .fill 32,1,0x90\n .cfi_endproc\n"
	".size the_global,32\n.size aa_weak,32\n.size b_local,32\n"
	".type inner,@function\ninner = the_global + 8\n.size inner,4\n"
	".globl empty\n.type empty,@function\nempty:\n .fill 8,1,0x90\n"
	" .cfi_startproc\n .fill 24,1,0x90\n .cfi_endproc\n"
	".globl versioned_1\n.type versioned_1,@function\nversioned_1:\n"
	" .fill 8,1,0x90\n.size versioned_1,8\n"
	".symver versioned_1,versioned@@V1\n"
	".section .note.GNU-stack,\"\",@progbits\n";

static struct sym_cache *cache;

static uint64_t text_of(const char *file, const char *name, uint64_t add,
			char *buf, size_t size)
{
	uint64_t at = build_nm(file, name) + add;
	struct sym_place place;
	struct sym_map map;

	build_map(build_path("%s", file), &map);
	sym_find(cache, &map, map.start + at, &place);
	sym_place_text(&place, buf, size);
	return place.vaddr == at ? at : 0;
}

#define NAMED(name, add, want)						\
	do {								\
		char buf_[600];						\
									\
		tap_ok(text_of("s.so", name, add, buf_, sizeof(buf_)),	\
		       "%s+%d has its vaddr", name, add);		\
		tap_str(buf_, want, "%s+%d", name, add);		\
	} while (0)

static void test_sizes(void)
{
	char want[128];
	uint64_t g = build_nm("s.so", "the_global");

	NAMED("first", 0, "first+0x0");
	NAMED("first", 15, "first+0xf");
	NAMED("first", 16, "no symbol; after first+0x10, size 0x10");
	NAMED("first", 63, "no symbol; after first+0x3f, size 0x10");
	NAMED("the_global", 0, "the_global+0x0");
	NAMED("the_global", 7, "the_global+0x7");
	NAMED("the_global", 8, "inner+0x0");
	NAMED("the_global", 11, "inner+0x3");
	NAMED("the_global", 12, "the_global+0xc");
	NAMED("the_global", 31, "the_global+0x1f");
	NAMED("empty", 0, "no symbol; after empty+0x0, size 0x0");
	snprintf(want, sizeof(want), "no symbol; FDE function 0x%" PRIx64
		 "..0x%" PRIx64 "; after empty+0x8, size 0x0", g + 40, g + 64);
	NAMED("empty", 8, want);
	NAMED("empty", 31, (snprintf(want, sizeof(want),
		 "no symbol; FDE function 0x%" PRIx64 "..0x%" PRIx64
		 "; after empty+0x1f, size 0x0", g + 40, g + 64), want));
}

static void test_version(void)
{
	uint64_t at = build_nm("s.so", "empty") + 32;
	struct sym_place place;
	struct sym_map map;

	build_map(build_path("s.so"), &map);
	sym_find(cache, &map, map.start + at, &place);
	tap_ok(!strcmp(place.symbol, "versioned") ||
	       !strcmp(place.symbol, "versioned_1"),
	       "a version is no part of the name (%s)", place.symbol);
}

/* every FDE that readelf lists is found, at both of its ends */
static void check_fdes(const char *file, const char *how)
{
	char cmd[400], line[512];
	unsigned int seen = 0, good = 0;
	unsigned long long start, end;
	struct sym_place place;
	struct sym_map map;
	FILE *p;

	build_map(build_path("%s", file), &map);
	snprintf(cmd, sizeof(cmd),
		 "readelf --debug-dump=frames %s/%s 2>/dev/null | grep FDE",
		 build_dir, file);
	p = popen(cmd, "r");
	while (p && fgets(line, sizeof(line), p)) {
		const char *pc = strstr(line, "pc=");

		if (!pc || sscanf(pc, "pc=%llx..%llx", &start, &end) != 2)
			continue;
		seen++;
		sym_find(cache, &map, map.start + start, &place);
		if (place.vaddr != start || place.fde_start != start ||
		    place.fde_end != end)
			continue;
		sym_find(cache, &map, map.start + end - 1, &place);
		good += place.fde_start == start && place.fde_end == end;
	}
	if (p)
		pclose(p);
	tap_ok(seen > 2, "%s: readelf lists FDEs (%u)", how, seen);
	tap_is(good, seen, "%s: all of them are found", how);
}

/* without section headers the program headers are enough */
static void drop_sections(const char *file)
{
	int zero[4] = { 0 };
	FILE *f = fopen(build_path("%s", file), "r+");

	fseek(f, 0x28, SEEK_SET);	/* e_shoff */
	fwrite(zero, 8, 1, f);
	fseek(f, 0x3c, SEEK_SET);	/* e_shnum, e_shstrndx */
	fwrite(zero, 4, 1, f);
	fclose(f);
}

static void test_fdes(void)
{
	build_write("f.c", "int printf(const char *, ...);\n"
		    "int fa(int a) { return printf(\"%d\", a) + 1; }\n"
		    "int fb(int a) { return fa(a) * fa(a + 1); }\n"
		    "int fc(int a) { return fb(a) - fa(2); }\n");
	tap_ok(build_run("${CC:-cc} -O1 -fPIC -c f.c -o f.o && "
			 "${CC:-cc} -shared f.o -o fde.so && strip fde.so"),
	       "a library with FDEs");
	check_fdes("fde.so", ".eh_frame_hdr");
	tap_ok(build_run("${CC:-cc} -shared -Wl,--no-eh-frame-hdr f.o "
			 "-o nohdr.so"), "one without .eh_frame_hdr");
	check_fdes("nohdr.so", "no .eh_frame_hdr");
	tap_ok(build_run("objcopy --set-section-flags .eh_frame=alloc,load,data "
			 "f.o rw.o && ${CC:-cc} -shared rw.o -o rw.so && "
			 "readelf -SW rw.so | grep -q 'eh_frame .*WA'"),
	       "one whose .eh_frame is writable");
	check_fdes("rw.so", "writable .eh_frame");
	build_run("cp fde.so bare.so");
	drop_sections("bare.so");
	check_fdes("fde.so", "again");
	{
		struct sym_place with, without;
		struct sym_map map;
		uint64_t at = 0;
		char line[256];

		if (build_grep(line, sizeof(line), "FDE",
			       "readelf --debug-dump=frames fde.so"))
			at = strtoull(strstr(line, "pc=") + 3, NULL, 16);
		build_map(build_path("fde.so"), &map);
		sym_find(cache, &map, map.start + at, &with);
		build_map(build_path("bare.so"), &map);
		sym_find(cache, &map, map.start + at, &without);
		tap_is(without.state, SYM_OK, "no section headers: it is read");
		tap_ok(at && without.fde_end && without.fde_start ==
		       with.fde_start && without.fde_end == with.fde_end,
		       "no section headers: the FDE is found");
	}
}

int main(void)
{
	build_init();
	build_write("s.s", source);
	build_write("v.map", "V1 { global: *; };\n");
	cache = sym_cache_new(false);
	tap_ok(build_run("${CC:-cc} -shared -nostdlib s.s -Wl,--version-script=v.map "
			 "-o s.so"), "a library is built");
	test_sizes();
	test_version();
	test_fdes();
	sym_cache_free(cache);
	return tap_done();
}
