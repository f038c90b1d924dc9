/* SPDX-License-Identifier: GPL-2.0 */
/* The only event loop: epoll over descriptors, a timer and signals. */
#ifndef RMSNOOP_LOOP_H
#define RMSNOOP_LOOP_H

#include <stdint.h>

struct loop;

/* what is called; a negative return ends the loop with it */
typedef int (*loop_fn)(void *ctx);
typedef int (*loop_signal_fn)(void *ctx, int sig);

int loop_new(struct loop **ret_loop);
void loop_free(struct loop *loop);	/* also gives the signals back */

/* when @fd is readable */
int loop_add(struct loop *loop, int fd, loop_fn fn, void *ctx);
void loop_remove(struct loop *loop, int fd);

/* every @ms */
int loop_every(struct loop *loop, unsigned int ms, loop_fn fn, void *ctx);

/* once, in @ms */
int loop_once(struct loop *loop, unsigned int ms, loop_fn fn, void *ctx);

/* SIGINT, SIGTERM, SIGHUP and SIGUSR1 from now on; SIGPIPE is ignored */
int loop_signals(struct loop *loop, loop_signal_fn fn, void *ctx);

/* while set, called all the time, between looks at everything else; NULL: no more */
void loop_busy(struct loop *loop, loop_fn fn, void *ctx);

/* until loop_stop() or an error; 0 or -errno */
int loop_run(struct loop *loop);
void loop_stop(struct loop *loop);

#endif
