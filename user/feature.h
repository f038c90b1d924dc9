/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What this kernel lets us do, found by trying it, never by its version.
 */
#ifndef RMSNOOP_FEATURE_H
#define RMSNOOP_FEATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "session.h"

enum feature_id {
	FEATURE_PRIVILEGE,	/* may load BPF programs */
	FEATURE_BTF,		/* the kernel tells its types */
	FEATURE_RINGBUF,
	FEATURE_STORAGE,	/* memory per task */
	FEATURE_READ,		/* BPF may read kernel memory: no lockdown */
	FEATURE_TRACEPOINT,	/* BPF on the signal tracepoint */
	FEATURE_FENTRY,
	FEATURE_KPROBE,
	FEATURE_TRACEFS,	/* return probes with room for many threads */
	FEATURE_MODULE,		/* rmsnoop.ko's tracepoints */
	FEATURE_DRIVER,
	FEATURE_DRIVER_BTF,	/* nvidia.ko tells its types: fentry can attach */
	FEATURE_UVM,
	FEATURES
};

struct feature {
	const char *name;
	bool ok;
	bool needed;	/* without it nothing works */
	char why[128];	/* what was found, or why not */
	const char *remedy;	/* what to do when it is not ok, NULL: nothing */
};

struct features {
	struct feature f[FEATURES];
};

void features_probe(struct features *ret_features);

/*
 * The strategy to use: @wanted, or the best when it is ATTACH_AUTO.  Returns 0;
 * -EPERM or -EOPNOTSUPP with the feature that lacks in @ret_lacks.
 */
int features_choose(const struct features *fs, enum attach_kind wanted,
		    enum attach_kind *ret_kind, const struct feature **ret_lacks);

#endif
