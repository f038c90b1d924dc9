// SPDX-License-Identifier: GPL-2.0
/*
 * The cause of a signal, from its number, code, trap and registers.  The kernel
 * decides which of them mean anything: after a signal that was sent, trap and
 * error code are those of some earlier fault.
 */
#include <signal.h>
#include <string.h>

#include "cause.h"
#include "region.h"
#include "view/escape.h"
#include "names.h"

void cause_detail(struct cause *cause, struct rm_out *ret)
{
	static char dropped[1];

	if (cause->n_details == CAUSE_DETAILS)
		rm_out_init(ret, dropped, sizeof(dropped));
	else
		rm_out_init(ret, cause->details[cause->n_details++],
			    CAUSE_TEXT);
}

static void detail(struct cause *cause, const char *text)
{
	struct rm_out out;

	cause_detail(cause, &out);
	rm_out_str(&out, text);
}

static void what(struct cause *cause, const char *text)
{
	struct rm_out out;

	rm_out_init(&out, cause->what, sizeof(cause->what));
	rm_out_str(&out, text);
}

/* the code byte at ip + @delta; false: it was not captured */
static bool code_byte(const struct cause_in *in, int64_t delta, uint8_t *ret)
{
	uint64_t at = in->sig->regs[RMS_REG_IP] + (uint64_t)delta;

	return at >= in->sig->code_addr &&
	       bytes_peek(in->code, at - in->sig->code_addr, ret, 1);
}

/* "no canonical address": bits 47 to 63 differ */
static bool canonical(uint64_t v)
{
	return (uint64_t)((int64_t)(v << 16) >> 16) == v;
}

/* the CPU gives no address with #GP: which registers could have been it? */
static void suspects(const struct cause_in *in, struct cause *ret)
{
	unsigned int reg, n = 0;
	struct rm_out out;

	for (reg = 0; reg < RMS_REG_N; reg++) {
		uint64_t v = in->sig->regs[reg];

		if (reg == RMS_REG_ORIG_AX || reg == RMS_REG_FLAGS ||
		    canonical(v))
			continue;
		if (!n++)
			cause_detail(ret, &out);
		rm_out_str(&out, n > 1 ? ", " : "not canonical: ");
		rm_out_str(&out, names_register(reg));
		rm_out_str(&out, " = ");
		rm_out_hex(&out, v);
	}
}

static void protection_fault(const struct cause_in *in, struct cause *ret)
{
	struct rm_out out;
	uint8_t byte;

	if (in->sig->error) {
		rm_out_init(&out, ret->what, sizeof(ret->what));
		rm_out_str(&out, "#GP: general protection fault, selector ");
		rm_out_hex(&out, in->sig->error);
		return;
	}
	what(ret, "#GP: general protection fault");
	if (code_byte(in, 0, &byte) && byte == 0xf4)
		detail(ret, "the instruction is hlt, which only the kernel may run");
	detail(ret, "a non-canonical or misaligned address, or a privileged "
		    "instruction; the CPU gives no address");
	suspects(in, ret);
}

static void stack_fault(const struct cause_in *in, struct cause *ret)
{
	what(ret, "#SS: non-canonical address of a stack access");
	detail(ret, "the CPU gives no address; it is made of rsp or rbp");
	suspects(in, ret);
}

static void control_fault(const struct cause_in *in, struct cause *ret)
{
	what(ret, "#CP: control-flow protection");
	detail(ret, names_control(in->sig->error));
}

static void segv(const struct cause_in *in, struct cause *ret)
{
	switch (in->sig->trap) {
	case TRAP_PAGE:
		if (in->sig->flags & RMS_SIG_ADDR) {
			cause_page_fault(in, ret);
			return;
		}
		break;
	case TRAP_PROTECTION:
		protection_fault(in, ret);
		return;
	case TRAP_STACK:
		stack_fault(in, ret);
		return;
	case TRAP_CONTROL:
		control_fault(in, ret);
		return;
	case TRAP_BOUNDS:
	case TRAP_OVERFLOW:
		what(ret, in->sig->trap == TRAP_BOUNDS ?
		     "bound instruction: index outside its limits" :
		     "into instruction: overflow");
		return;
	default:
		break;
	}
	what(ret, "forced by the kernel, no address");
	detail(ret, "as when the stack has no room for a signal's frame, or a "
		    "fault comes while its signal is blocked");
}

