// SPDX-License-Identifier: GPL-2.0
/*
 * The walk over a payload: each leaf field is called back with its path and
 * value.  The payload comes from a traced program: nothing in it decides where
 * the walk goes, and no byte past its end is read.
 */
#include <string.h>

#include "tables.h"

struct walk {
	const struct rm_version *v;
	const uint8_t *bytes;
	size_t len;
	int (*fn)(const struct rm_field *field, void *ctx);
	void *ctx;
	bool off;		/* what follows means nothing in this payload */
	uint32_t made;		/* leaves called back */
	size_t path_len;
	char path[RM_PATH_MAX];
};

static int walk_members(struct walk *w, const struct rm_member *m, uint32_t n,
			uint64_t base, unsigned int depth, bool in_union);

uint64_t rm_load(const void *bytes, uint32_t size)
{
	uint64_t v = 0;

	if (size == 1 || size == 2 || size == 4 || size == 8)
		memcpy(&v, bytes, size);	/* little-endian, as x86-64 is */
	return v;
}

static int64_t sign_extend(uint64_t v, uint32_t size)
{
	unsigned int shift = 64 - 8 * size;

	return size && size < 8 ? (int64_t)(v << shift) >> shift : (int64_t)v;
}

/* append to the path; what does not fit is left out */
static void path_add(struct walk *w, const char *text, size_t len)
{
	size_t room = sizeof(w->path) - 1 - w->path_len;

	if (len > room)
		len = room;
	memcpy(w->path + w->path_len, text, len);
	w->path_len += len;
	w->path[w->path_len] = '\0';
}

static void path_cut(struct walk *w, size_t len)
{
	w->path_len = len;
	w->path[len] = '\0';
}

static void path_name(struct walk *w, const struct rm_member *m)
{
	const char *name = rm_str(m->name);

	if (w->path_len)
		path_add(w, ".", 1);
	path_add(w, name, strlen(name));
}

static void path_index(struct walk *w, uint32_t i)
{
	char text[16];
	struct rm_out out;

	rm_out_init(&out, text, sizeof(text));
	rm_out_char(&out, '[');
	rm_out_dec(&out, i);
	rm_out_char(&out, ']');
	path_add(w, out.buf, out.len);
}

static bool past_end(const struct walk *w, uint64_t at)
{
	return at >= w->len;
}

/* one callback: @size * @count bytes at @at */
static int leaf(struct walk *w, const struct rm_member *m, uint32_t size,
		uint32_t count, uint32_t unused, uint64_t at, unsigned int depth,
		bool in_union)
{
	const struct rm_type *type = &rm_types[m->type];
	uint64_t bytes = (uint64_t)size * count;
	struct rm_field f = {
		.path = w->path,
		.type = rm_str(type->name),
		.kind = type->kind,
		.depth = (uint8_t)depth,
		.in_union = in_union,
		.off = w->off,
		.unused = unused,
		.is_array = m->flags & RM_FIELD_ARRAY,
		.offset = (uint32_t)at,
		.size = size,
		.count = count,
		.type_ref = m->type,
		.v = w->v,
	};

	if (++w->made > RM_WALK_FIELDS)
		return -E2BIG;
	if (!past_end(w, at)) {
		f.bytes = w->bytes + at;
		f.avail = (uint32_t)(bytes < w->len - at ? bytes : w->len - at);
	}
	f.truncated = f.avail < bytes;
	if (size <= f.avail) {
		f.value = rm_load(f.bytes, size);
		f.svalue = sign_extend(f.value, size);
		f.enum_name = rm_field_enum(&f, f.value);
	}
	return w->fn(&f, w->ctx);
}

/* one element of a struct or union, named or not */
static int element(struct walk *w, const struct rm_member *m,
		   const struct rm_layout *in, uint64_t at, unsigned int depth,
		   bool in_union)
{
	if (in)
		return walk_members(w, rm_members + in->fields, in->nfields, at,
				    depth + 1, in_union || in->is_union);
	/* kids carry offsets from the layout's start, not from their parent's */
	return walk_members(w, m + 1, m->kids, at - m->offset, depth + 1,
			    in_union);
}

