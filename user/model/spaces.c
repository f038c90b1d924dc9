// SPDX-License-Identifier: GPL-2.0
/* Ranges come and go: what maps, unmaps, splits, and ends with its object. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "objects_in.h"

uint64_t range_end_of(uint64_t start, uint64_t length)
{
	return length > UINT64_MAX - start ? UINT64_MAX : start + length;
}

struct space *space_ensure(struct space **space)
{
	if (!*space)
		*space = calloc(1, sizeof(**space));
	return *space;
}

static void link_mapping(struct range *r, struct object *o)
{
	r->object = o;
	r->at = NULL;
	if (!o)
		return;
	r->client = o->client;
	r->handle = o->handle;
	r->of_object = o->mappings;
	r->at = &o->mappings;
	if (r->of_object)
		r->of_object->at = &r->of_object;
	o->mappings = r;
}

static void unlink_mapping(struct range *r)
{
	if (r->at) {
		*r->at = r->of_object;
		if (r->of_object)
			r->of_object->at = r->at;
	}
	r->at = NULL;
	r->of_object = NULL;
	r->object = NULL;
}

/* its set is as it was when this fails */
static int range_add(struct objects *os, struct ranges *set,
		     const struct range *from, struct object *o)
{
	struct range *r;
	int err;

	if (os->n_ranges >= RANGES_MAX) {
		os->not_kept++;
		return 0;
	}
	r = malloc(sizeof(*r));
	if (!r)
		return -ENOMEM;
	*r = *from;
	err = ranges_add(set, r);
	if (err) {
		free(r);
		return err;
	}
	link_mapping(r, o);
	os->n_ranges++;
	return 0;
}

static void range_drop(struct objects *os, struct range *r)
{
	ranges_take(r->set, r);
	unlink_mapping(r);
	os->n_ranges--;
	free(r);
}

void range_end(struct objects *os, struct range *r, enum change_why why)
{
	change_note(os, CHANGE_UNMAPPED, why, r->object, r);
	range_drop(os, r);
}

/* what is left of @r behind @end becomes a range of its own */
static int range_tail(struct objects *os, struct range *r, uint64_t end)
{
	struct range tail = *r;

	tail.start = end;
	tail.offset += end - r->start;
	return range_add(os, r->set, &tail, r->object);
}

/* the part of @r from @start to @end goes */
static int range_cut(struct objects *os, struct range *r, uint64_t start,
		     uint64_t end, enum change_why why)
{
	struct range whole = *r, part = *r;

	if (part.start < start)
		part.start = start;
	if (part.end > end)
		part.end = end;
	part.offset += part.start - whole.start;
	change_note(os, CHANGE_UNMAPPED, why, r->object, &part);
	if (whole.start < start) {	/* shrinking keeps its place in the order */
		r->end = start;
		return whole.end > end ? range_tail(os, &whole, end) : 0;
	}
	if (whole.end <= end) {
		range_drop(os, r);
		return 0;
	}
	r->offset += end - r->start;
	r->start = end;
	return 0;
}

int space_unmap(struct objects *os, struct ranges *set, uint64_t start,
		uint64_t end, enum change_why why)
{
	struct range *r;
	int err = 0;

	while (!err && (r = ranges_next(set, start)) && r->start < end)
		err = range_cut(os, r, start, end, why);
	return err;
}

int space_map(struct objects *os, struct ranges *set, const struct range *r,
	      struct object *o)
{
	int err;

	if (r->start >= r->end)
		return -EINVAL;
	err = space_unmap(os, set, r->start, r->end, WHY_REPLACED);
	if (!err)
		err = range_add(os, set, r, o);
	if (!err)
		change_note(os, CHANGE_MAPPED, WHY_CALL, o,
			    ranges_find(set, r->start));
	return err;
}

static void ranges_end(struct objects *os, struct ranges *set,
		       enum change_why why)
{
	struct range *r;

	while ((r = ranges_next(set, 0)))
		range_end(os, r, why);
}

void space_end(struct objects *os, struct space **space, enum change_why why)
{
	if (!*space)
		return;
	ranges_end(os, &(*space)->mapped, why);
	ranges_end(os, &(*space)->reserved, why);
	free(*space);
	*space = NULL;
}

/* the process's own mapping stays, as does what UVM holds the memory of */
static bool outlives_object(const struct range *r)
{
	return r->kind == RANGE_CPU || r->kind == RANGE_EXTERNAL_MAP ||
	       r->kind == RANGE_DEVICE_P2P;
}

struct space *space_of_reserved(struct ranges *reserved)
{
	return (struct space *)((char *)reserved -
				offsetof(struct space, reserved));
}

/* what was mapped into virtual memory goes with it */
static void virtual_end(struct objects *os, struct range *r)
{
	struct space *space = space_of_reserved(r->set);

	if (space_unmap(os, &space->mapped, r->start, r->end, WHY_CASCADE))
		os->not_kept++;	/* no memory for what lay beyond it */
	range_end(os, r, WHY_CASCADE);
}

void mappings_end(struct objects *os, struct object *o)
{
	struct range *r;

	while ((r = o->mappings)) {
		if (r->kind == RANGE_VIRTUAL) {
			virtual_end(os, r);
		} else if (outlives_object(r)) {
			unlink_mapping(r);
			r->flags |= RANGE_ORPHAN;
		} else {
			range_end(os, r, WHY_CASCADE);
		}
	}
}
