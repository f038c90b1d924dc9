// SPDX-License-Identifier: GPL-2.0
/* One driver call as text. */
#include <string.h>

#include "callline.h"
#include "model/call_in.h"
#include "words.h"

int callline_decode(struct callline *line, const struct record *rec,
		    const struct rm_version *v)
{
	line->rec = rec;
	line->in = call_in_of(rec);
	return rm_call_decode(v, &line->in, &line->call);
}

void callline_names(struct callline *line, const struct model *model)
{
	names_init(&line->names, model, line->rec->h.pid);
	line->in.names = &line->names.rm;
}

bool callline_failed(const struct callline *line)
{
	return line->rec->call.flags & RMS_CALL_DIED ||
	       rm_call_failed(&line->call);
}

/* "NV_ESC_" in front of most names tells nothing on a line of a call */
void callline_name(const struct callline *line, struct rm_out *out)
{
	static const char prefix[] = "NV_ESC_";
	char buf[256];
	struct rm_out name;

	rm_out_init(&name, buf, sizeof(buf));
	rm_call_names(&line->call, &name);
	if (!strncmp(buf, prefix, sizeof(prefix) - 1))
		rm_out_str(out, buf + sizeof(prefix) - 1);
	else
		rm_out_str(out, buf);
}

void callline_args(const struct callline *line, enum rm_format format,
		   struct rm_out *out)
{
	rm_format_args(&line->call, format, out);
}

void callline_result(const struct callline *line, struct rm_out *out)
{
	const struct rms_call *c = &line->rec->call;

	if (c->h.kind == RMS_INFLIGHT)
		rm_out_str(out, "in flight");
	else if (c->flags & RMS_CALL_DIED)
		rm_out_str(out, "died in the call");
	else if (c->flags & RMS_CALL_NO_RETURN)
		rm_out_str(out, "return not seen");
	else if (c->ret < 0)
		words_errno(out, c->ret);
	else if (line->call.status_known)
		rm_format_status(out, line->call.status);
	else if (line->call.has_status)
		rm_out_str(out, "status not captured");
	else
		rm_out_sdec(out, c->ret);
}

void callline_notes(const struct callline *line, uint32_t hide,
		    struct rm_out *out)
{
	static const struct {
		uint32_t flag;
		const char *text;
	} notes[] = {
		{ RMS_CALL_NO_ENTRY, "entry not seen" },
		{ RMS_CALL_ARG_IN_BAD, "argument unreadable before" },
		{ RMS_CALL_ARG_OUT_BAD, "argument unreadable after" },
		{ RMS_CALL_PAR_IN_BAD, "parameters unreadable before" },
		{ RMS_CALL_PAR_OUT_BAD, "parameters unreadable after" },
		{ RMS_CALL_ARG_CUT, "argument cut" },
		{ RMS_CALL_PAR_CUT, "parameters cut" },
		{ RMS_CALL_COMPAT, "32-bit caller" },
	};

	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (!(line->rec->call.flags & notes[i].flag & ~hide))
			continue;
		rm_out_str(out, " [");
		rm_out_str(out, notes[i].text);
		rm_out_char(out, ']');
	}
}

void callline_duration(const struct record *rec, struct rm_out *out)
{
	uint64_t ns = rec->h.time - rec->call.enter;

	if (rec->h.time < rec->call.enter) {
		rm_out_char(out, '-');
		return;
	}
	rm_out_dec(out, ns / 1000);
	rm_out_char(out, '.');
	rm_out_dec(out, ns / 100 % 10);
	rm_out_dec(out, ns / 10 % 10);
	rm_out_dec(out, ns % 10);
}
