// SPDX-License-Identifier: GPL-2.0
/* nvidia-uvm: external ranges, what is mapped into them, semaphore pools ... */
#include <errno.h>
#include <string.h>

#include "objects_in.h"

/* what a request does to the addresses of its file */
enum job {
	JOB_RESERVE,	/* a range of its own */
	JOB_MAP,	/* memory, or nothing, into a range */
	JOB_FREE,	/* the range that starts at base, with what is in it */
	JOB_UNMAP,	/* base and length */
	JOB_UNREGISTER,	/* a channel's range */
};

static const struct uvm_job {
	const char *name;
	enum job job;
	enum range_kind kind;
	const char *handle;	/* field of the object, with hClient */
} jobs[] = {
	{ "UVM_CREATE_EXTERNAL_RANGE", JOB_RESERVE, RANGE_EXTERNAL, NULL },
	{ "UVM_ALLOC_SEMAPHORE_POOL", JOB_RESERVE, RANGE_SEMAPHORES, NULL },
	{ "UVM_MAP_DYNAMIC_PARALLELISM_REGION", JOB_RESERVE,
	  RANGE_DYNAMIC_PARALLELISM, NULL },
	{ "UVM_REGISTER_CHANNEL", JOB_RESERVE, RANGE_CHANNEL, "hChannel" },
	{ "UVM_ALLOC_DEVICE_P2P", JOB_RESERVE, RANGE_DEVICE_P2P, "hMemory" },
	{ "UVM_MAP_EXTERNAL_ALLOCATION", JOB_MAP, RANGE_EXTERNAL_MAP, "hMemory" },
	{ "UVM_MAP_EXTERNAL_SPARSE", JOB_MAP, RANGE_SPARSE, NULL },
	{ "UVM_FREE", JOB_FREE, 0, NULL },
	{ "UVM_UNMAP_EXTERNAL", JOB_UNMAP, 0, NULL },
	{ "UVM_UNREGISTER_CHANNEL", JOB_UNREGISTER, 0, "hChannel" },
};

static const struct uvm_job *job_of(const struct object_call *c)
{
	for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++)
		if (!strcmp(jobs[i].name, c->call->name))
			return &jobs[i];
	return NULL;
}

static int object_of(const struct object_call *c, const struct uvm_job *job,
		     struct object **ret)
{
	uint64_t client, handle;

	*ret = NULL;
	if (!job->handle || !call_arg(c, "hClient", &client) ||
	    !call_arg(c, job->handle, &handle))
		return 0;
	return object_ensure(c->os, (uint32_t)client, (uint32_t)handle, ret);
}

static int do_map(const struct object_call *c, const struct uvm_job *job,
		  struct ranges *set, uint64_t base, uint64_t length)
{
	struct range r = range_of(c->os, job->kind, base, length);
	struct object *o;
	int err;

	if (!length)	/* UVM_REGISTER_CHANNEL of one without buffers */
		return 0;
	err = object_of(c, job, &o);
	if (err)
		return err;
	call_arg(c, "offset", &r.offset);
	return space_map(c->os, set, &r, o);
}

static int do_free(const struct object_call *c, struct space *s, uint64_t base)
{
	struct range *r = ranges_find(&s->reserved, base);
	uint64_t end;
	int err;

	if (!r || r->start != base)
		return 0;
	end = r->end;
	err = space_unmap(c->os, &s->mapped, base, end, WHY_CASCADE);
	return err ? err : space_unmap(c->os, &s->reserved, base, end, WHY_CALL);
}

static int do_unregister(const struct object_call *c, const struct uvm_job *job)
{
	struct object *o;
	int err = object_of(c, job, &o);

	for (struct range *r = o ? o->mappings : NULL; r; r = r->of_object)
		if (r->kind == RANGE_CHANNEL) {
			range_end(c->os, r, WHY_CALL);
			break;
		}
	return err;
}

static int do_job(const struct object_call *c, const struct uvm_job *job,
		  struct space *s)
{
	uint64_t base = 0, length = 0;

	if (job->job == JOB_UNREGISTER)
		return do_unregister(c, job);
	if (!call_arg(c, "base", &base))
		return 0;
	call_arg(c, "length", &length);
	switch (job->job) {
	case JOB_RESERVE:
		return do_map(c, job, &s->reserved, base, length);
	case JOB_MAP:
		return do_map(c, job, &s->mapped, base, length);
	case JOB_FREE:
		return do_free(c, s, base);
	default:
		return space_unmap(c->os, &s->mapped, base,
				   range_end_of(base, length), WHY_CALL);
	}
}

int objects_uvm(const struct object_call *c)
{
	const struct rms_call *r = &c->rec->call;
	const struct uvm_job *job = job_of(c);
	struct file *f;
	struct space *s;

	if (!job)
		return 0;
	f = file_ensure(c->os, r->h.pid, r->fd, r->dev, r->minor);
	if (!f)
		return 0;
	s = space_ensure(&f->space);
	return s ? do_job(c, job, s) : -ENOMEM;
}
