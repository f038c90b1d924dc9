// SPDX-License-Identifier: GPL-2.0
/* One machine instruction as text, by capstone where it was there to build. */
#include <stdio.h>

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "sym.h"

#define CALL_LEN_MAX	8	/* fs call [reg + index * n + disp32], with REX */

#ifdef HAVE_CAPSTONE
size_t sym_insn_text(const void *code, size_t len, uint64_t addr, char *buf,
		     size_t size)
{
	size_t used = 0;
	cs_insn *insn;
	csh handle;

	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return 0;
	if (cs_disasm(handle, code, len, addr, 1, &insn) == 1) {
		snprintf(buf, size, "%s%s%s", insn->mnemonic,
			 insn->op_str[0] ? " " : "", insn->op_str);
		used = insn->size;
		cs_free(insn, 1);
	}
	cs_close(&handle);
	return used;
}

/* is the instruction at @code a call, and of @len bytes? */
static bool is_call(csh handle, const uint8_t *code, size_t len)
{
	cs_insn *insn;
	bool call;

	if (cs_disasm(handle, code, len, 0, 1, &insn) != 1)
		return false;
	call = insn->size == len && (insn->id == X86_INS_CALL ||
				     insn->id == X86_INS_LCALL);
	cs_free(insn, 1);
	return call;
}

bool sym_insn_calls(const uint8_t *code, size_t len)
{
	bool found = false;
	csh handle;

	if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
		return false;
	for (size_t n = 2; n <= CALL_LEN_MAX && n <= len && !found; n++)
		found = is_call(handle, code + len - n, n);
	cs_close(&handle);
	return found;
}
#else
size_t sym_insn_text(const void *code, size_t len, uint64_t addr, char *buf,
		     size_t size)
{
	(void)code;
	(void)len;
	(void)addr;
	(void)buf;
	(void)size;
	return 0;
}

bool sym_insn_calls(const uint8_t *code, size_t len)
{
	(void)code;
	(void)len;
	return false;
}
#endif
