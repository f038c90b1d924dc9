// SPDX-License-Identifier: GPL-2.0
/* The entries of a store, and which one a word means. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

void store_list_free(struct store_list *list)
{
	free(list->v);
	list->v = NULL;
	list->n = 0;
}

/* one that cannot be read is listed all the same: it can be removed */
static void read_entry(const struct store *s, const char *id,
		       struct store_entry *ret)
{
	int dir = store_dir(s, id);

	memset(ret, 0, sizeof(*ret));
	if (dir < 0 || store_meta_read(dir, ret)) {
		memset(ret, 0, sizeof(*ret));
		ret->damaged = true;
	}
	memcpy(ret->id, id, STORE_ID_LEN);
	if (dir >= 0)
		close(dir);
}

struct growing {
	struct store_list list;
	size_t room;
};

static int add(const struct store *s, const char *id, void *ctx)
{
	struct growing *g = ctx;
	struct store_entry *v;

	if (g->list.n == g->room) {
		g->room = g->room ? 2 * g->room : 64;
		v = reallocarray(g->list.v, g->room, sizeof(*v));
		if (!v)
			return -ENOMEM;
		g->list.v = v;
	}
	read_entry(s, id, &g->list.v[g->list.n++]);
	return 0;
}

static int by_last(const void *a, const void *b)
{
	const struct store_entry *x = a, *y = b;

	if (x->last != y->last)
		return x->last < y->last ? -1 : 1;
	return strcmp(x->id, y->id);
}

int store_each(const struct store *s,
	       int (*fn)(const struct store *s, const char *id, void *ctx), void *ctx)
{
	int fd = store_dir(s, "."), err = 0;
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return fd < 0 ? fd : -ENOMEM;
	}
	while (!err && (e = readdir(dir)))
		if (store_is_id(e->d_name))
			err = fn(s, e->d_name, ctx);
	closedir(dir);
	return err;
}

int store_scan(struct store *s, struct store_list *ret)
{
	struct growing g = {};
	int err = store_each(s, add, &g);

	if (err) {
		store_list_free(&g.list);
		return err;
	}
	if (g.list.n)
		qsort(g.list.v, g.list.n, sizeof(*g.list.v), by_last);
	*ret = g.list;
	return 0;
}

static int find_front(const struct store_list *list, const char *word,
		      struct store_entry *ret)
{
	const struct store_entry *found = NULL;
	size_t len = strlen(word);

	for (size_t i = 0; i < list->n; i++) {
		if (strncmp(list->v[i].id, word, len))
			continue;
		if (found)
			return -ENOTUNIQ;
		found = &list->v[i];
	}
	if (!found)
		return -ENOENT;
	*ret = *found;
	return 0;
}

int store_find(struct store *s, const char *word, struct store_entry *ret)
{
	struct store_list list;
	int err = store_scan(s, &list);

	if (err)
		return err;
	if (strcmp(word, "last"))
		err = word[0] ? find_front(&list, word, ret) : -ENOENT;
	else if (list.n)
		*ret = list.v[list.n - 1];
	else
		err = -ENOENT;
	store_list_free(&list);
	return err;
}
