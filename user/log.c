// SPDX-License-Identifier: GPL-2.0
/* Messages on standard error, each written at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

static int log_verbose;

void log_set_verbose(int verbose)
{
	log_verbose = verbose;
}

bool log_enabled(enum log_level level)
{
	return (int)level <= LOG_INFO + log_verbose;
}

static void log_write(const char *area, const char *text, const char *tail)
{
	char line[4096];
	int n;

	n = snprintf(line, sizeof(line) - 1, "rmsnoop: %s%s%s%s%s",
		     area ? area : "", area ? ": " : "", text,
		     tail ? ": " : "", tail ? tail : "");
	if (n < 0)
		return;
	if ((size_t)n >= sizeof(line) - 1)
		n = sizeof(line) - 2;
	while (n > 0 && line[n - 1] == '\n')
		n--;
	line[n++] = '\n';
	/* nowhere to report to, if standard error fails */
	if (write(STDERR_FILENO, line, n) < 0)
		return;
}

void log_vprint(enum log_level level, const char *area, const char *fmt,
		va_list args)
{
	char text[3072];

	if (!log_enabled(level))
		return;
	vsnprintf(text, sizeof(text), fmt, args);
	log_write(area, text, NULL);
}

void log_print(enum log_level level, const char *area, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	log_vprint(level, area, fmt, args);
	va_end(args);
}

int log_errno(const char *area, int err, const char *fmt, ...)
{
	char text[3072];
	va_list args;

	err = abs(err);
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	log_write(area, text, strerror(err));
	return -err;
}
