// SPDX-License-Identifier: GPL-2.0
/* A cursor over text that comes from outside. */
#include <string.h>

#include "scan.h"

bool scan_lit(struct scan *s, const char *lit)
{
	size_t n = strlen(lit);

	if (scan_len(*s) < n || memcmp(s->p, lit, n))
		return false;
	s->p += n;
	return true;
}

bool scan_dec(struct scan *s, uint64_t *ret)
{
	const char *p = s->p;
	uint64_t v = 0;

	for (; p < s->end && scan_is_digit(*p); p++) {
		unsigned int digit = (unsigned int)(*p - '0');

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	if (p == s->p)
		return false;
	s->p = p;
	*ret = v;
	return true;
}

int scan_nibble(char c)
{
	if (scan_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool scan_hex(struct scan *s, uint64_t *ret)
{
	struct scan in = *s;
	const char *first;
	uint64_t v = 0;

	if (!scan_lit(&in, "0x"))
		scan_lit(&in, "0X");
	for (first = in.p; in.p < in.end; in.p++) {
		int digit = scan_nibble(*in.p);

		if (digit < 0)
			break;
		if (v >> 60)
			return false;
		v = v << 4 | (unsigned int)digit;
	}
	if (in.p == first)
		return false;
	s->p = in.p;
	*ret = v;
	return true;
}

size_t scan_blanks(struct scan *s)
{
	const char *from = s->p;

	while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
		s->p++;
	return (size_t)(s->p - from);
}

const char *scan_find(struct scan s, const char *lit)
{
	return s.p == s.end ? NULL :
	       memmem(s.p, scan_len(s), lit, strlen(lit));
}

void scan_copy(struct scan s, char *buf, size_t size)
{
	size_t n = scan_len(s) < size ? scan_len(s) : size - 1;

	if (n)
		memcpy(buf, s.p, n);
	buf[n] = '\0';
}

bool scan_until(struct scan *s, const char *lit, struct scan *ret)
{
	const char *at = scan_find(*s, lit);

	if (!at)
		return false;
	*ret = (struct scan){ s->p, at };
	s->p = at + strlen(lit);
	return true;
}
