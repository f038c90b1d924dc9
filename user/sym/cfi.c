// SPDX-License-Identifier: GPL-2.0
/*
 * From a frame to its caller by the rules of a row.
 *
 * The expressions were parsed by libdw, which does not evaluate them for others.
 * Branches are not followed: no unwind table has them, so that every expression
 * ends after its operations.
 */
#include <errno.h>

#include <dwarf.h>

#include "cfi.h"

#define STACK_MAX	16

/* an expression under way */
struct machine {
	const struct cfi_state *state;
	cfi_read_fn read;
	void *ctx;
	uint64_t cfa;
	bool has_cfa;
	bool is_value;
	unsigned int n;
	uint64_t stack[STACK_MAX];
};

static int push(struct machine *m, uint64_t v)
{
	if (m->n == STACK_MAX)
		return -EBADMSG;
	m->stack[m->n++] = v;
	return 0;
}

static int push_register(struct machine *m, uint64_t reg, uint64_t add)
{
	if (reg >= CFI_REGS || !(m->state->known & 1u << reg))
		return -ENODATA;
	return push(m, m->state->regs[reg] + add);
}

/* the @i-th from the top once more */
static int pick(struct machine *m, uint64_t i)
{
	return i < m->n ? push(m, m->stack[m->n - 1 - i]) : -EBADMSG;
}

static int one_operand(struct machine *m, const struct cfi_op *op)
{
	uint64_t *top;

	if (!m->n)
		return -EBADMSG;
	top = &m->stack[m->n - 1];
	switch (op->atom) {
	case DW_OP_deref:
		return m->read(m->ctx, *top, top) ? 0 : -ENODATA;
	case DW_OP_plus_uconst:
		*top += op->number;
		return 0;
	case DW_OP_neg:
		*top = -*top;
		return 0;
	case DW_OP_not:
		*top = ~*top;
		return 0;
	case DW_OP_drop:
		m->n--;
		return 0;
	default:
		return -EBADMSG;
	}
}

static uint64_t shift(uint64_t a, uint64_t by, uint64_t atom)
{
	if (atom == DW_OP_shra)
		return (uint64_t)((int64_t)a >> (by < 64 ? by : 63));
	if (by >= 64)
		return 0;
	return atom == DW_OP_shl ? a << by : a >> by;
}

static int two_operands(struct machine *m, const struct cfi_op *op)
{
	uint64_t a, b, v;

	if (m->n < 2)
		return -EBADMSG;
	a = m->stack[m->n - 2];
	b = m->stack[m->n - 1];
	switch (op->atom) {
	case DW_OP_plus:	v = a + b;	break;
	case DW_OP_minus:	v = a - b;	break;
	case DW_OP_mul:		v = a * b;	break;
	case DW_OP_and:		v = a & b;	break;
	case DW_OP_or:		v = a | b;	break;
	case DW_OP_xor:		v = a ^ b;	break;
	case DW_OP_shl:
	case DW_OP_shr:
	case DW_OP_shra:	v = shift(a, b, op->atom);	break;
	case DW_OP_eq:		v = a == b;	break;
	case DW_OP_ne:		v = a != b;	break;
	case DW_OP_lt:		v = (int64_t)a < (int64_t)b;	break;
	case DW_OP_le:		v = (int64_t)a <= (int64_t)b;	break;
	case DW_OP_gt:		v = (int64_t)a > (int64_t)b;	break;
	case DW_OP_ge:		v = (int64_t)a >= (int64_t)b;	break;
	default:		return one_operand(m, op);
	}
	m->n--;
	m->stack[m->n - 1] = v;
	return 0;
}

static int run_op(struct machine *m, const struct cfi_op *op)
{
	uint64_t atom = op->atom;

	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
		return push(m, atom - DW_OP_lit0);
	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
		return push_register(m, atom - DW_OP_breg0, op->number);
	switch (atom) {
	case DW_OP_nop:
		return 0;
	case DW_OP_bregx:
		return push_register(m, op->number, op->number2);
	case DW_OP_const1u: case DW_OP_const1s: case DW_OP_const2u:
	case DW_OP_const2s: case DW_OP_const4u: case DW_OP_const4s:
	case DW_OP_const8u: case DW_OP_const8s: case DW_OP_constu:
	case DW_OP_consts:
		return push(m, op->number);
	case DW_OP_dup:
		return pick(m, 0);
	case DW_OP_over:
		return pick(m, 1);
	case DW_OP_pick:
		return pick(m, op->number);
	case DW_OP_call_frame_cfa:
		return m->has_cfa ? push(m, m->cfa) : -EBADMSG;
	case DW_OP_stack_value:
		m->is_value = true;
		return 0;
	case DW_OP_deref: case DW_OP_plus_uconst: case DW_OP_neg:
	case DW_OP_not: case DW_OP_drop:
		return one_operand(m, op);
	default:
		return two_operands(m, op);
	}
}

static int run_rule(struct machine *m, const struct cfi_row *row,
		    const struct cfi_rule *rule, uint64_t *ret)
{
	int err = 0;

	m->n = 0;
	m->is_value = false;
	if (rule->n > CFI_OPS_MAX || rule->first > CFI_OPS_MAX - rule->n)
		return -EBADMSG;
	for (unsigned int i = 0; i < rule->n && !err; i++)
		err = run_op(m, &row->ops[rule->first + i]);
	if (err)
		return err;
	if (!m->n)
		return -EBADMSG;
	*ret = m->stack[m->n - 1];
	return 0;
}

/* one register of the caller; false: it is not known any more */
static bool step_register(struct machine *m, const struct cfi_row *row,
			  unsigned int reg, uint64_t *ret)
{
	const struct cfi_rule *rule = &row->regs[reg];
	uint64_t v;

	switch (rule->kind) {
	case CFI_SAME:
		*ret = m->state->regs[reg];
		return m->state->known & 1u << reg;
	case CFI_VALUE:
	case CFI_MEMORY:
		if (run_rule(m, row, rule, &v))
			return false;
		if (rule->kind == CFI_MEMORY && !m->is_value)
			return m->read(m->ctx, v, ret);
		*ret = v;
		return true;
	default:
		return false;
	}
}

int cfi_step(const struct cfi_row *row, const struct cfi_state *state,
	     cfi_read_fn read, void *ctx, struct cfi_state *ret,
	     uint64_t *ret_cfa)
{
	struct machine m = { .state = state, .read = read, .ctx = ctx };
	struct cfi_state next = { .known = 0 };
	int err = run_rule(&m, row, &row->cfa, &m.cfa);

	if (err)
		return err;
	m.has_cfa = true;
	*ret_cfa = m.cfa;
	if (row->regs[CFI_REG_RA].kind == CFI_UNDEFINED)
		return -ENOENT;
	for (unsigned int i = 0; i < CFI_REGS; i++) {
		if (step_register(&m, row, i, &next.regs[i]))
			next.known |= 1u << i;
	}
	/* what no rule says otherwise: the CFA is the caller's sp */
	if (row->regs[CFI_REG_SP].kind == CFI_SAME ||
	    row->regs[CFI_REG_SP].kind == CFI_UNDEFINED) {
		next.regs[CFI_REG_SP] = m.cfa;
		next.known |= 1u << CFI_REG_SP;
	}
	if (!(next.known & 1u << CFI_REG_RA) ||
	    !(next.known & 1u << CFI_REG_SP))
		return -ENODATA;
	*ret = next;
	return 0;
}
