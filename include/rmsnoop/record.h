/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record format: what the kernel side writes into its rings, what a
 * recorded file holds behind its header, and what user space reads.
 *
 * Every record starts with struct rms_hdr.  Its size counts the whole record,
 * header included, and is a multiple of 8.  After the fixed part of a kind
 * come its variable bytes, each block padded with zeroes to a multiple of 8.
 * All numbers are little-endian; no pointers, no enums, no implicit padding.
 *
 * Growth: new kinds take new numbers; a kind grows only at the end of its
 * fixed part, whose length the record says (hdr.fixed), so that an older
 * reader skips what it does not know and a newer one sees what is absent.
 * RMS_WIRE_VERSION changes only when that rule had to be broken.
 */
#ifndef RMSNOOP_RECORD_H
#define RMSNOOP_RECORD_H

#ifndef __VMLINUX_H__
#include <linux/types.h>
#endif

#define RMS_WIRE_VERSION	1
#define RMS_COMM_LEN		16	/* TASK_COMM_LEN */
#define RMS_BUILD_ID_LEN	20	/* BPF_BUILD_ID_SIZE: SHA-1 */
#define RMS_PATH_MAX		1024	/* path bytes kept of one mapping */
#define RMS_CODE_BEFORE		64	/* code bytes captured before ip */
#define RMS_CODE_LEN		192	/* ... and in all */
#define RMS_MAPS_MAX		8192	/* mappings captured of one process */

#define RMS_ALIGN(n)		(((n) + 7u) & ~7u)

#define RMS_EVENT(nr, NAME, name, st, ring) RMS_##NAME = nr,
enum rms_kind {
#include <rmsnoop/events.def>
};
#undef RMS_EVENT

struct rms_hdr {
	__u32 size;	/* bytes of the whole record, multiple of 8 */
	__u16 kind;	/* enum rms_kind */
	__u16 fixed;	/* bytes of the fixed part, this header included */
	__u64 time;	/* CLOCK_MONOTONIC, ns, when the record was made */
	__u32 pid;	/* process (thread group) id, initial pid namespace */
	__u32 tid;	/* thread id, likewise */
	__u32 cpu;
	__u32 seq;	/* per cpu and ring, from 0; counts lost records too */
};

/* which device a file is: by its number or by the hooked function, never by
 * the ioctl's number */
enum rms_dev {
	RMS_DEV_OTHER = 0,
	RMS_DEV_CTL = 1,	/* nvidiactl: major 195, minor 255 */
	RMS_DEV_GPU = 2,	/* nvidiaN: major 195, minor N */
	RMS_DEV_MODESET = 3,	/* nvidia-modeset: major 195, minor 254 */
	RMS_DEV_UVM = 4,	/* nvidia-uvm: dynamic major, minor 0 */
	RMS_DEV_UVM_TOOLS = 5,	/* nvidia-uvm-tools: the same, minor 1 */
	RMS_DEV_CAPS = 6,	/* nvidia-caps: dynamic major */
};

/* rms_call.flags */
#define RMS_CALL_XFER		0x0001	/* came wrapped in NV_ESC_IOCTL_XFER_CMD */
#define RMS_CALL_COMPAT		0x0002	/* compat_ioctl: a 32-bit caller */
#define RMS_CALL_NO_RETURN	0x0004	/* its return was not seen */
#define RMS_CALL_DIED		0x0008	/* the thread ended inside the call */
#define RMS_CALL_NO_ENTRY	0x0010	/* its entry was not seen */
#define RMS_CALL_ARG_IN_BAD	0x0020	/* argument unreadable at entry */
#define RMS_CALL_ARG_OUT_BAD	0x0040	/* ... at return */
#define RMS_CALL_PAR_IN_BAD	0x0080	/* parameter block unreadable at entry */
#define RMS_CALL_PAR_OUT_BAD	0x0100	/* ... at return */
#define RMS_CALL_ARG_CUT	0x0200	/* argument longer than the limit */
#define RMS_CALL_PAR_CUT	0x0400	/* parameter block longer than the limit */
#define RMS_CALL_SIZE_GUESS	0x0800	/* a size came from the tables */
#define RMS_CALL_LATE_STATUS	0x1000	/* late_status is valid */

/*
 * One driver call, made when it returns (or when it is known that it will
 * not).  Behind the fixed part: arg_in, arg_out, par_in, par_out bytes, in
 * this order, each block padded to 8; then targets bytes of rms_target, the memory
 * behind pointers in the parameter block, as it was after the call.  For RMS_INFLIGHT the call has not
 * returned: ret, arg_out and par_out mean nothing.
 */
