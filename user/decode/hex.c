// SPDX-License-Identifier: GPL-2.0
/* Bytes written in hex, in a word or on the lines of a file. */
#include <errno.h>
#include <stdlib.h>

#include "payload.h"

#define LINE_MAX_BYTES	(5 * DECODE_PAYLOAD_MAX)	/* "0x00 " a byte */

static bool take_separator(struct scan *s)
{
	static const char *const separators[] = {
		" ", "\t", "\r", ",", ":", "0x", "0X", "\\x",
	};

	for (size_t i = 0; i < sizeof(separators) / sizeof(separators[0]); i++)
		if (scan_lit(s, separators[i]))
			return true;
	return false;
}

int decode_hex(struct scan s, uint8_t *ret, size_t *ret_len)
{
	size_t n = 0;
	int high, low;

	while (s.p < s.end) {
		if (take_separator(&s))
			continue;
		high = scan_nibble(*s.p);
		if (high < 0)
			return -EINVAL;
		low = scan_len(s) > 1 ? scan_nibble(s.p[1]) : -1;
		if (low < 0)
			return -EDOM;
		if (n == DECODE_PAYLOAD_MAX)
			return -E2BIG;
		ret[n++] = (uint8_t)(high << 4 | low);
		s.p += 2;
	}
	*ret_len = n;
	return 0;
}

/* without its newline; @ret_last: the file ends with it */
static int read_line(FILE *f, char *buf, size_t *ret_len, bool *ret_last)
{
	size_t len = 0;
	int c;

	errno = 0;
	while ((c = getc_unlocked(f)) != EOF && c != '\n') {
		if (len == LINE_MAX_BYTES)
			return -E2BIG;
		buf[len++] = (char)c;
	}
	*ret_len = len;
	*ret_last = c == EOF;
	return ferror(f) ? (errno ? -errno : -EIO) : 0;
}

int decode_hex_lines(FILE *f, uint8_t *bytes,
		     int (*fn)(void *arg, size_t len, uint64_t line), void *arg,
		     uint64_t *ret_line)
{
	char *buf = malloc(LINE_MAX_BYTES);
	int err = buf ? 0 : -ENOMEM;
	bool last = false;
	size_t len, n;

	*ret_line = 0;
	while (!err && !last) {
		++*ret_line;
		err = read_line(f, buf, &len, &last);
		if (!err)
			err = decode_hex((struct scan){ buf, buf + len }, bytes, &n);
		if (!err && n)
			err = fn(arg, n, *ret_line);
	}
	free(buf);
	return err;
}
