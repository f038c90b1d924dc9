/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hold processes that are about to die of a fault, stopped, for a debugger.
 *
 * A BPF program cannot: a fault's signal is taken before any stop signal that it
 * could send.  So a process of our own traces them, as a debugger does, and turns
 * the deadly signal into a stop: the one thing in this program that a traced process
 * can notice.
 */
#ifndef RMSNOOP_HOLD_H
#define RMSNOOP_HOLD_H

#include "view/view.h"

/**
 * hold_view_new() - a view that shows nothing, but has each process that uses the
 * driver held when it falls over
 * @seconds: after which it goes on to die by itself
 * The processes are let go when the view is freed.
 * Return: 0 or -errno.
 */
int hold_view_new(unsigned int seconds, struct view **ret_view);

/** hold_release() - let one go; 0 or -errno: -ESRCH: there is none, -EAGAIN: it is
 *  not stopped, -EBUSY: a debugger has it */
int hold_release(int pid);

#endif
