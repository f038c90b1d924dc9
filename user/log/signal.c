// SPDX-License-Identifier: GPL-2.0
/*
 * Lines that name a signal: powerpc's, those of riscv and csky, and that of
 * print_fatal_signal() on every architecture.
 */
#include <string.h>

#include "crash.h"

static struct scan before_colon(const char *from, const char *to)
{
	struct scan s = { from, to };

	if (scan_len(s) > 2 && !memcmp(s.end - 2, ": ", 2))
		s.end -= 2;
	return s;
}

/* "segfault (11) at 0 nip 0 lr 0 code 1", "bus error (7) at ..." */
bool log_ppc(struct scan s, struct log_crash *ret,
	     const char **ret_begin, const char **ret_end)
{
	const char *key = "segfault (";
	struct scan in = s;
	uint64_t lr;

	in.p = scan_find(s, key);
	if (!in.p) {
		key = "bus error (";
		in.p = scan_find(s, key);
	}
	if (!in.p)
		return false;
	*ret_begin = in.p;
	in.p += strlen(key);
	if (!scan_dec(&in, &ret->sig) || ret->sig > 64 ||
	    !scan_lit(&in, ") at ") || !scan_hex(&in, &ret->addr) ||
	    !scan_lit(&in, " nip ") || !scan_hex(&in, &ret->ip))
		return false;
	ret->form = LOG_PPC;
	ret->has = LOG_HAS_SIGNAL | LOG_HAS_ADDR | LOG_HAS_IP;
	log_name(before_colon(s.p, *ret_begin), ret);
	if (scan_lit(&in, " lr ") || scan_lit(&in, " ir "))
		scan_hex(&in, &lr);
	if (scan_lit(&in, " code ") && scan_hex(&in, &ret->sicode))
		ret->has |= LOG_HAS_SICODE;
	log_map_tail(&in, ret);
	*ret_end = in.p;
	return true;
}

/* "unhandled signal 11 code 0x2 at 0x0000003fc72e1378" */
bool log_signal(struct scan s, struct log_crash *ret,
		const char **ret_begin, const char **ret_end)
{
	static const char key[] = "unhandled signal ";
	struct scan in = s;

	in.p = scan_find(s, key);
	if (!in.p)
		return false;
	*ret_begin = in.p;
	in.p += strlen(key);
	if (!scan_dec(&in, &ret->sig) || ret->sig > 64 ||
	    !scan_lit(&in, " code ") || !scan_hex(&in, &ret->sicode))
		return false;
	ret->form = LOG_SIGNAL;
	ret->has = LOG_HAS_SIGNAL | LOG_HAS_SICODE;
	log_name(before_colon(s.p, *ret_begin), ret);
	if (scan_lit(&in, " at ") && scan_hex(&in, &ret->addr)) {
		ret->has |= LOG_HAS_ADDR;
		log_map_tail(&in, ret);
	}
	*ret_end = in.p;
	return true;
}

/* "NAME: NAME: potentially unexpected fatal signal 11." */
bool log_fatal(struct scan s, struct log_crash *ret,
	       const char **ret_begin, const char **ret_end)
{
	static const char key[] = "potentially unexpected fatal signal ";
	struct scan in = s, name;
	const char *at;

	in.p = scan_find(s, key);
	if (!in.p)
		return false;
	*ret_begin = in.p;
	name = before_colon(s.p, in.p);
	in.p += strlen(key);
	if (!scan_dec(&in, &ret->sig) || ret->sig > 64)
		return false;
	ret->form = LOG_FATAL;
	ret->has = LOG_HAS_SIGNAL;
	*ret_end = in.p;
	if (name.end == *ret_begin)
		return true;
	at = scan_find(name, ": ");
	if (at)
		name.p = at + 2;
	log_name_set(name, ret);
	return true;
}
