/* SPDX-License-Identifier: GPL-2.0 */
/* From lines of text to whole crashes: what belongs together is joined. */
#ifndef LOG_JOIN_H
#define LOG_JOIN_H

#include "crash.h"
#include "frame.h"

/** struct log_events - what is told; @crash in the order of the log, once no
 *  later line can add to it */
struct log_events {
	void (*crash)(void *arg, const struct log_crash *crash);
	void (*notice)(void *arg, const struct log_notice *notice, uint64_t line);
	void (*frame)(void *arg, const struct log_frame *frame, uint64_t line);
	void *arg;
};

struct log_join;

/** log_join_new() - NULL: no memory; @events is copied */
struct log_join *log_join_new(const struct log_events *events);

/** log_join_line() - the next line, without its newline, which may be cut at
 *  any byte; 0 or -ENOMEM */
int log_join_line(struct log_join *join, struct scan line);

/** log_join_end() - no more lines: tell what is left */
void log_join_end(struct log_join *join);
void log_join_free(struct log_join *join);

#endif
