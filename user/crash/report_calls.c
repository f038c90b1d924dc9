// SPDX-License-Identifier: GPL-2.0
/* Parts of the text report: the driver calls before the crash and across it. */
#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "view/callline.h"
#include "view/escape.h"

#define CALL_TEXT	16384

static void put_limited(FILE *f, const struct rm_out *out)
{
	fputs(out->buf, f);
	fputs(out->cut ? "..." : "", f);
}

/* "-0.012345": seconds from the signal, negative before it */
static void put_relative(FILE *f, uint64_t at, uint64_t time)
{
	uint64_t us = (at > time ? at - time : time - at) / 1000;

	fprintf(f, "  %c%" PRIu64 ".%06" PRIu64, time < at ? '-' : '+',
		us / 1000000, us % 1000000);
}

static void put_args(FILE *f, const struct report *r,
		     const struct callline *line)
{
	char text[CALL_TEXT];
	struct rm_out out;

	if (!r->style.verbose)
		return;
	rm_out_init(&out, text, sizeof(text));
	callline_args(line, r->style.format, &out);
	if (!out.len)
		return;
	fputs("\n             ", f);
	put_limited(f, &out);
}

static void put_result(FILE *f, const struct callline *line)
{
	char text[512];
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	callline_result(line, &out);
	/* the history keeps the front of blocks that are not shown here */
	callline_notes(line, RMS_CALL_ARG_CUT | RMS_CALL_PAR_CUT, &out);
	fputs(" = ", f);
	put_limited(f, &out);
}

static void put_name(FILE *f, const struct report *r,
		     const struct callline *line)
{
	char text[512];
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	callline_name(line, &out);
	if (r->style.color && callline_failed(line))
		fputs("\033[31m", f);
	put_limited(f, &out);
	if (r->style.color && callline_failed(line))
		fputs("\033[0m", f);
}

static void put_duration(FILE *f, const struct record *rec)
{
	char text[32];
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	callline_duration(rec, &out);
	fprintf(f, " (%s us)", text);
}

static void put_call(FILE *f, const struct report *r,
		     const struct kept_call *call)
{
	struct callline line;
	struct record rec;
	bool good;

	kept_call_record(call, &rec);
	good = !callline_decode(&line, &rec, &r->crash->version);
	put_relative(f, r->crash->sig.h.time, rec.call.h.time);
	fprintf(f, " %u %s ", rec.call.h.tid, good &&
		callline_failed(&line) ? "!" : " ");
	if (good) {
		put_name(f, r, &line);
		put_result(f, &line);
		put_duration(f, &rec);
		put_args(f, r, &line);
	} else {
		fprintf(f, "request 0x%x", rec.call.request);
	}
	fputc('\n', f);
}

static void put_list(FILE *f, const struct report *r, const char *title,
		     const struct call_list *list)
{
	fprintf(f, "\n%s\n", title);
	for (size_t i = 0; i < list->n; i++)
		put_call(f, r, list->v[i]);
	if (!list->n)
		fputs("  none seen\n", f);
}

/* the same call means the same copy or the same thread and entry */
static bool lists_equal(const struct call_list *a, const struct call_list *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++) {
		if (a->v[i]->call.h.tid != b->v[i]->call.h.tid ||
		    a->v[i]->call.enter != b->v[i]->call.enter)
			return false;
	}
	return true;
}

/* a call across the signal: how long it had run by then, and what became of it */
static void put_flight(FILE *f, const struct report *r,
		       const struct kept_call *call)
{
	uint64_t age = (r->crash->sig.h.time - call->call.enter) / 1000;
	struct callline line;
	struct record rec;
	char comm[80];
	struct rm_out out;

	kept_call_record(call, &rec);
	rm_out_init(&out, comm, sizeof(comm));
	escape_text(&out, rec.call.comm, RMS_COMM_LEN);
	fprintf(f, "  for %" PRIu64 ".%03" PRIu64 " ms  %u (%s)  ",
		age / 1000, age % 1000, rec.call.h.tid, comm);
	if (!callline_decode(&line, &rec, &r->crash->version)) {
		put_name(f, r, &line);
		put_result(f, &line);
		put_args(f, r, &line);
	} else {
		fprintf(f, "request 0x%x", rec.call.request);
	}
	fputc('\n', f);
}

void report_calls(FILE *f, const struct report *r)
{
	const struct crash *c = r->crash;

	put_list(f, r, "Last driver calls of the thread:", &c->thread_calls);
	if (c->process_calls.n && lists_equal(&c->thread_calls,
					      &c->process_calls))
		fputs("\nLast driver calls of the process: the same\n", f);
	else
		put_list(f, r, "Last driver calls of the process:",
			 &c->process_calls);
	fputs("\nDriver calls then in flight:\n", f);
	for (size_t i = 0; i < c->flight.n; i++)
		put_flight(f, r, c->flight.v[i]);
	if (!c->flight.n)
		fputs("  none\n", f);
}
