// SPDX-License-Identifier: GPL-2.0
/* The path of a MAP record, as the kernel side writes it and as it is shown. */
#include <errno.h>

#include "record.h"
#include "tap.h"

static char buf[256];

static int path_of(const char *text, size_t len, uint32_t flags, size_t size)
{
	struct record rec = { .known = true };

	rec.h.kind = RMS_MAP;
	rec.map.flags = flags;
	rec.text = bytes_of(text, len);
	memset(buf, '#', sizeof(buf));
	return record_map_path(&rec, buf, size);
}

#define REVERSED(s)	s, sizeof(s)	/* with the last component's NUL */
#define PLAIN(s)	s, sizeof(s) - 1

int main(void)
{
	tap_is(path_of(REVERSED("libc.so.6\0lib\0usr"), 0, sizeof(buf)), 18,
	       "three components");
	tap_str(buf, "/usr/lib/libc.so.6", "in order");
	path_of(PLAIN("libc.so.6\0lib\0usr"), 0, sizeof(buf));
	tap_str(buf, "/usr/lib/libc.so.6", "the last NUL may be missing");
	path_of(REVERSED("libc.so.6\0lib"), RMS_MAP_PATH_CUT, sizeof(buf));
	tap_str(buf, ".../lib/libc.so.6", "a front that was not kept");
	path_of(REVERSED("a\0\0\0b"), 0, sizeof(buf));
	tap_str(buf, "/b/a", "empty components vanish");
	path_of(PLAIN("/usr/bin/app"), RMS_MAP_PLAIN_PATH, sizeof(buf));
	tap_str(buf, "/usr/bin/app", "a plain path");
	path_of(PLAIN("[vdso]"), RMS_MAP_PLAIN_PATH, sizeof(buf));
	tap_str(buf, "[vdso]", "a plain name");
	tap_is(path_of(PLAIN(""), 0, sizeof(buf)), 0, "no path");
	tap_str(buf, "", "is an empty string");
	tap_is(path_of("\0\0\0", 3, 0, sizeof(buf)), 0, "only NULs");
	tap_str(buf, "", "are an empty string");
	tap_is(path_of(REVERSED("c\0b\0a"), 0, 7), 6, "what just fits");
	tap_str(buf, "/a/b/c", "is whole");
	tap_is(path_of(REVERSED("c\0b\0a"), 0, 6), -ENOSPC, "one byte less");
	tap_str(buf, "", "leaves nothing");
	tap_is(path_of(REVERSED("c\0b\0a"), RMS_MAP_PATH_CUT, 9), -ENOSPC,
	       "no room for the dots");
	tap_is(path_of(PLAIN("/a/b/c"), RMS_MAP_PLAIN_PATH, 6), -ENOSPC,
	       "a plain path one byte too long");
	tap_is(path_of(PLAIN("x"), 0, 0), -ENOSPC, "no buffer at all");
	tap_is(path_of(PLAIN("x"), RMS_MAP_SAME_FILE, sizeof(buf)), 0,
	       "the path of the record before is not told here");
	return tap_done();
}
