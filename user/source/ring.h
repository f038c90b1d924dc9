/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The BPF rings as a source.  Two rings become one stream, in order of time;
 * what was lost is told where it is noticed; after a signal come the calls
 * then in flight.
 */
#ifndef RMSNOOP_SOURCE_RING_H
#define RMSNOOP_SOURCE_RING_H

#include "source.h"

struct rms_cpu;

struct ring_opts {
	int main_fd;		/* map descriptors */
	int urgent_fd;
	int iter_fd;		/* link of the in-flight iterator; -1: none */
	const struct rms_cpu *cpus;	/* the counters, mapped */
	const char *meta;	/* owned by the caller */
	int watch_fd;		/* readable when the driver changes; -1: none */
	/* called when it did; hands what there is to say to @fn */
	int (*changed)(void *ctx, source_fn fn, void *fn_ctx);
	void *changed_ctx;
};

int source_ring_open(const struct ring_opts *opts, struct source **ret_source);

/* records to hand over before all others; copied */
int source_ring_push(struct source *src, const void *data, size_t len);

#endif
