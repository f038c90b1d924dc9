// SPDX-License-Identifier: GPL-2.0
/*
 * The last calls, copied out of the stream.  Copies come from a pool with free
 * lists by size, so that a steady stream of calls allocates nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "history.h"

#define UNIT		256u	/* bytes; the sizes of copies are multiples */
#define UNITS_MAX	48u
#define FREE_MAX	128u	/* copies kept for reuse in each size class */

struct call_pool {
	unsigned int used;	/* copies handed out */
	bool orphan;		/* its owner let go */
	struct {
		struct kept_call *first;	/* linked through data */
		unsigned int count;
	} free[UNITS_MAX + 1];
};

struct call_pool *call_pool_new(void)
{
	return calloc(1, sizeof(struct call_pool));
}

static void pool_drain(struct call_pool *pool)
{
	for (unsigned int i = 0; i <= UNITS_MAX; i++) {
		while (pool->free[i].first) {
			struct kept_call *call = pool->free[i].first;

			memcpy(&pool->free[i].first, call->data, sizeof(call));
			free(call);
		}
		pool->free[i].count = 0;
	}
}

void call_pool_free(struct call_pool *pool)
{
	if (!pool)
		return;
	pool_drain(pool);
	pool->orphan = true;
	if (!pool->used)
		free(pool);
}

static struct kept_call *pool_take(struct call_pool *pool, size_t bytes)
{
	size_t units = (sizeof(struct kept_call) + bytes + UNIT - 1) / UNIT;
	struct kept_call *call;

	if (units > UNITS_MAX)
		return NULL;
	call = pool->free[units].first;
	if (call) {
		memcpy(&pool->free[units].first, call->data, sizeof(call));
		pool->free[units].count--;
	} else {
		call = malloc(units * UNIT);
		if (!call)
			return NULL;
	}
	call->units = units;
	call->pool = pool;
	call->refs = 1;
	pool->used++;
	return call;
}

static void pool_give(struct call_pool *pool, struct kept_call *call)
{
	unsigned int units = call->units;

	pool->used--;
	if (!pool->orphan && pool->free[units].count < FREE_MAX) {
		memcpy(call->data, &pool->free[units].first, sizeof(call));
		pool->free[units].first = call;
		pool->free[units].count++;
		return;
	}
	free(call);
	if (pool->orphan && !pool->used)
		free(pool);
}

static size_t block_copy(uint8_t *dst, struct bytes src)
{
	if (src.len)
		memcpy(dst, src.data, src.len);
	return src.len;
}

struct kept_call *kept_call_new(struct call_pool *pool,
				const struct record *rec)
{
	struct bytes arg_in = bytes_cut(rec->arg_in, HISTORY_ARG);
	struct bytes arg_out = bytes_cut(rec->arg_out, HISTORY_ARG);
	struct bytes par_in = bytes_cut(rec->par_in, HISTORY_PARAMS);
	struct bytes par_out = bytes_cut(rec->par_out, HISTORY_PARAMS);
	struct kept_call *call;
	uint8_t *p;

	call = pool_take(pool, arg_in.len + arg_out.len + par_in.len +
			       par_out.len);
	if (!call)
		return NULL;
	call->call = rec->call;
	call->call.targets = 0;	/* not kept */
	p = call->data;
	p += call->call.arg_in = block_copy(p, arg_in);
	p += call->call.arg_out = block_copy(p, arg_out);
	p += call->call.par_in = block_copy(p, par_in);
	p += call->call.par_out = block_copy(p, par_out);
	if (arg_in.len < rec->arg_in.len || arg_out.len < rec->arg_out.len)
		call->call.flags |= RMS_CALL_ARG_CUT;
	if (par_in.len < rec->par_in.len || par_out.len < rec->par_out.len)
		call->call.flags |= RMS_CALL_PAR_CUT;
	return call;
}

struct kept_call *kept_call_get(struct kept_call *call)
{
	call->refs++;
	return call;
}

void kept_call_put(struct kept_call *call)
{
	if (call && --call->refs == 0)
		pool_give(call->pool, call);
}

void kept_call_record(const struct kept_call *call, struct record *ret)
{
	const uint8_t *p = call->data;

	memset(ret, 0, sizeof(*ret));
	ret->call = call->call;
	ret->known = true;
	ret->arg_in = bytes_of(p, call->call.arg_in);
	p += call->call.arg_in;
	ret->arg_out = bytes_of(p, call->call.arg_out);
	p += call->call.arg_out;
	ret->par_in = bytes_of(p, call->call.par_in);
	p += call->call.par_in;
	ret->par_out = bytes_of(p, call->call.par_out);
}

void history_add(struct history *h, struct kept_call *call)
{
	kept_call_put(h->calls[h->next]);
	h->calls[h->next] = kept_call_get(call);
	h->next = (h->next + 1) % HISTORY_CALLS;
	if (h->count < HISTORY_CALLS)
		h->count++;
}

struct kept_call *history_at(const struct history *h, unsigned int i)
{
	if (i >= h->count)
		return NULL;
	return h->calls[(h->next + HISTORY_CALLS - 1 - i) % HISTORY_CALLS];
}

void history_clear(struct history *h)
{
	for (unsigned int i = 0; i < HISTORY_CALLS; i++)
		kept_call_put(h->calls[i]);
	memset(h, 0, sizeof(*h));
}
