// SPDX-License-Identifier: GPL-2.0
/*
 * Causes in words, and the kernel's own line.  The numbers of the real cases are
 * those of kernel logs that people published; what their error codes mean is from
 * the processor's manual.
 */
#include "crash/cause.h"
#include "crash/facts.h"
#include "crash/names.h"
#include "crash_records.h"

static const struct test_map layout[] = {
	{ 0x400000, 0x401000, 0, R | X, 0, 8, 1, 11, "/opt/app/prog" },
	{ 0x401000, 0x402000, 0x1000, R, 0, 8, 1, 11, "/opt/app/prog" },
	{ 0x402000, 0x403000, 0x2000, R | W, 0, 8, 1, 11, "/opt/app/prog" },
	{ 0x1000000, 0x1021000, 0, R | W, RMS_MAP_HEAP, 0, 0, 0, NULL },
	{ 0x7f0000000000, 0x7f0000100000, 0xe1000, R | X, 0, 8, 1, 12,
	  "/usr/lib/libcuda.so.535.261.03" },
	{ 0x7f0000200000, 0x7f0000201000, 0, R | S, RMS_MAP_CHARDEV, 195, 255,
	  20, "/dev/nvidiactl" },
	{ 0x7f0000202000, 0x7f0000203000, 0, R | S, RMS_MAP_CHARDEV, 195, 3, 21,
	  NULL },
	{ 0x7f0000300000, 0x7f0000301000, 0, 0, 0, 0, 0, 0, NULL },
	{ 0x7f0000301000, 0x7f0000b01000, 0, R | W, 0, 0, 0, 0, NULL },
	{ 0x7f0001000000, 0x7f0001002000, 0, R | W | S, 0, 0, 1, 30,
	  "/memfd:buf" },
	{ 0x7f0002000000, 0x7f0002001000, 0, R | X, RMS_MAP_DELETED, 8, 1, 31,
	  "/tmp/\33[31mx.so" },
	{ 0x7ffd00000000, 0x7ffd00021000, 0, R | W, RMS_MAP_STACK, 0, 0, 0,
	  NULL },
};

static struct mappings maps;

static void make_maps(void)
{
	struct rms_hdr sig = { .time = 5, .pid = 1, .tid = 1 };
	uint8_t buf[2048];
	struct record rec;

	for (unsigned int i = 0; i < sizeof(layout) / sizeof(layout[0]); i++) {
		size_t len = map_make(buf, &layout[i], &sig, RMS_MAP_CRASH, i);

		if (record_parse(buf, len, &rec) || mappings_add(&maps, &rec))
			exit(1);
	}
}

static void find(const struct rms_signal *sig, const void *code, size_t len,
		 struct cause *ret)
{
	struct cause_in in = {
		.sig = sig, .code = bytes_of(code, len), .maps = &maps,
		.maps_complete = true, .sender = "",
	};

	cause_find(&in, ret);
}

static bool has_detail(const struct cause *cause, const char *word)
{
	for (unsigned int i = 0; i < cause->n_details; i++)
		if (strstr(cause->details[i], word))
			return true;
	return false;
}

