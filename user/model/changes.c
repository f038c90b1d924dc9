// SPDX-License-Identifier: GPL-2.0
/* What the record at hand changed, for those who tell it as it happens. */
#include <stdlib.h>

#include "objects_in.h"

static int changes_grow(struct objects *os)
{
	size_t cap = os->cap_changes ? 2 * os->cap_changes : 16;
	struct object_change *v = reallocarray(os->changes, cap, sizeof(*v));

	if (!v)
		return -1;
	os->changes = v;
	os->cap_changes = cap;
	return 0;
}

void change_note(struct objects *os, enum change_what what, enum change_why why,
		 const struct object *o, const struct range *r)
{
	struct object_change *c;

	if (os->n_changes == os->cap_changes && changes_grow(os)) {
		os->not_kept++;
		return;
	}
	c = &os->changes[os->n_changes++];
	*c = (struct object_change){ .what = what, .why = why, .object = o };
	if (!r)
		return;
	c->range = *r;
	c->range.of_object = NULL;
	c->range.at = NULL;
	c->range.set = NULL;
}

const struct object_change *model_changes(const struct model *m, size_t *ret_n)
{
	*ret_n = m->objects ? m->objects->n_changes : 0;
	return m->objects ? m->objects->changes : NULL;
}

const char *change_what_name(enum change_what what)
{
	static const char *const names[] = {
		[CHANGE_CREATED] = "created",
		[CHANGE_DUPLICATED] = "duplicated",
		[CHANGE_IMPORTED] = "imported",
		[CHANGE_FREED] = "freed",
		[CHANGE_MAPPED] = "mapped",
		[CHANGE_UNMAPPED] = "unmapped",
	};

	return what < sizeof(names) / sizeof(names[0]) && names[what] ?
	       names[what] : "unknown";
}

const char *change_why_name(enum change_why why)
{
	static const char *const names[] = {
		[WHY_CALL] = "call",
		[WHY_CASCADE] = "cascade",
		[WHY_FD_CLOSED] = "fd closed",
		[WHY_EXEC] = "exec",
		[WHY_PROCESS_DIED] = "process died",
		[WHY_REPLACED] = "replaced",
	};

	return why < sizeof(names) / sizeof(names[0]) ? names[why] : "unknown";
}
