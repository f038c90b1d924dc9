// SPDX-License-Identifier: GPL-2.0
/*
 * Do the layouts hold together?  Every field's size and alignment follow from
 * its type; its bytes must lie inside its struct, aligned, and in order.
 */
#include <string.h>

#include "gen.h"

static void layout_check(struct layout *l);

static uint32_t round_up(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/* a named struct: its size in the versions of the layout that holds it */
static void size_nested(const struct layout *l, struct field *f, uint16_t ref)
{
	uint64_t found = 0;
	struct layout *in;
	size_t n;

	in = struct_layouts(ref, &n);
	for (size_t i = 0; i < n; i++) {
		if (!(in[i].versions & l->versions))
			continue;
		layout_check(&in[i]);
		found |= in[i].versions & l->versions;
		if (in[i].size > f->size)
			f->size = in[i].size;
		if (in[i].align > f->align)
			f->align = in[i].align;
	}
	if (found != l->versions)
		row_die(f->row, "%s has no layout in some version of %s",
			struct_name(ref), l->name);
}

static uint32_t end_of(const struct field *f)
{
	uint64_t end = f->offset + (uint64_t)f->size * f->count;

	if (end > UINT32_MAX)
		row_die(f->row, "%s is too big", f->path);
	return (uint32_t)end;
}

/* an anonymous struct or union: what its members, checked before it, need */
static void size_anonymous(const struct layout *l, struct field *f)
{
	size_t at = (size_t)(f - l->field);
	uint32_t end = f->offset;

	if (!f->kids)
		row_die(f->row, "%s has no members", f->path);
	for (size_t i = at + 1; i <= at + f->kids; i++) {
		const struct field *kid = &l->field[i];

		if (kid->parent != at + 1)
			continue;
		if (kid->offset < f->offset)
			row_die(kid->row, "%s starts before its parent",
				kid->path);
		if (end_of(kid) > end)
			end = end_of(kid);
		if (kid->align > f->align)
			f->align = kid->align;
	}
	f->size = round_up(end - f->offset, f->align);
	if (f->size > UINT16_MAX)
		row_die(f->row, "%s is too big", f->path);
}

static void size_field(const struct layout *l, struct field *f)
{
	const struct rm_type *type = type_at(f->type);

	f->align = 1;
	if (type->kind == RM_TYPE_UNION ||
	    (type->kind == RM_TYPE_STRUCT && !type->ref)) {
		size_anonymous(l, f);
		return;
	}
	if (f->kids)
		row_die(f->row, "%s has members, but is no struct or union",
			f->path);
	if (type->kind == RM_TYPE_STRUCT) {
		size_nested(l, f, type->ref);
		return;
	}
	f->size = type->size;
	if (type->kind != RM_TYPE_UUID && type->kind != RM_TYPE_OPAQUE)
		f->align = type->size;
}

static void check_inside(const struct layout *l, const struct field *f)
{
	if (end_of(f) > l->size)
		row_die(f->row, "%s ends at %u, behind %s of %u bytes", f->path,
			end_of(f), l->name, l->size);
	if (f->offset % f->align)
		row_die(f->row, "%s is at %u, but its type is aligned to %u",
			f->path, f->offset, f->align);
}

/* siblings come in order; where they share bytes, both are marked: members of a
 * union, or of an unnamed one, whose members all start where it does */
static void check_siblings(const struct layout *l, size_t at)
{
	struct field *f = &l->field[at];
	bool in_union = f->parent ? type_at(l->field[f->parent - 1].type)->kind ==
			RM_TYPE_UNION : l->is_union;

	for (size_t i = 0; i < at; i++) {
		struct field *o = &l->field[i];

		if (o->parent != f->parent)
			continue;
		if (o->offset > f->offset)
			row_die(f->row, "%s is out of order", f->path);
		if (end_of(o) <= f->offset && !in_union)
			continue;
		if (o->offset != f->offset && !in_union)
			row_die(f->row, "%s lies inside %s", f->path, o->path);
		o->overlaps = f->overlaps = true;
	}
	if (in_union)
		f->overlaps = true;
}

static void layout_check(struct layout *l)
{
	if (l->checked)
		return;
	l->checked = true;	/* before its fields: a struct inside itself ends */
	l->align = 1;
	for (size_t i = l->nfields; i--; )
		size_field(l, &l->field[i]);
	for (size_t i = 0; i < l->nfields; i++) {
		check_inside(l, &l->field[i]);
		check_siblings(l, i);
		if (l->field[i].align > l->align)
			l->align = l->field[i].align;
	}
	if (l->size % l->align)
		row_die(l->row, "%u bytes, but aligned to %u", l->size, l->align);
}

void layouts_check(void)
{
	struct layout *l;
	size_t n;

	l = structs_all(&n);
	for (size_t i = 0; i < n; i++)
		layout_check(&l[i]);
}
