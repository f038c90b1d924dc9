/* SPDX-License-Identifier: GPL-2.0 */
/* What shows records: one interface for text, JSON, recordings, crash reports. */
#ifndef RMSNOOP_VIEW_H
#define RMSNOOP_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "record.h"
#include "rm/rm.h"

struct view;
struct sink;

/** struct totals - what came and what did not, counted by the pipeline */
struct totals {
	uint64_t records;		/* of kernel kinds, parsed */
	uint64_t lost[RMS_LOSS_N];	/* by GAP records */
	uint64_t unknown;		/* records of unknown kinds */
	uint64_t damaged;		/* records that made no sense */
	bool ended;			/* an END record came */
	bool cut;			/* a recording ended before that */
};

struct view_ops {
	/* before the first record; @meta: "key=value\n" lines */
	int (*begin)(struct view *v, const char *meta);
	/* each record, after the model took it in */
	int (*record)(struct view *v, const struct record *rec,
		      const struct model *model);
	/* no more records for now: show what is there; may be NULL */
	int (*flush)(struct view *v);
	/* after the last record */
	int (*end)(struct view *v, const struct totals *totals);
	void (*free)(struct view *v);
};

/* embedded first in each view; all calls return 0 or -errno, which ends the
 * run: -EPIPE quietly, since nobody reads any more */
struct view {
	const struct view_ops *ops;
};

/** struct view_style - how views show things */
struct view_style {
	bool color;
	int verbose;		/* 0, 1: -v, 2: -vv */
	bool failed_only;
	enum rm_format format;
};

int view_text_new(struct sink *out, const struct view_style *style,
		  struct view **ret_view);
int view_json_new(struct sink *out, const struct view_style *style,
		  struct view **ret_view);
int view_recording_new(struct sink *out, struct view **ret_view);

static inline void view_free(struct view *v)
{
	if (v)
		v->ops->free(v);
}

#endif
