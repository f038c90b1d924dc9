// SPDX-License-Identifier: GPL-2.0
/* Appenders to a bounded text buffer: the hot path of every text view. */
#include <string.h>

#include "out.h"

static const char digits[] = "0123456789abcdef";

void rm_out_init(struct rm_out *out, char *buf, size_t size)
{
	out->buf = buf;
	out->size = size;
	out->len = 0;
	out->cut = false;
	if (size)
		buf[0] = '\0';
}

void rm_out_mem(struct rm_out *out, const char *text, size_t len)
{
	size_t room = out->size ? out->size - 1 - out->len : 0;

	if (len > room) {
		len = room;
		out->cut = true;
	}
	if (!len)
		return;
	memcpy(out->buf + out->len, text, len);
	out->len += len;
	out->buf[out->len] = '\0';
}

void rm_out_str(struct rm_out *out, const char *text)
{
	if (text)
		rm_out_mem(out, text, strlen(text));
}

void rm_out_char(struct rm_out *out, char c)
{
	rm_out_mem(out, &c, 1);
}

void rm_out_dec(struct rm_out *out, uint64_t v)
{
	char text[20], *p = text + sizeof(text);

	do {
		*--p = digits[v % 10];
		v /= 10;
	} while (v);
	rm_out_mem(out, p, (size_t)(text + sizeof(text) - p));
}

void rm_out_sdec(struct rm_out *out, int64_t v)
{
	if (v < 0)
		rm_out_char(out, '-');
	rm_out_dec(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void rm_out_hex(struct rm_out *out, uint64_t v)
{
	char text[18], *p = text + sizeof(text);

	do {
		*--p = digits[v & 15];
		v >>= 4;
	} while (v);
	*--p = 'x';
	*--p = '0';
	rm_out_mem(out, p, (size_t)(text + sizeof(text) - p));
}

void rm_out_hex_pad(struct rm_out *out, uint64_t v, unsigned int n)
{
	char text[16];

	if (n > sizeof(text))
		n = sizeof(text);
	for (unsigned int i = n; i--; v >>= 4)
		text[i] = digits[v & 15];
	rm_out_mem(out, text, n);
}

void rm_out_bytes(struct rm_out *out, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;
	char pair[2];

	for (size_t i = 0; i < len && !out->cut; i++) {
		pair[0] = digits[b[i] >> 4];
		pair[1] = digits[b[i] & 15];
		rm_out_mem(out, pair, 2);
	}
}

static void escaped(struct rm_out *out, uint8_t c)
{
	if (c == '"' || c == '\\') {
		rm_out_char(out, '\\');
		rm_out_char(out, (char)c);
	} else if (c == '\n') {
		rm_out_mem(out, "\\n", 2);
	} else if (c >= 0x20 && c < 0x7f) {
		rm_out_char(out, (char)c);
	} else {
		rm_out_mem(out, "\\x", 2);
		rm_out_hex_pad(out, c, 2);
	}
}

void rm_out_quoted(struct rm_out *out, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;

	rm_out_char(out, '"');
	for (size_t i = 0; i < len && b[i] && !out->cut; i++)
		escaped(out, b[i]);
	rm_out_char(out, '"');
}
