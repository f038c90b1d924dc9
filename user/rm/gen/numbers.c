// SPDX-License-Identifier: GPL-2.0
/* The tables that are looked up by number. */
#include <string.h>

#include "gen.h"

static LIST(struct rm_escape) escapes;
static LIST(struct rm_class) classes;
static LIST(struct rm_control) controls;
static LIST(struct rm_uvm) uvms;
static LIST(struct rm_named) statuses, xids, flags;

/*
 * Rows come by number; rows of one number hold in different versions, or, with
 * @overlap, differ at least in their name.
 */
static void check_order(const struct table *t, size_t at, unsigned int vcol,
			bool overlap)
{
	const struct row *row = &t->row[at], *o;
	uint32_t nr = row_number(row, 0, UINT32_MAX), before;

	for (size_t i = at; i--; ) {
		o = &t->row[i];
		before = row_number(o, 0, UINT32_MAX);
		if (before > nr)
			row_die(row, "%s is out of order", row->col[0]);
		if (before < nr)
			return;
		if (!(versions_parse(row, vcol) & versions_parse(o, vcol)))
			continue;
		if (!overlap || !strcmp(o->col[1], row->col[1]))
			row_die(row, "%s is there twice in one version (line %u)",
				row->col[0], o->line);
	}
}

static const char *name_of(const struct row *row)
{
	const char *name = row_text(row, 1);

	if (!name)
		row_die(row, "%s has no name", row->col[0]);
	return name;
}

/* a struct that must be in structs.tsv, "?X": known not to be there */
static uint16_t struct_ref(const struct row *row, const char *name)
{
	uint16_t ref;

	if (!name || name[0] == '?')
		return 0;
	ref = struct_find(name);
	if (!ref)
		row_die(row, "struct %s is not in structs.tsv", name);
	return ref;
}

static void named_read(const struct table *t, void *list, unsigned int vcol,
		       bool overlap)
{
	LIST(struct rm_named) *l = list;

	for (size_t i = 0; i < t->n; i++) {
		const struct row *row = &t->row[i];
		uint64_t set = ~0ull;

		if (vcol) {
			check_order(t, i, vcol, overlap);
			set = versions_parse(row, vcol);
		}
		*list_add(l) = (struct rm_named){
			row_number(row, 0, UINT32_MAX), pool_add(name_of(row)),
			versions_ref(set), 0 };
	}
}

static void flags_read(const char *dir)
{
	struct table t = table_read(dir, "rmctrl_flags.tsv", 2);
	uint32_t bit, before = 0;

	for (size_t i = 0; i < t.n; i++, before = bit) {
		bit = row_number(&t.row[i], 0, UINT32_MAX);
		if (!bit || bit & (bit - 1) || bit <= before)
			row_die(&t.row[i], "%s is no bit, or out of order",
				t.row[i].col[0]);
	}
	named_read(&t, &flags, 0, false);
}

/* "A", "A[]", "A|B" */
static void escape_args(const struct row *row, struct rm_escape *e)
{
	const char *text = row_text(row, 2);
	char *one, *two;
	size_t len;

	e->args = pool_add(text && text[0] == '?' ? text + 1 : text);
	if (!text)
		return;
	len = strlen(text);
	one = mem_dup(text, len);
	if (len > 2 && !strcmp(text + len - 2, "[]")) {
		e->is_array = 1;
		one[len - 2] = '\0';
	}
	two = strchr(one, '|');
	if (two)
		*two++ = '\0';
	e->arg[0] = struct_ref(row, one);
	e->arg[1] = struct_ref(row, two);
}

static void escapes_read(const char *dir)
{
	struct table t = table_read(dir, "escapes.tsv", 5);

	for (size_t i = 0; i < t.n; i++) {
		const struct row *row = &t.row[i];
		struct rm_escape *e = list_add(&escapes);
		int kind = kind_word(row->col[3]);

		check_order(&t, i, 4, false);
		if (kind < 0)
			row_die(row, "'%s' is no kind of escape", row->col[3]);
		*e = (struct rm_escape){
			.nr = row_number(row, 0, 255),	/* _IOC_NRBITS */
			.name = pool_add(name_of(row)),
			.kind = (uint8_t)kind,
			.versions = versions_ref(versions_parse(row, 4)),
		};
		escape_args(row, e);
	}
}

static uint8_t params_word(const struct row *row, uint16_t arg)
{
	const char *word = row_text(row, 3);

	if (!word)
		return arg ? RM_PARAMS_OPTIONAL : RM_PARAMS_UNKNOWN;
	if (!strcmp(word, "none"))
		return RM_PARAMS_NONE;
	if (!strcmp(word, "optional"))
		return RM_PARAMS_OPTIONAL;
	if (!strcmp(word, "required"))
		return RM_PARAMS_REQUIRED;
	row_die(row, "'%s' is none of required, optional, none", word);
}

static void classes_read(const char *dir)
{
	struct table t = table_read(dir, "classes.tsv", 7);

	for (size_t i = 0; i < t.n; i++) {
		const struct row *row = &t.row[i];
		uint16_t arg = struct_ref(row, row_text(row, 2));

		check_order(&t, i, 6, false);
		*list_add(&classes) = (struct rm_class){
			.nr = row_number(row, 0, UINT32_MAX),
			.name = pool_add(name_of(row)),
			.args = pool_add(row_text(row, 2)),
			.internal = pool_add(row_text(row, 4)),
			.parents = pool_add(row_text(row, 5)),
			.arg = arg,
			.params = params_word(row, arg),
			.versions = versions_ref(versions_parse(row, 6)),
		};
	}
}

