// SPDX-License-Identifier: GPL-2.0
/* The instructions around an address, by capstone where it was there to build. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "disasm.h"

#ifdef HAVE_CAPSTONE
static const struct {
	uint16_t machine;
	cs_arch arch;
	cs_mode mode;
} machines[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_64 },
	{ EM_386, CS_ARCH_X86, CS_MODE_32 },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM },
};

static int engine_open(uint16_t machine, csh *ret)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		if (machines[i].machine != machine)
			continue;
		if (cs_open(machines[i].arch, machines[i].mode, ret) !=
		    CS_ERR_OK)
			return -ENOMEM;
		/* what is no instruction is shown as bytes, and passed over */
		cs_option(*ret, CS_OPT_SKIPDATA, CS_OPT_ON);
		return 0;
	}
	return -EOPNOTSUPP;
}

/**
 * struct walk - from the function's start on
 * @index: of the instruction at hand; @found: of the one meant
 */
struct walk {
	const struct disasm_in *in;
	csh engine;
	cs_insn *insn;
	const uint8_t *code;
	size_t left;
	uint64_t vaddr;
	size_t index;
	size_t found;
};

static void walk_start(struct walk *w)
{
	w->code = w->in->code.data;
	w->left = w->in->code.len;
	w->vaddr = w->in->vaddr;
	w->index = (size_t)-1;
}

static bool walk_next(struct walk *w)
{
	w->index++;
	return cs_disasm_iter(w->engine, &w->code, &w->left, &w->vaddr, w->insn);
}

static bool covers_at(const struct walk *w)
{
	return w->in->at - w->insn->address < w->insn->size;
}

static bool walk_find(struct walk *w)
{
	walk_start(w);
	while (walk_next(w)) {
		if (!covers_at(w))
			continue;
		w->found = w->index;
		return true;
	}
	return false;
}

static void tell(const struct walk *w, disasm_fn fn, void *ctx)
{
	const cs_insn *insn = w->insn;
	uint64_t skip = insn->address - w->in->vaddr;
	char text[DISASM_TEXT_MAX];
	struct disasm_line line = {
		.vaddr = insn->address,
		.bytes = bytes_of(w->in->code.data + skip, insn->size),
		.marked = w->index == w->found,
		.text = text,
	};

	line.inside = line.marked && w->in->at != insn->address;
	snprintf(text, sizeof(text), "%s%s%s", insn->mnemonic,
		 insn->op_str[0] ? " " : "", insn->op_str);
	fn(ctx, &line);
}

static void walk_tell(struct walk *w, disasm_fn fn, void *ctx)
{
	const struct disasm_in *in = w->in;

	walk_start(w);
	while (walk_next(w)) {
		if (w->index > w->found && w->index - w->found > in->after)
			return;
		if (w->index >= w->found || w->found - w->index <= in->before)
			tell(w, fn, ctx);
	}
}

int sym_disasm(const struct disasm_in *in, disasm_fn fn, void *ctx)
{
	struct walk w = { .in = in };
	int err = engine_open(in->machine, &w.engine);

	if (err)
		return err;
	w.insn = cs_malloc(w.engine);
	if (!w.insn)
		err = -ENOMEM;
	else if (!walk_find(&w))
		err = -ENOENT;
	else
		walk_tell(&w, fn, ctx);
	if (w.insn)
		cs_free(w.insn, 1);
	cs_close(&w.engine);
	return err;
}
#else
int sym_disasm(const struct disasm_in *in, disasm_fn fn, void *ctx)
{
	(void)in;
	(void)fn;
	(void)ctx;
	return -EOPNOTSUPP;
}
#endif
