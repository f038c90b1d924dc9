// SPDX-License-Identifier: GPL-2.0
/* One machine instruction as text, by capstone where it was there to build. */
#include <stdio.h>

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "sym.h"

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
#endif
