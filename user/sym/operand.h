/* SPDX-License-Identifier: GPL-2.0 */
/* Which memory an instruction uses, so that its address can be computed again. */
#ifndef SYM_OPERAND_H
#define SYM_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/types.h>

#define SYM_NO_REG		(-1)
#define SYM_OPERANDS_MAX	2	/* no instruction has more that count */

/**
 * struct sym_operand - segment + base + index * scale + disp
 * @base, @index, @segment: enum rms_reg, or SYM_NO_REG
 * @narrow: the sum before the segment has 32 bits
 * @size: bytes used there; 0: unknown
 * @disp: what is added, with ip as base up to the instruction's end
 */
struct sym_operand {
	int base;
	int index;
	int segment;
	bool narrow;
	uint32_t scale;
	uint32_t size;
	uint64_t disp;
};

/** sym_insn_operands() - of the 64-bit instruction at the front of @code
 *  Return: how many of @max were found; 0 as well when built without capstone. */
size_t sym_insn_operands(const void *code, size_t len, struct sym_operand *ret,
			 size_t max);

/** sym_operand_address() - where it points with @regs, by enum rms_reg */
uint64_t sym_operand_address(const struct sym_operand *op, const __u64 *regs);

#endif
