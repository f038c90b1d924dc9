// SPDX-License-Identifier: GPL-2.0
/*
 * The calls in flight, at any moment: an iterator over threads that writes an
 * INFLIGHT record for each whose slot is active.
 */
#include "call.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

SEC("iter/task")
int calls_in_flight(struct bpf_iter__task *ctx)
{
	struct seq_file *seq = ctx->meta->seq;
	struct task_struct *t = ctx->task;
	struct rms_call r;
	struct slot *s;
	u32 n, p;

	if (!t)
		return 0;
	s = TASK_STORAGE(t, 0);
	if (!s || !s->active)
		return 0;
	bpf_probe_read_kernel(&r, sizeof(r), &s->rec);
	n = RMS_ALIGN(r.arg_in);
	p = RMS_ALIGN(r.par_in);
	/* what has a parameter block has a short argument */
	if (n > ARG_LIMIT + 8 || p > cfg.payload_max + 8 || (p && n > RMS_ARG_MAX_PAR))
		return 0;
	r.arg_out = 0;
	r.par_out = 0;
	r.targets = 0;
	r.ret = 0;
	r.h.kind = RMS_INFLIGHT;
	r.h.fixed = sizeof(r);
	r.h.size = sizeof(r) + n + p;
	r.h.time = bpf_ktime_get_ns();
	r.h.pid = t->tgid;
	r.h.tid = t->pid;
	r.h.cpu = 0;
	r.h.seq = 0;
	bpf_seq_write(seq, &r, sizeof(r));
	if (n)
		bpf_seq_write(seq, s->data, n);
	if (p && n <= RMS_ARG_MAX_PAR)
		bpf_seq_write(seq, s->data + 2 * n, p);
	return 0;
}
