// SPDX-License-Identifier: GPL-2.0
/* "Code:" lines of x86: the bytes around ip, that at ip in angle brackets. */
#include <string.h>

#include "crash.h"

static bool take_byte(struct scan *s, struct log_code_line *ret)
{
	struct scan in = *s;
	bool marked = scan_lit(&in, "<");

	if (scan_len(in) < 2 || scan_nibble(in.p[0]) < 0 ||
	    scan_nibble(in.p[1]) < 0 || ret->len == LOG_CODE_MAX)
		return false;
	if (marked)
		ret->at = ret->len;
	ret->bytes[ret->len++] = (uint8_t)(scan_nibble(in.p[0]) << 4 |
					   scan_nibble(in.p[1]));
	in.p += 2;
	if (marked && !scan_lit(&in, ">"))
		return false;
	/* a longer word is no byte: other architectures print such */
	if (in.p < in.end && scan_nibble(*in.p) >= 0) {
		ret->len--;
		return false;
	}
	if (marked)
		ret->state = LOG_CODE_BYTES;
	*s = in;
	return true;
}

static bool unreadable(struct scan *s, struct log_code_line *ret)
{
	if (scan_lit(s, "Bad RIP value") || scan_lit(s, "Bad EIP value")) {
		ret->state = LOG_CODE_UNREADABLE;
		return true;
	}
	if (!scan_lit(s, "Unable to access opcode bytes at "))
		return false;
	scan_lit(s, "RIP ");
	ret->state = LOG_CODE_UNREADABLE;
	ret->has_addr = scan_hex(s, &ret->addr);
	return true;
}

bool log_code_parse(struct scan s, struct log_code_line *ret)
{
	struct scan in = s;

	memset(ret, 0, sizeof(*ret));
	in.p = scan_find(s, "Code: ");
	if (!in.p)
		return false;
	in.p += strlen("Code: ");
	scan_blanks(&in);
	if (unreadable(&in, ret))
		return true;
	while (take_byte(&in, ret))
		scan_blanks(&in);
	/* without its mark, nobody knows where ip is */
	return ret->state == LOG_CODE_BYTES;
}
