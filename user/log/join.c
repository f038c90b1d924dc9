// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of one crash on several lines.  CPUs print at the same time, so pieces of
 * several crashes may be mixed: a piece goes to the crash that waits for such a
 * one, told by the addresses and by the printing thread where there are any, else
 * by the order of waiting; where that is a guess, the crash says so.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "join.h"

#define WAITING_MAX	64	/* crashes that may wait */
#define LINES_MAX	200	/* how far down a piece may be */
#define CODE_PROLOGUE	42	/* bytes before ip (arch/x86 dumpstack.c) */

struct log_join {
	struct log_events events;
	uint64_t line;
	bool kernel_code;	/* the next Code: line is of the kernel's own oops */
	size_t n;
	struct log_crash waiting[WAITING_MAX];
	char *buf;
	size_t buf_size;
};

struct log_join *log_join_new(const struct log_events *events)
{
	struct log_join *join = calloc(1, sizeof(*join));

	if (join)
		join->events = *events;
	return join;
}

void log_join_free(struct log_join *join)
{
	if (!join)
		return;
	free(join->buf);
	free(join);
}

static void tell_oldest(struct log_join *join)
{
	join->events.crash(join->events.arg, &join->waiting[0]);
	join->n--;
	memmove(join->waiting, join->waiting + 1,
		join->n * sizeof(join->waiting[0]));
}

void log_join_end(struct log_join *join)
{
	while (join->n)
		tell_oldest(join);
}

/* an audit or fatal-signal record of a crash that is there already */
static bool is_repeated(const struct log_join *join, const struct log_crash *c)
{
	for (size_t i = join->n; i-- > 0; ) {
		const struct log_crash *w = &join->waiting[i];

		if (w->form == c->form || !(w->has & LOG_HAS_SIGNAL) ||
		    w->sig != c->sig)
			continue;
		if (c->form == LOG_AUDIT && (c->has & w->has & LOG_HAS_PID) &&
		    c->pid == w->pid)
			return true;
		if (c->form == LOG_FATAL && c->line - w->line <= 2 &&
		    (!c->prog[0] || !strcmp(c->prog, w->prog)))
			return true;
	}
	return false;
}

static void add_crash(struct log_join *join, struct log_crash *crash,
		      const struct log_prefix *prefix)
{
	crash->line = join->line;
	memcpy(crash->caller, prefix->caller, sizeof(crash->caller));
	if (is_repeated(join, crash))
		return;
	if (join->n == WAITING_MAX)
		tell_oldest(join);
	join->waiting[join->n++] = *crash;
}

typedef bool (*waits_fn)(const struct log_crash *crash);

static bool waits_for_map(const struct log_crash *c)
{
	return (c->has & LOG_HAS_IP) && !c->map.name[0] &&
	       (c->form == LOG_X86_FAULT || c->form == LOG_X86_TRAP);
}

static bool waits_for_code(const struct log_crash *c)
{
	return c->code_state == LOG_CODE_NONE && (c->has & LOG_HAS_IP) &&
	       (c->form == LOG_X86_FAULT || c->form == LOG_X86_TRAP);
}

static bool waits_for_pc(const struct log_crash *c)
{
	return !(c->has & LOG_HAS_IP) &&
	       (c->form == LOG_ARM64 || c->form == LOG_ARM64_EXCEPTION ||
		c->form == LOG_SIGNAL || c->form == LOG_ARM32);
}

static bool waits_for_cpu(const struct log_crash *c)
{
	return !(c->has & LOG_HAS_CPU) && c->form == LOG_X86_FAULT;
}

/* the first that waits, by the same printing thread if one is named */
static struct log_crash *first_waiting(struct log_join *join, waits_fn waits,
				       const struct log_prefix *prefix,
				       bool *ret_unsure)
{
	struct log_crash *first = NULL;
	unsigned int n = 0;

	for (size_t i = 0; i < join->n; i++) {
		struct log_crash *c = &join->waiting[i];

		if (!waits(c) || (prefix->caller[0] && c->caller[0] &&
				  strcmp(prefix->caller, c->caller)))
			continue;
		if (!n++)
			first = c;
	}
	*ret_unsure = n > 1;
	return first;
}

