// SPDX-License-Identifier: GPL-2.0
/* Sets of mappings: order, overlaps, files told by the record before. */
#include <errno.h>

#include "model/mappings.h"
#include "tap.h"

static struct mappings set;

static int add(uint64_t start, uint64_t end, uint64_t offset, const char *path)
{
	struct record rec = { .known = true };

	rec.h.kind = RMS_MAP;
	rec.map.start = start;
	rec.map.end = end;
	rec.map.offset = offset;
	rec.map.flags = RMS_MAP_PLAIN_PATH;
	rec.text = bytes_of(path, strlen(path));
	return mappings_add(&set, &rec);
}

/* "1000-2000+0 /a;..." */
static const char *dump(void)
{
	static char buf[1024];
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < set.n; i++)
		n += snprintf(buf + n, sizeof(buf) - n, "%s%" PRIx64 "-%" PRIx64
			      "+%" PRIx64 " %s", i ? ";" : "", set.v[i].start,
			      set.v[i].end, set.v[i].offset,
			      set.v[i].file->path);
	return buf;
}

static void test_overlaps(void)
{
	add(0x5000, 0x9000, 0x100, "/b");
	add(0x1000, 0x3000, 0, "/a");
	tap_str(dump(), "1000-3000+0 /a;5000-9000+100 /b", "sorted");
	tap_ok(!mappings_find(&set, 0xfff) && mappings_find(&set, 0x1000) &&
	       mappings_find(&set, 0x2fff) && !mappings_find(&set, 0x3000),
	       "the end is not inside");
	add(0x6000, 0x7000, 0, "/c");
	tap_str(dump(),
		"1000-3000+0 /a;5000-6000+100 /b;6000-7000+0 /c;7000-9000+2100 /b",
		"one in the middle of another");
	add(0x2000, 0x6000, 0, "/d");
	tap_str(dump(),
		"1000-2000+0 /a;2000-6000+0 /d;6000-7000+0 /c;7000-9000+2100 /b",
		"one over the end of one and all of another");
	tap_is(mappings_remove(&set, 0x1800, 0x8000), 0, "unmapped");
	tap_str(dump(), "1000-1800+0 /a;8000-9000+3100 /b", "what is left");
	tap_is(add(0x9000, 0x9000, 0, "/e"), -EINVAL, "an empty one is refused");
	tap_is(add(0x9000, 0x8000, 0, "/e"), -EINVAL, "a negative one too");
	add(0, UINT64_MAX, 0, "/all");
	tap_str(dump(), "0-ffffffffffffffff+0 /all", "one over everything");
	mappings_clear(&set);
	tap_is(set.n, 0, "cleared");
}

static void add_same(uint64_t start, uint32_t index, uint64_t snapshot,
		     bool same)
{
	struct record rec = { .known = true };

	rec.h.kind = RMS_MAP;
	rec.map.start = start;
	rec.map.end = start + 0x1000;
	rec.map.inode = 7;
	rec.map.index = index;
	rec.map.snapshot = snapshot;
	rec.map.flags = RMS_MAP_BUILD_ID |
			(same ? RMS_MAP_SAME_FILE : RMS_MAP_PLAIN_PATH);
	rec.map.build_id[0] = same ? 0 : 0xab;
	if (!same)
		rec.text = bytes_of("/lib/x.so", 9);
	mappings_add(&set, &rec);
}

static void test_same_file(void)
{
	add_same(0x1000, 3, 9, false);
	add_same(0x2000, 4, 9, true);
	tap_str(set.v[1].file->path, "/lib/x.so", "the path of the record before");
	tap_is(set.v[1].file->build_id[0], 0xab, "and its build-id");
	add_same(0x3000, 6, 9, true);
	tap_ok(set.v[2].file->path_unknown && !set.v[2].file->path[0] &&
	       !set.v[2].file->has_build_id, "unless that record was lost");
	add_same(0x4000, 3, 10, false);
	add_same(0x5000, 4, 11, true);
	tap_ok(set.v[4].file->path_unknown, "or it belongs to another set");
	tap_str(mapping_name(&set.v[0]), "x.so", "the name of a file");
	tap_str(mapping_name(&set.v[4]), "[unknown file]", "of one not known");
	mappings_clear(&set);
}

static void test_copy(void)
{
	struct mappings copy = { 0 };

	add(0x1000, 0x2000, 0, "/a");
	tap_is(mappings_copy(&set, &copy), 0, "a copy");
	mappings_clear(&set);
	tap_ok(mappings_find(&copy, 0x1234) &&
	       !strcmp(copy.v[0].file->path, "/a"), "outlives its original");
	mappings_clear(&copy);
}

/* 5003 adjacent mappings in falling order, then each address is looked up */
static void test_many(void)
{
	size_t found = 0;

	for (uint64_t i = 5003; i > 0; i--)
		add(i << 12, (i + 1) << 12, 0, "");
	for (uint64_t i = 1; i <= 5003; i++)
		found += mappings_find(&set, (i << 12) + 5)->start == i << 12;
	tap_is(found, 5003, "5003 mappings are found");
	tap_str(mapping_name(&set.v[0]), "[anon]", "without a file");
	mappings_clear(&set);
}

int main(void)
{
	test_overlaps();
	test_same_file();
	test_copy();
	test_many();
	return tap_done();
}
