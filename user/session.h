/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A live session: the BPF programs loaded and attached, the traced command
 * started, and the rings as a source of records.
 */
#ifndef RMSNOOP_SESSION_H
#define RMSNOOP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct source;

enum attach_kind {
	ATTACH_AUTO = 0,	/* the first of the following that works */
	ATTACH_FENTRY = 1,
	ATTACH_KPROBE = 2,
	ATTACH_SYSCALL = 3,
	ATTACH_MODULE = 4,	/* rmsnoop.ko's tracepoints */
};

/* what is given on the command line; zeroes are the defaults */
struct session_opts {
	enum attach_kind attach;
	const pid_t *pids;	/* only these processes and their children */
	size_t n_pids;
	const char *const *comms;	/* only programs with these names */
	size_t n_comms;
	const char *cgroup;	/* only this cgroup (path) and those below */
	bool all;		/* signals of every process, not only users of the driver */
	bool no_stack;		/* capture no stack memory (secrets) */
	size_t payload_max;	/* bytes kept of a parameter block and of an argument; 0: 4096 */
	size_t stack_max;	/* bytes kept of a stack; 0: 32768 */
	size_t ring_size;	/* bytes of the ring of calls; 0: 16 MiB */
	bool want_calls;	/* driver calls are wanted (trace, record) */
	bool wait_driver;	/* no driver loaded: wait for it */
	const char *test_device;	/* a char device "NAME=CLASS" that stands in for the driver's (syscall strategy; tests and bench) */
	char *const *command;	/* argv of the program to run, NULL: none */
};

struct session;

/*
 * Loads, attaches and, when opts->command is set, starts it, held until
 * everything is attached.  What fails is logged with its remedy.  Returns 0,
 * -EPERM (privilege), -EOPNOTSUPP (kernel feature missing), another -errno, or the
 * errno, positive, with which the command could not be executed.
 */
int session_open(const struct session_opts *opts, struct session **ret_session);
void session_close(struct session *s);

/* the records, owned by the session */
struct source *session_source(struct session *s);

/* pidfd of the command, readable when it ended; -1: no command */
int session_command_fd(const struct session *s);

/* reaps the command; its exit status as a shell gives it (128+signal) */
int session_command_status(struct session *s);

/* the strategy in use, for messages: "fentry" */
const char *session_attach_name(const struct session *s);

#endif
