// SPDX-License-Identifier: GPL-2.0
/*
 * The functions probed.  Names by driver generation: nvidia.ko has its frontend
 * layer up to 535, and from 550 on the functions behind it are the file
 * operations themselves.  The rest keep their names from 515 to 595, in the
 * half of nvidia.ko that comes prebuilt.
 */
#include "core.h"
#include "entry.h"
#include "probe.h"

/* calls under way at a time: a blocked call holds one for as long as it waits */
#define MANY	4096
#define SOME	512
#define FEW	64

#define IOCTL(label, mod, ...)							\
	{ .name = label, .module = mod, .symbols = { __VA_ARGS__ },		\
	  .group = PROBE_IOCTL, .active = MANY, .data_size = sizeof(struct entry), \
	  .entry = entry_ioctl, .ret = entry_ioctl_ret }
#define OPEN(label, mod, ...)							\
	{ .name = label, .module = mod, .symbols = { __VA_ARGS__ },		\
	  .group = PROBE_FILE, .active = SOME, .data_size = sizeof(struct entry), \
	  .entry = entry_open, .ret = entry_open_ret }
#define RELEASE(label, mod, ...)						\
	{ .name = label, .module = mod, .symbols = { __VA_ARGS__ },		\
	  .group = PROBE_FILE, .active = FEW, .entry = entry_release }
#define MMAP(label, mod, ...)							\
	{ .name = label, .module = mod, .symbols = { __VA_ARGS__ },		\
	  .group = PROBE_FILE, .active = SOME, .data_size = sizeof(struct entry), \
	  .entry = entry_mmap, .ret = entry_mmap_ret }
#define CORE(label, in, st, on_entry, on_ret, symbol)				\
	{ .name = label, .module = "nvidia", .symbols = { symbol },		\
	  .group = in, .active = SOME, .data_size = sizeof(struct st),		\
	  .entry = on_entry, .ret = on_ret }

#define COUNT(label, symbol)							\
	{ .name = label, .module = "nvidia", .symbols = { symbol },		\
	  .group = PROBE_RM, .active = FEW, .entry = core_count }

const struct probe probe_table[] = {
	IOCTL("ioctl", "nvidia", "nvidia_unlocked_ioctl", "nvidia_frontend_unlocked_ioctl"),
	IOCTL("ioctl of 32 bits", "nvidia", "nvidia_frontend_compat_ioctl"),
	IOCTL("UVM ioctl", "nvidia_uvm", "uvm_unlocked_ioctl_entry"),
	IOCTL("modeset ioctl", "nvidia_modeset", "nvkms_unlocked_ioctl", "nvkms_ioctl"),
	OPEN("open", "nvidia", "nvidia_frontend_open", "nvidia_open"),
	OPEN("UVM open", "nvidia_uvm", "uvm_open_entry"),
	RELEASE("release", "nvidia", "nvidia_frontend_close", "nvidia_close"),
	RELEASE("UVM release", "nvidia_uvm", "uvm_release_entry"),
	MMAP("mmap", "nvidia", "nvidia_frontend_mmap", "nvidia_mmap"),
	MMAP("UVM mmap", "nvidia_uvm", "uvm_mmap_entry"),
	COUNT("RM ioctl", "rm_ioctl"),
	CORE("RM control", PROBE_RM, core_rm, core_control, core_rm_ret,
	     "rmapiControlWithSecInfo"),
	CORE("RM alloc", PROBE_RM, core_rm, core_alloc, core_rm_ret,
	     "rmapiAllocWithSecInfo"),
	CORE("RM free", PROBE_RM, core_rm, core_free, core_rm_ret,
	     "rmapiFreeWithSecInfo"),
	CORE("RM dup", PROBE_RM, core_rm, core_dup, core_rm_ret,
	     "rmapiDupObjectWithSecInfo"),
	COUNT("RM dispatch", "serverControl"),
	CORE("GSP answer", PROBE_GSP, core_gsp, core_gsp_wait, core_gsp_ret,
	     "_kgspRpcRecvPoll"),
	CORE("error log", PROBE_ERROR, core_rm, core_error, NULL, "nv_report_error"),
	CORE("adapter", PROBE_ADAPTER, core_rm, core_adapter, core_adapter_ret,
	     "rm_init_adapter"),
};
const unsigned int probe_count = ARRAY_SIZE(probe_table);
