// SPDX-License-Identifier: GPL-2.0
/*
 * Names.  Signals and codes: siginfo(2) and the kernel's siginfo.h; traps:
 * arch/x86's trap names as its log prints them; error code: the processor's.
 */
#include <signal.h>

#include "names.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* codes of one signal, by value */
static const char *const segv_codes[] = {
	[1] = "SEGV_MAPERR", "SEGV_ACCERR", "SEGV_BNDERR", "SEGV_PKUERR",
	"SEGV_ACCADI", "SEGV_ADIDERR", "SEGV_ADIPERR", "SEGV_MTEAERR",
	"SEGV_MTESERR", "SEGV_CPERR",
};

static const char *const bus_codes[] = {
	[1] = "BUS_ADRALN", "BUS_ADRERR", "BUS_OBJERR", "BUS_MCEERR_AR",
	"BUS_MCEERR_AO",
};

static const char *const ill_codes[] = {
	[1] = "ILL_ILLOPC", "ILL_ILLOPN", "ILL_ILLADR", "ILL_ILLTRP",
	"ILL_PRVOPC", "ILL_PRVREG", "ILL_COPROC", "ILL_BADSTK",
};

static const char *const fpe_codes[] = {
	[1] = "FPE_INTDIV", "FPE_INTOVF", "FPE_FLTDIV", "FPE_FLTOVF",
	"FPE_FLTUND", "FPE_FLTRES", "FPE_FLTINV", "FPE_FLTSUB",
	[14] = "FPE_FLTUNK", "FPE_CONDTRAP",
};

static const char *const trap_codes[] = {
	[1] = "TRAP_BRKPT", "TRAP_TRACE", "TRAP_BRANCH", "TRAP_HWBKPT",
	"TRAP_UNK", "TRAP_PERF",
};

static const char *const sys_codes[] = {
	[1] = "SYS_SECCOMP", "SYS_USER_DISPATCH",
};

/* codes of every signal: who sent it */
static const char *sender_code(int code)
{
	switch (code) {
	case SI_USER:		return "SI_USER";
	case SI_KERNEL:		return "SI_KERNEL";
	case SI_QUEUE:		return "SI_QUEUE";
	case SI_TIMER:		return "SI_TIMER";
	case SI_MESGQ:		return "SI_MESGQ";
	case SI_ASYNCIO:	return "SI_ASYNCIO";
	case SI_SIGIO:		return "SI_SIGIO";
	case SI_TKILL:		return "SI_TKILL";
	default:		return NULL;
	}
}

#define NAME_IN(table, i) \
	((i) > 0 && (size_t)(i) < COUNT(table) ? (table)[i] : NULL)

const char *names_code(int sig, int code)
{
	const char *name = sender_code(code);

	if (name)
		return name;
	switch (sig) {
	case SIGSEGV:	return NAME_IN(segv_codes, code);
	case SIGBUS:	return NAME_IN(bus_codes, code);
	case SIGILL:	return NAME_IN(ill_codes, code);
	case SIGFPE:	return NAME_IN(fpe_codes, code);
	case SIGTRAP:	return NAME_IN(trap_codes, code);
	case SIGSYS:	return NAME_IN(sys_codes, code);
	default:	return NULL;
	}
}

const char *names_trap(uint64_t trap)
{
	static const char *const names[] = {
		[TRAP_DIVIDE] = "divide error",
		[TRAP_DEBUG] = "debug",
		[TRAP_INT3] = "int3",
		[TRAP_OVERFLOW] = "overflow",
		[TRAP_BOUNDS] = "bounds",
		[TRAP_OPCODE] = "invalid opcode",
		[TRAP_SEGMENT] = "segment not present",
		[TRAP_STACK] = "stack segment",
		[TRAP_PROTECTION] = "general protection fault",
		[TRAP_PAGE] = "page fault",
		[TRAP_X87] = "fpu exception",
		[TRAP_ALIGNMENT] = "alignment check",
		[TRAP_SIMD] = "simd exception",
		[TRAP_CONTROL] = "control protection",
	};

	return trap < COUNT(names) ? names[trap] : NULL;
}

void names_page_fault(struct rm_out *out, uint64_t error)
{
	static const struct {
		unsigned int bit;
		const char *text;
	} more[] = {
		{ PF_RESERVED, ", reserved bit set in a page table" },
		{ PF_KEY, ", protection key" },
		{ PF_SHADOW, ", shadow stack" },
		{ PF_ENCLAVE, ", SGX" },
	};

	rm_out_str(out, error & PF_PRESENT ?
		   "protection violation (page present)" : "page not present");
	rm_out_str(out, error & PF_FETCH ? ", instruction fetch" :
		   error & PF_WRITE ? ", write" : ", read");
	rm_out_str(out, error & PF_USER ? ", user" : ", kernel");
	for (size_t i = 0; i < COUNT(more); i++)
		rm_out_str(out, error & more[i].bit ? more[i].text : "");
}

const char *names_control(uint64_t error)
{
	static const char *const names[] = {
		[1] = "near ret: the return address is not the shadow stack's",
		[2] = "far ret or iret: not the shadow stack's addresses",
		[3] = "indirect jump or call to a place without endbr",
		[4] = "rstorssp: no valid restore token",
		[5] = "setssbsy: no valid supervisor token",
	};
	const char *name;

	error &= 0x7fff;
	name = NAME_IN(names, error);
	return name ? name : "unknown control-protection error";
}

const char *names_register(unsigned int reg)
{
	static const char *const names[RMS_REG_N] = {
		[RMS_REG_R15] = "r15", [RMS_REG_R14] = "r14",
		[RMS_REG_R13] = "r13", [RMS_REG_R12] = "r12",
		[RMS_REG_BP] = "rbp", [RMS_REG_BX] = "rbx",
		[RMS_REG_R11] = "r11", [RMS_REG_R10] = "r10",
		[RMS_REG_R9] = "r9", [RMS_REG_R8] = "r8",
		[RMS_REG_AX] = "rax", [RMS_REG_CX] = "rcx",
		[RMS_REG_DX] = "rdx", [RMS_REG_SI] = "rsi",
		[RMS_REG_DI] = "rdi", [RMS_REG_ORIG_AX] = "orig_rax",
		[RMS_REG_IP] = "rip", [RMS_REG_CS] = "cs",
		[RMS_REG_FLAGS] = "eflags", [RMS_REG_SP] = "rsp",
		[RMS_REG_SS] = "ss", [RMS_REG_FS_BASE] = "fs_base",
		[RMS_REG_GS_BASE] = "gs_base",
	};

	return reg < RMS_REG_N ? names[reg] : "?";
}
