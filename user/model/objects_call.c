// SPDX-License-Identifier: GPL-2.0
/* What calls on nvidiactl and nvidiaN do to the objects. */
#include <errno.h>
#include <string.h>

#include "call_in.h"
#include "objects_in.h"

/* classes whose objects are clients: NV01_ROOT, NV01_ROOT_NON_PRIV,
 * NV01_ROOT_CLIENT in tables/classes.tsv */
static bool is_client_class(uint32_t cls)
{
	return cls == 0x0 || cls == 0x1 || cls == 0x41;
}

static bool value_of(const struct object_call *c, const struct rm_layout *l,
		     const char *path, struct bytes after, struct bytes before,
		     uint64_t *ret)
{
	if (!l)
		return false;
	return rm_value(c->v, l, path, after.data, after.len, ret) ||
	       rm_value(c->v, l, path, before.data, before.len, ret);
}

bool call_arg(const struct object_call *c, const char *path, uint64_t *ret)
{
	return value_of(c, c->call->arg, path, c->rec->arg_out, c->rec->arg_in,
			ret);
}

bool call_param(const struct object_call *c, const char *path, uint64_t *ret)
{
	return value_of(c, c->call->params, path, c->rec->par_out,
			c->rec->par_in, ret);
}

static uint32_t role(const struct object_call *c, enum rm_role role)
{
	return (uint32_t)c->call->role[role];
}

/* the file by which the driver judges a call made through @fd */
static struct file *calling_file(const struct object_call *c)
{
	const struct rms_call *r = &c->rec->call;
	struct file *f = file_ensure(c->os, r->h.pid, r->fd, r->dev, r->minor);

	return f && f->ctl && !f->ctl->released ? f->ctl : f;
}

static void own(struct object *client, struct file *f)
{
	if (!f)
		return;
	client->owner = f;
	client->next_owned = f->clients;
	client->owned_at = &f->clients;
	if (f->clients)
		f->clients->owned_at = &client->next_owned;
	f->clients = client;
}

/* a client that was there before: it lives with the file it is used through */
static int client_ensure(const struct object_call *c, uint32_t handle,
			 struct object **ret)
{
	int err = object_ensure(c->os, handle, handle, ret);

	if (!err && !(*ret)->owner && (*ret)->flags & OBJECT_BEFORE) {
		own(*ret, calling_file(c));
		(*ret)->fd = c->rec->call.fd;
	}
	return err;
}

int object_new(const struct object_call *c, uint32_t client, uint32_t parent,
	       uint32_t handle, int64_t cls, enum change_what what,
	       struct object **ret)
{
	struct object *root, *p = NULL;
	int err;

	if (client != handle) {
		err = client_ensure(c, client, &root);
		if (err)
			return err;
		err = object_ensure(c->os, client, parent, &p);
		if (err)
			return err;
		if (p->handle == handle)	/* none is its own parent */
			return -EINVAL;
	}
	err = object_make(c->os, client, handle, p, cls, ret);
	if (err)
		return err;
	(*ret)->fd = c->rec->call.fd;
	if (!p)
		own(*ret, calling_file(c));
	change_note(c->os, what, WHY_CALL, *ret, NULL);
	return 0;
}

/* RM_ALLOC and the older escapes whose struct names the new object */
static int do_alloc(const struct object_call *c)
{
	uint32_t client = role(c, RM_ROLE_CLIENT), handle = role(c, RM_ROLE_NEW);
	uint64_t cls = role(c, RM_ROLE_CLASS);
	struct object *o;
	int err;

	/* RM writes the class that it made into the argument */
	call_arg(c, c->call->kind == RM_KIND_ALLOC_MEMORY ? "params.hClass" :
		 "hClass", &cls);
	if (is_client_class((uint32_t)cls))
		client = handle;
	if (!handle)
		return 0;
	err = object_new(c, client, role(c, RM_ROLE_PARENT), handle, cls,
			 CHANGE_CREATED, &o);
	if (!err)
		object_describe(c, o);
	return err;
}

/* NVOS39 names the client where others name the parent; the parent is that of
 * the memory */
static int do_alloc_ctxdma(const struct object_call *c)
{
	uint32_t client = role(c, RM_ROLE_PARENT);
	struct object *memory = object_find(c->os, client, role(c, RM_ROLE_OBJECT));
	uint32_t parent = memory && memory->parent ? memory->parent->handle :
						     client;
	struct object *o;
	int err = object_new(c, client, parent, role(c, RM_ROLE_NEW),
			     role(c, RM_ROLE_CLASS), CHANGE_CREATED, &o);

	if (err)
		return err;
	memory = object_find(c->os, client, role(c, RM_ROLE_OBJECT));
	if (memory)
		object_depend(o, memory);
	return 0;
}

