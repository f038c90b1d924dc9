// SPDX-License-Identifier: GPL-2.0
/*
 * A bundle opened.  It may come from anybody: each member must be a plain file
 * that the manifest names, once, with its size and digest.  No name of the archive
 * becomes a path: what is unpacked gets a number.
 */
#include "bundle_inside.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool bundle_is(const char *path)
{
	static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };	/* RFC 8878, 3.1.1 */
	uint8_t front[sizeof(magic)];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is;

	if (fd < 0)
		return false;
	is = pread(fd, front, sizeof(front), 0) == sizeof(front) &&
	     !memcmp(front, magic, sizeof(magic));
	close(fd);
	return is;
}

#if defined(HAVE_LIBARCHIVE) && defined(HAVE_NETTLE)
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "log.h"

struct bundle {
	const char *name;	/* for messages */
	char dir[256];
	char path[300];		/* what bundle_path() gave */
	struct bundle_list list;
	bool has_libs;
};

static int refuse(const struct bundle *b, const char *why)
{
	log_error("bundle", "%s: %s", b->name, why);
	return -EBADMSG;
}

static int refuse_archive(const struct bundle *b, struct archive *a)
{
	const char *text = archive_error_string(a);

	return refuse(b, text ? text : "damaged");
}

static int file_path(const struct bundle *b, size_t i, char *buf, size_t size)
{
	return snprintf(buf, size, "%s/%zu", b->dir, i);
}

static int unpack_to(struct bundle *b, struct archive *a,
		     const struct bundle_file *f, int fd)
{
	uint8_t sum[BUNDLE_SHA256];
	struct sha256_ctx sha;
	uint64_t size = 0;
	char buf[65536];
	la_ssize_t n;

	sha256_init(&sha);
	while ((n = archive_read_data(a, buf, sizeof(buf))) > 0) {
		if ((uint64_t)n > f->size - size)
			return refuse(b, "a file is longer than its manifest says");
		size += (uint64_t)n;
		sha256_update(&sha, (size_t)n, (const uint8_t *)buf);
		if (write(fd, buf, (size_t)n) != n)
			return log_errno("bundle", errno ? errno : EIO,
					 "failed to unpack %s into %s", b->name,
					 b->dir);
	}
	if (n < 0)
		return refuse_archive(b, a);
	sha256_digest(&sha, sizeof(sum), sum);
	if (size != f->size || memcmp(sum, f->sha256, sizeof(sum)))
		return refuse(b, "a file is not what its manifest says: damaged or changed");
	return 0;
}

static int unpack(struct bundle *b, struct archive *a, struct archive_entry *e)
{
	const char *name = archive_entry_pathname(e);
	char path[300];
	size_t i = 0;
	int fd, err;

	while (i < b->list.n && (!name || strcmp(b->list.v[i].name, name)))
		i++;
	if (i == b->list.n)
		return refuse(b, "it holds what its manifest does not name");
	if (archive_entry_filetype(e) != AE_IFREG || archive_entry_hardlink(e) ||
	    archive_entry_symlink(e))
		return refuse(b, "it holds something that is no plain file");
	if (b->list.v[i].seen)
		return refuse(b, "it holds a file twice");
	file_path(b, i, path, sizeof(path));
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		  0600);
	if (fd < 0)
		return log_errno("bundle", errno, "failed to make %s", path);
	err = unpack_to(b, a, &b->list.v[i], fd);
	close(fd);
	b->list.v[i].seen = !err;
	if (b->list.v[i].path[0])
		b->has_libs = true;
	return err;
}

