/* SPDX-License-Identifier: GPL-2.0 */
/* Parameter blocks written in hex: their bytes, and their fields. */
#ifndef DECODE_PAYLOAD_H
#define DECODE_PAYLOAD_H

#include <stdio.h>

#include "bytes.h"
#include "log/scan.h"
#include "rm/rm.h"

#define DECODE_PAYLOAD_MAX	(1u << 20)	/* bytes */

struct json_out;

/**
 * decode_hex() - bytes from pairs of hex digits; between pairs may be blanks,
 * colons, commas, "0x" and "\x"
 * @ret: DECODE_PAYLOAD_MAX bytes
 * Return: 0; -EINVAL: other characters; -EDOM: half a byte is left; -E2BIG.
 */
int decode_hex(struct scan s, uint8_t *ret, size_t *ret_len);

/**
 * decode_hex_lines() - each line of @f that is not empty as bytes
 * @bytes: DECODE_PAYLOAD_MAX of them, for the bytes of a line
 * @fn: called with their number and that of the line; what it returns but 0 ends it
 * @ret_line: the line that could not be read, also on error
 * Return: 0, what @fn returned, -errno of reading or of decode_hex().
 */
int decode_hex_lines(FILE *f, uint8_t *bytes,
		     int (*fn)(void *arg, size_t len, uint64_t line), void *arg,
		     uint64_t *ret_line);

/** decode_payload_text() - one field a line */
void decode_payload_text(FILE *out, const struct rm_version *v,
			 const struct rm_layout *l, struct bytes b);
/** decode_payload_json() - one object */
void decode_payload_json(struct json_out *j, const struct rm_version *v,
			 const struct rm_layout *l, struct bytes b, uint64_t line);

#endif
