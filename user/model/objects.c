// SPDX-License-Identifier: GPL-2.0
/* RM objects: made, found, ended with all that hangs on them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "objects_in.h"
#include "tree.h"

static int object_order(const void *a_, const void *b_)
{
	const struct object *a = a_, *b = b_;

	if (a->client != b->client)
		return a->client < b->client ? -1 : 1;
	if (a->handle != b->handle)
		return a->handle < b->handle ? -1 : 1;
	return 0;
}

static struct object *find_any(const struct objects *os, uint32_t client,
			       uint32_t handle)
{
	struct object key = { .client = client, .handle = handle };

	return tree_find(&os->tree, &key, object_order);
}

struct object *object_find(const struct objects *os, uint32_t client,
			   uint32_t handle)
{
	struct object *o = find_any(os, client, handle);

	return o && !o->freed ? o : NULL;
}

const struct object *model_object(const struct model *m, uint32_t client,
				  uint32_t handle)
{
	return m->objects ? find_any(m->objects, client, handle) : NULL;
}

const struct object *model_clients_next(const struct model *m,
					const struct object *after)
{
	struct object key = { .client = after ? after->client : 0,
			      .handle = after ? UINT32_MAX : 0 };
	const struct object *o = NULL, *lowest;

	/* the next object in order tells of which client it is */
	while (m->objects && !o) {
		lowest = tree_after(&m->objects->tree, &key, object_order);
		if (!lowest)
			return NULL;
		key.client = lowest->client;
		key.handle = UINT32_MAX;
		o = object_find(m->objects, key.client, key.client);
	}
	return o;
}

const struct object *object_walk_next(const struct object *top,
				      const struct object *o,
				      unsigned int *ret_depth)
{
	unsigned int unused = 0;
	unsigned int *depth = ret_depth ? ret_depth : &unused;

	if (o->child) {
		++*depth;
		return o->child;
	}
	while (o != top && !o->next) {
		o = o->parent;
		--*depth;
	}
	return o == top ? NULL : o->next;
}

/* ---- made --------------------------------------------------------------- */

static void link_child(struct object *o, struct object *parent)
{
	o->parent = parent;
	o->next = parent->child;
	o->at = &parent->child;
	if (o->next)
		o->next->at = &o->next;
	parent->child = o;
}

/* out of the way of a new one: its record is over, or its end was not seen */
static int make_room(struct objects *os, uint32_t client, uint32_t handle)
{
	struct object *old = find_any(os, client, handle);
	int err = old && !old->freed ? object_end(os, old, WHY_REPLACED) : 0;

	if (!old || err)
		return err;
	tree_take(&os->tree, old, object_order);
	old->in_tree = false;
	return 0;
}

int object_make(struct objects *os, uint32_t client, uint32_t handle,
		struct object *parent, int64_t cls, struct object **ret)
{
	struct object *o;
	int err = make_room(os, client, handle);

	if (err)
		return err;
	if (os->n >= OBJECTS_MAX || (parent && parent->freed)) {
		os->not_kept++;
		return -E2BIG;
	}
	o = calloc(1, sizeof(*o));
	if (!o)
		return -ENOMEM;
	o->client = client;
	o->handle = handle;
	o->cls = cls < 0 ? 0 : (uint32_t)cls;
	o->cls_known = cls >= 0;
	o->pid = os->pid;
	o->tid = os->tid;
	o->fd = -1;
	o->time = os->time;
	o->number = os->made++;
	err = tree_add(&os->tree, o, object_order);
	if (err) {
		free(o);
		return err;
	}
	o->in_tree = true;
	if (parent)
		link_child(o, parent);
	os->n++;
	os->n_clients += !parent;
	*ret = o;
	return 0;
}

int object_ensure(struct objects *os, uint32_t client, uint32_t handle,
		  struct object **ret)
{
	struct object *o = object_find(os, client, handle);
	struct object *root = NULL;
	int err;

	if (o) {
		*ret = o;
		return 0;
	}
	if (client != handle) {
		err = object_ensure(os, client, client, &root);
		if (err)
			return err;
	}
	err = object_make(os, client, handle, root, -1, &o);
	if (err)
		return err;
	o->flags |= OBJECT_BEFORE;
	*ret = o;
	return 0;
}

void object_depend(struct object *o, struct object *on)
{
	for (int i = 0; i < OBJECT_DEPS; i++) {
		struct object_dep *d = &o->deps[i];

		if (d->on == on)
			return;
		if (d->on)
			continue;
		*d = (struct object_dep){ .on = on, .of = o,
					  .next = on->dependents,
					  .at = &on->dependents };
		if (d->next)
			d->next->at = &d->next;
		on->dependents = d;
		return;
	}
}

