// SPDX-License-Identifier: GPL-2.0
/* What a field says of others: counts.tsv, unions.tsv; and meanings.tsv. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

static LIST(struct rm_link) links;

static struct field *find(struct layout *l, const char *path)
{
	for (size_t i = 0; i < l->nfields; i++)
		if (!strcmp(l->field[i].path, path))
			return &l->field[i];
	return NULL;
}

/* the field @teller can tell of @f: it is a number, and there is one of it for
 * each @f */
static void check_teller(const struct row *row, const struct layout *l,
			 const struct field *f, const struct field *teller)
{
	if (teller->array || (teller->size != 1 && teller->size != 2 &&
			      teller->size != 4 && teller->size != 8))
		row_die(row, "%s of %s is no number", teller->path, l->name);
	for (unsigned int p = f->parent; p; p = l->field[p - 1].parent) {
		const struct field *outer = &l->field[p - 1];
		size_t len = strlen(outer->path);

		if (outer->array && (strncmp(teller->path, outer->path, len) ||
				     teller->path[len] != '.'))
			row_die(row, "%s is not in each %s", teller->path,
				outer->path);
	}
}

static void link_add(struct field *f, const struct field *teller,
		     enum rm_link_kind kind, uint32_t value)
{
	if (f->link)
		links.v[links.n - 1].more = 1;
	else
		f->link = (uint16_t)(links.n + 1);
	*list_add(&links) = (struct rm_link){
		teller->offset, value, (uint8_t)teller->size, (uint8_t)kind, 0 };
	if (links.n >= UINT16_MAX)
		die("too many links");
}

static bool count_add(const struct table *t, size_t at, struct layout *l)
{
	const struct row *row = &t->row[at];
	struct field *f = find(l, row->col[1]);
	const struct field *n = find(l, row->col[2]);

	if (!f || !n)
		return false;
	if (!f->array || f->link)
		row_die(row, "%s of %s is no array, or there twice", f->path,
			l->name);
	check_teller(row, l, f, n);
	link_add(f, n, RM_LINK_COUNT, 0);
	return true;
}

/* the values of row @of, for the union's member @f */
static void values_add(const struct row *of, struct field *f,
		       const struct field *teller, enum rm_link_kind kind)
{
	const char *at = row_text(of, 3);
	unsigned long value;
	char *end;

	for (; at; at = *end ? end + 1 : NULL) {
		value = strtoul(at, &end, 0);
		if (end == at || (*end && *end != ',') || value > UINT32_MAX)
			row_die(of, "'%s' is no list of values", of->col[3]);
		link_add(f, teller, kind, (uint32_t)value);
	}
}

static bool same_union(const struct row *a, const struct row *b)
{
	const char *x = strrchr(a->col[1], '.'), *y = strrchr(b->col[1], '.');

	return !strcmp(a->col[0], b->col[0]) && !strcmp(a->col[2], b->col[2]) &&
	       x - a->col[1] == y - b->col[1] &&
	       !memcmp(a->col[1], b->col[1], (size_t)(x - a->col[1]));
}

/* a member has its own values, and those of the others */
static bool arm_add(const struct table *t, size_t at, struct layout *l)
{
	const struct row *row = &t->row[at];
	struct field *f = find(l, row->col[1]);
	const struct field *teller = find(l, row->col[2]);

	if (!f || !teller || !f->parent || !f->overlaps)
		return false;	/* in this version it may be no union */
	if (f->link)
		row_die(row, "%s of %s is there twice", f->path,
			l->name);
	check_teller(row, l, f, teller);
	for (size_t i = 0; i < t->n; i++)
		if (strchr(t->row[i].col[1], '.') && same_union(row, &t->row[i]))
			values_add(&t->row[i], f, teller, i == at ?
				   RM_LINK_ARM : RM_LINK_OTHER_ARM);
	return true;
}

static bool meaning_add(const struct table *t, size_t at, struct layout *l)
{
	const struct row *row = &t->row[at];
	struct field *f = find(l, row->col[1]);
	uint16_t type;

	if (!f)
		return false;
	type = type_find(row, row->col[2]);
	if (type_at(type)->size != f->size || f->kids)
		row_die(row, "%s is not of the size of %s", f->path,
			row->col[2]);
	f->type = type;
	return true;
}

static void table_apply(const char *dir, const char *name, unsigned int ncol,
			bool (*add)(const struct table *t, size_t at,
				    struct layout *l))
{
	struct table t = table_read(dir, name, ncol);
	size_t n, used, used_n;
	struct layout *l = structs_all(&n);

	for (size_t i = 0; i < t.n; i++) {
		used = used_n = 0;
		for (size_t j = 0; j < n; j++) {
			if (strcmp(l[j].name, t.row[i].col[0]))
				continue;
			used_n++;
			used += add(&t, i, &l[j]);
		}
		if (!used)
			row_die(&t.row[i], used_n ?
				"no layout of %s has these fields" :
				"there is no struct %s", t.row[i].col[0]);
	}
}

void links_read(const char *dir)
{
	table_apply(dir, "meanings.tsv", 3, meaning_add);
	table_apply(dir, "counts.tsv", 3, count_add);
	table_apply(dir, "unions.tsv", 4, arm_add);
}

void links_emit(FILE *out)
{
	fprintf(out, "const struct rm_link rm_links[] = {\n");
	for (size_t i = 0; i < links.n; i++)
		fprintf(out, "\t{ %u, %u, %u, %u, %u },\n", links.v[i].offset,
			links.v[i].value, links.v[i].size, links.v[i].kind,
			links.v[i].more);
	fprintf(out, "};\n\n");
}
