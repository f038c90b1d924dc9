// SPDX-License-Identifier: GPL-2.0
/* Calls on nvidiactl and nvidiaN: the escapes, and which layout their argument
 * has. */
#include "decode.h"

static uint32_t captured(const struct rm_call_in *in)
{
	return in->arg_before_len > in->arg_after_len ? in->arg_before_len :
							in->arg_after_len;
}

/* of an escape's one or two structs the layout of that size, in this version
 * before others */
static const struct rm_layout *layout_by_size(const struct rm_version *v,
					      const struct rm_escape *e,
					      uint32_t size)
{
	const struct rm_layout *one, *two;

	one = rm_layout_of_size(v, e->arg[0], size);
	two = rm_layout_of_size(v, e->arg[1], size);
	if (!one || !two)
		return one ? one : two;
	return rm_distance(v, one->versions) <= rm_distance(v, two->versions) ?
	       one : two;
}

/* of the version's own layouts the longest that the bytes fill */
static const struct rm_layout *own_layout(const struct rm_version *v,
					  const struct rm_escape *e, uint32_t size)
{
	const struct rm_layout *one = rm_layout_of(v, e->arg[0]);
	const struct rm_layout *two = rm_layout_of(v, e->arg[1]);

	if (!one || !two)
		return one ? one : two;
	if (two->size <= size && (one->size > size || one->size < two->size))
		return two;
	return one;
}

/*
 * The version decides; a size that is none of its layouts' says that the
 * version is wrong, or the call.  Then a layout of the same size from another
 * version is more likely than one of another size.
 */
static const struct rm_layout *choose_layout(const struct rm_version *v,
					     const struct rm_escape *e,
					     uint32_t size)
{
	const struct rm_layout *mine, *l;

	for (int i = 0; i < 2; i++) {
		mine = rm_layout_of(v, e->arg[i]);
		if (mine && mine->size == size && rm_in_version(v, mine->versions))
			return mine;
	}
	if (v->only)
		return own_layout(v, e, size);
	l = layout_by_size(v, e, size);
	return l ? l : rm_layout_of(v, e->arg[0]);
}

static void decode_array(struct rm_call *call, const struct rm_layout *l)
{
	uint32_t size = call->arg_size;

	rm_decode_arg(call, l);
	if (!l || !l->size)
		return;
	call->arg_count = size / l->size;
	call->size_differs = size % l->size;
}

void rm_decode_escape(struct rm_call *call)
{
	const struct rm_escape *e = rm_escape(call->v, call->in->nr);

	if (!call->arg_size)
		call->arg_size = captured(call->in);
	if (!e)
		return;
	call->escape = e;
	call->kind = e->kind;
	call->name = rm_str(e->name);
	call->other_version = !rm_in_version(call->v, e->versions);
	if (e->is_array) {
		decode_array(call, rm_layout_of(call->v, e->arg[0]));
		return;
	}
	rm_decode_arg(call, choose_layout(call->v, e, call->arg_size));
	rm_decode_roles(call);
	if (rm_call_has(call, RM_ROLE_CLASS))
		rm_decode_alloc(call);
	else if (rm_call_has(call, RM_ROLE_CMD))
		rm_decode_control(call);
}
