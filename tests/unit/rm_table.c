// SPDX-License-Identifier: GPL-2.0
/*
 * The compiled layouts against the table that they were compiled from, read here
 * by other means: each scalar field of each block is found by a walk, under its
 * name, at its offset.
 */
#include <libgen.h>
#include <stdlib.h>

#include "rm/rm.h"
#include "tap.h"

#define PATHS 4096

struct leaf {
	char path[256];
	uint32_t offset;
};

static struct leaf leaves[PATHS];
static unsigned int nleaves;

/* "a[3].b[0].c" -> "a.b.c", only of elements 0 */
static int on_leaf(const struct rm_field *f, void *ctx)
{
	struct leaf *l = &leaves[nleaves];
	char *to = l->path;

	(void)ctx;
	for (const char *p = f->path; *p; p++) {
		if (*p == '[' && strncmp(p, "[0]", 3))
			return 0;
		if (*p == '[')
			p += 2;
		else
			*to++ = *p;
	}
	*to = '\0';
	l->offset = f->offset;
	if (nleaves < PATHS - 1)
		nleaves++;
	return 0;
}

/* by name, or, of a struct, by that of its first member */
static bool found(const char *path, uint32_t offset)
{
	size_t len = strlen(path);

	for (unsigned int i = 0; i < nleaves; i++)
		if (!strncmp(leaves[i].path, path, len) &&
		    (!leaves[i].path[len] || leaves[i].path[len] == '.') &&
		    leaves[i].offset == offset)
			return true;
	return false;
}

static FILE *table_open(const char *self)
{
	char path[4096], *copy = strdup(self);
	FILE *in = fopen("user/rm/tables/structs.tsv", "r");

	if (!in) {
		snprintf(path, sizeof(path),
			 "%s/../../../user/rm/tables/structs.tsv", dirname(copy));
		in = fopen(path, "r");
	}
	free(copy);
	return in;
}

/* "NAME size kind FIRST...": walk that version's layout */
static bool block_start(const char *line)
{
	char name[256], kind[16], versions[1024], *end;
	const struct rm_layout *l;
	struct rm_version v;
	unsigned int size;

	nleaves = 0;
	if (sscanf(line, "%255[^\t]\t%u\t%15[^\t]\t%1023s", name, &size, kind,
		   versions) != 4)
		return false;
	end = strpbrk(versions, "-,");
	if (end)
		*end = '\0';
	if (rm_version_find(versions, &v) || !v.exact)
		return false;
	l = rm_struct(&v, name);
	if (!l || l->size != size || l->is_union != !strcmp(kind, "union"))
		return false;
	return !rm_walk(&v, l, NULL, 0, on_leaf, NULL);
}

static bool field_found(const char *line)
{
	char type[256], path[256];
	unsigned int offset;

	return sscanf(line, "\t%u\t%255[^\t]\t%255[^\n]", &offset, type,
		      path) == 3 && found(path, offset);
}

int main(int argc, char **argv)
{
	unsigned int blocks = 0, fields = 0, bad = 0;
	FILE *in = argc ? table_open(argv[0]) : NULL;
	char line[4096];
	bool good;

	if (!in) {
		printf("1..0 # SKIP user/rm/tables/structs.tsv is not here\n");
		return 4;	/* a skip */
	}
	while (fgets(line, sizeof(line), in)) {
		if (line[0] == '#')
			continue;
		good = line[0] == '\t' ? field_found(line) : block_start(line);
		line[0] == '\t' ? fields++ : blocks++;
		if (!good && bad++ < 10)
			printf("# wrong: %s", line);
	}
	fclose(in);
	tap_is(blocks, rm_layout_count(), "as many layouts as blocks");
	tap_ok(fields > 13000, "%u fields", fields);
	tap_is(bad, 0, "each field is found where the table has it");
	return tap_done();
}
