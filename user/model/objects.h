/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The RM objects that are alive, by the calls alone: clients, the trees below
 * them, who made what, and what is mapped where.
 *
 * A client is the root object of its tree.  Pointers are valid until the next
 * model_settle(): what a record freed can still be found and named while the
 * views look at that record (object.freed is set), but is in no tree any more.
 * Calls that failed, or whose result is unknown, change nothing.
 */
#ifndef RMSNOOP_OBJECTS_H
#define RMSNOOP_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "openfiles.h"
#include "ranges.h"

struct model;
struct objects;

#define OBJECTS_MAX	(1u << 20)	/* alive at a time, of all clients */
#define OBJECT_DEPS	3		/* objects that one can depend on */

/* object.flags */
#define OBJECT_BEFORE	0x01	/* its creation was not seen: it was there before
				 * tracing, or its record was lost */
#define OBJECT_GUESS	0x02	/* @cls is a guess from the controls sent to it */
#define OBJECT_DUP	0x04	/* made by RM_DUP_OBJECT from @src */
#define OBJECT_IMPORT	0x08	/* imported from a file descriptor */
#define OBJECT_SHARED	0x10	/* RM_SHARE gave others rights to it */
#define OBJECT_EXPORTED	0x20	/* exported to a file descriptor */

enum object_format {
	OBJECT_DEC = 0,
	OBJECT_HEX = 1,
	OBJECT_BYTES = 2,	/* a size */
	OBJECT_HANDLE = 3,	/* of the same client */
	OBJECT_APERTURE = 4,	/* see object_aperture() */
};

/** struct object_param - a key parameter, as it is after the call */
struct object_param {
	const char *name;	/* "size", "engine", "gpfifo" ... */
	uint64_t value;
	enum object_format format;
};

/* an object's dependence on another: it is freed with it */
struct object_dep {
	struct object *on;
	struct object *of;
	struct object_dep *next;	/* in on->dependents */
	struct object_dep **at;
};

/**
 * struct object - an RM object
 * @client: handle of its client; the client's own is its @handle
 * @cls: its class, with @cls_known
 * @time: when it was made, CLOCK_MONOTONIC ns; of OBJECT_BEFORE: first heard of
 * @pid, @tid: who made it; of OBJECT_BEFORE: who first used it
 * @fd: through which file descriptor of @pid
 * @owner: of a client: the file it lives with, NULL: unknown
 * @src_client, @src: OBJECT_DUP and OBJECT_IMPORT: the original; 0: unknown
 * @parent: NULL for a client
 * @child, @next: its first child and its parent's next, newest first
 * @params, @n_params: key parameters
 * @mappings: what of it is mapped, linked by range.of_object
 * @space: GPU addresses, of what RM maps memory into (a vaspace, a device);
 *	NULL: none yet
 * @freed: it ended with the record at hand
 */
struct object {
	uint32_t client;
	uint32_t handle;
	uint32_t cls;
	bool cls_known;
	bool freed;
	uint16_t flags;
	uint32_t pid;
	uint32_t tid;
	int32_t fd;
	uint64_t time;
	struct file *owner;
	uint32_t src_client;
	uint32_t src;
	struct object *parent;
	struct object *child;
	struct object *next;
	struct object_param *params;
	unsigned int n_params;
	struct range *mappings;
	struct space *space;
	/* inside model/ only */
	struct object **at;
	struct object_dep deps[OBJECT_DEPS];
	struct object_dep *dependents;
	struct object *next_ended;
	struct object *next_owned;
	struct object **owned_at;
	uint64_t number;	/* rises with each object made */
	bool in_tree;
};

static inline bool object_is_client(const struct object *o)
{
	return !o->parent && o->client == o->handle;
}

/** object_word() - what it is in a short word, "subdevice", "memory"; else the
 *  class's name; NULL: unknown */
const char *object_word(const struct model *m, const struct object *o);
/** object_class_name() - "NV20_SUBDEVICE_0"; NULL: unknown */
const char *object_class_name(const struct model *m, const struct object *o);
/** object_param() - a key parameter by name, or NULL */
const struct object_param *object_param(const struct object *o, const char *name);
/** object_aperture() - "vidmem", "sysmem", "any"; "?" for other values */
const char *object_aperture(uint64_t value);

/** model_object() - by handles; @client == @handle: the client itself.  Also what
 *  the record at hand freed.  NULL: unknown */
const struct object *model_object(const struct model *m, uint32_t client,
				  uint32_t handle);

/** model_clients_next() - the client with the next higher handle after @after,
 *  NULL: the first; NULL when there is no more */
const struct object *model_clients_next(const struct model *m,
					const struct object *after);

/** object_walk_next() - tree order: @o's first child, else the next one in the
 *  tree under @top; NULL at the end.  @ret_depth, when not NULL, is adjusted */
const struct object *object_walk_next(const struct object *top,
				      const struct object *o,
				      unsigned int *ret_depth);

/** struct object_counts - how much there is, and was not kept */
struct object_counts {
	size_t objects;		/* alive, clients included */
	size_t clients;
	size_t ranges;
	uint64_t not_kept;	/* objects and ranges beyond the limits */
};
void model_object_counts(const struct model *m, struct object_counts *ret);

/* ---- what the record at hand changed ------------------------------------ */

enum change_what {
	CHANGE_CREATED = 1,
	CHANGE_DUPLICATED,
	CHANGE_IMPORTED,
	CHANGE_FREED,
	CHANGE_MAPPED,
	CHANGE_UNMAPPED,
};

enum change_why {
	WHY_CALL = 0,		/* the call itself asked for it */
	WHY_CASCADE,		/* freed with its parent or what it depends on */
	WHY_FD_CLOSED,		/* the client's file was closed */
	WHY_EXEC,		/* the process runs another program now */
	WHY_PROCESS_DIED,	/* nobody holds the client's file any more */
	WHY_REPLACED,		/* its handle was used anew: its end was not seen */
};

/**
 * struct object_change - one change, in the order in which they happened: what
 * an object's end brings about comes before it, children before parents
 * @object: whose; of a range without object NULL
 * @range: CHANGE_MAPPED: what was mapped; CHANGE_UNMAPPED: a copy of what was
 */
struct object_change {
	enum change_what what;
	enum change_why why;
	const struct object *object;
	struct range range;
};

/** model_changes() - what model_apply() of the record at hand changed;
 *  valid until model_settle() */
const struct object_change *model_changes(const struct model *m, size_t *ret_n);

/** change_what_name() - "created"; change_why_name() - "fd closed" */
const char *change_what_name(enum change_what what);
const char *change_why_name(enum change_why why);

/* ---- addresses ----------------------------------------------------------- */

/** struct address_hit - what an address was found to be
 * @gpu: a GPU address in @range's space; else one of the process
 * @space: the object (vaspace, memory, device) whose GPU addresses these are;
 *	NULL: the process's UVM space
 */
struct address_hit {
	const struct range *range;
	const struct object *space;
	bool gpu;
};

/**
 * model_address() - what an address of process @pid may be
 * GPU addresses: of the UVM spaces of its files and of the clients that it made.
 * A mapping comes before the reservation that it lies in.
 * Return: how many @hits were filled, at most @max.
 */
size_t model_address(const struct model *m, uint32_t pid, uint64_t addr,
		     struct address_hit *hits, size_t max);

#endif
