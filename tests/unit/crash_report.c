// SPDX-License-Identifier: GPL-2.0
/* Records of one crash in a library that nm knows: every part of its report. */
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <yajl/yajl_tree.h>

#include "crash_records.h"
#include "sym_build.h"

#define BASE	0x7f0000000000ull
#define STACK	0x7ffd00001000ull

static uint64_t function;	/* vaddr and offset of the faulting function */
static char lib[256];
static struct test_map maps[8];
static unsigned int n_maps;

static void make_library(void)
{
	struct stat st;

	build_init();
	build_write("c.c", "static int pad(int a) { return a; }\n"
		    "int crash_here(int *p) { return pad(*p) + 1; }\n"
		    "int crash_caller(int *p) { return crash_here(p) * 3; }\n");
	if (!build_run("${CC:-cc} -shared -fPIC -O1 -fno-inline -Wl,-z,separate-code "
		       "-Wl,--build-id=0xabcdef000102030405060708090a0b0c0d0e0f10"
		       " c.c -o libtest.so.1") ||
	    stat(build_path("libtest.so.1"), &st))
		exit(1);
	function = build_nm("libtest.so.1", "crash_here");
	strcpy(lib, build_path("libtest.so.1"));
	maps[0] = (struct test_map){ 0x400000, 0x401000, 0, R | X, 0, 8, 1, 99,
				     "/opt/app/prog" };
	maps[1] = (struct test_map){ BASE, BASE + 0x1000, 0, R, 0,
		major(st.st_dev), minor(st.st_dev), st.st_ino, lib };
	maps[2] = maps[1];
	maps[2].start = BASE + 0x1000;
	maps[2].end = BASE + 0x2000;
	maps[2].offset = 0x1000;
	maps[2].prot = R | X;
	maps[3] = (struct test_map){ BASE + 0x200000, BASE + 0x201000, 0, R | S,
		RMS_MAP_CHARDEV, 195, 255, 20, "/dev/nvidiactl" };
	maps[4] = (struct test_map){ BASE + 0x400000, BASE + 0x500000, 0, R | W,
		0, 0, 0, 0, NULL };
	maps[5] = (struct test_map){ STACK - 0x1000, STACK + 0x20000, 0, R | W,
		RMS_MAP_STACK, 0, 0, 0, NULL };
	n_maps = 6;
}

static void give_process(struct run *run)
{
	static const char words[] = "/opt/app/prog\0--name\0a b\33[2J";
	struct {
		struct rms_process p;
		char words[RMS_ALIGN(sizeof(words))];
	} r = {
		.p = {
			.h = header(RMS_PROCESS, sizeof(r.p), sizeof(words), 10,
				    500, 500),
			.start = 1, .ppid = 42, .len = sizeof(words),
			.comm = "prog",
		},
	};

	memcpy(r.words, words, sizeof(words));
	run_record(run, &r, r.p.h.size);
}

static struct rms_signal give_signal(struct run *run)
{
	static const uint8_t code[] = { 0x90, 0x90, 0x8b, 0x07, 0xc3, 0x90 };
	uint64_t stack[20] = { 0x1111 };
	struct rms_signal s = signal_make(5000000000, 500, 501, SIGSEGV, 2);

	s.addr = BASE + 0x200018;
	s.error = 7;
	s.cr2 = s.addr;
	s.regs[RMS_REG_IP] = BASE + function + 4;
	s.regs[RMS_REG_SP] = STACK;
	s.regs[RMS_REG_R15] = 0x1515151515151515;
	s.code_addr = s.regs[RMS_REG_IP] - 2;
	s.stack_addr = STACK - 16;
	stack[2] = 0x2222222222222222;		/* at sp */
	stack[3] = BASE + build_nm("libtest.so.1", "crash_caller") + 9;
	run_signal(run, s, code, sizeof(code), stack, sizeof(stack));
	return s;
}

static void give_all(struct run *run)
{
	struct rms_signal s;

	give_process(run);
	run_call(run, RMS_CALL, 1000000000, 1000050000, 500, 500, 0x0214, 0, 0);
	run_call(run, RMS_CALL, 4000000000, 4000001000, 500, 501, 0x0215, 0x56, 0);
	s = give_signal(run);
	run_maps(run, &s.h, maps, n_maps);
	/* another thread was in a call, which ended with it */
	run_call(run, RMS_CALL, 4990000000, 5000100000, 500, 500, 0x0216, 0,
		 RMS_CALL_DIED);
	/* a call after the signal belongs to neither list */
	run_call(run, RMS_CALL, 5000000001, 5000000002, 500, 500, 0x0217, 0, 0);
	run_exit(run, 5000100000, 500, 501, 11, false);
	run_exit(run, 5000200000, 500, 500, 139, true);
}

