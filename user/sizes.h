/* SPDX-License-Identifier: GPL-2.0 */
/* Sizes that a call does not carry, for the capture. */
#ifndef RMSNOOP_SIZES_H
#define RMSNOOP_SIZES_H

struct rmsnoop_bpf;

/* fills the maps of a loaded object for a driver's version, "535.261.03" */
void sizes_set(struct rmsnoop_bpf *skel, const char *version);

#endif
