// SPDX-License-Identifier: GPL-2.0
/* Calls that make an object: its class, and the parameters behind it. */
#include "decode.h"

void rm_decode_alloc(struct rm_call *call)
{
	const struct rm_class *c;

	c = rm_class(call->v, (uint32_t)call->role[RM_ROLE_CLASS]);
	call->cls = c;
	if (c) {
		call->what = rm_str(c->name);
		if (!rm_in_version(call->v, c->versions))
			call->other_version = true;
	}
	rm_decode_params(call, c ? c->arg : 0);
}
