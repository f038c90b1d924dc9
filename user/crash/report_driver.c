// SPDX-License-Identifier: GPL-2.0
/* Parts of both reports: what the driver logged around the crash. */
#include <inttypes.h>

#include "decode/view.h"
#include "log/nvrm.h"
#include "report.h"
#include "view/escape.h"

#define TEXT_MAX	4400	/* a whole message, each byte escaped */

static bool parse(const struct record *rec, struct log_nvrm *ret)
{
	const char *text = (const char *)rec->text.data, *end;

	return log_nvrm_parse((struct scan){ text, text + rec->text.len }, ret,
			      &end);
}

/* whose it is by the message itself; the thread that printed it tells nothing */
static void put_owner(struct rm_out *out, const struct report *r,
		      const struct log_nvrm *m)
{
	if (!(m->has & LOG_NVRM_PID))
		return;
	rm_out_str(out, out->len ? "; " : "");
	if (m->pid == r->crash->sig.h.pid) {
		rm_out_str(out, "this process");
		return;
	}
	rm_out_str(out, "another process, ");
	rm_out_dec(out, m->pid);
}

static void put_message(FILE *f, const struct report *r,
			const struct record *rec)
{
	uint64_t at = r->crash->sig.h.time, time = rec->h.time;
	uint64_t us = (at > time ? at - time : time - at) / 1000;
	char text[TEXT_MAX];
	struct log_nvrm m;
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	escape_text(&out, rec->text.data, rec->text.len);
	fprintf(f, "  %c%" PRIu64 ".%06" PRIu64 " %s%s\n", time < at ? '-' : '+',
		us / 1000000, us % 1000000, text, rec->nvrm.cut ? "..." : "");
	if (!parse(rec, &m))
		return;
	rm_out_init(&out, text, sizeof(text));
	decode_message_text(&out, &r->crash->version, &m);
	put_owner(&out, r, &m);
	if (out.len)
		fprintf(f, "            %s\n", text);
}

void report_driver(FILE *f, const struct report *r)
{
	const struct driver_log *log = &r->crash->driver_log;
	struct record rec;

	if (!log->n)
		return;
	fputs("\nMessages of the driver, before (-) and after (+) the signal:\n", f);
	for (size_t i = 0; driver_log_record(log, i, &rec); i++)
		put_message(f, r, &rec);
}

void report_driver_json(struct json_out *j, const struct report *r)
{
	const struct crash *c = r->crash;
	struct log_nvrm m;
	struct record rec;

	json_array_begin(j, "driver_messages");
	for (size_t i = 0; driver_log_record(&c->driver_log, i, &rec); i++) {
		json_object_begin(j, NULL);
		json_unsigned(j, "time", rec.h.time);
		json_bool(j, "before", rec.h.time < c->sig.h.time);
		if (parse(&rec, &m)) {
			if (m.has & LOG_NVRM_PID)
				json_bool(j, "this_process",
					  m.pid == c->sig.h.pid);
			decode_message_json(j, &c->version, &m);
		} else {
			json_text(j, "text", rec.text.data, rec.text.len);
		}
		json_object_end(j);
	}
	json_array_end(j);
}
