// SPDX-License-Identifier: GPL-2.0
/* One field of a payload by its name, for who needs to know a value. */
#include <string.h>

#include "tables.h"

/* is @name the whole path, or its first part?  @rest: what is behind it */
static bool part_matches(const char *path, const char *name, const char **rest)
{
	size_t len = strlen(name);

	if (strncmp(path, name, len) || (path[len] && path[len] != '.'))
		return false;
	*rest = path[len] ? path + len + 1 : path + len;
	return true;
}

/* the members that @m[@i]'s are: those of an anonymous one follow it */
struct scope {
	const struct rm_member *m;
	uint32_t n;
	uint32_t base;	/* to add to their offsets */
};

static bool scope_enter(const struct rm_version *v, const struct rm_member *m,
			struct scope *s)
{
	const struct rm_layout *in = rm_layout_of(v, rm_types[m->type].ref);

	if (m->kids) {
		s->m = m + 1;
		s->n = m->kids;
		return true;
	}
	if (!in || rm_types[m->type].kind == RM_TYPE_ENUM)
		return false;
	s->base += m->offset;
	s->m = rm_members + in->fields;
	s->n = in->nfields;
	return true;
}

static const struct rm_member *scope_find(const struct scope *s, const char *path,
					  const char **rest)
{
	for (uint32_t i = 0; i < s->n; i += 1u + s->m[i].kids)
		if (part_matches(path, rm_str(s->m[i].name), rest))
			return &s->m[i];
	return NULL;
}

static const struct rm_member *find(const struct rm_version *v,
				    const struct rm_layout *layout,
				    const char *path, uint32_t *ret_offset)
{
	struct scope s = {
		.m = rm_members + layout->fields,
		.n = layout->nfields,
	};
	const struct rm_member *m;

	while ((m = scope_find(&s, path, &path)) && *path)
		if (!scope_enter(v, m, &s))
			return NULL;
	if (m)
		*ret_offset = s.base + m->offset;
	return m;
}

bool rm_offset(const struct rm_version *v, const struct rm_layout *layout,
	       const char *path, uint32_t *ret)
{
	return find(v, layout, path, ret);
}

bool rm_value(const struct rm_version *v, const struct rm_layout *layout,
	      const char *path, const void *bytes, size_t len, uint64_t *ret)
{
	uint32_t at = 0;
	const struct rm_member *m = find(v, layout, path, &at);
	uint32_t size = m ? rm_types[m->type].size : 0;

	if (!size || !bytes || at > len || size > len - at)
		return false;
	*ret = rm_load((const char *)bytes + at, size);
	return true;
}
