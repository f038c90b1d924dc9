// SPDX-License-Identifier: GPL-2.0
/*
 * Frames of programs that crash here: captured by ptrace, unwound from the capture
 * when the program is gone, and compared with what gdb said of the live one.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "crash/frames.h"
#include "sym_build.h"

#define STACK_KEPT	32768
#define MAPS_MAX	128

static const char program[] =
	"#define _GNU_SOURCE\n#include <pthread.h>\n#include <signal.h>\n"
	"#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
	"#include <time.h>\n#include <unistd.h>\n"
	"int lib_fp(void (*f)(void)); int lib_bare(void (*f)(void));\n"
	"int lib_cfi(void (*f)(void));\n"
	"volatile int zero, sink, *volatile null;\n"
	"void crash(void) { sink = *null; }\n"
	"int cmp(const void *a, const void *b)\n"
	"{ (void)a; (void)b; crash(); return zero + 1; }\n"
	"void sort(void) { int v[3] = { 3, 2, 1 }; qsort(v, 3, 4, cmp); sink = v[0]; }\n"
	"void handler(int s) { crash(); sink = s; }\n"
	"void *thread(void *p) { crash(); sink = 2; return p; }\n"
	"int deep(int n) { return n ? deep(n - 1) * 3 + zero : (crash(), sink); }\n"
	"void far(int n) { char big[80000]; memset(big, 1, sizeof(big)); crash(); sink = big[n]; }\n"
	"void nowhere(void) { void (*volatile f)(void) = 0; f(); sink = 3; }\n"
	"void jit(void) {\n"
	" unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };\n"
	" void *p = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
	" memcpy(p, code, sizeof(code)); ((void (*)(void (*)(void)))p)(crash); sink = 4; }\n"
	"static char room[65536];\n"
	"int main(int n, char **v) {\n"
	" const char *m = v[n - 1]; pthread_t t;\n"
	" if (!strcmp(m, \"sort\")) sort();\n"
	" if (!strcmp(m, \"lib\")) lib_cfi(sort);\n"
	" if (!strcmp(m, \"fp\")) lib_fp(crash);\n"
	" if (!strcmp(m, \"bare\")) lib_bare(crash);\n"
	" if (!strcmp(m, \"deep\")) deep(100000);\n"
	" if (!strcmp(m, \"far\")) far(n);\n"
	" if (!strcmp(m, \"nowhere\")) nowhere();\n"
	" if (!strcmp(m, \"jit\")) jit();\n"
	" if (!strcmp(m, \"vdso\")) clock_gettime(0, (void *)(long)(8 + zero));\n"
	" if (!strcmp(m, \"abort\")) abort();\n"
	" if (!strcmp(m, \"thread\")) { pthread_create(&t, 0, thread, 0); pthread_join(t, 0); }\n"
	" if (!strcmp(m, \"handler\")) { signal(SIGUSR1, handler); raise(SIGUSR1); }\n"
	" if (!strcmp(m, \"alt\")) { stack_t s = { .ss_sp = room, .ss_size = sizeof(room) };\n"
	"  struct sigaction a = { .sa_handler = handler, .sa_flags = SA_ONSTACK };\n"
	"  sigaltstack(&s, 0); sigaction(SIGUSR1, &a, 0); raise(SIGUSR1); }\n"
	" return sink; }\n";

#define LIB(name) \
	"extern volatile int sink_" #name "; volatile int sink_" #name ";\n" \
	"int lib_" #name "(void (*f)(void)) { f(); return sink_" #name "; }\n"

/* a crash of a program, as its record would hold it */
static struct capture_one {
	struct crash crash;
	struct mapping maps[MAPS_MAX];
	uint8_t stack[STACK_KEPT];
	char gdb[64][512];	/* its lines "#N ..." */
	unsigned int n_gdb;
} one;

