/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One driver call: what is read at its entry and at its return.  Every attach
 * strategy calls the same two functions, call_enter() and call_exit(), and
 * yields the same record.
 *
 * The entry is kept in the thread's slot, and one record is made at the
 * return.  So a call in flight is a slot that is active, and a call that never
 * returned is found when its thread calls again or ends.
 */
#ifndef RMS_CALL_BPF_H
#define RMS_CALL_BPF_H

#include "vma.bpf.h"

/* nr, ioctl argument layout: the same in all driver versions known */
#define NV_ESC_RM_CONTROL	0x2a
#define NV_ESC_RM_ALLOC		0x2b
#define NV_ESC_IOCTL_XFER_CMD	0xd3
#define NVOS_PARAMS_OFF		16	/* params, pAllocParms */
#define NVOS54_SIZE		32
#define NVOS54_CMD_OFF		8
#define NVOS54_SIZE_OFF		24	/* paramsSize */
#define NVOS21_SIZE		32
#define NVOS21_SIZE_OFF		24	/* from 535 on */
#define NVOS64_SIZE		48	/* from 535 on; before: 40, no size */
#define NVOS64_SIZE_OFF		32
#define NVOS_CLASS_OFF		12

#define IOC_NR(r)	((r) & 0xff)
#define IOC_SIZE(r)	((r) >> 16 & 0x3fff)

#define TASK_STORAGE(t, flags) \
	(cfg.large ? \
	 (struct slot *)bpf_task_storage_get(&slots_large, t, 0, flags) : \
	 (struct slot *)bpf_task_storage_get(&slots, t, 0, flags))

/* bytes kept of an argument: one with a parameter block is needed whole */
#define ARG_LIMIT \
	(cfg.payload_max < RMS_ARG_MAX_PAR ? RMS_ARG_MAX_PAR : cfg.payload_max)

struct xfer {
	u32 cmd;
	u32 size;
	u64 ptr;
};

static __always_inline u32 cut(u32 size, u32 limit, u32 *flags, u32 flag)
{
	if (size <= limit)
		return size;
	*flags |= flag;
	return limit;
}

/* user bytes into data at @off; the padding behind them is zero */
static __always_inline bool data_read(struct slot *s, u32 off, u32 len, u64 from)
{
	u32 end = RMS_ALIGN(off + len);

	if (!len)
		return true;
	if (off > RMS_SLOT_DATA(0) + cfg.payload_max || len > ARG_LIMIT)
		return false;
	if (end >= 8 && end <= RMS_SLOT_DATA(cfg.payload_max))
		*(u64 *)(s->data + end - 8) = 0;
	return !bpf_probe_read_user(s->data + off, len, (void *)from);
}

/*
 * The same for an argument, which is short as a rule: by way of the stack.  A
 * kernel with hardened usercopy looks long at memory elsewhere, and not at all
 * at the stack.
 */
static __always_inline bool words_read(u64 *words, u64 *to, const u32 len, u64 from)
{
	bool good = !bpf_probe_read_user(words, len, (void *)from);

#pragma unroll
	for (u32 i = 0; i < len / 8; i++)
		to[i] = words[i];
	return good;
}

static __always_inline bool arg_read(struct slot *s, u32 off, u32 len, u64 from)
{
	u64 words[RMS_ARG_MAX_PAR / 8];
	u64 *to = (u64 *)(s->data + off);

	/* the two that nearly all calls have; a constant needs no bounds */
	if (len == NVOS54_SIZE && off <= RMS_ARG_MAX_PAR)
		return words_read(words, to, NVOS54_SIZE, from);
	if (len == NVOS64_SIZE && off <= RMS_ARG_MAX_PAR)
		return words_read(words, to, NVOS64_SIZE, from);
	return data_read(s, off, len, from);
}

/* bytes behind RM_ALLOC's pAllocParms where the caller does not say */
static __always_inline u32 alloc_size(struct rms_call *r, const u8 *arg)
{
	u32 class = *(const u32 *)(arg + NVOS_CLASS_OFF), size = 0, *known;

	if (live.alloc_has_size)
		size = *(const u32 *)(arg + (r->arg_size == NVOS21_SIZE ?
					     NVOS21_SIZE_OFF : NVOS64_SIZE_OFF));
	if (size)
		return size;
	known = bpf_map_lookup_elem(&class_sizes, &class);
	if (known)
		r->flags |= RMS_CALL_SIZE_GUESS;
	return known ? *known : 0;
}

/* the parameter block that a control or an alloc points to */
static __always_inline void params_find(struct slot *s)
{
	struct rms_call *r = &s->rec;
	u64 par = *(u64 *)(s->data + NVOS_PARAMS_OFF);

	if (r->nr == NV_ESC_RM_CONTROL)
		r->par_size = *(u32 *)(s->data + NVOS54_SIZE_OFF);
	else if (par)
		r->par_size = alloc_size(r, s->data);
	if (par && r->par_size)
		r->par = par;
}

