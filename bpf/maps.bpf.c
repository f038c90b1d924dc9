// SPDX-License-Identifier: GPL-2.0
/* The one definition of the knobs and maps that config.bpf.h declares. */
#define RMS_MAPS_HERE
#include "config.bpf.h"

char LICENSE[] SEC("license") = "GPL";
