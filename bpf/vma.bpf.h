/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mappings of a process, walked in place.  The kernel's own iterator
 * wants interrupts enabled and a kernel that has it; at a signal they are off.
 * So the maple tree is read as it lies (6.1 on), each step a fresh descent from the
 * root: a tree changed meanwhile by another thread gives an older or
 * newer mapping, never a loop without end.
 *
 * Tree facts (lib/maple_tree.c): a root with low bits 10, above 4096, is a node; bits
 * 3-6 of a node's entry are the type, dense 0, leaf 1, range 2, range with gaps 3; the
 * rest above bit 8 is the address.  Slot i covers what lies behind pivot i-1 up to
 * pivot i; a pivot of 0 past the first ends the node.
 */
#ifndef RMS_VMA_BPF_H
#define RMS_VMA_BPF_H

#include "watch.bpf.h"
#include "emit.bpf.h"
#include <bpf/bpf_core_read.h>

#define MAPLE_DEPTH	8
#define MAPLE_SLOTS	16
#define MAPLE_ARANGE	3
#define MAPLE_LEAF_MAX	1
#define MAPLE_IS_ROOT_NODE(e) (((e) & 3) == 2 && (e) > 4096)

#define VM_READ		0x1
#define VM_WRITE	0x2
#define VM_EXEC		0x4
#define VM_SHARED	0x8
#define VM_GROWSDOWN	0x100

#define PATH_DEPTH	32

/* this cpu's room, for one at a time; NULL: somebody else is in there */
static __always_inline struct map_room *room_take(void)
{
	u32 zero = 0;
	struct map_room *room = bpf_map_lookup_elem(&map_rooms, &zero);

	if (!room || __sync_lock_test_and_set(&room->busy, 1))
		return NULL;
	return room;
}

static __always_inline void room_give(struct map_room *room)
{
	room->busy = 0;
}

/* where a descent stands */
struct maple_at {
	u64 entry;	/* a node, or at a leaf what lies there */
	u64 last;	/* the last address that it covers */
	u32 leaf;
	u32 pad;
};

/*
 * One level down.  A global function, so that the verifier looks at it once and
 * not at each place and level that comes here.  0: nothing there.
 */
__weak __noinline int maple_step(u64 e, u64 addr, struct maple_at *at)
{
	u32 zero = 0, type = e >> 3 & 0xf, slots, piv_off, slot_off, i;
	struct map_room *room = bpf_map_lookup_elem(&map_rooms, &zero);

	if (!room || !at)
		return 0;
	if (type == MAPLE_ARANGE) {
		slots = bpf_core_field_size(struct maple_arange_64, slot) / 8;
		piv_off = bpf_core_field_offset(struct maple_arange_64, pivot) / 8;
		slot_off = bpf_core_field_offset(struct maple_arange_64, slot) / 8;
	} else {
		slots = bpf_core_field_size(struct maple_range_64, slot) / 8;
		piv_off = bpf_core_field_offset(struct maple_range_64, pivot) / 8;
		slot_off = bpf_core_field_offset(struct maple_range_64, slot) / 8;
	}
	if (bpf_probe_read_kernel(room->node, sizeof(room->node), (void *)(e & ~0xffULL)))
		return 0;
	for (i = 0; i < MAPLE_SLOTS; i++) {
		u64 piv;

		if (i + 1 >= slots)
			break;
		piv = room->node[(piv_off + i) & 31];
		if (!piv && i)
			break;
		if (addr <= piv) {
			at->last = piv;
			break;
		}
	}
	at->entry = room->node[(slot_off + i) & 31];
	at->leaf = type <= MAPLE_LEAF_MAX;
	return 1;
}

/* finds what covers @addr; false: nothing any more */
static __always_inline bool vma_at(u64 root, u64 addr, u64 *ret_vma, u64 *ret_last)
{
	struct maple_at at = { .entry = root, .last = ~0ULL };

	if (!MAPLE_IS_ROOT_NODE(root))
		return false;
	for (int depth = 0; depth < MAPLE_DEPTH; depth++) {
		if (at.entry <= 4096 || !maple_step(at.entry, addr, &at))
			return false;
		if (!at.leaf)
			continue;
		*ret_vma = at.entry;
		*ret_last = at.last;
		return true;
	}
	return false;
}

