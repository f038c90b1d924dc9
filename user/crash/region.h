/* SPDX-License-Identifier: GPL-2.0 */
/* What a mapping is, in words. */
#ifndef CRASH_REGION_H
#define CRASH_REGION_H

#include "model/mappings.h"
#include "rm/out.h"

enum region {
	REGION_ANON = 0,
	REGION_HEAP = 1,
	REGION_STACK = 2,	/* of the main thread, or one that grows */
	REGION_VDSO = 3,
	REGION_CODE = 4,	/* executable part of a file */
	REGION_DATA = 5,	/* writable part of a file */
	REGION_RODATA = 6,	/* the rest of a file */
	REGION_DEVICE = 7,	/* a character device */
	REGION_MEMFD = 8,
	REGION_SHARED = 9,	/* shared memory that has no file of its own */
};

enum region region_of(const struct mapping *map);

/** region_key() - a word for JSON: "code", "device" */
const char *region_key(enum region region);

/** region_name() - "/dev/nvidiactl", "libcuda.so.1 (code)", "the heap",
 *  "anonymous memory"; escaped */
void region_name(struct rm_out *out, const struct mapping *map);

/** region_path() - its path as /proc/PID/maps shows it, "/dev/nvidiactl",
 *  "[heap]", "/x (deleted)", "" for anonymous memory; escaped */
void region_path(struct rm_out *out, const struct mapping *map);

/** region_prot() - "rw-s" */
void region_prot(const struct mapping *map, char ret[5]);

#endif
