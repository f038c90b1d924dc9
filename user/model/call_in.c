// SPDX-License-Identifier: GPL-2.0
/* From the record of a call to what the decoder takes. */
#include "call_in.h"

#define NOT_RETURNED	(RMS_CALL_NO_RETURN | RMS_CALL_DIED)

static bool has_returned(const struct record *rec)
{
	return rec->h.kind == RMS_CALL && !(rec->call.flags & NOT_RETURNED);
}

struct rm_call_in call_in_of(const struct record *rec)
{
	const struct rms_call *c = &rec->call;

	return (struct rm_call_in){
		.dev = c->dev,
		.nr = c->nr,
		.returned = has_returned(rec),
		.ret = c->ret,
		.arg_size = c->arg_size,
		.params_size = c->par_size,
		.arg_before = rec->arg_in.len ? rec->arg_in.data : NULL,
		.arg_before_len = rec->arg_in.len,
		.arg_after = rec->arg_out.len ? rec->arg_out.data : NULL,
		.arg_after_len = rec->arg_out.len,
		.params_before = rec->par_in.len ? rec->par_in.data : NULL,
		.params_before_len = rec->par_in.len,
		.params_after = rec->par_out.len ? rec->par_out.data : NULL,
		.params_after_len = rec->par_out.len,
		.targets = rec->targets.len ? rec->targets.data : NULL,
		.targets_len = rec->targets.len,
		.has_late_status = c->flags & RMS_CALL_LATE_STATUS,
		.late_status = c->late_status,
	};
}
