/* SPDX-License-Identifier: GPL-2.0 */
/* The last calls of a thread or a process: compact copies, shared by count. */
#ifndef RMSNOOP_HISTORY_H
#define RMSNOOP_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "record.h"

#define HISTORY_CALLS	32	/* kept of each thread and of each process */
#define HISTORY_PARAMS	256	/* bytes kept of a parameter block */
#define HISTORY_ARG	4096	/* ... of an argument: its end is the status */

struct call_pool;

/**
 * struct kept_call - a copy of a CALL or INFLIGHT record
 * @refs: holders
 * @call: its fixed part; the block lengths are those kept, and
 *	RMS_CALL_PAR_CUT is set where the pool kept less than the record
 */
struct kept_call {
	unsigned int refs;
	unsigned int units;	/* size class in its pool */
	struct call_pool *pool;
	struct rms_call call;
	uint8_t data[];
};

/** struct history - a ring of the newest calls; zeroes are an empty one */
struct history {
	struct kept_call *calls[HISTORY_CALLS];
	unsigned int next;	/* where the next one goes */
	unsigned int count;	/* <= HISTORY_CALLS */
};

/* memory of calls, reused; freed with its last call when the owner let go */
struct call_pool *call_pool_new(void);
void call_pool_free(struct call_pool *pool);

/** kept_call_new() - copy a call, refs 1; NULL: no memory */
struct kept_call *kept_call_new(struct call_pool *pool, const struct record *rec);
struct kept_call *kept_call_get(struct kept_call *call);
void kept_call_put(struct kept_call *call);

/** kept_call_record() - the copy as a record, as record_parse() made it; its
 *  blocks point into @call, @ret->raw is empty */
void kept_call_record(const struct kept_call *call, struct record *ret);

/** history_add() - add the newest, dropping the oldest; takes its own reference */
void history_add(struct history *h, struct kept_call *call);
/** history_at() - the @i-th newest, 0: the last call; NULL: not that many */
struct kept_call *history_at(const struct history *h, unsigned int i);
void history_clear(struct history *h);

#endif
