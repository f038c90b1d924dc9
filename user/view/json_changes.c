// SPDX-License-Identifier: GPL-2.0
/* What a record changed about the RM objects, and what its handles are, as JSON. */
#include "json.h"
#include "model/objects.h"

#define CHANGES_SHOWN	4096u	/* of one record */

static void put_object(struct json_out *j, const struct model *m,
		       const struct object *o)
{
	json_hex(j, "client", o->client);
	json_hex(j, "handle", o->handle);
	if (o->cls_known)
		json_hex(j, "class", o->cls);
	json_str(j, "is", object_word(m, o));
}

static void put_range(struct json_out *j, const struct range *r)
{
	json_str(j, "range", range_kind_name(r->kind));
	json_hex(j, "start", r->start);
	json_hex(j, "end", r->end);
	json_hex(j, "offset", r->offset);
}

static void put_change(struct json_out *j, const struct model *m,
		       const struct object_change *c)
{
	json_object_begin(j, NULL);
	json_str(j, "what", change_what_name(c->what));
	json_str(j, "why", change_why_name(c->why));
	if (c->object)
		put_object(j, m, c->object);
	if (c->what == CHANGE_MAPPED || c->what == CHANGE_UNMAPPED)
		put_range(j, &c->range);
	json_object_end(j);
}

void json_changes(struct json_out *j, const struct model *m)
{
	size_t n, shown;
	const struct object_change *c = model_changes(m, &n);

	if (!n)
		return;
	shown = n < CHANGES_SHOWN ? n : CHANGES_SHOWN;
	json_unsigned(j, "changes_made", n);
	json_array_begin(j, "changes");
	for (size_t i = 0; i < shown; i++)
		put_change(j, m, &c[i]);
	json_array_end(j);
}
