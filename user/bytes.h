/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A bounded cursor over bytes that come from outside.  Every step subtracts
 * from what is left and fails, changing nothing, when that is too little.
 */
#ifndef RMSNOOP_BYTES_H
#define RMSNOOP_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * struct bytes - bytes borrowed from somewhere, or what is left of them
 * @data: the first; NULL only where @len is 0
 * @len: how many
 */
struct bytes {
	const uint8_t *data;
	size_t len;
};

static inline struct bytes bytes_of(const void *data, size_t len)
{
	return (struct bytes){ .data = data, .len = len };
}

/** bytes_take() - split the first @n bytes off @b into @ret */
static inline bool bytes_take(struct bytes *b, size_t n, struct bytes *ret)
{
	if (n > b->len)
		return false;
	*ret = bytes_of(b->data, n);
	if (n)
		b->data += n;
	b->len -= n;
	return true;
}

/** bytes_skip() - drop the first @n bytes */
static inline bool bytes_skip(struct bytes *b, size_t n)
{
	struct bytes dropped;

	return bytes_take(b, n, &dropped);
}

/** bytes_read() - copy the first @n bytes to @dst and drop them */
static inline bool bytes_read(struct bytes *b, void *dst, size_t n)
{
	struct bytes part;

	if (!bytes_take(b, n, &part))
		return false;
	if (n)
		memcpy(dst, part.data, n);
	return true;
}

/** bytes_peek() - copy @n bytes at @pos to @dst; @b stays as it is */
static inline bool bytes_peek(struct bytes b, size_t pos, void *dst, size_t n)
{
	return bytes_skip(&b, pos) && bytes_read(&b, dst, n);
}

/** bytes_cut() - @b, but @max bytes of it at most */
static inline struct bytes bytes_cut(struct bytes b, size_t max)
{
	return bytes_of(b.data, b.len < max ? b.len : max);
}

#endif
