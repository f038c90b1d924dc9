// SPDX-License-Identifier: GPL-2.0
/* Picking records by process and by name. */
#include <string.h>

#include "filter.h"

static bool has_pid(const struct pid_list *list, uint32_t pid)
{
	for (size_t i = 0; i < list->n; i++)
		if ((uint32_t)list->v[i] == pid)
			return true;
	return false;
}

static bool has_name(const struct name_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strncmp(list->v[i], name, RMS_COMM_LEN))
			return true;
	return false;
}

/* the process's own name, or its thread's: a thread may have a name of its own */
static bool has_any_name(const struct name_list *list, const struct process *p,
			 const struct thread *t)
{
	if (!list->n)
		return false;
	return (p && has_name(list, p->comm)) || (t && has_name(list, t->comm));
}

static bool is_picked(const struct options *o, struct process *p,
		      const struct thread *t, uint32_t pid)
{
	if (!o->pids.n && !o->comms.n)
		return true;
	if (p && p->mark)	/* itself or an ancestor */
		return true;
	if (o->pids.n && !has_pid(&o->pids, pid))
		return false;
	if (o->comms.n && !has_any_name(&o->comms, p, t))
		return false;
	if (p)
		p->mark = true;
	return true;
}

bool filter_passes(const struct filter *filter, const struct record *rec,
		   const struct model *model)
{
	const struct options *o = filter->opts;
	const struct thread *t;
	struct process *p;

	if (!rec->h.pid)	/* about no process: gaps, the end */
		return true;
	if (!o->not_pids.n && !o->not_comms.n && !filter->allow)
		return true;
	p = model_process(model, rec->h.pid);
	t = model_thread(model, rec->h.tid);
	if (has_pid(&o->not_pids, rec->h.pid) ||
	    has_any_name(&o->not_comms, p, t))
		return false;
	return !filter->allow || is_picked(o, p, t, rec->h.pid);
}
