// SPDX-License-Identifier: GPL-2.0
/*
 * The mapping that the kernel prints for ip: "in NAME[base+size]", and from
 * Linux 6.11 on "in NAME[offset,base+size]", which the comma tells apart.
 */
#include <string.h>

#include "crash.h"

/* "7f0440026000+a0000]" or "ac4bdb,7f82ac600000+c00000]" */
static bool parse_numbers(struct scan *s, struct log_map *ret)
{
	struct scan in = *s;
	uint64_t first, base, size;
	bool comma;

	if (!scan_hex(&in, &first))
		return false;
	comma = scan_lit(&in, ",");
	base = first;
	if (comma && !scan_hex(&in, &base))
		return false;
	if (!scan_lit(&in, "+") || !scan_hex(&in, &size) ||
	    !scan_lit(&in, "]") || !size || size > UINT64_MAX - base)
		return false;
	ret->has_offset = comma;
	ret->offset = comma ? first : 0;
	ret->base = base;
	ret->size = size;
	*s = in;
	return true;
}

static void set_name(struct scan name, struct log_map *ret)
{
	static const char mark[] = " (deleted)";
	size_t n = strlen(mark);

	while (name.p < name.end && (name.end[-1] == ' ' || name.end[-1] == '\r'))
		name.end--;
	ret->deleted = scan_len(name) > n && !memcmp(name.end - n, mark, n);
	if (ret->deleted)
		name.end -= n;
	scan_copy(name, ret->name, sizeof(ret->name));
}

/* the numbers are cut away: the name goes to the next word, or to the cut */
static bool parse_cut(struct scan *s, struct log_map *ret)
{
	const char *p = s->p;

	while (p < s->end && *p != '[' && *p != ' ' && *p != '\r')
		p++;
	if (p == s->p)
		return false;
	ret->cut = true;
	set_name((struct scan){ s->p, p }, ret);
	s->p = s->end;
	return true;
}

bool log_map_parse(struct scan *s, struct log_map *ret)
{
	struct scan in = *s;

	memset(ret, 0, sizeof(*ret));
	while ((in.p = scan_find(in, "["))) {
		struct scan name = { s->p, in.p++ };

		if (scan_len(name) && parse_numbers(&in, ret)) {
			set_name(name, ret);
			*s = in;
			return true;
		}
	}
	return parse_cut(s, ret);
}

void log_map_set(const struct log_map *map, struct log_crash *crash)
{
	crash->map = *map;
	if (!map->cut)
		crash->has |= LOG_HAS_MAP;
	if (map->has_offset)
		crash->has |= LOG_HAS_OFFSET;
}

bool log_cpu_parse(struct scan *s, struct log_crash *crash)
{
	struct scan in = *s;
	uint64_t cpu;

	scan_blanks(&in);
	if (!scan_lit(&in, "likely on CPU ") || !scan_dec(&in, &cpu))
		return false;
	crash->cpu = cpu;
	crash->has |= LOG_HAS_CPU;
	*s = in;
	return true;
}

void log_map_tail(struct scan *s, struct log_crash *crash)
{
	struct scan in = *s;
	struct log_map map;

	scan_lit(&in, ",");
	if (scan_lit(&in, " in ") && log_map_parse(&in, &map)) {
		log_map_set(&map, crash);
		*s = in;
	}
	log_cpu_parse(s, crash);
}
