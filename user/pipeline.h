/* SPDX-License-Identifier: GPL-2.0 */
/* The path of a record in user space: source, record, model, views; once. */
#ifndef RMSNOOP_PIPELINE_H
#define RMSNOOP_PIPELINE_H

#include "filter.h"
#include "model/model.h"
#include "source/source.h"
#include "view/view.h"

#define PIPELINE_VIEWS	4

struct pipeline {
	struct source *source;
	struct model *model;
	struct view *views[PIPELINE_VIEWS];
	size_t n_views;
	struct filter filter;
	struct totals totals;
	bool version_told;
};

/** pipeline_begin() - the views' beginnings; all below return 0 or -errno */
int pipeline_begin(struct pipeline *p);
/** pipeline_pump() - 1: more may come, 0: that was all, -errno */
int pipeline_pump(struct pipeline *p);
/** pipeline_end() - the views' ends */
int pipeline_end(struct pipeline *p);

/** pipeline_record() - one record's bytes through everything: a source_fn */
int pipeline_record(void *ctx, const void *data, size_t len);

/** totals_lost() - records lost, of all causes */
uint64_t totals_lost(const struct totals *t);
/** totals_complete() - nothing is missing and nothing was damaged */
bool totals_complete(const struct totals *t);
/** totals_print() - the closing line, on standard error */
void totals_print(const struct totals *t);

#endif