#define HAS(text, ...)							\
	do {								\
		char want_[1024];					\
									\
		snprintf(want_, sizeof(want_), __VA_ARGS__);		\
		tap_ok(strstr(text, want_), "has: %.*s",		\
		       (int)strcspn(want_, "\n"), want_);		\
	} while (0)

static void test_text(void)
{
	static const char calls[] = "\nLast driver calls of the thread:\n";
	const char *text, *thread, *process, *flight, *end;
	struct run run;

	run_begin(&run, false, NULL);
	give_all(&run);
	text = run_text(&run);
	tap_ok(!strncmp(text, "thread[501]: segfault at 7f0000200018 ip ", 41),
	       "begins as the kernel's line");
	HAS(text, "ip %016llx sp 00007ffd00001000 error 7 in libtest.so.1"
	    "[7f0000001000+1000]\n", BASE + (unsigned long long)function + 4);
	HAS(text, "SIGSEGV (SEGV_ACCERR): write to a read-only mapping of /dev/nvidiactl\n");
	HAS(text, "error 0x7: protection violation (page present), write, user\n");
	HAS(text, "the process ended: killed by SIGSEGV, core dumped\n");
	HAS(text, "5.000000 s after boot");
	HAS(text, "500 (prog), child of 42; thread 501 (thread)");
	HAS(text, "/opt/app/prog --name a b\\x1b[2J\n");
	HAS(text, "535.261.03\n");
	HAS(text, "libtest.so.1+0x%" PRIx64 "  (0x%llx)\n", function + 4,
	    BASE + (unsigned long long)function + 4);
	HAS(text, "abcdef000102030405060708090a0b0c0d0e0f10\n");
	HAS(text, "0x%" PRIx64 " in the file\n", function + 4);
	HAS(text, "crash_here+0x4, size 0x");
	HAS(text, "FDE function 0x%" PRIx64 "..0x", function);
	HAS(text, "r15 1515151515151515");
	HAS(text, "  90 90 <8b> 07 c3 90\n");
#ifdef HAVE_CAPSTONE
	HAS(text, ":  mov eax, dword ptr [rdi]\n");
#endif
	HAS(text, "  00007ffd00001000: 2222222222222222\n");
	HAS(text, " (crash_caller+0x9)\n");
	HAS(text, "  ip   7f0000001000-7f0000002000 r-xp 00001000");
	HAS(text, "  addr 7f0000200000-7f0000201000 r--s 00000000 c3:ff 20 /dev/nvidiactl\n");
	HAS(text, "[stack]\n");
	tap_ok(!strstr(text, "(0x1111"), "the stack begins at sp");
	thread = strstr(text, calls);
	process = strstr(text, "\nLast driver calls of the process:\n");
	flight = strstr(text, "\nDriver calls then in flight:\n");
	if (tap_ok(thread && process && flight && thread < process &&
		   process < flight, "three lists of calls, in order")) {
		end = flight;
		tap_is(count_of(thread, "-1.000000") - count_of(process, "-1.000000"),
		       0, "no entry time is shown as a return");
		tap_is(count_of(process, "\n  -") - count_of(end, "\n  -"), 2,
		       "two calls of the process");
		tap_is(count_of(thread, "\n  -") - count_of(process, "\n  -"), 1,
		       "one call of the thread");
		HAS(thread, "  -0.999999 501 ! ");
		HAS(thread, "NV_ERR_NOT_SUPPORTED (1.000 us)\n");
		HAS(process, "  -3.999950 500   ");
		HAS(flight, "  for 10.000 ms  500 (thread)  ");
		HAS(flight, "died in the call");
		tap_ok(!strstr(flight, "none"), "and it is the only one");
	}
	tap_ok(!strstr(text, "lost") && !strstr(text, "missing"),
	       "nothing was lost, nothing is said");
	run_free(&run);
}