static const struct {
	uint64_t addr;
	int code;
	unsigned int error;
	const char *what;
	const char *detail;
} faults[] = {
	{ 0, 1, 4, "read of NULL pointer", "error 0x4: page not present, read, user" },
	{ 0, 1, 6, "write to NULL pointer", "error 0x6: page not present, write, user" },
	{ 0, 1, 0x14, "jump to NULL pointer",
	  "error 0x14: page not present, instruction fetch, user" },
	{ 0x18, 1, 6, "write to NULL pointer plus 0x18", "" },
	{ 0xffff, 1, 4, "read of NULL pointer plus 0xffff", "" },
	{ 0x10000, 1, 4, "read of 0x10000, which is not mapped", "" },
	{ 0xffffffffffffffc8, 1, 5, "read of -0x38 from NULL (0xffffffffffffffc8)",
	  "error 0x5: protection violation (page present), read, user" },
	{ 0xffffffffffffffc8, 1, 7, "write to -0x38 from NULL (0xffffffffffffffc8)",
	  "always said of such addresses" },
	{ 0xffff888012340000, 1, 5,
	  "read of 0xffff888012340000, an address of the kernel's half", "" },
	{ 0x7f0000200018, 2, 7, "write to a read-only mapping of /dev/nvidiactl",
	  "0x18 bytes into 0x7f0000200000-0x7f0000201000 r--s /dev/nvidiactl" },
	{ 0x7f0000202000, 2, 7, "write to a read-only mapping of /dev/nvidia3",
	  "error 0x7: protection violation (page present), write, user" },
	{ 0x7f0000050000, 2, 7,
	  "write to a read-only mapping of libcuda.so.535.261.03 (code)",
	  "r-xp /usr/lib/libcuda.so.535.261.03" },
	{ 0x401234, 2, 7, "write to a read-only mapping of prog (read-only data)", "" },
	{ 0x402234, 2, 0x15, "jump to a mapping that is not executable: prog (data)",
	  "error 0x15: protection violation (page present), instruction fetch, user" },
	{ 0x1000010, 2, 0x15, "jump to a mapping that is not executable: the heap", "" },
	{ 0x7f0001000010, 2, 0x25,
	  "read of memory whose protection key forbids it: memfd:buf",
	  "protection key" },
	{ 0x7f0002000010, 2, 7,
	  "write to a read-only mapping of \\x1b[31mx.so (code, deleted file)",
	  "/tmp/\\x1b[31mx.so (deleted)" },
	{ 0x1021010, 1, 6, "write to 0x1021010, which is not mapped",
	  "0x10 bytes behind the end of the heap" },
	{ 0x7f00001fffff, 1, 4, "read of 0x7f00001fffff, which is not mapped",
	  "0x1 bytes before /dev/nvidiactl" },
};

static void test_faults(void)
{
	for (unsigned int i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct rms_signal s = signal_make(9, 1, 1, SIGSEGV,
						  faults[i].code);
		struct cause cause;

		s.addr = faults[i].addr;
		s.error = faults[i].error;
		find(&s, NULL, 0, &cause);
		tap_str(cause.what, faults[i].what, "fault %u", i);
		tap_ok(has_detail(&cause, faults[i].detail), "fault %u: %s", i,
		       faults[i].detail[0] ? faults[i].detail : "has details");
		tap_ok(cause.has_addr && cause.addr == s.addr,
		       "fault %u: its address", i);
	}
}

static void test_stacks(void)
{
	struct rms_signal s = signal_make(9, 1, 1, SIGSEGV, 2);
	struct cause cause;

	s.error = 6;
	s.addr = 0x7f0000300ff8;
	s.regs[RMS_REG_SP] = 0x7f0000301000;
	find(&s, NULL, 0, &cause);
	tap_ok(strstr(cause.what, "stack overflow: the guard page"),
	       "the guard page of a thread's stack");
	s.regs[RMS_REG_SP] = 0x7ffd00001000;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "write to an inaccessible mapping of anonymous memory",
		"the same page, but the stack is elsewhere");
	s.addr = 0x7ffcfffffff8;
	s.code = 1;
	s.regs[RMS_REG_SP] = 0x7ffd00000000;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "stack overflow: the stack may not grow to 0x7ffcfffffff8",
		"the main thread's stack");
}

static void test_compat(void)
{
	struct rms_signal s = signal_make(9, 1, 1, SIGSEGV, 1);
	struct cause cause;

	s.flags |= RMS_SIG_COMPAT;
	s.addr = 0xfffffff8;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "read of -0x8 from NULL (0xfffffff8)",
		"a 32-bit thread's address before NULL");
	s.flags &= ~(unsigned int)RMS_SIG_COMPAT;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "read of 0xfffffff8, which is not mapped",
		"no such thing in a 64-bit thread");
}

