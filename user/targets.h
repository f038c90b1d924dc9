/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The driver's entry points: which functions to hook, by what they do.  The
 * names differ between driver generations; the first that the kernel has
 * is taken.
 */
#ifndef RMSNOOP_TARGETS_H
#define RMSNOOP_TARGETS_H

#include <stddef.h>

#define TARGET_NAMES	3

enum target_module {
	TARGET_NVIDIA,
	TARGET_UVM,
	TARGET_MODESET,
	TARGET_MODULES
};

/* one entry point and the programs that go there */
struct target {
	enum target_module module;
	const char *names[TARGET_NAMES];
	/* fentry strategy: programs of their own */
	const char *fentry;
	const char *fexit;
	/* kprobe strategy: programs shared by targets */
	const char *kprobe;
	const char *kretprobe;
	int needed;	/* without it the module cannot be traced */
};

extern const struct target targets[];
extern const size_t target_count;
extern const char *const target_module_names[TARGET_MODULES];

#endif