/* " in NAME[base+size]" of its own: ip inside it tells whose it is */
static bool join_map(struct log_join *join, struct scan s,
		     const struct log_prefix *prefix)
{
	struct log_crash *found = NULL;
	struct log_map map;
	bool unsure;

	if (!scan_lit(&s, "in ") || !log_map_parse(&s, &map) || map.cut)
		return false;
	for (size_t i = 0; i < join->n && !found; i++) {
		struct log_crash *c = &join->waiting[i];

		if (waits_for_map(c) && c->ip >= map.base &&
		    c->ip - map.base < map.size)
			found = c;
	}
	if (!found) {
		found = first_waiting(join, waits_for_map, prefix, &unsure);
		if (!found || unsure)
			return true;
	}
	log_map_set(&map, found);
	found->map_later = true;
	log_cpu_parse(&s, found);
	return true;
}

static bool join_cpu(struct log_join *join, struct scan s,
		     const struct log_prefix *prefix)
{
	struct log_crash cpu = { .has = 0 }, *found;
	bool unsure;

	if (!log_cpu_parse(&s, &cpu))
		return false;
	found = first_waiting(join, waits_for_cpu, prefix, &unsure);
	if (found && !unsure) {
		found->cpu = cpu.cpu;
		found->has |= LOG_HAS_CPU;
	}
	return true;
}

/* the kernel could not read the bytes, but says where they would begin */
static struct log_crash *code_owner(struct log_join *join, uint64_t addr)
{
	for (size_t i = 0; i < join->n; i++)
		if (waits_for_code(&join->waiting[i]) &&
		    join->waiting[i].ip - CODE_PROLOGUE == addr)
			return &join->waiting[i];
	return NULL;
}

static bool join_code(struct log_join *join, struct scan s,
		      const struct log_prefix *prefix)
{
	struct log_code_line code;
	struct log_crash *found;
	bool unsure = false;

	if (!log_code_parse(s, &code))
		return false;
	if (join->kernel_code) {
		join->kernel_code = false;
		return true;
	}
	found = code.has_addr ? code_owner(join, code.addr) :
		first_waiting(join, waits_for_code, prefix, &unsure);
	if (!found)
		return true;
	found->code_state = code.state;
	found->code_len = code.len;
	found->code_at = code.at;
	memcpy(found->code, code.bytes, code.len);
	found->code_later = found->line != join->line;
	found->code_unsure = unsure;
	return true;
}

static bool join_pc(struct log_join *join, struct scan s,
		    const struct log_prefix *prefix)
{
	struct log_crash *found;
	uint64_t pc;
	bool unsure;

	if (!log_pc_parse(s, &pc))
		return false;
	found = first_waiting(join, waits_for_pc, prefix, &unsure);
	if (!found || unsure)
		return true;
	found->ip = pc;
	found->has |= LOG_HAS_IP;
	return true;
}

static void take_piece(struct log_join *join, struct scan s,
		       const struct log_prefix *prefix)
{
	struct log_notice notice;
	struct log_frame frame;

	/* a CPU's kernel mode: an oops, whose code is not a program's */
	if (scan_find(s, "RIP: 0010:"))
		join->kernel_code = true;
	if (log_notice_parse(s, &notice)) {
		join->events.notice(join->events.arg, &notice, join->line);
		return;
	}
	if (join_map(join, s, prefix) || join_cpu(join, s, prefix) ||
	    join_code(join, s, prefix) || join_pc(join, s, prefix))
		return;
	if (log_frame_parse(s, &frame))
		join->events.frame(join->events.arg, &frame, join->line);
}

/* crashes on one line, with or without a newline lost between them */
static void take_text(struct log_join *join, struct scan s)
{
	struct log_prefix prefix;
	struct log_crash crash;
	const char *end;
	bool any = false;

	log_prefix_strip(&s, &prefix);
	while (log_parse(s, &crash, &end)) {
		add_crash(join, &crash, &prefix);
		s.p = end;
		any = true;
	}
	if (!any || scan_find(s, "Code: "))
		take_piece(join, s, &prefix);
}

int log_join_line(struct log_join *join, struct scan line)
{
	size_t len = scan_len(line);

	join->line++;
	while (join->n && join->line - join->waiting[0].line > LINES_MAX)
		tell_oldest(join);
	if (!len)
		return 0;
	if (len > join->buf_size) {
		char *buf = realloc(join->buf, len);

		if (!buf)
			return -ENOMEM;
		join->buf = buf;
		join->buf_size = len;
	}
	len = log_unwrap(line, join->buf);
	take_text(join, (struct scan){ join->buf, join->buf + len });
	return 0;
}