static void test_general_protection(void)
{
	struct rms_signal s = signal_make(9, 1, 1, SIGSEGV, SI_KERNEL);
	struct cause cause;

	s.trap = 13;
	s.error = 0;
	s.flags &= ~(unsigned int)RMS_SIG_ADDR;
	s.regs[RMS_REG_AX] = 0x4141414141414141;
	s.regs[RMS_REG_BX] = 0xffff800000000000;	/* canonical */
	s.regs[RMS_REG_CX] = 0x00007fffffffffff;	/* canonical */
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "#GP: general protection fault", "#GP");
	tap_ok(has_detail(&cause, "the CPU gives no address"),
	       "#GP: no address, and said so");
	tap_ok(!cause.has_addr, "#GP: none is made up");
	tap_ok(has_detail(&cause, "not canonical: rax = 0x4141414141414141"),
	       "#GP: the register that could be it");
	tap_ok(!has_detail(&cause, "rbx") && !has_detail(&cause, "rcx"),
	       "#GP: canonical ones are not named");
	s.trap = 12;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "#SS: non-canonical address of a stack access", "#SS");
	s.trap = 21;
	s.error = 1;
	s.code = 10;
	find(&s, NULL, 0, &cause);
	tap_ok(has_detail(&cause, "near ret"), "#CP: error 1 is a near ret");
}

#ifdef HAVE_CAPSTONE
/* bytes by hand, from the opcode map; addresses by hand, too */
static void test_operands(void)
{
	static const struct {
		char code[12];
		uint64_t trap;
		uint64_t addr;	/* of a page fault */
		uint64_t rdi;
		const char *detail;
	} cases[] = {
		{ "\x48\x8b\x47\xc8", 14, 0xffffffffffffffc8, 0,
		  "mov rax, qword ptr [rdi - 0x38]: rdi = 0x0 gives 0xffffffffffffffc8" },
		{ "\x89\x54\x9f\x10", 14, 0x10040, 0x10000,	/* rbx = 12 */
		  "mov dword ptr [rdi + rbx*4 + 0x10], edx: rdi = 0x10000, "
		  "rbx = 0xc gives 0x10040" },
		{ "\x64\x48\x8b\x04\x25\x28\x00\x00\x00", 14, 0x1028, 0,
		  "fs_base = 0x1000 gives 0x1028" },
		/* it reaches into the page that is not there */
		{ "\x48\x8b\x07", 14, 0x20000, 0x1fffc,
		  "rdi = 0x1fffc gives 0x1fffc" },
		{ "\x67\x8b\x07", 14, 0x4, 0xffffffff00000004,
		  "gives 0x4" },
		{ "\x8b\x05\x10\x00\x00\x00", 14, 0x7f000000124a, 0,
		  "gives 0x7f000000124a" },
		{ "\xc6\x07\x01", 13, 0, 0xdead000000000000,
		  "rdi = 0xdead000000000000 gives 0xdead000000000000, which is "
		  "not canonical" },
		{ "\x0f\x28\x07", 13, 0, 0x10008,
		  "gives 0x10008, which is not aligned to the operand's size" },
	};

	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rms_signal s = signal_make(9, 1, 1, SIGSEGV, 1);
		struct cause cause;
		char code[16] = "";

		memcpy(code, cases[i].code, sizeof(cases[i].code));
		s.trap = cases[i].trap;
		s.addr = cases[i].addr;
		if (s.trap != 14)
			s.flags &= ~(unsigned int)RMS_SIG_ADDR;
		s.error = s.trap == 14 ? 4 : 0;
		s.code_addr = s.regs[RMS_REG_IP];
		s.regs[RMS_REG_DI] = cases[i].rdi;
		s.regs[RMS_REG_BX] = 12;
		s.regs[RMS_REG_FS_BASE] = 0x1000;
		find(&s, code, sizeof(code), &cause);
		tap_ok(has_detail(&cause, cases[i].detail), "operand %u: %s", i,
		       cases[i].detail);
	}
}

/* what took no part in the fault is not named */
static void test_no_operand(void)
{
	static const char *const codes[] = {
		"\x48\x8d\x07",	/* lea rax, [rdi] */
		"\x48\x8b\x07",	/* another address than the fault's */
		"\xff\xff\xff",	/* no instruction */
	};
	struct cause cause;

	for (unsigned int i = 0; i < 3; i++) {
		struct rms_signal s = signal_make(9, 1, 1, SIGSEGV, 1);

		s.addr = 0x5000;
		s.code_addr = s.regs[RMS_REG_IP];
		s.regs[RMS_REG_DI] = i == 1 ? 0x6000 : 0x5000;
		find(&s, codes[i], 3, &cause);
		tap_ok(!has_detail(&cause, "gives"), "no operand %u", i);
	}
}
#endif

