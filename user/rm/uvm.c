// SPDX-License-Identifier: GPL-2.0
/* Calls on nvidia-uvm: the request is a plain number, its size is the table's. */
#include "decode.h"

void rm_decode_uvm(struct rm_call *call)
{
	const struct rm_uvm *u = rm_uvm(call->v, call->in->nr);

	if (!u)
		return;
	call->uvm = u;
	call->kind = RM_KIND_UVM;
	call->name = rm_str(u->name);
	call->other_version = !rm_in_version(call->v, u->versions);
	rm_decode_arg(call, rm_layout_of(call->v, u->arg));
	rm_decode_roles(call);
}
