// SPDX-License-Identifier: GPL-2.0
/* The text of a /proc/PID/maps that was kept: offsets that a log lacks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proc_maps.h"

struct maps_row {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	char name[LOG_MODULE_MAX];
	bool deleted;
};

struct log_maps {
	struct maps_row *rows;
	size_t n;
};

/* "7f00-7f01 r-xp 00001000 08:01 1234   /usr/lib/libc.so.6" */
static bool parse_row(struct scan s, struct maps_row *ret)
{
	const char *slash;
	uint64_t v;

	scan_blanks(&s);
	if (!scan_hex(&s, &ret->start) || !scan_lit(&s, "-") ||
	    !scan_hex(&s, &ret->end) || ret->end <= ret->start ||
	    !scan_lit(&s, " ") || scan_len(s) < 5)
		return false;
	s.p += 4;
	if (!scan_lit(&s, " ") || !scan_hex(&s, &ret->offset) ||
	    !scan_lit(&s, " ") || !scan_hex(&s, &v) || !scan_lit(&s, ":") ||
	    !scan_hex(&s, &v) || !scan_lit(&s, " ") || !scan_dec(&s, &v))
		return false;
	scan_blanks(&s);
	while ((slash = scan_find(s, "/")))
		s.p = slash + 1;
	ret->deleted = scan_find(s, " (deleted)");
	if (ret->deleted)
		s.end = scan_find(s, " (deleted)");
	scan_copy(s, ret->name, sizeof(ret->name));
	return true;
}

static int add_row(struct log_maps *maps, const struct maps_row *row)
{
	struct maps_row *rows = reallocarray(maps->rows, maps->n + 1,
					     sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	maps->rows = rows;
	rows[maps->n++] = *row;
	return 0;
}

int log_maps_read(const char *path, struct log_maps **ret_maps)
{
	struct log_maps *maps;
	struct maps_row row;
	char line[4096 + 128];
	FILE *f = fopen(path, "re");
	int err = 0;

	if (!f)
		return -errno;
	maps = calloc(1, sizeof(*maps));
	if (!maps)
		err = -ENOMEM;
	while (!err && fgets(line, sizeof(line), f)) {
		struct scan s = { line, line + strcspn(line, "\n") };

		if (parse_row(s, &row))
			err = add_row(maps, &row);
	}
	if (!err && ferror(f))
		err = -EIO;
	fclose(f);
	if (!err && !maps->n)
		err = -EBADMSG;
	if (err) {
		log_maps_free(maps);
		return err;
	}
	*ret_maps = maps;
	return 0;
}

void log_maps_free(struct log_maps *maps)
{
	if (!maps)
		return;
	free(maps->rows);
	free(maps);
}

bool log_maps_apply(const struct log_maps *maps, struct log_crash *crash)
{
	for (size_t i = 0; i < maps->n; i++) {
		const struct maps_row *r = &maps->rows[i];
		struct log_map map = { .has_offset = true, .base = r->start };

		if (crash->ip < r->start || crash->ip >= r->end)
			continue;
		if ((crash->has & LOG_HAS_MAP) &&
		    (crash->map.base != r->start ||
		     crash->map.size != r->end - r->start ||
		     strcmp(crash->map.name, r->name)))
			return false;
		map.size = r->end - r->start;
		map.offset = crash->ip - r->start + r->offset;
		map.deleted = r->deleted;
		memcpy(map.name, r->name, sizeof(map.name));
		log_map_set(&map, crash);
		return true;
	}
	return false;
}
