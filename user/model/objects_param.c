// SPDX-License-Identifier: GPL-2.0
/* Key parameters of objects: which fields of which class tell what it is. */
#include <stdlib.h>
#include <string.h>

#include "objects_in.h"

/* a field of the parameters and what it is called; by RM's internal class */
static const struct key_field {
	const char *internal;
	const char *path;
	const char *name;
	enum object_format format;
} key_fields[] = {
	{ "Device", "deviceId", "instance", OBJECT_DEC },
	{ "Device", "vaMode", "va_mode", OBJECT_DEC },
	{ "Subdevice", "subDeviceId", "instance", OBJECT_DEC },
	{ "VaSpaceApi", "index", "index", OBJECT_DEC },
	{ "VaSpaceApi", "flags", "flags", OBJECT_HEX },
	{ "VaSpaceApi", "vaBase", "base", OBJECT_HEX },
	{ "VaSpaceApi", "vaSize", "size", OBJECT_BYTES },
	{ "VirtualMemory", "size", "size", OBJECT_BYTES },
	{ "VirtualMemory", "hVASpace", "vaspace", OBJECT_HANDLE },
	{ "VirtualMemoryRange", "offset", "base", OBJECT_HEX },
	{ "VirtualMemoryRange", "limit", "limit", OBJECT_HEX },
	{ "VirtualMemoryRange", "hVASpace", "vaspace", OBJECT_HANDLE },
	{ "KernelChannelGroupApi", "engineType", "engine", OBJECT_DEC },
	{ "KernelChannelGroupApi", "hVASpace", "vaspace", OBJECT_HANDLE },
	{ "KernelCtxShareApi", "subctxId", "subctx", OBJECT_DEC },
	{ "KernelCtxShareApi", "hVASpace", "vaspace", OBJECT_HANDLE },
	{ "KernelChannel", "engineType", "engine", OBJECT_DEC },
	{ "KernelChannel", "gpFifoOffset", "gpfifo", OBJECT_HEX },
	{ "KernelChannel", "gpFifoEntries", "entries", OBJECT_DEC },
	{ "KernelChannel", "hUserdMemory", "userd", OBJECT_HANDLE },
	{ "KernelChannel", "userdOffset", "userd_offset", OBJECT_HEX },
	{ "KernelChannel", "hContextShare", "ctxshare", OBJECT_HANDLE },
	{ "KernelChannel", "hVASpace", "vaspace", OBJECT_HANDLE },
	{ "KernelChannel", "cid", "cid", OBJECT_DEC },
	{ "Event", "notifyIndex", "notify", OBJECT_HEX },
	{ "EventApi", "notifyIndex", "notify", OBJECT_HEX },
	{ "ContextDma", "hMemory", "memory", OBJECT_HANDLE },
	{ "ContextDma", "offset", "offset", OBJECT_HEX },
	{ "ContextDma", "limit", "limit", OBJECT_HEX },
	{ "KernelGraphicsObject", "caps", "caps", OBJECT_HEX },
};

/* handles on which an object depends: it ends with them */
static const char *const dependences[] = { "vaspace", "ctxshare", "userd",
					   "memory" };

/* NVOS32_ATTR_LOCATION 26:25 */
uint32_t object_attr_aperture(uint64_t attr)
{
	return attr >> 25 & 3;
}

const char *object_aperture(uint64_t value)
{
	static const char *const names[] = { "vidmem", "sysmem", "?", "any" };

	return value < 4 ? names[value] : "?";
}

void object_param_set(struct object *o, const char *name, uint64_t value,
		      enum object_format format)
{
	struct object_param *p = (struct object_param *)object_param(o, name);

	if (!p) {
		p = reallocarray(o->params, o->n_params + 1, sizeof(*p));
		if (!p)
			return;
		o->params = p;
		p += o->n_params++;
	}
	*p = (struct object_param){ name, value, format };
}

const struct object_param *object_param(const struct object *o, const char *name)
{
	for (unsigned int i = 0; i < o->n_params; i++)
		if (!strcmp(o->params[i].name, name))
			return &o->params[i];
	return NULL;
}

struct object_param *object_params_copy(const struct object_param *p,
					unsigned int n, unsigned int *ret_n)
{
	struct object_param *copy = n ? reallocarray(NULL, n, sizeof(*p)) : NULL;

	*ret_n = copy ? n : 0;
	if (copy)
		memcpy(copy, p, n * sizeof(*p));
	return copy;
}

static void describe_memory(const struct object_call *c, struct object *o)
{
	uint64_t value;

	if (call_param(c, "size", &value))
		object_param_set(o, "size", value, OBJECT_BYTES);
	else if (call_param(c, "limit", &value) ||
		 call_arg(c, "params.limit", &value))
		object_param_set(o, "size", value + 1, OBJECT_BYTES);
	if (call_param(c, "attr", &value))
		object_param_set(o, "aperture", object_attr_aperture(value),
				 OBJECT_APERTURE);
	if (call_param(c, "type", &value))
		object_param_set(o, "type", value, OBJECT_DEC);
	if (call_param(c, "format", &value) && value)
		object_param_set(o, "kind", value, OBJECT_HEX);
}

static bool is_memory(const char *internal)
{
	return strstr(internal, "Memory") && strncmp(internal, "Virtual", 7) &&
	       strcmp(internal, "MemoryMapper") && strcmp(internal, "MemoryExport");
}

static void describe_fields(const struct object_call *c, struct object *o,
			    const char *internal)
{
	const struct key_field *k = key_fields;
	uint64_t value;

	for (size_t i = 0; i < sizeof(key_fields) / sizeof(*k); i++, k++) {
		if (strcmp(k->internal, internal) ||
		    !call_param(c, k->path, &value))
			continue;
		if (k->format == OBJECT_HANDLE && !value)
			continue;
		object_param_set(o, k->name, value, k->format);
	}
}

static void depend_on(struct objects *os, struct object *o)
{
	for (size_t i = 0; i < sizeof(dependences) / sizeof(*dependences); i++) {
		const struct object_param *p = object_param(o, dependences[i]);
		struct object *on = p ? object_find(os, o->client,
						    (uint32_t)p->value) : NULL;

		if (on && on != o)
			object_depend(o, on);
	}
}

void object_describe(const struct object_call *c, struct object *o)
{
	const struct rm_class *cls = rm_class(c->v, o->cls);
	const char *internal = cls ? rm_str(cls->internal) : NULL;
	uint64_t offset, size;

	if (!internal)
		return;
	if (is_memory(internal))
		describe_memory(c, o);
	else
		describe_fields(c, o, internal);
	depend_on(c->os, o);
	if (!strcmp(internal, "VirtualMemory") &&
	    call_param(c, "offset", &offset) && call_param(c, "size", &size)) {
		const struct object_param *p = object_param(o, "vaspace");

		object_reserve(c, o, p ? (uint32_t)p->value : 0, offset, size);
	}
}
