// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver writes into the kernel log, as it writes it: Xid errors and its
 * other messages.  Everybody's: an Xid is often told by a thread of the kernel.
 */
#include "emit.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

#define NVRM_TEXT_MAX	1024	/* bytes kept; a record of the log has no more */

/* only one program at a time runs on a cpu: the kernel sees to that, also when an
 * interrupt prints within */
struct nvrm_room {
	struct rms_nvrm rec;
	u8 text[NVRM_TEXT_MAX + 8];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct nvrm_room);
} nvrm_rooms SEC(".maps");

#define HEAD_NVRM	0x4d52564eu		/* "NVRM", little-endian */
#define HEAD_NVIDIA	0x2d61696469766eULL	/* "nvidia-" */

/* "NVRM: ", "nvidia-uvm: ", "nvidia-modeset: " */
static __always_inline bool is_drivers(const char *text)
{
	u64 head = 0;

	if (bpf_probe_read_kernel(&head, 7, text))
		return false;
	return (u32)head == HEAD_NVRM || head == HEAD_NVIDIA;
}

/* @text has neither level nor time nor newline any more */
SEC("tp_btf/console")
int BPF_PROG(nvrm_console, const char *text, unsigned long len)
{
	u32 zero = 0, n;
	struct nvrm_room *room;

	if (len < 8 || !is_drivers(text))
		return 0;
	room = bpf_map_lookup_elem(&nvrm_rooms, &zero);
	if (!room)
		return 0;
	__builtin_memset(&room->rec, 0, sizeof(room->rec));
	room->rec.cut = len >= NVRM_TEXT_MAX;
	n = room->rec.cut ? NVRM_TEXT_MAX - 1 : len & (NVRM_TEXT_MAX - 1);
	if (bpf_probe_read_kernel(room->text, n, text)) {
		urgent_lost();
		return 0;
	}
	*(u64 *)(room->text + n) = 0;	/* the padding */
	room->rec.len = n;
	comm_fill(room->rec.comm, bpf_get_current_task_btf());
	emit_urgent(&room->rec.h, RMS_NVRM, sizeof(room->rec),
		    sizeof(room->rec) + RMS_ALIGN(n), bpf_ktime_get_ns());
	return 0;
}
