// SPDX-License-Identifier: GPL-2.0
/*
 * The life of watched processes: fork, exec, exit, names, new executable
 * mappings.  All but the rare event end at one look-up in the watched map.
 */
#include "call.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

#define SIGNAL_GROUP_EXIT	0x4	/* include/linux/sched/signal.h */

SEC("tp_btf/sched_process_fork")
int BPF_PROG(task_fork, struct task_struct *parent, struct task_struct *child)
{
	u32 tgid = parent->tgid, ctgid = child->tgid;
	struct rms_watch *w = bpf_map_lookup_elem(&watched, &tgid);
	struct rms_fork r = {};
	struct rms_watch cw;

	if (!w || !w->wanted)
		return 0;
	if (ctgid != tgid) {
		cw = *w;
		cw.start = child->start_boottime;
		cw.ended = 0;
		bpf_map_update_elem(&watched, &ctgid, &cw, BPF_ANY);
	}
	r.child_pid = ctgid;
	r.child_tid = child->pid;
	r.start = child->start_boottime;
	comm_fill(r.comm, child);
	emit_urgent(&r.h, RMS_FORK, sizeof(r), sizeof(r), bpf_ktime_get_ns());
	return 0;
}

#define EXEC_NAME_MAX	512	/* bytes kept of an exec's file name */

static __always_inline void exec_emit(struct task_struct *t, pid_t old_pid,
				      struct linux_binprm *bprm)
{
	struct map_room *room = room_take();
	struct rms_exec *x;
	u32 len = 0;
	long n;

	if (!room) {
		urgent_lost();
		return;
	}
	x = (struct rms_exec *)room->path;	/* free until the mappings come */
	__builtin_memset(x, 0, sizeof(*x));
	n = bpf_probe_read_kernel_str(room->path + sizeof(*x), EXEC_NAME_MAX, bprm->filename);
	if (n > 1)	/* at most EXEC_NAME_MAX; the mask tells the verifier */
		len = (n - 1) & (EXEC_NAME_MAX - 1);
	*(u64 *)(room->path + sizeof(*x) + len) = 0;	/* the padding */
	x->name_len = len;
	x->start = t->group_leader->start_boottime;
	x->old_tid = old_pid;
	comm_fill(x->comm, t);
	emit_urgent(&x->h, RMS_EXEC, sizeof(*x), sizeof(*x) + RMS_ALIGN(len),
		    bpf_ktime_get_ns());
	room_give(room);
}

/* an exec may give a thread another tid: its next call is a first one */
static __always_inline void slot_forget(void)
{
	struct slot *s = TASK_STORAGE(bpf_get_current_task_btf(), 0);

	if (s)
		s->rec.enter = 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(task_exec, struct task_struct *t, pid_t old_pid, struct linux_binprm *bprm)
{
	u32 tgid = t->tgid;
	struct rms_watch *w = bpf_map_lookup_elem(&watched, &tgid);
	struct rms_watch named = { .wanted = 1 };

	if (!w && cfg.filter == RMS_FILTER_COMM && filter_says(t)) {
		/* so that its children count, even before it uses the driver */
		named.start = t->group_leader->start_boottime;
		bpf_map_update_elem(&watched, &tgid, &named, BPF_NOEXIST);
		w = bpf_map_lookup_elem(&watched, &tgid);
	}
	if (!w)
		return 0;
	if (cfg.filter & (RMS_FILTER_COMM | RMS_FILTER_CGROUP) && !w->wanted) {
		/* another program now: ask the filter again */
		bpf_map_delete_elem(&watched, &tgid);
		return 0;
	}
	if (!w->wanted)
		return 0;
	exec_emit(t, old_pid, bprm);
	slot_forget();
	w->mapped = 1;
	maps_emit(RMS_MAP_WATCH, 0, true);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(task_exit, struct task_struct *t)
{
	struct task_struct *self = bpf_get_current_task_btf();
	struct slot *s = TASK_STORAGE(self, 0);
	struct rms_exit r = {};
	struct rms_watch *w;
	u32 tgid = t->tgid;

	if (s && s->active)
		call_abandon(s, RMS_CALL_DIED);
	w = bpf_map_lookup_elem(&watched, &tgid);
	if (!w || !w->wanted)
		return 0;
	r.start = t->group_leader->start_boottime;
	/* threads that end at once all find none alive: the first tells */
	r.group = t->signal->live.counter == 0 && !__sync_fetch_and_add(&w->ended, 1);
	r.code = t->exit_code;
	if (t->signal->flags & SIGNAL_GROUP_EXIT)
		r.code = t->signal->group_exit_code;
	else if (r.group)
		r.code = t->group_leader->exit_code;
	comm_fill(r.comm, t);
	emit_urgent(&r.h, RMS_EXIT, sizeof(r), sizeof(r), bpf_ktime_get_ns());
	return 0;
}

/*
 * Nothing of a process comes after this: not the exits of its other threads, nor
 * the closing of its files.  Its number may be another's by now.
 */
SEC("tp_btf/sched_process_free")
int BPF_PROG(task_free, struct task_struct *t)
{
	u32 tgid = t->tgid;
	struct rms_watch *w;

	if (t->pid != tgid)
		return 0;
	w = bpf_map_lookup_elem(&watched, &tgid);
	if (w && (!w->start || w->start == t->start_boottime))
		bpf_map_delete_elem(&watched, &tgid);
	return 0;
}

/* the name that the records of a thread's calls carry */
static __always_inline void slot_rename(struct task_struct *t, const char *comm)
{
	struct slot *s = TASK_STORAGE(t, 0);

	if (s)
		__builtin_memcpy(s->rec.comm, comm, RMS_COMM_LEN);
}

SEC("tp_btf/task_rename")
int BPF_PROG(task_comm, struct task_struct *t, const char *comm)
{
	struct rms_comm r = {};

	if (!process_watched(t->tgid))
		return 0;
	bpf_probe_read_kernel_str(r.comm, sizeof(r.comm), comm);
	slot_rename(t, r.comm);
	emit_urgent(&r.h, RMS_COMM, sizeof(r), sizeof(r), bpf_ktime_get_ns());
	return 0;
}

/* called for each new or changed mapping, to tell perf */
static __always_inline int new_mapping(struct vm_area_struct *v)
{
	struct task_struct *t = bpf_get_current_task_btf();

	if (BPF_CORE_READ(v, vm_flags) & VM_EXEC && BPF_CORE_READ(v, vm_file) &&
	    process_watched(t->tgid))
		map_emit_new(t, v, 0);
	return 0;
}

SEC("fentry/perf_event_mmap")
int BPF_PROG(fentry_new_mapping, struct vm_area_struct *v)
{
	return new_mapping(v);
}

SEC("kprobe/perf_event_mmap")
int BPF_KPROBE(kprobe_new_mapping, struct vm_area_struct *v)
{
	return new_mapping(v);
}
