/* SPDX-License-Identifier: GPL-2.0 */
/* Inside model/ only: the tables of processes and threads. */
#ifndef RMSNOOP_TABLE_H
#define RMSNOOP_TABLE_H

#include "model.h"

#define TABLE_BUCKETS	4096	/* a power of two; pids spread evenly */

struct model {
	unsigned int flags;
	struct call_pool *pool;
	struct objects *objects;	/* NULL without MODEL_OBJECTS */
	struct rm_version version;
	bool version_forced;	/* whatever driver there is */
	char driver[32];
	struct process *processes[TABLE_BUCKETS];
	struct thread *threads[TABLE_BUCKETS];
};

/* the process or thread, made when it is not there; NULL: no memory */
struct process *process_ensure(struct model *m, uint32_t pid);
struct thread *thread_ensure(struct model *m, uint32_t pid, uint32_t tid);

/* take it out of the tables; the process lives on while it is referenced */
void process_remove(struct model *m, struct process *p);
void thread_remove(struct model *m, struct thread *t);

/* its files and device mappings end; 0 or -ENOMEM */
int process_objects_end(struct model *m, struct process *p);

/* forget what another program left behind */
void process_reset(struct model *m, struct process *p);

/* replace a kept string; 0 or -ENOMEM */
int process_set_exe(struct process *p, struct bytes text);
int process_set_cmdline(struct process *p, struct bytes text);

/* copy a name that may lack its NUL */
void comm_copy(char dst[RMS_COMM_LEN], const char src[RMS_COMM_LEN]);

/* CALL and INFLIGHT records into histories and flights; 0 or -ENOMEM */
int flight_begin(struct model *m, struct thread *t, const struct record *rec);
int flight_return(struct model *m, struct thread *t, const struct record *rec);

#endif