static void bus(const struct cause_in *in, struct cause *ret)
{
	const struct mapping *map = mappings_find(in->maps, in->sig->addr);
	struct rm_out out;

	if (in->sig->trap == TRAP_ALIGNMENT || in->sig->code == BUS_ADRALN) {
		what(ret, "misaligned address");
		return;
	}
	if (in->sig->code == BUS_MCEERR_AR || in->sig->code == BUS_MCEERR_AO) {
		what(ret, "hardware memory error");
		return;
	}
	ret->has_addr = in->sig->flags & RMS_SIG_ADDR;
	ret->addr = in->sig->addr;
	rm_out_init(&out, ret->what, sizeof(ret->what));
	if (!map) {
		rm_out_str(&out, "no memory behind the address");
		return;
	}
	rm_out_str(&out, region_of(map) == REGION_DEVICE ?
		   "beyond what the device has mapped: " :
		   "beyond the end of the file: ");
	region_name(&out, map);
	cause_detail(ret, &out);
	rm_out_str(&out, "offset ");
	rm_out_hex(&out, in->sig->addr - map->start + map->offset);
	rm_out_str(&out, region_of(map) == REGION_DEVICE ?
		   " of the device's mapping gave no page" :
		   " is mapped, but the file is shorter (or could not be read)");
}

static void ill(const struct cause_in *in, struct cause *ret)
{
	uint8_t a, b;

	what(ret, "illegal instruction");
	if (code_byte(in, 0, &a) && code_byte(in, 1, &b) && a == 0x0f &&
	    b == 0x0b)
		detail(ret, "it is ud2: put there by the compiler or the author "
			    "as a trap");
}

static void fpe(const struct cause_in *in, struct cause *ret)
{
	switch (in->sig->code) {
	case FPE_INTDIV:
		what(ret, "integer division by zero, or its quotient is too large");
		break;
	case FPE_INTOVF:
		what(ret, "integer overflow");
		break;
	case FPE_FLTDIV:
		what(ret, "floating-point division by zero");
		break;
	case FPE_FLTOVF:
		what(ret, "floating-point overflow");
		break;
	case FPE_FLTUND:
		what(ret, "floating-point underflow");
		break;
	case FPE_FLTRES:
		what(ret, "inexact floating-point result");
		break;
	case FPE_FLTINV:
		what(ret, "invalid floating-point operation");
		break;
	default:
		what(ret, "arithmetic exception");
		break;
	}
}

static void trap(const struct cause_in *in, struct cause *ret)
{
	if (in->sig->trap == TRAP_INT3) {
		what(ret, "breakpoint instruction int3");
		detail(ret, "ip is one behind it");
	} else if (in->sig->trap == TRAP_DEBUG) {
		what(ret, in->sig->code == TRAP_TRACE ? "single step" :
		     "debug exception: single step or hardware breakpoint");
	} else {
		what(ret, "trap");
	}
}

static void sys(const struct cause_in *in, struct cause *ret)
{
	uint64_t nr = in->sig->regs[RMS_REG_ORIG_AX];
	struct rm_out out;

	if ((int64_t)nr < 0)
		nr = in->sig->regs[RMS_REG_AX];
	rm_out_init(&out, ret->what, sizeof(ret->what));
	rm_out_str(&out, "system call ");
	rm_out_dec(&out, nr & 0xffffffff);
	rm_out_str(&out, in->sig->code == 1 ? " refused by a seccomp filter" :
		   " stopped by syscall user dispatch");
}

/* not a fault: somebody, often the process itself, sent it */
static void sent(const struct cause_in *in, struct cause *ret)
{
	const struct rms_signal *sig = in->sig;
	struct rm_out out;

	rm_out_init(&out, ret->what, sizeof(ret->what));
	if (sig->sender_pid > 0 && (uint32_t)sig->sender_pid == sig->h.pid) {
		rm_out_str(&out, sig->sig == SIGABRT ?
			   "abort(): raised by the process itself" :
			   "raised by the process itself");
		return;
	}
	if (sig->sender_pid <= 0) {
		rm_out_str(&out, "sent by a process of another pid namespace "
			   "or by the kernel");
		return;
	}
	rm_out_str(&out, "sent by process ");
	rm_out_dec(&out, (uint64_t)sig->sender_pid);
	if (in->sender[0]) {
		rm_out_str(&out, " (");
		escape_text(&out, in->sender, strlen(in->sender));
		rm_out_char(&out, ')');
	}
	rm_out_str(&out, " of user ");
	rm_out_dec(&out, sig->sender_uid);
}

void cause_find(const struct cause_in *in, struct cause *ret)
{
	*ret = (struct cause){ .n_details = 0 };
	if (!crash_is_trap(in->sig)) {
		sent(in, ret);
		return;
	}
	switch (in->sig->sig) {
	case SIGSEGV:
		segv(in, ret);
		cause_operand(in, ret);
		break;
	case SIGBUS:
		bus(in, ret);
		cause_operand(in, ret);
		break;
	case SIGILL:	ill(in, ret);	break;
	case SIGFPE:	fpe(in, ret);	break;
	case SIGTRAP:	trap(in, ret);	break;
	case SIGSYS:	sys(in, ret);	break;
	case SIGABRT:	what(ret, "abort");	break;
	default:	what(ret, "signal from the kernel");	break;
	}
}