struct rms_call {
	struct rms_hdr h;
	__u64 enter;	/* CLOCK_MONOTONIC ns at entry; h.time is the return */
	__s64 ret;	/* what the ioctl returned: >= 0 or -errno */
	__u64 arg;	/* user address of the argument, unwrapped */
	__u64 par;	/* user address of the parameter block, 0: none */
	__u32 request;	/* the request as the caller gave it */
	__s32 fd;
	__u32 nr;	/* escape or UVM number, unwrapped */
	__u32 flags;	/* RMS_CALL_* */
	__u32 arg_size;	/* bytes declared */
	__u32 par_size;	/* bytes declared */
	__u32 arg_in;	/* bytes captured behind the fixed part */
	__u32 arg_out;
	__u32 par_in;
	__u32 par_out;
	__u16 dev;	/* enum rms_dev */
	__u16 minor;
	__u32 late_status;	/* the status, where it lies behind what was kept */
	char comm[RMS_COMM_LEN];	/* of the thread */
	__u32 targets;		/* bytes of struct rms_target and what they hold */
	__u32 pad;
};

/* what a pointer in the parameter block points to: kept bytes follow, padded to 8 */
struct rms_target {
	__u64 addr;
	__u32 size;	/* bytes there, by the block */
	__u32 kept;	/* 0: it could not be read */
	__u32 offset;	/* of the pointer in the block */
	__u32 reserved;	/* 0 */
};

/* a file of the driver was opened (or could not be: ret) */
struct rms_open {
	struct rms_hdr h;
	__s64 ret;	/* 0 or -errno */
	__s32 fd;	/* -1: none */
	__u16 dev;
	__u16 minor;
	__u32 flags;	/* open(2) flags; 0 where unknown */
	__u32 pad;
	char comm[RMS_COMM_LEN];
	__u64 file;	/* a number for the open file; 0: none told */
};

struct rms_close {
	struct rms_hdr h;
	__s32 fd;	/* -1: the last reference went, fd unknown */
	__u16 dev;
	__u16 minor;
	char comm[RMS_COMM_LEN];
	__u64 file;	/* as in rms_open */
};

struct rms_mmap {
	struct rms_hdr h;
	__u64 addr;	/* where it is (asked for, when it failed) */
	__u64 len;
	__u64 offset;	/* bytes */
	__s64 ret;	/* 0 or -errno */
	__u32 prot;	/* PROT_* */
	__u32 shared;	/* 1: MAP_SHARED */
	__s32 fd;
	__u16 dev;
	__u16 minor;
	char comm[RMS_COMM_LEN];
};

struct rms_munmap {
	struct rms_hdr h;
	__u64 addr;
	__u64 len;
	__u16 dev;	/* of the mapping at addr */
	__u16 minor;
	__u32 pad;
	char comm[RMS_COMM_LEN];
};

/* x86-64 registers, in the order of struct user_regs_struct */
enum rms_reg {
	RMS_REG_R15, RMS_REG_R14, RMS_REG_R13, RMS_REG_R12, RMS_REG_BP,
	RMS_REG_BX, RMS_REG_R11, RMS_REG_R10, RMS_REG_R9, RMS_REG_R8,
	RMS_REG_AX, RMS_REG_CX, RMS_REG_DX, RMS_REG_SI, RMS_REG_DI,
	RMS_REG_ORIG_AX, RMS_REG_IP, RMS_REG_CS, RMS_REG_FLAGS, RMS_REG_SP,
	RMS_REG_SS, RMS_REG_FS_BASE, RMS_REG_GS_BASE,
	RMS_REG_N
};

/* rms_signal.flags */
#define RMS_SIG_FATAL		0x0001	/* default action: it kills */
#define RMS_SIG_HANDLER		0x0002	/* a handler is called */
#define RMS_SIG_IGNORED		0x0004
#define RMS_SIG_ADDR		0x0008	/* si_addr holds a fault address */
#define RMS_SIG_KERNEL		0x0010	/* raised by the kernel, not sent */
#define RMS_SIG_BUILD_ID	0x0020	/* build_id and offset are valid */
#define RMS_SIG_ONSTACK		0x0040	/* thread was on its alternate stack */
#define RMS_SIG_CODE_BAD	0x0080	/* some code bytes were unreadable */
#define RMS_SIG_STACK_BAD	0x0100	/* the stack ended before the limit */
#define RMS_SIG_COMPAT		0x0200	/* a 32-bit thread */

