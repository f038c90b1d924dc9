// SPDX-License-Identifier: GPL-2.0
/* The view: counts while records come, shows at the end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "surface.h"

struct surface_view {
	struct view view;
	struct surface_opts opts;
	struct view_style style;
	struct surface s;
	struct rm_version v;
	char driver[64];
};

static struct surface_view *view_of(struct view *v)
{
	return (struct surface_view *)v;
}

static int surface_begin(struct view *v, const char *meta)
{
	(void)v;
	(void)meta;
	return 0;
}

static int surface_record(struct view *v, const struct record *rec,
			  const struct model *model)
{
	struct surface_view *sv = view_of(v);

	if (!sv->s.started && rec->h.pid) {
		sv->s.start = rec->h.time;
		sv->s.started = true;
	}
	if (!rec->known || (rec->h.kind != RMS_CALL && rec->h.kind != RMS_INFLIGHT))
		return 0;
	/* a call in flight is told again and again, and may return yet */
	if (rec->h.kind == RMS_INFLIGHT)
		return 0;
	sv->v = *model_version(model);
	snprintf(sv->driver, sizeof(sv->driver), "%s",
		 model_driver(model) ? model_driver(model) : "");
	return surface_add(&sv->s, rec, &sv->v);
}

/* missing ones first, each part in its order */
static size_t missing_first(struct surface_page *p)
{
	struct surface_use **sorted = calloc(p->s->n + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return SIZE_MAX;
	for (size_t i = 0; i < p->s->n; i++) {
		struct surface_use *u = p->uses[i];

		u->listed = allowlist_has(p->list, u->kind, u->nr);
		if (!u->listed)
			sorted[n++] = u;
	}
	p->missing = n;
	for (size_t i = 0; i < p->s->n; i++)
		if (p->uses[i]->listed)
			sorted[n++] = p->uses[i];
	free(p->uses);
	p->uses = sorted;
	return p->missing;
}

static int surface_end(struct view *v, const struct totals *totals)
{
	static int (*const forms[])(const struct surface_page *p) = {
		[SURFACE_TEXT] = surface_put_text,
		[SURFACE_JSON] = surface_put_json,
		[SURFACE_LIST] = surface_put_list,
	};
	struct surface_view *sv = view_of(v);
	struct surface_page p = {
		.s = &sv->s,
		.uses = surface_sorted(&sv->s),
		.list = sv->opts.list,
		.v = &sv->v,
		.driver = sv->driver[0] ? sv->driver : NULL,
		.out = sv->opts.out,
		.color = sv->style.color,
		.failed_only = sv->style.failed_only,
		.verbose = sv->style.verbose,
	};
	int err = -ENOMEM;

	(void)totals;
	if (p.uses && (!p.list || missing_first(&p) != SIZE_MAX)) {
		*sv->opts.ret_missing = p.missing;
		err = forms[sv->opts.form](&p);
	}
	free(p.uses);
	return err;
}

static void surface_free(struct view *v)
{
	surface_deinit(&view_of(v)->s);
	free(v);
}

static const struct view_ops surface_ops = {
	.begin = surface_begin,
	.record = surface_record,
	.end = surface_end,
	.free = surface_free,
};

int surface_view_new(const struct surface_opts *opts, struct view **ret_view)
{
	struct surface_view *sv = calloc(1, sizeof(*sv));

	if (!sv)
		return -ENOMEM;
	sv->view.ops = &surface_ops;
	sv->opts = *opts;
	sv->style = *opts->style;
	rm_version_find(NULL, &sv->v);
	*ret_view = &sv->view;
	return 0;
}
