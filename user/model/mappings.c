// SPDX-License-Identifier: GPL-2.0
/*
 * A set of mappings as a sorted array: records mostly come in rising order, and
 * are looked up far more seldom than they come.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mappings.h"

/* more than the kernel's own vm.max_map_count allows: damage or forgery */
#define MAPPINGS_MAX	(1u << 18)

static struct map_file *map_file_get(struct map_file *f)
{
	f->refs++;
	return f;
}

static void map_file_put(struct map_file *f)
{
	if (f && --f->refs == 0)
		free(f);
}

static struct map_file *map_file_new(const struct record *rec)
{
	char path[RMS_PATH_MAX * 2 + 8];
	struct map_file *f;
	int len = record_map_path(rec, path, sizeof(path));

	f = calloc(1, sizeof(*f) + strlen(path) + 1);
	if (!f)
		return NULL;
	f->refs = 1;
	f->major = rec->map.major;
	f->minor = rec->map.minor;
	f->inode = rec->map.inode;
	f->path_unknown = len < 0 || rec->map.flags & RMS_MAP_SAME_FILE;
	f->has_build_id = rec->map.flags & RMS_MAP_BUILD_ID &&
			  !(rec->map.flags & RMS_MAP_SAME_FILE);
	if (f->has_build_id)
		memcpy(f->build_id, rec->map.build_id, sizeof(f->build_id));
	strcpy(f->path, path);
	return f;
}

/* the file that the record before told, if that one is not lost */
static struct map_file *map_file_same(const struct mappings *m,
				      const struct rms_map *map)
{
	struct map_file *f = m->last_file;

	if (!(map->flags & RMS_MAP_SAME_FILE) || !f)
		return NULL;
	if (map->snapshot != m->last_snapshot || !map->index ||
	    map->index - 1 != m->last_index)
		return NULL;
	if (f->inode != map->inode || f->major != map->major ||
	    f->minor != map->minor)
		return NULL;
	return map_file_get(f);
}

static struct map_file *map_file_of(struct mappings *m,
				    const struct record *rec)
{
	struct map_file *f = map_file_same(m, &rec->map);

	if (!f)
		f = map_file_new(rec);
	if (!f)
		return NULL;
	map_file_put(m->last_file);
	m->last_file = map_file_get(f);
	m->last_snapshot = rec->map.snapshot;
	m->last_index = rec->map.index;
	return f;
}

/* index of the first mapping that ends behind @addr */
static size_t find_end(const struct mappings *m, uint64_t addr)
{
	size_t lo = 0, hi = m->n;

	if (m->n && m->v[m->n - 1].end <= addr)
		return m->n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->v[mid].end <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int reserve(struct mappings *m, size_t extra)
{
	size_t cap = m->cap ? m->cap : 32;
	struct mapping *v;

	while (cap - m->n < extra)
		cap *= 2;
	if (cap == m->cap)
		return 0;
	v = realloc(m->v, cap * sizeof(*v));
	if (!v)
		return -ENOMEM;
	m->v = v;
	m->cap = cap;
	return 0;
}

static void insert_at(struct mappings *m, size_t i, struct mapping map)
{
	memmove(&m->v[i + 1], &m->v[i], (m->n - i) * sizeof(m->v[0]));
	m->v[i] = map;
	m->n++;
}

/* [start, end) lies inside one mapping: keep both sides of it */
static void split(struct mappings *m, size_t i, uint64_t start, uint64_t end)
{
	struct mapping tail = m->v[i];

	tail.offset += end - tail.start;
	tail.start = end;
	map_file_get(tail.file);
	m->v[i].end = start;
	insert_at(m, i + 1, tail);
}

static void trim(struct mappings *m, uint64_t start, uint64_t end)
{
	size_t i = find_end(m, start);
	size_t first;

	if (i < m->n && m->v[i].start < start) {
		if (m->v[i].end > end) {
			split(m, i, start, end);
			return;
		}
		m->v[i++].end = start;
	}
	for (first = i; i < m->n && m->v[i].end <= end; i++)
		map_file_put(m->v[i].file);
	memmove(&m->v[first], &m->v[i], (m->n - i) * sizeof(m->v[0]));
	m->n -= i - first;
	if (first < m->n && m->v[first].start < end) {
		m->v[first].offset += end - m->v[first].start;
		m->v[first].start = end;
	}
}

int mappings_remove(struct mappings *m, uint64_t start, uint64_t end)
{
	int err;

	if (start >= end)
		return -EINVAL;
	err = reserve(m, 1);
	if (err)
		return err;
	trim(m, start, end);
	return 0;
}

int mappings_add(struct mappings *m, const struct record *rec)
{
	struct mapping map = {
		.start = rec->map.start,
		.end = rec->map.end,
		.offset = rec->map.offset,
		.prot = rec->map.prot,
		.flags = rec->map.flags,
	};
	int err;

	if (map.start >= map.end)
		return -EINVAL;
	if (m->n >= MAPPINGS_MAX)
		return -E2BIG;
	err = reserve(m, 2);
	if (err)
		return err;
	map.file = map_file_of(m, rec);
	if (!map.file)
		return -ENOMEM;
	trim(m, map.start, map.end);
	insert_at(m, find_end(m, map.start), map);
	return 0;
}

const struct mapping *mappings_find(const struct mappings *m, uint64_t addr)
{
	size_t i = find_end(m, addr);

	return i < m->n && m->v[i].start <= addr ? &m->v[i] : NULL;
}

int mappings_copy(const struct mappings *m, struct mappings *ret)
{
	struct mappings copy = { .n = m->n, .cap = m->n };

	if (m->n) {
		copy.v = malloc(m->n * sizeof(*copy.v));
		if (!copy.v)
			return -ENOMEM;
		memcpy(copy.v, m->v, m->n * sizeof(*copy.v));
	}
	for (size_t i = 0; i < copy.n; i++)
		map_file_get(copy.v[i].file);
	*ret = copy;
	return 0;
}

void mappings_clear(struct mappings *m)
{
	for (size_t i = 0; i < m->n; i++)
		map_file_put(m->v[i].file);
	map_file_put(m->last_file);
	free(m->v);
	memset(m, 0, sizeof(*m));
}

const char *mapping_name(const struct mapping *map)
{
	const char *slash;

	if (map->flags & RMS_MAP_HEAP)
		return "[heap]";
	if (map->flags & RMS_MAP_STACK)
		return "[stack]";
	if (map->flags & RMS_MAP_VDSO)
		return "[vdso]";
	if (!map->file->path[0])
		return map->file->path_unknown ? "[unknown file]" : "[anon]";
	slash = strrchr(map->file->path, '/');
	return slash && slash[1] ? slash + 1 : map->file->path;
}
