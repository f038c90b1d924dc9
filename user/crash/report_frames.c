// SPDX-License-Identifier: GPL-2.0
/* The frames in reports, as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "region.h"
#include "report.h"
#include "view/escape.h"

static void put_escaped(FILE *f, const char *text)
{
	char buf[1400];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_text(&out, text, strlen(text));
	fputs(buf, f);
}

/* code that no file stands for: made at run time, or nothing at all */
static const char *unknown_code(const struct facts_place *place)
{
	if (!place->map)
		return "not mapped";
	if (!(place->map->prot & RMS_MAP_EXEC))
		return "not executable";
	return place->map->file->path[0] ? NULL : "code made at run time (JIT)";
}

static void put_where(FILE *f, const struct facts_place *place)
{
	const char *unknown = unknown_code(place);
	char text[700];
	struct rm_out out;

	if (place->map) {
		rm_out_init(&out, text, sizeof(text));
		facts_place_name(place, &out);
		fprintf(f, "  %s", text);
	}
	if (place->sym.state == SYM_OK && place->sym.has_vaddr) {
		sym_place_text(&place->sym, text, sizeof(text));
		fputs("  (", f);
		put_escaped(f, text);
		fputc(')', f);
	} else if (place->sym.state != SYM_NONE) {
		fprintf(f, "  (%s)", sym_state_text(place->sym.state));
	} else if (unknown && !(place->map && place->map->flags & RMS_MAP_VDSO)) {
		fprintf(f, "  (%s)", unknown);
	}
}

static void put_frame(FILE *f, const struct frame *frame, size_t i)
{
	static const char *const marks[] = {
		[FRAME_REGISTERS] = "", [FRAME_CFI] = "",
		[FRAME_CALL] = "  [by the call's return address]",
		[FRAME_POINTER] = "  [by frame pointer]",
		[FRAME_SCAN] = "  [by stack scan]",
	};

	fprintf(f, "  #%-3zu 0x%016" PRIx64, i, frame->place.addr);
	put_where(f, &frame->place);
	if (frame->has_line) {
		fputs(" at ", f);
		put_escaped(f, frame->line.file);
		fprintf(f, ":%u", frame->line.line);
	}
	fputs(frame->signal ? "  <signal handler called>" : "", f);
	fprintf(f, "%s\n", marks[frame->how]);
}

void report_frames(FILE *f, const struct report *r)
{
	const struct frames *frames = &r->facts->frames;

	fputs("\nFrames:\n", f);
	for (size_t i = 0; i < frames->n; i++)
		put_frame(f, &frames->v[i], i);
	if (frames->end != FRAMES_OUTERMOST)
		fprintf(f, "  no more: %s\n", frames_end_text(frames->end));
}
