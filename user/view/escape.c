// SPDX-License-Identifier: GPL-2.0
/* Escaping of strings that a traced program chose. */
#include <stdint.h>
#include <string.h>

#include "escape.h"

size_t utf8_len(const void *s, size_t len, unsigned int *ret_char)
{
	static const unsigned int lowest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const uint8_t *p = s;
	unsigned int c;
	size_t n;

	if (!len)
		return 0;
	if (p[0] < 0x80) {
		*ret_char = p[0];
		return 1;
	}
	n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
	if (p[0] < 0xc2 || p[0] > 0xf4 || n > len)
		return 0;
	c = p[0] & (0x7f >> n);
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < lowest[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*ret_char = c;
	return n;
}

/* marks that reorder or hide what follows on a terminal */
static bool is_tricky(unsigned int c)
{
	return (c >= 0x80 && c < 0xa0) || c == 0x61c ||
	       (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
	       (c >= 0xe0000 && c <= 0xe007f);
}

static void put_byte(struct rm_out *out, uint8_t c)
{
	rm_out_str(out, "\\x");
	rm_out_hex_pad(out, c, 2);
}

static void put_control(struct rm_out *out, uint8_t c)
{
	static const char letters[] = "abtnvfr";	/* 7 ... 13 */

	if (c >= 7 && c <= 13) {
		rm_out_char(out, '\\');
		rm_out_char(out, letters[c - 7]);
	} else {
		put_byte(out, c);
	}
}

static void put_char(struct rm_out *out, const uint8_t *p, size_t n,
		     unsigned int c)
{
	if (c == '\\') {
		rm_out_str(out, "\\\\");
	} else if (c < 0x20 || c == 0x7f) {
		put_control(out, c);
	} else if (is_tricky(c)) {
		rm_out_str(out, c > 0xffff ? "\\U" : "\\u");
		rm_out_hex_pad(out, c, c > 0xffff ? 8 : 4);
	} else {
		rm_out_mem(out, (const char *)p, n);
	}
}

static size_t plain_prefix(const uint8_t *p, size_t len)
{
	size_t n = 0;

	while (n < len && p[n] >= 0x20 && p[n] < 0x7f && p[n] != '\\')
		n++;
	return n;
}

void escape_text(struct rm_out *out, const void *text, size_t len)
{
	const uint8_t *p = text;

	while (len && *p) {
		size_t n = plain_prefix(p, len);
		unsigned int c;

		if (n) {
			rm_out_mem(out, (const char *)p, n);
		} else {
			n = utf8_len(p, len, &c);
			if (n)
				put_char(out, p, n, c);
			else
				put_byte(out, *p);
			n = n ? n : 1;
		}
		p += n;
		len -= n;
	}
}

/* each character by @put, each byte that is none as such */
static void each_char(struct rm_out *out, const void *text, size_t len,
		      void (*put)(struct rm_out *out, const uint8_t *p, size_t n,
				  unsigned int c))
{
	const uint8_t *p = text;

	while (len) {
		unsigned int c;
		size_t n = utf8_len(p, len, &c);

		if (n)
			put(out, p, n, c);
		else
			put_byte(out, *p);
		n = n ? n : 1;
		p += n;
		len -= n;
	}
}

static void put_as_is(struct rm_out *out, const uint8_t *p, size_t n, unsigned int c)
{
	(void)c;
	rm_out_mem(out, (const char *)p, n);
}

/* line ends stay, and the backslashes of what was escaped before */
static void put_again(struct rm_out *out, const uint8_t *p, size_t n, unsigned int c)
{
	if (c == '\n' || c == '\\')
		rm_out_char(out, (char)c);
	else
		put_char(out, p, n, c);
}

void escape_utf8(struct rm_out *out, const void *text, size_t len)
{
	each_char(out, text, len, put_as_is);
}

void escape_again(struct rm_out *out, const void *text, size_t len)
{
	each_char(out, text, len, put_again);
}
