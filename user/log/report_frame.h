/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a printed frame says.  Nothing in its text tells whether a library is the
 * right one, so that no symbol is taken from any.
 */
#ifndef LOG_REPORT_FRAME_H
#define LOG_REPORT_FRAME_H

#include <stdio.h>

#include "frame.h"

struct json_out;

void log_report_frame(FILE *out, const struct log_frame *frame, uint64_t line);
void log_json_frame(struct json_out *j, const struct log_frame *frame,
		    uint64_t line);

#endif
