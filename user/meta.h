/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The "key=value\n" lines that describe a session: a recording's header and
 * source_meta().  Keys in use:
 *
 *	kernel		release, "6.1.0-32-amd64"
 *	machine		"x86_64"
 *	driver		version of nvidia.ko, absent: none was loaded
 *	attach		strategy, "fentry"
 *	clock_offset	ns to add to a record's time for CLOCK_REALTIME; signed
 *	command		the traced command
 *	payload_max, stack_max	bytes kept at most
 */
#ifndef RMSNOOP_META_H
#define RMSNOOP_META_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** meta_get() - copy the value of @key; false: there is none, @buf holds "" */
bool meta_get(const char *meta, const char *key, char *buf, size_t size);

/** meta_get_num() - a decimal value, signed; @absent when there is none */
int64_t meta_get_num(const char *meta, const char *key, int64_t absent);

/** meta_next() - step through the lines: *@pos starts as the text; false: end */
bool meta_next(const char **pos, char *key, size_t key_size, char *value,
	       size_t value_size);

#endif
