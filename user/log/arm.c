// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of arm64_show_signal() and its forerunners (arch/arm64/kernel/traps.c),
 * of undefined instructions, and of 32-bit arm (arch/arm/mm/fault.c).
 */
#include <string.h>

#include "crash.h"

/* "NAME[1]: " before @to, and on 32-bit arm "NAME: " */
static void take_name(const char *from, const char *to, struct log_crash *ret)
{
	struct scan s = { from, to };

	if (scan_len(s) > 2 && !memcmp(s.end - 2, ": ", 2))
		s.end -= 2;
	else
		return;
	if (!log_name(s, ret))
		log_name_set(s, ret);
}

/* the text up to @stop is what the fault is called */
static bool take_words(struct scan *s, const char *stop, struct log_crash *ret)
{
	const char *at = scan_find(*s, stop);

	if (!at || (size_t)(at - s->p) >= sizeof(ret->words))
		return false;
	scan_copy((struct scan){ s->p, at }, ret->words, sizeof(ret->words));
	s->p = at + strlen(stop);
	return true;
}

/* "exception: DABT (lower EL), ESR 0x92000046, level 2 translation fault in ..." */
static bool exception(struct scan *s, struct log_crash *ret)
{
	const char *end;

	if (!take_words(s, ", ESR ", ret) || !scan_hex(s, &ret->error))
		return false;
	ret->form = LOG_ARM64_EXCEPTION;
	ret->has |= LOG_HAS_ERROR;
	if (!scan_lit(s, ", "))
		return true;
	end = scan_find(*s, " in ");
	if (!end)
		end = s->end;
	scan_copy((struct scan){ s->p, end }, ret->words, sizeof(ret->words));
	s->p = end;
	log_map_tail(s, ret);
	return true;
}

/* "level 3 translation fault (7) at 0x32b70fa3, esr 0x92000007" */
static bool fault(struct scan *s, struct log_crash *ret)
{
	if (!take_words(s, " (", ret) || !scan_dec(s, &ret->sig) ||
	    ret->sig > 64 || !scan_lit(s, ") at ") ||
	    !scan_hex(s, &ret->addr))
		return false;
	ret->has |= LOG_HAS_SIGNAL | LOG_HAS_ADDR;
	if (scan_lit(s, ", esr ")) {
		ret->form = LOG_ARM64;
	} else if (scan_lit(s, ", code ")) {
		ret->form = LOG_ARM32;
	} else {
		return false;
	}
	if (scan_hex(s, &ret->error))
		ret->has |= LOG_HAS_ERROR;
	log_map_tail(s, ret);
	return true;
}

static bool undefined(struct scan s, struct log_crash *ret,
		      const char **ret_begin, const char **ret_end)
{
	static const char key[] = "undefined instruction: pc=";
	struct scan in = s;

	in.p = scan_find(s, key);
	if (!in.p)
		return false;
	*ret_begin = in.p;
	in.p += strlen(key);
	if (!scan_hex(&in, &ret->ip))
		return false;
	ret->form = LOG_ARM_UNDEFINED;
	ret->has = LOG_HAS_IP | LOG_HAS_SIGNAL;
	ret->sig = 4;
	take_name(s.p, *ret_begin, ret);
	*ret_end = in.p;
	return true;
}

bool log_arm(struct scan s, struct log_crash *ret,
	     const char **ret_begin, const char **ret_end)
{
	struct scan in = s;

	if (undefined(s, ret, ret_begin, ret_end))
		return true;
	while ((in.p = scan_find(in, "unhandled "))) {
		memset(ret, 0, sizeof(*ret));
		*ret_begin = in.p;
		in.p += strlen("unhandled ");
		if (!(scan_lit(&in, "exception: ") ? exception(&in, ret) :
		      fault(&in, ret)))
			continue;
		take_name(s.p, *ret_begin, ret);
		*ret_end = in.p;
		return true;
	}
	return false;
}
