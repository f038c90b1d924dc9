/* SPDX-License-Identifier: GPL-2.0 */
/* Which driver version's facts to use, and sets of versions. */
#ifndef RM_VERSION_H
#define RM_VERSION_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct rm_version - which sampled driver version's facts to use; a plain value
 * @index: its place in the table, oldest first
 * @exact: the text asked for is that version
 * @guess: the table has neither that version nor an older one of its branch, or
 *	the text could not be read: its facts are a guess, to be said once per run
 * @only: argument structs are those of this version, even where another version's
 *	fits the size of a call; rm_version_find() leaves it false
 * @name: the sampled version used, "535.261.03"
 */
struct rm_version {
	unsigned int index;
	bool exact;
	bool guess;
	bool only;
	const char *name;
};

/**
 * rm_version_find() - choose the facts for a driver version
 * @text: "535.261.03"; text behind the number is ignored; NULL: unknown
 * @ret: always filled, also on error
 *
 * Exact match, else the nearest older version of its branch (the number before
 * the first dot), else the nearest older version of all.  Newer than all: the
 * newest, a guess.  Older than all: the oldest, a guess.  Older than all
 * of its own branch: the oldest of the branch.
 * Return: 0, or -EINVAL when @text is no version (@ret: the newest, a guess).
 */
int rm_version_find(const char *text, struct rm_version *ret);

/** rm_version_count() - how many versions the tables know */
unsigned int rm_version_count(void);

/** rm_version_at() - the version at @index (oldest 0); false past the end */
bool rm_version_at(unsigned int index, struct rm_version *ret);

/** rm_in_version() - is a fact with this @versions reference one of @v's? */
bool rm_in_version(const struct rm_version *v, uint16_t versions);

#endif
