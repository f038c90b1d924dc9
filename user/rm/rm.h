/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What NVIDIA's Resource Manager interface means: names, layouts and the
 * decoding of single calls, for every driver version in tables/versions.tsv.
 *
 * Everything here works on const data that the generator made from tables/;
 * nothing allocates, nothing fails for lack of memory, nothing keeps state, and
 * every function may be called from any thread.  Strings returned live for the
 * life of the program.  Numbers are host-endian values; sizes and offsets are
 * bytes.
 *
 * "In this version": most look-ups take a struct rm_version.  Where the fact is
 * known, but only for other versions than this one, the nearest one's is
 * returned; rm_in_version() tells the difference, so that a view can mark it.
 */
#ifndef RM_RM_H
#define RM_RM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "out.h"

/* ---- strings ---------------------------------------------------------- */

extern const char rm_pool[];

/** rm_str() - the text of a string reference in a descriptor, NULL for none */
static inline const char *rm_str(uint32_t ref)
{
	return ref ? rm_pool + ref : NULL;
}

/* ---- driver versions -------------------------------------------------- */

/**
 * struct rm_version - which sampled driver version's facts to use; a plain value
 * @index: its place in the table, oldest first
 * @exact: the text asked for is that version
 * @guess: the table has neither that version nor an older one of its branch, or
 *	the text could not be read: its facts are a guess, to be said once per run
 * @only: argument structs are those of this version, even where another version's
 *	fits the size of a call; rm_version_find() leaves it false
 * @name: the sampled version used, "535.261.03"
 */
struct rm_version {
	unsigned int index;
	bool exact;
	bool guess;
	bool only;
	const char *name;
};

/**
 * rm_version_find() - choose the facts for a driver version
 * @text: "535.261.03"; text behind the number is ignored; NULL: unknown
 * @ret: always filled, also on error
 *
 * Exact match, else the nearest older version of its branch (the number before
 * the first dot), else the nearest older version of all.  Newer than all: the
 * newest, a guess.  Older than all: the oldest, a guess.  Older than all
 * of its own branch: the oldest of the branch.
 * Return: 0, or -EINVAL when @text is no version (@ret: the newest, a guess).
 */
int rm_version_find(const char *text, struct rm_version *ret);

/** rm_version_count() - how many versions the tables know */
unsigned int rm_version_count(void);

/** rm_version_at() - the version at @index (oldest 0); false past the end */
bool rm_version_at(unsigned int index, struct rm_version *ret);

/* ---- sets of versions ------------------------------------------------- */

/** rm_in_version() - is a fact with this @versions reference one of @v's? */
bool rm_in_version(const struct rm_version *v, uint16_t versions);

/* ---- numbers with names ----------------------------------------------- */

/** rm_status_name() - "NV_OK"; NULL when unknown */
const char *rm_status_name(uint32_t status);

/** rm_xid_name() - name of an Xid number as of @v; NULL when unknown */
const char *rm_xid_name(const struct rm_version *v, uint32_t xid);

/** rm_rmctrl_flag() - name of one bit of rm_control.flags; NULL when unknown */
const char *rm_rmctrl_flag(uint32_t bit);

/* by-name look-ups for option parsing and offline decoding: 0 or -ENOENT */
int rm_status_by_name(const char *name, uint32_t *ret_status);
int rm_escape_by_name(const char *name, uint32_t *ret_nr);
int rm_class_by_name(const char *name, uint32_t *ret_class);
int rm_control_by_name(const char *name, uint32_t *ret_cmd);
int rm_uvm_by_name(const char *name, uint32_t *ret_nr);

/* ---- facts of the ioctl interface ------------------------------------- */

#define RM_IOC_MAGIC		'F'	/* type byte on nvidiactl and nvidiaN */
#define RM_IOC_BASE		200	/* NV_IOCTL_BASE: interface layer's numbers */
#define RM_UVM_INITIALIZE	0x30000001u
#define RM_UVM_DEINITIALIZE	0x30000002u

/* escapes that the path of a call itself must know; the names of all come from
 * tables/escapes.tsv, against which a test checks these */
