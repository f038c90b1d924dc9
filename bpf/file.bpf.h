/* SPDX-License-Identifier: GPL-2.0 */
/* Files and mappings of the driver's devices: the records of open, close,
 * mmap and munmap, whatever hook saw them. */
#ifndef RMS_FILE_BPF_H
#define RMS_FILE_BPF_H

#include "vma.bpf.h"

/* a file as a number: the same until its memory serves another file */
static __always_inline u64 file_number(const struct file *f)
{
	u64 n = 0;

	/* read back, since the verifier lets nobody calculate with a pointer */
	bpf_probe_read_kernel(&n, sizeof(n), &f);
	/* times an odd number, so that no two files share one: 2^64 over the
	 * golden ratio */
	return n ? (n ^ cfg.file_key) * 0x9e3779b97f4a7c15ULL : 0;
}

/* @f: NULL: not open */
static __always_inline void open_emit(struct task_struct *t, u16 dev, u32 rdev,
				      s32 fd, s64 ret, u32 flags,
				      const struct file *f)
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
	r.file = file_number(f);
	comm_fill(r.comm, t);
	emit_main(&r.h, RMS_OPEN, sizeof(r), sizeof(r), bpf_ktime_get_ns());
}

static __always_inline void close_emit(struct task_struct *t, u16 dev, u32 rdev,
				       s32 fd, const struct file *f)
{
	struct rms_close r = {};

	if (!process_wanted(t, t->tgid))
		return;
	r.fd = fd;
	r.file = file_number(f);
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

/* ---- what the hooks on the driver's functions saw ----------------------- */

static __always_inline int open_failed(u32 rdev, s64 ret)
{
	if (ret < 0)
		open_emit(bpf_get_current_task_btf(), device_of(rdev), rdev, -1, ret, 0,
			  NULL);
	return 0;
}

static __always_inline int released(u32 rdev, struct file *f)
{
	close_emit(bpf_get_current_task_btf(), device_of(rdev), rdev, -1, f);
	return 0;
}

/* the offset is the one asked for: the driver may have changed the mapping's */
static __always_inline int mapped(u32 rdev, struct vm_area_struct *v, s64 ret)
{
	struct task_struct *t = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(t);
	struct rms_mmap r = {};

	r.dev = device_of(rdev);
	if (r.dev == RMS_DEV_OTHER)
		return 0;
	mmap_of_vma(&r, v);
	r.minor = rdev & 0xfffff;
	r.offset = regs->r9 & ~0xfffull;
	r.fd = regs->r8;	/* mmap(addr, len, prot, flags, fd, offset) */
	r.ret = ret;
	mmap_emit(t, &r);
	return 0;
}

#endif
