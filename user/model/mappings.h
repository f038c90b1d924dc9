/* SPDX-License-Identifier: GPL-2.0 */
/* A set of memory mappings, made of MAP records; sorted, no overlaps. */
#ifndef RMSNOOP_MAPPINGS_H
#define RMSNOOP_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "record.h"

/**
 * struct map_file - the file of mappings, shared by count
 * @path: NUL-terminated, not escaped; "" when there is none
 * @path_unknown: it has one, but the record that told it was lost
 */
struct map_file {
	unsigned int refs;
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
	bool has_build_id;
	bool path_unknown;
	uint8_t build_id[RMS_BUILD_ID_LEN];
	char path[];
};

/**
 * struct mapping - one mapping
 * @start, @end: addresses, @end exclusive
 * @offset: of @start in the file, bytes
 * @prot: RMS_MAP_READ ...
 * @flags: RMS_MAP_DELETED ...
 * @file: never NULL; for anonymous memory one with an empty path
 */
struct mapping {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint32_t prot;
	uint32_t flags;
	struct map_file *file;
};

/** struct mappings - zeroes are an empty set */
struct mappings {
	struct mapping *v;	/* by rising start */
	size_t n;
	size_t cap;
	/* the record before, for RMS_MAP_SAME_FILE */
	struct map_file *last_file;
	uint64_t last_snapshot;
	uint32_t last_index;
};

/** mappings_add() - add a MAP record's mapping, which replaces what was in its
 *  range; 0, -EINVAL (an empty range), -E2BIG (absurdly many) or -ENOMEM */
int mappings_add(struct mappings *m, const struct record *rec);

/** mappings_remove() - unmap a range, splitting what reaches beyond it */
int mappings_remove(struct mappings *m, uint64_t start, uint64_t end);

/** mappings_find() - the mapping that holds @addr, or NULL */
const struct mapping *mappings_find(const struct mappings *m, uint64_t addr);

/** mappings_copy() - a copy that lives on its own; *@ret must be empty */
int mappings_copy(const struct mappings *m, struct mappings *ret);

void mappings_clear(struct mappings *m);

/** mapping_name() - the last component of its path, or "[heap]", "[stack]",
 *  "[vdso]", "[anon]"; not escaped */
const char *mapping_name(const struct mapping *map);

#endif