/* components from the file upwards, each with its NUL; returns bytes */
struct path_walk {
	struct dentry *d;
	struct mount *m;
	u32 off;
	bool cut;
};

static __always_inline bool path_step(struct path_walk *w, struct map_room *room)
{
	struct dentry *d = w->d, *parent = BPF_CORE_READ(d, d_parent);
	struct mount *m = w->m, *up;
	u32 off = w->off;
	long n;

	if (d == BPF_CORE_READ(m, mnt.mnt_root)) {
		up = BPF_CORE_READ(m, mnt_parent);
		if (up == m)
			return false;
		w->d = BPF_CORE_READ(m, mnt_mountpoint);
		w->m = up;
		return true;
	}
	if (d == parent && off)
		return false;
	if (off > RMS_PATH_MAX - 1) {
		w->cut = true;
		return false;
	}
	n = bpf_probe_read_kernel_str(room->path + off, 256,
				      BPF_CORE_READ(d, d_name.name));
	if (n <= 1 || n > 256)
		return false;
	if (off + n > RMS_PATH_MAX) {
		w->cut = true;
		return false;
	}
	w->off = off + n;
	if (d == parent)
		return false;
	w->d = parent;
	return true;
}

static long path_cb(u32 i, struct path_walk *w)
{
	u32 zero = 0;
	struct map_room *room = bpf_map_lookup_elem(&map_rooms, &zero);

	return !room || !path_step(w, room);
}

static __always_inline u32 path_read(struct file *f, u32 *flags)
{
	struct path_walk w = {};
	struct vfsmount *mnt = BPF_CORE_READ(f, f_path.mnt);

	w.d = BPF_CORE_READ(f, f_path.dentry);
	w.m = (void *)mnt - bpf_core_field_offset(struct mount, mnt);
	bpf_loop(PATH_DEPTH, path_cb, &w, 0);
	if (w.cut)
		*flags |= RMS_MAP_PATH_CUT;
	return w.off;
}

/* what the walk carries from mapping to mapping */
struct vma_walk {
	u64 mm;
	u64 root;
	u64 addr;	/* next address to look at */
	u64 inode;	/* of the mapping before, for RMS_MAP_SAME_FILE */
	u64 snapshot;
	u64 time;
	u32 count;
	u32 lost;
	u16 why;
	bool exec_only;
};

static __always_inline void vma_names(struct rms_map *r, struct mm_struct *mm)
{
	u64 brk = BPF_CORE_READ(mm, brk), start_brk = BPF_CORE_READ(mm, start_brk);
	u64 stack = BPF_CORE_READ(mm, start_stack);

	if (r->start <= brk && r->end >= start_brk)
		r->flags |= RMS_MAP_HEAP;
	if (r->start <= stack && r->end >= stack)
		r->flags |= RMS_MAP_STACK;
	if (r->start == (u64)BPF_CORE_READ(mm, context.vdso))
		r->flags |= RMS_MAP_VDSO;
}

static __always_inline u32 vma_file(struct rms_map *r, struct file *f, struct vma_walk *w)
{
	struct inode *inode = BPF_CORE_READ(f, f_inode);
	u32 dev;

	r->inode = BPF_CORE_READ(inode, i_ino);
	dev = BPF_CORE_READ(inode, i_sb, s_dev);
	if ((BPF_CORE_READ(inode, i_mode) & S_IFMT) == S_IFCHR) {
		dev = BPF_CORE_READ(inode, i_rdev);
		r->flags |= RMS_MAP_CHARDEV;
	}
	r->major = dev >> 20;
	r->minor = dev & 0xfffff;
	if (!BPF_CORE_READ(inode, i_nlink))
		r->flags |= RMS_MAP_DELETED;
	if ((u64)inode == w->inode) {
		r->flags |= RMS_MAP_SAME_FILE;
		return 0;
	}
	w->inode = (u64)inode;
	return path_read(f, &r->flags);
}

