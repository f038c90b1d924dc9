// SPDX-License-Identifier: GPL-2.0
/* The memory operands of a machine instruction, by capstone where it was there. */
#include <rmsnoop/record.h>

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "operand.h"

#ifdef HAVE_CAPSTONE
static const struct {
	x86_reg wide;
	x86_reg narrow;
	uint8_t reg;
} registers[] = {
	{ X86_REG_RAX, X86_REG_EAX, RMS_REG_AX },
	{ X86_REG_RBX, X86_REG_EBX, RMS_REG_BX },
	{ X86_REG_RCX, X86_REG_ECX, RMS_REG_CX },
	{ X86_REG_RDX, X86_REG_EDX, RMS_REG_DX },
	{ X86_REG_RSI, X86_REG_ESI, RMS_REG_SI },
	{ X86_REG_RDI, X86_REG_EDI, RMS_REG_DI },
	{ X86_REG_RBP, X86_REG_EBP, RMS_REG_BP },
	{ X86_REG_RSP, X86_REG_ESP, RMS_REG_SP },
	{ X86_REG_RIP, X86_REG_EIP, RMS_REG_IP },
	{ X86_REG_R8, X86_REG_R8D, RMS_REG_R8 },
	{ X86_REG_R9, X86_REG_R9D, RMS_REG_R9 },
	{ X86_REG_R10, X86_REG_R10D, RMS_REG_R10 },
	{ X86_REG_R11, X86_REG_R11D, RMS_REG_R11 },
	{ X86_REG_R12, X86_REG_R12D, RMS_REG_R12 },
	{ X86_REG_R13, X86_REG_R13D, RMS_REG_R13 },
	{ X86_REG_R14, X86_REG_R14D, RMS_REG_R14 },
	{ X86_REG_R15, X86_REG_R15D, RMS_REG_R15 },
};

/* false: a register that takes no part in addresses here, as a vector's */
static bool register_of(x86_reg from, int *ret, bool *ret_narrow)
{
	if (from == X86_REG_INVALID || from == X86_REG_RIZ ||
	    from == X86_REG_EIZ)
		return true;
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		if (from != registers[i].wide && from != registers[i].narrow)
			continue;
		*ret = registers[i].reg;
		*ret_narrow |= from == registers[i].narrow;
		return true;
	}
	return false;
}

/* in 64-bit code the bases of all segments but these are 0 */
static int segment_of(x86_reg from)
{
	return from == X86_REG_FS ? RMS_REG_FS_BASE :
	       from == X86_REG_GS ? RMS_REG_GS_BASE : SYM_NO_REG;
}

static bool operand_of(const cs_insn *insn, const cs_x86_op *op,
		       struct sym_operand *ret)
{
	const x86_op_mem *mem = &op->mem;

	*ret = (struct sym_operand){
		.base = SYM_NO_REG,
		.index = SYM_NO_REG,
		.segment = segment_of(mem->segment),
		.scale = (uint32_t)mem->scale,
		.size = op->size,
		.disp = (uint64_t)mem->disp,
	};
	if (!register_of(mem->base, &ret->base, &ret->narrow) ||
	    !register_of(mem->index, &ret->index, &ret->narrow))
		return false;
	if (ret->base == RMS_REG_IP)
		ret->disp += insn->size;
	return true;
}

static size_t operands_of(const cs_insn *insn, struct sym_operand *ret,
			  size_t max)
{
	const cs_x86 *x86 = &insn->detail->x86;
	size_t n = 0;

	/* lea computes an address and does not use it, and so do long nops */
	if (insn->id == X86_INS_LEA || insn->id == X86_INS_NOP)
		return 0;
	for (uint8_t i = 0; i < x86->op_count && n < max; i++) {
		if (x86->operands[i].type == X86_OP_MEM &&
		    operand_of(insn, &x86->operands[i], &ret[n]))
			n++;
	}
	return n;
}

size_t sym_insn_operands(const void *code, size_t len, struct sym_operand *ret,
			 size_t max)
{
	size_t n = 0;
	cs_insn *insn;
	csh handle;

	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return 0;
	if (cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK &&
	    cs_disasm(handle, code, len, 0, 1, &insn) == 1) {
		n = operands_of(insn, ret, max);
		cs_free(insn, 1);
	}
	cs_close(&handle);
	return n;
}
#else
size_t sym_insn_operands(const void *code, size_t len, struct sym_operand *ret,
			 size_t max)
{
	(void)code;
	(void)len;
	(void)ret;
	(void)max;
	return 0;
}
#endif

uint64_t sym_operand_address(const struct sym_operand *op, const __u64 *regs)
{
	uint64_t addr = op->disp;

	if (op->base != SYM_NO_REG)
		addr += regs[op->base];
	if (op->index != SYM_NO_REG)
		addr += regs[op->index] * op->scale;
	if (op->narrow)
		addr = (uint32_t)addr;
	return op->segment == SYM_NO_REG ? addr : addr + regs[op->segment];
}
