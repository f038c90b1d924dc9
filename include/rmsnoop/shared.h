/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What BPF programs and their loader share besides the record format: knobs,
 * counters, the values of maps.  Not an ABI: both come from one build.
 */
#ifndef RMSNOOP_SHARED_H
#define RMSNOOP_SHARED_H

#include <rmsnoop/record.h>

#define RMS_CPUS		1024	/* a power of two; higher cpus share */
#define RMS_RINGS		2
#define RMS_RING_MAIN		0
#define RMS_RING_URGENT		1

/* captured bytes of an argument or a parameter block: what the two slot
 * maps are made for */
#define RMS_PAYLOAD_SMALL	4096
#define RMS_PAYLOAD_LARGE	16384
#define RMS_STACK_MAX		(256 << 10)

/* argument of RM_CONTROL and RM_ALLOC, the calls with a parameter block */
#define RMS_ARG_MAX_PAR		64

/* arg_in, arg_out and par_in, par_out of a slot, each padded; 16 spare */
#define RMS_SLOT_DATA(payload)	(2 * RMS_ARG_MAX_PAR + 2 * (payload) + 16)

/* memory behind pointers of a parameter block: pointers followed, bytes kept of
 * each, and room for all with their headers */
#define RMS_TARGETS		4
#define RMS_TARGET_MAX		1024
#define RMS_TARGETS_ROOM	2048
#define RMS_TARGETS_SLOT	(RMS_TARGETS_ROOM + 64)	/* the verifier counts coarsely */

#define RMS_UVM_SIZES		256
/* UVM_INITIALIZE and UVM_DEINITIALIZE lie apart: 0x30000001 and ...2 */
#define RMS_UVM_INIT_BASE	0x30000000u

/* rms_config.filter: which processes count; none: all */
#define RMS_FILTER_TREE		0x1	/* only those in watched */
#define RMS_FILTER_COMM		0x2
#define RMS_FILTER_CGROUP	0x4

struct rms_config {
	__u32 self;		/* our own tgid, never traced */
	__u32 filter;		/* RMS_FILTER_* */
	__u32 all;		/* signals of processes without the driver too */
	__u32 payload_max;
	__u32 stack_max;
	__u32 wake_bytes;	/* per cpu: wake the reader after so many */
	__u32 large;		/* slots_large is in use */
	__u32 calls;		/* driver calls are wanted */
	__u64 file_key;		/* hides the addresses behind rms_open.file */
};

/* key of a class in the map of pointers; commands are their own */
#define RMS_POINTERS_CLASS	(1ull << 32)

/* numbers whose parameters have pointers, by a hash: most have none */
#define RMS_POINTER_BITS	4096
static inline __u32 rms_pointer_bit(__u64 key)
{
	return (key ^ key >> 12 ^ key >> 24) & (RMS_POINTER_BITS - 1);
}

struct rms_live {
	__u32 uvm_major;	/* 0: not loaded */
	__u32 caps_major;
	__u32 alloc_has_size;	/* RM_ALLOC carries paramsSize (535 on) */
	__u32 test_rdev;	/* a device that stands in, kernel dev_t; 0: none */
	__u32 test_dev;		/* enum rms_dev it stands in for */
	__u64 pointer_bits[RMS_POINTER_BITS / 64];
};

struct rms_cpu {
	__u64 made[RMS_RINGS];		/* sequence numbers given out */
	__u64 lost[RMS_RINGS];		/* of them, without room */
	__u64 no_storage;		/* calls without room for their entry */
	__u64 no_return;		/* returns not seen */
	__u64 bytes;			/* since the last wake-up */
	__u64 pad;
};

struct rms_watch {
	__u64 start;	/* start time of the process */
	__u32 wanted;	/* 0: the filter said no */
	__u32 mapped;	/* its executable mappings have been told */
	__u32 ended;	/* its end has been told */
	__u32 pad;
};

/* the argument of a UVM request, which carries no size */
struct rms_uvm_size {
	__u32 size;	/* bytes, 0: none or unknown */
	__u32 status;	/* offset of its RM status, RMS_NO_STATUS: none */
};
#define RMS_NO_STATUS	(~0U)

/* the index of a request in uvm_sizes */
static inline __u32 rms_uvm_index(__u32 request)
{
	return request < RMS_UVM_INIT_BASE ? request :
		RMS_UVM_SIZES - 4 + (request - RMS_UVM_INIT_BASE);
}

/* the pointers in the parameters of a command or a class */
struct rms_pointers {
	__u32 n;
	__u32 pad;
	struct rms_pointer {
		__u16 offset;		/* of the pointer */
		__u16 length;		/* of the field that tells how much */
		__u16 length_size;	/* its bytes: 2 or 4 */
		__u16 unit;		/* bytes that one of it stands for */
	} at[RMS_TARGETS];
};

struct rms_devmap_key {
	__u64 addr;
	__u32 pid;
	__u32 pad;
};

struct rms_devmap {
	__u64 len;
	__u16 dev;
	__u16 minor;
	__u32 pad;
};

#endif
