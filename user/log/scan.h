/* SPDX-License-Identifier: GPL-2.0 */
/* A cursor over text that comes from outside: any bytes, no NUL at its end. */
#ifndef LOG_SCAN_H
#define LOG_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct scan - text borrowed from somewhere, or what is left of it */
struct scan {
	const char *p;
	const char *end;
};

static inline size_t scan_len(struct scan s)
{
	return (size_t)(s.end - s.p);
}

/* Each of these takes what it names off the front; false: it is not there, and
 * nothing was taken. */
bool scan_lit(struct scan *s, const char *lit);
bool scan_dec(struct scan *s, uint64_t *ret);
/** scan_hex() - with or without 0x; more than 64 bits are no number */
bool scan_hex(struct scan *s, uint64_t *ret);

/** scan_blanks() - take blanks and tabs; how many */
size_t scan_blanks(struct scan *s);

/** scan_until() - take what stands before @lit into @ret, and @lit itself */
bool scan_until(struct scan *s, const char *lit, struct scan *ret);

/** scan_find() - where @lit begins, NULL: nowhere */
const char *scan_find(struct scan s, const char *lit);

/** scan_copy() - as a string, cut to @size - 1 bytes */
void scan_copy(struct scan s, char *buf, size_t size);

static inline bool scan_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/** scan_is_word() - may the character be in a name or a number? */
static inline bool scan_is_word(char c)
{
	return scan_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_';
}

/** scan_nibble() - a hex digit's value, -1: none */
int scan_nibble(char c);

#endif
