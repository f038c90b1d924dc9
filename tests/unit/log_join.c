// SPDX-License-Identifier: GPL-2.0
/* Pieces of crashes on several lines: whose they are, and where that is unknown. */
#include "log/join.h"
#include "tap.h"

#define FAULT(name, ip) \
	name "[1]: segfault at 8 ip 0000" ip " sp 00007ffe00000000 error 4"
#define CODE(byte) "Code: 90 90 90 90 90 90 90 <" byte "> 90"

static struct log_crash crashes[80];
static size_t n_crashes, n_notices;

static void on_crash(void *arg, const struct log_crash *crash)
{
	(void)arg;
	if (n_crashes < 80)
		crashes[n_crashes] = *crash;
	n_crashes++;
}

static struct log_frame frames[4];
static size_t n_frames;

static void on_frame(void *arg, const struct log_frame *frame, uint64_t line)
{
	(void)arg;
	(void)line;
	if (n_frames < 4)
		frames[n_frames] = *frame;
	n_frames++;
}

static void on_notice(void *arg, const struct log_notice *notice, uint64_t line)
{
	(void)arg;
	(void)notice;
	(void)line;
	n_notices++;
}

/* feeds lines up to a NULL */
static void feed(const char *const *lines)
{
	struct log_events events = { on_crash, on_notice, on_frame, NULL };
	struct log_join *join = log_join_new(&events);

	memset(crashes, 0, sizeof(crashes));
	n_crashes = n_notices = n_frames = 0;
	for (; *lines; lines++)
		log_join_line(join, (struct scan){ *lines, *lines + strlen(*lines) });
	log_join_end(join);
	log_join_free(join);
}

#define FEED(...) feed((const char *const[]){ __VA_ARGS__, NULL })

static void test_mixed(void)
{
	FEED(FAULT("a", "7f0000001010"), FAULT("b", "7f0000002020"),
	     " in lb.so[7f0000002000+1000]", " in la.so[7f0000001000+1000]",
	     CODE("01"), CODE("02"));
	tap_is(n_crashes, 2, "two crashes");
	tap_str(crashes[0].map.name, "la.so", "the mapping that holds its ip");
	tap_str(crashes[1].map.name, "lb.so", "and the other's");
	tap_ok(crashes[0].map_later && crashes[0].line == 1 &&
	       crashes[1].line == 2, "came from further down");
	tap_ok(crashes[0].code[7] == 1 && crashes[0].code_unsure,
	       "Code: by order, which is a guess");
	tap_ok(crashes[1].code[7] == 2 && !crashes[1].code_unsure,
	       "the last one is none");
}

static void test_callers(void)
{
	FEED("[1.0][ T7] " FAULT("a", "7f0000001010"),
	     "[1.0][ T8] " FAULT("b", "7f0000002020"),
	     "[1.0][ T8] " CODE("02"), "[1.0][ T7] " CODE("01"));
	tap_ok(crashes[0].code[7] == 1 && crashes[1].code[7] == 2 &&
	       !crashes[0].code_unsure && !crashes[1].code_unsure,
	       "the printing thread tells whose Code: it is");
}

static void test_no_guess(void)
{
	FEED(FAULT("a", "000000000000"), FAULT("b", "000000000000"),
	     " in la.so[7f0000001000+1000]");
	tap_ok(!crashes[0].map.name[0] && !crashes[1].map.name[0],
	       "a mapping that holds neither ip is given to neither");
	FEED(FAULT("a", "000000000000"), " in la.so[7f0000001000+1000]");
	tap_str(crashes[0].map.name, "la.so", "with one waiting, it is its own");
	FEED(FAULT("a", "7f0000001010"),
	     "Code: Unable to access opcode bytes at 0x7f0000000fe6.");
	tap_ok(crashes[0].code_state == LOG_CODE_UNREADABLE,
	       "unreadable code, by its address");
	FEED(FAULT("a", "7f0000001010"),
	     "Code: Unable to access opcode bytes at 0x7f0000000fe7.");
	tap_ok(crashes[0].code_state == LOG_CODE_NONE, "or another's");
	FEED(FAULT("a", "7f0000001010"), "RIP: 0010:foo+0x1/0x2", CODE("01"));
	tap_ok(crashes[0].code_state == LOG_CODE_NONE,
	       "the code of a kernel oops is not a program's");
	FEED(CODE("01"), " in la.so[7f0000001000+1000]", "pc : 0000aaaa00001000");
	tap_is(n_crashes, 0, "pieces alone are no crash");
}

