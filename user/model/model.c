// SPDX-License-Identifier: GPL-2.0
/* Records to state: one small function a kind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"
#include "objects_in.h"
#include "table.h"

static void driver_set(struct model *m, const char *text, size_t len)
{
	if (len >= sizeof(m->driver))
		len = sizeof(m->driver) - 1;
	memcpy(m->driver, text, len);
	m->driver[len] = '\0';
	/* an unloaded driver's names are still the best guess */
	if (len && !m->version_forced)
		rm_version_find(m->driver, &m->version);
}

int model_new(unsigned int flags, const char *meta, struct model **ret_model)
{
	struct model *m = calloc(1, sizeof(*m));
	char driver[sizeof(m->driver)];

	if (!m)
		return -ENOMEM;
	m->flags = flags;
	m->pool = call_pool_new();
	if (flags & MODEL_OBJECTS)
		m->objects = objects_new();
	if (!m->pool || (flags & MODEL_OBJECTS && !m->objects)) {
		model_free(m);
		return -ENOMEM;
	}
	rm_version_find(NULL, &m->version);
	if (meta && meta_get(meta, "driver", driver, sizeof(driver)))
		driver_set(m, driver, strlen(driver));
	*ret_model = m;
	return 0;
}

void model_free(struct model *m)
{
	if (!m)
		return;
	objects_free(m->objects);
	m->objects = NULL;
	for (size_t i = 0; i < TABLE_BUCKETS; i++)
		while (m->processes[i])
			process_remove(m, m->processes[i]);
	call_pool_free(m->pool);
	free(m);
}

void model_decode_as(struct model *m, const struct rm_version *v)
{
	m->version = *v;
	m->version.only = true;
	m->version_forced = true;
}

const struct rm_version *model_version(const struct model *m)
{
	return &m->version;
}

const char *model_driver(const struct model *m)
{
	return m->driver[0] ? m->driver : NULL;
}

static int apply_call(struct model *m, const struct record *rec)
{
	struct thread *t = thread_ensure(m, rec->h.pid, rec->h.tid);
	int err = 0;

	if (!t)
		return -ENOMEM;
	comm_copy(t->comm, rec->call.comm);
	if (rec->h.tid == rec->h.pid)
		comm_copy(t->process->comm, rec->call.comm);
	if (m->objects && rec->h.kind == RMS_CALL)
		err = objects_call(m, rec);
	if (err || !(m->flags & MODEL_CALLS))
		return err;
	if (rec->h.kind == RMS_INFLIGHT)
		return flight_begin(m, t, rec);
	return flight_return(m, t, rec);
}

/* the number is used again, but the exit of its last owner was lost */
static void drop_stale(struct model *m, uint32_t pid, uint64_t start)
{
	struct process *p = model_process(m, pid);

	if (p && p->start && p->start != start)
		process_remove(m, p);
}

static int apply_fork_objects(struct objects *os, struct process *parent,
			      struct process *child)
{
	int err = openfiles_fork(os, parent->pid, child->pid);

	return err ? err : objects_fork(os, parent, child);
}

static int apply_new_process(struct model *m, const struct record *rec)
{
	const struct rms_fork *fork = &rec->fork;
	struct process *child = model_process(m, fork->child_pid);
	struct process *parent;
	int err;

	if (child)
		process_remove(m, child);
	parent = model_process(m, rec->h.pid);
	if (!thread_ensure(m, fork->child_pid, fork->child_tid))
		return -ENOMEM;
	child = model_process(m, fork->child_pid);
	child->ppid = rec->h.pid;
	child->start = fork->start;
	comm_copy(child->comm, fork->comm);
	comm_copy(child->threads->comm, fork->comm);
	if (!parent)	/* not seen, or a forged record names itself */
		return 0;
	child->mark = parent->mark;
	if (parent->exe &&
	    process_set_exe(child, bytes_of(parent->exe, strlen(parent->exe))))
		return -ENOMEM;
	if (parent->cmdline &&
	    process_set_cmdline(child, bytes_of(parent->cmdline,
						parent->cmdline_len)))
		return -ENOMEM;
	err = m->objects ? apply_fork_objects(m->objects, parent, child) : 0;
	return err ? err : mappings_copy(&parent->maps, &child->maps);
}

static int apply_fork(struct model *m, const struct record *rec)
{
	struct thread *t;

	if (rec->fork.child_pid == rec->fork.child_tid)
		return apply_new_process(m, rec);
	t = thread_ensure(m, rec->fork.child_pid, rec->fork.child_tid);
	if (!t)
		return -ENOMEM;
	comm_copy(t->comm, rec->fork.comm);
	return 0;
}

