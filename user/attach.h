/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attaching the capture to the driver's entry points by one strategy, module by
 * module, as they are loaded.
 */
#ifndef RMSNOOP_ATTACH_H
#define RMSNOOP_ATTACH_H

#include <stdbool.h>

#include "session.h"

struct rmsnoop_bpf;
struct driver;
struct attach;

/* "fentry"; @kind must not be ATTACH_AUTO */
const char *attach_name(enum attach_kind kind);

/* which programs of the base object the strategy needs: before load */
void attach_select(struct rmsnoop_bpf *skel, enum attach_kind kind);

/* attaches what needs no module of the driver.  0 or -errno, logged. */
int attach_new(struct rmsnoop_bpf *skel, enum attach_kind kind,
	       struct attach **ret_attach);

/*
 * Follows the driver: attaches to modules that are there and were not, forgets
 * those that have gone.  0, or -errno (logged) when a module that is there could
 * not be attached to.
 */
int attach_follow(struct attach *a, const struct driver *d);

/* detaches from modules that went: one that is back has none of our hooks */
void attach_forget(struct attach *a, const struct driver *gone);

/* returns that a kretprobe could not take, for the strategy kprobe */
void attach_free(struct attach *a);

#endif
