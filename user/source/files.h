/* SPDX-License-Identifier: GPL-2.0 */
/* Which files are mapped for execution: told once each, while they can be opened. */
#ifndef RMSNOOP_FILES_H
#define RMSNOOP_FILES_H

#include "source.h"

struct files;

struct files *files_new(void);	/* NULL: no memory */
void files_free(struct files *f);

/* @data: a MAP record of a running process; hands a FILE record to @fn when it
 * shows a file that was not told before */
int files_see(struct files *f, const void *data, size_t len, source_fn fn, void *ctx);

#endif
