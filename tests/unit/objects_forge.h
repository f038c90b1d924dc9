/* SPDX-License-Identifier: GPL-2.0 */
/* Calls that make, free and map RM objects, as driver 535.261.03 takes them. */
#ifndef TESTS_OBJECTS_FORGE_H
#define TESTS_OBJECTS_FORGE_H

#include "forge.h"
#include "model/model.h"
#include "model/objects.h"

static struct model *model;
static struct forge forge;
static struct record newest;

/* the newest record through the model; it is settled with the next one */
__attribute__((unused))
static void apply(void)
{
	if (newest.raw.len)
		model_settle(model, &newest);
	if (record_parse(forge.data + forge.last, forge.len - forge.last,
			 &newest) || model_apply(model, &newest))
		abort();
}

__attribute__((unused))
static void model_begin(void)
{
	memset(&newest, 0, sizeof(newest));
	free(forge.data);
	memset(&forge, 0, sizeof(forge));
	if (model_new(MODEL_OBJECTS, FORGE_META, &model))
		abort();
}

/* forget the bytes of records that are done with, but not the newest's */
__attribute__((unused))
static void forge_trim(void)
{
	if (forge.len < 1 << 20)
		return;
	model_settle(model, &newest);
	memset(&newest, 0, sizeof(newest));
	forge.len = forge.last = 0;
}

struct escape {
	uint32_t nr;
	uint16_t dev;
	uint16_t minor;
	const void *arg_in;
	const void *arg_out;
	uint32_t size;
	const void *par;
	uint32_t par_size;
};

__attribute__((unused))
static void escape(uint32_t pid, int32_t fd, const struct escape *e)
{
	struct rms_call call = {
		.h = { .pid = pid, .tid = pid },
		.fd = fd,
		.nr = e->nr,
		.arg_size = e->size,
		.par_size = e->par_size,
		.arg_in = e->size, .arg_out = e->size,
		.par_in = e->par_size, .par_out = e->par_size,
		.dev = e->dev,
		.minor = e->minor,
		.comm = "app",
	};

	forge_trim();
	forge_call(&forge, call, e->arg_in, e->arg_out, e->par, e->par);
	apply();
}

#define CTL(nr_, in, out)						\
	&(struct escape){ .nr = nr_, .dev = RMS_DEV_CTL, .minor = 255,	\
			  .arg_in = in, .arg_out = out, .size = sizeof(out) }

/* RM_ALLOC: NVOS21; @asked 0: the driver chooses @handle */
__attribute__((unused))
static void rm_alloc_par(uint32_t pid, int32_t fd, uint32_t client,
			 uint32_t parent, uint32_t asked, uint32_t handle,
			 uint32_t cls, const void *par, uint32_t par_size,
			 uint32_t status)
{
	uint32_t in[8] = { client, parent, asked, cls, par ? 0x1000 : 0, 0,
			   par_size, 0 };
	uint32_t out[8] = { client, parent, handle, cls, par ? 0x1000 : 0, 0,
			    par_size, status };
	struct escape *e = CTL(0x2b, in, out);

	e->par = par;
	e->par_size = par_size;
	escape(pid, fd, e);
}

#define rm_alloc(pid, fd, client, parent, handle, cls) \
	rm_alloc_par(pid, fd, client, parent, handle, handle, cls, NULL, 0, 0)
#define rm_client(pid, fd, handle) \
	rm_alloc_par(pid, fd, 0, 0, 0, handle, 0x41, NULL, 0, 0)

/* RM_FREE: NVOS00 */
__attribute__((unused))
static void rm_free(uint32_t pid, int32_t fd, uint32_t client, uint32_t handle,
		    uint32_t status)
{
	uint32_t in[4] = { client, 0, handle, 0 };
	uint32_t out[4] = { client, 0, handle, status };

	escape(pid, fd, CTL(0x29, in, out));
}

/* RM_DUP_OBJECT: NVOS55 */
__attribute__((unused))
static void rm_dup(uint32_t pid, int32_t fd, uint32_t client, uint32_t parent,
		   uint32_t asked, uint32_t handle, uint32_t src_client,
		   uint32_t src)
{
	uint32_t in[7] = { client, parent, asked, src_client, src };
	uint32_t out[7] = { client, parent, handle, src_client, src };

	escape(pid, fd, CTL(0x34, in, out));
}

/* RM_SHARE: NVOS57 */
__attribute__((unused))
static void rm_share(uint32_t pid, int32_t fd, uint32_t client, uint32_t handle,
		     uint8_t action)
{
	uint32_t in[6] = { client, handle, 0, 0, (uint32_t)action << 16 | 1, 0 };

	escape(pid, fd, CTL(0x35, in, in));
}

/* RM_CONTROL: NVOS54 */
__attribute__((unused))
static void rm_control_call(uint32_t pid, int32_t fd, uint32_t client,
			    uint32_t object, uint32_t cmd, const void *par,
			    uint32_t par_size)
{
	uint32_t in[8] = { client, object, cmd, 0, par ? 0x1000 : 0, 0, par_size,
			   0 };
	struct escape *e = CTL(0x2a, in, in);

	e->par = par;
	e->par_size = par_size;
	escape(pid, fd, e);
}

/* RM_MAP_MEMORY_DMA: NVOS46, 56 bytes; the driver chooses @addr */
__attribute__((unused))
static void rm_map_dma(uint32_t pid, int32_t fd, uint32_t client, uint32_t dma,
		       uint32_t memory, uint64_t offset, uint64_t length,
		       uint32_t flags, uint64_t addr)
{
	uint64_t in[7] = { client, (uint64_t)memory << 32 | dma, offset, length,
			   flags };
	uint64_t out[7];

	memcpy(out, in, sizeof(in));
	out[5] = addr;
	escape(pid, fd, CTL(0x57, in, out));
}

/* RM_UNMAP_MEMORY_DMA: NVOS47, 40 bytes */
__attribute__((unused))
static void rm_unmap_dma(uint32_t pid, int32_t fd, uint32_t client, uint32_t dma,
			 uint32_t memory, uint64_t addr)
{
	uint64_t in[5] = { client, (uint64_t)memory << 32 | dma, 0, addr };

	escape(pid, fd, CTL(0x58, in, in));
}

__attribute__((unused))
static void open_file(uint32_t pid, int32_t fd, uint16_t dev, uint16_t minor,
		      uint64_t file)
{
	struct rms_open o = { .h = { .pid = pid, .tid = pid }, .fd = fd,
			      .dev = dev, .minor = minor, .file = file };

	forge_trim();
	forge_st(&forge, OPEN, &o, NULL, 0);
	apply();
}

__attribute__((unused))
static void close_file(uint32_t pid, int32_t fd, uint16_t dev, uint16_t minor,
		       uint64_t file)
{
	struct rms_close c = { .h = { .pid = pid, .tid = pid }, .fd = fd,
			       .dev = dev, .minor = minor, .file = file };

	forge_trim();
	forge_st(&forge, CLOSE, &c, NULL, 0);
	apply();
}

__attribute__((unused))
static size_t count_objects(void)
{
	struct object_counts c;

	model_object_counts(model, &c);
	return c.objects;
}

__attribute__((unused))
static size_t count_ranges(void)
{
	struct object_counts c;

	model_object_counts(model, &c);
	return c.ranges;
}

/* is it alive: found, and not only until the record at hand is done with? */
__attribute__((unused))
static const struct object *alive(uint32_t client, uint32_t handle)
{
	const struct object *o = model_object(model, client, handle);

	return o && !o->freed ? o : NULL;
}

#endif
