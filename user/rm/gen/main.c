// SPDX-License-Identifier: GPL-2.0
/*
 * rm-gen TABLES OUTPUT: compile the tables in the directory TABLES into the C
 * file OUTPUT.  An error is "file:line: message" on stderr and exit status 1;
 * OUTPUT is written only when everything was right.
 */
#include <errno.h>
#include <string.h>

#include "gen.h"

static void counts_emit(FILE *out)
{
	struct rm_counts c = numbers_count();
	size_t layouts;

	structs_all(&layouts);
	fprintf(out, "const struct rm_counts rm_counts = {\n"
		"\t.versions = %u, .escapes = %u, .classes = %u,\n"
		"\t.controls = %u, .uvms = %u, .statuses = %u, .xids = %u,\n"
		"\t.flags = %u, .structs = %u, .layouts = %zu, .types = %u,\n"
		"\t.enums = %u,\n};\n\n",
		versions_count(), c.escapes, c.classes, c.controls, c.uvms,
		c.statuses, c.xids, c.flags, structs_count(), layouts,
		types_count(), enums_count());
}

static void read_all(const char *dir)
{
	versions_read(dir);
	types_read(dir);
	enums_read(dir);
	structs_read(dir);
	layouts_check();
	links_read(dir);
	roles_read(dir);
	pointers_read(dir);
	numbers_read(dir);
}

static void emit_all(FILE *out)
{
	fprintf(out, "/* generated from user/rm/tables: not to be edited */\n"
		"#include \"rm/tables.h\"\n\n");
	counts_emit(out);
	numbers_emit(out);
	structs_emit(out);
	roles_emit(out);
	links_emit(out);
	pointers_emit(out);
	types_emit(out);
	enums_emit(out);
	versions_emit(out);	/* last: the others add sets and strings */
	pool_emit(out);
}

int main(int argc, char **argv)
{
	FILE *out;

	if (argc != 3)
		die("usage: rm-gen TABLES OUTPUT");
	read_all(argv[1]);
	out = fopen(argv[2], "we");
	if (!out)
		die("%s: %s", argv[2], strerror(errno));
	emit_all(out);
	if (ferror(out) | fclose(out))
		die("%s: write error", argv[2]);
	return 0;
}