static __always_inline bool has_params(const struct rms_call *r)
{
	return r->dev <= RMS_DEV_GPU && r->arg_size >= NVOS21_SIZE &&
	       r->arg_size <= RMS_ARG_MAX_PAR &&
	       (r->nr == NV_ESC_RM_CONTROL || r->nr == NV_ESC_RM_ALLOC);
}

/* number, size and address of the argument; XFER_CMD is unwrapped */
static __always_inline void arg_find(struct rms_call *r, u64 arg)
{
	u32 request = r->request, idx;
	struct rms_uvm_size *known;
	struct xfer x = {};

	r->arg = arg;
	if (r->dev == RMS_DEV_UVM || r->dev == RMS_DEV_UVM_TOOLS) {
		r->nr = request;	/* bare numbers, no size in them */
		idx = rms_uvm_index(request);
		known = bpf_map_lookup_elem(&uvm_sizes, &idx);
		r->arg_size = known ? known->size : 0;
		r->flags |= RMS_CALL_SIZE_GUESS;
		return;
	}
	r->nr = IOC_NR(request);
	r->arg_size = IOC_SIZE(request);
	if (r->nr != NV_ESC_IOCTL_XFER_CMD || r->dev > RMS_DEV_GPU)
		return;
	if (r->arg_size < sizeof(x) || bpf_probe_read_user(&x, sizeof(x), (void *)arg))
		return;
	r->flags |= RMS_CALL_XFER;
	r->nr = x.cmd;
	r->arg_size = x.size;
	r->arg = x.ptr;
}

static __always_inline void args_in(struct slot *s)
{
	struct rms_call *r = &s->rec;
	u32 n;

	r->arg_in = r->arg_out = cut(r->arg_size, ARG_LIMIT, &r->flags, RMS_CALL_ARG_CUT);
	n = RMS_ALIGN(r->arg_in);
	if (!arg_read(s, 0, r->arg_in, r->arg)) {
		r->flags |= RMS_CALL_ARG_IN_BAD;
		return;
	}
	if (!has_params(r))
		return;
	params_find(s);
	if (!r->par)
		return;
	r->par_in = r->par_out = cut(r->par_size, cfg.payload_max, &r->flags,
				     RMS_CALL_PAR_CUT);
	if (!data_read(s, 2 * n, r->par_in, r->par))
		r->flags |= RMS_CALL_PAR_IN_BAD;
}

/* the record of the call that the slot holds; @flags: how it ended */
static __always_inline void call_emit(struct slot *s, u64 now, u32 flags)
{
	struct rms_call *r = &s->rec;
	u32 size;

	s->active = 0;
	r->flags |= flags;
	size = sizeof(*r) + 2 * RMS_ALIGN(r->arg_in) + 2 * RMS_ALIGN(r->par_in) + r->targets;
	if (size > sizeof(*r) + RMS_SLOT_DATA(cfg.payload_max) + RMS_TARGETS_ROOM)
		return;
	emit_named(&r->h, size, now);
}

/* a call that did not return: nothing can be read at its end */
static __always_inline void call_abandon(struct slot *s, u32 flags)
{
	struct rms_call *r = &s->rec;
	struct rms_cpu *c;
	u32 cpu;

	if (flags & RMS_CALL_NO_RETURN) {
		c = this_cpu(&cpu);
		__sync_fetch_and_add(&c->no_return, 1);
	}
	if (r->arg_out)
		flags |= RMS_CALL_ARG_OUT_BAD;
	if (r->par_out)
		flags |= RMS_CALL_PAR_OUT_BAD;
	r->ret = 0;
	call_emit(s, bpf_ktime_get_ns(), flags);
}

/* the slot of a thread that makes its first call: what stays the same is
 * filled in once, until task_rename or exec */
static __noinline int call_first(struct task_struct *t, struct rms_call *r)
{
	hdr_name(&r->h, RMS_CALL, sizeof(*r));
	comm_fill(r->comm, t);
	process_watch(t, t->tgid);
	return 0;
}

/*
 * A thread enters the driver.  @f: the file, @dev and @rdev: which device, @arg: as
 * given to ioctl.
 */
static __always_inline void call_enter(struct task_struct *t, u16 dev, u32 rdev,
				       s32 fd, u32 request, u64 arg, u32 flags)
{
	struct rms_call *r;
	struct rms_cpu *c;
	struct slot *s;
	u32 cpu;

	if (!cfg.calls || (cfg.filter && !process_wanted(t, t->tgid)))
		return;
	s = TASK_STORAGE(t, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!s) {
		c = this_cpu(&cpu);
		__sync_fetch_and_add(&c->no_storage, 1);
		return;
	}
	if (s->active)
		call_abandon(s, RMS_CALL_NO_RETURN);
	r = &s->rec;
	if (!r->enter)
		call_first(t, r);
	r->enter = bpf_ktime_get_ns();
	r->par = 0;
	r->request = request;
	r->fd = fd;
	r->flags = flags;
	r->par_size = 0;
	r->par_in = 0;
	r->par_out = 0;
	r->targets = 0;
	r->dev = dev;
	r->minor = rdev & 0xfffff;
	arg_find(r, arg);
	args_in(s);
	s->active = 1;
}