/* the first member, and only it, tells about the others */
static int read_manifest(struct bundle *b, struct archive *a)
{
	struct archive_entry *e;
	const char *name;
	size_t size = 0;
	la_ssize_t n;
	char *text;
	int err;

	if (archive_read_next_header(a, &e) != ARCHIVE_OK)
		return refuse_archive(b, a);
	name = archive_entry_pathname(e);
	if (!name || strcmp(name, BUNDLE_MANIFEST))
		return refuse(b, "no bundle of rmsnoop: it does not begin with "
			      BUNDLE_MANIFEST);
	text = calloc(1, BUNDLE_MANIFEST_MAX + 1);
	if (!text)
		return log_errno("bundle", -ENOMEM, "failed to read %s", b->name);
	while (size < BUNDLE_MANIFEST_MAX &&
	       (n = archive_read_data(a, text + size,
				      BUNDLE_MANIFEST_MAX - size)) > 0)
		size += (size_t)n;
	err = bundle_manifest_read(text, &b->list);
	free(text);
	return err ? refuse(b, "its manifest makes no sense, or is beyond the limits")
		   : 0;
}

static int read_archive(struct bundle *b, struct archive *a)
{
	struct archive_entry *e;
	int err = read_manifest(b, a), ret = ARCHIVE_OK;

	while (!err && (ret = archive_read_next_header(a, &e)) == ARCHIVE_OK)
		err = unpack(b, a, e);
	if (err)
		return err;
	if (ret != ARCHIVE_EOF)
		return refuse_archive(b, a);
	for (size_t i = 0; i < b->list.n; i++)
		if (!b->list.v[i].seen)
			return refuse(b, "a file that its manifest names is missing");
	return 0;
}

static int read_file(struct bundle *b, const char *path)
{
	struct archive *a = archive_read_new();
	int err;

	if (!a)
		return -ENOMEM;
	/* these and no other forms */
	archive_read_support_filter_zstd(a);
	archive_read_support_format_tar(a);
	if (archive_read_open_filename(a, path, 65536) != ARCHIVE_OK)
		err = refuse_archive(b, a);
	else
		err = read_archive(b, a);
	archive_read_free(a);
	return err;
}

int bundle_open(const char *path, struct bundle **ret_bundle)
{
	const char *tmp = getenv("TMPDIR");
	struct bundle *b = calloc(1, sizeof(*b));
	int err;

	if (!b)
		return log_errno("bundle", -ENOMEM, "failed to open %s", path);
	b->name = path;
	if (snprintf(b->dir, sizeof(b->dir), "%s/rmsnoop-bundle-XXXXXX",
		     tmp && tmp[0] ? tmp : "/var/tmp") >= (int)sizeof(b->dir) ||
	    !mkdtemp(b->dir)) {
		err = log_errno("bundle", errno ? errno : ENAMETOOLONG,
				"failed to make a directory to unpack %s", path);
		free(b);
		return err;
	}
	err = read_file(b, path);
	if (err)
		bundle_close(b);
	else
		*ret_bundle = b;
	return err;
}

void bundle_close(struct bundle *b)
{
	char path[300];

	if (!b)
		return;
	for (size_t i = 0; i < b->list.n; i++) {
		file_path(b, i, path, sizeof(path));
		unlink(path);
	}
	rmdir(b->dir);
	free(b->list.v);
	free(b);
}

const char *bundle_path(struct bundle *b, const char *name)
{
	size_t i = 0;

	while (i < b->list.n && strcmp(b->list.v[i].name, name))
		i++;
	file_path(b, i, b->path, sizeof(b->path));
	return b->path;
}

bool bundle_has_libs(const struct bundle *b)
{
	return b->has_libs;
}

/* device and inode are those of the machine of the crash, in both */
int bundle_library(void *ctx, const struct sym_map *map)
{
	const struct bundle *b = ctx;
	char path[300];
	int fd;

	for (size_t i = 0; i < b->list.n; i++) {
		const struct bundle_file *f = &b->list.v[i];

		if (!f->path[0] || f->inode != map->inode ||
		    f->major != map->major || f->minor != map->minor ||
		    strcmp(f->path, map->path))
			continue;
		file_path(b, i, path, sizeof(path));
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
		return fd < 0 ? -errno : fd;
	}
	return -ENOENT;
}
#endif
