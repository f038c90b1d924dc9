/* SPDX-License-Identifier: GPL-2.0 */
/* Layouts of structs, and the walk over the fields of a payload. */
#ifndef RM_LAYOUT_H
#define RM_LAYOUT_H

#include <stddef.h>

#include "out.h"
#include "version.h"

enum rm_type_kind {
	RM_TYPE_OPAQUE = 0,	/* bytes of no known meaning */
	RM_TYPE_UINT = 1,
	RM_TYPE_SINT = 2,
	RM_TYPE_BOOL = 3,
	RM_TYPE_HANDLE = 4,
	RM_TYPE_POINTER = 5,
	RM_TYPE_STATUS = 6,	/* an NV_STATUS */
	RM_TYPE_CHAR = 7,	/* an array of it: a string */
	RM_TYPE_FLOAT = 8,
	RM_TYPE_UUID = 9,	/* 16 bytes */
	RM_TYPE_ENUM = 10,
	RM_TYPE_STRUCT = 11,	/* never in a leaf, but for what was cut */
	RM_TYPE_UNION = 12,
	RM_TYPE_HEX = 13,	/* an unsigned number that people read in hex */
	RM_TYPE_FD = 14,	/* a file descriptor */
};

/** struct rm_layout - what one struct is in some versions
 * @name: string
 * @size: bytes
 * @fields: index of its first field; opaque to callers
 * @nfields: number of fields, members of anonymous structs included
 * @roles: index of its first role; opaque to callers
 * @nroles: roles, see enum rm_role
 * @is_union: it is a union
 * @versions: for rm_in_version()
 */
struct rm_layout {
	uint32_t name;
	uint32_t size;
	uint32_t fields;
	uint32_t roles;
	uint16_t nfields;
	uint8_t nroles;
	uint8_t is_union;
	uint16_t versions;
	uint16_t pad;
};

/** rm_struct() - a struct's layout in @v, else in the nearest version that has
 *  the struct; NULL: no version has it */
const struct rm_layout *rm_struct(const struct rm_version *v, const char *name);

/** rm_struct_sized() - the same, among layouts of exactly @size bytes */
const struct rm_layout *rm_struct_sized(const struct rm_version *v,
					const char *name, uint32_t size);

/** rm_layout_count(), rm_layout_at() - all distinct layouts, by struct name */
unsigned int rm_layout_count(void);
const struct rm_layout *rm_layout_at(unsigned int index);

/**
 * struct rm_field - one leaf of a payload, as rm_walk() calls it back
 * @path: "data.rmObject.hDevice", "objects[3].type"; valid during the call only
 * @type: the type's name as declared, "NvHandle", or as meanings.tsv has it
 * @kind: enum rm_type_kind of one element
 * @depth: nesting, 0 for members of the layout itself
 * @in_union: it shares its bytes with other fields called back,
 *	and no field says which of them is meant
 * @off: it means nothing in this payload: its union holds another member, or it is
 *	behind the end that its array's count field tells
 * @unused: elements behind that end; shown are the ones before
 * @truncated: the payload ends before the field does
 * @offset: bytes from the payload's start
 * @size: bytes of one element
 * @count: elements, 1 for a scalar
 * @is_array: declared as an array (also of one element)
 * @avail: bytes of the field that the payload holds, <= size * count
 * @bytes: the first of them; NULL when @avail is 0
 * @value: the first element, zero-extended; 0 when it is not whole
 * @svalue: the same, sign-extended
 * @enum_name: name of @value, for enums, statuses and booleans; NULL: none
 *
 * Arrays of scalars are one leaf; arrays of structs are walked element by
 * element while the payload lasts.
 */
struct rm_field {
	const char *path;
	const char *type;
	uint8_t kind;
	uint8_t depth;
	bool in_union;
	bool off;
	uint32_t unused;
	bool truncated;
	bool is_array;
	uint32_t offset;
	uint32_t size;
	uint32_t count;
	uint32_t avail;
	const uint8_t *bytes;
	uint64_t value;
	int64_t svalue;
	const char *enum_name;
	uint32_t type_ref;	/* for rm_field_enum() */
	const struct rm_version *v;
};

/** typedef-free callback: 0 to go on, anything else ends the walk */
#define RM_WALK_DEPTH	16		/* nesting followed */
#define RM_WALK_FIELDS	(1u << 20)	/* leaves called back at most */
#define RM_PATH_MAX	512		/* longest path, with its NUL */

/**
 * rm_walk() - call back each leaf field of a payload, in layout order
 * @layout: from rm_struct() and its like
 * @bytes: the payload; may be NULL with @len 0: then only names come
 * @len: bytes there; never read past
 * @fn: returns 0 to go on; any other value ends the walk and is returned
 * Return: 0, what @fn returned, -ELOOP (too deep), -E2BIG (too many fields).
 */
int rm_walk(const struct rm_version *v, const struct rm_layout *layout,
	    const void *bytes, size_t len,
	    int (*fn)(const struct rm_field *field, void *ctx), void *ctx);

/** rm_field_element() - element @i of an array, zero-extended; false: not there */
bool rm_field_element(const struct rm_field *f, uint32_t i, uint64_t *ret);

/** rm_field_enum() - the name of @value in an enum, status or boolean field */
const char *rm_field_enum(const struct rm_field *f, uint64_t value);

/** rm_enum_name() - name of @value in an enum type; NULL: none */
const char *rm_enum_name(const struct rm_version *v, const char *type,
			 uint64_t value);

/** rm_field_changed() - do the payloads before and after differ in field @f?
 *  false where either does not hold it whole */
bool rm_field_changed(const struct rm_field *f, const void *before,
		      size_t before_len, const void *after, size_t after_len);

/**
 * rm_value() - one field of a payload, without a walk
 * @path: "size", "data.rmObject.hObject"; of an array the first element
 * Return: true and the zero-extended value; false: no such field in this layout,
 * or the payload does not hold it whole.
 */
bool rm_value(const struct rm_version *v, const struct rm_layout *layout,
	      const char *path, const void *bytes, size_t len, uint64_t *ret);

/** rm_offset() - where a field is, in bytes from the start */
bool rm_offset(const struct rm_version *v, const struct rm_layout *layout,
	       const char *path, uint32_t *ret);

/** rm_format_value() - one field's value as text: handles as 8 hex digits,
 *  enums by name, strings quoted, long arrays cut with "...", pointers in hex */
void rm_format_value(struct rm_out *out, const struct rm_field *f);

#endif