static void take_registers(pid_t tid)
{
	struct rms_signal *s = &one.crash.sig;
	struct user_regs_struct u;

	if (ptrace(PTRACE_GETREGS, tid, NULL, &u))
		exit(1);
	s->regs[RMS_REG_AX] = u.rax;
	s->regs[RMS_REG_BX] = u.rbx;
	s->regs[RMS_REG_CX] = u.rcx;
	s->regs[RMS_REG_DX] = u.rdx;
	s->regs[RMS_REG_SI] = u.rsi;
	s->regs[RMS_REG_DI] = u.rdi;
	s->regs[RMS_REG_BP] = u.rbp;
	s->regs[RMS_REG_SP] = u.rsp;
	s->regs[RMS_REG_R8] = u.r8;
	s->regs[RMS_REG_R9] = u.r9;
	s->regs[RMS_REG_R10] = u.r10;
	s->regs[RMS_REG_R11] = u.r11;
	s->regs[RMS_REG_R12] = u.r12;
	s->regs[RMS_REG_R13] = u.r13;
	s->regs[RMS_REG_R14] = u.r14;
	s->regs[RMS_REG_R15] = u.r15;
	s->regs[RMS_REG_IP] = u.rip;
}

static void take_stack(pid_t pid)
{
	struct rms_signal *s = &one.crash.sig;
	char path[64];
	size_t len = 0;
	ssize_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	f = fopen(path, "r");
	s->stack_addr = s->regs[RMS_REG_SP];
	while (f && len < STACK_KEPT &&
	       (n = pread(fileno(f), one.stack + len, STACK_KEPT - len,
			  (off_t)(s->stack_addr + len))) > 0)
		len += (size_t)n;
	if (f)
		fclose(f);
	one.crash.stack = bytes_of(one.stack, len);
}

static void take_map(const char *line)
{
	struct mapping *m = &one.maps[one.crash.maps.n];
	unsigned long start, end, off, inode;
	unsigned int major_no, minor_no;
	char prot[5], path[256] = "";

	if (one.crash.maps.n == MAPS_MAX ||
	    sscanf(line, "%lx-%lx %4s %lx %x:%x %lu %255s", &start, &end, prot,
		   &off, &major_no, &minor_no, &inode, path) < 7)
		return;
	*m = (struct mapping){
		.start = start, .end = end, .offset = off,
		.prot = (prot[0] == 'r' ? RMS_MAP_READ : 0) |
			(prot[1] == 'w' ? RMS_MAP_WRITE : 0) |
			(prot[2] == 'x' ? RMS_MAP_EXEC : 0),
		.flags = !strcmp(path, "[vdso]") ? RMS_MAP_VDSO : 0,
	};
	m->file = calloc(1, sizeof(*m->file) + sizeof(path));
	m->file->major = major_no;
	m->file->minor = minor_no;
	m->file->inode = inode;
	if (path[0] == '/')
		strcpy(m->file->path, path);
	one.crash.maps.n++;
}

static void take_maps(pid_t pid)
{
	char path[64], line[512];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		take_map(line);
	if (f)
		fclose(f);
	one.crash.maps.v = one.maps;
}

static void ask_gdb(pid_t tid)
{
	char cmd[512], line[512];
	FILE *p;

	/* no debug information: its inlined functions are no frames of their own */
	snprintf(cmd, sizeof(cmd), "gdb -nx -batch -iex 'set debug-file-directory "
		 "/nonexistent' -p %d -ex 'set print frame-info location-and-address' "
		 "-ex 'set backtrace past-main on' -ex 'set backtrace past-entry on' "
		 "-ex 'bt 64' 2>/dev/null", tid);
	p = popen(cmd, "r");
	while (p && fgets(line, sizeof(line), p)) {
		if (line[0] == '#' && one.n_gdb < 64 &&
		    (unsigned int)atoi(line + 1) >= one.n_gdb)
			strcpy(one.gdb[one.n_gdb++], line);
	}
	if (p)
		pclose(p);
}