/*
 * A signal that reports a fault reached a thread.  Behind the fixed part: code
 * bytes, stack bytes.  Its mappings follow as MAP records and one MAPS_END,
 * all with snapshot = this record's h.time and this tid.
 */
struct rms_signal {
	struct rms_hdr h;
	__s32 sig;
	__s32 code;		/* si_code */
	__u32 flags;		/* RMS_SIG_* */
	__s32 sender_pid;	/* si_pid, when sent by a process */
	__u32 sender_uid;
	__u32 reserved;	/* 0 */
	__u64 addr;		/* si_addr */
	__u64 trap;		/* thread.trap_nr: 14 page fault, 13 #GP ... */
	__u64 error;		/* thread.error_code */
	__u64 cr2;		/* thread.cr2: last page-fault address */
	__u64 handler;		/* sa_handler; 0 default, 1 ignore */
	__u64 start;		/* process start time, ns since boot */
	__u64 regs[RMS_REG_N];	/* the user context, enum rms_reg */
	__u64 code_addr;	/* address of the first code byte kept */
	__u64 stack_addr;	/* ... of the first stack byte */
	__u32 code_len;
	__u32 stack_len;
	__u64 file_offset;	/* of ip in its file, with RMS_SIG_BUILD_ID */
	__u8 build_id[RMS_BUILD_ID_LEN];	/* of the file at ip */
	__u32 pad;
	char comm[RMS_COMM_LEN];	/* of the thread */
	char pcomm[RMS_COMM_LEN];	/* of the thread group's leader */
};

/* rms_map.prot, as in /proc/PID/maps */
#define RMS_MAP_READ		0x1
#define RMS_MAP_WRITE		0x2
#define RMS_MAP_EXEC		0x4
#define RMS_MAP_SHARED		0x8

/* rms_map.flags */
#define RMS_MAP_DELETED		0x01	/* the file has no name any more */
#define RMS_MAP_HEAP		0x02
#define RMS_MAP_STACK		0x04
#define RMS_MAP_VDSO		0x08
#define RMS_MAP_GROWSDOWN	0x10
#define RMS_MAP_PATH_CUT	0x20	/* the front of the path is missing */
#define RMS_MAP_SAME_FILE	0x40	/* path and build-id: as the record before */
#define RMS_MAP_CHARDEV		0x80	/* dev is rdev of a character device */
#define RMS_MAP_BUILD_ID	0x100	/* build_id is valid */
#define RMS_MAP_PLAIN_PATH	0x200	/* path is an ordinary string */

/* rms_map.why */
enum rms_map_why {
	RMS_MAP_WATCH = 1,	/* the process became watched */
	RMS_MAP_NEW = 2,	/* a new executable mapping */
	RMS_MAP_CRASH = 3,	/* at a signal: all mappings */
	RMS_MAP_PROC = 4,	/* read from /proc by the reader */
};

/*
 * One mapping.  Behind the fixed part: path_len bytes.  From the kernel they
 * are the components from the file upwards, each with its NUL: "libc.so.6\0"
 * "lib\0" "usr\0" for /usr/lib/libc.so.6; with RMS_MAP_PLAIN_PATH they
 * are an ordinary string without NUL.
 */
struct rms_map {
	struct rms_hdr h;
	__u64 snapshot;	/* which set it belongs to; 0: none */
	__u64 start;
	__u64 end;
	__u64 offset;	/* bytes into the file */
	__u64 inode;
	__u32 major;
	__u32 minor;
	__u32 prot;	/* RMS_MAP_READ ... */
	__u32 flags;
	__u16 why;	/* enum rms_map_why */
	__u16 path_len;
	__u32 index;	/* in its set, from 0 */
	__u8 build_id[RMS_BUILD_ID_LEN];
	__u32 pad;
};

struct rms_maps_end {
	struct rms_hdr h;
	__u64 snapshot;
	__u32 count;	/* MAP records made for it */
	__u32 lost;	/* of them, how many found no room */
	__u32 total;	/* mappings the process has by its own count */
	__u16 why;
	__u16 pad;
};

struct rms_fork {
	struct rms_hdr h;	/* pid, tid: the parent */
	__u32 child_pid;
	__u32 child_tid;	/* == child_pid: a process, else a thread */
	__u64 start;		/* the child's start time, ns since boot */
	char comm[RMS_COMM_LEN];
};

