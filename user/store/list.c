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

static int add(struct store_list *list, size_t *room, const struct store *s,
	       const char *id)
{
	struct store_entry *v;

	if (list->n == *room) {
		*room = *room ? 2 * *room : 64;
		v = reallocarray(list->v, *room, sizeof(*v));
		if (!v)
			return -ENOMEM;
		list->v = v;
	}
	read_entry(s, id, &list->v[list->n++]);
	return 0;
}

static int by_last(const void *a, const void *b)
{
	const struct store_entry *x = a, *y = b;

	if (x->last != y->last)
		return x->last < y->last ? -1 : 1;
	return strcmp(x->id, y->id);
}

int store_scan(struct store *s, struct store_list *ret)
{
	struct store_list list = {};
	int fd = store_dir(s, "."), err = 0;
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;
	size_t room = 0;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return fd < 0 ? fd : -ENOMEM;
	}
	while (!err && (e = readdir(dir)))
		if (store_is_id(e->d_name))
			err = add(&list, &room, s, e->d_name);
	closedir(dir);
	if (err) {
		store_list_free(&list);
		return err;
	}
	if (list.n)
		qsort(list.v, list.n, sizeof(*list.v), by_last);
	*ret = list;
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
