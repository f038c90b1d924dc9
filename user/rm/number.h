/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers with names: statuses, Xids, escapes, classes, commands, UVM requests. */
#ifndef RM_NUMBER_H
#define RM_NUMBER_H

#include "out.h"
#include "version.h"

/* ---- strings ---------------------------------------------------------- */

extern const char rm_pool[];

/** rm_str() - the text of a string reference in a descriptor, NULL for none */
static inline const char *rm_str(uint32_t ref)
{
	return ref ? rm_pool + ref : NULL;
}

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

/* ---- numbers in words -------------------------------------------------- */

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
