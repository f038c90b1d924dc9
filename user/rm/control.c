// SPDX-License-Identifier: GPL-2.0
/* RM_CONTROL: its command, and the parameters behind it. */
#include "decode.h"

void rm_decode_control(struct rm_call *call)
{
	const struct rm_control *c;

	c = rm_control(call->v, (uint32_t)call->role[RM_ROLE_CMD]);
	call->ctl = c;
	if (c) {
		call->what = rm_str(c->name);
		if (!rm_in_version(call->v, c->versions))
			call->other_version = true;
	}
	rm_decode_params(call, c ? c->arg : 0);
}
