// SPDX-License-Identifier: GPL-2.0
/* RM's own mappings: memory to GPU addresses, memory to the process. */
#include <errno.h>
#include <stddef.h>

#include "objects_in.h"

/* NVOS33_FLAGS_ACCESS and NVOS46_FLAGS_ACCESS, 1:0 */
enum { ACCESS_READ_WRITE = 0, ACCESS_READ_ONLY = 1, ACCESS_WRITE_ONLY = 2 };

static uint16_t access_of(uint64_t flags)
{
	switch (flags & 3) {
	case ACCESS_READ_ONLY:
		return RANGE_READ;
	case ACCESS_WRITE_ONLY:
		return RANGE_WRITE;
	default:
		return RANGE_READ | RANGE_WRITE;
	}
}

struct range range_of(const struct objects *os, enum range_kind kind,
		      uint64_t start, uint64_t length)
{
	return (struct range){
		.start = start,
		.end = range_end_of(start, length),
		.time = os->time,
		.pid = os->pid,
		.tid = os->tid,
		.kind = kind,
		.flags = RANGE_READ | RANGE_WRITE,
	};
}

/* ---- GPU addresses -------------------------------------------------------- */

static struct space *object_space(struct object *o)
{
	struct space *s = space_ensure(&o->space);

	if (s)
		s->owner = o;
	return s;
}

int object_reserve(const struct object_call *c, struct object *o,
		   uint32_t vaspace, uint64_t offset, uint64_t size)
{
	struct range r = range_of(c->os, RANGE_VIRTUAL, offset, size);
	struct object *of = vaspace ? object_find(c->os, o->client, vaspace) :
				      o->parent;
	struct space *s;

	if (!of || !size)
		return 0;
	if (of != o->parent && of != o)
		object_depend(o, of);
	s = object_space(of);
	return s ? space_map(c->os, &s->reserved, &r, o) : -ENOMEM;
}

/* virtual memory lies in the addresses of a vaspace or a device; other targets
 * have their own */
static struct space *target_space(struct object *dma)
{
	for (struct range *r = dma->mappings; r; r = r->of_object)
		if (r->kind == RANGE_VIRTUAL)
			return space_of_reserved(r->set);
	return object_space(dma);
}

int objects_map_dma(const struct object_call *c)
{
	const uint64_t *role = c->call->role;
	uint32_t client = (uint32_t)role[RM_ROLE_CLIENT];
	struct range r = range_of(c->os, RANGE_DMA, role[RM_ROLE_ADDRESS],
				  role[RM_ROLE_LENGTH]);
	struct object *dma, *memory;
	struct space *s;
	int err = object_ensure(c->os, client, (uint32_t)role[RM_ROLE_DMA], &dma);

	if (!err)
		err = object_ensure(c->os, client,
				    (uint32_t)role[RM_ROLE_OBJECT], &memory);
	if (err)
		return err;
	r.offset = role[RM_ROLE_OFFSET];
	r.flags = access_of(role[RM_ROLE_FLAGS]);
	s = target_space(dma);
	return s ? space_map(c->os, &s->mapped, &r, memory) : -ENOMEM;
}

int objects_unmap_dma(const struct object_call *c)
{
	const uint64_t *role = c->call->role;
	struct object *dma = object_find(c->os, (uint32_t)role[RM_ROLE_CLIENT],
					 (uint32_t)role[RM_ROLE_DMA]);
	struct space *s = dma ? target_space(dma) : NULL;
	uint64_t start = role[RM_ROLE_ADDRESS];
	struct range *r = s ? ranges_find(&s->mapped, start) : NULL;

	if (!r)
		return 0;
	/* a size of 0, or a struct without it: the whole mapping */
	if (!role[RM_ROLE_LENGTH]) {
		range_end(c->os, r, WHY_CALL);
		return 0;
	}
	return space_unmap(c->os, &s->mapped, start,
			   range_end_of(start, role[RM_ROLE_LENGTH]), WHY_CALL);
}

/* ---- the process's addresses ---------------------------------------------- */

