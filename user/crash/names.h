/* SPDX-License-Identifier: GPL-2.0 */
/* Names of signal codes, x86 traps and page-fault error codes. */
#ifndef CRASH_NAMES_H
#define CRASH_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "rm/out.h"

/* x86 trap numbers, as in the kernel's thread.trap_nr */
enum trap {
	TRAP_DIVIDE = 0,
	TRAP_DEBUG = 1,
	TRAP_INT3 = 3,
	TRAP_OVERFLOW = 4,
	TRAP_BOUNDS = 5,
	TRAP_OPCODE = 6,
	TRAP_SEGMENT = 11,
	TRAP_STACK = 12,
	TRAP_PROTECTION = 13,
	TRAP_PAGE = 14,
	TRAP_X87 = 16,
	TRAP_ALIGNMENT = 17,
	TRAP_SIMD = 19,
	TRAP_CONTROL = 21,
};

/* bits of a page fault's error code */
#define PF_PRESENT	0x0001u	/* the page was there: a protection violation */
#define PF_WRITE	0x0002u
#define PF_USER		0x0004u
#define PF_RESERVED	0x0008u	/* a reserved bit in a page table */
#define PF_FETCH	0x0010u	/* instruction fetch */
#define PF_KEY		0x0020u	/* protection key */
#define PF_SHADOW	0x0040u	/* shadow stack access */
#define PF_ENCLAVE	0x8000u	/* SGX */

/** names_code() - "SEGV_MAPERR", "SI_USER"; NULL: unknown */
const char *names_code(int sig, int code);

/** names_trap() - as the kernel's log names it: "general protection fault",
 *  "invalid opcode"; NULL: unknown */
const char *names_trap(uint64_t trap);

/** names_page_fault() - "page not present, read, user" */
void names_page_fault(struct rm_out *out, uint64_t error);

/** names_control() - what a control-protection error code means */
const char *names_control(uint64_t error);

/** names_register() - "rax" for an enum rms_reg */
const char *names_register(unsigned int reg);

#endif
