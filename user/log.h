/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Messages on standard error: "rmsnoop: area: failed to verb object: errno
 * text".  Library code (rm, sym, model, record) logs nothing above debug.
 */
#ifndef RMSNOOP_LOG_H
#define RMSNOOP_LOG_H

#include <stdarg.h>
#include <stdbool.h>

enum log_level {
	LOG_ERROR = 0,
	LOG_WARN = 1,
	LOG_INFO = 2,	/* what the user should know while it runs */
	LOG_DEBUG = 3,	/* -v */
	LOG_TRACE = 4,	/* -vv: also libbpf's messages */
};

/** log_set_verbose() - 0: errors, warnings and infos; 1: -v; 2: -vv */
void log_set_verbose(int verbose);

/** log_enabled() - would a message of this level be shown? */
bool log_enabled(enum log_level level);

/** log_print() - one message; @area may be NULL; no newline in @fmt needed */
void log_print(enum log_level level, const char *area, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void log_vprint(enum log_level level, const char *area, const char *fmt,
		va_list args) __attribute__((format(printf, 3, 0)));

/** log_errno() - an error with the text of @err (positive or negative errno)
 *  behind it; returns -|@err|, for "return log_errno(...)" */
int log_errno(const char *area, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define log_error(area, ...)	log_print(LOG_ERROR, area, __VA_ARGS__)
#define log_warn(area, ...)	log_print(LOG_WARN, area, __VA_ARGS__)
#define log_info(area, ...)	log_print(LOG_INFO, area, __VA_ARGS__)
#define log_debug(area, ...)	log_print(LOG_DEBUG, area, __VA_ARGS__)
#define log_trace(area, ...)	log_print(LOG_TRACE, area, __VA_ARGS__)

#endif
