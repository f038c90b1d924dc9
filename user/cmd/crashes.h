/* SPDX-License-Identifier: GPL-2.0 */
/* Inside cmd/crashes*.c only: what "rmsnoop crashes" does, a verb each. */
#ifndef CMD_CRASHES_H
#define CMD_CRASHES_H

#include "options.h"
#include "store/store.h"
#include "view/sink.h"

/** crashes_find() - store_find(), told on failure */
int crashes_find(struct store *s, const char *word, struct store_entry *ret);

/* each returns an exit status; @words: the ids, ends with NULL;
 * @s: NULL with --bundle */
int crashes_show(struct store *s, const struct options *opts, char **words);
int crashes_export(struct store *s, const struct options *opts, char **words);

#endif
