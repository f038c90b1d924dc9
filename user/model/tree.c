// SPDX-License-Identifier: GPL-2.0
/* Sorted sets over tsearch(3). */
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stddef.h>

#include "tree.h"

void *tree_find(void *const *root, const void *key, tree_order *order)
{
	void *const *node = tfind(key, root, order);

	return node ? *node : NULL;
}

/* a search that never ends at an element passes the one looked for last of
 * those behind the key */
struct after {
	const void *key;
	tree_order *order;
	const void *found;
};

static int after_order(const void *key, const void *element)
{
	struct after *a = (struct after *)key;

	if (a->order(a->key, element) >= 0)
		return 1;
	a->found = element;
	return -1;
}

void *tree_after(void *const *root, const void *key, tree_order *order)
{
	struct after a = { .key = key, .order = order };

	tfind(&a, root, after_order);
	return (void *)a.found;
}

int tree_add(void **root, void *element, tree_order *order)
{
	void **node = tsearch(element, root, order);

	if (!node)
		return -ENOMEM;
	return *node == element ? 0 : -EEXIST;
}

void tree_take(void **root, const void *element, tree_order *order)
{
	tdelete(element, root, order);
}

void tree_free(void **root, void (*fn)(void *element))
{
	tdestroy(*root, fn);
	*root = NULL;
}
