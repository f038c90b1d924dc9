// SPDX-License-Identifier: GPL-2.0
/* From the probes at the driver's front door to the tracepoints. */
#include "entry.h"
#include "probe.h"
#include "trace.h"

bool entry_ioctl(void *data, struct pt_regs *regs)
{
	struct entry *e = data;

	e->first = (void *)probe_arg(regs, 0);
	e->request = probe_arg(regs, 1);
	e->arg = probe_arg(regs, 2);
	trace_rmsnoop_ioctl_enter(e->first, e->request, e->arg);
	return true;
}

void entry_ioctl_ret(void *data, struct pt_regs *regs)
{
	struct entry *e = data;

	trace_rmsnoop_ioctl_exit(e->first, e->request, regs_return_value(regs));
}

bool entry_open(void *data, struct pt_regs *regs)
{
	((struct entry *)data)->first = (void *)probe_arg(regs, 0);
	return true;
}

void entry_open_ret(void *data, struct pt_regs *regs)
{
	trace_rmsnoop_open(((struct entry *)data)->first, regs_return_value(regs));
}

bool entry_release(void *data, struct pt_regs *regs)
{
	trace_rmsnoop_release((void *)probe_arg(regs, 0), (void *)probe_arg(regs, 1));
	return false;
}

bool entry_mmap(void *data, struct pt_regs *regs)
{
	struct entry *e = data;

	e->first = (void *)probe_arg(regs, 0);
	e->second = (void *)probe_arg(regs, 1);
	return true;
}

void entry_mmap_ret(void *data, struct pt_regs *regs)
{
	struct entry *e = data;

	trace_rmsnoop_mmap(e->first, e->second, regs_return_value(regs));
}
