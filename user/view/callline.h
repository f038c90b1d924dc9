/* SPDX-License-Identifier: GPL-2.0 */
/* One driver call as a piece of text, for the trace and the crash report. */
#ifndef RMSNOOP_CALLLINE_H
#define RMSNOOP_CALLLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"
#include "names.h"
#include "rm/rm.h"

/** struct callline - a decoded CALL or INFLIGHT record; refers to itself: do
 *  not copy */
struct callline {
	struct rm_call_in in;
	struct rm_call call;
	struct names names;
	const struct record *rec;
};

/** callline_decode() - @line and @rec must stay where they are; 0 or -EINVAL */
int callline_decode(struct callline *line, const struct record *rec,
		    const struct rm_version *v);

/** callline_names() - say what its handles and descriptors are, by @model */
void callline_names(struct callline *line, const struct model *model);

/** callline_failed() - did it fail, or never come back? */
bool callline_failed(const struct callline *line);

/** callline_name() - what was called: "RM_CONTROL NV0000_CTRL_CMD_..." */
void callline_name(const struct callline *line, struct rm_out *out);
/** callline_args() - its fields, "hClient=c1d00001 ..." */
void callline_args(const struct callline *line, enum rm_format format,
		   struct rm_out *out);
/** callline_result() - "NV_OK", "NV_ERR_...", "EINVAL", "died in the call",
 *  "in flight" */
void callline_result(const struct callline *line, struct rm_out *out);
/** callline_notes() - what the capture could not get: " [parameters cut]"; not
 *  what @hide (RMS_CALL_*) names */
void callline_notes(const struct callline *line, uint32_t hide,
		    struct rm_out *out);
/** callline_duration() - microseconds, "12.345"; of an INFLIGHT record: its age */
void callline_duration(const struct record *rec, struct rm_out *out);

#endif