enum rm_escape_nr {
	RM_ESC_ALLOC_MEMORY = 0x27,
	RM_ESC_ALLOC_OBJECT = 0x28,
	RM_ESC_FREE = 0x29,
	RM_ESC_CONTROL = 0x2a,
	RM_ESC_ALLOC = 0x2b,
	RM_ESC_DUP_OBJECT = 0x34,
	RM_ESC_SHARE = 0x35,
	RM_ESC_VID_HEAP_CONTROL = 0x4a,
	RM_ESC_MAP_MEMORY = 0x4e,
	RM_ESC_UNMAP_MEMORY = 0x4f,
	RM_ESC_MAP_MEMORY_DMA = 0x57,
	RM_ESC_UNMAP_MEMORY_DMA = 0x58,
	RM_ESC_CARD_INFO = RM_IOC_BASE + 0,
	RM_ESC_REGISTER_FD = RM_IOC_BASE + 1,
	RM_ESC_ALLOC_OS_EVENT = RM_IOC_BASE + 6,
	RM_ESC_FREE_OS_EVENT = RM_IOC_BASE + 7,
	RM_ESC_XFER_CMD = RM_IOC_BASE + 11,
};

/* nv_ioctl_xfer_t: the argument of RM_ESC_XFER_CMD */
struct rm_xfer {
	uint32_t cmd;	/* the escape inside */
	uint32_t size;	/* bytes at ptr */
	uint64_t ptr;	/* user address of the real argument */
};
_Static_assert(sizeof(struct rm_xfer) == 16, "size of nv_ioctl_xfer_t");

/* ---- what a number is ------------------------------------------------- */

/* kinds of calls; the "kind" column of tables/escapes.tsv */
enum rm_kind {
	RM_KIND_OTHER = 0,	/* an escape with no further meaning here */
	RM_KIND_ALLOC = 1,
	RM_KIND_CONTROL = 2,
	RM_KIND_FREE = 3,
	RM_KIND_DUP = 4,
	RM_KIND_SHARE = 5,
	RM_KIND_MAP_MEMORY = 6,		/* a CPU mapping */
	RM_KIND_UNMAP_MEMORY = 7,
	RM_KIND_MAP_DMA = 8,		/* a GPU mapping */
	RM_KIND_UNMAP_DMA = 9,
	RM_KIND_ALLOC_MEMORY = 10,	/* the older escapes that make objects */
	RM_KIND_ALLOC_CTXDMA = 11,
	RM_KIND_HEAP = 12,
	RM_KIND_EVENT = 13,		/* events tied to a file descriptor */
	RM_KIND_EXPORT = 14,
	RM_KIND_IMPORT = 15,
	RM_KIND_UVM = 16,
	RM_KIND_UNKNOWN = 17,		/* a number that no table names */
};

/** struct rm_escape - an escape (ioctl number) of nvidiactl and nvidiaN
 * @nr: its number
 * @name: string: "NV_ESC_RM_CONTROL"
 * @args: string: argument struct; "A|B": chosen by size; "A[]": an array; none: unknown
 * @arg: opaque: its one or two argument structs
 * @kind: enum rm_kind
 * @is_array: the argument is an array of the struct
 * @versions: for rm_in_version()
 */
struct rm_escape {
	uint32_t nr;
	uint32_t name;
	uint32_t args;
	uint16_t arg[2];
	uint8_t kind;
	uint8_t is_array;
	uint16_t versions;
};

/* rm_class.params */
enum rm_class_params {
	RM_PARAMS_UNKNOWN = 0,
	RM_PARAMS_NONE = 1,
	RM_PARAMS_OPTIONAL = 2,
	RM_PARAMS_REQUIRED = 3,
};

/** struct rm_class - a class that RM_ALLOC makes objects of
 * @nr: its number
 * @name: string: "NV20_SUBDEVICE_0"
 * @args: string: struct behind pAllocParms, none: no or unknown parameters
 * @internal: string: RM's internal class, "Subdevice"
 * @parents: string: internal classes allowed as parent, by commas
 * @arg: opaque: that struct
 * @params: enum rm_class_params
 * @versions: for rm_in_version()
 */
struct rm_class {
	uint32_t nr;
	uint32_t name;
	uint32_t args;
	uint32_t internal;
	uint32_t parents;
	uint16_t arg;
	uint8_t params;
	uint8_t pad;
	uint16_t versions;
	uint16_t pad2;
};

