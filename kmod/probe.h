/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on functions of the driver's modules: declared in a table, armed group by
 * group while somebody listens, following the modules as they come and go.
 */
#ifndef RMSNOOP_PROBE_H
#define RMSNOOP_PROBE_H

#include <linux/ptrace.h>
#include <linux/types.h>

#define PROBE_SYMBOLS	3	/* names that driver generations gave it */

/**
 * enum probe_group - what is armed together
 * @PROBE_IOCTL: the modules' ioctl entry points
 * @PROBE_FILE: open, release and mmap of their devices
 * @PROBE_RM: the RM API, for calls of processes and of the kernel alike
 * @PROBE_GSP: messages to the GSP firmware
 * @PROBE_ERROR: the error log behind an Xid
 * @PROBE_ADAPTER: the initialisation of a GPU
 */
enum probe_group {
	PROBE_IOCTL,
	PROBE_FILE,
	PROBE_RM,
	PROBE_GSP,
	PROBE_ERROR,
	PROBE_ADAPTER,
	PROBE_GROUPS
};

/**
 * struct probe - one function of the driver
 * @name: what it is called here
 * @module: that has it
 * @symbols: its names, the newest driver's first
 * @group: when it is armed
 * @data_size: bytes that @entry keeps for @ret, at most PROBE_DATA_MAX
 * @active: calls that may be under way at a time; more are counted as missed
 * @entry: at its first instruction; false: its return is of no interest.
 *	Like @ret it runs with preemption off, must not sleep, fault or allocate
 * @ret: at its return, NULL: only the entry matters
 */
struct probe {
	const char *name;
	const char *module;
	const char *symbols[PROBE_SYMBOLS];
	enum probe_group group;
	unsigned int data_size;
	unsigned int active;
	bool (*entry)(void *data, struct pt_regs *regs);
	void (*ret)(void *data, struct pt_regs *regs);
};

extern const struct probe probe_table[];
extern const unsigned int probe_count;

#define PROBE_MAX	32	/* rows of the table */

/* where a probe stands */
enum probe_state {
	PROBE_IDLE = 0,		/* nobody listens */
	PROBE_ARMED = 1,
	PROBE_ABSENT = 2,	/* no such function: its module is not loaded, or has none */
	PROBE_FAILED = 3,	/* the kernel refused */
};

/**
 * struct probe_status - what became of a probe
 * @state: enum probe_state
 * @error: -errno, with PROBE_FAILED
 * @symbol: the name under which it was found last, NULL: never armed
 * @hits: entries seen since the module was loaded
 * @missed: returns not seen for want of room, likewise
 */
struct probe_status {
	enum probe_state state;
	int error;
	const char *symbol;
	u64 hits;
	u64 missed;
};

int probes_init(void);
void probes_exit(void);

/**
 * probes_get() - arm a group for one more listener
 *
 * Never fails for want of a function or module: what is missing is told by
 * probe_status() and armed when its module comes.  May sleep.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int probes_get(enum probe_group group);
/* probes_put() - one listener less; disarmed with the last one.  May sleep. */
void probes_put(enum probe_group group);

/* probe_status() - of row @index of the table.  May sleep. */
void probe_status(unsigned int index, struct probe_status *ret);

/* the n-th argument of a function, at its entry */
static inline unsigned long probe_arg(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument(regs, n);
}

#endif
