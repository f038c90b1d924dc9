// SPDX-License-Identifier: GPL-2.0
/*
 * The trace as text, one line a record:
 *
 *	TIME            PID/TID   COMM     DEV         US ! CALL
 *
 * Each line is written straight into the output's buffer.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "callline.h"
#include "escape.h"
#include "meta.h"
#include "sink.h"
#include "text.h"

#define LINE_MAX	(64u << 10)
#define NS_PER_S	1000000000

#define RED		"\033[31m"
#define BOLD		"\033[1m"
#define RESET		"\033[0m"

/* columns of the parts in front, each followed by a blank */
enum { COL_IDS = 9, COL_COMM = 8, COL_DEV = 7, COL_US = 9 };

static struct text *text_of(struct view *v)
{
	return (struct text *)v;
}

static void pad(struct rm_out *out, size_t start, size_t width)
{
	while (out->len - start < width && !out->cut)
		rm_out_char(out, ' ');
}

static void put_padded(struct rm_out *out, const char *s, size_t len,
		       size_t width)
{
	size_t start = out->len;

	escape_text(out, s, len);
	pad(out, start, width);
	rm_out_char(out, ' ');
}

/* local time to the microsecond; the broken-down second is kept */
static void put_time(struct text *t, struct rm_out *out, uint64_t time)
{
	int64_t ns = (int64_t)(time + (uint64_t)t->clock_offset);
	int64_t sec = ns / NS_PER_S;
	int64_t rest = ns % NS_PER_S;
	struct tm tm;
	time_t clock;
	unsigned int us;

	if (rest < 0) {
		rest += NS_PER_S;
		sec--;
	}
	if (sec != t->second || !t->clock[0]) {
		clock = sec;
		if (!localtime_r(&clock, &tm) ||
		    !strftime(t->clock, sizeof(t->clock), "%H:%M:%S.", &tm))
			strcpy(t->clock, "??:??:??.");
		t->second = sec;
	}
	rm_out_mem(out, t->clock, strlen(t->clock));
	us = rest / 1000;
	for (unsigned int unit = 100000; unit; unit /= 10)
		rm_out_char(out, '0' + us / unit % 10);
	rm_out_char(out, ' ');
}

static void put_ids(struct rm_out *out, const struct rms_hdr *h)
{
	size_t start = out->len;

	rm_out_dec(out, h->pid);
	rm_out_char(out, '/');
	rm_out_dec(out, h->tid);
	pad(out, start, COL_IDS);
	rm_out_char(out, ' ');
}

/* what the record says of its device; NULL: it is about none */
static const char *device_of(const struct record *rec)
{
	switch (rec->known ? rec->h.kind : 0) {
	case RMS_CALL:
	case RMS_INFLIGHT:
		return record_dev_name(rec->call.dev);
	case RMS_OPEN:
		return record_dev_name(rec->open.dev);
	case RMS_CLOSE:
		return record_dev_name(rec->close.dev);
	case RMS_MMAP:
		return record_dev_name(rec->mmap.dev);
	case RMS_MUNMAP:
		return record_dev_name(rec->munmap.dev);
	default:
		return "-";
	}
}

static const char *comm_of(const struct record *rec, const struct model *model)
{
	const struct thread *t = model_thread(model, rec->h.tid);
	const struct process *p;

	if (t && t->comm[0])
		return t->comm;
	p = model_process(model, rec->h.pid);
	if (p && p->comm[0])
		return p->comm;
	/* an exit closes files when the process is gone already */
	return rec->known && rec->h.kind == RMS_CLOSE ? rec->close.comm : "?";
}

static void put_front(struct text *t, struct rm_out *out,
		      const struct record *rec, const struct model *model)
{
	const char *comm;
	const char *dev = device_of(rec);

	put_time(t, out, rec->h.time);
	if (!rec->h.pid)	/* about no process */
		return;
	comm = comm_of(rec, model);
	put_ids(out, &rec->h);
	put_padded(out, comm, strnlen(comm, RMS_COMM_LEN), COL_COMM);
	put_padded(out, dev, strlen(dev), COL_DEV);
}

static void put_color(struct text *t, struct rm_out *out, const char *color)
{
	if (t->style.color)
		rm_out_str(out, color);
}

