/* SPDX-License-Identifier: GPL-2.0 */
/* A crash as an ELF core file, for debuggers. */
#ifndef CRASH_CORE_H
#define CRASH_CORE_H

#include "crash.h"

/**
 * core_write() - write what was captured of @crash into @fd, an empty file
 * @open_file: opens the file of a mapping for reading; the fd or -errno.  From
 *	the files come the headers that tell a debugger what was loaded where;
 *	where one cannot be opened, its library is not known to the debugger
 * Return: 0 or -errno; -EOPNOTSUPP: a 32-bit thread.
 */
int core_write(int fd, const struct crash *crash,
	       int (*open_file)(void *ctx, const struct mapping *map), void *ctx);

#endif