/* some UVM arguments hold their status behind a list of many KiB */
static __always_inline void status_late(struct rms_call *r)
{
	u32 idx = rms_uvm_index(r->nr);
	struct rms_uvm_size *known = bpf_map_lookup_elem(&uvm_sizes, &idx);

	if (!known || known->status == RMS_NO_STATUS || known->status + 4 <= r->arg_in)
		return;
	if (!bpf_probe_read_user(&r->late_status, sizeof(r->late_status),
				 (void *)(r->arg + known->status)))
		r->flags |= RMS_CALL_LATE_STATUS;
}

/* ---- memory behind pointers in the parameter block ---------------------- */

/* makes the compiler keep the value that is compared in the register that is used */
#define KEPT(var) asm volatile("" : "+r"(var))

/* a number of 2, 4 or 8 bytes of the slot's data */
static __always_inline u64 data_load(const struct slot *s, u64 off, u32 size)
{
	KEPT(off);
	if (off > RMS_SLOT_DATA(cfg.payload_max) - 8)
		return 0;
	return size == 8 ? *(u64 *)(s->data + off) :
	       size == 4 ? *(u32 *)(s->data + off) : *(u16 *)(s->data + off);
}

/* one target at @off of the data; the bytes that it takes there */
static __always_inline u32 target_read(struct slot *s, const struct rms_pointer *p,
				       u64 off, u32 room)
{
	u64 end = RMS_ALIGN(s->rec.arg_in), size, kept;
	struct rms_target *t;
	u32 par;

	par = 2 * end + RMS_ALIGN(s->rec.par_in);
	if (p->offset + 8u > s->rec.par_in || p->length + p->length_size > s->rec.par_in)
		return 0;
	KEPT(off);
	if (off > RMS_SLOT_DATA(cfg.payload_max) + RMS_TARGETS_ROOM - RMS_TARGET_MAX -
		  sizeof(*t) || room < sizeof(*t))
		return 0;
	t = (struct rms_target *)(s->data + off);
	t->addr = data_load(s, par + p->offset, 8);
	size = data_load(s, par + p->length, p->length_size) * p->unit;
	if (!t->addr || !size)
		return 0;
	t->size = size > 0xffffffff ? 0xffffffff : size;
	t->offset = p->offset;
	t->reserved = 0;
	room -= sizeof(*t);
	kept = size < RMS_TARGET_MAX ? size : RMS_TARGET_MAX;
	if (kept > room)
		kept = room;
	if (!kept)
		return 0;
	/* the last word, with the padding; the mask is the verifier's bound */
	end = (kept - 1) & (RMS_TARGET_MAX - 8);
	KEPT(end);
	*(u64 *)(s->data + off + sizeof(*t) + end) = 0;
	end = RMS_ALIGN(kept);
	KEPT(kept);
	if (kept > RMS_TARGET_MAX ||
	    bpf_probe_read_user(s->data + off + sizeof(*t), kept, (void *)t->addr)) {
		kept = 0;
		end = 0;
	}
	t->kept = kept;
	return sizeof(*t) + end;
}

static __always_inline void targets_read(struct slot *s)
{
	struct rms_call *r = &s->rec;
	struct rms_pointers *p;
	u32 at, used = 0, bit;
	u64 key;

	if (r->nr == NV_ESC_RM_CONTROL)
		key = *(u32 *)(s->data + NVOS54_CMD_OFF);
	else
		key = *(u32 *)(s->data + NVOS_CLASS_OFF) | RMS_POINTERS_CLASS;
	bit = rms_pointer_bit(key);
	if (!(live.pointer_bits[bit / 64] >> bit % 64 & 1))
		return;
	p = bpf_map_lookup_elem(&pointers, &key);
	if (!p)
		return;
	at = 2 * RMS_ALIGN(r->arg_in) + 2 * RMS_ALIGN(r->par_in);
	for (u32 i = 0; i < RMS_TARGETS; i++) {
		if (i >= p->n || used > RMS_TARGETS_ROOM)
			break;
		used += target_read(s, &p->at[i], at + used, RMS_TARGETS_ROOM - used);
	}
	r->targets = used;
}

static __always_inline void call_exit(struct task_struct *t, s64 ret)
{
	struct slot *s = TASK_STORAGE(t, 0);
	struct rms_call *r;
	u64 now;
	u32 n;

	if (!s || !s->active)
		return;
	now = bpf_ktime_get_ns();
	r = &s->rec;
	r->ret = ret;
	n = RMS_ALIGN(r->arg_in);
	if (!arg_read(s, n, r->arg_in, r->arg))
		r->flags |= RMS_CALL_ARG_OUT_BAD;
	if (r->par_in) {
		if (data_read(s, 2 * n + RMS_ALIGN(r->par_in), r->par_in, r->par))
			targets_read(s);
		else
			r->flags |= RMS_CALL_PAR_OUT_BAD;
	}
	if (r->flags & RMS_CALL_ARG_CUT &&
	    (r->dev == RMS_DEV_UVM || r->dev == RMS_DEV_UVM_TOOLS))
		status_late(r);
	call_emit(s, now, 0);
}

#endif
