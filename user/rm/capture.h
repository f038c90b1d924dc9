/* SPDX-License-Identifier: GPL-2.0 */
/* How much user memory stands behind a number: what a capture must copy. */
#ifndef RM_CAPTURE_H
#define RM_CAPTURE_H

#include "version.h"

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

#endif
