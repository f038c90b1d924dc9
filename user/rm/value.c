// SPDX-License-Identifier: GPL-2.0
/* Values as text. */
#include <stdio.h>
#include <string.h>

#include "tables.h"

#define SMALL		65536	/* numbers below are told in decimal */
#define ARRAY_SHOWN	16	/* elements told of an array */

static void format_uuid(struct rm_out *out, const uint8_t *b)
{
	static const uint8_t dash[] = { 4, 6, 8, 10 };
	unsigned int next = 0;

	for (unsigned int i = 0; i < 16; i++) {
		if (next < sizeof(dash) && i == dash[next]) {
			rm_out_char(out, '-');
			next++;
		}
		rm_out_hex_pad(out, b[i], 2);
	}
}

static void format_float(struct rm_out *out, uint64_t value)
{
	uint32_t bits = (uint32_t)value;
	char text[32];
	float f;

	memcpy(&f, &bits, sizeof(f));
	snprintf(text, sizeof(text), "%.9g", (double)f);
	rm_out_str(out, text);
}

void rm_format_status(struct rm_out *out, uint32_t status)
{
	const char *name = rm_status_name(status);

	if (name)
		rm_out_str(out, name);
	else
		rm_out_hex(out, status);
}

void rm_format_scalar(struct rm_out *out, uint8_t kind, uint32_t size, uint64_t value)
{
	unsigned int shift = size && size < 8 ? 64 - 8 * size : 0;

	switch (kind) {
	case RM_TYPE_HANDLE:
		rm_out_hex_pad(out, value, 8);
		break;
	case RM_TYPE_SINT:
	case RM_TYPE_FD:
		rm_out_sdec(out, (int64_t)(value << shift) >> shift);
		break;
	case RM_TYPE_BOOL:
		rm_out_dec(out, value);
		break;
	case RM_TYPE_STATUS:
		rm_format_status(out, (uint32_t)value);
		break;
	case RM_TYPE_FLOAT:
		format_float(out, value);
		break;
	case RM_TYPE_UINT:
		if (value < SMALL)
			rm_out_dec(out, value);
		else
			rm_out_hex(out, value);
		break;
	default:
		rm_out_hex(out, value);
	}
}

static void format_element(struct rm_out *out, const struct rm_field *f,
			   const uint8_t *bytes)
{
	uint64_t value = rm_load(bytes, f->size);
	const char *name = rm_field_enum(f, value);

	if (name)
		rm_out_str(out, name);
	else if (f->kind == RM_TYPE_UUID)
		format_uuid(out, bytes);
	else if (f->kind == RM_TYPE_OPAQUE || f->kind == RM_TYPE_STRUCT ||
		 f->kind == RM_TYPE_UNION)
		rm_out_bytes(out, bytes, f->size);
	else
		rm_format_scalar(out, f->kind, f->size, value);
}

/* elements worth showing: the rest is zeroes up to the end */
static uint32_t used_elements(const struct rm_field *f, uint32_t n)
{
	size_t bytes = (size_t)n * f->size;

	while (bytes && !f->bytes[bytes - 1])
		bytes--;
	return (uint32_t)((bytes + f->size - 1) / f->size);
}

static void format_array(struct rm_out *out, const struct rm_field *f, uint32_t n)
{
	uint32_t valid = f->count - f->unused, used, i;

	if (n > valid)
		n = valid;
	used = used_elements(f, n);
	rm_out_char(out, '[');
	for (i = 0; i < used && i < ARRAY_SHOWN; i++) {
		if (i)
			rm_out_char(out, ',');
		format_element(out, f, f->bytes + (size_t)i * f->size);
	}
	if (i < used)
		rm_out_str(out, ",...");
	else if (used < n)
		rm_out_str(out, used ? ",0..." : "0...");
	rm_out_char(out, ']');
	rm_out_char(out, 'x');
	if (f->unused) {
		rm_out_dec(out, valid);
		rm_out_char(out, '/');
	}
	rm_out_dec(out, f->count);
}

void rm_format_value(struct rm_out *out, const struct rm_field *f)
{
	uint32_t n = f->size ? f->avail / f->size : 0;

	if (!n)
		rm_out_char(out, '?');
	else if (f->kind == RM_TYPE_CHAR && f->is_array)
		rm_out_quoted(out, f->bytes, f->avail);
	else if (f->is_array)
		format_array(out, f, n);
	else
		format_element(out, f, f->bytes);
}