/** struct rm_control - an RM_CONTROL command
 * @nr: the command
 * @name: string: "NV2080_CTRL_CMD_GPU_GET_NAME_STRING"
 * @args: string: params struct, none: no or unknown parameters
 * @flags: RMCTRL flags, see rm_rmctrl_flag(); valid with RM_CONTROL_FLAGS
 * @access: mask of access rights needed
 * @handler: string: the function in RM that answers it
 * @arg: opaque: that struct
 * @known: RM_CONTROL_*
 * @versions: for rm_in_version()
 */
struct rm_control {
	uint32_t nr;
	uint32_t name;
	uint32_t args;
	uint32_t flags;
	uint32_t access;
	uint32_t handler;
	uint16_t arg;
	uint16_t known;
	uint16_t versions;
	uint16_t pad;
};
#define RM_CONTROL_FLAGS	0x1	/* flags and access are known */
#define RM_CONTROL_INFERRED	0x2	/* the name is inferred from the struct's */

/** struct rm_uvm - an ioctl of nvidia-uvm
 * @nr: its request number
 * @name: string: "UVM_INITIALIZE"
 * @args: string: argument struct, none: unknown
 * @arg: opaque: that struct
 * @versions: for rm_in_version()
 */
struct rm_uvm {
	uint32_t nr;
	uint32_t name;
	uint32_t args;
	uint16_t arg;
	uint16_t versions;
};

/* look-up by number: in this version, else in the nearest one; NULL: in none */
const struct rm_escape *rm_escape(const struct rm_version *v, uint32_t nr);
const struct rm_class *rm_class(const struct rm_version *v, uint32_t nr);
const struct rm_control *rm_control(const struct rm_version *v, uint32_t cmd);
const struct rm_uvm *rm_uvm(const struct rm_version *v, uint32_t nr);

/* ---- sizes for the capture -------------------------------------------- */

#define RM_NO_OFFSET	UINT32_MAX

/** struct rm_size - how much user memory stands behind a number
 * @nr: UVM request or class
 * @size: bytes of the argument or parameter struct in this version, 0: none or
 *	unknown
 * @status: offset of the status field in it, RM_NO_OFFSET: has none
 */
struct rm_size {
	uint32_t nr;
	uint32_t size;
	uint32_t status;
};

/** rm_uvm_size() - argument bytes of a UVM request; 0: unknown */
uint32_t rm_uvm_size(const struct rm_version *v, uint32_t nr);

/** rm_class_params_size() - bytes behind pAllocParms; 0: none or unknown */
uint32_t rm_class_params_size(const struct rm_version *v, uint32_t nr);

/**
 * rm_uvm_sizes_next() - iterate over all UVM requests of a version
 * @pos: iterator, 0 to start, else as left by the last call
 * @ret: filled when true is returned
 * Each number comes once, in rising order, also those of size 0.
 * rm_class_sizes_next() does the same for classes.
 */
bool rm_uvm_sizes_next(const struct rm_version *v, unsigned int *pos,
		       struct rm_size *ret);
bool rm_class_sizes_next(const struct rm_version *v, unsigned int *pos,
			 struct rm_size *ret);

/* ---- memory behind pointers in a parameter block ------------------------ */

#define RM_TARGETS	4	/* pointers of one block that are followed */

/** struct rm_target_place - a pointer, and how long what it points to is
 * @offset, @length: of pointer and length in the block
 * @length_size: bytes of the length
 * @unit: bytes that one of the length stands for
 */
struct rm_target_place {
	uint32_t offset;
	uint32_t length;
	uint32_t length_size;
	uint32_t unit;
};

/** struct rm_targets - the pointers in the parameters of a command or class */
struct rm_targets {
	uint32_t nr;
	bool is_class;
	uint32_t n;
	struct rm_target_place at[RM_TARGETS];
};

/** rm_targets_next() - as rm_class_sizes_next(), all commands and classes with
 *  such pointers; a number may come more than once, with the same answer */
bool rm_targets_next(const struct rm_version *v, unsigned int *pos,
		     struct rm_targets *ret);

/** struct rm_target - what was captured behind a pointer in the parameter block
 * @offset: of the pointer there
 * @addr: what it held
 * @size: bytes that it points to; @len of them are at @bytes
 */
