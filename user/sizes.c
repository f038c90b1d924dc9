// SPDX-License-Identifier: GPL-2.0
/*
 * What the tables know and a call does not say: how many bytes stand behind a UVM
 * request's argument, and behind RM_ALLOC's pAllocParms.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <rmsnoop/shared.h>

#include "rm/rm.h"
#include "rmsnoop.skel.h"
#include "sizes.h"

static void classes_set(int map, const struct rm_version *v)
{
	unsigned int pos = 0;
	struct rm_size size;

	while (rm_class_sizes_next(v, &pos, &size))
		if (size.size)
			bpf_map_update_elem(map, &size.nr, &size.size, BPF_ANY);
}

static void uvm_set(int map, const struct rm_version *v)
{
	unsigned int pos = 0;
	struct rm_size size;

	_Static_assert(RMS_NO_STATUS == RM_NO_OFFSET, "one value for no status");
	while (rm_uvm_sizes_next(v, &pos, &size)) {
		struct rms_uvm_size value = { .size = size.size, .status = size.status };
		__u32 i = rms_uvm_index(size.nr);

		if (i < RMS_UVM_SIZES)
			bpf_map_update_elem(map, &i, &value, BPF_ANY);
	}
}

_Static_assert(RMS_TARGETS == RM_TARGETS, "as many pointers are followed");

static void pointers_set(struct rmsnoop_bpf *skel, const struct rm_version *v)
{
	__u64 *bits = skel->bss->live.pointer_bits;
	int map = bpf_map__fd(skel->maps.pointers);
	struct rm_targets t;
	unsigned int pos = 0;

	while (rm_targets_next(v, &pos, &t)) {
		__u64 key = t.is_class ? RMS_POINTERS_CLASS | t.nr : t.nr;
		struct rms_pointers value = { .n = t.n };
		__u32 bit = rms_pointer_bit(key);

		for (__u32 i = 0; i < t.n; i++)
			value.at[i] = (struct rms_pointer){
				.offset = t.at[i].offset,
				.length = t.at[i].length,
				.length_size = t.at[i].length_size,
				.unit = t.at[i].unit,
			};
		if (!bpf_map_update_elem(map, &key, &value, BPF_ANY))
			bits[bit / 64] |= 1ull << bit % 64;
	}
}

void sizes_set(struct rmsnoop_bpf *skel, const char *version)
{
	const struct rm_layout *alloc;
	struct rm_version v;

	rm_version_find(version, &v);
	classes_set(bpf_map__fd(skel->maps.class_sizes), &v);
	uvm_set(bpf_map__fd(skel->maps.uvm_sizes), &v);
	pointers_set(skel, &v);
	/* NVOS64 grew paramsSize in 535, and with it 8 bytes */
	alloc = rm_struct(&v, "NVOS64_PARAMETERS");
	skel->bss->live.alloc_has_size = alloc && alloc->size >= 48;
}
