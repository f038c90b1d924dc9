/* SPDX-License-Identifier: GPL-2.0 */
/* What /proc tells of processes that were there before the tracer. */
#ifndef RMSNOOP_PROC_H
#define RMSNOOP_PROC_H

#include <stdbool.h>
#include <sys/types.h>

#include "source.h"

/* calls @fn for each process of one of @n names; n = 0: for each that has a device
 * of the driver open */
int proc_find(const char *const *names, size_t n, int (*fn)(void *ctx, pid_t pid), void *ctx);

/* a PROCESS record and a MAP record for each executable mapping of @pid; 0 when
 * the process has gone */
int proc_records(pid_t pid, source_fn fn, void *ctx);

#endif
