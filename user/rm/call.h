/* SPDX-License-Identifier: GPL-2.0 */
/* What one driver call is. */
#ifndef RM_CALL_H
#define RM_CALL_H

#include <stddef.h>

#include <rmsnoop/record.h>

#include "capture.h"
#include "layout.h"
#include "number.h"

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

/** rm_target_next() - iterate over what was captured behind the pointers of a call
 * @pos: iterator, 0 to start; false: no more
 */
bool rm_target_next(const struct rm_call_in *in, uint32_t *pos,
		    struct rm_target *ret);

/** rm_target_find() - the one behind the pointer at @offset; false: none */
bool rm_target_find(const struct rm_call_in *in, uint32_t offset,
		    struct rm_target *ret);

#endif
