/* SPDX-License-Identifier: GPL-2.0 */
/* The only reader of raw record bytes: from untrusted bytes to struct record. */
#ifndef RMSNOOP_USER_RECORD_H
#define RMSNOOP_USER_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "bytes.h"

#define RECORD_SIZE_MAX	(16u << 20)	/* more is no record but damage */

/**
 * struct record - one record, checked
 * @h ... @end: a copy of the fixed part, by h.kind; zeroes where the record's
 *	own fixed part is shorter than this version's.  INFLIGHT is in @call.
 * @raw: the whole record as it came, @raw.len == h.size
 * @known: h.kind is in the event table; if not, only @h and @raw are valid
 * @arg_in ...: CALL and INFLIGHT: captured bytes; @targets: struct
 *	rms_target and what they hold, each whole
 * @code, @stack: SIGNAL
 * @text: MAP, EXEC, FILE, NVRM, DRIVER, PROCESS: the bytes behind the fixed part
 *
 * The blocks point into the bytes given to record_parse() and live as long as
 * they do.
 */
struct record {
	union {
		struct rms_hdr h;
#define RMS_EVENT(nr, NAME, name, st, ring) struct rms_##st name;
#include <rmsnoop/events.def>
#undef RMS_EVENT
	};
	struct bytes raw;
	bool known;
	union {
		struct {
			struct bytes arg_in;
			struct bytes arg_out;
			struct bytes par_in;
			struct bytes par_out;
			struct bytes targets;
		};
		struct {
			struct bytes code;
			struct bytes stack;
		};
		struct bytes text;
	};
};

/**
 * record_parse() - check the record at @data
 * @len: bytes there; the record may be shorter
 * Return: 0; -ENODATA: @len holds only a part of it; -EBADMSG: it is damaged
 * (size, alignment, fixed part or block lengths make no sense).  A kind that is
 * not known is no error.  @ret is untouched on failure.
 */
int record_parse(const void *data, size_t len, struct record *ret);

/**
 * record_size() - the size that the record at @data claims to have
 * Return: bytes, a multiple of 8; -ENODATA: too few bytes to tell; -EBADMSG: no
 * record has such a header.
 */
long record_size(const void *data, size_t len);

/** record_kind_name() - "call"; NULL: not in the event table */
const char *record_kind_name(unsigned int kind);

/**
 * record_map_path() - the path of a MAP record as an ordinary string
 * @buf, @size: where it goes, always NUL-terminated
 * A path whose front the capture did not keep starts with "..." instead of "/".
 * Return: its length; 0: it has no path, or (RMS_MAP_SAME_FILE) the path is
 * that of the record before.  -ENOSPC: it did not fit, @buf holds "".
 */
int record_map_path(const struct record *rec, char *buf, size_t size);

/** record_loss_name() - "ring full" for enum rms_loss */
const char *record_loss_name(unsigned int cause);

/** record_dev_name() - "ctl", "gpu", "uvm" ... for enum rms_dev */
const char *record_dev_name(unsigned int dev);

#endif
