/* SPDX-License-Identifier: GPL-2.0 */
/* Inside user/store/ only: directories, locks, and the text of meta.json. */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "store.h"

#define STORE_NEW	".new"	/* the entry being written */
#define STORE_GONE	".gone"	/* ... being removed */
#define STORE_META_MAX	65536	/* bytes of a meta.json */

struct store {
	int fd;		/* of the directory, which is also locked */
	char *path;
	struct store_limits limits;
};

/* only one changes the store at a time; waits for the others */
int store_lock(struct store *s);
void store_unlock(struct store *s);

/** store_is_id() - could it be the name of an entry? */
bool store_is_id(const char *name);

/** store_clean() - remove what a killed writer left; under the lock */
void store_clean(struct store *s);

/** store_drop() - remove a directory of plain files, or what is in its place; 0 or
 *  -errno */
int store_drop(struct store *s, const char *name);

/** store_each() - call @fn for the id of each entry, in no order; 0, or what @fn
 *  returned to end it, or -errno */
int store_each(const struct store *s,
	       int (*fn)(const struct store *s, const char *id, void *ctx), void *ctx);

/** store_dir() - open a directory of the store; the fd or -errno */
int store_dir(const struct store *s, const char *name);

/** store_signature() - the id of a crash: equal for equal ones */
void store_signature(const struct report *r, char ret[STORE_ID_LEN + 1]);

/** store_meta_write() - into a file of @dir, synced; 0 or -errno */
int store_meta_write(int dir, const char *name, const struct store_entry *e);

/** store_meta_read() - the meta.json in @dir, but for @ret->id; 0, -errno;
 *  -EBADMSG: damaged */
int store_meta_read(int dir, struct store_entry *ret);

#endif
