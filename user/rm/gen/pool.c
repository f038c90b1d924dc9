// SPDX-License-Identifier: GPL-2.0
/* The string pool: each different string once, found by a hash. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

#define SLOTS (1u << 16)

struct entry {
	uint32_t ref;
	struct entry *next;
};

static struct entry *slots[SLOTS];
static LIST(char) text;
static LIST(uint32_t) order;

static uint32_t hash(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s)
		h = (h ^ (uint8_t)*s++) * 16777619u;
	return h % SLOTS;
}

static uint32_t append(const char *s)
{
	size_t len = strlen(s) + 1;
	uint32_t ref;

	if (!text.n)
		*list_add(&text) = '\0';	/* 0 is no string */
	ref = (uint32_t)text.n;
	text.v = mem_grow(text.v, &text.cap, text.n + len, 1);
	memcpy(text.v + text.n, s, len);
	text.n += len;
	*list_add(&order) = ref;
	return ref;
}

uint32_t pool_add(const char *s)
{
	struct entry **slot, *e;

	if (!s)
		return 0;
	slot = &slots[hash(s)];
	for (e = *slot; e; e = e->next)
		if (!strcmp(text.v + e->ref, s))
			return e->ref;
	e = mem_alloc(sizeof(*e));
	e->ref = append(s);
	e->next = *slot;
	*slot = e;
	return e->ref;
}

const char *pool_text(uint32_t ref)
{
	return text.v + ref;
}

void pool_emit(FILE *out)
{
	const char *s;

	fprintf(out, "const char rm_pool[] = \"\\0\"\n");
	for (size_t i = 0; i < order.n; i++) {
		fputs("\t\"", out);
		for (s = text.v + order.v[i]; *s; s++) {
			if (*s == '"' || *s == '\\')
				fputc('\\', out);
			fputc(*s, out);
		}
		fputs("\\0\"\n", out);
	}
	fputs(";\n\n", out);
}
