/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sorted sets over the C library's balanced trees (tsearch): what tfind() lacks,
 * the element behind a key.  Elements are the caller's and know their own key; a
 * set is a NULL root to start with.
 */
#ifndef RMSNOOP_TREE_H
#define RMSNOOP_TREE_H

typedef int tree_order(const void *a, const void *b);

/** tree_find() - the element that compares equal to @key, or NULL */
void *tree_find(void *const *root, const void *key, tree_order *order);

/** tree_after() - the first element behind @key in order, or NULL */
void *tree_after(void *const *root, const void *key, tree_order *order);

/** tree_add() - 0, -EEXIST (an equal one is there) or -ENOMEM */
int tree_add(void **root, void *element, tree_order *order);

/** tree_take() - take @element, which is there, out */
void tree_take(void **root, const void *element, tree_order *order);

/** tree_free() - free the whole set, @fn each element */
void tree_free(void **root, void (*fn)(void *element));

#endif
