/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How to get from one frame to its caller, as the call frame information of a
 * file tells it: plain data, so that it can come from another process.
 *
 * Registers have DWARF's numbers for x86-64 (System V ABI, AMD64 supplement,
 * figure 3.36): 16 is the return address.
 */
#ifndef SYM_CFI_H
#define SYM_CFI_H

#include <stdbool.h>
#include <stdint.h>

#define CFI_REG_BP	6u
#define CFI_REG_SP	7u
#define CFI_REG_RA	16u
#define CFI_REGS	17u
#define CFI_OPS_MAX	160u	/* of all rules together; a signal frame has 36 */

/** struct cfi_op - one operation of a DWARF expression */
struct cfi_op {
	uint64_t number;
	uint64_t number2;
	uint64_t atom;		/* DW_OP_* */
};

enum cfi_kind {
	CFI_SAME = 0,		/* the caller's value is still there */
	CFI_UNDEFINED = 1,	/* it is lost */
	CFI_MEMORY = 2,		/* the expression gives where it was saved */
	CFI_VALUE = 3,		/* the expression gives it */
};

/** struct cfi_rule - for one register, or the CFA; @first and @n: in ops */
struct cfi_rule {
	uint16_t kind;
	uint16_t first;
	uint16_t n;
};

/** struct cfi_row - the rules at one address; @signal: a signal frame */
struct cfi_row {
	uint32_t signal;
	uint32_t n_ops;
	struct cfi_rule cfa;
	struct cfi_rule regs[CFI_REGS];
	struct cfi_op ops[CFI_OPS_MAX];
};

/** reads 8 bytes of the memory as it was; false: they were not kept */
typedef bool (*cfi_read_fn)(void *ctx, uint64_t addr, uint64_t *ret);

/** struct cfi_state - the registers of a frame; bit i of @known: regs[i] is */
struct cfi_state {
	uint64_t regs[CFI_REGS];
	uint32_t known;
};

/** cfi_step() - the caller's registers by @row; sp becomes the CFA
 *  Return: 0; -EBADMSG: an expression that makes no sense, -ENODATA: it needs
 *  a register or memory that is not known; -ENOENT: there is no caller.
 *  @ret_cfa is valid with 0, and with -ENOENT */
int cfi_step(const struct cfi_row *row, const struct cfi_state *state,
	     cfi_read_fn read, void *ctx, struct cfi_state *ret,
	     uint64_t *ret_cfa);

#endif
