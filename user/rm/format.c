// SPDX-License-Identifier: GPL-2.0
/* A call's fields as one line of text, in three depths. */
#include <string.h>

#include "decode.h"

#define ABBREV_FIELDS	12	/* fields told where no roles say which */
#define ABBREV_BYTES	64	/* bytes told of what has no layout */

/* the bytes of one struct before and after the call, and where text goes */
struct pair {
	struct rm_out *out;
	const uint8_t *before;
	const uint8_t *after;
	size_t before_len;
	size_t after_len;
	uint32_t skip;		/* offset of a field left out when abbreviated */
	uint32_t status;	/* offset of the status; RM_NO_OFFSET: none */
	uint32_t told;
	const struct rm_call *call;
	const char *prefix;
	bool abbrev;
	bool first;
	bool in_params;
};

static void field_start(struct pair *p, const char *name)
{
	if (!p->first)
		rm_out_char(p->out, ' ');
	p->first = false;
	rm_out_str(p->out, p->prefix);
	rm_out_str(p->out, name);
	rm_out_char(p->out, '=');
}

/* takes back what was appended since , as if nothing had been */
static void out_back(struct rm_out *out, size_t len)
{
	if (out->cut)
		return;
	out->len = len;
	out->buf[len] = '\0';
}

/* "(subdevice)" behind a handle that is known */
static void handle_name(struct rm_out *out, const struct rm_call *call,
			uint64_t client, uint64_t handle)
{
	const struct rm_names *n = call->in->names;
	size_t len = out->len;

	if (!n || !handle)
		return;
	rm_out_char(out, '(');
	if (n->handle(n->ctx, (uint32_t)client, (uint32_t)handle, out))
		rm_out_char(out, ')');
	else
		out_back(out, len);
}

/* "(nvidia0)" behind a descriptor that is known */
static void fd_name(struct rm_out *out, const struct rm_call *call, int32_t fd)
{
	const struct rm_names *n = call->in->names;
	size_t len = out->len;

	if (!n || fd < 0)
		return;
	rm_out_char(out, '(');
	if (n->fd(n->ctx, fd, out))
		rm_out_char(out, ')');
	else
		out_back(out, len);
}

static void field_value(const struct pair *p, const struct rm_field *f)
{
	if (f->offset == p->status && f->avail >= f->size)
		rm_format_status(p->out, (uint32_t)f->value);
	else
		rm_format_value(p->out, f);
	if (f->kind == RM_TYPE_FD && !f->truncated)
		fd_name(p->out, p->call, (int32_t)f->value);
	/* handles of other clients are rare enough; those of a client itself
	 * say so by their field */
	if (f->kind == RM_TYPE_HANDLE && !f->is_array && !f->truncated &&
	    f->value != p->call->role[RM_ROLE_CLIENT])
		handle_name(p->out, p->call, p->call->role[RM_ROLE_CLIENT],
			    f->value);
}

/* the same field in the bytes from before the call */
static void field_old(const struct pair *p, const struct rm_field *f)
{
	struct rm_field old = *f;

	old.bytes = p->before + f->offset;
	old.value = rm_load(old.bytes, f->size);
	field_value(p, &old);
}

/* "=0x7ffe...:[...]": what the pointer points to */
static void field_target(const struct pair *p, const struct rm_field *f)
{
	struct rm_target t;

	if (!p->call || !rm_target_find(p->call->in, f->offset, &t))
		return;
	rm_out_char(p->out, ':');
	rm_format_target(p->out, p->call, &t);
}

static void field_tell(struct pair *p, const struct rm_field *f)
{
	field_start(p, f->path);
	if (p->before && p->after &&
	    rm_field_changed(f, p->before, p->before_len, p->after,
			     p->after_len)) {
		field_old(p, f);
		rm_out_str(p->out, "\u2192");
	}
	field_value(p, f);
	if (p->in_params && f->kind == RM_TYPE_POINTER)
		field_target(p, f);
}

static int on_field(const struct rm_field *f, void *ctx)
{
	struct pair *p = ctx;
	bool string = f->kind == RM_TYPE_CHAR;

	if (p->out->cut)
		return 1;
	if (f->off)
		return 0;
	if (!p->abbrev) {
		field_tell(p, f);
		return 0;
	}
	if (f->offset == p->skip || f->in_union || !f->avail ||
	    (f->is_array && !string))
		return 0;
	if (p->told++ == ABBREV_FIELDS) {
		rm_out_str(p->out, " ...");
		return 1;
	}
	field_tell(p, f);
	return 0;
}

static void pair_walk(struct pair *p, const struct rm_version *v,
		      const struct rm_layout *l)
{
	if (p->after_len)
		rm_walk(v, l, p->after, p->after_len, on_field, p);
	else
		rm_walk(v, l, p->before, p->before_len, on_field, p);
}

