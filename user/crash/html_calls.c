// SPDX-License-Identifier: GPL-2.0
/*
 * The calls before the crash and across it, for the page: a picture with a lane
 * for each thread, time from left to right, the crash at its right; and a table.
 *
 * Calls take microseconds, and a program may do without any for minutes: between
 * two moments at which a call began or ended the width is the logarithm of the time.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "view/callline.h"
#include "view/escape.h"

#define CALLS_MAX	(2 * HISTORY_CALLS + CRASH_FLIGHT_MAX)
#define TEXT_MAX	4096

/* of the picture, in its own units */
#define LEFT		110.0
#define WIDTH		1180.0
#define RIGHT		12.0	/* behind the crash: calls that came back later */
#define LANE		22.0
#define BAR		14.0
#define BAR_MIN		2.0	/* so that a short call can be seen */
#define AXIS		20.0

struct chart {
	const struct report *r;
	struct kept_call *calls[CALLS_MAX];
	size_t n;
	uint32_t lanes[CALLS_MAX];	/* thread ids, in order of appearance */
	size_t n_lanes;
	struct moment {
		uint64_t time;
		double x;
	} moments[2 * CALLS_MAX + 1];	/* by rising time, up to the crash */
	size_t n_moments;
};

/* ---- which calls --------------------------------------------------------- */

static void add_list(struct chart *c, const struct call_list *list)
{
	for (size_t i = 0; i < list->n && c->n < CALLS_MAX; i++) {
		struct kept_call *call = list->v[i];
		size_t k = 0;

		while (k < c->n && (c->calls[k]->call.h.tid != call->call.h.tid ||
				    c->calls[k]->call.enter != call->call.enter))
			k++;
		if (k == c->n)
			c->calls[c->n++] = call;
	}
}

static int by_entry(const void *a, const void *b)
{
	const struct rms_call *x = &(*(struct kept_call *const *)a)->call;
	const struct rms_call *y = &(*(struct kept_call *const *)b)->call;

	if (x->enter != y->enter)
		return x->enter < y->enter ? -1 : 1;
	return x->h.tid < y->h.tid ? -1 : x->h.tid > y->h.tid;
}

static size_t lane_of(struct chart *c, uint32_t tid)
{
	size_t i = 0;

	while (i < c->n_lanes && c->lanes[i] != tid)
		i++;
	if (i == c->n_lanes)
		c->lanes[c->n_lanes++] = tid;
	return i;
}

static void add_moment(struct chart *c, uint64_t time)
{
	if (time < c->r->crash->sig.h.time)
		c->moments[c->n_moments++].time = time;
}

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return x->time < y->time ? -1 : x->time > y->time;
}

/* where each moment is */
static void moments_place(struct chart *c)
{
	double x = 0, scale;

	qsort(c->moments, c->n_moments, sizeof(c->moments[0]), by_time);
	c->moments[c->n_moments++].time = c->r->crash->sig.h.time;
	for (size_t i = 0; i < c->n_moments; i++) {
		uint64_t ns = i ? c->moments[i].time - c->moments[i - 1].time : 0;

		x += log2(1.0 + (double)ns / 1000.0);
		c->moments[i].x = x;
	}
	scale = (WIDTH - LEFT - RIGHT) / (x > 0 ? x : 1);
	for (size_t i = 0; i < c->n_moments; i++)
		c->moments[i].x = LEFT + c->moments[i].x * scale;
}

static void chart_fill(struct chart *c, const struct report *r)
{
	const struct crash *crash = r->crash;

	c->r = r;
	add_list(c, &crash->thread_calls);
	add_list(c, &crash->process_calls);
	add_list(c, &crash->flight);
	qsort(c->calls, c->n, sizeof(c->calls[0]), by_entry);
	/* the thread that crashed is the first */
	lane_of(c, crash->sig.h.tid);
	for (size_t i = 0; i < c->n; i++)
		lane_of(c, c->calls[i]->call.h.tid);
	for (size_t i = 0; i < c->n; i++) {
		add_moment(c, c->calls[i]->call.enter);
		add_moment(c, c->calls[i]->call.h.time);
	}
	moments_place(c);
}

/* ---- one call ------------------------------------------------------------ */

static bool in_flight(const struct chart *c, const struct kept_call *call)
{
	return call->call.h.kind == RMS_INFLIGHT ||
	       call->call.h.time > c->r->crash->sig.h.time;
}

static const char *kind_of(const struct chart *c, const struct kept_call *call)
{
	struct callline line;
	struct record rec;

	if (in_flight(c, call))
		return "flight";
	kept_call_record(call, &rec);
	if (!callline_decode(&line, &rec, &c->r->crash->version) &&
	    callline_failed(&line))
		return "failed";
	return "ok";
}

static void put_out(FILE *f, const struct rm_out *out)
{
	char buf[TEXT_MAX * 4];
	struct rm_out clean;

	rm_out_init(&clean, buf, sizeof(buf));
	escape_text(&clean, out->buf, out->len);
	html_text(f, buf, clean.len);
	fputs(out->cut || clean.cut ? "..." : "", f);
}

