// SPDX-License-Identifier: GPL-2.0
/* What controls tell of objects, and those that make or export some. */
#include <errno.h>
#include <stdlib.h>

#include "objects_in.h"

/* of tables/controls.tsv */
enum {
	CMD_EXPORT_OBJECT = 0x3d05,	/* NV0000_CTRL_CMD_OS_UNIX_... */
	CMD_IMPORT_OBJECT = 0x3d06,
	CMD_EXPORT_OBJECTS = 0x3d0b,
	CMD_IMPORT_OBJECTS = 0x3d0c,
	CMD_WORK_SUBMIT_TOKEN = 0xc36f0108,	/* NVC36F_CTRL_CMD_GPFIFO_... */
};

#define MANY_MAX	512u	/* NV0000_CTRL_OS_UNIX_EXPORT_OBJECTS_TO_FD_MAX_OBJECTS */

/* a command carries the class that it is for: the first of a family */
static void guess_class(const struct object_call *c, struct object *o)
{
	uint32_t cls = (uint32_t)c->call->role[RM_ROLE_CMD] >> 16;

	if (o->cls_known || object_is_client(o) || !rm_class(c->v, cls))
		return;
	o->cls = cls;
	o->cls_known = true;
	o->flags |= OBJECT_GUESS;
}

static struct exported *exported_new(const struct objects *os, uint32_t client,
				     uint32_t handle, uint32_t index)
{
	struct object *o = object_find(os, client, handle);
	struct exported *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->index = index;
	e->client = client;
	e->handle = handle;
	if (!o)
		return e;
	o->flags |= OBJECT_EXPORTED;
	e->cls = o->cls;
	e->cls_known = o->cls_known;
	e->params = object_params_copy(o->params, o->n_params, &e->n_params);
	return e;
}

/* one of them may be replaced by another of the same index */
static int export_add(const struct object_call *c, struct file *f,
		      uint32_t handle, uint32_t index)
{
	struct exported **at = &f->exported, *e;
	unsigned int n = 0;

	for (; *at && (*at)->index != index; at = &(*at)->next)
		n++;
	if (n >= EXPORTED_MAX) {
		c->os->not_kept++;
		return 0;
	}
	e = exported_new(c->os, (uint32_t)c->call->role[RM_ROLE_CLIENT], handle,
			 index);
	if (!e)
		return -ENOMEM;
	if (*at) {
		struct exported *old = *at;

		e->next = old->next;
		old->next = NULL;
		exported_free(old);
	}
	*at = e;
	return 0;
}

static int import(const struct object_call *c, const struct file *f,
		  uint32_t index, uint32_t parent, uint32_t handle)
{
	const struct exported *e = f ? f->exported : NULL;
	struct object *o;
	int err;

	while (e && e->index != index)
		e = e->next;
	err = object_new(c, (uint32_t)c->call->role[RM_ROLE_CLIENT], parent,
			 handle, e && e->cls_known ? (int64_t)e->cls : -1,
			 CHANGE_IMPORTED, &o);
	if (err)
		return err;
	o->flags |= OBJECT_IMPORT;
	if (!e)
		return 0;
	o->src_client = e->client;
	o->src = e->handle;
	o->params = object_params_copy(e->params, e->n_params, &o->n_params);
	return 0;
}

static struct file *param_file(const struct object_call *c)
{
	uint64_t fd;

	return call_param(c, "fd", &fd) ?
	       file_ensure(c->os, c->rec->h.pid, (int32_t)fd, RMS_DEV_CTL, 255) :
	       NULL;
}

static int export_one(const struct object_call *c)
{
	struct file *f = param_file(c);
	uint64_t handle;

	if (!f || !call_param(c, "object.data.rmObject.hObject", &handle))
		return 0;
	return export_add(c, f, (uint32_t)handle, 0);
}

static int import_one(const struct object_call *c)
{
	uint64_t parent = 0, handle = 0;

	call_param(c, "object.data.rmObject.hParent", &parent);
	call_param(c, "object.data.rmObject.hObject", &handle);
	return handle ? import(c, param_file(c), 0, (uint32_t)parent,
			       (uint32_t)handle) : 0;
}

/* the handle at @i of the parameters' "objects" */
static bool many_handle(const struct object_call *c, uint32_t i, uint32_t *ret)
{
	uint32_t at;

	if (!c->call->params || !rm_offset(c->v, c->call->params, "objects", &at))
		return false;
	at += i * sizeof(*ret);
	return bytes_peek(c->rec->par_out, at, ret, sizeof(*ret)) ||
	       bytes_peek(c->rec->par_in, at, ret, sizeof(*ret));
}

static int many(const struct object_call *c, bool is_import)
{
	struct file *f = param_file(c);
	uint64_t n = 0, index = 0, parent = 0;
	uint32_t handle;
	int err = 0;

	call_param(c, "numObjects", &n);
	call_param(c, "index", &index);
	call_param(c, "hParent", &parent);
	for (uint32_t i = 0; i < n && i < MANY_MAX && !err; i++) {
		if (!many_handle(c, i, &handle))
			break;
		if (!handle)
			continue;
		if (is_import)
			err = import(c, f, (uint32_t)index + i, (uint32_t)parent,
				     handle);
		else if (f)
			err = export_add(c, f, handle, (uint32_t)index + i);
	}
	return err;
}

static int work_submit_token(const struct object_call *c, struct object *o)
{
	uint64_t token;

	if (call_param(c, "workSubmitToken", &token))
		object_param_set(o, "token", token, OBJECT_HEX);
	return 0;
}

int objects_control(const struct object_call *c)
{
	struct object *o;
	int err = object_ensure(c->os, (uint32_t)c->call->role[RM_ROLE_CLIENT],
				(uint32_t)c->call->role[RM_ROLE_OBJECT], &o);

	if (err)
		return err;
	if (!o->cls_known)
		guess_class(c, o);
	switch ((uint32_t)c->call->role[RM_ROLE_CMD]) {
	case CMD_WORK_SUBMIT_TOKEN:
		return work_submit_token(c, o);
	case CMD_EXPORT_OBJECT:
		return export_one(c);
	case CMD_IMPORT_OBJECT:
		return import_one(c);
	case CMD_EXPORT_OBJECTS:
		return many(c, false);
	case CMD_IMPORT_OBJECTS:
		return many(c, true);
	default:
		return 0;
	}
}
