// SPDX-License-Identifier: GPL-2.0
/*
 * FILE records: the build-id and size of a mapped file, read while its process
 * lives, so that a recording tells which file it was when the file is gone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "record.h"
#include "sym/sym.h"

#define TOLD_MAX	4096	/* files remembered; a forgotten one is told again */

struct told {
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
};

struct files {
	struct sym_cache *sym;
	size_t n;
	struct told told[TOLD_MAX];
	char path[RMS_PATH_MAX * 2];	/* of the last MAP record that had one */
};

struct files *files_new(void)
{
	struct files *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->sym = sym_cache_new(true);
	if (f->sym)
		return f;
	free(f);
	return NULL;
}

void files_free(struct files *f)
{
	if (!f)
		return;
	sym_cache_free(f->sym);
	free(f);
}

/* true when it is new; then it is remembered */
static bool remember(struct files *f, const struct rms_map *m)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->told[i].inode == m->inode && f->told[i].major == m->major &&
		    f->told[i].minor == m->minor)
			return false;
	if (f->n == TOLD_MAX)
		f->n = 0;
	f->told[f->n++] = (struct told){ m->major, m->minor, m->inode };
	return true;
}

static int tell(const struct files *f, const struct rms_map *m,
		const struct sym_identity *id, source_fn fn, void *ctx)
{
	struct {
		struct rms_file file;
		char path[sizeof(f->path) + 8];
	} x = {};
	size_t len = strlen(f->path);

	memcpy(x.path, f->path, len);
	x.file.h.kind = RMS_FILE;
	x.file.h.fixed = sizeof(x.file);
	x.file.h.size = sizeof(x.file) + RMS_ALIGN(len);
	x.file.h.time = m->h.time;
	x.file.h.pid = m->h.pid;
	x.file.h.tid = m->h.tid;
	x.file.inode = m->inode;
	x.file.major = m->major;
	x.file.minor = m->minor;
	x.file.size = id->size;
	x.file.build_id_len = id->build_id_len;
	memcpy(x.file.build_id, id->build_id, id->build_id_len);
	x.file.path_len = len;
	return fn(ctx, &x, x.file.h.size);
}

int files_see(struct files *f, const void *data, size_t len, source_fn fn, void *ctx)
{
	struct sym_identity id;
	struct record rec;
	struct sym_map map;

	if (record_parse(data, len, &rec) || !rec.known)
		return 0;
	if (!(rec.map.flags & RMS_MAP_SAME_FILE) &&
	    record_map_path(&rec, f->path, sizeof(f->path)) < 0)
		f->path[0] = 0;
	if (!(rec.map.prot & RMS_MAP_EXEC) || !rec.map.inode ||
	    rec.map.flags & RMS_MAP_CHARDEV || !remember(f, &rec.map))
		return 0;
	map = (struct sym_map){
		.pid = rec.h.pid, .major = rec.map.major, .minor = rec.map.minor,
		.prot = rec.map.prot, .inode = rec.map.inode, .start = rec.map.start,
		.end = rec.map.end, .offset = rec.map.offset, .path = f->path,
	};
	sym_identify(f->sym, &map, &id);
	/* what could not be opened, or is another file by now, is not told */
	if (id.state != SYM_OK && id.state != SYM_NOT_ELF)
		return 0;
	return tell(f, &rec.map, &id, fn, ctx);
}
