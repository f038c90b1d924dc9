// SPDX-License-Identifier: GPL-2.0
/* roles.tsv: which field of an argument struct is the handle, the status ... */
#include <string.h>

#include "gen.h"

static LIST(struct rm_role_at) roles;

static bool name_matches(const char *pattern, const char *name)
{
	const char *star = strchr(pattern, '*');
	size_t front, back, len = strlen(name);

	if (!star)
		return !strcmp(pattern, name);
	front = (size_t)(star - pattern);
	back = strlen(star + 1);
	return len >= front + back && !memcmp(pattern, name, front) &&
	       !memcmp(star + 1, name + len - back, back);
}

static const struct field *field_find(const struct layout *l, const char *path,
				      size_t len)
{
	for (size_t i = 0; i < l->nfields; i++)
		if (strlen(l->field[i].path) == len &&
		    !memcmp(l->field[i].path, path, len))
			return &l->field[i];
	return NULL;
}

/* the one layout that a nested struct has in all of a layout's versions */
static const struct layout *nested(const struct row *row, const struct layout *l,
				   const struct field *f)
{
	uint16_t ref = type_at(f->type)->ref;
	const struct layout *in, *one = NULL;
	size_t n;

	if (type_at(f->type)->kind != RM_TYPE_STRUCT || !ref)
		row_die(row, "%s of %s is no named struct", f->path, l->name);
	in = struct_layouts(ref, &n);
	for (size_t i = 0; i < n; i++) {
		if (!(in[i].versions & l->versions))
			continue;
		if (one)
			row_die(row, "%s has several layouts within one of %s",
				one->name, l->name);
		one = &in[i];
	}
	return one;
}

/* the field at @path, of which the first part may be a named struct */
static const struct field *resolve(const struct row *row, const struct layout *l,
				   uint32_t *ret_offset)
{
	const char *path = row->col[2], *dot = strchr(path, '.');
	const struct field *f = field_find(l, path, strlen(path)), *outer;

	if (f) {
		*ret_offset = f->offset;
		return f;
	}
	outer = dot ? field_find(l, path, (size_t)(dot - path)) : NULL;
	if (!outer)
		return NULL;
	f = field_find(nested(row, l, outer), dot + 1, strlen(dot + 1));
	if (f)
		*ret_offset = outer->offset + f->offset;
	return f;
}

static void layout_add(const struct row *row, struct layout *l, int role,
		       const struct field *f, uint32_t offset)
{
	if (f->count != 1 || (f->size != 4 && f->size != 8) ||
	    offset > UINT16_MAX)
		row_die(row, "%s of %s can have no role", f->path, l->name);
	for (uint32_t i = 0; i < l->nroles; i++)
		if (roles.v[l->first_role + i].role == role)
			row_die(row, "%s has two fields for one role", l->name);
	*list_add(&roles) = (struct rm_role_at){
		.name = pool_add(f->leaf),
		.offset = (uint16_t)offset,
		.role = (uint8_t)role,
		.size = (uint8_t)f->size,
		.type = f->type,
	};
	l->nroles++;
}

static void layout_roles(const struct table *t, struct layout *l, bool *used)
{
	const struct field *f;
	uint32_t offset = 0;

	l->first_role = (uint32_t)roles.n;
	for (size_t i = 0; i < t->n; i++) {
		const struct row *row = &t->row[i];

		if (!name_matches(row->col[0], l->name))
			continue;
		f = resolve(row, l, &offset);
		if (!f)
			continue;
		used[i] = true;
		layout_add(row, l, role_word(row->col[1]), f, offset);
	}
}

void roles_read(const char *dir)
{
	struct table t = table_read(dir, "roles.tsv", 3);
	bool *used = mem_alloc(t.n);
	struct layout *l;
	size_t n;

	for (size_t i = 0; i < t.n; i++)
		if (role_word(t.row[i].col[1]) < 0)
			row_die(&t.row[i], "'%s' is no role", t.row[i].col[1]);
	l = structs_all(&n);
	for (size_t i = 0; i < n; i++)
		layout_roles(&t, &l[i], used);
	for (size_t i = 0; i < t.n; i++)
		if (!used[i])
			row_die(&t.row[i], "no layout of %s has a field %s",
				t.row[i].col[0], t.row[i].col[2]);
}

void roles_emit(FILE *out)
{
	fprintf(out, "const struct rm_role_at rm_roles[] = {\n");
	for (size_t i = 0; i < roles.n; i++)
		fprintf(out, "\t{ %u, %u, %u, %u, %u, 0 },\n", roles.v[i].name,
			roles.v[i].offset, roles.v[i].role, roles.v[i].size,
			roles.v[i].type);
	fprintf(out, "};\n\n");
}
