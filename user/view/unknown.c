// SPDX-License-Identifier: GPL-2.0
/* The list of numbers that no table names. */
#include <inttypes.h>

#include "log.h"
#include "unknown.h"

static void add(struct unknowns *u, uint32_t what, uint32_t nr, uint32_t size)
{
	for (size_t i = 0; i < u->n; i++)
		if (u->v[i].what == what && u->v[i].nr == nr) {
			u->v[i].count++;
			return;
		}
	if (u->n == UNKNOWN_MAX)
		u->more++;
	else
		u->v[u->n++] = (struct unknown){ what, nr, size, 1 };
}

void unknowns_add(struct unknowns *u, const struct rm_call *call)
{
	const struct rm_call_in *in = call->in;

	if (in->dev == RMS_DEV_UVM || in->dev == RMS_DEV_UVM_TOOLS) {
		if (!call->uvm)
			add(u, RM_NUMBER_UVM, in->nr, call->arg_size);
	} else if (in->dev != RMS_DEV_CTL && in->dev != RMS_DEV_GPU) {
		return;
	} else if (!call->escape) {
		add(u, RM_NUMBER_ESCAPE, in->nr, call->arg_size);
	} else if (rm_call_has(call, RM_ROLE_CMD)) {
		if (!call->ctl)
			add(u, RM_NUMBER_CONTROL, (uint32_t)call->role[RM_ROLE_CMD],
			    call->params_size);
	} else if (rm_call_has(call, RM_ROLE_CLASS) && !call->cls) {
		add(u, RM_NUMBER_CLASS, (uint32_t)call->role[RM_ROLE_CLASS],
		    call->params_size);
	}
}

const char *unknown_word(const struct unknown *u)
{
	switch (u->what) {
	case RM_NUMBER_CONTROL: return "control";
	case RM_NUMBER_CLASS: return "class";
	case RM_NUMBER_ESCAPE: return "escape";
	default: return "uvm";
	}
}

void unknowns_tell(const struct unknowns *u, const struct rm_version *v)
{
	char buf[256];
	struct rm_out out;

	for (size_t i = 0; i < u->n; i++) {
		const struct unknown *one = &u->v[i];

		rm_out_init(&out, buf, sizeof(buf));
		rm_number_describe(v, one->what, one->nr, &out);
		log_info("rm", "unknown %s 0x%x, %" PRIu64 " call%s, %u bytes: %s",
			 unknown_word(one), one->nr, one->count,
			 one->count == 1 ? "" : "s", one->size, buf);
	}
	if (u->more)
		log_info("rm", "and %" PRIu64 " calls of other unknown numbers", u->more);
}
