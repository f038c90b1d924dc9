// SPDX-License-Identifier: GPL-2.0
/*
 * The crash report as text: the kernel's line, the cause, who it was, where in
 * which file; then what was captured, the calls, and what is missing.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "names.h"
#include "region.h"
#include "report.h"
#include "view/escape.h"
#include "view/words.h"

#define LABEL		"%-10s "
#define LABEL_WIDTH	11
#define NS_PER_S	1000000000ll

#define TEXT_RED	"\033[1;31m"
#define TEXT_BOLD	"\033[1m"
#define TEXT_RESET	"\033[0m"

static void put_escaped(FILE *f, const char *text, size_t len)
{
	char buf[4096];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_text(&out, text, len);
	fputs(buf, f);
	fputs(out.cut ? "..." : "", f);
}

static void put_comm(FILE *f, const char comm[RMS_COMM_LEN])
{
	put_escaped(f, comm, strnlen(comm, RMS_COMM_LEN));
}

static void color(FILE *f, const struct report *r, const char *code)
{
	if (r->style.color)
		fputs(code, f);
}

static void put_signal(FILE *f, const struct rms_signal *sig)
{
	const char *code = names_code(sig->sig, sig->code);
	char name[32];
	struct rm_out out;

	rm_out_init(&out, name, sizeof(name));
	words_signal(&out, sig->sig);
	if (code)
		fprintf(f, "%s (%s)", name, code);
	else
		fprintf(f, "%s (code %d)", name, sig->code);
}

static void put_cause(FILE *f, const struct report *r)
{
	const struct cause *cause = &r->facts->cause;

	fprintf(f, LABEL, "cause");
	color(f, r, TEXT_RED);
	put_signal(f, &r->crash->sig);
	fprintf(f, ": %s", cause->what);
	color(f, r, TEXT_RESET);
	fputc('\n', f);
	for (unsigned int i = 0; i < cause->n_details; i++)
		fprintf(f, "%*s%s\n", LABEL_WIDTH, "", cause->details[i]);
}

static void put_outcome(FILE *f, const struct report *r)
{
	const struct crash *c = r->crash;
	char words[64];
	struct rm_out out;

	fprintf(f, LABEL, "outcome");
	if (c->sig.flags & RMS_SIG_HANDLER)
		fprintf(f, "handled: the program's handler at 0x%" PRIx64
			" is called; ", (uint64_t)c->sig.handler);
	else if (c->sig.flags & RMS_SIG_IGNORED)
		fputs("ignored by the program; ", f);
	if (c->ended) {
		rm_out_init(&out, words, sizeof(words));
		words_exit(&out, c->exit_code);
		fprintf(f, "the process ended: %s\n", words);
	} else {
		fputs("the process had not ended when this was written\n", f);
	}
}

static void put_time(FILE *f, const struct report *r)
{
	uint64_t at = r->crash->sig.h.time;
	int64_t ns = (int64_t)at + r->clock_offset;
	time_t sec = ns / NS_PER_S;
	char date[32] = "";
	struct tm tm;

	fprintf(f, LABEL, "time");
	if (r->clock_offset && ns >= 0 && localtime_r(&sec, &tm) &&
	    strftime(date, sizeof(date), "%F %T", &tm))
		fprintf(f, "%s.%06lld, ", date, (long long)(ns % NS_PER_S / 1000));
	fprintf(f, "%llu.%06llu s after boot\n",
		(unsigned long long)(at / NS_PER_S),
		(unsigned long long)(at % NS_PER_S / 1000));
}

/* words separated by NULs, as a shell would show them, but escaped */
static void put_words(FILE *f, const char *words, size_t len)
{
	while (len) {
		size_t n = strnlen(words, len);

		put_escaped(f, words, n);
		n += n < len;
		words += n;
		len -= n;
		fputs(len ? " " : "", f);
	}
}

static void put_who(FILE *f, const struct report *r)
{
	const struct crash *c = r->crash;

	fprintf(f, LABEL "%u (", "process", c->sig.h.pid);
	put_comm(f, c->sig.pcomm);
	fputc(')', f);
	if (c->ppid)
		fprintf(f, ", child of %u", c->ppid);
	if (c->sig.h.tid != c->sig.h.pid) {
		fprintf(f, "; thread %u (", c->sig.h.tid);
		put_comm(f, c->sig.comm);
		fputc(')', f);
	} else {
		fputs("; its main thread", f);
	}
	fprintf(f, "%s; cpu %u\n",
		c->sig.flags & RMS_SIG_COMPAT ? "; 32-bit" : "", c->sig.h.cpu);
	if (c->cmdline_len || c->exe)
		fprintf(f, LABEL, "command");
	if (c->cmdline_len)
		put_words(f, c->cmdline, c->cmdline_len);
	else if (c->exe)
		put_escaped(f, c->exe, strlen(c->exe));
	fputs(c->cmdline_len || c->exe ? "\n" : "", f);
	fprintf(f, LABEL "%s\n", "driver", c->driver[0] ? c->driver : "unknown");
}

static void put_hex(FILE *f, const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fprintf(f, "%02x", p[i]);
}