static int composite(struct walk *w, const struct rm_member *m, uint32_t valid,
		     uint64_t at, unsigned int depth, bool in_union)
{
	const struct rm_layout *in = rm_layout_of(w->v, rm_types[m->type].ref);
	uint32_t stride = in ? in->size : m->stride;
	size_t path_len = w->path_len;
	int err;

	in_union |= rm_types[m->type].kind == RM_TYPE_UNION;
	if (depth >= RM_WALK_DEPTH)
		return -ELOOP;
	for (uint32_t i = 0; i < m->count; i++, at += stride) {
		w->off |= i >= valid;
		if (m->flags & RM_FIELD_ARRAY)
			path_index(w, i);
		/* past the end element 0 still shows the names; the rest is
		 * one leaf */
		if (i && past_end(w, at))
			return leaf(w, m, stride, m->count - i, 0, at, depth,
				    in_union);
		err = element(w, m, in, at, depth, in_union);
		if (err)
			return err;
		path_cut(w, path_len);
	}
	return 0;
}

/* what other fields of the payload say of a member, as far as it holds them */
struct said {
	uint32_t valid;	/* elements that count */
	bool arm;	/* it is what its union holds */
	bool other_arm;	/* another member is */
};

static struct said said_of(const struct walk *w, const struct rm_member *m,
			   uint64_t base)
{
	const struct rm_link *l = &rm_links[m->link - 1];
	struct said s = { .valid = m->count };
	uint64_t value;

	for (;; l++) {
		if (base + l->offset + l->size <= w->len) {
			value = rm_load(w->bytes + base + l->offset, l->size);
			if (l->kind == RM_LINK_COUNT && value < s.valid)
				s.valid = (uint32_t)value;
			s.arm |= l->kind == RM_LINK_ARM && value == l->value;
			s.other_arm |= l->kind == RM_LINK_OTHER_ARM &&
				       value == l->value;
		}
		if (!l->more)
			return s;
	}
}

static int member(struct walk *w, const struct rm_member *m, uint64_t base,
		  unsigned int depth, bool in_union)
{
	const struct rm_type *type = &rm_types[m->type];
	struct said said = { .valid = m->count };
	bool off = w->off;
	int err;

	if (m->link)
		said = said_of(w, m, base);
	w->off |= said.other_arm;
	if (said.arm)
		in_union = false;
	else
		in_union |= m->flags & RM_FIELD_OVERLAPS;
	if (type->kind == RM_TYPE_STRUCT || type->kind == RM_TYPE_UNION)
		err = composite(w, m, said.valid, base + m->offset, depth,
				in_union);
	else
		err = leaf(w, m, type->size, m->count, m->count - said.valid,
			   base + m->offset, depth, in_union);
	w->off = off;
	return err;
}

static int walk_members(struct walk *w, const struct rm_member *m, uint32_t n,
			uint64_t base, unsigned int depth, bool in_union)
{
	size_t path_len = w->path_len;
	int err;

	for (uint32_t i = 0; i < n; i += 1u + m[i].kids) {
		path_name(w, &m[i]);
		err = member(w, &m[i], base, depth, in_union);
		if (err)
			return err;
		path_cut(w, path_len);
	}
	return 0;
}

int rm_walk(const struct rm_version *v, const struct rm_layout *layout,
	    const void *bytes, size_t len,
	    int (*fn)(const struct rm_field *field, void *ctx), void *ctx)
{
	struct walk w = {
		.v = v,
		.bytes = bytes,
		.len = bytes ? len : 0,
		.fn = fn,
		.ctx = ctx,
	};

	return walk_members(&w, rm_members + layout->fields, layout->nfields, 0,
			    0, layout->is_union);
}

bool rm_field_element(const struct rm_field *f, uint32_t i, uint64_t *ret)
{
	if (i >= f->count || !f->size || (f->avail / f->size) <= i)
		return false;
	*ret = rm_load(f->bytes + (size_t)i * f->size, f->size);
	return true;
}

const char *rm_field_enum(const struct rm_field *f, uint64_t value)
{
	switch (f->kind) {
	case RM_TYPE_ENUM:
		return rm_enum_ref_name(f->v, rm_types[f->type_ref].ref, value);
	case RM_TYPE_STATUS:
		return rm_status_name((uint32_t)value);
	case RM_TYPE_BOOL:
		return value > 1 ? NULL : value ? "true" : "false";
	default:
		return NULL;
	}
}

bool rm_field_changed(const struct rm_field *f, const void *before,
		      size_t before_len, const void *after, size_t after_len)
{
	uint64_t bytes = (uint64_t)f->size * f->count;

	if (f->offset > before_len || bytes > before_len - f->offset ||
	    f->offset > after_len || bytes > after_len - f->offset)
		return false;
	return memcmp((const char *)before + f->offset,
		      (const char *)after + f->offset, bytes);
}
