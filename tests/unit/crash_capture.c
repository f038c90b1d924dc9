// SPDX-License-Identifier: GPL-2.0
/* Which records make a crash, when it is reported, and several at once. */
#include "crash_records.h"

#define SEC	1000000000ull

static const struct test_map one_map[] = {
	{ 0x7f0000000000, 0x7f0000100000, 0, R | X, 0, 8, 1, 12, "/x/libone.so" },
};

static void give(struct run *run, struct rms_signal s)
{
	run_signal(run, s, NULL, 0, NULL, 0);
}

/* heads of reports so far */
static unsigned int reports(struct run *run)
{
	return count_of(run_text(run), "\ncause ");
}

static void test_waits_for_exit(void)
{
	struct rms_signal s = signal_make(SEC, 7, 8, SIGSEGV, 1);
	struct run run;

	run_begin(&run, false, NULL);
	give(&run, s);
	tap_is(reports(&run), 0, "a signal alone is no report yet");
	run_maps(&run, &s.h, one_map, 1);
	tap_is(reports(&run), 0, "nor with its maps");
	run_exit(&run, SEC + 1, 7, 8, 11, false);
	tap_is(reports(&run), 0, "nor when its thread ended");
	run_exit(&run, SEC + 2, 9, 9, 11, true);
	tap_is(reports(&run), 0, "nor when another process ended");
	run_exit(&run, SEC + 3, 7, 7, 11, true);
	tap_is(reports(&run), 1, "but when its process ended");
	tap_is(crash_view_count(run.view, true), 1, "and it is counted");
	run_end(&run);
	tap_is(reports(&run), 1, "once");
	run_free(&run);
}

static void test_waits_for_maps(void)
{
	struct rms_signal s = signal_make(SEC, 7, 7, SIGSEGV, 1);
	struct run run;

	run_begin(&run, false, NULL);
	give(&run, s);
	run_exit(&run, SEC + 3, 7, 7, 11, true);
	tap_is(reports(&run), 0, "the process ended, its maps are to come");
	run_maps(&run, &s.h, one_map, 1);
	tap_is(reports(&run), 1, "they came");
	tap_ok(strstr(run_text(&run), "/x/libone.so"), "and are used");
	run_free(&run);
	run_begin(&run, false, NULL);
	give(&run, s);
	run_exit(&run, SEC + 3, 7, 7, 11, true);
	run_call(&run, RMS_CALL, SEC * 3, SEC * 3, 9, 9, 1, 0, 0);
	tap_is(reports(&run), 1, "they never came: the report does not wait on");
	tap_ok(strstr(run_text(&run), "The end of the mappings did not come"),
	       "and says so");
	run_free(&run);
}

static void test_handled(void)
{
	struct rms_signal s = signal_make(SEC, 7, 7, SIGSEGV, 1);
	struct run run;

	s.flags = RMS_SIG_HANDLER | RMS_SIG_KERNEL | RMS_SIG_ADDR;
	s.handler = 0x401000;
	run_begin(&run, false, NULL);
	give(&run, s);
	run_maps(&run, &s.h, one_map, 1);
	run_call(&run, RMS_CALL, SEC + 1, SEC * 2 - 1, 7, 7, 1, 0, 0);
	tap_is(reports(&run), 0, "a handled signal waits");
	run_call(&run, RMS_CALL, SEC + 1, SEC * 2, 9, 9, 1, 0, 0);
	tap_is(reports(&run), 1, "for one second of record time");
	tap_ok(strstr(run_text(&run), "handled: the program's handler at "
		      "0x401000 is called"), "and is marked");
	tap_is(crash_view_count(run.view, true), 0, "it is no fatal one");
	tap_is(crash_view_count(run.view, false), 1, "but a report");
	run_free(&run);
	/* the same fault again kills: two reports, each with its own fate */
	run_begin(&run, false, NULL);
	give(&run, s);
	run_maps(&run, &s.h, one_map, 1);
	s.h.time++;
	s.flags = RMS_SIG_FATAL | RMS_SIG_KERNEL | RMS_SIG_ADDR;
	give(&run, s);
	run_maps(&run, &s.h, one_map, 1);
	run_exit(&run, SEC + 3, 7, 7, 11, true);
	tap_is(reports(&run), 2, "handled once, then killed");
	run_free(&run);
}

static void test_end_of_stream(void)
{
	struct rms_signal s = signal_make(SEC, 7, 7, SIGABRT, SI_TKILL);
	struct run run;
	const char *text;

	s.flags = RMS_SIG_FATAL;
	s.sender_pid = 7;
	run_begin(&run, false, NULL);
	give(&run, s);
	text = run_end(&run);
	tap_is(count_of(text, "\ncause "), 1, "the stream ended: it is reported");
	tap_ok(strstr(text, "SIGABRT (SI_TKILL): abort(): raised by the process itself"),
	       "an abort");
	tap_ok(strstr(text, "had not ended"), "whose end is not known");
	run_free(&run);
}

