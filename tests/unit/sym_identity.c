// SPDX-License-Identifier: GPL-2.0
/* Only the file that was mapped is used: by build-id, else by device and inode. */
#include "sym_build.h"

static void build_with_id(const char *name, const char *id)
{
	build_run("${CC:-cc} -shared -fPIC -O1 -Wl,--build-id=%s id.c -o %s", id,
		  name);
}

static void find(struct sym_cache *cache, struct sym_map *map,
		 struct sym_place *ret)
{
	sym_find(cache, map, map->start + build_nm("a.so", "id_f"), ret);
}

static void test_lengths(void)
{
	static const struct {
		const char *arg;
		unsigned int len;
		uint8_t kernel[20];
	} ids[] = {
		{ "0x0102030405060708", 8, { 1, 2, 3, 4, 5, 6, 7, 8 } },
		{ "0x000102030405060708090a0b0c0d0e0f10111213", 20,
		  { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
		    18, 19 } },
		{ "0x0f0e0d0c0b0a09080706050403020100"
		  "101112131415161718191a1b1c1d1e1f", 32,
		  { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 16, 17,
		    18, 19 } },
	};
	struct sym_cache *cache;
	struct sym_place place;
	struct sym_map map;

	for (unsigned int i = 0; i < 3; i++) {
		build_with_id("a.so", ids[i].arg);
		cache = sym_cache_new(false);
		build_map(build_path("a.so"), &map);
		map.has_build_id = true;
		memcpy(map.build_id, ids[i].kernel, 20);
		map.inode++;	/* on another file system it has another */
		find(cache, &map, &place);
		tap_is(place.state, SYM_OK, "build-id of %u bytes", ids[i].len);
		tap_is(place.build_id_len, ids[i].len, "its whole length");
		tap_str(place.symbol, "id_f", "the symbol");
		map.build_id[ids[i].len < 20 ? 19 : 3] ^= 1;
		find(cache, &map, &place);
		tap_is(place.state, SYM_OTHER, "one bit differs: not used");
		tap_ok(!place.has_vaddr && !place.symbol[0], "and says nothing");
		tap_is(place.build_id_len, ids[i].len, "but what its id is");
		sym_cache_free(cache);
	}
}

static void test_no_id(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	struct sym_place place;
	struct sym_map map;

	build_with_id("a.so", "none");
	build_map(build_path("a.so"), &map);
	find(cache, &map, &place);
	tap_is(place.state, SYM_OK, "no build-id: device and inode are enough");
	tap_is(place.build_id_len, 0, "and there is none to show");
	map.inode++;
	find(cache, &map, &place);
	tap_is(place.state, SYM_OTHER, "no build-id, another inode");
	map.inode--;
	map.minor++;
	find(cache, &map, &place);
	tap_is(place.state, SYM_OTHER, "no build-id, another device");
	map.minor--;
	map.has_build_id = true;
	find(cache, &map, &place);
	tap_is(place.state, SYM_CHANGED, "a build-id was captured, it has none");
	sym_cache_free(cache);
}

/* seen, then replaced: the open file is the one */
static void test_replaced(void)
{
	struct sym_cache *cache = sym_cache_new(false), *late;
	struct sym_place place;
	struct sym_map map;

	build_with_id("a.so", "0x0102030405060708");
	build_map(build_path("a.so"), &map);
	map.has_build_id = true;
	memcpy(map.build_id, "\1\2\3\4\5\6\7\10", 8);
	sym_see(cache, &map);
	build_run("mv a.so gone.so && echo no >a.so && rm gone.so");
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_OK, "replaced after it was seen");
	tap_ok(place.has_vaddr, "and still read");
	late = sym_cache_new(false);
	sym_find(late, &map, map.start, &place);
	tap_is(place.state, SYM_OTHER, "replaced before it was seen");
	unlink(build_path("a.so"));
	sym_cache_free(late);
	late = sym_cache_new(false);
	sym_find(late, &map, map.start, &place);
	tap_is(place.state, SYM_UNOPENED, "gone before it was seen");
	tap_is(place.error, 2, "ENOENT");
	sym_cache_free(late);
	sym_cache_free(cache);
}

/* written to in place while it was open */
static void test_rewritten(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	struct sym_place place;
	struct sym_map map;

	build_with_id("a.so", "0x0102030405060708");
	build_with_id("b.so", "0x0102030405060709");
	build_map(build_path("a.so"), &map);
	map.has_build_id = true;
	memcpy(map.build_id, "\1\2\3\4\5\6\7\10", 8);
	find(cache, &map, &place);
	tap_str(place.symbol, "id_f", "before");
	build_run("cat b.so >a.so");
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_CHANGED, "another one written over it");
	tap_is(place.build_id[7], 9, "whose build-id is told");
	build_run(": >a.so");
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_CHANGED, "emptied");
	sym_cache_free(cache);
}

/* a process that maps a file without a name; needs root for map_files */
static void test_live(void)
{
	struct sym_cache *cache = sym_cache_new(true);
	struct sym_place place;
	struct sym_map map;

	build_with_id("a.so", "0x0102030405060708");
	build_map(build_path("a.so"), &map);
	map.pid = (uint32_t)getpid();	/* maps nothing at map.start */
	find(cache, &map, &place);
	tap_is(place.state, SYM_OK, "through /proc/PID/root");
	sym_cache_free(cache);
}

/* what is no file with contents is not opened */
static void test_devices(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	struct sym_place place;
	struct sym_map map;

	build_run("mkfifo pipe");
	build_map(build_path("pipe"), &map);
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_UNOPENED, "a pipe is not waited for");
	build_map("/dev/null", &map);
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_UNOPENED, "a device is not opened");
	build_write("text", "no ELF file\n");
	build_map(build_path("text"), &map);
	sym_find(cache, &map, map.start + 3, &place);
	tap_is(place.state, SYM_NOT_ELF, "a text file");
	tap_is(place.offset, 3, "has offsets");
	map.path = "";
	map.inode = 0;
	sym_find(cache, &map, map.start + 3, &place);
	tap_is(place.state, SYM_NONE, "anonymous memory");
	sym_cache_free(cache);
}

/* more files than stay open: the first ones are opened again */
static void test_many(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	unsigned int i, good = 0;
	struct sym_place place;
	struct sym_map map;

	for (i = 0; i < SYM_FILES_MAX + 9; i++) {
		build_map(build_path("a.so"), &map);
		map.has_build_id = true;
		memcpy(map.build_id, "\1\2\3\4\5\6\7\10", 8);
		map.minor = i;	/* as if it were another file */
		sym_find(cache, &map, map.start, &place);
		good += place.state == SYM_OK && place.has_vaddr;
	}
	tap_is(good, SYM_FILES_MAX + 9, "more files than are kept open");
	map.minor = 0;
	sym_find(cache, &map, map.start, &place);
	tap_is(place.state, SYM_OK, "the first one again");
	sym_cache_free(cache);
}

int main(void)
{
	build_init();
	build_write("id.c", "int id_f(int a) { return a * 7 + 1; }\n");
	test_lengths();
	test_no_id();
	test_replaced();
	test_rewritten();
	test_live();
	test_devices();
	test_many();
	return tap_done();
}
