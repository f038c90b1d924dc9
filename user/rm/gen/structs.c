// SPDX-License-Identifier: GPL-2.0
/* structs.tsv: every layout with its fields, as a tree in pre-order. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

static LIST(struct layout) layouts;
static LIST(struct rm_struct_name) names;
static LIST(struct rm_member) members;

static void layout_add(const struct row *row)
{
	const char *prev = layouts.n ? layouts.v[layouts.n - 1].name : "";
	int order = strcmp(row->col[0], prev);
	struct layout *l;

	if (row->ncol != 4)
		row_die(row, "%u columns, not 4", row->ncol);
	if (order < 0)
		row_die(row, "%s is out of order", row->col[0]);
	l = list_add(&layouts);
	memset(l, 0, sizeof(*l));
	l->row = row;
	l->name = row->col[0];
	l->size = row_number(row, 1, 1u << 24);
	l->is_union = !strcmp(row->col[2], "union");
	if (!l->is_union && strcmp(row->col[2], "struct"))
		row_die(row, "'%s' is neither struct nor union", row->col[2]);
	l->versions = versions_parse(row, 3);
	if (order > 0)
		*list_add(&names) = (struct rm_struct_name){
			pool_add(l->name), (uint16_t)(layouts.n - 1), 0 };
	names.v[names.n - 1].count++;
}

/* "NvU32[8]": cut off the elements */
static uint32_t split_type(const struct row *row, char *type, bool *ret_array)
{
	char *open = strchr(type, '['), *end;
	unsigned long n;

	*ret_array = open;
	if (!open)
		return 1;
	n = strtoul(open + 1, &end, 10);
	if (end == open + 1 || strcmp(end, "]") || !n || n > 1u << 24)
		row_die(row, "'%s' is no number of elements", open);
	*open = '\0';
	return (uint32_t)n;
}

static unsigned int parent_of(const struct layout *l, const struct field *f)
{
	size_t len = (size_t)(f->leaf - f->path);

	if (!len)
		return 0;
	for (size_t i = l->nfields; i--; )
		if (strlen(l->field[i].path) == len - 1 &&
		    !memcmp(l->field[i].path, f->path, len - 1))
			return (unsigned int)i + 1;
	row_die(f->row, "%.*s is not before its member", (int)len - 1, f->path);
}

static void check_twice(const struct layout *l, const struct field *f)
{
	for (size_t i = 0; i < l->nfields; i++)
		if (!strcmp(l->field[i].path, f->path))
			row_die(f->row, "%s is there twice", f->path);
}

static void field_add(struct layout *l, size_t cap, const struct row *row)
{
	struct field *f = &l->field[l->nfields];
	const char *dot;

	if (row->ncol != 4)
		row_die(row, "%u columns, not 4", row->ncol);
	if (l->nfields == cap)
		row_die(row, "too many fields");
	f->row = row;
	f->offset = row_number(row, 1, 1u << 24);
	f->count = split_type(row, row->col[2], &f->array);
	f->path = row->col[3];
	dot = strrchr(f->path, '.');
	f->leaf = dot ? dot + 1 : f->path;
	if (!*f->leaf)
		row_die(row, "the field has no name");
	check_twice(l, f);
	f->parent = parent_of(l, f);
	for (unsigned int p = f->parent; p; p = l->field[p - 1].parent)
		l->field[p - 1].kids++;
	l->nfields++;
}

static void block_read(const struct table *t, size_t *at)
{
	size_t n = 0, first = *at + 1;
	struct layout *l;

	if (!t->row[*at].col[0][0])
		row_die(&t->row[*at], "a field before any struct");
	layout_add(&t->row[*at]);
	while (first + n < t->n && !t->row[first + n].col[0][0])
		n++;
	l = &layouts.v[layouts.n - 1];
	if (n > UINT16_MAX)
		row_die(l->row, "too many fields");
	l->field = mem_alloc(n * sizeof(*l->field));
	for (size_t i = 0; i < n; i++)
		field_add(l, n, &t->row[first + i]);
	*at = first + n;
}

static void find_types(struct layout *l)
{
	for (size_t i = 0; i < l->nfields; i++)
		l->field[i].type = type_find(l->field[i].row,
					     l->field[i].row->col[2]);
}

static void check_versions(const struct rm_struct_name *s)
{
	uint64_t seen = 0;

	for (uint16_t i = 0; i < s->count; i++) {
		const struct layout *l = &layouts.v[s->first + i];

		if (seen & l->versions)
			row_die(l->row, "%s has two layouts in one version",
				l->name);
		seen |= l->versions;
	}
}

void structs_read(const char *dir)
{
	struct table t = table_read(dir, "structs.tsv", 0);

	for (size_t at = 0; at < t.n; )
		block_read(&t, &at);
	if (layouts.n > UINT16_MAX)
		die("too many layouts");
	for (size_t i = 0; i < names.n; i++)
		check_versions(&names.v[i]);
	for (size_t i = 0; i < layouts.n; i++)
		find_types(&layouts.v[i]);
}

