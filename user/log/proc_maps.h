/* SPDX-License-Identifier: GPL-2.0 */
/* The text of a /proc/PID/maps that was kept. */
#ifndef LOG_PROC_MAPS_H
#define LOG_PROC_MAPS_H

#include "crash.h"

struct log_maps;

/** log_maps_read() - 0 or -errno; -EBADMSG: no line of it is one of a mapping */
int log_maps_read(const char *path, struct log_maps **ret_maps);
void log_maps_free(struct log_maps *maps);

/** log_maps_apply() - the mapping that holds ip gives file and offset, if the
 *  crash has neither from the log or its base is the same; false: none does */
bool log_maps_apply(const struct log_maps *maps, struct log_crash *crash);

#endif
