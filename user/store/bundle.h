/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One kept crash as one file, to be worked on elsewhere: a tar archive in zstd,
 * its first member the manifest that says what follows, with sizes and SHA-256.
 * With the libraries that were mapped the report can be made anew on a machine
 * that has none of them.
 *
 *	manifest.json
 *	crash.rms report.txt report.json meta.json	as in the store
 *	lib/SHA256					a mapped file
 */
#ifndef STORE_BUNDLE_H
#define STORE_BUNDLE_H

#include "store.h"
#include "sym/sym.h"

#define BUNDLE_SCHEMA		1
#define BUNDLE_MANIFEST		"manifest.json"
#define BUNDLE_FILES_MAX	1024u
#define BUNDLE_SIZE_MAX		(4ull << 30)	/* bytes of all its files */
#define BUNDLE_MANIFEST_MAX	(4u << 20)
#define BUNDLE_SHA256		32		/* bytes */

/**
 * struct bundle_file - a line of the manifest
 * @name: in the archive
 * @path: of a library where it was mapped, not escaped; "": it is none
 * @build_id: of a library, in hex, "": it has none
 * @major, @minor, @inode: as the mappings name a library
 */
struct bundle_file {
	char name[80];
	char path[RMS_PATH_MAX];
	char build_id[2 * SYM_BUILD_ID_MAX + 1];
	uint64_t size;
	uint8_t sha256[BUNDLE_SHA256];
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
	bool seen;	/* its contents came, and were right */
};

/** struct bundle_list - a manifest */
struct bundle_list {
	struct bundle_file *v;
	size_t n;
};

/**
 * bundle_write() - an entry of a store into @path, mode 0600
 * @libs: with the files that were mapped, as far as they are what was mapped
 * Return: 0 or -errno; told.
 */
int bundle_write(struct store *s, const struct store_entry *e, const char *path,
		 bool libs);

struct bundle;

/** bundle_is() - does a file begin as one? */
bool bundle_is(const char *path);

/**
 * bundle_open() - unpack and verify into a directory of its own
 * What is not in the manifest, is no plain file, or is not what the manifest says,
 * is refused, with a message.
 * Return: 0 or -errno; told.
 */
int bundle_open(const char *path, struct bundle **ret_bundle);
void bundle_close(struct bundle *b);

/** bundle_path() - where one of its own files is now; valid while it is open */
const char *bundle_path(struct bundle *b, const char *name);

/** bundle_has_libs() - should they be used instead of this machine's? */
bool bundle_has_libs(const struct bundle *b);

/** bundle_library() - a sym_open_fn; @ctx: the bundle */
int bundle_library(void *ctx, const struct sym_map *map);

#endif
