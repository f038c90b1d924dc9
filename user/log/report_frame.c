// SPDX-License-Identifier: GPL-2.0
/* A printed frame, as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "report_frame.h"
#include "view/escape.h"
#include "view/json_out.h"

/* is the offset an address of the file?  Shared libraries begin at address 0. */
static bool has_vaddr(const struct log_frame *f)
{
	if (f->symbol[0])
		return false;
	return f->form == LOG_FRAME_GLIBC || strstr(f->module, ".so");
}

void log_report_frame(FILE *out, const struct log_frame *frame, uint64_t line)
{
	char buf[4 * (LOG_MODULE_MAX + LOG_WORDS_MAX)];
	struct rm_out o;

	rm_out_init(&o, buf, sizeof(buf));
	escape_text(&o, frame->module, strlen(frame->module));
	rm_out_str(&o, has_vaddr(frame) ? ", vaddr " : ", ");
	escape_text(&o, frame->symbol, strlen(frame->symbol));
	if (!has_vaddr(frame))
		rm_out_str(&o, frame->symbol[0] ? "+" : "its start+");
	rm_out_hex(&o, frame->offset);
	fprintf(out, "line %" PRIu64 ": frame: %s\n", line, buf);
}

void log_json_frame(struct json_out *j, const struct log_frame *frame,
		    uint64_t line)
{
	static const char *const forms[] = {
		[LOG_FRAME_GLIBC] = "glibc",
		[LOG_FRAME_JAVA] = "java",
		[LOG_FRAME_COREDUMP] = "coredumpctl",
		[LOG_FRAME_SANITIZER] = "sanitizer",
	};

	json_line_begin(j);
	json_str(j, "kind", "frame");
	json_unsigned(j, "line", line);
	json_str(j, "form", forms[frame->form]);
	json_str(j, "module", frame->module);
	if (frame->symbol[0])
		json_str(j, "symbol", frame->symbol);
	json_hex(j, has_vaddr(frame) ? "vaddr" : "offset", frame->offset);
	json_line_end(j);
}