struct rm_target {
	uint32_t offset;
	uint64_t addr;
	uint32_t size;
	uint32_t len;
	const uint8_t *bytes;
};

/* ---- layouts ---------------------------------------------------------- */

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

/* ---- one driver call --------------------------------------------------- */

/* what a field of an argument struct is for; tables/roles.tsv says which one */
enum rm_role {
	RM_ROLE_CLIENT = 0,	/* the client (root) handle */
	RM_ROLE_OBJECT = 1,	/* the object acted upon, freed, mapped */
	RM_ROLE_PARENT = 2,	/* its parent, or the device it is used through */
	RM_ROLE_NEW = 3,	/* the handle of what is made */
	RM_ROLE_SRC_CLIENT = 4,	/* dup: whose object */
	RM_ROLE_SRC_OBJECT = 5,
	RM_ROLE_DMA = 6,	/* the vaspace or context of a GPU mapping */
	RM_ROLE_CMD = 7,
	RM_ROLE_CLASS = 8,
	RM_ROLE_PARAMS = 9,	/* user address of the parameter block */
	RM_ROLE_PARAMS_SIZE = 10,
	RM_ROLE_FLAGS = 11,
	RM_ROLE_ADDRESS = 12,	/* where a mapping is */
	RM_ROLE_OFFSET = 13,
	RM_ROLE_LENGTH = 14,
	RM_ROLE_FD = 15,
	RM_ROLE_STATUS = 16,
	RM_ROLE_FUNCTION = 17,	/* which of a call's several jobs */
	RM_ROLE_N
};

/**
 * struct rm_names - what handles and descriptors are, asked of who knows
 * @handle: append what @handle of @client is, "subdevice"; false: unknown
 * @fd: append what a descriptor refers to, "nvidia0"; false: unknown
 */
struct rm_names {
	void *ctx;
	bool (*handle)(void *ctx, uint32_t client, uint32_t handle,
		       struct rm_out *out);
	bool (*fd)(void *ctx, int32_t fd, struct rm_out *out);
};

/**
 * struct rm_call_in - a call as captured, XFER already unwrapped
 * @dev: enum rms_dev
 * @nr: escape number (_IOC_NR) on ctl and gpu, request on uvm, else anything
 * @returned: the call's return was seen, @ret and the "after" blocks count
 * @ret: what the ioctl returned, >= 0 or -errno
 * @arg_size: argument bytes declared by the request, or a size from the tables;
 *	0: unknown, the captured length is taken
 * @params_size: bytes of the parameter block as the capture took it, 0: unknown
 * @arg_before ...: captured bytes, NULL with length 0 where there are none
 * @names: who knows handles and descriptors, NULL: nobody
 */
struct rm_call_in {
	uint32_t dev;
	uint32_t nr;
	bool returned;
	int64_t ret;
	uint32_t arg_size;
	uint32_t params_size;
	const void *arg_before;
	const void *arg_after;
	const void *params_before;
	const void *params_after;
	uint32_t arg_before_len;
	uint32_t arg_after_len;
	uint32_t params_before_len;
	uint32_t params_after_len;
	const void *targets;	/* struct rms_target and what they hold, one by one */
	uint32_t targets_len;
	bool has_late_status;	/* @late_status was read behind what was captured */
	uint32_t late_status;
	const struct rm_names *names;
};

/**
 * struct rm_call - what a call is
 * @v: the version it was decoded for (borrowed from the caller)
 * @in: the captured call (borrowed: must outlive this)
 * @kind: enum rm_kind
 * @name: "NV_ESC_RM_CONTROL", "UVM_INITIALIZE"; NULL: unknown number
 * @what: the telling name: of the command or the class; NULL: none or unknown
 * @other_version: name, what or a layout comes from another version's table
 * @size_differs: the argument's size is not its layout's
 * @params_differ: the parameter block's size is not its layout's
 * @has: bit per role that @role holds
 * @role: values by enum rm_role; inputs as they were before the call, what the
 *	driver answers (new handles, addresses, status) as it was after
 * @has_status: the struct has a status field (its value may still be unknown)
 * @status_known: @status is the call's result
 * @status: NV_STATUS
 * @arg_size, @params_size: bytes declared
 * @arg, @params: layouts, NULL: unknown or none
 * @arg_count: elements, where the argument is an array of @arg; else 1
 * @escape, @cls, @ctl, @uvm: the descriptors found, NULL where not applicable
 */
