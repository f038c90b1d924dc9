// SPDX-License-Identifier: GPL-2.0
/* What a driver call is, as JSON. */
#include <stdlib.h>
#include <string.h>

#include "callline.h"
#include "json.h"

/* the two states of a block, and which fields to write */
struct side {
	struct json_out *j;
	struct bytes before;
	struct bytes after;
	bool changed_only;	/* fields that the driver changed */
};

static void put_value(struct json_out *j, const struct rm_field *f)
{
	char buf[4096];
	struct rm_out out;
	bool whole = !f->is_array && !f->truncated && !f->enum_name;

	if (whole && f->kind == RM_TYPE_UINT) {
		json_unsigned(j, f->path, f->value);
		return;
	}
	if (whole && (f->kind == RM_TYPE_SINT || f->kind == RM_TYPE_FD)) {
		json_num(j, f->path, f->svalue);
		return;
	}
	rm_out_init(&out, buf, sizeof(buf));
	rm_format_value(&out, f);
	if (out.cut)
		rm_out_str(&out, "...");
	json_text(j, f->path, buf, out.len);
}

static int put_field(const struct rm_field *f, void *ctx)
{
	struct side *s = ctx;

	if (f->off)
		return 0;
	if (s->changed_only && !rm_field_changed(f, s->before.data, s->before.len,
						 s->after.data, s->after.len))
		return 0;
	put_value(s->j, f);
	return 0;
}

static void put_fields(struct side *s, const char *key,
		       const struct rm_version *v,
		       const struct rm_layout *layout, struct bytes b)
{
	if (!layout || !b.len)
		return;
	json_object_begin(s->j, key);
	rm_walk(v, layout, b.data, b.len, put_field, s);
	json_object_end(s->j);
}

/* "args": as they are after the call; "args_before": what they were, where the
 * driver changed them */
static void put_block(struct json_out *j, const char *key,
		      const char *key_before, const struct rm_version *v,
		      const struct rm_layout *layout, struct bytes before,
		      struct bytes after)
{
	struct side s = { .j = j, .before = before, .after = after };

	put_fields(&s, key, v, layout, after.len ? after : before);
	if (!before.len || !after.len)
		return;
	if (before.len == after.len &&
	    !memcmp(before.data, after.data, before.len))
		return;
	s.changed_only = true;
	put_fields(&s, key_before, v, layout, before);
}

/* element @i of an argument that is an array of structs */
static struct bytes element(struct bytes b, const struct rm_layout *layout,
			    uint32_t i)
{
	if (!bytes_skip(&b, (size_t)i * layout->size))
		return bytes_of(NULL, 0);
	return bytes_cut(b, layout->size);
}

static void put_args(struct json_out *j, const struct record *rec,
		     const struct rm_call *call)
{
	if (!call->arg)
		return;
	if (call->arg_count <= 1) {
		put_block(j, "args", "args_before", call->v, call->arg,
			  rec->arg_in, rec->arg_out);
		return;
	}
	json_array_begin(j, "args");
	for (uint32_t i = 0; i < call->arg_count; i++) {
		struct bytes in = element(rec->arg_in, call->arg, i);
		struct bytes out = element(rec->arg_out, call->arg, i);
		struct side s = { .j = j };

		put_fields(&s, NULL, call->v, call->arg, out.len ? out : in);
	}
	json_array_end(j);
}

static void put_roles(struct json_out *j, const struct rm_call *call)
{
	static const char *const keys[RM_ROLE_N] = {
		[RM_ROLE_CLIENT] = "client",
		[RM_ROLE_OBJECT] = "object",
		[RM_ROLE_PARENT] = "parent",
		[RM_ROLE_NEW] = "new",
		[RM_ROLE_SRC_CLIENT] = "src_client",
		[RM_ROLE_SRC_OBJECT] = "src_object",
		[RM_ROLE_DMA] = "dma",
		[RM_ROLE_CMD] = "cmd",
		[RM_ROLE_CLASS] = "class",
	};

	for (unsigned int i = 0; i < RM_ROLE_N; i++)
		if (keys[i] && rm_call_has(call, i))
			json_hex(j, keys[i], call->role[i]);
}

static void put_result(struct json_out *j, const struct callline *line)
{
	char buf[128];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	callline_result(line, &out);
	json_text(j, "result", buf, out.len);
	json_bool(j, "failed", callline_failed(line));
	if (!line->call.status_known)
		return;
	json_unsigned(j, "status", line->call.status);
	json_str(j, "status_name", rm_status_name(line->call.status));
}

static void put_notes(struct json_out *j, const struct rms_call *c)
{
	static const char *const names[] = {
		"xfer", "compat", "no_return", "died", "no_entry", "arg_in_bad",
		"arg_out_bad", "par_in_bad", "par_out_bad", "arg_cut", "par_cut",
		"size_guess", "late_status",
	};

	if (!c->flags)
		return;
	json_array_begin(j, "notes");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (c->flags & (1u << i))
			json_str(j, NULL, names[i]);
	json_array_end(j);
}

/* what pointers in the parameters point to: bytes, and as text */
static void put_targets(struct json_out *j, const struct rm_call *call)
{
	struct rm_target t;
	char buf[4096];
	struct rm_out out;
	uint32_t pos = 0;

	if (!call->in->targets_len)
		return;
	json_array_begin(j, "targets");
	while (rm_target_next(call->in, &pos, &t)) {
		json_object_begin(j, NULL);
		json_unsigned(j, "offset", t.offset);
		json_hex(j, "addr", t.addr);
		json_unsigned(j, "size", t.size);
		json_bytes(j, "bytes", bytes_of(t.bytes, t.len));
		rm_out_init(&out, buf, sizeof(buf));
		rm_format_target(&out, call, &t);
		json_text(j, "text", buf, out.len);
		json_object_end(j);
	}
	json_array_end(j);
}

void json_call(struct json_out *j, const struct record *rec,
	       const struct rm_version *v, struct unknowns *unknowns)
{
	struct callline line;
	char buf[256];
	struct rm_out out;

	json_str(j, "device", record_dev_name(rec->call.dev));
	if (rec->h.time >= rec->call.enter)
		json_unsigned(j, "duration", rec->h.time - rec->call.enter);
	put_notes(j, &rec->call);
	if (!callline_decode(&line, rec, v)) {
		if (unknowns && rec->h.kind == RMS_CALL)
			unknowns_add(unknowns, &line.call);
		json_str(j, "name", line.call.name);
		json_str(j, "what", line.call.what);
		rm_out_init(&out, buf, sizeof(buf));
		rm_call_names(&line.call, &out);
		json_text(j, "call", buf, out.len);
		put_roles(j, &line.call);
		put_result(j, &line);
		put_args(j, rec, &line.call);
		put_block(j, "params", "params_before", v, line.call.params,
			  rec->par_in, rec->par_out);
		put_targets(j, &line.call);
	}
	json_bytes(j, "arg_in", rec->arg_in);
	json_bytes(j, "arg_out", rec->arg_out);
	json_bytes(j, "par_in", rec->par_in);
	json_bytes(j, "par_out", rec->par_out);
}