/* two threads of one process and 50 processes, their maps in turns */
static void test_many(void)
{
	struct rms_signal s[50];
	struct run run;
	uint8_t buf[2048];
	const char *text;
	char path[64], want[128];

	run_begin(&run, false, NULL);
	for (unsigned int i = 0; i < 50; i++) {
		s[i] = signal_make(SEC, 100 + i / 2, 1000 + i, SIGSEGV, 1);
		snprintf(s[i].comm, sizeof(s[i].comm), "t%u", i);
		give(&run, s[i]);
	}
	for (unsigned int k = 0; k < 2; k++) {
		for (unsigned int i = 0; i < 50; i++) {
			struct test_map map = one_map[0];

			snprintf(path, sizeof(path), "/p%u/lib%u.so", k, i);
			map.path = path;
			map.start += k * 0x1000000;
			map.end += k * 0x1000000;
			map.inode = 100 * k + i;
			run_record(&run, buf, map_make(buf, &map, &s[i].h,
						       RMS_MAP_CRASH, k));
		}
	}
	for (unsigned int i = 0; i < 50; i++)
		run_maps_end(&run, &s[i].h, 2, 2);
	for (unsigned int i = 0; i < 25; i++)
		run_exit(&run, SEC + i, 100 + i, 100 + i, 11, true);
	text = run_text(&run);
	tap_is(count_of(text, "\ncause "), 50, "50 crashes at once");
	for (unsigned int i = 0; i < 50; i++) {
		snprintf(want, sizeof(want), "t%u[%u]: segfault at 0 ip "
			 "00007f0000001234 sp 00007ffd00001000 error 4 in "
			 "lib%u.so[7f0000000000+100000]\n", i, 1000 + i, i);
		tap_is(count_of(text, want), 1, "thread %u with its own file", i);
	}
	tap_is(count_of(text, "/p1/lib7.so"), 1, "the second maps are kept apart");
	run_free(&run);
}

/* more than are waited for: none is lost */
static void test_flood(void)
{
	struct run run;

	run_begin(&run, false, NULL);
	for (unsigned int i = 0; i < 1009; i++) {
		struct rms_signal s = signal_make(SEC + i, 7, 7, SIGSEGV, 1);

		s.flags = RMS_SIG_HANDLER | RMS_SIG_KERNEL | RMS_SIG_ADDR;
		give(&run, s);
	}
	run_end(&run);
	tap_is(reports(&run), 1009, "1009 handled signals: as many reports");
	run_free(&run);
}

static void test_calls(void)
{
	struct rms_signal s = signal_make(SEC, 7, 8, SIGSEGV, 1);
	const char *text, *thread, *process, *flight;
	struct run run;

	run_begin(&run, false, NULL);
	for (unsigned int i = 0; i < 40; i++)
		run_call(&run, RMS_CALL, SEC / 2 + i * 1000,
			 SEC / 2 + i * 1000 + 500, 7, 8 + i % 2, i, 0, 0);
	run_call(&run, RMS_INFLIGHT, SEC - 2000000, SEC - 1000000, 7, 9, 1, 0, 0);
	run_call(&run, RMS_CALL, SEC - 100, SEC - 50, 99, 99, 1, 0, 0);
	give(&run, s);
	run_maps(&run, &s.h, one_map, 1);
	/* told late: it returned before the signal */
	run_call(&run, RMS_CALL, SEC - 500000, SEC - 400000, 7, 8, 1, 0x1f, 0);
	/* after it */
	run_call(&run, RMS_CALL, SEC + 1, SEC + 2, 7, 8, 1, 0x56, 0);
	/* across it: first in flight, then returned: one call */
	run_call(&run, RMS_CALL, SEC - 2000000, SEC + 10, 7, 9, 1, 0,
		 RMS_CALL_DIED);
	run_exit(&run, SEC + 30, 7, 7, 11, true);
	text = run_text(&run);
	thread = strstr(text, "calls of the thread:\n");
	process = strstr(text, "calls of the process:\n");
	flight = strstr(text, "then in flight:\n");
	if (!tap_ok(thread && process && flight, "three lists"))
		return;
	tap_is(count_of(thread, "\n  -") - count_of(process, "\n  -"), 21,
	       "the thread's 20 calls and the late one");
	tap_is(count_of(process, "\n  -"), 32, "the process's last 32");
	tap_is(count_of(thread, "NV_ERR_INVALID_ARGUMENT"), 2,
	       "the late one, in both");
	tap_is(count_of(text, "NV_ERR_NOT_SUPPORTED"), 0,
	       "no call that began after the signal");
	tap_is(count_of(text, " 99 "), 0, "no call of another process");
	tap_is(count_of(flight, "  for "), 1, "one call in flight, not two");
	tap_is(count_of(flight, "  for 2.000 ms  9 (thread)  "), 1,
	       "with its age at the signal");
	tap_is(count_of(flight, "died in the call"), 1, "and its end");
	run_free(&run);
}

/* a recorded file may hold anything */
static void test_strange(void)
{
	struct rms_signal s = signal_make(SEC, 7, 7, SIGSEGV, 1);
	struct rms_signal odd = signal_make(UINT64_MAX, 7, 7, 99, -1000);
	struct test_map bad = one_map[0];
	struct run run;

	bad.end = bad.start;
	run_begin(&run, false, NULL);
	give(&run, s);
	give(&run, s);
	run_maps(&run, &s.h, &bad, 1);
	odd.trap = UINT64_MAX;
	odd.error = UINT64_MAX;
	odd.code_addr = UINT64_MAX;
	odd.stack_addr = UINT64_MAX;
	for (unsigned int i = 0; i < RMS_REG_N; i++)
		odd.regs[i] = UINT64_MAX;
	run_signal(&run, odd, "12345678", 8, "12345678", 8);
	memset(odd.comm, 'x', sizeof(odd.comm));
	memset(odd.pcomm, 0xff, sizeof(odd.pcomm));
	odd.flags = UINT32_MAX;
	run_signal(&run, odd, "1", 1, "1", 1);
	run_end(&run);
	tap_is(reports(&run), 4, "strange records make strange reports, no crash");
	tap_ok(strstr(run_text(&run), "\\xff\\xff"), "escaped");
	run_free(&run);
}

int main(void)
{
	test_waits_for_exit();
	test_waits_for_maps();
	test_handled();
	test_end_of_stream();
	test_many();
	test_flood();
	test_calls();
	test_strange();
	return tap_done();
}
