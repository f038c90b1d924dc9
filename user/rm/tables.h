/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiled tables: what gen/ writes and the look-ups of this directory read.
 * Strings are offsets into rm_pool; 0 is none.  References to structs and enums
 * are index + 1; 0 is none.
 */
#ifndef RM_TABLES_H
#define RM_TABLES_H

#include "rm.h"

/* a set of driver versions is a bit mask, bit = index of the version */
#define RM_VERSIONS_MAX		64

struct rm_sample {
	uint32_t name;
	uint16_t part[3];	/* 535, 261, 3 */
	uint16_t pad;
};

/* a number and its name: statuses, Xids, flag bits */
struct rm_named {
	uint32_t nr;
	uint32_t name;
	uint16_t versions;
	uint16_t pad;
};

/* a struct's name and its layouts, rm_layouts[first .. first + count) */
struct rm_struct_name {
	uint32_t name;
	uint16_t first;
	uint16_t count;
};

/*
 * Structs by name: a struct's reference stands in rm_struct_slots at its name's
 * hash (FNV-1a), or in the next slot that was free; 0 is free.  There are
 * RM_STRUCT_SLOTS, at least twice as many as structs, or the generator refuses.
 */
#define RM_STRUCT_SLOTS		8192

static inline uint32_t rm_struct_hash(const char *name)
{
	uint32_t h = 2166136261u;

	while (*name)
		h = (h ^ (uint8_t)*name++) * 16777619u;
	return h % RM_STRUCT_SLOTS;
}

struct rm_type {
	uint32_t name;
	uint16_t size;	/* bytes; 0 for structs */
	uint8_t kind;	/* enum rm_type_kind */
	uint8_t pad;
	uint16_t ref;	/* of RM_TYPE_STRUCT, RM_TYPE_ENUM; 0: anonymous */
	uint16_t pad2;
};

#define RM_FIELD_ARRAY		0x1
#define RM_FIELD_OVERLAPS	0x2	/* shares bytes with a sibling */

/* fields stand in pre-order: a field, then its kids (anonymous struct, union) */
struct rm_member {
	uint32_t name;
	uint32_t offset;	/* from its layout's start, in element 0 */
	uint32_t count;		/* elements, 1 for a scalar */
	uint16_t type;		/* index into rm_types */
	uint16_t kids;		/* members that follow and are inside it */
	uint16_t stride;	/* bytes of one element, when it has kids */
	uint16_t flags;		/* RM_FIELD_* */
	uint16_t link;		/* index into rm_links + 1; 0: none */
	uint16_t pad;
};

enum rm_link_kind {
	RM_LINK_COUNT = 0,	/* so many elements count */
	RM_LINK_ARM = 1,	/* with this value the member is what its union holds */
	RM_LINK_OTHER_ARM = 2,	/* with this value another one is */
};

/* what another field of the layout says of a member */
struct rm_link {
	uint32_t offset;	/* of that field, as rm_member.offset */
	uint32_t value;
	uint8_t size;
	uint8_t kind;		/* enum rm_link_kind */
	uint16_t more;		/* the next link is of this member, too */
};

struct rm_role_at {
	uint32_t name;		/* of the field, without its path */
	uint16_t offset;
	uint8_t role;		/* enum rm_role */
	uint8_t size;
	uint16_t type;		/* index into rm_types */
	uint16_t pad;
};

/* a pointer inside a layout, by rising layout */
struct rm_pointer {
	uint16_t layout;	/* index into rm_layouts */
	uint16_t offset;
	uint16_t length;	/* offset of the field that tells how much */
	uint8_t length_size;
	uint8_t unit;		/* bytes of one; 0: of an element */
	uint16_t type;		/* of an element, index into rm_types */
	uint16_t pad;
};

struct rm_enum_type {
	uint32_t name;
	uint16_t first;		/* of its forms */
	uint16_t count;
};

struct rm_enum_form {
	uint32_t first;		/* of its values */
	uint16_t count;
	uint16_t versions;
};

struct rm_enum_value {
	uint32_t value;
	uint32_t name;
};

extern const uint64_t rm_version_sets[];
extern const struct rm_sample rm_samples[];
extern const struct rm_escape rm_escapes[];
extern const struct rm_class rm_classes[];
extern const struct rm_control rm_controls[];
extern const struct rm_uvm rm_uvms[];
extern const struct rm_named rm_statuses[];
extern const struct rm_named rm_xids[];
extern const struct rm_named rm_flags[];
extern const struct rm_struct_name rm_structs[];
extern const uint16_t rm_struct_slots[];
extern const struct rm_layout rm_layouts[];
extern const struct rm_member rm_members[];
extern const struct rm_role_at rm_roles[];
extern const struct rm_link rm_links[];
extern const struct rm_pointer rm_pointers[];
extern const uint32_t rm_pointer_count;
extern const struct rm_type rm_types[];
extern const struct rm_enum_type rm_enums[];
extern const struct rm_enum_form rm_enum_forms[];
extern const struct rm_enum_value rm_enum_values[];

/* how many of each there are */
struct rm_counts {
	uint32_t versions, escapes, classes, controls, uvms, statuses, xids, flags;
	uint32_t structs, layouts, types, enums;
};
extern const struct rm_counts rm_counts;

/* how far a fact's versions are from @v: 0 it holds; an older version's comes
 * before a newer one's; RM_FAR: an empty set */
#define RM_FAR	1000u
unsigned int rm_distance(const struct rm_version *v, uint16_t versions);

/* layout of a struct reference; NULL for 0 */
const struct rm_layout *rm_layout_of(const struct rm_version *v, uint16_t ref);
const struct rm_layout *rm_layout_of_size(const struct rm_version *v, uint16_t ref,
					  uint32_t size);

/* the form of enum reference @ref in @v; then the name of a value in it */
const char *rm_enum_ref_name(const struct rm_version *v, uint16_t ref,
			     uint64_t value);

/* a little-endian number of 1, 2, 4 or 8 bytes; 0 for other sizes */
uint64_t rm_load(const void *bytes, uint32_t size);

/* one value of a type, without a walk: for fields found by their role */
void rm_format_scalar(struct rm_out *out, uint8_t kind, uint32_t size, uint64_t value);

#endif