struct rm_call {
	const struct rm_version *v;
	const struct rm_call_in *in;
	enum rm_kind kind;
	const char *name;
	const char *what;
	bool other_version;
	bool size_differs;
	bool params_differ;
	bool has_status;
	bool status_known;
	uint32_t status;
	uint32_t has;
	uint64_t role[RM_ROLE_N];
	uint32_t arg_size;
	uint32_t params_size;
	uint32_t arg_count;
	const struct rm_layout *arg;
	const struct rm_layout *params;
	const struct rm_escape *escape;
	const struct rm_class *cls;
	const struct rm_control *ctl;
	const struct rm_uvm *uvm;
};

/** rm_call_has() - does the call have a value in that role? */
static inline bool rm_call_has(const struct rm_call *call, enum rm_role role)
{
	return call->has & (1u << role);
}

/**
 * rm_call_decode() - find out what a call is
 * Unknown numbers and short bytes are no errors: what cannot be told stays
 * absent.  Return: 0, or -EINVAL when a length comes without its bytes.
 */
int rm_call_decode(const struct rm_version *v, const struct rm_call_in *in,
		   struct rm_call *ret);

/** rm_call_failed() - true when the call is known to have failed: by errno or
 *  by its RM status (warnings, 0x10000 and up, are no failures) */
bool rm_call_failed(const struct rm_call *call);

/** rm_call_names() - the call's name and its telling name, "NV_ESC_RM_ALLOC
 *  NV01_DEVICE_0"; for numbers without a name, what rm_number_describe() says */
void rm_call_names(const struct rm_call *call, struct rm_out *out);

enum rm_format { RM_FORMAT_ABBREV = 0, RM_FORMAT_VERBOSE = 1, RM_FORMAT_RAW = 2 };

/**
 * rm_format_args() - the call's fields as one line of text, "name=value ..."
 * @format: ABBREV: the telling fields; VERBOSE: all fields of argument and
 *	parameters, those that the driver changed as old→new; RAW: hex
 */
void rm_format_args(const struct rm_call *call, enum rm_format format,
		    struct rm_out *out);

/**
 * rm_format_params() - only the parameter block's fields, as rm_format_args()
 */
void rm_format_params(const struct rm_call *call, enum rm_format format,
		      struct rm_out *out);

/** rm_format_status() - "NV_OK", "NV_ERR_INVALID_STATE", "0x1234" */
void rm_format_status(struct rm_out *out, uint32_t status);

/** rm_target_next() - iterate over what was captured behind the pointers of a call
 * @pos: iterator, 0 to start; false: no more
 */
bool rm_target_next(const struct rm_call_in *in, uint32_t *pos,
		    struct rm_target *ret);

/** rm_target_find() - the one behind the pointer at @offset; false: none */
bool rm_target_find(const struct rm_call_in *in, uint32_t offset,
		    struct rm_target *ret);

/** rm_format_target() - it as text: "535.261.03", [{index=0x1 data=0x2}, ...] */
void rm_format_target(struct rm_out *out, const struct rm_call *call,
		      const struct rm_target *t);

/* ---- unknown numbers --------------------------------------------------- */

enum rm_number {
	RM_NUMBER_CONTROL = 0,
	RM_NUMBER_CLASS = 1,
	RM_NUMBER_ESCAPE = 2,
	RM_NUMBER_UVM = 3,
	RM_NUMBER_STATUS = 4,
	RM_NUMBER_XID = 5,
};

/**
 * rm_number_describe() - a number in words: its name, or, unknown, its parts,
 * "NV2080 ctrl category 0x81 index 0x61 (unknown)"
 * Return: true when the number is known.
 */
bool rm_number_describe(const struct rm_version *v, enum rm_number what,
			uint32_t nr, struct rm_out *out);

/** rm_number_args() - the struct behind a command, class, escape or UVM number: "A",
 *  "A|B": chosen by size, "A[]": an array; NULL: none or unknown */
const char *rm_number_args(const struct rm_version *v, enum rm_number what,
			   uint32_t nr);

#endif