/* until a thread of it faults; its id */
static pid_t wait_fault(pid_t pid)
{
	int st;
	pid_t tid = waitpid(pid, &st, 0);	/* the exec */

	ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACECLONE);
	ptrace(PTRACE_CONT, pid, NULL, 0);
	while ((tid = waitpid(-1, &st, __WALL)) > 0 && WIFSTOPPED(st)) {
		int sig = WSTOPSIG(st);

		if (sig == SIGSEGV || sig == SIGABRT)
			return tid;
		ptrace(PTRACE_CONT, tid, NULL,
		       sig == SIGTRAP || sig == SIGSTOP ? 0 : sig);
	}
	exit(1);
}

/* run it to its crash, keep what a record keeps, and let it die */
static void crash_of(const char *mode, bool with_gdb)
{
	pid_t pid, tid;

	memset(&one, 0, sizeof(one));
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execl(build_path("prog"), "prog", mode, NULL);
		_exit(127);
	}
	tid = wait_fault(pid);
	take_registers(tid);
	take_stack(pid);
	take_maps(pid);
	if (with_gdb) {
		ptrace(PTRACE_DETACH, tid, NULL, SIGSTOP);
		ask_gdb(tid);
	}
	kill(pid, SIGKILL);
	if (tid != pid)
		waitpid(tid, NULL, __WALL);
	waitpid(pid, NULL, __WALL);
}

static void let_go(struct frames *frames)
{
	frames_free(frames);
	for (size_t i = 0; i < one.crash.maps.n; i++)
		free(one.maps[i].file);
}

/* the same addresses as gdb's, frame by frame */
static unsigned int same_as_gdb(const struct frames *frames)
{
	unsigned int same = 0;

	for (unsigned int i = 0; i < one.n_gdb && i < frames->n; i++) {
		const char *at = strstr(one.gdb[i], "0x");

		if (strstr(one.gdb[i], "<signal handler called>"))
			same += frames->v[i].signal;
		else
			same += at && strtoull(at, NULL, 16) ==
				      frames->v[i].place.addr;
	}
	return same;
}

static bool have_gdb, as_gdb;

/* @names: of frames from the front, "": any */
static void check(const char *mode, const char *const *names, size_t n_names,
		  enum frames_end end, enum frame_how second)
{
	struct sym_cache *cache = sym_cache_new(true);
	struct frames frames;
	size_t i;

	crash_of(mode, have_gdb && as_gdb);
	frames_find(&one.crash, cache, &frames);
	tap_str(frames_end_key(frames.end), frames_end_key(end), "%s: its end",
		mode);
	tap_is(frames.v[0].how, FRAME_REGISTERS, "%s: begins at ip", mode);
	for (i = 0; i < n_names && i < frames.n; i++) {
		if (names[i][0])
			tap_str(frames.v[i].place.sym.symbol, names[i],
				"%s: frame %zu", mode, i);
	}
	tap_is(i, n_names, "%s: has that many frames", mode);
	if (frames.n > 1)
		tap_str(frames_how_key(frames.v[1].how), frames_how_key(second),
			"%s: how its caller was found", mode);
	if (have_gdb && as_gdb) {
		if (end == FRAMES_OUTERMOST)
			tap_is(frames.n, one.n_gdb, "%s: as many as gdb has", mode);
		tap_is(same_as_gdb(&frames), frames.n < one.n_gdb ? frames.n :
		       one.n_gdb, "%s: each is gdb's", mode);
	}
	let_go(&frames);
	sym_cache_free(cache);
}

#define CHECK(mode, end, second, ...)					\
	do {								\
		static const char *const names_[] = { __VA_ARGS__ };	\
									\
		check(mode, names_, sizeof(names_) / sizeof(names_[0]),	\
		      end, second);					\
	} while (0)

