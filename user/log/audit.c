// SPDX-License-Identifier: GPL-2.0
/* audit's record that a signal ended a process: AUDIT_ANOM_ABEND, 1701. */
#include <string.h>

#include "crash.h"

/* the value behind " KEY=" */
static bool field(struct scan s, const char *key, struct scan *ret)
{
	const char *at = scan_find(s, key);

	if (!at)
		return false;
	*ret = (struct scan){ at + strlen(key), s.end };
	return true;
}

/* quoted, or in hex where it has blanks or other bytes */
static void take_name(struct scan s, struct log_crash *ret)
{
	struct scan name;
	size_t n = 0;

	if (scan_lit(&s, "\"")) {
		const char *close = scan_find(s, "\"");

		name = (struct scan){ s.p, close ? close : s.end };
		scan_copy(name, ret->prog, LOG_NAME_MAX);
		return;
	}
	while (scan_len(s) > 1 && scan_nibble(s.p[0]) >= 0 &&
	       scan_nibble(s.p[1]) >= 0 && n + 1 < LOG_NAME_MAX) {
		ret->prog[n++] = (char)(scan_nibble(s.p[0]) << 4 |
					scan_nibble(s.p[1]));
		s.p += 2;
	}
	ret->prog[n] = '\0';
}

bool log_audit(struct scan s, struct log_crash *ret,
	       const char **ret_begin, const char **ret_end)
{
	struct scan value;

	*ret_begin = scan_find(s, "type=1701 ");
	if (!*ret_begin)
		*ret_begin = scan_find(s, "type=ANOM_ABEND ");
	if (!*ret_begin)
		return false;
	s.p = *ret_begin;
	if (!field(s, " sig=", &value) || !scan_dec(&value, &ret->sig) ||
	    ret->sig > 64)
		return false;
	ret->form = LOG_AUDIT;
	ret->has = LOG_HAS_SIGNAL;
	if (field(s, " pid=", &value) && scan_dec(&value, &ret->pid))
		ret->has |= LOG_HAS_PID;
	if (field(s, " comm=", &value))
		take_name(value, ret);
	*ret_end = s.end;
	return true;
}
