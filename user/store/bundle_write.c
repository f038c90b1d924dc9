// SPDX-License-Identifier: GPL-2.0
/* A kept crash into a bundle, by libarchive. */
#include "bundle_inside.h"

#if defined(HAVE_LIBARCHIVE) && defined(HAVE_NETTLE)
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash/facts.h"
#include "crash/report.h"
#include "log.h"
#include "remake.h"
#include "view/escape.h"

#define CHUNK	65536

/* a member to be: its descriptor stays open until it is written */
struct members {
	struct bundle_list list;
	int fds[BUNDLE_FILES_MAX];
	int err;
};

int bundle_digest(int fd, uint8_t ret[BUNDLE_SHA256], uint64_t *ret_size)
{
	struct sha256_ctx sha;
	uint8_t buf[CHUNK];
	uint64_t size = 0;
	ssize_t n;

	sha256_init(&sha);
	while ((n = read(fd, buf, sizeof(buf))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		sha256_update(&sha, (size_t)n, buf);
		size += (uint64_t)n;
	}
	sha256_digest(&sha, BUNDLE_SHA256, ret);
	*ret_size = size;
	return 0;
}

/* takes @fd over */
static int add(struct members *m, const struct bundle_file *from, int fd)
{
	struct bundle_file *f = &m->list.v[m->list.n];
	int err;

	if (m->list.n == BUNDLE_FILES_MAX) {
		close(fd);
		return -E2BIG;
	}
	*f = *from;
	err = lseek(fd, 0, SEEK_SET) ? -errno :
	      bundle_digest(fd, f->sha256, &f->size);
	if (!err && f->path[0]) {
		memcpy(f->name, "lib/", 4);
		bundle_hex(f->sha256, sizeof(f->sha256), f->name + 4);
	}
	for (size_t i = 0; i < m->list.n && !err; i++)
		if (!strcmp(m->list.v[i].name, f->name))
			err = -EEXIST;
	if (err) {
		close(fd);
		return err == -EEXIST ? 0 : err;
	}
	m->fds[m->list.n++] = fd;
	return 0;
}

static int add_own(struct members *m, struct store *s, const char *id)
{
	int err = 0;

	for (size_t i = 0; i < BUNDLE_OWN && !err; i++) {
		struct bundle_file f = {};
		int fd = store_file(s, id, bundle_own[i]);

		snprintf(f.name, sizeof(f.name), "%s", bundle_own[i]);
		err = fd < 0 ? fd : add(m, &f, fd);
	}
	return err;
}

/* the file of a mapping, opened anew: the cache's descriptor shares its place */
static int open_library(struct sym_cache *sym, const struct sym_map *map)
{
	int fd = sym_open(sym, map), own;
	char name[32];

	if (fd < 0)
		return fd;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	own = open(name, O_RDONLY | O_CLOEXEC);
	if (own < 0)
		own = -errno;
	close(fd);
	return own;
}

static void tell_left_out(const struct mapping *map, int err)
{
	const char *name = mapping_name(map);
	char text[1100];
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	escape_text(&out, name, strlen(name));
	log_warn("bundle", "%s: left out: %s", text, err == -ESTALE ?
		 "the file there is another one" : strerror(-err));
}

static void add_library(struct members *m, const struct report *r,
			const struct mapping *map)
{
	struct bundle_file f = {
		.major = map->file->major, .minor = map->file->minor,
		.inode = map->file->inode,
	};
	struct sym_identity id;
	struct sym_map sm;
	int fd;

	facts_sym_map(map, 0, &sm);
	fd = open_library(r->sym, &sm);
	if (fd < 0) {
		tell_left_out(map, fd);
		return;
	}
	sym_identify(r->sym, &sm, &id);
	bundle_hex(id.build_id, id.build_id_len, f.build_id);
	snprintf(f.path, sizeof(f.path), "%.*s", (int)sizeof(f.path) - 1,
		 map->file->path);
	m->err = add(m, &f, fd);
}

static bool is_library(const struct mapping *map)
{
	return map->prot & RMS_MAP_EXEC && map->file->path[0] == '/' &&
	       !(map->flags & RMS_MAP_CHARDEV);
}

static void add_libraries(void *ctx, const struct report *r)
{
	const struct mappings *maps = &r->crash->maps;
	struct members *m = ctx;

	for (size_t i = 0; i < maps->n && !m->err; i++)
		if (is_library(&maps->v[i]))
			add_library(m, r, &maps->v[i]);
}

static int find_libraries(struct members *m, struct store *s, const char *id)
{
	struct crash_view_opts view = { .keep = add_libraries, .keep_ctx = m };
	char path[4096];
	int err;

	snprintf(path, sizeof(path), "%s/%s/%s", store_path(s), id,
		 STORE_RECORDING);
	err = store_remake(path, &view);
	return err ? err : m->err;
}

/* ---- the archive --------------------------------------------------------- */

static int failed(struct archive *a)
{
	int err = archive_errno(a);

	return err > 0 ? -err : -EIO;
}

static int put_header(struct archive *a, const char *name, uint64_t size)
{
	struct archive_entry *e = archive_entry_new();
	int ret;

	if (!e)
		return -ENOMEM;
	archive_entry_set_pathname(e, name);
	archive_entry_set_size(e, (int64_t)size);
	archive_entry_set_filetype(e, AE_IFREG);
	archive_entry_set_perm(e, 0600);
	ret = archive_write_header(a, e);
	archive_entry_free(e);
	return ret == ARCHIVE_OK ? 0 : failed(a);
}

static int put_file(struct archive *a, const struct bundle_file *f, int fd)
{
	char buf[CHUNK];
	uint64_t left = f->size;
	int err = put_header(a, f->name, f->size);
	ssize_t n;

	if (!err && lseek(fd, 0, SEEK_SET))
		err = -errno;
	while (!err && left) {
		n = read(fd, buf, left < CHUNK ? left : CHUNK);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ESTALE;	/* it was cut since */
		if (archive_write_data(a, buf, (size_t)n) != n)
			err = failed(a);
		left -= (uint64_t)n;
	}
	return err;
}

static int put_manifest(struct archive *a, const struct bundle_list *list)
{
	char *text;
	size_t len;
	int err = bundle_manifest_make(list, &text, &len);

	if (err)
		return err;
	err = put_header(a, BUNDLE_MANIFEST, len);
	if (!err && archive_write_data(a, text, len) != (ssize_t)len)
		err = failed(a);
	free(text);
	return err;
}

static int put_members(struct archive *a, const struct members *m)
{
	int err = put_manifest(a, &m->list);

	for (size_t i = 0; i < m->list.n && !err; i++)
		err = put_file(a, &m->list.v[i], m->fds[i]);
	return err;
}

static int put_archive(int fd, const struct members *m)
{
	struct archive *a = archive_write_new();
	int err = 0;

	if (!a)
		return -ENOMEM;
	if (archive_write_set_format_pax_restricted(a) != ARCHIVE_OK ||
	    archive_write_add_filter_zstd(a) != ARCHIVE_OK ||
	    archive_write_open_fd(a, fd) != ARCHIVE_OK)
		err = failed(a);
	if (!err)
		err = put_members(a, m);
	if (archive_write_close(a) != ARCHIVE_OK && !err)
		err = failed(a);
	archive_write_free(a);
	return err;
}

static int write_file(const char *path, const struct members *m)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int err;

	if (fd < 0)
		return -errno;
	err = put_archive(fd, m);
	if (!err && fsync(fd) && errno != EINVAL)
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	if (err)
		unlink(path);
	return err;
}

int bundle_write(struct store *s, const struct store_entry *e, const char *path,
		 bool libs)
{
	struct members *m = calloc(1, sizeof(*m));
	int err = -ENOMEM;

	if (m)
		m->list.v = calloc(BUNDLE_FILES_MAX, sizeof(*m->list.v));
	if (m && m->list.v)
		err = add_own(m, s, e->id);
	if (!err && libs)
		err = find_libraries(m, s, e->id);
	if (!err)
		err = write_file(path, m);
	if (err)
		log_errno("bundle", err, "failed to write %s", path);
	for (size_t i = 0; m && i < m->list.n; i++)
		close(m->fds[i]);
	if (m)
		free(m->list.v);
	free(m);
	return err;
}
#endif
