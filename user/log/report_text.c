// SPDX-License-Identifier: GPL-2.0
/* A logged crash for a person. */
#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "view/escape.h"

#define TEXT_MAX	1200

static void put_escaped(FILE *out, const char *text)
{
	char buf[TEXT_MAX];
	struct rm_out o;

	rm_out_init(&o, buf, sizeof(buf));
	escape_text(&o, text, strlen(text));
	fputs(buf, out);
}

static void put_title(FILE *out, const struct log_crash *c)
{
	char buf[TEXT_MAX];
	struct rm_out o;

	fprintf(out, "line %" PRIu64 ": ", c->line);
	put_escaped(out, c->prog[0] ? c->prog : "(program not named)");
	if (c->has & LOG_HAS_PID)
		fprintf(out, "[%" PRIu64 "]", c->pid);
	rm_out_init(&o, buf, sizeof(buf));
	log_cause(c, &o);
	fputs(": ", out);
	put_escaped(out, buf);
	fputc('\n', out);
}

static void put_number(FILE *out, const struct log_crash *c, unsigned int has,
		       const char *name, uint64_t v)
{
	if (c->has & has)
		fprintf(out, "  %-9s 0x%" PRIx64 "\n", name, v);
}

static void put_map(FILE *out, const struct log_crash *c)
{
	if (!c->map.name[0])
		return;
	fputs("  module    ", out);
	put_escaped(out, c->map.name);
	if (c->has & LOG_HAS_MAP)
		fprintf(out, ", mapped at 0x%" PRIx64 ", size 0x%" PRIx64,
			c->map.base, c->map.size);
	if (log_ip_inside(c))
		fprintf(out, ", ip at base+0x%" PRIx64, c->ip - c->map.base);
	if ((c->has & LOG_HAS_OFFSET) && log_ip_inside(c))
		fprintf(out, ", file offset 0x%" PRIx64, c->map.offset);
	fputc('\n', out);
}

static void put_library(FILE *out, const struct log_place *p)
{
	const uint8_t *id;
	size_t n;

	if (!p->lib)
		return;
	fputs("  library   ", out);
	put_escaped(out, sym_library_path(p->lib));
	n = sym_library_build_id(p->lib, &id);
	fputs(n ? ", build-id " : ", no build-id", out);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%02x", id[i]);
	if (p->state == LOG_PLACED)
		fputs(p->code_checked ? ", its code is that of the Code: line" :
		      ", only by its segment's size: no Code: line to check it by",
		      out);
	fputc('\n', out);
}

static void put_place(FILE *out, const struct log_crash *c,
		      const struct log_place *p)
{
	char buf[TEXT_MAX];
	struct rm_out o;

	put_library(out, p);
	if (p->state != LOG_PLACED) {
		rm_out_init(&o, buf, sizeof(buf));
		log_place_why(c, p, &o);
		fprintf(out, "  no vaddr  %s\n", buf);
		return;
	}
	fprintf(out, "  vaddr     0x%" PRIx64 "\n  function  ", p->vaddr);
	sym_place_text(&p->place, buf, sizeof(buf));
	put_escaped(out, buf);
	fputc('\n', out);
}

static void put_code(FILE *out, const struct log_crash *c,
		     const struct log_place *p)
{
	char buf[256];

	if (c->code_state != LOG_CODE_BYTES)
		return;
	fputs("  code      ", out);
	for (size_t i = 0; i < c->code_len; i++)
		fprintf(out, i == c->code_at ? "<%02x>" : "%02x", c->code[i]);
	fputc('\n', out);
	if (log_insn(c, p, buf, sizeof(buf)))
		fprintf(out, "  insn      %s\n", buf);
}

void log_report_crash(FILE *out, const struct log_crash *crash,
		      const struct log_place *place)
{
	char buf[256];
	struct rm_out o;

	put_title(out, crash);
	put_number(out, crash, LOG_HAS_ADDR, "address", crash->addr);
	put_number(out, crash, LOG_HAS_IP, "ip", crash->ip);
	put_number(out, crash, LOG_HAS_SP, "sp", crash->sp);
	put_number(out, crash, LOG_HAS_ERROR, "error", crash->error);
	put_map(out, crash);
	put_place(out, crash, place);
	put_code(out, crash, place);
	for (size_t i = 0; rm_out_init(&o, buf, sizeof(buf)),
	     log_note(crash, i, &o); i++)
		fprintf(out, "  note      %s\n", buf);
}

void log_report_notice(FILE *out, const struct log_notice *notice,
		       uint64_t line)
{
	fprintf(out, "line %" PRIu64 ": ", line);
	put_escaped(out, notice->where);
	fprintf(out, ": %" PRIu64 " %s\n", notice->count, notice->crashes ?
		"messages about crashes were suppressed: these crashes are not shown" :
		"messages were suppressed");
}
