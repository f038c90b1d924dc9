// SPDX-License-Identifier: GPL-2.0
/* The fields of a parameter block, one a line or as JSON. */
#include <string.h>

#include "payload.h"
#include "view/json_out.h"

#define VALUE_MAX	4096	/* bytes of a field's text */

/* arguments have their status at the top, as a plain number */
static void put_value(struct rm_out *out, const struct rm_field *f)
{
	if (f->size == sizeof(uint32_t) && f->avail == f->size &&
	    !strcmp(f->path, "status"))
		rm_format_status(out, (uint32_t)f->value);
	else
		rm_format_value(out, f);
}

static int text_field(const struct rm_field *f, void *ctx)
{
	char buf[VALUE_MAX];
	FILE *file = ctx;
	struct rm_out out;

	if (f->off)
		return 0;
	fprintf(file, "  0x%04x %s = ", f->offset, f->path);
	rm_out_init(&out, buf, sizeof(buf));
	if (f->avail)
		put_value(&out, f);
	fprintf(file, "%s%s%s\n", buf, out.cut ? "..." : "",
		!f->avail ? "(not there)" : f->truncated ? " (cut)" : "");
	return 0;
}

/* what stands behind the layout's end */
static struct bytes rest_of(struct bytes b, const struct rm_layout *l)
{
	return bytes_skip(&b, l->size) ? b : bytes_of(NULL, 0);
}

void decode_payload_text(FILE *out, const struct rm_version *v,
			 const struct rm_layout *l, struct bytes b)
{
	struct bytes rest = rest_of(b, l);

	fprintf(out, "%s, %u bytes of %s", rm_str(l->name), l->size, v->name);
	if (b.len != l->size)
		fprintf(out, "; %zu are there", b.len);
	fprintf(out, "%s\n", rm_in_version(v, l->versions) ? "" :
		"; this version has no such struct: as the nearest one has it");
	rm_walk(v, l, b.data, b.len, text_field, out);
	if (!rest.len)
		return;
	fprintf(out, "  0x%04x (rest) = ", l->size);
	for (size_t i = 0; i < rest.len; i++)
		fprintf(out, "%02x", rest.data[i]);
	putc('\n', out);
}

static int json_field(const struct rm_field *f, void *ctx)
{
	struct json_out *j = ctx;
	char buf[VALUE_MAX];
	struct rm_out out;

	if (f->off)
		return 0;
	json_object_begin(j, NULL);
	json_str(j, "path", f->path);
	json_unsigned(j, "offset", f->offset);
	json_str(j, "type", f->type);
	if (f->truncated)
		json_bool(j, "cut", true);
	if (f->avail) {
		rm_out_init(&out, buf, sizeof(buf));
		put_value(&out, f);
		json_text(j, "value", buf, out.len);
	}
	json_object_end(j);
	return 0;
}

void decode_payload_json(struct json_out *j, const struct rm_version *v,
			 const struct rm_layout *l, struct bytes b, uint64_t line)
{
	json_line_begin(j);
	json_str(j, "kind", "payload");
	json_unsigned(j, "line", line);
	json_str(j, "struct", rm_str(l->name));
	json_unsigned(j, "struct_size", l->size);
	json_unsigned(j, "size", b.len);
	json_str(j, "driver", v->name);
	json_bool(j, "in_version", rm_in_version(v, l->versions));
	json_array_begin(j, "fields");
	rm_walk(v, l, b.data, b.len, json_field, j);
	json_array_end(j);
	json_bytes(j, "rest", rest_of(b, l));
	json_line_end(j);
}