/* what stands behind the layout's end */
static void pair_rest(struct pair *p, uint32_t size)
{
	const uint8_t *bytes = p->after_len ? p->after : p->before;
	size_t len = p->after_len ? p->after_len : p->before_len;

	if (len <= size)
		return;
	field_start(p, "rest");
	rm_out_bytes(p->out, bytes + size, len - size);
}

static void hex(const struct pair *p, const uint8_t *bytes, size_t len)
{
	bool cut = p->abbrev && len > ABBREV_BYTES;

	rm_out_bytes(p->out, bytes, cut ? ABBREV_BYTES : len);
	if (cut)
		rm_out_str(p->out, "...");
}

static void pair_raw(struct pair *p, const char *name)
{
	bool both = p->before_len && p->after_len &&
		    (p->before_len != p->after_len ||
		     memcmp(p->before, p->after, p->before_len));

	if (!p->before_len && !p->after_len)
		return;
	field_start(p, name);
	if (p->before_len && (both || !p->after_len))
		hex(p, p->before, p->before_len);
	if (both)
		rm_out_str(p->out, "\u2192");
	if (p->after_len)
		hex(p, p->after, p->after_len);
}

static uint32_t status_offset(const struct rm_layout *l)
{
	for (uint8_t i = 0; i < l->nroles; i++)
		if (rm_roles[l->roles + i].role == RM_ROLE_STATUS)
			return rm_roles[l->roles + i].offset;
	return RM_NO_OFFSET;
}

static struct pair pair_of_arg(const struct rm_call *call, struct rm_out *out)
{
	const struct rm_call_in *in = call->in;
	uint32_t status = call->arg ? status_offset(call->arg) : RM_NO_OFFSET;

	return (struct pair){
		.call = call,
		.out = out,
		.before = in->arg_before,
		.before_len = in->arg_before_len,
		.after = in->returned ? in->arg_after : NULL,
		.after_len = in->returned ? in->arg_after_len : 0,
		.skip = status,
		.status = status,
		.first = true,
	};
}

static struct pair pair_of_params(const struct rm_call *call, struct rm_out *out)
{
	const struct rm_call_in *in = call->in;

	return (struct pair){
		.call = call,
		.out = out,
		.before = in->params_before,
		.before_len = in->params_before_len,
		.after = in->returned ? in->params_after : NULL,
		.after_len = in->returned ? in->params_after_len : 0,
		.skip = RM_NO_OFFSET,
		.status = RM_NO_OFFSET,
		.first = true,
		.in_params = true,
	};
}

/* ---- the telling fields, by their roles */

static void role_value(struct rm_out *out, const struct rm_role_at *r,
		       uint64_t value)
{
	switch (r->role) {
	case RM_ROLE_CMD:
		rm_out_mem(out, "0x", 2);
		rm_out_hex_pad(out, value, 8);
		break;
	case RM_ROLE_CLASS:
		rm_out_mem(out, "0x", 2);
		rm_out_hex_pad(out, value, value > 0xffff ? 8 : 4);
		break;
	case RM_ROLE_PARAMS_SIZE:
		rm_out_dec(out, value);
		break;
	case RM_ROLE_FLAGS:
	case RM_ROLE_ADDRESS:
	case RM_ROLE_OFFSET:
	case RM_ROLE_LENGTH:
		rm_out_hex(out, value);
		break;
	case RM_ROLE_FD:
		rm_out_sdec(out, (int32_t)value);
		break;
	default:
		rm_format_scalar(out, rm_types[r->type].kind, r->size, value);
	}
}

static void role_name(struct rm_out *out, const struct rm_call *call,
		      const struct rm_role_at *r)
{
	enum rm_role client = r->role == RM_ROLE_SRC_OBJECT ?
			      RM_ROLE_SRC_CLIENT : RM_ROLE_CLIENT;

	if (r->role == RM_ROLE_FD)
		fd_name(out, call, (int32_t)call->role[r->role]);
	else if (rm_types[r->type].kind == RM_TYPE_HANDLE &&
		 r->role != RM_ROLE_CLIENT && r->role != RM_ROLE_SRC_CLIENT)
		handle_name(out, call, call->role[client], call->role[r->role]);
}

static bool role_tells(const struct rm_call *call, const struct rm_role_at *r)
{
	if (!rm_call_has(call, r->role) || r->role == RM_ROLE_STATUS ||
	    r->role == RM_ROLE_PARAMS)
		return false;
	return call->role[r->role] ||
	       (r->role != RM_ROLE_FLAGS && r->role != RM_ROLE_OFFSET);
}

static void format_roles(struct pair *p, const struct rm_call *call)
{
	for (uint8_t i = 0; i < call->arg->nroles; i++) {
		const struct rm_role_at *r = &rm_roles[call->arg->roles + i];

		if (!role_tells(call, r))
			continue;
		field_start(p, rm_str(r->name));
		role_value(p->out, r, call->role[r->role]);
		role_name(p->out, call, r);
	}
}