/* RM prepares the mapping; the next mmap of that descriptor makes it */
int objects_map_memory(const struct object_call *c)
{
	const uint64_t *role = c->call->role;
	struct file *f = file_find(c->os, c->rec->h.pid,
				   (int32_t)role[RM_ROLE_FD]);
	struct object *memory;
	int err = object_ensure(c->os, (uint32_t)role[RM_ROLE_CLIENT],
				(uint32_t)role[RM_ROLE_OBJECT], &memory);

	if (err || !f)
		return err;
	f->map_ready = true;
	f->map_client = memory->client;
	f->map_handle = memory->handle;
	f->map_offset = role[RM_ROLE_OFFSET];
	f->map_length = role[RM_ROLE_LENGTH];
	f->map_cookie = role[RM_ROLE_ADDRESS];
	return 0;
}

#define UNMAP_SCAN	256	/* mappings of one object looked through */

int objects_unmap_memory(const struct object_call *c)
{
	const uint64_t *role = c->call->role;
	struct object *memory = object_find(c->os, (uint32_t)role[RM_ROLE_CLIENT],
					    (uint32_t)role[RM_ROLE_OBJECT]);
	struct range *r = memory ? memory->mappings : NULL;

	for (int i = 0; r && i < UNMAP_SCAN; i++, r = r->of_object) {
		if (r->kind != RANGE_CPU || r->cookie != role[RM_ROLE_ADDRESS] ||
		    r->pid != c->rec->h.pid)
			continue;
		range_end(c->os, r, WHY_CALL);
		return 0;
	}
	return 0;
}

static uint16_t prot_flags(uint32_t prot)
{
	return (prot & RMS_MAP_READ ? RANGE_READ : 0) |
	       (prot & RMS_MAP_WRITE ? RANGE_WRITE : 0);
}

/* the addresses of an mmap of nvidia-uvm are the GPUs' as well */
static int map_managed(struct objects *os, struct file *f, const struct range *r)
{
	struct space *s = f ? space_ensure(&f->space) : NULL;

	return s ? space_map(os, &s->reserved, r, NULL) : 0;
}

int objects_mmap(struct objects *os, struct process *p, const struct rms_mmap *m)
{
	struct file *f = file_ensure(os, p->pid, m->fd, m->dev, m->minor);
	struct range r = range_of(os, RANGE_CPU, m->addr, m->len);
	struct object *o = NULL;
	int err;

	if (m->ret < 0 || m->dev == RMS_DEV_OTHER)
		return 0;
	r.offset = m->offset;
	r.flags = prot_flags(m->prot);
	r.dev = m->dev;
	r.minor = m->minor;
	if (m->dev == RMS_DEV_UVM)
		r.kind = RANGE_UVM;
	if (f && f->map_ready) {
		o = object_find(os, f->map_client, f->map_handle);
		r.client = f->map_client;
		r.handle = f->map_handle;
		r.offset = f->map_offset;
		r.cookie = f->map_cookie;
		f->map_ready = false;
		if (!o)
			r.flags |= RANGE_ORPHAN;
	}
	err = space_map(os, &p->devices, &r, o);
	if (!err && r.kind == RANGE_UVM)
		err = map_managed(os, f, &r);
	return err == -EINVAL ? 0 : err;
}

/* the process's UVM addresses go from the GPUs, too */
static int unmap_managed(struct objects *os, uint32_t pid, uint64_t start,
			 uint64_t end)
{
	struct file *f = NULL;
	int32_t fd = -1;
	int err = 0;

	while (!err && (fd = file_next(os, pid, fd, &f)) >= 0)
		if (f->dev == RMS_DEV_UVM && f->space)
			err = space_unmap(os, &f->space->reserved, start, end,
					  WHY_CALL);
	return err;
}

int objects_munmap(struct objects *os, struct process *p,
		   const struct rms_munmap *m)
{
	uint64_t end = range_end_of(m->addr, m->len);
	int err = space_unmap(os, &p->devices, m->addr, end, WHY_CALL);

	if (!err && m->dev == RMS_DEV_UVM)
		err = unmap_managed(os, p->pid, m->addr, end);
	return err;
}

/* fork copies the mappings; managed memory is no use to the child */
int objects_fork(struct objects *os, struct process *parent, struct process *child)
{
	struct range *r = ranges_next(&parent->devices, 0);
	int err = 0;

	for (; r && !err; r = ranges_next(&parent->devices, r->end)) {
		struct range copy = *r;

		if (r->kind != RANGE_CPU)
			continue;
		copy.pid = child->pid;
		err = space_map(os, &child->devices, &copy, r->object);
	}
	return err;
}

int objects_unmap_all(struct objects *os, struct process *p, enum change_why why)
{
	return space_unmap(os, &p->devices, 0, UINT64_MAX, why);
}
