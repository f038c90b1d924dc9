/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is true now, from records alone: processes, threads, their mappings, the
 * calls in flight and the last calls.  The same live and from a file.
 *
 * A record is applied in two steps around the views: model_apply() makes the
 * model true for it, the views look, model_settle() frees what ended with it.
 * Pointers into the model are valid until the next model_settle(), unless a
 * reference is held.
 */
#ifndef RMSNOOP_MODEL_H
#define RMSNOOP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "history.h"
#include "mappings.h"
#include "ranges.h"
#include "rm/rm.h"
#include "record.h"

/**
 * struct thread - a thread that a record spoke of
 * @comm: its name, NUL-terminated
 * @calls: its last calls
 * @flight: the call that it is in, from an INFLIGHT record, or NULL
 */
struct thread {
	uint32_t tid;
	char comm[RMS_COMM_LEN];
	struct history calls;
	struct kept_call *flight;
	struct process *process;
	struct thread *hash_next;
	struct thread *next;	/* of the same process */
	bool ended;
};

/**
 * struct process - a process that a record spoke of
 * @refs: holders; the model is one while the process lives
 * @start: ns since boot, 0: not known yet
 * @ppid: 0: unknown
 * @comm: of its leader, NUL-terminated
 * @exe: file name given to execve, NULL: unknown; not escaped
 * @cmdline: words, each with its NUL; NULL: unknown; not escaped
 * @maps: executable mappings known, and what /proc told
 * @calls: the last calls of all its threads
 * @ended: it is gone, @exit_code as in wait(2)'s status
 * @devices: its mappings of the driver's devices, see RANGE_CPU; with MODEL_OBJECTS
 * @mark: for whoever picks processes; inherited by children
 */
struct process {
	unsigned int refs;
	uint32_t pid;
	uint32_t ppid;
	uint64_t start;
	char comm[RMS_COMM_LEN];
	char *exe;
	char *cmdline;
	size_t cmdline_len;
	struct mappings maps;
	struct ranges devices;
	struct history calls;
	struct thread *threads;
	uint32_t exit_code;
	bool ended;
	bool mark;
	struct process *hash_next;
};

/* a process that is gone may be kept by a reference, its threads are not */
struct process *process_get(struct process *p);
void process_put(struct process *p);

#define MODEL_CALLS	0x1	/* keep the last calls of threads, processes */
#define MODEL_OBJECTS	0x2	/* know RM objects, files and device mappings */

struct model;

/** model_new() - @meta: "key=value" lines, for the driver's version, or NULL */
int model_new(unsigned int flags, const char *meta, struct model **ret_model);
void model_free(struct model *m);

/** model_apply() - 0 or -ENOMEM */
int model_apply(struct model *m, const struct record *rec);
/** model_settle() - free the threads and processes that ended with @rec */
void model_settle(struct model *m, const struct record *rec);

/* NULL: no record spoke of it, or it ended */
struct process *model_process(const struct model *m, uint32_t pid);
struct thread *model_thread(const struct model *m, uint32_t tid);

/** model_decode_as() - names and fields are those of @v, whatever driver there was */
void model_decode_as(struct model *m, const struct rm_version *v);

/** model_version() - the driver's version, for user/rm */
const struct rm_version *model_version(const struct model *m);
/** model_driver() - its text, "535.261.03"; NULL: unknown or none loaded */
const char *model_driver(const struct model *m);

/**
 * model_calls_at() - the calls of @p that were in flight at @time
 * @time: CLOCK_MONOTONIC ns
 * @calls: filled with at most @max calls, borrowed
 * Those that INFLIGHT records told and that had begun by then, and of the calls
 * kept those that began before and returned after it.
 * Return: how many.
 */
size_t model_calls_at(const struct process *p, uint64_t time,
		      struct kept_call **calls, size_t max);

#endif
