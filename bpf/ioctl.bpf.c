// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's ioctl path, by each attach strategy.  The loader loads the
 * programs of one strategy only and names their targets, which differ between
 * driver versions.
 */
#include "call.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

#define TS_COMPAT	0x2	/* arch/x86/include/asm/thread_info.h */

/* compat_ioctl may be the same function: the thread says which it is */
static __always_inline void driver_enter(u16 dev, u32 rdev, struct task_struct *t,
					 u32 request, u64 arg)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(t);

	if (t->thread_info.status & TS_COMPAT)
		call_enter(t, dev, rdev, regs->bx, request, arg, RMS_CALL_COMPAT);
	else
		call_enter(t, dev, rdev, regs->di, request, arg, 0);
}

/* ---- fentry and fexit: one program a target --------------------------- */

static __always_inline int fentry_enter(struct file *f, u32 request, u64 arg)
{
	u32 rdev = f->f_inode->i_rdev;
	u16 dev = device_of(rdev);

	if (dev != RMS_DEV_OTHER)
		driver_enter(dev, rdev, bpf_get_current_task_btf(), request, arg);
	return 0;
}

#define DRIVER_IOCTL(name)							\
SEC("fentry")									\
int BPF_PROG(fentry_##name, struct file *f, unsigned int request, unsigned long arg) \
{										\
	return fentry_enter(f, request, arg);					\
}										\
SEC("fexit")									\
int BPF_PROG(fexit_##name, struct file *f, unsigned int request, unsigned long arg, \
	     long ret)								\
{										\
	call_exit(bpf_get_current_task_btf(), ret);				\
	return 0;								\
}
DRIVER_IOCTL(nv_ioctl)
DRIVER_IOCTL(nv_compat)
DRIVER_IOCTL(uvm_ioctl)
DRIVER_IOCTL(modeset_ioctl)

/* ---- kprobe and kretprobe: one program for every target --------------- */

SEC("kprobe")
int BPF_KPROBE(kprobe_ioctl, struct file *f, unsigned int request, unsigned long arg)
{
	u32 rdev = BPF_CORE_READ(f, f_inode, i_rdev);
	u16 dev = device_of(rdev);

	if (dev != RMS_DEV_OTHER)
		driver_enter(dev, rdev, bpf_get_current_task_btf(), request, arg);
	return 0;
}

SEC("kretprobe")
int kretprobe_ioctl(struct pt_regs *ctx)
{
	call_exit(bpf_get_current_task_btf(), PT_REGS_RC(ctx));
	return 0;
}