static void test_one_line(void)
{
	FEED(FAULT("a", "7f0000001010") "traps: b c[2] trap int3 ip:5 sp:6 "
	     "error:0 in x[0+1000]" FAULT("d", "7f0000001010"));
	tap_is(n_crashes, 3, "three on one line");
	tap_str(crashes[0].prog, "a", "the first");
	tap_str(crashes[1].prog, "b c", "the second");
	tap_str(crashes[2].prog, "d", "the third");
	tap_is(crashes[0].error, 4, "its error code");
}

static void test_words_before(void)
{
	FEED("look: segfault at night, unhandled things, trap ip:x, and:-------------: "
	     FAULT("a", "7f0000001010"));
	tap_ok(n_crashes == 1 && !strcmp(crashes[0].prog, "a"),
	       "the same words before it do not hide it");
	FEED("segfault at night", "I had a segfault at 5 today", "trap ip:5");
	tap_is(n_crashes, 0, "and alone they are no crash");
}

static void test_other_records(void)
{
	FEED("a[7]: unhandled exception: DABT (lower EL), ESR 0x92000046, level 2 "
	     "translation fault in l.so[aaaa00000000+5000]",
	     "CPU: 1 PID: 7 Comm: a", "pc : 0000aaaa00001000",
	     "lr : 0000aaaa00002000");
	tap_ok((crashes[0].has & LOG_HAS_IP) && crashes[0].ip == 0xaaaa00001000,
	       "arm64: the pc of the lines below");
	FEED("a[7]: segfault at 8 ip 5 sp 6 error 4",
	     "audit: type=1701 audit(1.2:3): auid=0 pid=7 comm=\"a\" sig=11 res=1",
	     "audit: type=1701 audit(1.2:4): auid=0 pid=8 comm=6120 sig=6 res=1");
	tap_is(n_crashes, 2, "audit tells of the same crash again");
	tap_ok(crashes[1].pid == 8 && !strcmp(crashes[1].prog, "a "),
	       "or of another; its name in hex");
}

static void test_frames(void)
{
	FEED("[h:1] [ 2] /l/libcuda.so.1(+0x1316b88)[0x5]",
	     "/l/libcuda.so.1(cuInit+0x56) [0x7f17645b4966]",
	     "C  [libcuda.so.1+0x2baeed]",
	     "   #0  0x0000555668fbe11d n/a (/tmp/a.out + 0x111d)");
	tap_is(n_frames, 4, "frames");
	tap_str(frames[0].module, "/l/libcuda.so.1", "glibc: the file");
	tap_ok(frames[0].offset == 0x1316b88 && !frames[0].symbol[0],
	       "and its address");
	tap_ok(!strcmp(frames[1].symbol, "cuInit") && frames[1].offset == 0x56,
	       "glibc, from a symbol");
	tap_ok(!strcmp(frames[2].module, "libcuda.so.1") &&
	       frames[2].offset == 0x2baeed, "Java");
	tap_ok(!strcmp(frames[3].module, "/tmp/a.out") &&
	       frames[3].offset == 0x111d, "coredumpctl");
	FEED("#4  0x000055ca02d10940 n/a (n/a + 0x0)", "f(a+0x5)",
	     "a/b(c + 0x5)", "C  [x+0x]", "#1 0x5 in f ()");
	tap_is(n_frames, 0, "no frames");
}

static void test_limits(void)
{
	struct log_events events = { on_crash, on_notice, on_frame, NULL };
	struct log_join *join = log_join_new(&events);
	static const char fault[] = FAULT("a", "7f0000001010");

	n_crashes = 0;
	for (int i = 0; i < 70; i++)
		log_join_line(join, (struct scan){ fault, fault + strlen(fault) });
	tap_is(n_crashes, 70 - 64, "more than may wait: the oldest go");
	for (int i = 0; i < 300; i++)
		log_join_line(join, (struct scan){ fault, fault });
	tap_is(n_crashes, 70, "nothing is waited for behind 200 lines");
	log_join_end(join);
	tap_is(n_crashes, 70, "told once");
	log_join_free(join);
	log_join_free(NULL);
}

int main(void)
{
	test_mixed();
	test_callers();
	test_no_guess();
	test_one_line();
	test_words_before();
	test_other_records();
	test_frames();
	test_limits();
	return tap_done();
}
