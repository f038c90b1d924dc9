/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Knobs and maps, shared by all programs.  They live in maps.bpf.c; every other
 * file sees them as extern, and the linker makes them one.
 */
#ifndef RMS_CONFIG_BPF_H
#define RMS_CONFIG_BPF_H

#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <rmsnoop/record.h>
#include <rmsnoop/shared.h>

#ifdef RMS_MAPS_HERE
#define RMS_EXTERN
#else
#define RMS_EXTERN extern
#endif

/* fixed at load: the verifier sees constants and drops dead branches */
#ifdef RMS_MAPS_HERE
const volatile struct rms_config cfg = {};
struct rms_live live = {};
struct rms_cpu cpus[RMS_CPUS] = {};
#else
extern const volatile struct rms_config cfg;
/* what changes while we run: driver (re)loaded */
extern struct rms_live live;
/* per cpu: sequence numbers and losses; the reader maps them */
extern struct rms_cpu cpus[RMS_CPUS];
#endif

/* one call in flight of a thread; data holds arg_in, arg_out, par_in, par_out,
 * and what pointers in the parameters point to */
struct slot {
	__u64 active;
	__u64 file;		/* vma or inode of an open or mmap under way */
	struct rms_call rec;
	__u8 data[];
};

struct slot_small {
	struct slot s;
	__u8 data[RMS_SLOT_DATA(RMS_PAYLOAD_SMALL) + RMS_TARGETS_SLOT];
};

struct slot_large {
	struct slot s;
	__u8 data[RMS_SLOT_DATA(RMS_PAYLOAD_LARGE) + RMS_TARGETS_SLOT];
};

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct slot_small);
} slots SEC(".maps");

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct slot_large);
} slots_large SEC(".maps");

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 16 << 20);
} ring SEC(".maps");

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 8 << 20);
} urgent SEC(".maps");

/* processes that are watched, by tgid */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, __u32);
	__type(value, struct rms_watch);
} watched SEC(".maps");

/* program names of option -n */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 64);
	__uint(key_size, RMS_COMM_LEN);
	__uint(value_size, 1);
} comms SEC(".maps");

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 1);
	__uint(key_size, 4);
	__uint(value_size, 4);
} cgroups SEC(".maps");

/* bytes behind pAllocParms, by class, for callers that do not say */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 2048);
	__type(key, __u32);
	__type(value, __u32);
} class_sizes SEC(".maps");

/* argument bytes of a UVM request, by rms_uvm_index() */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, RMS_UVM_SIZES);
	__type(key, __u32);
	__type(value, struct rms_uvm_size);
} uvm_sizes SEC(".maps");

/* pointers inside parameter blocks, by command or class */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, __u64);
	__type(value, struct rms_pointers);
} pointers SEC(".maps");

/* device mappings by process and address, so that munmap knows them */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 65536);
	__type(key, struct rms_devmap_key);
	__type(value, struct rms_devmap);
} devmaps SEC(".maps");

/* room to build a signal record; one element a cpu, the value size is set at
 * load from the stack limit */
RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__uint(key_size, 4);
	__uint(value_size, sizeof(struct rms_signal) + RMS_CODE_LEN + 65536);
} signal_room SEC(".maps");

/* room to build a mapping record and to read a node of the maple tree */
struct map_room {
	struct rms_map rec;
	__u8 path[RMS_PATH_MAX + 256];
	__u64 node[32];
	__u32 busy;	/* taken: on a preemptible kernel another may come by */
	__u32 pad;
};

RMS_EXTERN struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct map_room);
} map_rooms SEC(".maps");

#endif
