// SPDX-License-Identifier: GPL-2.0
/* Types of fields: scalars from types.tsv, enums from enums.tsv, structs. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

#define ENUM_SIZE 4	/* every enum of the interface is an int */

static LIST(struct rm_type) types;
static LIST(struct rm_enum_type) enums;
static LIST(struct rm_enum_form) forms;
static LIST(struct rm_enum_value) values;

static uint16_t add(const char *name, int kind, uint32_t size, uint16_t ref)
{
	struct rm_type *t;

	if (types.n > UINT16_MAX)
		die("too many types");
	t = list_add(&types);
	memset(t, 0, sizeof(*t));
	t->name = pool_add(name);
	t->kind = (uint8_t)kind;
	t->size = (uint16_t)size;
	t->ref = ref;
	return (uint16_t)(types.n - 1);
}

static int lookup(const char *name)
{
	for (size_t i = 0; i < types.n; i++)
		if (!strcmp(pool_text(types.v[i].name), name))
			return (int)i;
	return -1;
}

void types_read(const char *dir)
{
	struct table t = table_read(dir, "types.tsv", 3);

	for (size_t i = 0; i < t.n; i++) {
		const struct row *row = &t.row[i];
		int kind = type_word(row->col[1]);

		if (kind < 0)
			row_die(row, "'%s' is no kind of type", row->col[1]);
		if (lookup(row->col[0]) >= 0)
			row_die(row, "%s is there twice", row->col[0]);
		add(row->col[0], kind, row_number(row, 2, 4096), 0);
	}
}

static void enum_add_value(const struct row *row)
{
	struct rm_enum_value *v;

	if (!forms.n)
		row_die(row, "a value before any enum");
	if (row->ncol != 3)
		row_die(row, "%u columns, not 3", row->ncol);
	v = list_add(&values);
	v->value = row_number(row, 1, UINT32_MAX);
	v->name = pool_add(row->col[2]);
	forms.v[forms.n - 1].count++;
}

static uint64_t enum_versions(const struct rm_enum_type *e)
{
	uint64_t set = 0;

	for (uint16_t i = 0; i < e->count; i++)
		set |= versions_set(forms.v[e->first + i].versions);
	return set;
}

static void enum_add_form(const struct row *row)
{
	struct rm_enum_type *e = enums.n ? &enums.v[enums.n - 1] : NULL;
	uint64_t set;
	int order;

	if (row->ncol != 2)
		row_die(row, "%u columns, not 2", row->ncol);
	set = versions_parse(row, 1);
	order = e ? strcmp(row->col[0], pool_text(e->name)) : 1;
	if (order < 0)
		row_die(row, "%s is out of order", row->col[0]);
	if (order > 0) {
		e = list_add(&enums);
		*e = (struct rm_enum_type){ pool_add(row->col[0]),
					    (uint16_t)forms.n, 0 };
	} else if (enum_versions(e) & set) {
		row_die(row, "%s has two forms in one version", row->col[0]);
	}
	*list_add(&forms) = (struct rm_enum_form){ (uint32_t)values.n, 0,
						   versions_ref(set) };
	e->count++;
}

static int by_value(const void *a, const void *b)
{
	const struct rm_enum_value *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return 0;
}

/* stable: of two names of one value the first in the table stays first */
static void sort_values(struct rm_enum_value *v, size_t n)
{
	struct rm_enum_value one;
	size_t j;

	for (size_t i = 1; i < n; i++) {
		one = v[i];
		for (j = i; j && by_value(&one, &v[j - 1]) < 0; j--)
			v[j] = v[j - 1];
		v[j] = one;
	}
}

void enums_read(const char *dir)
{
	struct table t = table_read(dir, "enums.tsv", 0);

	for (size_t i = 0; i < t.n; i++) {
		if (t.row[i].col[0][0])
			enum_add_form(&t.row[i]);
		else
			enum_add_value(&t.row[i]);
	}
	for (size_t i = 0; i < forms.n; i++)
		sort_values(values.v + forms.v[i].first, forms.v[i].count);
}

static uint16_t enum_find(const char *name)
{
	for (size_t i = 0; i < enums.n; i++)
		if (!strcmp(pool_text(enums.v[i].name), name))
			return (uint16_t)(i + 1);
	return 0;
}

uint16_t type_find(const struct row *row, const char *name)
{
	int known = lookup(name);
	uint16_t ref;

	if (known >= 0)
		return (uint16_t)known;
	ref = enum_find(name);
	if (ref)
		return add(name, RM_TYPE_ENUM, ENUM_SIZE, ref);
	ref = struct_find(name);
	if (ref)
		return add(name, RM_TYPE_STRUCT, 0, ref);
	row_die(row, "type '%s' is in none of types.tsv, enums.tsv, structs.tsv",
		name);
}

const struct rm_type *type_at(uint16_t index)
{
	return &types.v[index];
}

void types_emit(FILE *out)
{
	fprintf(out, "const struct rm_type rm_types[] = {\n");
	for (size_t i = 0; i < types.n; i++)
		fprintf(out, "\t{ %u, %u, %u, 0, %u, 0 },\n", types.v[i].name,
			types.v[i].size, types.v[i].kind, types.v[i].ref);
	fprintf(out, "};\n\n");
}

void enums_emit(FILE *out)
{
	fprintf(out, "const struct rm_enum_type rm_enums[] = {\n");
	for (size_t i = 0; i < enums.n; i++)
		fprintf(out, "\t{ %u, %u, %u },\n", enums.v[i].name,
			enums.v[i].first, enums.v[i].count);
	fprintf(out, "};\n\nconst struct rm_enum_form rm_enum_forms[] = {\n");
	for (size_t i = 0; i < forms.n; i++)
		fprintf(out, "\t{ %u, %u, %u },\n", forms.v[i].first,
			forms.v[i].count, forms.v[i].versions);
	fprintf(out, "};\n\nconst struct rm_enum_value rm_enum_values[] = {\n");
	for (size_t i = 0; i < values.n; i++)
		fprintf(out, "\t{ %uu, %u },\n", values.v[i].value,
			values.v[i].name);
	fprintf(out, "};\n\n");
}

uint32_t types_count(void)
{
	return (uint32_t)types.n;
}

uint32_t enums_count(void)
{
	return (uint32_t)enums.n;
}