/* its name and result; for an unknown one its number */
static void put_name(FILE *f, const struct chart *c, const struct kept_call *call,
		     bool args)
{
	char text[TEXT_MAX];
	struct callline line;
	struct record rec;
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	kept_call_record(call, &rec);
	if (callline_decode(&line, &rec, &c->r->crash->version)) {
		rm_out_str(&out, "request ");
		rm_out_hex(&out, rec.call.request);
	} else {
		callline_name(&line, &out);
		if (args) {
			rm_out_char(&out, ' ');
			callline_args(&line, RM_FORMAT_ABBREV, &out);
		}
		rm_out_str(&out, " = ");
		callline_result(&line, &out);
	}
	put_out(f, &out);
}

static void put_duration(FILE *f, const struct chart *c,
			 const struct kept_call *call)
{
	uint64_t end = in_flight(c, call) ? c->r->crash->sig.h.time :
					    call->call.h.time;
	uint64_t ns = end > call->call.enter ? end - call->call.enter : 0;

	fprintf(f, "%" PRIu64 ".%03" PRIu64, ns / 1000, ns % 1000);
}

/* ---- the picture --------------------------------------------------------- */

static double x_of(const struct chart *c, uint64_t time)
{
	size_t i = 0;

	while (i + 1 < c->n_moments && c->moments[i].time < time)
		i++;
	return c->moments[i].x;
}

static void put_bar(FILE *f, struct chart *c, size_t i)
{
	const struct kept_call *call = c->calls[i];
	double y = AXIS + LANE * (double)lane_of(c, call->call.h.tid) +
		   (LANE - BAR) / 2;
	double x = x_of(c, call->call.enter), w;

	/* it went on behind the crash */
	w = in_flight(c, call) ? WIDTH - x : x_of(c, call->call.h.time) - x;
	if (w < BAR_MIN)
		w = BAR_MIN;
	fprintf(f, "<a href=\"#call-%zu\"><rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"><title>",
		i + 1, kind_of(c, call), x, y, w, BAR);
	put_name(f, c, call, false);
	fputs(" (", f);
	put_duration(f, c, call);
	fputs(" us)</title></rect></a>\n", f);
}

static void put_lanes(FILE *f, const struct chart *c)
{
	for (size_t i = 0; i < c->n_lanes; i++) {
		double y = AXIS + LANE * (double)i + LANE / 2;

		fprintf(f, "<text x=\"0\" y=\"%.1f\">%u%s</text><line class=\"lane\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
			y + 4, c->lanes[i], i ? "" : " (crashed)", LEFT, WIDTH,
			y, y);
	}
}

static void put_picture(FILE *f, struct chart *c)
{
	uint64_t us = (c->r->crash->sig.h.time - c->moments[0].time) / 1000;
	double height = AXIS + LANE * (double)c->n_lanes;

	fprintf(f, "<svg class=\"timeline\" role=\"img\" viewBox=\"0 0 %.0f %.0f\">\n",
		WIDTH, height);
	fprintf(f, "<text x=\"%.0f\" y=\"12\">-%" PRIu64 ".%06" PRIu64 " s (widths are logarithms)</text>"
		"<text x=\"%.0f\" y=\"12\" text-anchor=\"end\">the crash</text>\n",
		LEFT, us / 1000000, us % 1000000, WIDTH);
	put_lanes(f, c);
	for (size_t i = 0; i < c->n; i++)
		put_bar(f, c, i);
	fprintf(f, "<line class=\"crash\" x1=\"%.1f\" x2=\"%.1f\" y1=\"16\" y2=\"%.0f\"/>\n</svg>\n",
		WIDTH - RIGHT, WIDTH - RIGHT, height);
}

/* ---- the table ----------------------------------------------------------- */

static void put_row(FILE *f, const struct chart *c, size_t i)
{
	const struct kept_call *call = c->calls[i];
	uint64_t us = (c->r->crash->sig.h.time - call->call.enter) / 1000;

	fprintf(f, "<tr class=\"%s\" id=\"call-%zu\"><td class=\"n\">-%" PRIu64
		".%06" PRIu64 "</td><td class=\"n\">", kind_of(c, call), i + 1,
		us / 1000000, us % 1000000);
	put_duration(f, c, call);
	fprintf(f, "</td><td>%u</td><td class=\"what\">", call->call.h.tid);
	put_name(f, c, call, true);
	if (in_flight(c, call))
		fputs(" (in flight at the crash)", f);
	fputs("</td></tr>\n", f);
}

void html_calls(FILE *f, const struct report *r)
{
	struct chart *c = calloc(1, sizeof(*c));

	fputs("<h2>Driver calls before the crash</h2>\n", f);
	if (!c) {
		fputs("<pre>out of memory</pre>\n", f);
		return;
	}
	chart_fill(c, r);
	if (c->n) {
		put_picture(f, c);
		fputs("<table>\n<tr><th class=\"n\">began, s</th><th class=\"n\">took, us</th><th>thread</th><th>call</th></tr>\n", f);
		for (size_t i = 0; i < c->n; i++)
			put_row(f, c, i);
		fputs("</table>\n", f);
	} else {
		fputs("<pre>  none seen</pre>\n", f);
	}
	free(c);
}
