/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records into rings: header, sequence number, loss accounting, wake-ups.
 *
 * The ring of calls wakes nobody per record: that would cost more than the rest
 * of a call's tracing.  The reader looks by its own timer, and is woken
 * after each cfg.wake_bytes of a cpu.  The urgent ring wakes at once.
 */
#ifndef RMS_EMIT_BPF_H
#define RMS_EMIT_BPF_H

#include "config.bpf.h"

static __always_inline struct rms_cpu *this_cpu(u32 *ret_cpu)
{
	u32 cpu = bpf_get_smp_processor_id();

	*ret_cpu = cpu;
	return &cpus[cpu & (RMS_CPUS - 1)];
}

/* what changes from record to record of a thread */
static __always_inline struct rms_cpu *hdr_stamp(struct rms_hdr *h, u32 size, u64 time,
						 int which)
{
	struct rms_cpu *c;
	u32 cpu;

	c = this_cpu(&cpu);
	h->size = size;
	h->time = time;
	h->cpu = cpu;
	h->seq = __sync_fetch_and_add(&c->made[which], 1);
	return c;
}

/* what stays */
static __always_inline void hdr_name(struct rms_hdr *h, u16 kind, u16 fixed)
{
	u64 id = bpf_get_current_pid_tgid();

	h->kind = kind;
	h->fixed = fixed;
	h->pid = id >> 32;
	h->tid = id;
}

/* @rec: a record whose header has been named; @size: a multiple of 8 */
static __always_inline void emit_named(struct rms_hdr *rec, u32 size, u64 time)
{
	u64 flags = BPF_RB_NO_WAKEUP;
	struct rms_cpu *c = hdr_stamp(rec, size, time, RMS_RING_MAIN);

	c->bytes += size;
	if (c->bytes >= cfg.wake_bytes) {
		c->bytes = 0;
		flags = BPF_RB_FORCE_WAKEUP;
	}
	if (bpf_ringbuf_output(&ring, rec, size, flags))
		__sync_fetch_and_add(&c->lost[RMS_RING_MAIN], 1);
}

/* @rec: a record whose header is not filled yet */
static __always_inline void emit_main(struct rms_hdr *rec, u16 kind, u16 fixed,
				      u32 size, u64 time)
{
	hdr_name(rec, kind, fixed);
	emit_named(rec, size, time);
}

/* returns 0, or -errno when there was no room (which has been counted) */
static __always_inline int emit_urgent(struct rms_hdr *rec, u16 kind, u16 fixed,
				       u32 size, u64 time)
{
	struct rms_cpu *c;
	int err;

	hdr_name(rec, kind, fixed);
	c = hdr_stamp(rec, size, time, RMS_RING_URGENT);
	err = bpf_ringbuf_output(&urgent, rec, size, 0);
	if (err)
		__sync_fetch_and_add(&c->lost[RMS_RING_URGENT], 1);
	return err;
}

/* an urgent record that could not even be made */
static __always_inline void urgent_lost(void)
{
	u32 cpu;
	struct rms_cpu *c = this_cpu(&cpu);

	__sync_fetch_and_add(&c->made[RMS_RING_URGENT], 1);
	__sync_fetch_and_add(&c->lost[RMS_RING_URGENT], 1);
}

/* a thread's name: cheaper than the helper, and of any thread */
static __always_inline void comm_fill(char *dst, const struct task_struct *t)
{
	bpf_probe_read_kernel(dst, RMS_COMM_LEN, t->comm);
}

#endif
