// SPDX-License-Identifier: GPL-2.0
/* Address ranges in order. */
#include <errno.h>
#include <stdlib.h>

#include "ranges.h"
#include "tree.h"

/* ranges that overlap are equal: a set has none, a search finds the one */
static int range_order(const void *a_, const void *b_)
{
	const struct range *a = a_, *b = b_;

	if (a->end <= b->start)
		return -1;
	return a->start >= b->end;
}

static int end_order(const void *addr, const void *r)
{
	return *(const uint64_t *)addr < ((const struct range *)r)->end ? -1 : 1;
}

const char *range_kind_name(enum range_kind kind)
{
	static const char *const names[] = {
		[RANGE_CPU] = "cpu mapping",
		[RANGE_UVM] = "managed memory",
		[RANGE_DMA] = "gpu mapping",
		[RANGE_VIRTUAL] = "virtual memory",
		[RANGE_EXTERNAL] = "external range",
		[RANGE_EXTERNAL_MAP] = "external mapping",
		[RANGE_SPARSE] = "sparse mapping",
		[RANGE_SEMAPHORES] = "semaphore pool",
		[RANGE_DYNAMIC_PARALLELISM] = "dynamic parallelism",
		[RANGE_CHANNEL] = "channel buffers",
		[RANGE_DEVICE_P2P] = "device p2p",
	};

	return kind < sizeof(names) / sizeof(names[0]) && names[kind] ?
	       names[kind] : "unknown";
}

struct range *ranges_find(const struct ranges *s, uint64_t addr)
{
	struct range *r = ranges_next(s, addr);

	return r && r->start <= addr ? r : NULL;
}

struct range *ranges_next(const struct ranges *s, uint64_t addr)
{
	return tree_after(&s->tree, &addr, end_order);
}

int ranges_add(struct ranges *s, struct range *r)
{
	int err = tree_add(&s->tree, r, range_order);

	if (err)
		return err;
	s->n++;
	r->set = s;
	return 0;
}

void ranges_take(struct ranges *s, struct range *r)
{
	tree_take(&s->tree, r, range_order);
	s->n--;
	r->set = NULL;
}

void ranges_free(struct ranges *s)
{
	tree_free(&s->tree, free);
	s->n = 0;
}
