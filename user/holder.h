/* SPDX-License-Identifier: GPL-2.0 */
/* Inside hold.c only: the process that traces. */
#ifndef RMSNOOP_HOLDER_H
#define RMSNOOP_HOLDER_H

#include <stdint.h>
#include <sys/types.h>

/** holder_run() - read process ids (int32_t) from @sock and hold what falls over, until
 *  its other end is closed; never returns */
void holder_run(int sock, unsigned int seconds) __attribute__((noreturn));

/** struct holder_status - of /proc/PID/status; zeroes where it is not there */
struct holder_status {
	pid_t tgid;
	pid_t tracer;
	char state;		/* 'T': stopped */
	uint64_t ignored;	/* signal n is bit n - 1 */
	uint64_t caught;
	char name[64];
};

/** holder_status() - of a process or thread; false: it is gone */
int holder_status(pid_t tid, struct holder_status *ret);

#endif