static void test_losses(void)
{
	struct rms_gap gap = {
		.h = header(RMS_GAP, sizeof(gap), 0, 4, 0, 0),
		.count = 17, .cause = RMS_LOSS_RING,
	};
	struct rms_signal s;
	struct run run;
	const char *text;

	run_begin(&run, false, NULL);
	run_record(&run, &gap, sizeof(gap));
	s = give_signal(&run);
	run_maps_end(&run, &s.h, 0, 31);
	run_exit(&run, 5000200000, 500, 500, 11, true);
	text = run_text(&run);
	HAS(text, "Records lost so far: 17 (ring full)\n");
	HAS(text, "31 of 31 mappings are missing.\n");
	HAS(text, "is in no known mapping\n");
	HAS(text, "in none of the mappings known (some are missing)");
	HAS(text, "killed by SIGSEGV\n");
	run_free(&run);
}

/* a file that is another one by now gives no symbol */
static void test_other_file(void)
{
	struct rms_signal s;
	const char *text;
	struct run run;

	maps[1].inode++;
	maps[2].inode++;
	run_begin(&run, false, NULL);
	s = give_signal(&run);
	run_maps(&run, &s.h, maps, n_maps);
	text = run_end(&run);
	HAS(text, "libtest.so.1 offset 0x%" PRIx64, function + 4);
	HAS(text, "unknown: another file has that name now\n");
	HAS(text, "the file's is now abcdef0001");
	tap_ok(!strstr(text, "crash_here") && !strstr(text, "crash_caller"),
	       "no symbol of the wrong file");
	HAS(text, "had not ended when this was written\n");
	run_free(&run);
	maps[1].inode--;
	maps[2].inode--;
}

/* the build-id that came with the signal decides, wherever the file is now */
static void test_build_id(void)
{
	static const uint8_t id[RMS_BUILD_ID_LEN] = {
		0xab, 0xcd, 0xef, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
		14, 15, 16,
	};
	struct rms_signal s = signal_make(6500000000, 500, 500, SIGSEGV, 1);
	const char *text;

	s.flags |= RMS_SIG_BUILD_ID;
	memcpy(s.build_id, id, sizeof(id));
	s.regs[RMS_REG_IP] = BASE + function + 4;
	maps[1].inode++;
	maps[2].inode++;
	for (unsigned int i = 0; i < 2; i++) {
		struct run run;

		s.build_id[19] ^= i;
		run_begin(&run, false, NULL);
		run_signal(&run, s, NULL, 0, NULL, 0);
		run_maps(&run, &s.h, maps, n_maps);
		text = run_end(&run);
		if (!i) {
			HAS(text, "0d0e0f10, the same in memory\n");
			HAS(text, "crash_here+0x4");
		} else {
			HAS(text, "abcdef000102030405060708090a0b0c0d0e0f11\n"
			    "           the file's is now "
			    "abcdef000102030405060708090a0b0c0d0e0f10\n");
			tap_ok(!strstr(text, "crash_here"), "no symbol then");
		}
		run_free(&run);
	}
	maps[1].inode--;
	maps[2].inode--;
}

/* ip is where nothing is: the return address tells who jumped there */
static void test_jump(void)
{
	struct rms_signal s = signal_make(6000000000, 500, 500, SIGSEGV, 1);
	uint64_t caller = build_nm("libtest.so.1", "crash_caller") + 9;
	uint64_t stack[2] = { BASE + caller, 0 };
	const char *text;
	struct run run;

	s.addr = s.regs[RMS_REG_IP] = 0;
	s.error = 0x14;
	s.stack_addr = s.regs[RMS_REG_SP] = STACK;
	run_begin(&run, false, NULL);
	run_signal(&run, s, NULL, 0, stack, sizeof(stack));
	run_maps(&run, &s.h, maps, n_maps);
	run_exit(&run, 6000000001, 500, 500, 11, true);
	text = run_text(&run);
	HAS(text, "jump to NULL pointer\n");
	HAS(text, "ip 0x0 is in no mapping\n");
	HAS(text, "called by  libtest.so.1+0x%" PRIx64, caller);
	HAS(text, "crash_caller+0x9");
	HAS(text, "none readable at 0x0\n");
	run_free(&run);
}

static const char *json_string(yajl_val v, const char *a, const char *b)
{
	const char *path[] = { a, b, NULL };
	yajl_val found = yajl_tree_get(v, path, yajl_t_string);

	return found ? YAJL_GET_STRING(found) : NULL;
}

