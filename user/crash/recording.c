// SPDX-License-Identifier: GPL-2.0
/*
 * One crash as a recording of its own: the records that it was made of as they
 * came, and before and behind them what the model knew, as records again.  Who
 * reads it makes the same crash.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "view/sink.h"

#define CALLS_MAX	(2 * HISTORY_CALLS)

/* a record, or what is left of it: padded when it is whole */
struct writer {
	struct sink *out;
	const struct crash *crash;
};

static void put_block(struct writer *w, const void *data, size_t len)
{
	static const char zeroes[8];

	sink_write(w->out, data, len);
	sink_write(w->out, zeroes, RMS_ALIGN(len) - len);
}

static struct rms_hdr header(const struct writer *w, unsigned int kind,
			     size_t fixed, size_t more)
{
	const struct rms_hdr *sig = &w->crash->sig.h;

	return (struct rms_hdr){
		.size = (uint32_t)(fixed + RMS_ALIGN(more)),
		.kind = (uint16_t)kind,
		.fixed = (uint16_t)fixed,
		.time = sig->time,
		.pid = sig->pid,
		.tid = sig->tid,
		.cpu = sig->cpu,
	};
}

static void put_gaps(struct writer *w, const uint64_t *lost)
{
	for (uint32_t cause = 0; cause < RMS_LOSS_N; cause++) {
		struct rms_gap gap = {
			.h = header(w, RMS_GAP, sizeof(gap), 0),
			.count = lost[cause],
			.cause = cause,
		};

		if (!lost[cause])
			continue;
		gap.h.pid = 0;
		gap.h.tid = 0;
		sink_write(w->out, &gap, sizeof(gap));
	}
}

static void put_driver(struct writer *w)
{
	size_t len = strlen(w->crash->driver);
	struct rms_driver driver = {
		.h = header(w, RMS_DRIVER, sizeof(driver), len),
		.len = (uint32_t)len,
	};

	if (!len)
		return;
	sink_write(w->out, &driver, sizeof(driver));
	put_block(w, w->crash->driver, len);
}

static void put_exec(struct writer *w)
{
	const struct crash *c = w->crash;
	size_t len = c->exe ? strlen(c->exe) : 0;
	struct rms_exec exec = {
		.h = header(w, RMS_EXEC, sizeof(exec), len),
		.start = c->sig.start,
		.old_tid = c->sig.h.pid,
		.name_len = (uint32_t)len,
	};

	if (!c->exe)
		return;
	exec.h.tid = exec.h.pid;
	memcpy(exec.comm, c->sig.pcomm, sizeof(exec.comm));
	sink_write(w->out, &exec, sizeof(exec));
	put_block(w, c->exe, len);
}

static void put_process(struct writer *w)
{
	const struct crash *c = w->crash;
	struct rms_process p = {
		.h = header(w, RMS_PROCESS, sizeof(p), c->cmdline_len),
		.start = c->sig.start,
		.ppid = c->ppid,
		.len = (uint32_t)c->cmdline_len,
	};

	p.h.tid = p.h.pid;
	memcpy(p.comm, c->sig.pcomm, sizeof(p.comm));
	sink_write(w->out, &p, sizeof(p));
	put_block(w, c->cmdline, c->cmdline_len);
}

/* who sent the signal, for its name */
static void put_sender(struct writer *w)
{
	const struct crash *c = w->crash;
	struct rms_process p = {
		.h = header(w, RMS_PROCESS, sizeof(p), 0),
	};

	if (!c->sender[0] || c->sig.sender_pid == (int32_t)c->sig.h.pid)
		return;
	p.h.pid = (uint32_t)c->sig.sender_pid;
	p.h.tid = p.h.pid;
	memcpy(p.comm, c->sender, sizeof(p.comm));
	sink_write(w->out, &p, sizeof(p));
}

/* mappings that were known before the crash, where none came with it */
static void put_known_maps(struct writer *w)
{
	const struct mappings *maps = &w->crash->maps;

	for (size_t i = 0; w->crash->maps_known_before && i < maps->n; i++) {
		const struct mapping *from = &maps->v[i];
		size_t len = strnlen(from->file->path, RMS_PATH_MAX);
		struct rms_map map = {
			.h = header(w, RMS_MAP, sizeof(map), len),
			.start = from->start,
			.end = from->end,
			.offset = from->offset,
			.inode = from->file->inode,
			.major = from->file->major,
			.minor = from->file->minor,
			.prot = from->prot,
			.flags = (from->flags & ~(RMS_MAP_SAME_FILE |
						  RMS_MAP_PATH_CUT)) |
				 RMS_MAP_PLAIN_PATH,
			.why = RMS_MAP_WATCH,
			.path_len = (uint16_t)len,
			.index = (uint32_t)i,
		};

		memcpy(map.build_id, from->file->build_id, sizeof(map.build_id));
		if (from->file->has_build_id)
			map.flags |= RMS_MAP_BUILD_ID;
		sink_write(w->out, &map, sizeof(map));
		put_block(w, from->file->path, len);
	}
}

