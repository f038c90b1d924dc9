/* SPDX-License-Identifier: GPL-2.0 */
/* What "rmsnoop resolve" shows of each crash. */
#ifndef LOG_REPORT_H
#define LOG_REPORT_H

#include <stdio.h>

#include "place.h"

struct json_out;

/* text on @out, for a person; what the log says is escaped */
void log_report_crash(FILE *out, const struct log_crash *crash,
		      const struct log_place *place);
void log_report_notice(FILE *out, const struct log_notice *notice,
		       uint64_t line);

/* one JSON object each */
void log_json_crash(struct json_out *j, const struct log_crash *crash,
		    const struct log_place *place);
void log_json_notice(struct json_out *j, const struct log_notice *notice,
		     uint64_t line);

/** log_note() - the @i-th remark on a crash; false: there are no more */
bool log_note(const struct log_crash *crash, size_t i, struct rm_out *out);

/** log_insn() - the instruction at ip from the Code: bytes; 0: unknown */
size_t log_insn(const struct log_crash *crash, const struct log_place *place,
		char *buf, size_t size);

#endif
