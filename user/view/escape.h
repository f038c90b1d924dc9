/* SPDX-License-Identifier: GPL-2.0 */
/* Strings from traced programs, made harmless for terminals and files. */
#ifndef RMSNOOP_ESCAPE_H
#define RMSNOOP_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "rm/out.h"

/**
 * escape_text() - append text up to its first NUL or @len bytes
 * Control characters, backslashes, bytes that are no UTF-8, and characters that
 * change the direction of text come as \n, \\, \x1b, \u202e.
 */
void escape_text(struct rm_out *out, const void *text, size_t len);

/** escape_utf8() - the same, but only bytes that are no UTF-8 are escaped, for
 *  writers that escape the rest themselves; NULs are kept */
void escape_utf8(struct rm_out *out, const void *text, size_t len);

/** escape_again() - text in lines that says to have been escaped already, of a file
 *  that anybody may have written: newlines and backslashes stay as they are */
void escape_again(struct rm_out *out, const void *text, size_t len);

/** utf8_len() - bytes of the valid UTF-8 character at @s, 0: there is none;
 *  @ret_char: its code point */
size_t utf8_len(const void *s, size_t len, unsigned int *ret_char);

#endif
