/* SPDX-License-Identifier: GPL-2.0 */
/* A bounded text buffer and its appenders: no allocation, no printf. */
#ifndef RM_OUT_H
#define RM_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct rm_out - text being written into a caller's buffer
 * @buf: the caller's memory, always NUL-terminated when @size > 0
 * @size: its size in bytes
 * @len: characters written, without the NUL; always < @size
 * @cut: some text did not fit; what is there is a prefix
 */
struct rm_out {
	char *buf;
	size_t size;
	size_t len;
	bool cut;
};

/** rm_out_init() - start an empty text in @buf of @size bytes */
void rm_out_init(struct rm_out *out, char *buf, size_t size);

/** rm_out_mem() - append @len bytes of @text as they are */
void rm_out_mem(struct rm_out *out, const char *text, size_t len);

/** rm_out_str() - append a string; NULL appends nothing */
void rm_out_str(struct rm_out *out, const char *text);

/** rm_out_char() - append one character */
void rm_out_char(struct rm_out *out, char c);

/** rm_out_dec() - append @v in decimal */
void rm_out_dec(struct rm_out *out, uint64_t v);

/** rm_out_sdec() - append @v in decimal with its sign */
void rm_out_sdec(struct rm_out *out, int64_t v);

/** rm_out_hex() - append "0x" and @v in hex without leading zeroes */
void rm_out_hex(struct rm_out *out, uint64_t v);

/** rm_out_hex_pad() - append @v as exactly @digits (1-16) hex digits, no 0x */
void rm_out_hex_pad(struct rm_out *out, uint64_t v, unsigned int digits);

/** rm_out_bytes() - append @len bytes as hex pairs without separators */
void rm_out_bytes(struct rm_out *out, const void *bytes, size_t len);

/** rm_out_quoted() - append @len bytes as a C string in double quotes, escaped;
 *  stops at the first NUL */
void rm_out_quoted(struct rm_out *out, const void *bytes, size_t len);

#endif
