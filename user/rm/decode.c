// SPDX-License-Identifier: GPL-2.0
/* What one driver call is: from numbers and bytes to names, roles, layouts. */
#include <string.h>

#include "decode.h"

/* what a call's fields hold after it: the driver's answers */
#define ANSWERS (1u << RM_ROLE_NEW | 1u << RM_ROLE_ADDRESS |			\
		 1u << RM_ROLE_FD | 1u << RM_ROLE_STATUS)

static bool load_before(const struct rm_call_in *in, const struct rm_role_at *r,
			uint64_t *ret)
{
	if (in->arg_before_len < (uint32_t)r->offset + r->size)
		return false;
	*ret = rm_load((const char *)in->arg_before + r->offset, r->size);
	return true;
}

static bool load_after(const struct rm_call_in *in, const struct rm_role_at *r,
		       uint64_t *ret)
{
	if (!in->returned || in->arg_after_len < (uint32_t)r->offset + r->size)
		return false;
	*ret = rm_load((const char *)in->arg_after + r->offset, r->size);
	return true;
}

/*
 * The status counts when the driver wrote it: after an ioctl that failed the
 * argument may be as the caller left it, and the caller's value is no result.
 */
static void set_status(struct rm_call *call, const struct rm_role_at *r)
{
	uint64_t before, after;

	call->has_status = true;
	if (!load_after(call->in, r, &after)) {
		/* there is no value before the call to compare it with */
		if (!call->in->has_late_status || call->in->ret < 0)
			return;
		call->status_known = true;
		call->status = call->in->late_status;
		return;
	}
	if (call->in->ret < 0 && load_before(call->in, r, &before) &&
	    before == after)
		return;
	call->status_known = true;
	call->status = (uint32_t)after;
}

static void set_role(struct rm_call *call, const struct rm_role_at *r)
{
	uint64_t *value = &call->role[r->role];
	bool there;

	if (r->role == RM_ROLE_STATUS)
		set_status(call, r);
	if (ANSWERS >> r->role & 1)
		there = load_after(call->in, r, value) ||
			load_before(call->in, r, value);
	else
		there = load_before(call->in, r, value) ||
			load_after(call->in, r, value);
	if (there)
		call->has |= 1u << r->role;
}

void rm_decode_roles(struct rm_call *call)
{
	const struct rm_layout *l = call->arg;

	for (uint8_t i = 0; l && i < l->nroles; i++)
		set_role(call, &rm_roles[l->roles + i]);
}

void rm_decode_params(struct rm_call *call, uint16_t ref)
{
	const struct rm_call_in *in = call->in;
	uint32_t declared = rm_call_has(call, RM_ROLE_PARAMS_SIZE) ?
			    (uint32_t)call->role[RM_ROLE_PARAMS_SIZE] : 0;

	call->params_size = declared ? declared : in->params_size;
	if (!call->role[RM_ROLE_PARAMS])
		return;
	call->params = rm_layout_of(call->v, ref);
	if (!call->params)
		return;
	if (!rm_in_version(call->v, call->params->versions))
		call->other_version = true;
	if (!call->params_size)
		call->params_size = call->params->size;
	call->params_differ = call->params_size != call->params->size;
}

void rm_decode_arg(struct rm_call *call, const struct rm_layout *l)
{
	call->arg = l;
	call->arg_count = 1;
	if (!l)
		return;
	if (!call->arg_size)
		call->arg_size = l->size;
	call->size_differs = call->arg_size != l->size;
	if (!rm_in_version(call->v, l->versions))
		call->other_version = true;
}

static bool bytes_missing(const struct rm_call_in *in)
{
	return (in->arg_before_len && !in->arg_before) ||
	       (in->arg_after_len && !in->arg_after) ||
	       (in->params_before_len && !in->params_before) ||
	       (in->params_after_len && !in->params_after);
}

int rm_call_decode(const struct rm_version *v, const struct rm_call_in *in,
		   struct rm_call *ret)
{
	if (bytes_missing(in))
		return -EINVAL;
	memset(ret, 0, sizeof(*ret));
	ret->v = v;
	ret->in = in;
	ret->kind = RM_KIND_UNKNOWN;
	ret->arg_count = 1;
	ret->arg_size = in->arg_size;
	ret->params_size = in->params_size;
	switch (in->dev) {
	case RMS_DEV_CTL:
	case RMS_DEV_GPU:
		rm_decode_escape(ret);
		break;
	case RMS_DEV_UVM:
	case RMS_DEV_UVM_TOOLS:
		rm_decode_uvm(ret);
		break;
	}
	return 0;
}

bool rm_call_failed(const struct rm_call *call)
{
	if (call->in->returned && call->in->ret < 0)
		return true;
	return call->status_known && call->status &&
	       call->status < RM_STATUS_WARNING;
}