static void control_add(const struct row *row)
{
	const char *name = name_of(row);
	size_t len = strlen(name);
	struct rm_control *c = list_add(&controls);

	*c = (struct rm_control){
		.nr = row_number(row, 0, UINT32_MAX),
		.args = pool_add(row_text(row, 2)),
		.arg = struct_ref(row, row_text(row, 2)),
		.handler = pool_add(row_text(row, 5)),
		.versions = versions_ref(versions_parse(row, 6)),
	};
	if (name[len - 1] == '?') {
		c->known |= RM_CONTROL_INFERRED;
		name = mem_dup(name, len - 1);
	}
	c->name = pool_add(name);
	if (!row_text(row, 3))
		return;
	c->known |= RM_CONTROL_FLAGS;
	c->flags = row_number(row, 3, UINT32_MAX);
	c->access = row_number(row, 4, UINT32_MAX);
}

static void controls_read(const char *dir)
{
	struct table t = table_read(dir, "controls.tsv", 7);

	for (size_t i = 0; i < t.n; i++) {
		check_order(&t, i, 6, false);
		control_add(&t.row[i]);
	}
}

static void uvms_read(const char *dir)
{
	struct table t = table_read(dir, "uvm.tsv", 4);

	for (size_t i = 0; i < t.n; i++) {
		const struct row *row = &t.row[i];

		check_order(&t, i, 3, false);
		*list_add(&uvms) = (struct rm_uvm){
			.nr = row_number(row, 0, UINT32_MAX),
			.name = pool_add(name_of(row)),
			.args = pool_add(row_text(row, 2)),
			.arg = struct_ref(row, row_text(row, 2)),
			.versions = versions_ref(versions_parse(row, 3)),
		};
	}
}

void numbers_read(const char *dir)
{
	struct table t;

	escapes_read(dir);
	classes_read(dir);
	controls_read(dir);
	uvms_read(dir);
	flags_read(dir);
	t = table_read(dir, "status.tsv", 3);
	named_read(&t, &statuses, 2, false);
	t = table_read(dir, "xids.tsv", 3);
	named_read(&t, &xids, 2, true);
}

static void named_emit(FILE *out, const char *name, const struct rm_named *v,
		       size_t n)
{
	fprintf(out, "const struct rm_named %s[] = {\n", name);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "\t{ 0x%x, %u, %u, 0 },\n", v[i].nr, v[i].name,
			v[i].versions);
	fprintf(out, "};\n\n");
}

static void escapes_emit(FILE *out)
{
	fprintf(out, "const struct rm_escape rm_escapes[] = {\n");
	for (size_t i = 0; i < escapes.n; i++) {
		const struct rm_escape *e = &escapes.v[i];

		fprintf(out, "\t{ 0x%x, %u, %u, { %u, %u }, %u, %u, %u },\n",
			e->nr, e->name, e->args, e->arg[0], e->arg[1], e->kind,
			e->is_array, e->versions);
	}
	fprintf(out, "};\n\n");
}

static void classes_emit(FILE *out)
{
	fprintf(out, "const struct rm_class rm_classes[] = {\n");
	for (size_t i = 0; i < classes.n; i++) {
		const struct rm_class *c = &classes.v[i];

		fprintf(out, "\t{ 0x%x, %u, %u, %u, %u, %u, %u, 0, %u, 0 },\n",
			c->nr, c->name, c->args, c->internal, c->parents, c->arg,
			c->params, c->versions);
	}
	fprintf(out, "};\n\n");
}

static void controls_emit(FILE *out)
{
	fprintf(out, "const struct rm_control rm_controls[] = {\n");
	for (size_t i = 0; i < controls.n; i++) {
		const struct rm_control *c = &controls.v[i];

		fprintf(out,
			"\t{ 0x%x, %u, %u, 0x%x, 0x%x, %u, %u, %u, %u, 0 },\n",
			c->nr, c->name, c->args, c->flags, c->access, c->handler,
			c->arg, c->known, c->versions);
	}
	fprintf(out, "};\n\n");
}

static void uvms_emit(FILE *out)
{
	fprintf(out, "const struct rm_uvm rm_uvms[] = {\n");
	for (size_t i = 0; i < uvms.n; i++) {
		const struct rm_uvm *u = &uvms.v[i];

		fprintf(out, "\t{ 0x%x, %u, %u, %u, %u },\n", u->nr, u->name,
			u->args, u->arg, u->versions);
	}
	fprintf(out, "};\n\n");
}

void numbers_emit(FILE *out)
{
	escapes_emit(out);
	classes_emit(out);
	controls_emit(out);
	uvms_emit(out);
	named_emit(out, "rm_statuses", statuses.v, statuses.n);
	named_emit(out, "rm_xids", xids.v, xids.n);
	named_emit(out, "rm_flags", flags.v, flags.n);
}

struct rm_counts numbers_count(void)
{
	return (struct rm_counts){
		.escapes = (uint32_t)escapes.n,
		.classes = (uint32_t)classes.n,
		.controls = (uint32_t)controls.n,
		.uvms = (uint32_t)uvms.n,
		.statuses = (uint32_t)statuses.n,
		.xids = (uint32_t)xids.n,
		.flags = (uint32_t)flags.n,
	};
}
