/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel types, cut by hand to the fields that are used.  CO-RE finds the
 * real offsets at load time, so order and neighbours mean nothing here.
 * Constants that are ABI (map types, helper flags, syscall numbers) are the
 * kernel's own values.
 */
#ifndef __VMLINUX_H__
#define __VMLINUX_H__

typedef unsigned char __u8;
typedef signed char __s8;
typedef unsigned short __u16;
typedef short __s16;
typedef unsigned int __u32;
typedef int __s32;
typedef unsigned long long __u64;
typedef long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef __s64 s64;
typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)

/* include/uapi/linux/bpf.h */
enum bpf_map_type {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_CGROUP_ARRAY = 8,
	BPF_MAP_TYPE_LRU_HASH = 9,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};
#define BPF_ANY				0
#define BPF_NOEXIST			1
#define BPF_F_NO_PREALLOC		(1U << 0)
#define BPF_F_USER_STACK		(1ULL << 8)
#define BPF_F_USER_BUILD_ID		(1ULL << 11)
#define BPF_LOCAL_STORAGE_GET_F_CREATE	(1ULL << 0)
#define BPF_RB_NO_WAKEUP		(1ULL << 0)
#define BPF_RB_FORCE_WAKEUP		(1ULL << 1)
#define BPF_STACK_BUILD_ID_VALID	1

struct bpf_stack_build_id {
	__s32 status;
	unsigned char build_id[20];
	union {
		__u64 offset;
		__u64 ip;
	};
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

typedef int pid_t;
typedef unsigned int dev_t;

struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8;
	unsigned long ax, cx, dx, si, di, orig_ax, ip, cs, flags, sp, ss;
};

struct list_head {
	struct list_head *next, *prev;
};

struct qstr {
	const unsigned char *name;
};

struct super_block {
	dev_t s_dev;
};

struct inode {
	unsigned short i_mode;
	dev_t i_rdev;
	unsigned int i_nlink;
	unsigned long i_ino;
	struct super_block *i_sb;
};

struct dentry {
	struct dentry *d_parent;
	struct qstr d_name;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct file {
	struct inode *f_inode;
	struct path f_path;
	unsigned int f_flags;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct maple_range_64 {
	unsigned long pivot[15];
	void *slot[16];
};

struct maple_arange_64 {
	unsigned long pivot[9];
	void *slot[10];
};

struct maple_tree {
	void *ma_root;
};

struct vm_area_struct {
	unsigned long vm_start;
	unsigned long vm_end;
	unsigned long vm_flags;
	unsigned long vm_pgoff;
	struct file *vm_file;
};

struct mm_context {
	void *vdso;
};

typedef struct {
	void *vdso;
} mm_context_t;

struct mm_struct {
	struct maple_tree mm_mt;
	unsigned long start_brk;
	unsigned long brk;
	unsigned long start_stack;
	int map_count;
	mm_context_t context;
};

struct thread_info {
	u32 status;
};

struct thread_struct {
	unsigned long fsbase;
	unsigned long gsbase;
	unsigned long cr2;
	unsigned long trap_nr;
	unsigned long error_code;
};

typedef struct {
	int counter;
} atomic_t;

struct signal_struct {
	atomic_t live;
	unsigned int flags;
	int group_exit_code;
};

struct task_struct {
	struct thread_info thread_info;
	pid_t pid;
	pid_t tgid;
	int exit_code;
	struct mm_struct *mm;
	struct task_struct *group_leader;
	u64 start_boottime;
	char comm[16];
	struct files_struct *files;
	struct signal_struct *signal;
	unsigned long sas_ss_sp;
	unsigned long sas_ss_size;
	struct thread_struct thread;
};

struct linux_binprm {
	const char *filename;
};

typedef struct {
	unsigned int val;
} kuid_t;

union __sifields {
	struct {
		pid_t _pid;
		unsigned int _uid;
	} _kill;
	struct {
		void *_addr;
	} _sigfault;
};

struct kernel_siginfo {
	int si_signo;
	int si_errno;
	int si_code;
	union __sifields _sifields;
};

struct sigaction {
	void *sa_handler;
};

struct k_sigaction {
	struct sigaction sa;
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

#pragma clang attribute pop

#endif
