// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's front door by rmsnoop.ko's tracepoints (kmod/trace.h).  They stay
 * attached while the driver's modules come and go.
 *
 * From 6.12 on the verifier takes a tracepoint's arguments for what may be NULL, since
 * some tracepoints' are; these are not.
 */
#include "driver.bpf.h"
#include "file.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

SEC("tp_btf/rmsnoop_ioctl_enter")
int BPF_PROG(module_ioctl_enter, struct file *f, u32 request, unsigned long arg)
{
	if (f)
		driver_enter(bpf_get_current_task_btf(), f->f_inode->i_rdev, request, arg);
	return 0;
}

SEC("tp_btf/rmsnoop_ioctl_exit")
int BPF_PROG(module_ioctl_exit, struct file *f, u32 request, long ret)
{
	call_exit(bpf_get_current_task_btf(), ret);
	return 0;
}

SEC("tp_btf/rmsnoop_open")
int BPF_PROG(module_open, struct inode *i, int ret)
{
	return i ? open_failed(i->i_rdev, ret) : 0;
}

SEC("tp_btf/rmsnoop_release")
int BPF_PROG(module_release, struct inode *i, struct file *f)
{
	return i ? released(i->i_rdev, f) : 0;
}

SEC("tp_btf/rmsnoop_mmap")
int BPF_PROG(module_mmap, struct file *f, struct vm_area_struct *v, int ret)
{
	return f && v ? mapped(f->f_inode->i_rdev, v, ret) : 0;
}