static int apply_exec(struct model *m, const struct record *rec)
{
	struct process *p = process_ensure(m, rec->h.pid);
	struct thread *t;
	int err = 0;

	if (!p)
		return -ENOMEM;
	if (m->objects)
		err = openfiles_exec(m->objects, p->pid);
	if (!err && m->objects)
		err = objects_unmap_all(m->objects, p, WHY_EXEC);
	if (err)
		return err;
	process_reset(m, p);
	t = thread_ensure(m, rec->h.pid, rec->h.pid);
	if (!t)
		return -ENOMEM;
	p->start = rec->exec.start;
	comm_copy(p->comm, rec->exec.comm);
	comm_copy(t->comm, rec->exec.comm);
	return process_set_exe(p, rec->text);
}

static int apply_exit(struct model *m, const struct record *rec)
{
	struct process *p = model_process(m, rec->h.pid);
	struct thread *t = model_thread(m, rec->h.tid);

	if (t && t->process == p)
		t->ended = true;
	if (p && rec->exit.group) {
		p->ended = true;
		p->exit_code = rec->exit.code;
		return process_objects_end(m, p);
	}
	return 0;
}

static int apply_comm(struct model *m, const struct record *rec)
{
	struct thread *t = thread_ensure(m, rec->h.pid, rec->h.tid);

	if (!t)
		return -ENOMEM;
	comm_copy(t->comm, rec->comm.comm);
	if (rec->h.tid == rec->h.pid)
		comm_copy(t->process->comm, rec->comm.comm);
	return 0;
}

static int apply_process(struct model *m, const struct record *rec)
{
	struct process *p;

	drop_stale(m, rec->h.pid, rec->process.start);
	p = process_ensure(m, rec->h.pid);
	if (!p)
		return -ENOMEM;
	p->start = rec->process.start;
	p->ppid = rec->process.ppid;
	comm_copy(p->comm, rec->process.comm);
	return process_set_cmdline(p, rec->text);
}

static int apply_signal(struct model *m, const struct record *rec)
{
	struct thread *t = thread_ensure(m, rec->h.pid, rec->h.tid);

	if (!t)
		return -ENOMEM;
	comm_copy(t->comm, rec->signal.comm);
	comm_copy(t->process->comm, rec->signal.pcomm);
	t->process->start = rec->signal.start;
	return 0;
}

static int apply_map(struct model *m, const struct record *rec)
{
	struct process *p;
	int err;

	/* a crash's set of all mappings is its report's, not kept here */
	if (rec->map.why == RMS_MAP_CRASH)
		return 0;
	p = process_ensure(m, rec->h.pid);
	if (!p)
		return -ENOMEM;
	err = mappings_add(&p->maps, rec);
	return err == -ENOMEM ? err : 0;
}

static int apply_device(struct model *m, const struct record *rec)
{
	struct process *p;

	if (!m->objects)
		return 0;
	if (rec->h.kind == RMS_OPEN)
		return openfiles_open(m->objects, &rec->open);
	if (rec->h.kind == RMS_CLOSE)
		return openfiles_close(m->objects, &rec->close);
	p = process_ensure(m, rec->h.pid);
	if (!p)
		return -ENOMEM;
	if (rec->h.kind == RMS_MMAP)
		return objects_mmap(m->objects, p, &rec->mmap);
	return objects_munmap(m->objects, p, &rec->munmap);
}

int model_apply(struct model *m, const struct record *rec)
{
	if (!rec->known)
		return 0;
	if (m->objects)
		objects_begin(m->objects, rec);
	switch (rec->h.kind) {
	case RMS_CALL:
	case RMS_INFLIGHT:
		return apply_call(m, rec);
	case RMS_OPEN:
	case RMS_CLOSE:
	case RMS_MMAP:
	case RMS_MUNMAP:
		return apply_device(m, rec);
	case RMS_SIGNAL:
		return apply_signal(m, rec);
	case RMS_MAP:
		return apply_map(m, rec);
	case RMS_FORK:
		return apply_fork(m, rec);
	case RMS_EXEC:
		return apply_exec(m, rec);
	case RMS_EXIT:
		return apply_exit(m, rec);
	case RMS_COMM:
		return apply_comm(m, rec);
	case RMS_PROCESS:
		return apply_process(m, rec);
	case RMS_DRIVER:
		driver_set(m, (const char *)rec->text.data, rec->text.len);
		return 0;
	default:
		return 0;
	}
}

void model_settle(struct model *m, const struct record *rec)
{
	struct process *p;
	struct thread *t;

	if (m->objects)
		objects_settle(m->objects);
	if (!rec->known || rec->h.kind != RMS_EXIT)
		return;
	p = model_process(m, rec->h.pid);
	t = model_thread(m, rec->h.tid);
	if (p && p->ended)
		process_remove(m, p);
	else if (t && t->ended)
		thread_remove(m, t);
}
