// SPDX-License-Identifier: GPL-2.0
/*
 * What programs put before a kernel message: time stamps of every kind, levels,
 * callers, host names, quotes; several of them at once, some cut at the front.
 */
#include <string.h>

#include "crash.h"

#define HOST_MAX	160	/* bytes before "kernel: " */

/* "[   12.345678]", "[ T1946]", "[Sun May  4 22:19:21 2025]" */
static bool strip_bracket(struct scan *s, struct log_prefix *ret)
{
	struct scan in = *s, inner;
	bool digit = false;
	const char *close;

	if (!scan_lit(&in, "[") || !(close = scan_find(in, "]")) ||
	    close - in.p > 64)
		return false;
	inner = (struct scan){ in.p, close };
	for (const char *p = inner.p; p < close; p++)
		digit |= scan_is_digit(*p);
	in.p = close + 1;
	if (!digit || (in.p < in.end && *in.p != ' ' && *in.p != '\t' &&
		       *in.p != '['))
		return false;
	scan_blanks(&inner);
	if (scan_len(inner) > 1 && (*inner.p == 'T' || *inner.p == 'C') &&
	    scan_is_digit(inner.p[1]))
		scan_copy(inner, ret->caller, sizeof(ret->caller));
	*s = in;
	return true;
}

/* "42.905874) " and "42.906017] ": the front of the stamp is cut */
static bool strip_cut_stamp(struct scan *s)
{
	struct scan in = *s;
	uint64_t v;

	if (!scan_dec(&in, &v) || !scan_lit(&in, ".") || !scan_dec(&in, &v) ||
	    !(scan_lit(&in, "] ") || scan_lit(&in, ") ")))
		return false;
	*s = in;
	return true;
}

/* "<6>" */
static bool strip_level(struct scan *s)
{
	struct scan in = *s;
	uint64_t v;

	if (!scan_lit(&in, "<") || !scan_dec(&in, &v) || v > 191 ||
	    !scan_lit(&in, ">"))
		return false;
	*s = in;
	return true;
}

/* "6,3964,206764307,-;" */
static bool strip_kmsg(struct scan *s)
{
	struct scan in = *s;
	const char *semicolon;
	uint64_t v;

	if (!scan_dec(&in, &v) || !scan_lit(&in, ",") || !scan_dec(&in, &v) ||
	    !scan_lit(&in, ",") || !scan_dec(&in, &v) || !scan_lit(&in, ","))
		return false;
	semicolon = scan_find(in, ";");
	if (!semicolon || semicolon - in.p > 64)
		return false;
	in.p = semicolon + 1;
	*s = in;
	return true;
}

static bool take_letters(struct scan *s)
{
	const char *from = s->p;

	while (s->p < s->end && *s->p >= 'a' && *s->p <= 'z')
		s->p++;
	return s->p > from;
}

/* "kern  :warn  : " */
static bool strip_facility(struct scan *s)
{
	struct scan in = *s;

	if (!take_letters(&in))
		return false;
	scan_blanks(&in);
	if (!scan_lit(&in, ":") || !take_letters(&in))
		return false;
	scan_blanks(&in);
	if (!scan_lit(&in, ": "))
		return false;
	*s = in;
	return true;
}

/* "2025-01-21T04:41:44,285060+00:00 " */
static bool strip_iso(struct scan *s)
{
	struct scan in = *s;
	const char *blank;
	uint64_t v;

	if (!scan_dec(&in, &v) || v < 1970 || v > 9999 || !scan_lit(&in, "-") ||
	    !scan_dec(&in, &v) || v > 12 || !scan_lit(&in, "-") ||
	    !scan_dec(&in, &v) || v > 31 ||
	    !(scan_lit(&in, "T") || scan_lit(&in, " ")))
		return false;
	blank = scan_find(in, " ");
	if (!blank || blank - in.p > 32)
		return false;
	s->p = blank + 1;
	return true;
}

/* "Oct 09 19:15:02 host kernel: ", with whatever stands before it */
static bool strip_kernel(struct scan *s)
{
	struct scan front = *s;
	const char *at;

	if (scan_len(front) > HOST_MAX)
		front.end = front.p + HOST_MAX;
	at = scan_find(front, "kernel: ");
	if (!at || (at > s->p && at[-1] != ' ' && at[-1] != '\t'))
		return false;
	s->p = at + strlen("kernel: ");
	return true;
}

static bool strip_one(struct scan *s, struct log_prefix *ret)
{
	return scan_blanks(s) || scan_lit(s, "> ") || strip_kernel(s) ||
	       strip_bracket(s, ret) || strip_cut_stamp(s) || strip_level(s) ||
	       strip_kmsg(s) || strip_facility(s) || strip_iso(s);
}

void log_prefix_strip(struct scan *line, struct log_prefix *ret)
{
	memset(ret, 0, sizeof(*ret));
	while (line->p < line->end && strip_one(line, ret))
		;
}
