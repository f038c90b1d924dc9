// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of x86: "segfault at" of show_signal_msg() (arch/x86/mm/fault.c) with
 * an error code in hex, and those of show_signal() (arch/x86/kernel/traps.c).
 */
#include <string.h>

#include "crash.h"

#define TRAP_FRONT	256	/* bytes before ip: that matter: name and trap */

/* a number, or "(null)" as %p had it */
static bool take_pointer(struct scan *s, uint64_t *ret)
{
	scan_blanks(s);
	if (scan_lit(s, "(null)")) {
		*ret = 0;
		return true;
	}
	return scan_hex(s, ret);
}

/* "ip 00007f82accc4bdb" or "rip ..."; the letter is @reg's first */
static bool take_register(struct scan *s, const char *name, uint64_t *ret)
{
	struct scan in = *s;

	scan_blanks(&in);
	scan_lit(&in, "r");
	if (!scan_lit(&in, name) || !scan_lit(&in, " ") ||
	    !take_pointer(&in, ret))
		return false;
	*s = in;
	return true;
}

/* what is behind "segfault at "; a line may be cut anywhere */
static void fault_fields(struct scan *s, struct log_crash *ret)
{
	if (!take_register(s, "ip", &ret->ip))
		return;
	ret->has |= LOG_HAS_IP;
	if (!take_register(s, "sp", &ret->sp))
		return;
	ret->has |= LOG_HAS_SP;
	if (!scan_lit(s, " error ") || !scan_hex(s, &ret->error))
		return;
	ret->has |= LOG_HAS_ERROR;
	log_map_tail(s, ret);
}

/* behind "segfault at "; false: it is no such line */
static bool take_fault(struct scan before, struct scan *in, struct log_crash *ret)
{
	bool named;

	memset(ret, 0, sizeof(*ret));
	if (!take_pointer(in, &ret->addr))
		return false;
	ret->form = LOG_X86_FAULT;
	ret->has = LOG_HAS_ADDR | LOG_HAS_SIGNAL;
	ret->sig = 11;
	if (scan_len(before) > 2 && !memcmp(before.end - 2, ": ", 2))
		before.end -= 2;
	named = log_name(before, ret);
	fault_fields(in, ret);
	return named || (ret->has & LOG_HAS_IP);
}

bool log_x86_fault(struct scan s, struct log_crash *ret,
		   const char **ret_begin, const char **ret_end)
{
	static const char key[] = "segfault at ";
	struct scan in = s;

	while ((in.p = scan_find(in, key))) {
		struct scan before = { s.p, in.p };

		*ret_begin = in.p;
		in.p += strlen(key);
		if (!take_fault(before, &in, ret))
			continue;
		*ret_end = in.p;
		return true;
	}
	return false;
}

/* the name of the trap before " ip:", and what stands before it */
static bool trap_words(struct scan *before, struct log_crash *ret)
{
	static const char *const starts[] = {
		"trap ", "general protection", "control protection",
		"bad iret", "alignment check",
	};
	const char *best = NULL;

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		struct scan in = *before;

		while ((in.p = scan_find(in, starts[i]))) {
			if ((in.p == before->p || in.p[-1] == ' ') &&
			    (!best || in.p > best))
				best = in.p;
			in.p++;
		}
	}
	if (!best)
		return false;
	scan_copy((struct scan){ best, before->end }, ret->words,
		  sizeof(ret->words));
	before->end = best;
	return true;
}

static uint64_t trap_signal(const char *words)
{
	static const struct {
		const char *word;
		uint64_t sig;
	} sigs[] = {
		{ "invalid opcode", 4 }, { "divide error", 8 },
		{ "int3", 5 }, { "debug", 5 }, { "stack segment", 7 },
		{ "segment not present", 7 }, { "coprocessor", 8 },
		{ "fpu exception", 8 }, { "simd exception", 8 },
		{ "alignment check", 7 },
	};

	for (size_t i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		if (strstr(words, sigs[i].word))
			return sigs[i].sig;
	return 11;
}

/* behind " ip:"; the sp is what makes it such a line */
static bool trap_fields(struct scan *s, struct log_crash *ret)
{
	uint64_t ssp;

	if (!scan_hex(s, &ret->ip) || !scan_lit(s, " sp:") ||
	    !scan_hex(s, &ret->sp))
		return false;
	ret->has |= LOG_HAS_IP | LOG_HAS_SP;
	if (scan_lit(s, " ssp:"))
		scan_hex(s, &ssp);
	if (!scan_lit(s, " error:") || !scan_hex(s, &ret->error))
		return true;
	ret->has |= LOG_HAS_ERROR;
	if (s->p < s->end && *s->p == '(') {
		const char *close = scan_find(*s, ")");

		if (close)
			s->p = close + 1;
	}
	log_map_tail(s, ret);
	return true;
}

/* : what is in front of " ip:", : behind it */
static bool take_trap(struct scan before, struct scan *in, struct log_crash *ret,
		      const char **ret_begin)
{
	memset(ret, 0, sizeof(*ret));
	if (!trap_words(&before, ret))
		return false;
	*ret_begin = before.end;
	ret->form = LOG_X86_TRAP;
	if (!trap_fields(in, ret))
		return false;
	ret->has |= LOG_HAS_SIGNAL;
	ret->sig = trap_signal(ret->words);
	while (before.p < before.end && before.end[-1] == ' ')
		before.end--;
	log_name(before, ret);
	return true;
}

bool log_x86_trap(struct scan s, struct log_crash *ret,
		  const char **ret_begin, const char **ret_end)
{
	static const char key[] = " ip:";
	struct scan in = s;

	while ((in.p = scan_find(in, key))) {
		struct scan before = { s.p, in.p };

		if (scan_len(before) > TRAP_FRONT)
			before.p = in.p - TRAP_FRONT;
		in.p += strlen(key);
		if (!take_trap(before, &in, ret, ret_begin))
			continue;
		*ret_end = in.p;
		return true;
	}
	return false;
}
