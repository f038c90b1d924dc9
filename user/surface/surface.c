// SPDX-License-Identifier: GPL-2.0
/* Counts what is used: each number once, with its results. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "model/call_in.h"
#include "surface.h"
#include "view/words.h"

static int compare(const void *a, const void *b)
{
	const struct surface_use *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->nr < y->nr ? -1 : x->nr > y->nr;
}

/* the use of that number, made when it is the first; NULL: there are too many */
static int use_of(struct surface *s, enum surface_kind kind, uint32_t nr,
		  struct surface_use **ret)
{
	struct surface_use key = { .kind = kind, .nr = nr };
	struct surface_use **found = tfind(&key, &s->tree, compare), *u;

	*ret = found ? *found : NULL;
	if (found || s->n >= SURFACE_USES_MAX)
		return 0;
	u = calloc(1, sizeof(*u));
	if (!u)
		return -ENOMEM;
	u->kind = kind;
	u->nr = nr;
	if (!tsearch(u, &s->tree, compare)) {
		free(u);
		return -ENOMEM;
	}
	s->n++;
	*ret = u;
	return 0;
}

static struct surface_result result_of(const struct record *rec,
				       const struct rm_call *call)
{
	struct surface_result r = { .what = RESULT_NONE };

	if (!call->in->returned)
		return r;
	r.what = RESULT_RETURN;
	r.value = call->in->ret;
	if (rec->call.ret >= 0 && call->status_known) {
		r.what = RESULT_STATUS;
		r.value = call->status;
	}
	return r;
}

static void count_result(struct surface_use *u, const struct surface_result *r)
{
	for (unsigned int i = 0; i < u->n_results; i++) {
		if (u->results[i].what != r->what || u->results[i].value != r->value)
			continue;
		u->results[i].count++;
		return;
	}
	if (u->n_results == SURFACE_RESULTS_MAX)
		return;		/* @calls tells that some are missing */
	u->results[u->n_results] = *r;
	u->results[u->n_results++].count = 1;
}

static int count_use(struct surface *s, enum surface_kind kind, uint32_t nr,
		     const struct record *rec, const struct rm_call *call)
{
	struct surface_result r = result_of(rec, call);
	struct surface_use *u;
	int err = use_of(s, kind, nr, &u);

	if (err)
		return err;
	if (!u) {
		s->not_kept++;
		return 0;
	}
	if (!u->calls++) {
		u->first = rec->call.enter;
		u->seq = s->calls;
	}
	u->failed += rec->call.flags & RMS_CALL_DIED || rm_call_failed(call);
	count_result(u, &r);
	return 0;
}

static enum surface_kind kind_of(unsigned int dev)
{
	switch (dev) {
	case RMS_DEV_CTL:
	case RMS_DEV_GPU:
		return SURFACE_FRONTEND;
	case RMS_DEV_UVM:
	case RMS_DEV_UVM_TOOLS:
		return SURFACE_UVM;
	case RMS_DEV_MODESET:
		return SURFACE_MODESET;
	default:
		return SURFACE_OTHER;
	}
}

int surface_add(struct surface *s, const struct record *rec,
		const struct rm_version *v)
{
	struct rm_call_in in = call_in_of(rec);
	struct rm_call call;
	int err;

	if (rm_call_decode(v, &in, &call))
		return 0;
	s->calls++;
	err = count_use(s, kind_of(rec->call.dev), rec->call.nr, rec, &call);
	/* a mediator meets the wrapping, too */
	if (!err && rec->call.flags & RMS_CALL_XFER)
		err = count_use(s, SURFACE_FRONTEND, RM_ESC_XFER_CMD, rec, &call);
	if (!err && rm_call_has(&call, RM_ROLE_CMD))
		err = count_use(s, SURFACE_CONTROL,
				(uint32_t)call.role[RM_ROLE_CMD], rec, &call);
	if (!err && rm_call_has(&call, RM_ROLE_CLASS))
		err = count_use(s, SURFACE_CLASS,
				(uint32_t)call.role[RM_ROLE_CLASS], rec, &call);
	return err;
}

void surface_deinit(struct surface *s)
{
	tdestroy(s->tree, free);
	s->tree = NULL;
	s->n = 0;
}

/* ---- in order ---------------------------------------------------------------- */

struct gather {
	struct surface_use **uses;
	size_t n;
};

static void gather_one(const void *node, VISIT visit, void *arg)
{
	struct gather *g = arg;

	if (visit == postorder || visit == leaf)
		g->uses[g->n++] = *(struct surface_use *const *)node;
}

static int compare_first(const void *a, const void *b)
{
	const struct surface_use *x = *(struct surface_use *const *)a;
	const struct surface_use *y = *(struct surface_use *const *)b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

struct surface_use **surface_sorted(const struct surface *s)
{
	struct gather g = { .uses = calloc(s->n + 1, sizeof(*g.uses)) };

	if (!g.uses)
		return NULL;
	twalk_r(s->tree, gather_one, &g);
	qsort(g.uses, g.n, sizeof(*g.uses), compare_first);
	return g.uses;
}

/* ---- in words ---------------------------------------------------------------- */

const char *surface_kind_name(enum surface_kind kind)
{
	static const char *const names[SURFACE_KINDS] = {
		[SURFACE_FRONTEND] = "frontend",
		[SURFACE_CONTROL] = "control",
		[SURFACE_CLASS] = "class",
		[SURFACE_UVM] = "uvm",
		[SURFACE_MODESET] = "modeset",
		[SURFACE_OTHER] = "other",
	};

	return names[kind];
}

bool surface_name(const struct surface_use *u, const struct rm_version *v,
		  struct rm_out *out)
{
	static const enum rm_number numbers[] = {
		[SURFACE_FRONTEND] = RM_NUMBER_ESCAPE,
		[SURFACE_CONTROL] = RM_NUMBER_CONTROL,
		[SURFACE_CLASS] = RM_NUMBER_CLASS,
		[SURFACE_UVM] = RM_NUMBER_UVM,
	};

	if (u->kind <= SURFACE_UVM)
		return rm_number_describe(v, numbers[u->kind], u->nr, out);
	rm_out_str(out, u->kind == SURFACE_MODESET ? "modeset ioctl " : "ioctl ");
	rm_out_hex(out, u->nr);
	return false;
}

/* bits of rm_control.flags, by tables/rmctrl_flags.tsv */
#define FLAG_PRIVILEGED		0x4
#define FLAG_NON_PRIVILEGED	0x8
#define FLAG_INTERNAL		0x80

const char *surface_needs(const struct surface_use *u, const struct rm_version *v)
{
	const struct rm_control *ctl;

	if (u->kind != SURFACE_CONTROL)
		return NULL;
	ctl = rm_control(v, u->nr);
	if (!ctl || !(ctl->known & RM_CONTROL_FLAGS))
		return NULL;
	if (ctl->flags & FLAG_INTERNAL)
		return "internal";
	if (ctl->flags & FLAG_PRIVILEGED)
		return "privileged";
	/* neither: the driver refuses all but the kernel's own clients */
	return ctl->flags & FLAG_NON_PRIVILEGED ? "any" : "kernel";
}

void surface_result_name(const struct surface_result *r, struct rm_out *out)
{
	if (r->what == RESULT_STATUS)
		rm_format_status(out, (uint32_t)r->value);
	else if (r->what == RESULT_NONE)
		rm_out_str(out, "no return");
	else if (r->value < 0)
		words_errno(out, r->value);
	else
		rm_out_sdec(out, r->value);
}
