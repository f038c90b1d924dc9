// SPDX-License-Identifier: GPL-2.0
/*
 * The clothes of a line: the message in a JSON object of journalctl, dmesg or
 * others, HTML's entities, Markdown's backslashes.
 */
#include <string.h>

#include "crash.h"

/* one JSON escape behind its backslash */
static char json_escape(struct scan *s)
{
	char c = *s->p++;
	uint64_t v;
	struct scan digits;

	switch (c) {
	case 'n':
	case 'r':
		return ' ';
	case 't':
		return '\t';
	case 'u':
		digits = (struct scan){ s->p, s->p };
		digits.end += scan_len(*s) < 4 ? scan_len(*s) : 4;
		if (!scan_hex(&digits, &v) || digits.p != digits.end)
			return '?';
		s->p = digits.end;
		return v < 0x80 && v ? (char)v : '?';
	default:
		return c;
	}
}

static size_t json_string(struct scan s, char *buf)
{
	size_t n = 0;

	while (s.p < s.end && *s.p != '"') {
		char c = *s.p++;

		buf[n++] = c == '\\' && s.p < s.end ? json_escape(&s) : c;
	}
	return n;
}

/* journalctl's way with messages that are no UTF-8: [104,105] */
static size_t json_numbers(struct scan s, char *buf)
{
	size_t n = 0;
	uint64_t v;

	for (;;) {
		scan_blanks(&s);
		if (!scan_dec(&s, &v) || v > 255)
			return n;
		buf[n++] = (char)v;
		scan_blanks(&s);
		if (!scan_lit(&s, ","))
			return n;
	}
}

static bool json_message(struct scan line, char *buf, size_t *ret_len)
{
	static const char *const keys[] = { "\"MESSAGE\"", "\"message\"",
					    "\"msg\"" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *at = scan_find(line, keys[i]);
		struct scan s = line;

		if (!at)
			continue;
		s.p = at + strlen(keys[i]);
		scan_blanks(&s);
		if (!scan_lit(&s, ":"))
			continue;
		scan_blanks(&s);
		if (scan_lit(&s, "\""))
			*ret_len = json_string(s, buf);
		else if (scan_lit(&s, "["))
			*ret_len = json_numbers(s, buf);
		else
			continue;
		return true;
	}
	return false;
}

/* an entity's character; 0: it is none */
static char html_entity(struct scan *s)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = {
		{ "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' },
		{ "&quot;", '"' }, { "&#39;", '\'' }, { "&nbsp;", ' ' },
	};

	for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++)
		if (scan_lit(s, entities[i].name))
			return entities[i].c;
	return '\0';
}

static bool is_escaped_mark(struct scan s)
{
	return scan_len(s) > 1 && *s.p == '\\' &&
	       strchr("[]<>_*()+-.#`~|", s.p[1]) && s.p[1];
}

/* in place: what comes out is never longer */
static size_t unescape(char *buf, size_t len)
{
	struct scan s = { buf, buf + len };
	size_t n = 0;

	while (s.p < s.end) {
		char c = '\0';

		if (*s.p == '&')
			c = html_entity(&s);
		if (c) {
			buf[n++] = c;
			continue;
		}
		if (is_escaped_mark(s))
			s.p++;
		buf[n++] = *s.p++;
	}
	return n;
}

size_t log_unwrap(struct scan line, char *buf)
{
	size_t len;

	if (!json_message(line, buf, &len)) {
		len = scan_len(line);
		if (len)
			memcpy(buf, line.p, len);
	}
	return unescape(buf, len);
}