/* the build-id of the file read, and the one captured where they differ */
static void put_build_id(FILE *f, const struct facts_place *place)
{
	const struct sym_place *sym = &place->sym;
	bool bad = sym->state != SYM_OK && sym->state != SYM_UNOPENED &&
		   sym->state != SYM_NONE;

	fprintf(f, LABEL, "build-id");
	if (sym->build_id_len && !bad)
		put_hex(f, sym->build_id, sym->build_id_len);
	else if (place->build_id)
		put_hex(f, place->build_id, RMS_BUILD_ID_LEN);
	else
		fputs(sym->state == SYM_OK ? "none" : "unknown", f);
	if (sym->state == SYM_OK && place->build_id)
		fputs(", the same in memory", f);
	fputc('\n', f);
	if (bad && sym->build_id_len) {
		fprintf(f, "%*sthe file's is now ", LABEL_WIDTH, "");
		put_hex(f, sym->build_id, sym->build_id_len);
		fputc('\n', f);
	}
}

static void put_symbol(FILE *f, const struct sym_place *sym)
{
	char text[700];

	if (sym->state == SYM_OK && !sym->has_vaddr) {
		fprintf(f, LABEL "no program header covers this offset\n",
			"vaddr");
	} else if (sym->state == SYM_OK) {
		sym_place_text(sym, text, sizeof(text));
		fprintf(f, LABEL "0x%" PRIx64 "\n", "vaddr", sym->vaddr);
		fprintf(f, LABEL, "symbol");
		put_escaped(f, text, strlen(text));
		if (sym->symbol[0])
			fprintf(f, ", size 0x%" PRIx64, sym->symbol_size);
		fputc('\n', f);
		if (sym->symbol[0] && sym->fde_end)
			fprintf(f, "%*sFDE function 0x%" PRIx64 "..0x%" PRIx64
				"\n", LABEL_WIDTH, "", sym->fde_start,
				sym->fde_end);
	} else {
		fprintf(f, LABEL "unknown: %s", "vaddr",
			sym_state_text(sym->state));
		if (sym->state == SYM_UNOPENED && sym->error)
			fprintf(f, " (%s)", strerror(sym->error));
		fputc('\n', f);
	}
}

static void put_place_name(FILE *f, const struct facts_place *place)
{
	char name[1200];
	struct rm_out out;

	rm_out_init(&out, name, sizeof(name));
	facts_place_name(place, &out);
	fputs(name, f);
}

static void put_place(FILE *f, const struct report *r, const char *label,
		      const struct facts_place *place)
{
	char path[4600];
	struct rm_out out;

	fprintf(f, LABEL, label);
	color(f, r, TEXT_BOLD);
	put_place_name(f, place);
	color(f, r, TEXT_RESET);
	fprintf(f, "  (0x%" PRIx64 ")\n", place->addr);
	if (!place->map->file->path[0])
		return;
	rm_out_init(&out, path, sizeof(path));
	region_path(&out, place->map);
	fprintf(f, LABEL "%s\n", "file", path);
	put_build_id(f, place);
	fprintf(f, LABEL "0x%" PRIx64 " in the file\n", "offset",
		place->sym.offset);
	put_symbol(f, &place->sym);
}

static void put_where(FILE *f, const struct report *r)
{
	const struct crash_facts *facts = r->facts;

	if (facts->ip.map)
		put_place(f, r, "at", &facts->ip);
	else
		fprintf(f, LABEL "ip 0x%" PRIx64 " is in no %smapping\n", "at",
			facts->ip.addr, facts->maps_complete ? "" : "known ");
	if (facts->caller.map)
		put_place(f, r, "called by", &facts->caller);
}

void report_losses(FILE *f, const struct report *r)
{
	const struct crash *c = r->crash;
	bool any = false;

	for (unsigned int i = 0; i < RMS_LOSS_N; i++) {
		if (!r->lost[i])
			continue;
		fprintf(f, "%s%llu (%s)", any ? ", " : "\nRecords lost so far: ",
			(unsigned long long)r->lost[i], record_loss_name(i));
		any = true;
	}
	fputs(any ? "\n" : "", f);
	if (c->maps_known_before)
		fputs("\nThe mappings at the crash were not captured: those known before are used.\n", f);
	else if (!c->maps_ended)
		fputs("\nThe end of the mappings did not come: some may be missing.\n", f);
	else if (c->maps_lost)
		fprintf(f, "\n%u of %u mappings are missing.\n", c->maps_lost,
			c->maps_total);
}

const report_section_fn report_sections[] = {
	report_frames,
	report_registers,
	report_code,
	report_stack,
	report_maps,
	report_calls,
	report_driver,
	report_losses,
	NULL
};

void report_head(FILE *f, const struct report *r)
{
	put_cause(f, r);
	put_outcome(f, r);
	put_time(f, r);
	put_who(f, r);
	put_where(f, r);
}

void report_text(FILE *f, const struct report *r)
{
	color(f, r, TEXT_BOLD);
	fputs(r->facts->kernel_line, f);
	color(f, r, TEXT_RESET);
	fputs("\n\n", f);
	report_head(f, r);
	for (size_t i = 0; report_sections[i]; i++)
		report_sections[i](f, r);
	fputc('\n', f);
}
