/* SPDX-License-Identifier: GPL-2.0 */
/* Inside view/ only: the parts of the JSON view. */
#ifndef RMSNOOP_JSON_H
#define RMSNOOP_JSON_H

#include "json_out.h"
#include "unknown.h"
#include "view.h"

#define JSON_SCHEMA	1	/* raised when a key changes its meaning */

/** json_fields() - the fixed part's fields of every known kind */
void json_fields(struct json_out *j, const struct record *rec);

/** json_call() - what a call is: names, handles, decoded fields, status
 *  @unknowns: takes note of numbers that have no name; NULL: nobody counts */
void json_call(struct json_out *j, const struct record *rec,
	       const struct rm_version *v, struct unknowns *unknowns);

/** json_changes() - what the record at hand changed about RM objects, as "changes" */
void json_changes(struct json_out *j, const struct model *m);

#endif