static size_t json_count(yajl_val v, const char *key)
{
	const char *path[] = { key, NULL };
	yajl_val found = yajl_tree_get(v, path, yajl_t_array);

	return found ? YAJL_GET_ARRAY(found)->len : SIZE_MAX;
}

static void test_json(void)
{
	char err[256], hex[32];
	const char *text, *line;
	struct run run;
	yajl_val v;

	run_begin(&run, true, NULL);
	give_all(&run);
	text = run_text(&run);
	tap_is(count_of(text, "\n"), 2, "a header and one object, a line each");
	tap_ok(!strncmp(text, "{\"schema\":1,\"kind\":\"header\"", 27),
	       "the header has the schema's version");
	line = strchr(text, '\n');
	v = line ? yajl_tree_parse(line + 1, err, sizeof(err)) : NULL;
	if (!tap_ok(v, "the object is JSON"))
		return;
	tap_str(json_string(v, "kind", NULL), "crash", "kind");
	tap_str(json_string(v, "signal", "name"), "SIGSEGV", "signal.name");
	tap_str(json_string(v, "signal", "error"), "0x7", "signal.error");
	tap_str(json_string(v, "cause", "what"),
		"write to a read-only mapping of /dev/nvidiactl", "cause.what");
	tap_str(json_string(v, "cause", "addr"), "0x7f0000200018", "cause.addr");
	tap_str(json_string(v, "cause", "region"), "device", "cause.region");
	snprintf(hex, sizeof(hex), "0x%" PRIx64, function + 4);
	tap_str(json_string(v, "ip", "vaddr"), hex, "ip.vaddr");
	tap_str(json_string(v, "ip", "offset"), hex, "ip.offset");
	tap_str(json_string(v, "ip", "symbol"), "crash_here", "ip.symbol");
	tap_str(json_string(v, "ip", "build_id"),
		"abcdef000102030405060708090a0b0c0d0e0f10", "ip.build_id");
	tap_str(json_string(v, "regs", "r15"), "0x1515151515151515", "regs.r15");
	tap_str(json_string(v, "exit", NULL), "killed by SIGSEGV, core dumped", "exit");
	tap_str(json_string(v, "code", NULL), "90908b07c390", "code");
	tap_is(json_count(v, "cmdline"), 3, "cmdline has its words");
	tap_is(json_count(v, "maps"), n_maps, "all mappings");
	tap_is(json_count(v, "thread_calls"), 1, "calls of the thread");
	tap_is(json_count(v, "process_calls"), 2, "calls of the process");
	tap_is(json_count(v, "in_flight"), 1, "calls in flight");
	yajl_tree_free(v);
	run_free(&run);
}

static void test_summary(void)
{
	struct sym_cache *sym = sym_cache_new(false);
	struct rms_signal s = signal_make(7000000000, 500, 500, SIGSEGV, 1);
	struct model *model;
	struct record rec;
	char buf[512], want[512];
	struct rm_out out;
	uint8_t map[2048];
	size_t len;

	s.addr = 0x18;
	s.regs[RMS_REG_IP] = BASE + function + 4;
	model_new(MODEL_CALLS, "", &model);
	len = map_make(map, &maps[2], &s.h, RMS_MAP_NEW, 0);
	record_parse(map, len, &rec);
	model_apply(model, &rec);
	record_parse(&s, sizeof(s), &rec);
	model_apply(model, &rec);
	rm_out_init(&out, buf, sizeof(buf));
	crash_summary_line(&rec, model, sym, &out);
	snprintf(want, sizeof(want), "SIGSEGV: read of NULL pointer plus 0x18, "
		 "ip in libtest.so.1+0x%" PRIx64, function + 4);
	tap_str(buf, want, "one line for a trace");
	s.flags = RMS_SIG_HANDLER | RMS_SIG_KERNEL | RMS_SIG_ADDR;
	s.regs[RMS_REG_IP] = 0x1234;
	record_parse(&s, sizeof(s), &rec);
	rm_out_init(&out, buf, sizeof(buf));
	crash_summary_line(&rec, model, NULL, &out);
	tap_str(buf, "SIGSEGV (handled): read of NULL pointer plus 0x18, ip 0x1234",
		"of a handled one, nowhere");
	model_free(model);
	sym_cache_free(sym);
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	make_library();
	test_text();
	test_losses();
	test_other_file();
	test_build_id();
	test_jump();
	test_json();
	test_summary();
	return tap_done();
}