static int do_free(const struct object_call *c)
{
	uint32_t handle = role(c, RM_ROLE_OBJECT);
	struct object *o = object_find(c->os, role(c, RM_ROLE_CLIENT), handle);

	return o ? object_end(c->os, o, WHY_CALL) : 0;
}

static int do_dup(const struct object_call *c)
{
	uint32_t src_client = role(c, RM_ROLE_SRC_CLIENT);
	uint32_t src_handle = role(c, RM_ROLE_SRC_OBJECT);
	struct object *src, *o;
	int err = object_new(c, role(c, RM_ROLE_CLIENT), role(c, RM_ROLE_PARENT),
			     role(c, RM_ROLE_NEW), -1, CHANGE_DUPLICATED, &o);

	if (err)
		return err;
	o->flags |= OBJECT_DUP;
	o->src_client = src_client;
	o->src = src_handle;
	err = object_ensure(c->os, src_client, src_handle, &src);
	if (err)
		return err;
	o->cls = src->cls;
	o->cls_known = src->cls_known;
	o->flags |= src->flags & OBJECT_GUESS;
	o->params = object_params_copy(src->params, src->n_params, &o->n_params);
	return 0;
}

#define SHARE_REVOKE	0x1	/* RS_SHARE_ACTION_FLAG_REVOKE */

static int do_share(const struct object_call *c)
{
	uint64_t action = 0;
	struct object *o;
	int err = object_ensure(c->os, role(c, RM_ROLE_CLIENT),
				role(c, RM_ROLE_OBJECT), &o);

	if (err)
		return err;
	call_arg(c, "sharePolicy.action", &action);
	if (action & SHARE_REVOKE)
		o->flags &= ~OBJECT_SHARED;
	else
		o->flags |= OBJECT_SHARED;
	return 0;
}

/* a device's file is tied to the nvidiactl file whose clients may use it */
static int do_register(const struct object_call *c)
{
	const struct rms_call *r = &c->rec->call;
	int32_t fd = (int32_t)role(c, RM_ROLE_FD);
	struct file *f = file_ensure(c->os, r->h.pid, r->fd, r->dev, r->minor);
	struct file *ctl = file_ensure(c->os, r->h.pid, fd, RMS_DEV_CTL, 255);

	if (!f || !ctl || f->ctl || f->dev != RMS_DEV_GPU)
		return 0;
	/* the second look-up may have put the first file away */
	if (file_find(c->os, r->h.pid, r->fd) != f)
		return 0;
	f->ctl = ctl;
	ctl->refs++;
	return 0;
}

/* calls on objects that others made: of a client that may have been there before */
static int known_client(const struct object_call *c)
{
	struct object *client;

	switch (c->call->kind) {
	case RM_KIND_CONTROL:
	case RM_KIND_SHARE:
	case RM_KIND_MAP_MEMORY:
	case RM_KIND_MAP_DMA:
		return client_ensure(c, role(c, RM_ROLE_CLIENT), &client);
	default:
		return 0;
	}
}

static int do_call(const struct object_call *c)
{
	switch (c->call->kind) {
	case RM_KIND_ALLOC:
	case RM_KIND_ALLOC_MEMORY:
		return do_alloc(c);
	case RM_KIND_ALLOC_CTXDMA:
		return do_alloc_ctxdma(c);
	case RM_KIND_HEAP:
		return objects_heap(c);
	case RM_KIND_FREE:
		return do_free(c);
	case RM_KIND_DUP:
		return do_dup(c);
	case RM_KIND_SHARE:
		return do_share(c);
	case RM_KIND_CONTROL:
		return objects_control(c);
	case RM_KIND_MAP_MEMORY:
		return objects_map_memory(c);
	case RM_KIND_UNMAP_MEMORY:
		return objects_unmap_memory(c);
	case RM_KIND_MAP_DMA:
		return objects_map_dma(c);
	case RM_KIND_UNMAP_DMA:
		return objects_unmap_dma(c);
	case RM_KIND_UVM:
		return objects_uvm(c);
	default:
		return c->call->escape &&
		       c->call->escape->nr == RM_ESC_REGISTER_FD ?
		       do_register(c) : 0;
	}
}

static bool succeeded(const struct rm_call *call)
{
	if (!call->in->returned || call->in->ret < 0 || rm_call_failed(call))
		return false;
	return !call->has_status || call->status_known;
}

int objects_call(struct model *m, const struct record *rec)
{
	struct rm_call_in in = call_in_of(rec);
	struct rm_call call;
	struct object_call c = { .os = m->objects, .v = &m->version, .rec = rec,
				 .call = &call };
	int err;

	if (rm_call_decode(&m->version, &in, &call) || !succeeded(&call))
		return 0;
	err = known_client(&c);
	if (!err)
		err = do_call(&c);
	return err == -ENOMEM ? err : 0;
}
