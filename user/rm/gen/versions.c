// SPDX-License-Identifier: GPL-2.0
/* Driver versions, and sets of them: each different set once. */
#include <inttypes.h>
#include <string.h>

#include "gen.h"

static struct rm_sample sample[RM_VERSIONS_MAX];
static const char *name[RM_VERSIONS_MAX];
static uint32_t count;
static LIST(uint64_t) sets;

static int compare(const struct rm_sample *a, const struct rm_sample *b)
{
	for (int i = 0; i < 3; i++)
		if (a->part[i] != b->part[i])
			return a->part[i] < b->part[i] ? -1 : 1;
	return 0;
}

static void add(const struct row *row)
{
	struct rm_sample *s = &sample[count];
	char rest;
	int n;

	if (count == RM_VERSIONS_MAX)
		row_die(row, "more than %d versions", RM_VERSIONS_MAX);
	n = sscanf(row->col[0], "%" SCNu16 ".%" SCNu16 ".%" SCNu16 "%c",
		   &s->part[0], &s->part[1], &s->part[2], &rest);
	if (n != 2 && n != 3)
		row_die(row, "'%s' is no driver version", row->col[0]);
	if (count && compare(s - 1, s) >= 0)
		row_die(row, "%s is not newer than %s", row->col[0],
			name[count - 1]);
	s->name = pool_add(row->col[0]);
	name[count++] = row->col[0];
}

void versions_read(const char *dir)
{
	struct table t = table_read(dir, "versions.tsv", 1);

	for (size_t i = 0; i < t.n; i++)
		add(&t.row[i]);
}

static uint32_t find(const struct row *row, const char *text, size_t len)
{
	for (uint32_t i = 0; i < count; i++)
		if (strlen(name[i]) == len && !memcmp(name[i], text, len))
			return i;
	row_die(row, "'%.*s' is not in versions.tsv", (int)len, text);
}

/* "A-B", "A-" or "A" */
static uint64_t range(const struct row *row, const char *text, size_t len)
{
	const char *dash = memchr(text, '-', len);
	size_t left = dash ? (size_t)(dash - text) : len;
	uint32_t first = find(row, text, left), last = first;
	uint64_t set = 0;

	if (dash)
		last = left + 1 == len ? count - 1 :
		       find(row, dash + 1, len - left - 1);
	if (last < first)
		row_die(row, "'%.*s' runs backwards", (int)len, text);
	while (first <= last)
		set |= 1ull << first++;
	return set;
}

uint64_t versions_parse(const struct row *row, unsigned int col)
{
	const char *text = row->col[col];
	uint64_t set = 0, more;
	size_t len;

	for (;;) {
		len = strcspn(text, ",");
		more = range(row, text, len);
		if (set & more || set > more)
			row_die(row, "versions overlap or are out of order");
		set |= more;
		if (!text[len])
			return set;
		text += len + 1;
	}
}

uint16_t versions_ref(uint64_t set)
{
	for (size_t i = 0; i < sets.n; i++)
		if (sets.v[i] == set)
			return (uint16_t)i;
	if (sets.n > UINT16_MAX)
		die("too many sets of versions");
	*list_add(&sets) = set;
	return (uint16_t)(sets.n - 1);
}

uint64_t versions_set(uint16_t ref)
{
	return sets.v[ref];
}

uint32_t versions_count(void)
{
	return count;
}

void versions_emit(FILE *out)
{
	fprintf(out, "const uint64_t rm_version_sets[] = {\n");
	for (size_t i = 0; i < sets.n; i++)
		fprintf(out, "\t0x%" PRIx64 ",\n", sets.v[i]);
	fprintf(out, "};\n\nconst struct rm_sample rm_samples[] = {\n");
	for (uint32_t i = 0; i < count; i++)
		fprintf(out, "\t{ %u, { %u, %u, %u }, 0 },\n", sample[i].name,
			sample[i].part[0], sample[i].part[1], sample[i].part[2]);
	fprintf(out, "};\n\n");
}
