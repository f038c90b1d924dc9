// SPDX-License-Identifier: GPL-2.0
/*
 * From the probes inside RM to the tracepoints.
 *
 * Every call of the RM API ends in a function that takes the caller's security
 * information.  A process's ioctl brings its own; a call made inside the kernel
 * passes the default one, which lies within the interface object (RM_API) that
 * is its first argument.  So the two are told apart without any layout.
 */
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/uaccess.h>

#include "core.h"
#include "probe.h"
#include "trace.h"

#define RM_API_MAX	1024	/* bytes; some 30 pointers and the information */

/* is what @information points to a part of the interface @regs' function got? */
static bool is_default(struct pt_regs *regs, unsigned long information)
{
	return information - probe_arg(regs, 0) < RM_API_MAX;
}

/* the n-th word of arguments on the stack, from 1; word 0 is the return address */
static unsigned long stack_arg(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_stack_nth(regs, n);
}

/* (RM_API, client, object, cmd, params, size, flags, security) */
bool core_control(void *data, struct pt_regs *regs)
{
	*(struct core_rm *)data = (struct core_rm){
		.start = ktime_get_mono_fast_ns(),
		.op = CORE_CONTROL,
		.client = probe_arg(regs, 1),
		.object = probe_arg(regs, 2),
		.nr = probe_arg(regs, 3),
		.size = probe_arg(regs, 5),
		.kernel = is_default(regs, stack_arg(regs, 2)),
	};
	return true;
}

/* (RM_API, client, parent, &handle, class, params, [size, from 525 on,] flags,
 * rights, security) */
bool core_alloc(void *data, struct pt_regs *regs)
{
	*(struct core_rm *)data = (struct core_rm){
		.start = ktime_get_mono_fast_ns(),
		.op = CORE_ALLOC,
		.client = probe_arg(regs, 1),
		.object = probe_arg(regs, 2),
		.handle = (const u32 *)probe_arg(regs, 3),
		.nr = probe_arg(regs, 4),
		.kernel = is_default(regs, stack_arg(regs, 3)) ||
			  is_default(regs, stack_arg(regs, 4)),
	};
	return true;
}

/* (RM_API, client, object, flags, security) */
bool core_free(void *data, struct pt_regs *regs)
{
	*(struct core_rm *)data = (struct core_rm){
		.start = ktime_get_mono_fast_ns(),
		.op = CORE_FREE,
		.client = probe_arg(regs, 1),
		.object = probe_arg(regs, 2),
		.kernel = is_default(regs, probe_arg(regs, 4)),
	};
	return true;
}

/* (RM_API, client, parent, &handle, source client, source, flags, security) */
bool core_dup(void *data, struct pt_regs *regs)
{
	*(struct core_rm *)data = (struct core_rm){
		.start = ktime_get_mono_fast_ns(),
		.op = CORE_DUP,
		.client = probe_arg(regs, 1),
		.object = probe_arg(regs, 2),
		.handle = (const u32 *)probe_arg(regs, 3),
		.nr = probe_arg(regs, 5),
		.kernel = is_default(regs, stack_arg(regs, 2)),
	};
	return true;
}

void core_rm_ret(void *data, struct pt_regs *regs)
{
	struct core_rm *c = data;
	u32 handle = 0;

	if (c->handle && copy_from_kernel_nofault(&handle, c->handle, sizeof(handle)))
		handle = 0;
	trace_rmsnoop_rm_call(c, handle, (u32)regs_return_value(regs),
			      ktime_get_mono_fast_ns() - c->start);
}

/* only counted: what it sees is told by the calls above and below */
bool core_count(void *data, struct pt_regs *regs)
{
	return false;
}

/* (GPU, RPC, function expected, ...) */
bool core_gsp_wait(void *data, struct pt_regs *regs)
{
	struct core_gsp *g = data;

	g->start = ktime_get_mono_fast_ns();
	g->function = probe_arg(regs, 2);
	return true;
}

void core_gsp_ret(void *data, struct pt_regs *regs)
{
	struct core_gsp *g = data;

	trace_rmsnoop_gsp_rpc(g->function, (u32)regs_return_value(regs),
			      ktime_get_mono_fast_ns() - g->start);
}

/* ---- errors --------------------------------------------------------------- */

#define ERROR_TEXT	256
#define ERROR_NEST	3	/* a handler may be interrupted by another's */

struct error_room {
	int busy;
	char text[ERROR_NEST][ERROR_TEXT];
};
static DEFINE_PER_CPU(struct error_room, error_rooms);

/* (PCI device, Xid, format, va_list *) */
bool core_error(void *data, struct pt_regs *regs)
{
	struct error_room *room = this_cpu_ptr(&error_rooms);
	const char *format = (const char *)probe_arg(regs, 2);
	va_list *from = (va_list *)probe_arg(regs, 3), args;
	char *text;

	if (room->busy == ERROR_NEST)
		return false;
	text = room->text[room->busy++];
	va_copy(args, *from);
	vsnprintf(text, ERROR_TEXT, format, args);
	va_end(args);
	trace_rmsnoop_error((u32)probe_arg(regs, 1), text);
	room->busy--;
	return false;
}

bool core_adapter(void *data, struct pt_regs *regs)
{
	((struct core_rm *)data)->start = ktime_get_mono_fast_ns();
	return true;
}

void core_adapter_ret(void *data, struct pt_regs *regs)
{
	trace_rmsnoop_adapter((u8)regs_return_value(regs),
			      ktime_get_mono_fast_ns() -
			      ((struct core_rm *)data)->start);
}
