// SPDX-License-Identifier: GPL-2.0
/*
 * The floor that the benchmark compares with: an empty fentry/fexit pair on the
 * driver's ioctl, and one ring record of 128 bytes, reserved and submitted.
 * Nothing that records calls can be cheaper.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

struct floor_record {
	__u64 words[16];
};

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 64 << 20);
} floor_ring SEC(".maps");

SEC("fentry")
int BPF_PROG(floor_enter)
{
	return 0;
}

SEC("fexit")
int BPF_PROG(floor_exit)
{
	struct floor_record *r = bpf_ringbuf_reserve(&floor_ring, sizeof(*r), 0);

	if (!r)
		return 0;
	for (int i = 0; i < 16; i++)
		r->words[i] = i;
	bpf_ringbuf_submit(r, BPF_RB_NO_WAKEUP);
	return 0;
}
