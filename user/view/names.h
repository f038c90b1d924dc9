/* SPDX-License-Identifier: GPL-2.0 */
/* What handles and descriptors in a call are, by the model. */
#ifndef RMSNOOP_NAMES_H
#define RMSNOOP_NAMES_H

#include "model/model.h"

/** struct names - who answers rm_names; refers to itself: do not copy */
struct names {
	const struct model *model;
	uint32_t pid;
	struct rm_names rm;
};

/** names_init() - of a call of process @pid; @model may know no objects */
void names_init(struct names *n, const struct model *model, uint32_t pid);

#endif
