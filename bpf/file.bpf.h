/* SPDX-License-Identifier: GPL-2.0 */
/* Files and mappings of the driver's devices: the records of open, close,
 * mmap and munmap, whatever hook saw them. */
#ifndef RMS_FILE_BPF_H
#define RMS_FILE_BPF_H

#include "vma.bpf.h"

static __always_inline void open_emit(struct task_struct *t, u16 dev, u32 rdev,
				      s32 fd, s64 ret, u32 flags)
{
	struct rms_open r = {};

	if (!process_wanted(t, t->tgid))
		return;
	if (!ret)
		process_watch(t, t->tgid);
	r.ret = ret;
	r.fd = fd;
	r.dev = dev;
	r.minor = rdev & 0xfffff;
	r.flags = flags;
	comm_fill(r.comm, t);
	emit_main(&r.h, RMS_OPEN, sizeof(r), sizeof(r), bpf_ktime_get_ns());
}

static __always_inline void close_emit(struct task_struct *t, u16 dev, u32 rdev, s32 fd)
{
	struct rms_close r = {};

	if (!process_wanted(t, t->tgid))
		return;
	r.fd = fd;
	r.dev = dev;
	r.minor = rdev & 0xfffff;
	comm_fill(r.comm, t);
	emit_main(&r.h, RMS_CLOSE, sizeof(r), sizeof(r), bpf_ktime_get_ns());
}

/* @r: filled but for header and name */
static __always_inline void mmap_emit(struct task_struct *t, struct rms_mmap *r)
{
	struct rms_devmap_key k = { .addr = r->addr, .pid = t->tgid };
	struct rms_devmap m = { .len = r->len, .dev = r->dev, .minor = r->minor };

	if (!process_wanted(t, t->tgid))
		return;
	if (!r->ret)
		bpf_map_update_elem(&devmaps, &k, &m, BPF_ANY);
	comm_fill(r->comm, t);
	emit_main(&r->h, RMS_MMAP, sizeof(*r), sizeof(*r), bpf_ktime_get_ns());
}

static __always_inline void munmap_enter(struct task_struct *t, u64 addr, u64 len)
{
	struct rms_devmap_key k = { .addr = addr, .pid = t->tgid };
	struct rms_devmap *m = bpf_map_lookup_elem(&devmaps, &k);
	struct rms_munmap r = {};

	if (!m)
		return;
	r.addr = addr;
	r.len = len;
	r.dev = m->dev;
	r.minor = m->minor;
	bpf_map_delete_elem(&devmaps, &k);
	comm_fill(r.comm, t);
	emit_main(&r.h, RMS_MUNMAP, sizeof(r), sizeof(r), bpf_ktime_get_ns());
}

#define VM_PROT_MASK	(VM_READ | VM_WRITE | VM_EXEC)	/* the same bits as PROT_* */

static __always_inline void mmap_of_vma(struct rms_mmap *r, struct vm_area_struct *v)
{
	u64 flags = BPF_CORE_READ(v, vm_flags);

	r->addr = BPF_CORE_READ(v, vm_start);
	r->len = BPF_CORE_READ(v, vm_end) - r->addr;
	r->prot = flags & VM_PROT_MASK;
	r->shared = !!(flags & VM_SHARED);
}

#endif
