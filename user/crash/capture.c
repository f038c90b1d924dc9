// SPDX-License-Identifier: GPL-2.0
/*
 * From SIGNAL, MAP, CALL and EXIT records to whole crashes.
 *
 * A crash is complete when its mappings have come and its process is gone: the
 * calls that were in flight are known only once their threads have ended.  Where
 * that does not happen it is reported after a time, told by the records.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"

int capture_init(struct capture *cap, capture_fn done, void *ctx)
{
	*cap = (struct capture){ .done = done, .ctx = ctx };
	cap->pool = call_pool_new();
	return cap->pool ? 0 : -ENOMEM;
}

static void crash_free(struct crash *c)
{
	if (!c)
		return;
	free((void *)c->raw.data);
	free((void *)c->code.data);
	free((void *)c->stack.data);
	free(c->exe);
	free(c->cmdline);
	mappings_clear(&c->maps);
	call_list_clear(&c->thread_calls);
	call_list_clear(&c->process_calls);
	call_list_clear(&c->flight);
	driver_log_clear(&c->driver_log);
	free(c);
}

void capture_deinit(struct capture *cap)
{
	struct crash *c;

	while ((c = cap->open)) {
		cap->open = c->next;
		crash_free(c);
	}
	cap->n_open = 0;
	driver_log_clear(&cap->log);
	call_pool_free(cap->pool);
	cap->pool = NULL;
}

static int copy_bytes(struct bytes from, struct bytes *ret)
{
	void *p;

	if (!from.len)
		return 0;
	p = malloc(from.len);
	if (!p)
		return -ENOMEM;
	memcpy(p, from.data, from.len);
	*ret = bytes_of(p, from.len);
	return 0;
}

/* keep the record itself: from it the crash can be made once more */
static int keep_raw(struct crash *c, const struct record *rec)
{
	uint8_t *data = (uint8_t *)c->raw.data;
	size_t room = c->raw_room;

	if (rec->raw.len > room - c->raw.len) {
		room = 2 * room + rec->raw.len;
		data = realloc(data, room);
		if (!data)
			return -ENOMEM;
		c->raw_room = room;
	}
	memcpy(data + c->raw.len, rec->raw.data, rec->raw.len);
	c->raw = bytes_of(data, c->raw.len + rec->raw.len);
	return 0;
}

static int copy_process(struct crash *c, const struct process *p)
{
	if (!p)
		return 0;
	c->ppid = p->ppid;
	if (p->exe && !(c->exe = strdup(p->exe)))
		return -ENOMEM;
	if (p->cmdline && p->cmdline_len) {
		c->cmdline = malloc(p->cmdline_len);
		if (!c->cmdline)
			return -ENOMEM;
		memcpy(c->cmdline, p->cmdline, p->cmdline_len);
		c->cmdline_len = p->cmdline_len;
	}
	c->maps_known_before = p->maps.n > 0;
	return mappings_copy(&p->maps, &c->maps);
}

/* a call of the crash's process: before the signal, or across it? */
static int sort_call(struct crash *c, struct kept_call *call)
{
	uint64_t at = c->sig.h.time;
	int err = 0;

	if (call->call.enter > at)
		return 0;
	if (call->call.h.kind == RMS_INFLIGHT || call->call.h.time > at)
		return call_list_add(&c->flight, call);
	if (call->call.h.tid == c->sig.h.tid)
		err = call_list_add(&c->thread_calls, call);
	return err ? err : call_list_add(&c->process_calls, call);
}

static int sort_history(struct crash *c, const struct history *h)
{
	struct kept_call *call;
	int err = 0;

	for (unsigned int i = 0; !err && (call = history_at(h, i)); i++)
		err = sort_call(c, call);
	return err;
}

