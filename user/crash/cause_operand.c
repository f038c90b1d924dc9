// SPDX-License-Identifier: GPL-2.0
/* The address that an instruction used, as its operand and the registers make it. */
#include "cause.h"
#include "names.h"
#include "sym/operand.h"

#define INSN_TEXT	160

/* the code from ip on; false: it was not captured, or is no 64-bit code */
static bool code_at_ip(const struct cause_in *in, struct bytes *ret)
{
	uint64_t ip = in->sig->regs[RMS_REG_IP];

	*ret = in->code;
	return !(in->sig->flags & RMS_SIG_COMPAT) && ip >= in->sig->code_addr &&
	       bytes_skip(ret, ip - in->sig->code_addr) && ret->len;
}

/* does the operand at @addr take in @fault?  It may begin in the page before */
static bool takes_in(const struct sym_operand *op, uint64_t addr, uint64_t fault)
{
	return fault - addr < (op->size ? op->size : 1);
}

static void put_register(struct rm_out *out, const struct rms_signal *sig,
			 int reg, const char *between)
{
	if (reg == SYM_NO_REG || reg == RMS_REG_IP)
		return;
	rm_out_str(out, between);
	rm_out_str(out, names_register((unsigned int)reg));
	rm_out_str(out, " = ");
	rm_out_hex(out, sig->regs[reg]);
}

/* "mov rax, qword ptr [rdi - 0x38]: rdi = 0x0 gives 0xffffffffffffffc8" */
static void put_operand(struct rm_out *out, const struct cause_in *in,
			struct bytes code, const struct sym_operand *op,
			uint64_t addr)
{
	const struct rms_signal *sig = in->sig;
	char text[INSN_TEXT];

	if (!sym_insn_text(code.data, code.len, sig->regs[RMS_REG_IP], text,
			   sizeof(text)))
		return;
	rm_out_str(out, text);
	rm_out_str(out, ":");
	put_register(out, sig, op->segment, " ");
	put_register(out, sig, op->base, op->segment == SYM_NO_REG ? " " : ", ");
	if (op->index != op->base)
		put_register(out, sig, op->index,
			     op->segment == SYM_NO_REG &&
			     op->base == SYM_NO_REG ? " " : ", ");
	rm_out_str(out, " gives ");
	rm_out_hex(out, addr);
}

static bool canonical(uint64_t v)
{
	return (uint64_t)((int64_t)(v << 16) >> 16) == v;
}

/* what is wrong with an address that the CPU refused without telling it; NULL:
 * nothing that can be seen */
static const char *fault_of(const struct sym_operand *op, uint64_t addr)
{
	if (!canonical(addr) ||
	    (op->size && !canonical(addr + op->size - 1)))
		return ", which is not canonical";
	/* the aligned moves of SSE and AVX want it so */
	if (op->size >= 16 && addr % op->size)
		return ", which is not aligned to the operand's size";
	return NULL;
}

void cause_operand(const struct cause_in *in, struct cause *ret)
{
	struct sym_operand ops[SYM_OPERANDS_MAX];
	const char *wrong = NULL;
	struct bytes code;
	struct rm_out out;
	size_t n;

	if (!code_at_ip(in, &code))
		return;
	n = sym_insn_operands(code.data, code.len, ops, SYM_OPERANDS_MAX);
	for (size_t i = 0; i < n; i++) {
		uint64_t addr = sym_operand_address(&ops[i], in->sig->regs);

		if (!ret->has_addr)
			wrong = fault_of(&ops[i], addr);
		if (ret->has_addr ? !takes_in(&ops[i], addr, ret->addr) : !wrong)
			continue;
		cause_detail(ret, &out);
		put_operand(&out, in, code, &ops[i], addr);
		if (wrong)
			rm_out_str(&out, wrong);
		return;
	}
}
