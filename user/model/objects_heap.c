// SPDX-License-Identifier: GPL-2.0
/* VID_HEAP_CONTROL: memory made and freed by the older, many-sided call. */
#include "objects_in.h"

/* NVOS32_FUNCTION_*, and where each has its fields */
static const struct heap_function {
	uint32_t nr;
	const char *handle;
	const char *size;
	const char *offset;
	const char *flags;
	const char *attr;
} functions[] = {
#define ALLOC(nr, arm)							\
	{ nr, "data." arm ".hMemory", "data." arm ".size",		\
	  "data." arm ".offset", "data." arm ".flags", "data." arm ".attr" }
	ALLOC(2, "AllocSize"),
	ALLOC(6, "AllocTiledPitchHeight"),
	ALLOC(14, "AllocSizeRange"),
	{ 27, "data.AllocOsDesc.hMemory", NULL, NULL, "data.AllocOsDesc.flags",
	  "data.AllocOsDesc.attr" },
#undef ALLOC
};
#define FUNCTION_FREE	3	/* NVOS32_FUNCTION_FREE */

/* classes of what it makes, of tables/classes.tsv */
enum {
	CLASS_MEMORY_SYSTEM = 0x3e,
	CLASS_MEMORY_LOCAL_USER = 0x40,
	CLASS_MEMORY_OS_DESCRIPTOR = 0x71,
	CLASS_MEMORY_VIRTUAL = 0x50a0,
};

#define ALLOC_VIRTUAL	0x00080000u	/* NVOS32_ALLOC_FLAGS_VIRTUAL */

static uint32_t class_made(const struct heap_function *f, uint64_t flags,
			   uint64_t attr)
{
	if (!f->size)
		return CLASS_MEMORY_OS_DESCRIPTOR;
	if (flags & ALLOC_VIRTUAL)
		return CLASS_MEMORY_VIRTUAL;
	return object_attr_aperture(attr) == APERTURE_VIDMEM ?
	       CLASS_MEMORY_LOCAL_USER : CLASS_MEMORY_SYSTEM;
}

static int heap_alloc(const struct object_call *c, const struct heap_function *f)
{
	uint32_t client = (uint32_t)c->call->role[RM_ROLE_CLIENT];
	uint64_t handle = 0, flags = 0, attr = 0, size = 0, offset = 0, limit;
	struct object *o;
	int err;

	call_arg(c, f->handle, &handle);
	call_arg(c, f->flags, &flags);
	call_arg(c, f->attr, &attr);
	if (f->size) {
		call_arg(c, f->size, &size);
		call_arg(c, f->offset, &offset);
	} else if (call_arg(c, "data.AllocOsDesc.limit", &limit)) {
		size = limit + 1;
	}
	if (!handle)
		return 0;
	err = object_new(c, client, (uint32_t)c->call->role[RM_ROLE_PARENT],
			 (uint32_t)handle, class_made(f, flags, attr),
			 CHANGE_CREATED, &o);
	if (err)
		return err;
	object_param_set(o, "size", size, OBJECT_BYTES);
	if (o->cls != CLASS_MEMORY_VIRTUAL) {
		object_param_set(o, "aperture", object_attr_aperture(attr),
				 OBJECT_APERTURE);
		return 0;
	}
	return object_reserve(c, o, (uint32_t)c->call->role[RM_ROLE_DMA], offset,
			      size);
}

int objects_heap(const struct object_call *c)
{
	uint32_t function = (uint32_t)c->call->role[RM_ROLE_FUNCTION];
	uint64_t handle;
	struct object *o;

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (functions[i].nr == function)
			return heap_alloc(c, &functions[i]);
	if (function != FUNCTION_FREE || !call_arg(c, "data.Free.hMemory", &handle))
		return 0;
	o = object_find(c->os, (uint32_t)c->call->role[RM_ROLE_CLIENT],
			(uint32_t)handle);
	return o ? object_end(c->os, o, WHY_CALL) : 0;
}