/* behind the fixed part: the file name given to execve */
struct rms_exec {
	struct rms_hdr h;
	__u64 start;
	__u32 old_tid;	/* the thread that called exec */
	__u32 name_len;
	char comm[RMS_COMM_LEN];	/* the new one */
};

/* a thread ended */
struct rms_exit {
	struct rms_hdr h;
	__u64 start;
	__u32 code;	/* as in wait(2)'s status */
	__u32 group;	/* 1: no thread is alive, the process is gone; exits of
			 * threads that ended at the same time may follow */
	char comm[RMS_COMM_LEN];
};

struct rms_comm {
	struct rms_hdr h;
	char comm[RMS_COMM_LEN];	/* the new one */
};

/* causes of a loss */
enum rms_loss {
	RMS_LOSS_RING = 0,	/* no room in the ring */
	RMS_LOSS_STORAGE = 1,	/* no memory for a call in flight */
	RMS_LOSS_RETURN = 2,	/* returns missed by a kretprobe: the call was recorded without */
	RMS_LOSS_FILE = 3,	/* the recording ended early */
	RMS_LOSS_N
};

/* records are missing here */
struct rms_gap {
	struct rms_hdr h;	/* cpu: whose records; pid, tid: 0 */
	__u64 count;
	__u32 cause;		/* enum rms_loss */
	__u32 ring;		/* 0 main, 1 urgent */
};

/* a message of the driver in the kernel log, "NVRM: Xid ...", as it was written;
 * pid and tid are of whoever ran then, which need not be the process it is about.
 * Behind the fixed part: the text */
struct rms_nvrm {
	struct rms_hdr h;
	__u32 len;
	__u32 cut;	/* 1: it was longer */
	char comm[RMS_COMM_LEN];
};

/* behind the fixed part: text, "535.261.03", or nothing when it was unloaded */
struct rms_driver {
	struct rms_hdr h;
	__u32 len;
	__u32 pad;
};

/* what /proc told of a process that was there before the tracer.
 * Behind the fixed part: the command line, words separated by NULs */
struct rms_process {
	struct rms_hdr h;
	__u64 start;
	__u32 ppid;
	__u32 len;
	char comm[RMS_COMM_LEN];
};

/* what the reader found a mapped file to be, when it first saw it.
 * Behind the fixed part: the path */
struct rms_file {
	struct rms_hdr h;
	__u64 inode;
	__u32 major;
	__u32 minor;
	__u64 size;
	__u32 build_id_len;
	__u32 path_len;
	__u8 build_id[64];
};

/* the last record: what was made and lost in all */
struct rms_end {
	struct rms_hdr h;
	__u64 received;	/* records that the kernel side made and the reader got */
	__u64 lost[RMS_LOSS_N];
};

#define RMS_SIZE_IS(st, n) \
	_Static_assert(sizeof(struct rms_##st) == (n), "size of rms_" #st)
RMS_SIZE_IS(hdr, 32);
RMS_SIZE_IS(call, 136);
RMS_SIZE_IS(target, 24);
RMS_SIZE_IS(open, 80);
RMS_SIZE_IS(close, 64);
RMS_SIZE_IS(mmap, 96);
RMS_SIZE_IS(munmap, 72);
RMS_SIZE_IS(signal, 376);
RMS_SIZE_IS(map, 120);
RMS_SIZE_IS(maps_end, 56);
RMS_SIZE_IS(fork, 64);
RMS_SIZE_IS(exec, 64);
RMS_SIZE_IS(exit, 64);
RMS_SIZE_IS(comm, 48);
RMS_SIZE_IS(gap, 48);
RMS_SIZE_IS(driver, 40);
RMS_SIZE_IS(process, 64);
RMS_SIZE_IS(file, 128);
RMS_SIZE_IS(end, 72);

#define RMS_FILE_MAGIC	"RMSNOOP\n"

/*
 * A recorded file: this header, meta_len bytes of "key=value\n" lines (kernel,
 * machine, driver, attach, clock_offset, command, limits ...; padded with NULs to a
 * multiple of 8), then records as above, an END record last.
 */
struct rms_file_hdr {
	char magic[8];
	__u32 version;	/* RMS_WIRE_VERSION */
	__u32 meta_len;	/* multiple of 8 */
};
RMS_SIZE_IS(file_hdr, 16);

#endif