uint16_t struct_find(const char *name)
{
	size_t low = 0, high = names.n;

	while (low < high) {
		size_t mid = (low + high) / 2;
		int order = strcmp(pool_text(names.v[mid].name), name);

		if (!order)
			return (uint16_t)(mid + 1);
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return 0;
}

const char *struct_name(uint16_t ref)
{
	return pool_text(names.v[ref - 1].name);
}

struct layout *struct_layouts(uint16_t ref, size_t *ret_n)
{
	*ret_n = names.v[ref - 1].count;
	return &layouts.v[names.v[ref - 1].first];
}

struct layout *structs_all(size_t *ret_n)
{
	*ret_n = layouts.n;
	return layouts.v;
}

uint32_t structs_count(void)
{
	return (uint32_t)names.n;
}

static struct rm_member member_of(const struct field *f)
{
	return (struct rm_member){
		.name = pool_add(f->leaf),
		.offset = f->offset,
		.count = f->count,
		.type = f->type,
		.kids = f->kids,
		.stride = f->kids ? (uint16_t)f->size : 0,
		.flags = (uint16_t)((f->array ? RM_FIELD_ARRAY : 0) |
				    (f->overlaps ? RM_FIELD_OVERLAPS : 0)),
		.link = f->link,
	};
}

/* members of an earlier layout of this struct that start the same way; a kids
 * count never reaches past the layout's own members */
static bool share_members(const struct rm_struct_name *s, struct layout *l,
			  const struct rm_member *m)
{
	size_t bytes = l->nfields * sizeof(*m);

	for (struct layout *o = &layouts.v[s->first]; o != l; o++) {
		if (o->nfields < l->nfields ||
		    memcmp(&members.v[o->first_member], m, bytes))
			continue;
		l->first_member = o->first_member;
		return true;
	}
	return false;
}

static void members_add(const struct rm_struct_name *s, struct layout *l)
{
	struct rm_member *m = mem_alloc(l->nfields * sizeof(*m));

	for (size_t i = 0; i < l->nfields; i++)
		m[i] = member_of(&l->field[i]);
	if (share_members(s, l, m))
		return;
	l->first_member = (uint32_t)members.n;
	for (size_t i = 0; i < l->nfields; i++)
		*list_add(&members) = m[i];
}

static void members_emit(FILE *out)
{
	fprintf(out, "const struct rm_member rm_members[] = {\n");
	for (size_t i = 0; i < members.n; i++) {
		const struct rm_member *m = &members.v[i];

		fprintf(out, "\t{ %u, %u, %u, %u, %u, %u, %u, %u, 0 },\n", m->name,
			m->offset, m->count, m->type, m->kids, m->stride,
			m->flags, m->link);
	}
	fprintf(out, "};\n\n");
}

static void slots_emit(FILE *out)
{
	uint16_t *slot = mem_alloc(RM_STRUCT_SLOTS * sizeof(*slot));
	uint32_t at;

	if (names.n > RM_STRUCT_SLOTS / 2)
		die("%zu structs: RM_STRUCT_SLOTS must be doubled", names.n);
	for (size_t i = 0; i < names.n; i++) {
		at = rm_struct_hash(pool_text(names.v[i].name));
		while (slot[at])
			at = (at + 1) % RM_STRUCT_SLOTS;
		slot[at] = (uint16_t)(i + 1);
	}
	fprintf(out, "const uint16_t rm_struct_slots[RM_STRUCT_SLOTS] = {\n");
	for (at = 0; at < RM_STRUCT_SLOTS; at++)
		if (slot[at])
			fprintf(out, "\t[%u] = %u,\n", at, slot[at]);
	fprintf(out, "};\n\n");
}

void structs_emit(FILE *out)
{
	slots_emit(out);
	for (size_t i = 0; i < names.n; i++)
		for (uint16_t j = 0; j < names.v[i].count; j++)
			members_add(&names.v[i],
				    &layouts.v[names.v[i].first + j]);
	fprintf(out, "const struct rm_struct_name rm_structs[] = {\n");
	for (size_t i = 0; i < names.n; i++)
		fprintf(out, "\t{ %u, %u, %u },\n", names.v[i].name,
			names.v[i].first, names.v[i].count);
	fprintf(out, "};\n\nconst struct rm_layout rm_layouts[] = {\n");
	for (size_t i = 0; i < layouts.n; i++) {
		const struct layout *l = &layouts.v[i];

		fprintf(out, "\t{ %u, %u, %u, %u, %zu, %u, %d, %u, 0 },\n",
			pool_add(l->name), l->size, l->first_member,
			l->first_role, l->nfields, l->nroles, l->is_union,
			versions_ref(l->versions));
	}
	fprintf(out, "};\n\n");
	members_emit(out);
}