/* one MAP record */
static __always_inline void vma_emit(struct vma_walk *w, struct vm_area_struct *v)
{
	u32 zero = 0, len = 0;
	struct map_room *room = bpf_map_lookup_elem(&map_rooms, &zero);
	struct rms_map *r;
	struct file *f;
	u64 flags;

	if (!room)
		return;
	r = &room->rec;
	__builtin_memset(r, 0, sizeof(*r));
	flags = BPF_CORE_READ(v, vm_flags);
	r->snapshot = w->snapshot;
	r->start = BPF_CORE_READ(v, vm_start);
	r->end = BPF_CORE_READ(v, vm_end);
	r->prot = flags & (VM_READ | VM_WRITE | VM_EXEC | VM_SHARED);
	if (flags & VM_GROWSDOWN)
		r->flags |= RMS_MAP_GROWSDOWN;
	r->why = w->why;
	r->index = w->count;
	f = BPF_CORE_READ(v, vm_file);
	if (f) {
		r->offset = BPF_CORE_READ(v, vm_pgoff) << 12;
		len = vma_file(r, f, w);
	} else {
		w->inode = 0;
		vma_names(r, (struct mm_struct *)w->mm);
	}
	if (len > RMS_PATH_MAX)
		len = RMS_PATH_MAX;
	r->path_len = len;
	*(u64 *)(room->path + len) = 0;	/* the padding */
	if (emit_urgent(&r->h, RMS_MAP, sizeof(*r), sizeof(*r) + RMS_ALIGN(len),
			w->time))
		w->lost++;
	w->count++;
}

static long walk_cb(u32 i, struct vma_walk *w)
{
	u64 vma = 0, last = 0;

	if (!vma_at(w->root, w->addr, &vma, &last))
		return 1;
	if (vma && (!w->exec_only ||
		    BPF_CORE_READ((struct vm_area_struct *)vma, vm_flags) & VM_EXEC))
		vma_emit(w, (struct vm_area_struct *)vma);
	if (last + 1 <= w->addr)	/* the end, or a tree in change */
		return 1;
	w->addr = last + 1;
	return 0;
}

/*
 * MAP records of the current process, then MAPS_END; @why: enum rms_map_why, @snapshot
 * 0: not of a crash.  A global function for the verifier's sake, as above.
 */
__weak __noinline int maps_emit(u32 why, u64 snapshot, u32 exec_only)
{
	struct vma_walk w = { .why = why, .snapshot = snapshot, .exec_only = exec_only };
	struct task_struct *t = bpf_get_current_task_btf();
	struct rms_maps_end end = {};
	struct mm_struct *mm = t->mm;
	struct map_room *room;

	if (!mm)
		return 0;
	w.mm = (u64)mm;
	w.root = (u64)BPF_CORE_READ(mm, mm_mt.ma_root);
	w.time = bpf_ktime_get_ns();
	end.total = BPF_CORE_READ(mm, map_count);
	room = room_take();
	if (room) {
		/* a gap takes a step too */
		bpf_loop(2 * RMS_MAPS_MAX, walk_cb, &w, 0);
		room_give(room);
	} else {
		w.lost = end.total;
	}
	end.snapshot = snapshot;
	end.count = w.count;
	end.lost = w.lost;
	end.why = why;
	emit_urgent(&end.h, RMS_MAPS_END, sizeof(end), sizeof(end), w.time);
	return 0;
}

/* the MAP record of one mapping that has just appeared: @v, or what lies at @addr */
static __always_inline void map_emit_new(struct task_struct *t, struct vm_area_struct *v,
					 u64 addr)
{
	struct vma_walk w = { .why = RMS_MAP_NEW };
	struct map_room *room = room_take();
	u64 found, last;

	if (!room) {
		urgent_lost();
		return;
	}
	w.mm = (u64)t->mm;
	w.time = bpf_ktime_get_ns();
	if (!v && vma_at((u64)BPF_CORE_READ(t, mm, mm_mt.ma_root), addr, &found, &last))
		v = (struct vm_area_struct *)found;
	if (v)
		vma_emit(&w, v);
	room_give(room);
}

/* the process uses the driver from now on, and its code is told once */
static __always_inline void process_watch(struct task_struct *t, u32 tgid)
{
	struct rms_watch fresh = { .wanted = 1 }, *w;

	w = bpf_map_lookup_elem(&watched, &tgid);
	if (!w) {
		fresh.start = t->group_leader->start_boottime;
		bpf_map_update_elem(&watched, &tgid, &fresh, BPF_NOEXIST);
		w = bpf_map_lookup_elem(&watched, &tgid);
	}
	if (!w || w->mapped || !w->wanted)
		return;
	w->mapped = 1;
	maps_emit(RMS_MAP_WATCH, 0, true);
}

#endif
