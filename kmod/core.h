/* SPDX-License-Identifier: GPL-2.0 */
/* Inside RM: calls of its API whoever makes them, messages to GSP, errors. */
#ifndef RMSNOOP_CORE_H
#define RMSNOOP_CORE_H

#include <linux/types.h>

struct pt_regs;

/* what an RM call does; the numbers are those of its escape, so that one name
 * serves both */
enum core_op {
	CORE_FREE = 0x29,	/* NV_ESC_RM_FREE */
	CORE_CONTROL = 0x2a,	/* NV_ESC_RM_CONTROL */
	CORE_ALLOC = 0x2b,	/* NV_ESC_RM_ALLOC */
	CORE_DUP = 0x34,	/* NV_ESC_RM_DUP_OBJECT */
};

/**
 * struct core_rm - a call of the RM API under way
 * @start: ns, CLOCK_MONOTONIC
 * @handle: where RM keeps the handle of what is made, NULL: makes nothing
 * @op: enum core_op
 * @nr: command or class
 * @client, @object: handles; of an alloc or dup @object is the parent
 * @size: bytes of parameters, 0: none or unknown
 * @kernel: made inside the kernel, not by a process's ioctl
 */
struct core_rm {
	u64 start;
	const u32 *handle;
	u32 op;
	u32 nr;
	u32 client;
	u32 object;
	u32 size;
	bool kernel;
};

struct core_gsp {
	u64 start;
	u32 function;	/* vgpu RPC function number, 76: GSP_RM_CONTROL */
};

bool core_control(void *data, struct pt_regs *regs);
bool core_alloc(void *data, struct pt_regs *regs);
bool core_free(void *data, struct pt_regs *regs);
bool core_dup(void *data, struct pt_regs *regs);
void core_rm_ret(void *data, struct pt_regs *regs);
bool core_count(void *data, struct pt_regs *regs);
bool core_gsp_wait(void *data, struct pt_regs *regs);
void core_gsp_ret(void *data, struct pt_regs *regs);
bool core_error(void *data, struct pt_regs *regs);
bool core_adapter(void *data, struct pt_regs *regs);
void core_adapter_ret(void *data, struct pt_regs *regs);

#endif