static void test_others(void)
{
	static const struct {
		int sig;
		int code;
		unsigned int trap;
		const char *code_bytes;
		const char *what;
		const char *detail;
	} cases[] = {
		{ SIGILL, 2, 6, "\x0f\x0b", "illegal instruction", "ud2" },
		{ SIGILL, 2, 6, "\xc4\xe2", "illegal instruction", NULL },
		{ SIGFPE, 1, 0, "\xf7\xf9",
		  "integer division by zero, or its quotient is too large", NULL },
		{ SIGFPE, 3, 19, "..", "floating-point division by zero", NULL },
		{ SIGTRAP, SI_KERNEL, 3, "..", "breakpoint instruction int3",
		  "ip is one behind it" },
		{ SIGTRAP, 2, 1, "..", "single step", NULL },
		{ SIGBUS, 1, 17, "..", "misaligned address", NULL },
		{ SIGBUS, 4, 14, "..", "hardware memory error", NULL },
	};

	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rms_signal s = signal_make(9, 1, 1, cases[i].sig,
						  cases[i].code);
		struct cause cause;

		s.trap = cases[i].trap;
		s.code_addr = s.regs[RMS_REG_IP];
		find(&s, cases[i].code_bytes, 2, &cause);
		tap_str(cause.what, cases[i].what, "%s, trap %u",
			sigabbrev_np(cases[i].sig), cases[i].trap);
		tap_ok(cases[i].detail ? has_detail(&cause, cases[i].detail) :
		       !cause.n_details, "with %s", cases[i].detail ?
		       cases[i].detail : "no detail");
	}
}

static void test_bus_and_sys(void)
{
	struct rms_signal s = signal_make(9, 1, 1, SIGBUS, BUS_ADRERR);
	struct cause cause;

	s.addr = 0x7f0001001010;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "beyond the end of the file: memfd:buf", "SIGBUS");
	tap_ok(has_detail(&cause, "offset 0x1010 is mapped"), "and where");
	s.addr = 0x7f0000200000;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "beyond what the device has mapped: /dev/nvidiactl",
		"SIGBUS of a device");
	s = signal_make(9, 1, 1, SIGSYS, 1);
	s.regs[RMS_REG_ORIG_AX] = 101;
	find(&s, NULL, 0, &cause);
	tap_str(cause.what, "system call 101 refused by a seccomp filter",
		"SIGSYS");
}

static void test_sent(void)
{
	struct rms_signal s = signal_make(9, 7, 7, SIGABRT, SI_TKILL);
	struct cause_in in = { .sig = &s, .maps = &maps, .sender = "" };
	struct cause cause;

	s.flags = RMS_SIG_FATAL;
	s.sender_pid = 7;
	cause_find(&in, &cause);
	tap_str(cause.what, "abort(): raised by the process itself", "abort()");
	s.sig = SIGSEGV;
	s.code = SI_USER;
	s.sender_pid = 99;
	s.sender_uid = 1000;
	s.trap = 14;	/* of an earlier fault: means nothing */
	s.error = 7;
	cause_find(&in, &cause);
	tap_str(cause.what, "sent by process 99 of user 1000", "kill -SEGV");
	tap_ok(!cause.has_addr && !cause.n_details,
	       "a sent signal has no address and no error code");
	in.sender = "bash";
	cause_find(&in, &cause);
	tap_str(cause.what, "sent by process 99 (bash) of user 1000",
		"and its sender's name, where it is known");
}

static void line_is(const struct rms_signal *s, const char *want,
		    const char *what)
{
	char buf[512];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	kernel_line(s, &maps, &out);
	tap_str(buf, want, "%s", what);
}

