/* SPDX-License-Identifier: GPL-2.0 */
/* Inside view/ only: what the text view's parts share. */
#ifndef RMSNOOP_TEXT_H
#define RMSNOOP_TEXT_H

#include "unknown.h"
#include "view.h"

struct text {
	struct view view;
	struct view_style style;
	struct sink *out;
	int64_t clock_offset;	/* ns from CLOCK_MONOTONIC to CLOCK_REALTIME */
	int64_t second;		/* the one that @clock shows */
	char clock[16];		/* "23:59:59." */
	const struct rm_version *version;	/* the model's; NULL: no call yet */
	struct unknowns unknowns;
};

/** text_event() - the part of a line behind the time, thread and device for
 *  every kind but calls; returns whether it stands for a failure */
bool text_event(const struct record *rec, const struct model *model,
		struct rm_out *out);

/** text_wanted() - is this kind shown at this verbosity? */
bool text_wanted(const struct view_style *style, const struct record *rec);

#endif