/* to the outermost frame, through libc and a stripped library */
static void test_tables(void)
{
	as_gdb = true;
	CHECK("sort", FRAMES_OUTERMOST, FRAME_CFI, "crash", "cmp");
	CHECK("lib", FRAMES_OUTERMOST, FRAME_CFI, "crash", "cmp");
	CHECK("thread", FRAMES_OUTERMOST, FRAME_CFI, "crash", "thread");
	CHECK("handler", FRAMES_OUTERMOST, FRAME_CFI, "crash", "handler");
	CHECK("abort", FRAMES_OUTERMOST, FRAME_CFI, "", "", "abort");
	CHECK("vdso", FRAMES_OUTERMOST, FRAME_CFI, "");
}

static void test_limits(void)
{
	CHECK("deep", FRAMES_DEPTH, FRAME_CFI, "crash", "deep", "deep", "deep");
	CHECK("far", FRAMES_NO_STACK, FRAME_CFI, "crash", "far");
	CHECK("alt", FRAMES_NO_STACK, FRAME_CFI, "crash", "handler");
}

/* where there are no tables: said, and still right */
static void test_last_resorts(void)
{
	/* gdb guesses by the code there; the functions are known */
	as_gdb = false;
	CHECK("fp", FRAMES_OUTERMOST, FRAME_CFI, "crash", "lib_fp", "main");
#ifdef HAVE_CAPSTONE
	CHECK("bare", FRAMES_OUTERMOST, FRAME_CFI, "crash", "lib_bare", "main");
	CHECK("nowhere", FRAMES_OUTERMOST, FRAME_CALL, "", "nowhere", "main");
	CHECK("jit", FRAMES_OUTERMOST, FRAME_CFI, "crash", "", "jit", "main");
#endif
}

/* wild registers and stacks: an end, whatever they are */
static void test_wild(void)
{
	struct sym_cache *cache = sym_cache_new(true);
	unsigned int ended = 0;

	crash_of("sort", false);
	srand(1);
	for (unsigned int i = 0; i < 500; i++) {
		struct frames frames;

		for (unsigned int k = 0; k < 40; k++)
			one.stack[(unsigned int)rand() % 2048] = (uint8_t)rand();
		one.crash.sig.regs[(unsigned int)rand() % 16] ^= 1ull << rand() % 64;
		frames_find(&one.crash, cache, &frames);
		ended += frames.n >= 1 && frames.n <= FRAMES_MAX;
		frames_free(&frames);
	}
	tap_is(ended, 500, "500 damaged captures have frames and an end");
	for (size_t i = 0; i < one.crash.maps.n; i++)
		free(one.maps[i].file);
	sym_cache_free(cache);
}

static bool build(void)
{
	build_init();
	build_write("prog.c", program);
	build_write("cfi.c", LIB(cfi));
	build_write("fp.c", LIB(fp));
	build_write("bare.c", LIB(bare));
	return build_run("${CC:-cc} -shared -fPIC -O2 -s cfi.c -o libcfi.so && "
			 "${CC:-cc} -shared -fPIC -O2 -fno-omit-frame-pointer "
			 "-fno-asynchronous-unwind-tables -fno-unwind-tables fp.c -o libfp.so && "
			 "${CC:-cc} -shared -fPIC -O2 -fno-asynchronous-unwind-tables "
			 "-fno-unwind-tables bare.c -o libbare.so && "
			 "${CC:-cc} -O2 -fno-inline -fno-optimize-sibling-calls -fno-ipa-icf "
			 "-fno-ipa-cp -fno-ipa-sra prog.c -o prog -L. -lcfi -lfp -lbare "
			 "-Wl,-rpath,$PWD -pthread");
}

int main(void)
{
	if (!tap_ok(build(), "program and libraries are built"))
		return tap_done();
	have_gdb = !system("command -v gdb >/dev/null");
	if (!have_gdb)
		printf("# no gdb: frames are compared with their names alone\n");
	test_tables();
	test_limits();
	test_last_resorts();
	test_wild();
	return tap_done();
}
