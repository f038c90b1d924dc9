// SPDX-License-Identifier: GPL-2.0
/* What was used as JSON: a line a number. */
#include <errno.h>

#include "surface.h"
#include "view/json.h"
#include "view/json_out.h"
#include "view/sink.h"

static void put_results(struct json_out *j, const struct surface_use *u)
{
	char name[64];
	struct rm_out out;

	json_object_begin(j, "results");
	for (unsigned int i = 0; i < u->n_results; i++) {
		rm_out_init(&out, name, sizeof(name));
		surface_result_name(&u->results[i], &out);
		json_unsigned(j, name, u->results[i].count);
	}
	json_object_end(j);
}

static void put_flags(struct json_out *j, const struct surface_use *u,
		      const struct rm_version *v)
{
	const struct rm_control *ctl = rm_control(v, u->nr);

	if (u->kind != SURFACE_CONTROL || !ctl || !(ctl->known & RM_CONTROL_FLAGS))
		return;
	json_str(j, "needs", surface_needs(u, v));
	json_hex(j, "access", ctl->access);
	json_array_begin(j, "flags");
	for (uint32_t bit = 1; bit; bit <<= 1)
		if (ctl->flags & bit)
			json_str(j, NULL, rm_rmctrl_flag(bit));
	json_array_end(j);
}

static void put_use(struct json_out *j, const struct surface_page *p,
		    const struct surface_use *u)
{
	char name[256];
	struct rm_out out;
	bool known;

	rm_out_init(&out, name, sizeof(name));
	known = surface_name(u, p->v, &out);
	json_line_begin(j);
	json_str(j, "kind", "use");
	json_str(j, "of", surface_kind_name(u->kind));
	json_hex(j, "number", u->nr);
	json_str(j, "name", known ? name : NULL);
	if (!known)
		json_str(j, "words", name);
	if (p->list)
		json_bool(j, "listed", u->listed);
	json_unsigned(j, "calls", u->calls);
	json_unsigned(j, "failed", u->failed);
	json_unsigned(j, "first_seq", u->seq);
	json_unsigned(j, "first_time", u->first);
	put_results(j, u);
	put_flags(j, u, p->v);
	json_line_end(j);
}

static void put_header(struct json_out *j, const struct surface_page *p)
{
	json_line_begin(j);
	json_num(j, "schema", JSON_SCHEMA);
	json_str(j, "kind", "header");
	json_str(j, "driver", p->driver);
	json_line_end(j);
}

static void put_end(struct json_out *j, const struct surface_page *p)
{
	json_line_begin(j);
	json_str(j, "kind", "end");
	json_unsigned(j, "calls", p->s->calls);
	json_unsigned(j, "numbers", p->s->n);
	json_unsigned(j, "not_kept", p->s->not_kept);
	if (p->list)
		json_unsigned(j, "missing", p->missing);
	json_line_end(j);
}

int surface_put_json(const struct surface_page *p)
{
	struct json_out *j;
	int err = json_out_new(p->out, &j);

	if (err)
		return err;
	put_header(j, p);
	for (size_t i = 0; i < p->s->n; i++)
		if (!p->failed_only || p->uses[i]->failed)
			put_use(j, p, p->uses[i]);
	put_end(j, p);
	json_out_free(j);
	return sink_error(p->out);
}
