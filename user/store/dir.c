// SPDX-License-Identifier: GPL-2.0
/* The directory of a store: open, lock, remove. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

static int make_dir(const char *path)
{
	if (mkdir(path, 0700) && errno != EEXIST)
		return -errno;
	return 0;
}

int store_open(const char *path, bool create, struct store **ret_store)
{
	struct store *s = calloc(1, sizeof(*s));
	struct stat st;
	int err = s && create ? make_dir(path) : 0;

	if (!s)
		return -ENOMEM;
	s->fd = -1;
	s->path = strdup(path);
	if (!s->path)
		err = -ENOMEM;
	if (!err)
		s->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (!err && (s->fd < 0 || fstat(s->fd, &st)))
		err = -errno;
	/* it holds the stacks of everybody's programs */
	if (!err && (st.st_mode & 077 || (create && st.st_uid != geteuid())))
		err = -EPERM;
	if (err) {
		store_close(s);
		return err;
	}
	*ret_store = s;
	return 0;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	if (s->fd >= 0)
		close(s->fd);
	free(s->path);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}

void store_limit(struct store *s, const struct store_limits *limits)
{
	s->limits = *limits;
}

int store_lock(struct store *s)
{
	while (flock(s->fd, LOCK_EX))
		if (errno != EINTR)
			return -errno;
	return 0;
}

void store_unlock(struct store *s)
{
	flock(s->fd, LOCK_UN);
}

bool store_is_id(const char *name)
{
	if (strlen(name) != STORE_ID_LEN)
		return false;
	for (const char *c = name; *c; c++)
		if (!isdigit((unsigned char)*c) && !(*c >= 'a' && *c <= 'f'))
			return false;
	return true;
}

int store_dir(const struct store *s, const char *name)
{
	int fd = openat(s->fd, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int store_drop(struct store *s, const char *name)
{
	int fd = store_dir(s, name);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		/* whatever it is, a writer did not make it */
		if (fd == -ENOTDIR || fd == -ELOOP)
			return unlinkat(s->fd, name, 0) ? -errno : 0;
		return fd < 0 ? fd : -ENOMEM;
	}
	while ((e = readdir(dir)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			unlinkat(fd, e->d_name, 0);
	closedir(dir);
	return unlinkat(s->fd, name, AT_REMOVEDIR) ? -errno : 0;
}

void store_clean(struct store *s)
{
	store_drop(s, STORE_NEW);
	store_drop(s, STORE_GONE);
}

static int remove_locked(struct store *s, const char *id)
{
	int err;

	store_clean(s);
	/* gone at once, or still there as a whole */
	if (renameat(s->fd, id, s->fd, STORE_GONE))
		return -errno;
	err = store_drop(s, STORE_GONE);
	return err;
}

int store_remove(struct store *s, const char *id)
{
	int err;

	if (!store_is_id(id))
		return -EINVAL;
	err = store_lock(s);
	if (err)
		return err;
	err = remove_locked(s, id);
	store_unlock(s);
	return err;
}

int store_file(struct store *s, const char *id, const char *name)
{
	int dir = store_dir(s, id), fd, err;

	if (dir < 0)
		return dir;
	fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	err = errno;
	close(dir);
	return fd < 0 ? -err : fd;
}