/* ---- ended -------------------------------------------------------------- */

/* what ends with an object: collected breadth first, without recursion */
struct ending {
	struct object **v;
	size_t n;
	size_t cap;
};

static int ending_add(struct ending *e, struct object *o)
{
	struct object **v;

	if (o->freed)
		return 0;
	if (e->n == e->cap) {
		e->cap = e->cap ? 2 * e->cap : 64;
		v = reallocarray(e->v, e->cap, sizeof(*v));
		if (!v)
			return -ENOMEM;
		e->v = v;
	}
	o->freed = true;
	e->v[e->n++] = o;
	return 0;
}

static int ending_collect(struct ending *e, struct object *top)
{
	int err = ending_add(e, top);

	for (size_t i = 0; i < e->n && !err; i++) {
		for (struct object *c = e->v[i]->child; c && !err; c = c->next)
			err = ending_add(e, c);
		for (struct object_dep *d = e->v[i]->dependents; d && !err;
		     d = d->next)
			err = ending_add(e, d->of);
	}
	return err;
}

/* what hangs on another was made after it */
static int newest_first(const void *a, const void *b)
{
	uint64_t x = (*(struct object *const *)a)->number;
	uint64_t y = (*(struct object *const *)b)->number;

	return x < y ? 1 : -(x > y);
}

static void unlink_object(struct object *o)
{
	if (o->at) {
		*o->at = o->next;
		if (o->next)
			o->next->at = o->at;
	}
	for (int i = 0; i < OBJECT_DEPS; i++) {
		struct object_dep *d = &o->deps[i];

		if (!d->on)
			continue;
		*d->at = d->next;
		if (d->next)
			d->next->at = d->at;
	}
	if (o->owned_at) {
		*o->owned_at = o->next_owned;
		if (o->next_owned)
			o->next_owned->owned_at = o->owned_at;
	}
	o->owner = NULL;
	o->owned_at = NULL;
	o->at = NULL;
	o->next = NULL;
}

static void end_one(struct objects *os, struct object *o, enum change_why why)
{
	mappings_end(os, o);
	space_end(os, &o->space, WHY_CASCADE);
	unlink_object(o);
	os->n--;
	os->n_clients -= !o->parent;
	o->next_ended = os->ended;
	os->ended = o;
	change_note(os, CHANGE_FREED, why, o, NULL);
}

int object_end(struct objects *os, struct object *top, enum change_why why)
{
	struct ending e = {};
	int err = ending_collect(&e, top);

	if (err) {	/* nothing has happened yet */
		for (size_t i = 0; i < e.n; i++)
			e.v[i]->freed = false;
		free(e.v);
		return err;
	}
	qsort(e.v, e.n, sizeof(*e.v), newest_first);
	for (size_t i = 0; i < e.n; i++)
		end_one(os, e.v[i], e.v[i] == top ? why : WHY_CASCADE);
	free(e.v);
	return 0;
}

static void object_release(struct objects *os, struct object *o)
{
	if (o->in_tree)
		tree_take(&os->tree, o, object_order);
	free(o->params);
	free(o);
}

/* ---- the whole ---------------------------------------------------------- */

struct objects *objects_new(void)
{
	return calloc(1, sizeof(struct objects));
}

void objects_begin(struct objects *os, const struct record *rec)
{
	os->time = rec->h.time;
	os->pid = rec->h.pid;
	os->tid = rec->h.tid;
}

#define CHANGES_KEPT	4096u	/* room for changes kept between records */

void objects_settle(struct objects *os)
{
	while (os->ended) {
		struct object *o = os->ended;

		os->ended = o->next_ended;
		object_release(os, o);
	}
	os->n_changes = 0;
	if (os->cap_changes > CHANGES_KEPT) {
		free(os->changes);
		os->changes = NULL;
		os->cap_changes = 0;
	}
}

void model_object_counts(const struct model *m, struct object_counts *ret)
{
	const struct objects *os = m->objects;

	*ret = (struct object_counts){};
	if (!os)
		return;
	ret->objects = os->n;
	ret->clients = os->n_clients;
	ret->ranges = os->n_ranges;
	ret->not_kept = os->not_kept;
}

static void object_discard(void *o_)
{
	struct object *o = o_;

	if (o->space) {
		ranges_free(&o->space->mapped);
		ranges_free(&o->space->reserved);
	}
	free(o->space);
	free(o->params);
	free(o);
}

void objects_free(struct objects *os)
{
	if (!os)
		return;
	objects_settle(os);
	openfiles_free(os);
	tree_free(&os->tree, object_discard);
	free(os->changes);
	free(os);
}