static int copy_calls(struct crash *c, const struct model *model)
{
	struct process *p = model_process(model, c->sig.h.pid);
	struct thread *t = model_thread(model, c->sig.h.tid);
	struct kept_call *calls[CRASH_FLIGHT_MAX];
	size_t n = 0;
	int err = 0;

	if (t)
		err = sort_history(c, &t->calls);
	if (p && !err)
		err = sort_history(c, &p->calls);
	if (p)
		n = model_calls_at(p, c->sig.h.time, calls, CRASH_FLIGHT_MAX);
	for (size_t i = 0; i < n && !err; i++)
		err = call_list_add(&c->flight, calls[i]);
	return err;
}

static void copy_context(struct crash *c, const struct model *model)
{
	const char *driver = model_driver(model);
	const struct process *sender = NULL;

	c->version = *model_version(model);
	if (driver)
		strncpy(c->driver, driver, sizeof(c->driver) - 1);
	if (!(c->sig.flags & RMS_SIG_KERNEL) && c->sig.sender_pid > 0)
		sender = model_process(model, (uint32_t)c->sig.sender_pid);
	if (sender)
		memcpy(c->sender, sender->comm, sizeof(c->sender) - 1);
}

static void append(struct capture *cap, struct crash *c)
{
	struct crash **at = &cap->open;

	while (*at)
		at = &(*at)->next;
	*at = c;
	cap->n_open++;
}

/* report it and let go of it */
static int finish(struct capture *cap, struct crash **at)
{
	struct crash *c = *at;
	int err;

	*at = c->next;
	cap->n_open--;
	if (!c->maps_ended)
		c->maps_lost = c->maps_total > c->maps.n ?
			       c->maps_total - (uint32_t)c->maps.n : 0;
	err = cap->done(cap->ctx, c);
	crash_free(c);
	return err;
}

/* too many at once: the oldest of those that did not kill goes first */
static int make_room(struct capture *cap)
{
	struct crash **at = &cap->open;

	if (cap->n_open < CAPTURE_OPEN_MAX)
		return 0;
	while (*at && ((*at)->sig.flags & RMS_SIG_FATAL))
		at = &(*at)->next;
	return finish(cap, *at ? at : &cap->open);
}

static int open_crash(struct capture *cap, const struct record *rec,
		      const struct model *model)
{
	struct crash *c;
	int err = make_room(cap);

	if (err)
		return err;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->sig = rec->signal;
	c->due = rec->h.time + (c->sig.flags & RMS_SIG_FATAL ?
				CAPTURE_FATAL_NS : CAPTURE_HANDLED_NS);
	c->thread_calls.max = HISTORY_CALLS;
	c->process_calls.max = HISTORY_CALLS;
	c->flight.max = CRASH_FLIGHT_MAX;
	copy_context(c, model);
	err = keep_raw(c, rec);
	if (!err)
		err = copy_bytes(rec->code, &c->code);
	if (!err)
		err = copy_bytes(rec->stack, &c->stack);
	if (!err)
		err = copy_process(c, model_process(model, rec->h.pid));
	if (!err)
		err = copy_calls(c, model);
	if (!err)
		err = driver_log_copy(&cap->log, rec->h.time, &c->driver_log);
	if (err)
		crash_free(c);
	else
		append(cap, c);
	return err;
}

static struct crash *find(const struct capture *cap, uint32_t tid,
			  uint64_t snapshot)
{
	struct crash *c;

	for (c = cap->open; c; c = c->next) {
		if (c->sig.h.tid == tid && c->sig.h.time == snapshot)
			return c;
	}
	return NULL;
}

static int take_map(struct capture *cap, const struct record *rec)
{
	struct crash *c = find(cap, rec->h.tid, rec->map.snapshot);
	int err;

	if (rec->map.why != RMS_MAP_CRASH || !c)
		return 0;
	if (c->maps_known_before)
		mappings_clear(&c->maps);
	c->maps_known_before = false;
	err = mappings_add(&c->maps, rec);
	if (err && err != -ENOMEM) {
		/* it made no sense: one that is not there */
		c->maps_lost++;
		err = 0;
	}
	return err ? err : keep_raw(c, rec);
}

static bool complete(const struct crash *c)
{
	return c->ended && c->maps_ended;
}

