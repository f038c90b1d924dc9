/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which processes count.  A process is watched when it uses a device of the
 * driver or descends from one that did; options narrow (pid, name, cgroup, the
 * command's tree) or widen (all).
 */
#ifndef RMS_WATCH_BPF_H
#define RMS_WATCH_BPF_H

#include "config.bpf.h"
#include <bpf/bpf_core_read.h>

static __always_inline bool filter_says(struct task_struct *t)
{
	char comm[RMS_COMM_LEN] = {};

	if (cfg.filter & RMS_FILTER_COMM) {
		struct task_struct *leader = t->group_leader;

		bpf_probe_read_kernel(comm, sizeof(comm), leader->comm);
		if (!bpf_map_lookup_elem(&comms, comm))
			return false;
	}
	if (cfg.filter & RMS_FILTER_CGROUP &&
	    bpf_current_task_under_cgroup(&cgroups, 0) != 1)
		return false;
	return true;
}

/*
 * Does the current process count?  Without a filter that is everyone but
 * ourselves, at the price of a compare; with one, the answer is kept per
 * process until it execs or ends.
 */
static __always_inline bool process_wanted(struct task_struct *t, u32 tgid)
{
	struct rms_watch w = {}, *known;

	if (tgid == cfg.self)
		return false;
	if (!cfg.filter)
		return true;
	known = bpf_map_lookup_elem(&watched, &tgid);
	if (known)
		return known->wanted;
	if (cfg.filter & RMS_FILTER_TREE)
		return false;
	w.wanted = filter_says(t);
	w.start = t->group_leader->start_boottime;
	bpf_map_update_elem(&watched, &tgid, &w, BPF_NOEXIST);
	return w.wanted;
}

/* watched, for events that are not driver calls */
static __always_inline bool process_watched(u32 tgid)
{
	struct rms_watch *w = bpf_map_lookup_elem(&watched, &tgid);

	return w && w->wanted;
}

/* which device a number is: one compare for a call that is not ours */
static __always_inline u16 device_of(dev_t rdev)
{
	u32 major = rdev >> 20, minor = rdev & 0xfffff;

	if (major == 195) {	/* NVIDIA's, Documentation/admin-guide/devices.txt */
		if (minor == 255)
			return RMS_DEV_CTL;
		return minor == 254 ? RMS_DEV_MODESET : RMS_DEV_GPU;
	}
	if (!major)
		return RMS_DEV_OTHER;
	if (major == live.uvm_major)
		return minor == 1 ? RMS_DEV_UVM_TOOLS : RMS_DEV_UVM;
	if (major == live.caps_major)
		return RMS_DEV_CAPS;
	if (rdev == live.test_rdev)
		return live.test_dev;
	return RMS_DEV_OTHER;
}

#define S_IFMT	0170000
#define S_IFCHR	0020000

#endif
