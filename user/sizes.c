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

void sizes_set(struct rmsnoop_bpf *skel, const char *version)
{
	const struct rm_layout *alloc;
	struct rm_version v;

	rm_version_find(version, &v);
	classes_set(bpf_map__fd(skel->maps.class_sizes), &v);
	uvm_set(bpf_map__fd(skel->maps.uvm_sizes), &v);
	/* NVOS64 grew paramsSize in 535, and with it 8 bytes */
	alloc = rm_struct(&v, "NVOS64_PARAMETERS");
	skel->bss->live.alloc_has_size = alloc && alloc->size >= 48;
}
