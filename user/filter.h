/* SPDX-License-Identifier: GPL-2.0 */
/* Which processes' records reach the views. */
#ifndef RMSNOOP_FILTER_H
#define RMSNOOP_FILTER_H

#include <stdbool.h>

#include "model/model.h"
#include "options.h"
#include "record.h"

/**
 * struct filter - what to show
 * @opts: lists of processes and names, borrowed
 * @allow: apply the "only these" lists too; live, the kernel side does
 */
struct filter {
	const struct options *opts;
	bool allow;
};

/** filter_passes() - to be asked after the model took @rec in */
bool filter_passes(const struct filter *filter, const struct record *rec,
		   const struct model *model);

#endif
