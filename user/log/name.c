// SPDX-License-Identifier: GPL-2.0
/*
 * The program's name and id before a message.  A name has up to 15 bytes of any
 * kind, blanks, colons and brackets among them: it is read from the right.
 */
#include <string.h>

#include "crash.h"

/* longer than a name can be: other text stands before it */
static struct scan cut_front(struct scan s)
{
	const char *p;

	if (scan_len(s) < LOG_NAME_MAX)
		return s;
	p = s.end - LOG_NAME_MAX;
	while (p < s.end && *p != ' ' && *p != '\t')
		p++;
	s.p = p < s.end ? p : s.end - (LOG_NAME_MAX - 1);
	scan_blanks(&s);
	return s;
}

void log_name_set(struct scan name, struct log_crash *crash)
{
	struct log_prefix ignored;

	log_prefix_strip(&name, &ignored);
	scan_lit(&name, "traps: ");
	name = cut_front(name);
	scan_copy(name, crash->prog, sizeof(crash->prog));
}

bool log_name(struct scan before, struct log_crash *crash)
{
	struct scan digits;
	const char *p;
	uint64_t pid;

	if (before.p == before.end || before.end[-1] != ']')
		return false;
	p = before.end - 1;
	while (p > before.p && scan_is_digit(p[-1]))
		p--;
	digits = (struct scan){ p, before.end - 1 };
	if (p == before.p || p[-1] != '[' || !scan_dec(&digits, &pid) ||
	    pid > INT32_MAX)
		return false;
	crash->pid = pid;
	crash->has |= LOG_HAS_PID;
	log_name_set((struct scan){ before.p, p - 1 }, crash);
	return true;
}
