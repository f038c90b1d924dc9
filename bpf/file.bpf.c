// SPDX-License-Identifier: GPL-2.0
/*
 * Opening, closing and mapping of the driver's devices, by the driver-side
 * strategies.  A file gets its descriptor after the driver's open has returned:
 * so success is seen at fd_install(), with the number, and only failure
 * at the driver's open.
 */
#include "call.bpf.h"
#include "file.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

static __always_inline int installed(u32 fd, struct file *f)
{
	u32 rdev = BPF_CORE_READ(f, f_inode, i_rdev);
	u16 dev = device_of(rdev);

	if (dev != RMS_DEV_OTHER)
		open_emit(bpf_get_current_task_btf(), dev, rdev, fd, 0,
			  BPF_CORE_READ(f, f_flags), f);
	return 0;
}

/* ---- fentry and fexit ------------------------------------------------- */

SEC("fentry")
int BPF_PROG(fentry_fd_install, unsigned int fd, struct file *f)
{
	return installed(fd, f);
}

SEC("fentry")
int BPF_PROG(fentry_munmap, const struct pt_regs *regs)
{
	munmap_enter(bpf_get_current_task_btf(), PT_REGS_PARM1_CORE(regs),
		     PT_REGS_PARM2_CORE(regs));
	return 0;
}

#define DRIVER_FILE(name)						\
SEC("fexit")								\
int BPF_PROG(fexit_##name##_open, struct inode *i, struct file *f, int ret) \
{									\
	return open_failed(BPF_CORE_READ(i, i_rdev), ret);		\
}									\
SEC("fentry")								\
int BPF_PROG(fentry_##name##_release, struct inode *i, struct file *f)	\
{									\
	return released(BPF_CORE_READ(i, i_rdev), f);			\
}									\
SEC("fexit")								\
int BPF_PROG(fexit_##name##_mmap, struct file *f, struct vm_area_struct *v, int ret) \
{									\
	return mapped(BPF_CORE_READ(f, f_inode, i_rdev), v, ret);	\
}
DRIVER_FILE(nv)
DRIVER_FILE(uvm)

/* ---- kprobe and kretprobe --------------------------------------------- */

SEC("kprobe")
int BPF_KPROBE(kprobe_fd_install, unsigned int fd, struct file *f)
{
	return installed(fd, f);
}

SEC("kprobe")
int BPF_KPROBE(kprobe_munmap, struct pt_regs *regs)
{
	munmap_enter(bpf_get_current_task_btf(), PT_REGS_PARM1_CORE(regs),
		     PT_REGS_PARM2_CORE(regs));
	return 0;
}

/* what a return probe needs of its entry waits in the thread's slot */
static __always_inline int keep(u64 what)
{
	struct slot *s = TASK_STORAGE(bpf_get_current_task_btf(),
				      BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (s)
		s->file = what;
	return 0;
}

static __always_inline u64 kept(void)
{
	struct slot *s = TASK_STORAGE(bpf_get_current_task_btf(), 0);
	u64 what;

	if (!s)
		return 0;
	what = s->file;
	s->file = 0;
	return what;
}

SEC("kprobe")
int BPF_KPROBE(kprobe_open, struct inode *i)
{
	return keep((u64)i);
}

SEC("kretprobe")
int BPF_KRETPROBE(kretprobe_open, int ret)
{
	struct inode *i = (struct inode *)kept();

	return i ? open_failed(BPF_CORE_READ(i, i_rdev), ret) : 0;
}

SEC("kprobe")
int BPF_KPROBE(kprobe_release, struct inode *i, struct file *f)
{
	return released(BPF_CORE_READ(i, i_rdev), f);
}

SEC("kprobe")
int BPF_KPROBE(kprobe_mmap, struct file *f, struct vm_area_struct *v)
{
	return keep((u64)v);
}

SEC("kretprobe")
int BPF_KRETPROBE(kretprobe_mmap, int ret)
{
	struct task_struct *t = bpf_get_current_task_btf();
	struct vm_area_struct *v = (struct vm_area_struct *)kept();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(t);
	struct file *f;
	u32 fd = regs->r8;

	/* by the descriptor: a driver may have put another file behind v */
	if (!v || fd >= BPF_CORE_READ(t, files, fdt, max_fds))
		return 0;
	bpf_probe_read_kernel(&f, sizeof(f), BPF_CORE_READ(t, files, fdt, fd) + fd);
	return mapped(BPF_CORE_READ(f, f_inode, i_rdev), v, ret);
}
