/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracepoints: for the BPF programs of rmsnoop, and for ftrace, perf and
 * bpftrace as they are.  They keep while nvidia.ko is unloaded, reloaded or
 * replaced by another version.  Enabling one arms the probes behind it.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM rmsnoop

#if !defined(RMSNOOP_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define RMSNOOP_TRACE_H

#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "core.h"

int trace_ioctl_on(void);
void trace_ioctl_off(void);
int trace_file_on(void);
void trace_file_off(void);
int trace_rm_on(void);
void trace_rm_off(void);
int trace_gsp_on(void);
void trace_gsp_off(void);
int trace_error_on(void);
void trace_error_off(void);
int trace_adapter_on(void);
void trace_adapter_off(void);

/* a device's ioctl is entered; @arg is the user's address */
TRACE_EVENT_FN(rmsnoop_ioctl_enter,
	TP_PROTO(struct file *file, u32 request, unsigned long arg),
	TP_ARGS(file, request, arg),
	TP_STRUCT__entry(
		__field(u32, dev)
		__field(u32, request)
		__field(unsigned long, arg)
	),
	TP_fast_assign(
		__entry->dev = file_inode(file)->i_rdev;
		__entry->request = request;
		__entry->arg = arg;
	),
	TP_printk("dev=%u:%u request=0x%x arg=0x%lx", MAJOR(__entry->dev),
		  MINOR(__entry->dev), __entry->request, __entry->arg),
	trace_ioctl_on, trace_ioctl_off);

TRACE_EVENT_FN(rmsnoop_ioctl_exit,
	TP_PROTO(struct file *file, u32 request, long ret),
	TP_ARGS(file, request, ret),
	TP_STRUCT__entry(
		__field(u32, dev)
		__field(u32, request)
		__field(long, ret)
	),
	TP_fast_assign(
		__entry->dev = file_inode(file)->i_rdev;
		__entry->request = request;
		__entry->ret = ret;
	),
	TP_printk("dev=%u:%u request=0x%x ret=%ld", MAJOR(__entry->dev),
		  MINOR(__entry->dev), __entry->request, __entry->ret),
	trace_ioctl_on, trace_ioctl_off);

/* the driver's open has returned */
TRACE_EVENT_FN(rmsnoop_open,
	TP_PROTO(struct inode *inode, int ret),
	TP_ARGS(inode, ret),
	TP_STRUCT__entry(
		__field(u32, dev)
		__field(int, ret)
	),
	TP_fast_assign(
		__entry->dev = inode->i_rdev;
		__entry->ret = ret;
	),
	TP_printk("dev=%u:%u ret=%d", MAJOR(__entry->dev), MINOR(__entry->dev),
		  __entry->ret),
	trace_file_on, trace_file_off);

/* the last reference to a file goes */
TRACE_EVENT_FN(rmsnoop_release,
	TP_PROTO(struct inode *inode, struct file *file),
	TP_ARGS(inode, file),
	TP_STRUCT__entry(
		__field(u32, dev)
	),
	TP_fast_assign(
		__entry->dev = inode->i_rdev;
	),
	TP_printk("dev=%u:%u", MAJOR(__entry->dev), MINOR(__entry->dev)),
	trace_file_on, trace_file_off);

/* the driver's mmap has returned; the mapping is not in the process's list yet */
TRACE_EVENT_FN(rmsnoop_mmap,
	TP_PROTO(struct file *file, struct vm_area_struct *vma, int ret),
	TP_ARGS(file, vma, ret),
	TP_STRUCT__entry(
		__field(u32, dev)
		__field(unsigned long, start)
		__field(unsigned long, end)
		__field(int, ret)
	),
	TP_fast_assign(
		__entry->dev = file_inode(file)->i_rdev;
		__entry->start = vma->vm_start;
		__entry->end = vma->vm_end;
		__entry->ret = ret;
	),
	TP_printk("dev=%u:%u 0x%lx-0x%lx ret=%d", MAJOR(__entry->dev),
		  MINOR(__entry->dev), __entry->start, __entry->end, __entry->ret),
	trace_file_on, trace_file_off);

TRACE_DEFINE_ENUM(CORE_FREE);
TRACE_DEFINE_ENUM(CORE_CONTROL);
TRACE_DEFINE_ENUM(CORE_ALLOC);
TRACE_DEFINE_ENUM(CORE_DUP);

/* a call of the RM API has returned; @handle: of what it made, 0: nothing;
 * @status: NV_STATUS; @ns: how long it took */
TRACE_EVENT_FN(rmsnoop_rm_call,
	TP_PROTO(const struct core_rm *call, u32 handle, u32 status, u64 ns),
	TP_ARGS(call, handle, status, ns),
	TP_STRUCT__entry(
		__field(u64, ns)
		__field(u32, op)
		__field(u32, nr)
		__field(u32, client)
		__field(u32, object)
		__field(u32, handle)
		__field(u32, size)
		__field(u32, status)
		__field(bool, kernel)
	),
	TP_fast_assign(
		__entry->ns = ns;
		__entry->op = call->op;
		__entry->nr = call->nr;
		__entry->client = call->client;
		__entry->object = call->object;
		__entry->handle = handle;
		__entry->size = call->size;
		__entry->status = status;
		__entry->kernel = call->kernel;
	),
	TP_printk("%s from=%s nr=0x%x client=%08x object=%08x handle=%08x size=%u status=0x%x ns=%llu",
		  __print_symbolic(__entry->op, { CORE_FREE, "free" },
				   { CORE_CONTROL, "control" },
				   { CORE_ALLOC, "alloc" }, { CORE_DUP, "dup" }),
		  __entry->kernel ? "kernel" : "process", __entry->nr,
		  __entry->client, __entry->object, __entry->handle,
		  __entry->size, __entry->status, __entry->ns),
	trace_rm_on, trace_rm_off);

/* the driver has waited for GSP's answer to a message */
TRACE_EVENT_FN(rmsnoop_gsp_rpc,
	TP_PROTO(u32 function, u32 status, u64 ns),
	TP_ARGS(function, status, ns),
	TP_STRUCT__entry(
		__field(u64, ns)
		__field(u32, function)
		__field(u32, status)
	),
	TP_fast_assign(
		__entry->ns = ns;
		__entry->function = function;
		__entry->status = status;
	),
	TP_printk("function=%u status=0x%x ns=%llu", __entry->function,
		  __entry->status, __entry->ns),
	trace_gsp_on, trace_gsp_off);

/* the driver reports an error; @text is its own, without the number */
TRACE_EVENT_FN(rmsnoop_error,
	TP_PROTO(u32 xid, const char *text),
	TP_ARGS(xid, text),
	TP_STRUCT__entry(
		__field(u32, xid)
		__string(text, text)
	),
	TP_fast_assign(
		__entry->xid = xid;
		rms_assign_str(text, text);
	),
	TP_printk("xid=%u %s", __entry->xid, __get_str(text)),
	trace_error_on, trace_error_off);

/* the driver has initialised a GPU, or could not */
TRACE_EVENT_FN(rmsnoop_adapter,
	TP_PROTO(bool ok, u64 ns),
	TP_ARGS(ok, ns),
	TP_STRUCT__entry(
		__field(u64, ns)
		__field(bool, ok)
	),
	TP_fast_assign(
		__entry->ns = ns;
		__entry->ok = ok;
	),
	TP_printk("%s ns=%llu", __entry->ok ? "ok" : "failed", __entry->ns),
	trace_adapter_on, trace_adapter_off);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