static void put_duration(struct rm_out *out, const struct record *rec)
{
	char buf[32];
	struct rm_out us;

	rm_out_init(&us, buf, sizeof(buf));
	callline_duration(rec, &us);
	for (size_t i = us.len; i < COL_US; i++)
		rm_out_char(out, ' ');
	rm_out_mem(out, buf, us.len);
}

/* false: this call is not shown */
static bool put_call(struct text *t, struct rm_out *out,
		     const struct record *rec, const struct model *model)
{
	struct callline line;
	bool failed;
	size_t start;

	if (callline_decode(&line, rec, model_version(model)))
		return false;
	callline_names(&line, model);
	t->version = model_version(model);
	if (rec->h.kind == RMS_CALL)
		unknowns_add(&t->unknowns, &line.call);
	failed = callline_failed(&line);
	if (t->style.failed_only && !failed)
		return false;
	put_front(t, out, rec, model);
	put_duration(out, rec);
	rm_out_str(out, failed ? " ! " : "   ");
	put_color(t, out, failed ? RED : BOLD);
	callline_name(&line, out);
	put_color(t, out, RESET);
	rm_out_char(out, ' ');
	start = out->len;
	callline_args(&line, t->style.format, out);
	if (out->len > start)
		rm_out_char(out, ' ');
	rm_out_str(out, "= ");
	put_color(t, out, failed ? RED : "");
	callline_result(&line, out);
	put_color(t, out, failed ? RESET : "");
	callline_notes(&line, 0, out);
	return true;
}

static bool put_event(struct text *t, struct rm_out *out,
		      const struct record *rec, const struct model *model)
{
	char buf[8192];
	struct rm_out words;
	bool failed;

	rm_out_init(&words, buf, sizeof(buf));
	failed = text_event(rec, model, &words);
	if (t->style.failed_only && !failed)
		return false;
	put_front(t, out, rec, model);
	if (rec->h.pid) {
		pad(out, out->len, COL_US);
		rm_out_str(out, failed ? "        - ! " : "        -   ");
	}
	put_color(t, out, failed ? RED : "");
	rm_out_mem(out, buf, words.len);
	put_color(t, out, failed ? RESET : "");
	return true;
}

static int text_record(struct view *v, const struct record *rec,
		       const struct model *model)
{
	struct text *t = text_of(v);
	struct rm_out out;
	char *room;
	bool shown;

	if (!text_wanted(&t->style, rec))
		return 0;
	room = sink_room(t->out, LINE_MAX + 32);
	if (!room)
		return sink_error(t->out);
	rm_out_init(&out, room, LINE_MAX);
	if (rec->known &&
	    (rec->h.kind == RMS_CALL || rec->h.kind == RMS_INFLIGHT))
		shown = put_call(t, &out, rec, model);
	else
		shown = put_event(t, &out, rec, model);
	if (!shown)
		return 0;
	if (out.cut) {
		out.size += 32;
		put_color(t, &out, RESET);
		rm_out_str(&out, " [line cut]");
	}
	room[out.len++] = '\n';
	sink_commit(t->out, out.len);
	return 0;
}

static int text_begin(struct view *v, const char *meta)
{
	struct text *t = text_of(v);
	char line[128];
	int n;

	t->clock_offset = meta_get_num(meta, "clock_offset", 0);
	n = snprintf(line, sizeof(line), "%-15s %-*s %-*s %-*s %*s ! %s\n",
		     "TIME", COL_IDS, "PID/TID", COL_COMM, "COMM", COL_DEV,
		     "DEV", COL_US, "US", "CALL");
	sink_write(t->out, line, n);
	return sink_flush(t->out);
}

static int text_flush(struct view *v)
{
	return sink_flush(text_of(v)->out);
}

static int text_end(struct view *v, const struct totals *totals)
{
	(void)totals;
	unknowns_tell(&text_of(v)->unknowns, text_of(v)->version);
	return text_flush(v);
}

static void text_free(struct view *v)
{
	free(v);
}

static const struct view_ops text_ops = {
	.begin = text_begin,
	.record = text_record,
	.flush = text_flush,
	.end = text_end,
	.free = text_free,
};

int view_text_new(struct sink *out, const struct view_style *style,
		  struct view **ret_view)
{
	struct text *t = calloc(1, sizeof(*t));

	if (!t)
		return -ENOMEM;
	t->view.ops = &text_ops;
	t->style = *style;
	t->out = out;
	*ret_view = &t->view;
	return 0;
}
