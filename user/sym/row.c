// SPDX-License-Identifier: GPL-2.0
/* The unwind rules at an address of a file, by libdw. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "cfi.h"
#include "elf.h"

static int rule_set(struct cfi_row *row, struct cfi_rule *rule,
		    const Dwarf_Op *ops, size_t n)
{
	if (n > CFI_OPS_MAX - row->n_ops)
		return -EBADMSG;
	rule->first = (uint16_t)row->n_ops;
	rule->n = (uint16_t)n;
	rule->kind = n && ops[n - 1].atom == DW_OP_stack_value ? CFI_VALUE :
		     CFI_MEMORY;
	for (size_t i = 0; i < n; i++)
		row->ops[row->n_ops++] = (struct cfi_op){
			.atom = ops[i].atom,
			.number = ops[i].number,
			.number2 = ops[i].number2,
		};
	return 0;
}

/* saved in another register: its value, as an expression */
static bool is_register(const Dwarf_Op *op, Dwarf_Op *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->atom = DW_OP_bregx;
	if (op->atom == DW_OP_regx)
		ret->number = op->number;
	else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
		ret->number = op->atom - DW_OP_reg0;
	else
		return false;
	return true;
}

static int register_rule(Dwarf_Frame *frame, int reg, struct cfi_row *row,
			 struct cfi_rule *rule)
{
	Dwarf_Op room[3], one, *ops = NULL;
	size_t n = 0;
	int err;

	if (dwarf_frame_register(frame, reg, room, &ops, &n))
		return -EBADMSG;
	if (!n) {
		rule->kind = ops ? CFI_UNDEFINED : CFI_SAME;
		return 0;
	}
	if (n == 1 && is_register(&ops[0], &one)) {
		err = rule_set(row, rule, &one, 1);
		rule->kind = CFI_VALUE;
		return err;
	}
	return rule_set(row, rule, ops, n);
}

static int row_fill(Dwarf_Frame *frame, struct cfi_row *row)
{
	bool signal = false;
	Dwarf_Op *ops;
	size_t n;
	int err, ra;

	ra = dwarf_frame_info(frame, NULL, NULL, &signal);
	if (ra < 0 || ra >= (int)CFI_REGS ||
	    dwarf_frame_cfa(frame, &ops, &n) || !n)
		return -EBADMSG;
	row->signal = signal;
	err = rule_set(row, &row->cfa, ops, n);
	for (unsigned int i = 0; i < CFI_REGS && !err; i++)
		err = register_rule(frame, (int)i, row, &row->regs[i]);
	row->regs[CFI_REG_RA] = row->regs[ra];
	return err;
}

int elf_row_find(struct elf_file *file, uint64_t vaddr, struct cfi_row *ret)
{
	Dwarf_Frame *frame;
	int err;

	if (file->ident[EI_CLASS] != ELFCLASS64)
		return -ENOTSUP;
	if (!file->cfi)
		file->cfi = dwarf_getcfi_elf(file->elf);
	if (!file->cfi || dwarf_cfi_addrframe(file->cfi, vaddr, &frame))
		return -ENOENT;
	memset(ret, 0, sizeof(*ret));
	err = row_fill(frame, ret);
	free(frame);
	return err;
}
