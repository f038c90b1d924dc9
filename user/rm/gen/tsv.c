// SPDX-License-Identifier: GPL-2.0
/*
 * Tables as text: a row a line, columns separated by tabs, '#' lines for people.
 * A row that starts with a tab has an empty first column.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void row_die(const struct row *row, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%u: ", row->file, row->line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static void split(struct row *row, char *line)
{
	char *col = line;

	while (col) {
		if (row->ncol == ROW_COLS)
			row_die(row, "more than %d columns", ROW_COLS);
		row->col[row->ncol++] = col;
		col = strchr(col, '\t');
		if (col)
			*col++ = '\0';
	}
}

struct table table_read(const char *dir, const char *name, unsigned int ncol)
{
	char *path = mem_alloc(strlen(dir) + strlen(name) + 2);
	LIST(struct row) rows = { 0 };
	unsigned int nr = 0;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	FILE *in;

	sprintf(path, "%s/%s", dir, name);
	in = fopen(path, "re");
	if (!in)
		die("%s: %s", path, strerror(errno));
	while ((len = getline(&line, &cap, in)) >= 0) {
		struct row row = { .file = path, .line = ++nr };

		if (len && line[len - 1] == '\n')
			len--;
		if (!len || line[0] == '#')
			continue;
		split(&row, mem_dup(line, (size_t)len));
		if (ncol && row.ncol != ncol)
			row_die(&row, "%u columns, not %u", row.ncol, ncol);
		*list_add(&rows) = row;
	}
	fclose(in);
	free(line);
	if (!rows.n)
		die("%s: no rows", path);
	return (struct table){ rows.v, rows.n };
}

uint32_t row_number(const struct row *row, unsigned int col, uint32_t max)
{
	const char *text = row->col[col];
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(text, &end, 0);
	if (errno || end == text || *end || text[0] == '-' || text[0] == ' ')
		row_die(row, "'%s' is no number", text);
	if (v > max)
		row_die(row, "%s is more than %u", text, max);
	return (uint32_t)v;
}

const char *row_text(const struct row *row, unsigned int col)
{
	const char *text = row->col[col];

	if (!*text)
		row_die(row, "column %u is empty", col + 1);
	return strcmp(text, "-") ? text : NULL;
}