static void test_kernel_line(void)
{
	struct rms_signal s = signal_make(9, 1, 36, SIGSEGV, 2);

	strcpy(s.comm, "cuda-app");
	s.addr = 0x7f0000200018;
	s.error = 7;
	line_is(&s, "cuda-app[36]: segfault at 7f0000200018 ip 00007f0000001234 "
		"sp 00007ffd00001000 error 7 in "
		"libcuda.so.535.261.03[7f0000000000+100000]", "a segfault");
	s.addr = 0;
	s.error = 0x14;
	s.regs[RMS_REG_IP] = 0;
	line_is(&s, "cuda-app[36]: segfault at 0 ip 0000000000000000 "
		"sp 00007ffd00001000 error 14", "a jump to NULL");
	s.regs[RMS_REG_IP] = 0x7f0002000010;
	s.addr = 0xffffffffffffffc8;
	s.error = 5;
	line_is(&s, "cuda-app[36]: segfault at ffffffffffffffc8 "
		"ip 00007f0002000010 sp 00007ffd00001000 error 5 in "
		"\\x1b[31mx.so (deleted)[7f0002000000+1000]", "a deleted file");
	s.trap = 13;
	s.error = 0;
	s.code = SI_KERNEL;
	s.flags &= ~(unsigned int)RMS_SIG_ADDR;
	s.regs[RMS_REG_IP] = 0x400123;
	line_is(&s, "traps: cuda-app[36] general protection fault ip:400123 "
		"sp:7ffd00001000 error:0 in prog[400000+1000]", "a #GP");
	s.sig = SIGILL;
	s.code = 2;
	s.trap = 6;
	line_is(&s, "traps: cuda-app[36] trap invalid opcode ip:400123 "
		"sp:7ffd00001000 error:0 in prog[400000+1000]", "a #UD");
	s.sig = SIGFPE;
	s.code = 1;
	s.trap = 0;
	line_is(&s, "traps: cuda-app[36] trap divide error ip:400123 "
		"sp:7ffd00001000 error:0 in prog[400000+1000]", "a #DE");
	s.sig = SIGTRAP;
	s.code = SI_KERNEL;
	s.trap = 3;
	s.regs[RMS_REG_IP] = 0x1000010;
	line_is(&s, "traps: cuda-app[36] trap int3 ip:1000010 "
		"sp:7ffd00001000 error:0", "an int3 outside of every file");
}

/* error codes of published kernel lines, and what they mean */
static void test_error_codes(void)
{
	static const struct {
		unsigned int error;
		const char *text;
	} codes[] = {
		{ 0x4, "page not present, read, user" },
		{ 0x5, "protection violation (page present), read, user" },
		{ 0x6, "page not present, write, user" },
		{ 0x7, "protection violation (page present), write, user" },
		{ 0x14, "page not present, instruction fetch, user" },
		{ 0x15, "protection violation (page present), instruction fetch, user" },
		{ 0x2, "page not present, write, kernel" },
		{ 0x27, "protection violation (page present), write, user, protection key" },
		{ 0xd, "protection violation (page present), read, user, "
		       "reserved bit set in a page table" },
	};

	for (unsigned int i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		char buf[256];
		struct rm_out out;

		rm_out_init(&out, buf, sizeof(buf));
		names_page_fault(&out, codes[i].error);
		tap_str(buf, codes[i].text, "error %x", codes[i].error);
	}
	tap_str(names_code(SIGSEGV, 1), "SEGV_MAPERR", "a signal's own code");
	tap_str(names_code(SIGSEGV, 10), "SEGV_CPERR", "the last one of SIGSEGV");
	tap_str(names_code(SIGBUS, SI_USER), "SI_USER", "a sender's code");
	tap_str(names_code(SIGSEGV, 11), NULL, "an unknown code has no name");
	tap_str(names_code(SIGSEGV, -77), NULL, "nor has a negative one");
	tap_str(names_trap(200), NULL, "nor an unknown trap");
}

int main(void)
{
	make_maps();
	test_faults();
	test_stacks();
	test_compat();
	test_general_protection();
#ifdef HAVE_CAPSTONE
	test_operands();
	test_no_operand();
#endif
	test_others();
	test_bus_and_sys();
	test_sent();
	test_kernel_line();
	test_error_codes();
	mappings_clear(&maps);
	return tap_done();
}
