// SPDX-License-Identifier: GPL-2.0
/* Memory of a program that runs once: never freed, never missing. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

void *mem_alloc(size_t size)
{
	void *mem = calloc(1, size ? size : 1);

	if (!mem)
		die("out of memory");
	return mem;
}

void *mem_grow(void *old, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return old;
	*cap = need < 32 ? 64 : need * 2;
	old = realloc(old, *cap * size);
	if (!old)
		die("out of memory");
	return old;
}

char *mem_dup(const char *s, size_t len)
{
	char *copy = mem_alloc(len + 1);

	memcpy(copy, s, len);
	return copy;
}