static void put_call(struct writer *w, const struct kept_call *call)
{
	struct rms_call fixed = call->call;
	struct record rec;

	kept_call_record(call, &rec);
	fixed.h.fixed = sizeof(fixed);
	fixed.h.size = (uint32_t)(sizeof(fixed) + RMS_ALIGN(rec.arg_in.len) +
				  RMS_ALIGN(rec.arg_out.len) +
				  RMS_ALIGN(rec.par_in.len) +
				  RMS_ALIGN(rec.par_out.len));
	sink_write(w->out, &fixed, sizeof(fixed));
	put_block(w, rec.arg_in.data, rec.arg_in.len);
	put_block(w, rec.arg_out.data, rec.arg_out.len);
	put_block(w, rec.par_in.data, rec.par_in.len);
	put_block(w, rec.par_out.data, rec.par_out.len);
}

static int by_return(const void *a, const void *b)
{
	const struct rms_call *x = &(*(struct kept_call *const *)a)->call;
	const struct rms_call *y = &(*(struct kept_call *const *)b)->call;

	if (x->h.time != y->h.time)
		return x->h.time < y->h.time ? -1 : 1;
	return x->h.tid < y->h.tid ? -1 : x->h.tid > y->h.tid;
}

/* those that returned before the signal, each once, as they returned */
static void put_calls(struct writer *w)
{
	const struct crash *c = w->crash;
	struct kept_call *calls[CALLS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < c->thread_calls.n && n < CALLS_MAX; i++)
		calls[n++] = c->thread_calls.v[i];
	for (size_t i = 0; i < c->process_calls.n && n < CALLS_MAX; i++)
		if (c->process_calls.v[i]->call.h.tid != c->sig.h.tid)
			calls[n++] = c->process_calls.v[i];
	qsort(calls, n, sizeof(calls[0]), by_return);
	for (size_t i = 0; i < n; i++)
		put_call(w, calls[i]);
}

/* the driver's messages before the signal, or after it */
static void put_messages(struct writer *w, bool before)
{
	const struct crash *c = w->crash;
	struct record rec;

	for (size_t i = 0; driver_log_record(&c->driver_log, i, &rec); i++)
		if ((rec.h.time < c->sig.h.time) == before)
			sink_write(w->out, rec.raw.data, rec.raw.len);
}

/* what was kept raw begins with the signal and may end with the exit, before
 * which the calls must come that were in flight */
static void put_signal(struct writer *w)
{
	struct bytes rest = w->crash->raw, raw;
	struct rms_hdr h;
	bool told = false;

	put_messages(w, true);
	while (bytes_peek(rest, 0, &h, sizeof(h)) &&
	       bytes_take(&rest, h.size, &raw)) {
		if (h.kind == RMS_EXIT && !told) {
			put_messages(w, false);
			for (size_t i = 0; i < w->crash->flight.n; i++)
				put_call(w, w->crash->flight.v[i]);
			told = true;
		}
		sink_write(w->out, raw.data, raw.len);
	}
	if (!told)
		put_messages(w, false);
	for (size_t i = 0; !told && i < w->crash->flight.n; i++)
		put_call(w, w->crash->flight.v[i]);
}

static void put_end(struct writer *w, const uint64_t *lost)
{
	struct rms_end end = { .h = header(w, RMS_END, sizeof(end), 0) };

	end.h.pid = 0;
	end.h.tid = 0;
	memcpy(end.lost, lost, sizeof(end.lost));
	sink_write(w->out, &end, sizeof(end));
}

int report_recording(struct sink *out, const struct report *r)
{
	struct writer w = { .out = out, .crash = r->crash };
	struct view *head;
	int err = view_recording_new(out, &head);

	if (err)
		return err;
	head->ops->begin(head, r->meta ? r->meta : "");
	view_free(head);
	put_gaps(&w, r->lost);
	put_driver(&w);
	put_sender(&w);
	put_exec(&w);
	put_process(&w);
	put_known_maps(&w);
	put_calls(&w);
	put_signal(&w);
	put_end(&w, r->lost);
	return 0;
}
