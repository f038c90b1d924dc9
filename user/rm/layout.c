// SPDX-License-Identifier: GPL-2.0
/* Which layout a struct has, and which form an enum, in a driver version. */
#include <string.h>

#include "tables.h"

/* @size: only layouts of that size, UINT32_MAX: any */
static const struct rm_layout *nearest(const struct rm_version *v, uint16_t ref,
				       uint32_t size)
{
	const struct rm_struct_name *s = &rm_structs[ref - 1];
	const struct rm_layout *best = NULL, *l = &rm_layouts[s->first];
	unsigned int near = RM_FAR + 1, distance;

	for (uint16_t i = 0; i < s->count; i++, l++) {
		if (size != UINT32_MAX && l->size != size)
			continue;
		distance = rm_distance(v, l->versions);
		if (distance >= near)
			continue;
		near = distance;
		best = l;
	}
	return best;
}

const struct rm_layout *rm_layout_of(const struct rm_version *v, uint16_t ref)
{
	return ref ? nearest(v, ref, UINT32_MAX) : NULL;
}

const struct rm_layout *rm_layout_of_size(const struct rm_version *v, uint16_t ref,
					  uint32_t size)
{
	return ref ? nearest(v, ref, size) : NULL;
}

static uint16_t struct_ref(const char *name)
{
	uint32_t at = rm_struct_hash(name);
	uint16_t ref;

	while ((ref = rm_struct_slots[at])) {
		if (!strcmp(rm_str(rm_structs[ref - 1].name), name))
			return ref;
		at = (at + 1) % RM_STRUCT_SLOTS;
	}
	return 0;
}

const struct rm_layout *rm_struct(const struct rm_version *v, const char *name)
{
	return rm_layout_of(v, struct_ref(name));
}

const struct rm_layout *rm_struct_sized(const struct rm_version *v,
					const char *name, uint32_t size)
{
	return rm_layout_of_size(v, struct_ref(name), size);
}

unsigned int rm_layout_count(void)
{
	return rm_counts.layouts;
}

const struct rm_layout *rm_layout_at(unsigned int index)
{
	return index < rm_counts.layouts ? &rm_layouts[index] : NULL;
}

static const struct rm_enum_form *form_of(const struct rm_version *v, uint16_t ref)
{
	const struct rm_enum_type *e = &rm_enums[ref - 1];
	const struct rm_enum_form *best = NULL, *f = &rm_enum_forms[e->first];
	unsigned int near = RM_FAR + 1, distance;

	for (uint16_t i = 0; i < e->count; i++, f++) {
		distance = rm_distance(v, f->versions);
		if (distance >= near)
			continue;
		near = distance;
		best = f;
	}
	return best;
}

const char *rm_enum_ref_name(const struct rm_version *v, uint16_t ref,
			     uint64_t value)
{
	const struct rm_enum_form *f = form_of(v, ref);
	const struct rm_enum_value *e = &rm_enum_values[f->first];
	uint32_t low = 0, high = f->count, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (e[mid].value < value)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == f->count || e[low].value != value)
		return NULL;
	return rm_str(e[low].name);
}

const char *rm_enum_name(const struct rm_version *v, const char *type,
			 uint64_t value)
{
	for (uint32_t i = 0; i < rm_counts.enums; i++)
		if (!strcmp(rm_str(rm_enums[i].name), type))
			return rm_enum_ref_name(v, (uint16_t)(i + 1), value);
	return NULL;
}
