/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions around one address of a function, from the function's start on:
 * only there a boundary of instructions is known for sure.
 */
#ifndef SYM_DISASM_H
#define SYM_DISASM_H

#include "bytes.h"

#define DISASM_TEXT_MAX		200
#define DISASM_FUNCTION_MAX	(16u << 20)	/* bytes, more is no function */

/**
 * struct disasm_in - what is asked
 * @code: the bytes from @vaddr on, which is where an instruction starts; the last
 *	one may be cut off
 * @machine: EM_X86_64, EM_386 or EM_AARCH64
 * @at: the address that is meant
 * @before, @after: how many instructions are wanted beside it
 */
struct disasm_in {
	struct bytes code;
	uint16_t machine;
	uint64_t vaddr;
	uint64_t at;
	size_t before;
	size_t after;
};

/**
 * struct disasm_line - one instruction
 * @bytes: borrowed from disasm_in
 * @marked: @at is in it; @inside: but not at its start
 * @text: in Intel syntax; ".byte 0x06" where no instruction is
 */
struct disasm_line {
	uint64_t vaddr;
	struct bytes bytes;
	bool marked;
	bool inside;
	const char *text;
};

typedef void (*disasm_fn)(void *ctx, const struct disasm_line *line);

/**
 * sym_disasm() - @fn for each instruction, in order
 * Return: 0; -ENOENT: @at is not in @code; -EOPNOTSUPP: built without capstone, or
 * another machine; -ENOMEM.
 */
int sym_disasm(const struct disasm_in *in, disasm_fn fn, void *ctx);

#endif
