// SPDX-License-Identifier: GPL-2.0
/* The tracepoints, and what enabling each arms. */
#include "probe.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

#define ARMS(what, group)		\
int trace_##what##_on(void)		\
{					\
	return probes_get(group);	\
}					\
void trace_##what##_off(void)		\
{					\
	probes_put(group);		\
}
ARMS(ioctl, PROBE_IOCTL)
ARMS(file, PROBE_FILE)
ARMS(rm, PROBE_RM)
ARMS(gsp, PROBE_GSP)
ARMS(error, PROBE_ERROR)
ARMS(adapter, PROBE_ADAPTER)
