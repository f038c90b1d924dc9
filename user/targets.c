// SPDX-License-Identifier: GPL-2.0
/* The table of the driver's entry points. */
#include "targets.h"

const char *const target_module_names[TARGET_MODULES] = {
	[TARGET_NVIDIA] = "nvidia",
	[TARGET_UVM] = "nvidia_uvm",
	[TARGET_MODESET] = "nvidia_modeset",
};

/* nvidia.ko has its frontend layer up to 535; from 550 on the functions
 * behind it are the file operations themselves */
const struct target targets[] = {
	{ TARGET_NVIDIA, { "nvidia_frontend_unlocked_ioctl", "nvidia_unlocked_ioctl" },
	  "fentry_nv_ioctl", "fexit_nv_ioctl", "kprobe_ioctl", "kretprobe_ioctl", 1 },
	{ TARGET_NVIDIA, { "nvidia_frontend_compat_ioctl" },
	  "fentry_nv_compat", "fexit_nv_compat", "kprobe_ioctl", "kretprobe_ioctl", 0 },
	{ TARGET_NVIDIA, { "nvidia_frontend_open", "nvidia_open" },
	  NULL, "fexit_nv_open", "kprobe_open", "kretprobe_open", 0 },
	{ TARGET_NVIDIA, { "nvidia_frontend_close", "nvidia_close" },
	  "fentry_nv_release", NULL, "kprobe_release", NULL, 0 },
	{ TARGET_NVIDIA, { "nvidia_frontend_mmap", "nvidia_mmap" },
	  NULL, "fexit_nv_mmap", "kprobe_mmap", "kretprobe_mmap", 0 },
	{ TARGET_UVM, { "uvm_unlocked_ioctl_entry" },
	  "fentry_uvm_ioctl", "fexit_uvm_ioctl", "kprobe_ioctl", "kretprobe_ioctl", 1 },
	{ TARGET_UVM, { "uvm_open_entry" },
	  NULL, "fexit_uvm_open", "kprobe_open", "kretprobe_open", 0 },
	{ TARGET_UVM, { "uvm_release_entry" },
	  "fentry_uvm_release", NULL, "kprobe_release", NULL, 0 },
	{ TARGET_UVM, { "uvm_mmap_entry" },
	  NULL, "fexit_uvm_mmap", "kprobe_mmap", "kretprobe_mmap", 0 },
	{ TARGET_MODESET, { "nvkms_unlocked_ioctl", "nvkms_ioctl" },
	  "fentry_modeset_ioctl", "fexit_modeset_ioctl", "kprobe_ioctl",
	  "kretprobe_ioctl", 1 },
};
const size_t target_count = sizeof(targets) / sizeof(targets[0]);