/* report those of @pid that are complete */
static int finish_complete(struct capture *cap, uint32_t pid)
{
	struct crash **at = &cap->open;
	int err = 0;

	while (*at && !err) {
		if ((*at)->sig.h.pid == pid && complete(*at))
			err = finish(cap, at);
		else
			at = &(*at)->next;
	}
	return err;
}

static int end_maps(struct capture *cap, const struct record *rec)
{
	struct crash *c = find(cap, rec->h.tid, rec->maps_end.snapshot);
	int err;

	if (!c)
		return 0;
	err = keep_raw(c, rec);
	if (err)
		return err;
	c->maps_ended = true;
	c->maps_total = rec->maps_end.total;
	if (c->maps_known_before)
		c->maps_lost = rec->maps_end.total;
	else if (rec->maps_end.total > c->maps.n)
		c->maps_lost = rec->maps_end.total - (uint32_t)c->maps.n;
	return finish_complete(cap, c->sig.h.pid);
}

/* a call of a process that crashed, told only afterwards */
static int late_call(struct capture *cap, const struct record *rec)
{
	struct kept_call *call = NULL;
	struct crash *c;
	int err = 0;

	for (c = cap->open; c && !err; c = c->next) {
		if (c->sig.h.pid != rec->h.pid ||
		    rec->call.enter > c->sig.h.time)
			continue;
		if (!call)
			call = kept_call_new(cap->pool, rec);
		err = call ? sort_call(c, call) : -ENOMEM;
	}
	kept_call_put(call);
	return err;
}

static int process_gone(struct capture *cap, const struct record *rec)
{
	struct crash *c;
	int err;

	if (!rec->exit.group)
		return 0;
	for (c = cap->open; c; c = c->next) {
		if (c->sig.h.pid != rec->h.pid)
			continue;
		err = keep_raw(c, rec);
		if (err)
			return err;
		c->ended = true;
		c->exit_code = rec->exit.code;
		if (c->due > rec->h.time + CAPTURE_HANDLED_NS)
			c->due = rec->h.time + CAPTURE_HANDLED_NS;
	}
	return finish_complete(cap, rec->h.pid);
}

/* it may explain those that are waited for, and one that comes */
static int take_message(struct capture *cap, const struct record *rec)
{
	int err = driver_log_add(&cap->log, rec);

	for (struct crash *c = cap->open; c && !err; c = c->next)
		err = driver_log_add(&c->driver_log, rec);
	return err;
}

static int take(struct capture *cap, const struct record *rec,
		const struct model *model)
{
	switch (rec->h.kind) {
	case RMS_SIGNAL:
		return open_crash(cap, rec, model);
	case RMS_MAP:
		return take_map(cap, rec);
	case RMS_MAPS_END:
		return end_maps(cap, rec);
	case RMS_CALL:
	case RMS_INFLIGHT:
		return late_call(cap, rec);
	case RMS_EXIT:
		return process_gone(cap, rec);
	case RMS_NVRM:
		return take_message(cap, rec);
	default:
		return 0;
	}
}

int capture_record(struct capture *cap, const struct record *rec,
		   const struct model *model)
{
	int err;

	if (!cap->open && rec->h.kind != RMS_SIGNAL && rec->h.kind != RMS_NVRM)
		return 0;
	err = take(cap, rec, model);
	/* one that the reader made has its time: that of a late reader tells
	 * nothing of what the kernel has still to say */
	return err || rec->h.kind >= RMS_GAP ? err : capture_time(cap, rec->h.time);
}

int capture_time(struct capture *cap, uint64_t now)
{
	struct crash **at = &cap->open;
	int err = 0;

	while (*at && !err) {
		if ((*at)->due <= now)
			err = finish(cap, at);
		else
			at = &(*at)->next;
	}
	return err;
}

int capture_finish(struct capture *cap)
{
	int err = 0;

	while (cap->open && !err)
		err = finish(cap, &cap->open);
	return err;
}
