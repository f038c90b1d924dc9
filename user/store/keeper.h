/* SPDX-License-Identifier: GPL-2.0 */
/* Who takes each crash report to where it lasts: the store and the journal. */
#ifndef STORE_KEEPER_H
#define STORE_KEEPER_H

#include "store.h"

#define KEEPER_COUNT	1000		/* kept where no limit is given */
#define KEEPER_SIZE	(1ull << 30)

struct keeper;

/** keeper_new() - @limits: those that are 0 are the defaults above; told on
 *  failure; 0 or -errno */
int keeper_new(const char *dir, const struct store_limits *limits,
	       struct keeper **ret_keeper);
void keeper_free(struct keeper *k);

/** keeper_report() - a crash_keep_fn; @ctx: the keeper */
void keeper_report(void *ctx, const struct report *r);

#endif
