/* SPDX-License-Identifier: GPL-2.0 */
/* The traced command: started, but held before its exec until all is attached. */
#ifndef RMSNOOP_CHILD_H
#define RMSNOOP_CHILD_H

#include <sys/types.h>

struct child {
	pid_t pid;	/* 0: none */
	int pidfd;
	int go;		/* a byte lets it go on */
	int failed;	/* errno of an exec that failed comes here */
	int status;	/* as a shell gives it, once reaped */
};

/* forks; the child becomes the user who called sudo, when one did */
int child_start(struct child *c, char *const *argv);

/* lets it exec: 0, or -errno of the exec */
int child_release(struct child *c);

/* waits for its end */
int child_reap(struct child *c);

/* ends a child that was never released, and forgets it */
void child_drop(struct child *c);

#endif
