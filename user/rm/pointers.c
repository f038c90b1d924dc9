// SPDX-License-Identifier: GPL-2.0
/*
 * Memory behind pointers inside parameter blocks: which there is to capture, and
 * what was captured as text.
 */
#include <string.h>

#include "decode.h"

#define SHOWN	64	/* elements told */

/* the first pointer of a layout; they stand by layout */
static uint32_t first_of(uint32_t layout)
{
	uint32_t low = 0, high = rm_pointer_count, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (rm_pointers[mid].layout < layout)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static const struct rm_pointer *pointer_at(const struct rm_layout *l, uint32_t offset)
{
	uint32_t layout = (uint32_t)(l - rm_layouts);

	for (uint32_t i = first_of(layout);
	     i < rm_pointer_count && rm_pointers[i].layout == layout; i++)
		if (rm_pointers[i].offset == offset)
			return &rm_pointers[i];
	return NULL;
}

static uint32_t element_size(const struct rm_version *v, uint16_t type)
{
	const struct rm_layout *in = rm_layout_of(v, rm_types[type].ref);

	return rm_types[type].kind == RM_TYPE_STRUCT && in ? in->size :
							    rm_types[type].size;
}

/* ---- for the capture ----------------------------------------------------- */

static bool pointers_of(const struct rm_version *v, const struct rm_layout *l,
			struct rm_targets *ret)
{
	uint32_t layout = l ? (uint32_t)(l - rm_layouts) : UINT32_MAX;

	ret->n = 0;
	for (uint32_t i = first_of(layout); i < rm_pointer_count &&
	     rm_pointers[i].layout == layout && ret->n < RM_TARGETS; i++) {
		const struct rm_pointer *p = &rm_pointers[i];

		ret->at[ret->n++] = (struct rm_target_place){
			.offset = p->offset,
			.length = p->length,
			.length_size = p->length_size,
			.unit = p->unit ? p->unit : element_size(v, p->type),
		};
	}
	return ret->n;
}

bool rm_targets_next(const struct rm_version *v, unsigned int *pos,
		     struct rm_targets *ret)
{
	for (; *pos < rm_counts.controls + rm_counts.classes; ++*pos) {
		bool control = *pos < rm_counts.controls;
		unsigned int i = control ? *pos : *pos - rm_counts.controls;
		uint16_t arg;

		ret->is_class = !control;
		ret->nr = control ? rm_controls[i].nr : rm_classes[i].nr;
		arg = control ? rm_control(v, ret->nr)->arg : rm_class(v, ret->nr)->arg;
		if (pointers_of(v, rm_layout_of(v, arg), ret)) {
			++*pos;
			return true;
		}
	}
	return false;
}

/* ---- as text ---------------------------------------------------------------- */

struct element {
	struct rm_out *out;
	bool first;
};

static int on_element_field(const struct rm_field *f, void *ctx)
{
	struct element *e = ctx;

	if (!f->avail)
		return 0;
	rm_out_str(e->out, e->first ? "" : " ");
	e->first = false;
	rm_out_str(e->out, f->path);
	rm_out_char(e->out, '=');
	rm_format_value(e->out, f);
	return e->out->cut;
}

static void format_structs(struct rm_out *out, const struct rm_version *v,
			   const struct rm_layout *in, const struct rm_target *t)
{
	uint32_t n = t->size / in->size, whole = t->len / in->size;

	rm_out_char(out, '[');
	for (uint32_t i = 0; i < whole && i < SHOWN && !out->cut; i++) {
		struct element e = { out, true };

		rm_out_str(out, i ? ", {" : "{");
		rm_walk(v, in, (const uint8_t *)t->bytes + (size_t)i * in->size,
			in->size, on_element_field, &e);
		rm_out_char(out, '}');
	}
	if (n > whole || whole > SHOWN)
		rm_out_str(out, ", ...");
	rm_out_char(out, ']');
}

static void format_scalars(struct rm_out *out, const struct rm_version *v,
			   uint16_t type, const struct rm_target *t)
{
	uint32_t size = rm_types[type].size ? rm_types[type].size : 1;
	struct rm_field f = {
		.type = rm_str(rm_types[type].name),
		.kind = rm_types[type].kind,
		.is_array = true,
		.size = size,
		.count = t->size / size,
		.avail = t->len,
		.truncated = t->len < t->size,
		.bytes = t->len ? t->bytes : NULL,
		.type_ref = type,
		.v = v,
	};

	rm_format_value(out, &f);
}

bool rm_target_next(const struct rm_call_in *in, uint32_t *pos,
		    struct rm_target *ret)
{
	uint32_t left = in->targets_len - *pos;
	const uint8_t *at;
	struct rms_target t;

	if (*pos > in->targets_len || left < sizeof(t))
		return false;
	at = (const uint8_t *)in->targets + *pos;
	memcpy(&t, at, sizeof(t));
	left -= (uint32_t)sizeof(t);
	if (t.kept > left)
		return false;
	*ret = (struct rm_target){
		.offset = t.offset,
		.addr = t.addr,
		.size = t.size,
		.len = t.kept,
		.bytes = at + sizeof(t),
	};
	*pos += (uint32_t)sizeof(t) + RMS_ALIGN(t.kept);
	return true;
}

bool rm_target_find(const struct rm_call_in *in, uint32_t offset,
		    struct rm_target *ret)
{
	uint32_t pos = 0;

	while (rm_target_next(in, &pos, ret))
		if (ret->offset == offset)
			return true;
	return false;
}

void rm_format_target(struct rm_out *out, const struct rm_call *call,
		      const struct rm_target *t)
{
	const struct rm_layout *l = call->params, *in;
	const struct rm_pointer *p = l ? pointer_at(l, t->offset) : NULL;

	if (!t->len) {
		rm_out_str(out, t->size ? "unreadable" : "[]");
		return;
	}
	if (!p) {
		rm_out_bytes(out, t->bytes, t->len);
		return;
	}
	in = rm_types[p->type].kind == RM_TYPE_STRUCT ?
	     rm_layout_of(call->v, rm_types[p->type].ref) : NULL;
	if (in && in->size)
		format_structs(out, call->v, in, t);
	else
		format_scalars(out, call->v, p->type, t);
}
