// SPDX-License-Identifier: GPL-2.0
/* pointers.tsv: pointers inside parameter blocks, and how long what they point to is. */
#include <string.h>

#include "gen.h"

static LIST(struct rm_pointer) pointers;

static const struct field *field_of(const struct row *row, const struct layout *l,
				    const char *path)
{
	for (size_t i = 0; i < l->nfields; i++)
		if (!strcmp(l->field[i].path, path))
			return &l->field[i];
	row_die(row, "%s has no field %s", l->name, path);
}

static void pointer_add(const struct row *row, const struct layout *l, size_t index)
{
	const struct field *p = field_of(row, l, row->col[1]);
	const struct field *n = field_of(row, l, row->col[2]);

	if (type_at(p->type)->kind != RM_TYPE_POINTER || p->array)
		row_die(row, "%s of %s is no pointer", p->path, l->name);
	if (n->array || (n->size != 2 && n->size != 4) ||
	    p->offset > UINT16_MAX || n->offset > UINT16_MAX)
		row_die(row, "%s of %s can be no length", n->path, l->name);
	*list_add(&pointers) = (struct rm_pointer){
		.layout = (uint16_t)index,
		.offset = (uint16_t)p->offset,
		.length = (uint16_t)n->offset,
		.length_size = (uint8_t)n->size,
		.unit = row_text(row, 3) ? (uint8_t)row_number(row, 3, 255) : 0,
		.type = type_find(row, row->col[4]),
	};
}

/* by layout, as the look-up wants them */
void pointers_read(const char *dir)
{
	struct table t = table_read(dir, "pointers.tsv", 5);
	bool *used = mem_alloc(t.n + 1);
	struct layout *l;
	size_t n;

	l = structs_all(&n);
	for (size_t i = 0; i < n; i++)
		for (size_t r = 0; r < t.n; r++)
			if (!strcmp(t.row[r].col[0], l[i].name)) {
				pointer_add(&t.row[r], &l[i], i);
				used[r] = true;
			}
	for (size_t r = 0; r < t.n; r++)
		if (!used[r])
			row_die(&t.row[r], "there is no struct %s", t.row[r].col[0]);
}

void pointers_emit(FILE *out)
{
	fprintf(out, "const struct rm_pointer rm_pointers[] = {\n");
	for (size_t i = 0; i < pointers.n; i++)
		fprintf(out, "\t{ %u, %u, %u, %u, %u, %u, 0 },\n",
			pointers.v[i].layout, pointers.v[i].offset,
			pointers.v[i].length, pointers.v[i].length_size,
			pointers.v[i].unit, pointers.v[i].type);
	fprintf(out, "\t{ 0 }\n};\nconst uint32_t rm_pointer_count = %zu;\n\n",
		pointers.n);
}
