// SPDX-License-Identifier: GPL-2.0
/*
 * The strategy for kernels without fentry and kprobes, and for drivers with
 * other names: the entry and exit of system calls, told apart by the file's
 * device.  Every system call on the machine passes here, so the first thing is a
 * compare with the few numbers that matter.
 */
#include "call.bpf.h"
#include "file.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

/* arch/x86/entry/syscalls/syscall_64.tbl, and syscall_32.tbl for ioctl */
#define NR_open		2
#define NR_close	3
#define NR_mmap		9
#define NR_munmap	11
#define NR_ioctl	16
#define NR_dup		32
#define NR_dup2		33
#define NR_openat	257
#define NR_dup3		292
#define NR_openat2	437
#define NR32_ioctl	54

#define TS_COMPAT	0x2
#define PROT_EXECUTE	0x4
/* "/dev/nvidia" as two little-endian words */
#define DEV_PREFIX_LO	0x69766e2f7665642fULL
#define DEV_PREFIX_HI	0x616964U

/* which driver device a descriptor is */
static __always_inline u16 fd_device(struct task_struct *t, u32 fd, u32 *ret_rdev,
				     struct file **ret_file)
{
	struct fdtable *fdt;
	struct file *f;

	if (!t->files)
		return RMS_DEV_OTHER;
	fdt = t->files->fdt;
	if (fd >= fdt->max_fds)
		return RMS_DEV_OTHER;
	if (bpf_probe_read_kernel(&f, sizeof(f), fdt->fd + fd) || !f)
		return RMS_DEV_OTHER;
	*ret_file = f;
	*ret_rdev = BPF_CORE_READ(f, f_inode, i_rdev);
	return device_of(*ret_rdev);
}

static __always_inline int enter_close(struct task_struct *t, u32 fd)
{
	struct file *f;
	u32 rdev;
	u16 dev = fd_device(t, fd, &rdev, &f);

	if (dev != RMS_DEV_OTHER)
		close_emit(t, dev, rdev, fd, f);
	return 0;
}

static __always_inline int enter_ioctl(struct task_struct *t, struct pt_regs *regs, bool compat)
{
	u32 fd = compat ? regs->bx : regs->di, request = compat ? regs->cx : regs->si;
	struct file *f;
	u32 rdev;
	u16 dev = fd_device(t, fd, &rdev, &f);

	if (dev != RMS_DEV_OTHER)
		call_enter(t, dev, rdev, fd, request, compat ? (u32)regs->dx : regs->dx,
			   compat ? RMS_CALL_COMPAT : 0);
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(syscall_enter, struct pt_regs *regs, long id)
{
	struct task_struct *t;
	bool compat;

	if (id != NR_ioctl && id != NR_close && id != NR_munmap && id != NR32_ioctl)
		return 0;
	t = bpf_get_current_task_btf();
	compat = t->thread_info.status & TS_COMPAT;
	if (id == (compat ? NR32_ioctl : NR_ioctl))
		return enter_ioctl(t, regs, compat);
	if (compat)
		return 0;
	if (id == NR_close)
		return enter_close(t, regs->di);
	if (id == NR_munmap)
		munmap_enter(t, regs->di, regs->si);
	return 0;
}

/* a failed open is known by its path only */
static __always_inline int open_refused(struct task_struct *t, u64 path, s64 ret)
{
	struct {
		u64 lo;
		u32 hi;
	} name = {};

	if (bpf_probe_read_user(&name, 11, (void *)path) ||
	    name.lo != DEV_PREFIX_LO || name.hi != DEV_PREFIX_HI)
		return 0;
	open_emit(t, RMS_DEV_OTHER, 0, -1, ret, 0, NULL);
	return 0;
}

static __always_inline int exit_open(struct task_struct *t, long id, u64 path, long ret)
{
	struct file *f;
	u32 rdev;
	u16 dev;

	if (ret < 0)
		return id == NR_open || id == NR_openat || id == NR_openat2 ?
			open_refused(t, path, ret) : 0;
	dev = fd_device(t, ret, &rdev, &f);
	if (dev != RMS_DEV_OTHER)
		open_emit(t, dev, rdev, ret, 0, BPF_CORE_READ(f, f_flags), f);
	return 0;
}

/* the length as the kernel rounds it */
#define PAGE_ALIGN(n)	(((n) + 4095) & ~4095ULL)

static __always_inline int exit_mmap(struct task_struct *t, struct pt_regs *regs, long ret)
{
	struct rms_mmap r = {};
	struct file *f;
	u32 rdev;

	r.fd = regs->r8;
	if (r.fd < 0)
		return 0;
	r.dev = fd_device(t, r.fd, &rdev, &f);
	if (ret > 0 && regs->dx & PROT_EXECUTE && process_watched(t->tgid))
		map_emit_new(t, NULL, ret);
	if (r.dev == RMS_DEV_OTHER)
		return 0;
	r.addr = ret > 0 ? ret : regs->di;
	r.ret = ret > 0 ? 0 : ret;
	r.len = PAGE_ALIGN(regs->si);
	r.prot = regs->dx & VM_PROT_MASK;	/* as asked: the driver may give less */
	r.shared = regs->r10 & 1;
	r.minor = rdev & 0xfffff;
	r.offset = regs->r9;
	mmap_emit(t, &r);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(syscall_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *t;
	long id = regs->orig_ax;

	switch (id) {
	case NR_ioctl:
	case NR32_ioctl:
		call_exit(bpf_get_current_task_btf(), ret);
		return 0;
	case NR_open:
	case NR_openat:
	case NR_openat2:
	case NR_dup:
	case NR_dup2:
	case NR_dup3:
		t = bpf_get_current_task_btf();
		if (t->thread_info.status & TS_COMPAT)
			return 0;
		return exit_open(t, id, id == NR_open ? regs->di : regs->si, ret);
	case NR_mmap:
		t = bpf_get_current_task_btf();
		return t->thread_info.status & TS_COMPAT ? 0 : exit_mmap(t, regs, ret);
	}
	return 0;
}
