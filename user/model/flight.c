// SPDX-License-Identifier: GPL-2.0
/* Which calls are, or at some time were, under way. */
#include <errno.h>

#include "table.h"

int flight_begin(struct model *m, struct thread *t, const struct record *rec)
{
	struct kept_call *call = kept_call_new(m->pool, rec);

	if (!call)
		return -ENOMEM;
	kept_call_put(t->flight);
	t->flight = call;
	return 0;
}

int flight_return(struct model *m, struct thread *t, const struct record *rec)
{
	struct kept_call *call = kept_call_new(m->pool, rec);

	if (!call)
		return -ENOMEM;
	history_add(&t->calls, call);
	history_add(&t->process->calls, call);
	kept_call_put(call);
	if (t->flight && t->flight->call.enter <= rec->call.enter) {
		kept_call_put(t->flight);
		t->flight = NULL;
	}
	return 0;
}

struct found {
	struct kept_call **calls;
	size_t n;
	size_t max;
};

static void found_add(struct found *f, struct kept_call *call)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->calls[i] == call)
			return;
	if (f->n < f->max)
		f->calls[f->n++] = call;
}

static void found_scan(struct found *f, const struct history *h, uint64_t time)
{
	struct kept_call *call;

	for (unsigned int i = 0; (call = history_at(h, i)); i++)
		if (call->call.enter <= time && call->call.h.time > time)
			found_add(f, call);
}

size_t model_calls_at(const struct process *p, uint64_t time,
		      struct kept_call **calls, size_t max)
{
	struct found f = { .calls = calls, .max = max };

	for (const struct thread *t = p->threads; t; t = t->next) {
		if (t->flight && t->flight->call.enter <= time)
			found_add(&f, t->flight);
		found_scan(&f, &t->calls, time);
	}
	found_scan(&f, &p->calls, time);
	return f.n;
}
