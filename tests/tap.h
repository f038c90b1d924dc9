/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TAP for unit tests: a program makes checks and ends with
 * "return tap_done();".
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int tap_made, tap_failed;

/* one check; @what describes it, as printf() does */
#define tap_ok(cond, ...) tap_line(!!(cond), __FILE__, __LINE__, #cond, __VA_ARGS__)

/* equal numbers, shown in both bases when they are not */
#define tap_is(got, want, ...) \
	tap_number((uint64_t)(got), (uint64_t)(want), __FILE__, __LINE__, __VA_ARGS__)

/* equal strings; NULL is a value of its own */
#define tap_str(got, want, ...) \
	tap_string((got), (want), __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 5, 6), unused))
static bool tap_line(bool good, const char *file, int line, const char *cond,
		     const char *what, ...)
{
	__builtin_va_list ap;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("%sok %d - ", good ? "" : "not ", ++tap_made);
	__builtin_va_start(ap, what);
	vprintf(what, ap);
	__builtin_va_end(ap);
	putchar('\n');
	if (good)
		return true;
	tap_failed++;
	printf("# %s:%d: not true: %s\n", file, line, cond);
	return false;
}

#define TAP_TEXT(buf, what)					\
	do {							\
		__builtin_va_list ap;				\
								\
		__builtin_va_start(ap, what);			\
		vsnprintf(buf, sizeof(buf), what, ap);		\
		__builtin_va_end(ap);				\
	} while (0)

__attribute__((format(printf, 5, 6), unused))
static bool tap_number(uint64_t got, uint64_t want, const char *file, int line,
		       const char *what, ...)
{
	char text[256];

	TAP_TEXT(text, what);
	if (tap_line(got == want, file, line, "got == want", "%s", text))
		return true;
	printf("#  got: %" PRId64 " (0x%" PRIx64 ")\n", (int64_t)got, got);
	printf("# want: %" PRId64 " (0x%" PRIx64 ")\n", (int64_t)want, want);
	return false;
}

__attribute__((format(printf, 5, 6), unused))
static bool tap_string(const char *got, const char *want, const char *file,
		       int line, const char *what, ...)
{
	char text[256];
	bool good = got && want ? !strcmp(got, want) : got == want;

	TAP_TEXT(text, what);
	if (tap_line(good, file, line, "got equals want", "%s", text))
		return true;
	printf("#  got: %s\n", got ? got : "(null)");
	printf("# want: %s\n", want ? want : "(null)");
	return false;
}

/* prints the plan; the exit status to end with */
__attribute__((unused))
static int tap_done(void)
{
	printf("1..%d\n", tap_made);
	fflush(stdout);
	return tap_failed || !tap_made;
}

#endif
