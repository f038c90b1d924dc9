// SPDX-License-Identifier: GPL-2.0
/* What stays in a store: limits on number, size and age. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

/* by what the file system says, so that no file has to be read */
struct aged {
	char id[STORE_ID_LEN + 1];
	struct timespec last;	/* when its meta.json was written */
	uint64_t size;
};

struct ages {
	struct aged *v;
	size_t n;
	size_t room;
	uint64_t size;
};

static void look(int dir, struct aged *a)
{
	static const char *const names[] = {
		STORE_RECORDING, STORE_TEXT, STORE_JSON, STORE_META
	};
	struct stat st;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (fstatat(dir, names[i], &st, AT_SYMLINK_NOFOLLOW))
			continue;
		a->size += (uint64_t)st.st_size;
		a->last = st.st_mtim;
	}
}

static int add(const struct store *s, const char *id, void *ctx)
{
	struct ages *ages = ctx;
	struct aged a = {};
	struct aged *v = ages->v;
	int dir;

	if (ages->n == ages->room) {
		ages->room = ages->room ? 2 * ages->room : 64;
		v = reallocarray(v, ages->room, sizeof(*v));
		if (!v)
			return -ENOMEM;
		ages->v = v;
	}
	dir = store_dir(s, id);
	if (dir < 0)
		return 0;
	memcpy(a.id, id, STORE_ID_LEN);
	look(dir, &a);
	close(dir);
	ages->size += a.size;
	v[ages->n++] = a;
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct aged *x = a, *y = b;

	if (x->last.tv_sec != y->last.tv_sec)
		return x->last.tv_sec < y->last.tv_sec ? -1 : 1;
	if (x->last.tv_nsec != y->last.tv_nsec)
		return x->last.tv_nsec < y->last.tv_nsec ? -1 : 1;
	return strcmp(x->id, y->id);
}

static bool beyond(const struct ages *left, const struct aged *a,
		   const struct store_limits *limits)
{
	time_t now = time(NULL);

	return (limits->count && left->n > limits->count) ||
	       (limits->size && left->size > limits->size) ||
	       (limits->age && now > a->last.tv_sec &&
		(uint64_t)(now - a->last.tv_sec) > limits->age);
}

static int vacuum_locked(struct store *s, const struct store_limits *limits,
			 const char *keep)
{
	struct ages ages = {};
	int err = store_each(s, add, &ages), gone = 0;
	size_t n = ages.n;

	if (n)
		qsort(ages.v, n, sizeof(*ages.v), by_time);
	for (size_t i = 0; i < n && !err; i++) {
		const struct aged *a = &ages.v[i];

		if (keep && !strcmp(a->id, keep))
			continue;
		if (!beyond(&ages, a, limits))
			continue;
		if (renameat(s->fd, a->id, s->fd, STORE_GONE))
			err = -errno;
		else
			err = store_drop(s, STORE_GONE);
		ages.n--;
		ages.size -= a->size;
		gone++;
	}
	free(ages.v);
	return err ? err : gone;
}

int store_vacuum(struct store *s, const struct store_limits *limits,
		 const char *keep)
{
	int ret;

	if (!limits->count && !limits->size && !limits->age)
		return 0;
	ret = store_lock(s);
	if (ret)
		return ret;
	store_clean(s);
	ret = vacuum_locked(s, limits, keep);
	store_unlock(s);
	return ret;
}
