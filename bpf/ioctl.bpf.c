// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's ioctl path, by each attach strategy.  The loader loads the
 * programs of one strategy only and names their targets, which differ between
 * driver versions.
 */
#include "driver.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

/* ---- fentry and fexit: one program a target --------------------------- */

static __always_inline int fentry_enter(struct file *f, u32 request, u64 arg)
{
	driver_enter(bpf_get_current_task_btf(), f->f_inode->i_rdev, request, arg);
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
	driver_enter(bpf_get_current_task_btf(), BPF_CORE_READ(f, f_inode, i_rdev),
		     request, arg);
	return 0;
}

SEC("kretprobe")
int kretprobe_ioctl(struct pt_regs *ctx)
{
	call_exit(bpf_get_current_task_btf(), PT_REGS_RC(ctx));
	return 0;
}