/* the roles say it all for RM's own calls; elsewhere they are a part */
static bool roles_suffice(const struct rm_call *call)
{
	return call->kind != RM_KIND_UVM &&
	       call->has & ~(1u << RM_ROLE_STATUS);
}

/* ---- arrays of structs as the argument */

static bool all_zero(const uint8_t *bytes, size_t len)
{
	while (len && !bytes[len - 1])
		len--;
	return !len;
}

static void shift(const uint8_t **bytes, size_t *len, size_t size)
{
	if (size > *len)
		size = *len;
	if (!size)
		return;
	*bytes += size;
	*len -= size;
}

static void pair_shift(struct pair *p, size_t size)
{
	shift(&p->before, &p->before_len, size);
	shift(&p->after, &p->after_len, size);
}

/* the elements that hold anything */
static void format_elements(struct pair *p, const struct rm_call *call)
{
	uint32_t size = call->arg->size;
	char prefix[16];
	struct rm_out text;

	for (uint32_t i = 0; i < call->arg_count; i++, pair_shift(p, size)) {
		const uint8_t *bytes = p->after_len ? p->after : p->before;
		size_t len = p->after_len ? p->after_len : p->before_len;

		if (!len || p->out->cut)
			break;
		if (all_zero(bytes, len < size ? len : size))
			continue;
		rm_out_init(&text, prefix, sizeof(prefix));
		rm_out_char(&text, '[');
		rm_out_dec(&text, i);
		rm_out_mem(&text, "].", 2);
		p->prefix = prefix;
		p->told = 0;
		pair_walk(p, call->v, call->arg);
	}
	p->prefix = NULL;
}

/* ---- the whole */

static void format_params(const struct rm_call *call, enum rm_format format,
			  struct pair *p)
{
	p->abbrev = format == RM_FORMAT_ABBREV;
	if (format == RM_FORMAT_RAW || !call->params) {
		pair_raw(p, "params");
		return;
	}
	pair_walk(p, call->v, call->params);
	if (!p->abbrev)
		pair_rest(p, call->params->size);
}

void rm_format_params(const struct rm_call *call, enum rm_format format,
		      struct rm_out *out)
{
	struct pair p = pair_of_params(call, out);

	format_params(call, format, &p);
}

static void format_arg(const struct rm_call *call, enum rm_format format,
		       struct pair *p)
{
	p->abbrev = format == RM_FORMAT_ABBREV;
	if (format == RM_FORMAT_RAW || !call->arg)
		pair_raw(p, "arg");
	else if (call->escape && call->escape->is_array)
		format_elements(p, call);
	else if (p->abbrev && roles_suffice(call))
		format_roles(p, call);
	else
		pair_walk(p, call->v, call->arg);
	if (format == RM_FORMAT_VERBOSE && call->arg && call->arg_count == 1)
		pair_rest(p, call->arg->size);
}

void rm_format_args(const struct rm_call *call, enum rm_format format,
		    struct rm_out *out)
{
	struct pair arg = pair_of_arg(call, out);
	struct pair params = pair_of_params(call, out);

	format_arg(call, format, &arg);
	if (format == RM_FORMAT_ABBREV ||
	    (!params.before_len && !params.after_len))
		return;
	params.first = arg.first;
	if (format == RM_FORMAT_VERBOSE && call->params)
		params.prefix = "params.";
	format_params(call, format, &params);
}

static void names_of_device(const struct rm_call *call, struct rm_out *out)
{
	switch (call->in->dev) {
	case RMS_DEV_CTL:
	case RMS_DEV_GPU:
		rm_number_describe(call->v, RM_NUMBER_ESCAPE, call->in->nr, out);
		return;
	case RMS_DEV_UVM:
	case RMS_DEV_UVM_TOOLS:
		rm_number_describe(call->v, RM_NUMBER_UVM, call->in->nr, out);
		return;
	}
	rm_out_str(out, "ioctl ");
	rm_out_hex(out, call->in->nr);
}

void rm_call_names(const struct rm_call *call, struct rm_out *out)
{
	enum rm_number what = RM_NUMBER_CLASS;
	uint32_t nr = (uint32_t)call->role[RM_ROLE_CLASS];

	if (call->name)
		rm_out_str(out, call->name);
	else
		names_of_device(call, out);
	if (rm_call_has(call, RM_ROLE_CMD)) {
		what = RM_NUMBER_CONTROL;
		nr = (uint32_t)call->role[RM_ROLE_CMD];
	} else if (!rm_call_has(call, RM_ROLE_CLASS)) {
		return;
	}
	rm_out_char(out, ' ');
	if (call->what)
		rm_out_str(out, call->what);
	else
		rm_number_describe(call->v, what, nr, out);
}
