/* SPDX-License-Identifier: GPL-2.0 */
/* A call seen at the driver's own entry points: device, descriptor and width are
 * found from the file and the thread. */
#ifndef RMS_DRIVER_BPF_H
#define RMS_DRIVER_BPF_H

#include "call.bpf.h"

#define TS_COMPAT	0x2	/* arch/x86/include/asm/thread_info.h */

/* compat_ioctl may be the same function: the thread says which it is */
static __always_inline void driver_enter(struct task_struct *t, u32 rdev, u32 request,
					 u64 arg)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(t);
	u16 dev = device_of(rdev);

	if (dev == RMS_DEV_OTHER)
		return;
	if (t->thread_info.status & TS_COMPAT)
		call_enter(t, dev, rdev, regs->bx, request, arg, RMS_CALL_COMPAT);
	else
		call_enter(t, dev, rdev, regs->di, request, arg, 0);
}

#endif
