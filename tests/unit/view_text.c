// SPDX-License-Identifier: GPL-2.0
/* The trace's lines, against lines written by hand from the records' meaning. */
#include <signal.h>
#include <stdlib.h>

#include "forge.h"
#include "meta.h"
#include "tap.h"
#include "view/sink.h"
#include "view/view.h"

static struct model *model;
static struct forge forge;

/* the newest record as the text view shows it, the header cut off */
static const char *show(struct view_style style)
{
	static char text[1 << 17];
	char path[] = "/tmp/rmsnoop-unit-XXXXXX";
	int fd = mkstemp(path);
	struct totals totals = { 0 };
	struct record rec;
	struct sink *sink;
	struct view *view;
	char *line;
	ssize_t n;

	if (record_parse(forge.data + forge.last, forge.len - forge.last, &rec) ||
	    sink_open(path, &sink) || view_text_new(sink, &style, &view))
		abort();
	view->ops->begin(view, FORGE_META);
	model_apply(model, &rec);
	view->ops->record(view, &rec, model);
	model_settle(model, &rec);
	view->ops->end(view, &totals);
	view_free(view);
	sink_close(sink);
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	unlink(path);
	text[n] = '\0';
	line = strchr(text, '\n') + 1;
	return line;
}

static const struct view_style plain;

/* 1.5 s after the clock's offset, 1700000000 = 2023-11-14 22:13:20 UTC */
static struct rms_hdr at(uint32_t pid, uint32_t tid)
{
	return (struct rms_hdr){ .pid = pid, .tid = tid, .time = 1500000000 };
}

static void test_calls(void)
{
	const char *line;

	forge.time = 1500000000 - 13345;
	forge_control(&forge, 10, 11, 0x20800110, 0);
	line = show(plain);
	tap_ok(strstr(line, "22:13:21.500000 10/11     app      ctl        12.345   "
		      "RM_CONTROL NV2080_CTRL_CMD_GPU_GET_NAME_STRING hClient=c1d00001 "
		      "hObject=5c000001 ") == line, "the front of a call");
	tap_ok(strstr(line, " = NV_OK\n") == line + strlen(line) - 9,
	       "its status is the last word");
	tap_ok(!strstr(show((struct view_style){ .failed_only = true }), "app"),
	       "what did not fail is not shown with --failed");

	forge_control(&forge, 10, 11, 0x20800110, 0x56);
	line = show((struct view_style){ .failed_only = true });
	tap_ok(strstr(line, " 12.345 ! RM_CONTROL ") &&
	       strstr(line, " = NV_ERR_NOT_SUPPORTED\n"), "a failed call");
	tap_ok(!strchr(line, '\033'), "no colour unless asked for");
	line = show((struct view_style){ .color = true });
	tap_ok(strstr(line, "\033[31mNV_ERR_NOT_SUPPORTED\033[0m"), "in red");

	forge_control(&forge, 10, 11, 0x2080fff0, 0);
	line = show(plain);
	tap_ok(strstr(line, "0x2080fff0") || strstr(line, "0xff index 0xf0"),
	       "an unknown command is shown by number");
}

static void test_unreturned(void)
{
	struct rms_call call = {
		.h = at(10, 10), .enter = 1400000000, .nr = 0x2a, .dev = 1,
		.request = 0xc020462a, .arg_size = 32, .comm = "app",
		.flags = RMS_CALL_DIED | RMS_CALL_ARG_IN_BAD,
	};
	const char *line;

	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	line = show(plain);
	tap_ok(strstr(line, " 100000.000 ! RM_CONTROL"), "died: a failure");
	tap_ok(strstr(line, "= died in the call [argument unreadable before]\n"),
	       "and no status");
	call.flags = RMS_CALL_NO_RETURN;
	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	tap_ok(strstr(show(plain), "= return not seen\n"), "a missed return");
	call.flags = 0;
	call.ret = -14;
	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	tap_ok(strstr(show(plain), "= EFAULT\n"), "an errno by name");
	call.ret = -512;	/* include/linux/errno.h: ERESTARTSYS */
	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	tap_ok(strstr(show(plain), "= ERESTARTSYS\n"), "one that programs never see");
	call.ret = -99999;
	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	tap_ok(strstr(show(plain), "= -99999\n"), "no errno");
	call.ret = 0;
	forge_call(&forge, call, NULL, NULL, NULL, NULL);
	tap_ok(strstr(show(plain), "= status not captured\n"), "no status bytes");
}

static void test_devices(void)
{
	struct rms_open open = {
		.h = at(10, 10), .fd = 5, .dev = RMS_DEV_GPU, .minor = 3,
		.comm = "a\033b",
	};
	struct rms_mmap map = {
		.h = at(10, 10), .addr = 0x7f0000000000, .len = 0x2000,
		.prot = 3, .shared = 1, .fd = 4, .dev = RMS_DEV_UVM, .ret = -12,
		.comm = "app",
	};
	struct rms_close close_ = {
		.h = at(10, 10), .fd = -1, .dev = RMS_DEV_CTL, .comm = "app",
	};

	forge_st(&forge, OPEN, &open, NULL, 0);
	tap_ok(strstr(show(plain), "gpu                      -   open /dev/nvidia3 = 5\n"),
	       "an open");
	open.ret = -5;
	forge_st(&forge, OPEN, &open, NULL, 0);
	tap_ok(strstr(show(plain), " ! open /dev/nvidia3 = EIO\n"), "a failed one");
	forge_st(&forge, MMAP, &map, NULL, 0);
	tap_ok(strstr(show(plain), " ! mmap /dev/nvidia-uvm addr=0x7f0000000000 "
		      "len=0x2000 offset=0x0 rw-s fd=4 = ENOMEM\n"), "a failed mmap");
	forge_st(&forge, CLOSE, &close_, NULL, 0);
	tap_ok(strstr(show(plain), "   close /dev/nvidiactl\n"), "a close");
	close_.h = at(4711, 4711);
	forge_st(&forge, CLOSE, &close_, NULL, 0);
	tap_ok(strstr(show(plain), " 4711/4711 app      ctl "),
	       "a close by a process that is gone: the record's own name");
}

static void test_tasks(void)
{
	const char *line;

	forge_exec(&forge, 20, "/bin/x\n\033[2J");
	line = show(plain);
	tap_ok(strstr(line, "exec /bin/x\\n\\x1b[2J\n"), "exec, escaped");
	forge_fork(&forge, 20, 21, 21);
	tap_ok(strstr(show(plain), "fork child 21\n"), "fork");
	forge_exit(&forge, 21, 21, 3 << 8, true);
	tap_ok(strstr(show(plain), "   process ended: exit 3\n"), "exit");
	forge_exit(&forge, 20, 20, 0x8b, true);
	tap_ok(strstr(show(plain),
		      " ! process ended: killed by SIGSEGV, core dumped\n"),
	       "killed");
}

static void test_signal(void)
{
	struct rms_signal s = {
		.h = at(30, 31), .sig = SIGSEGV, .code = 1, .addr = 0x10,
		.trap = 14, .comm = "t", .pcomm = "p",
		.flags = RMS_SIG_FATAL | RMS_SIG_ADDR | RMS_SIG_KERNEL,
	};

	forge_map(&forge, 30, 0x10000, 0x20000, 0x3000, "/lib/libcuda.so.1", 0);
	show(plain);
	s.regs[RMS_REG_IP] = 0x10123;
	forge_st(&forge, SIGNAL, &s, NULL, 0);
	tap_ok(strstr(show(plain), "t        -                        - ! SIGSEGV at 0x10 "
		      "ip=0x10123 in libcuda.so.1 offset=0x3123: kills the process\n"),
	       "a signal");
	s.flags = RMS_SIG_HANDLER | RMS_SIG_KERNEL;
	s.trap = 13;
	s.handler = 0x4000;
	forge_st(&forge, SIGNAL, &s, NULL, 0);
	tap_ok(strstr(show(plain), "SIGSEGV (general protection: no address) "
		      "ip=0x10123 in libcuda.so.1 offset=0x3123: handled at 0x4000\n"),
	       "one without an address, handled");
}

static void test_gaps(void)
{
	struct rms_gap gap = { .h = { .cpu = 1, .time = 1500000000 }, .count = 17 };
	struct { struct rms_hdr h; char more[104]; } odd = { .h = at(10, 10) };

	forge_st(&forge, GAP, &gap, NULL, 0);
	tap_str(show(plain),
		"22:13:21.500000 --- 17 records lost on cpu 1 (ring full) ---\n",
		"a gap");
	gap.count = 1;
	gap.cause = 77;
	forge_st(&forge, GAP, &gap, NULL, 0);
	tap_str(show(plain),
		"22:13:21.500000 --- 1 record lost on cpu 1 (unknown cause) ---\n",
		"of a cause not known");
	forge_add(&forge, 900, &odd, sizeof(odd.h), odd.more, sizeof(odd.more));
	tap_ok(strstr(show(plain), "record of unknown kind 900, bytes 136: 88000000"),
	       "a record of a kind not known");
}

/* more than a line's buffer: cut and told, not lost and not overrun */
static void test_long(void)
{
	static char params[65536];
	struct rms_call call = {
		.h = at(10, 10), .nr = 0x2a, .dev = 1, .par_in = sizeof(params),
		.par_size = sizeof(params), .comm = "app", .enter = 1500000000,
	};
	const char *line;

	forge_call(&forge, call, NULL, NULL, params, NULL);
	line = show((struct view_style){ .format = RM_FORMAT_RAW });
	tap_ok(strlen(line) > 60000 && strlen(line) < 70000,
	       "64 KiB of parameters in hex");
	tap_ok(strstr(line, " [line cut]\n"), "the cut is told");
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	if (model_new(0, FORGE_META, &model))
		abort();
	test_calls();
	test_unreturned();
	test_devices();
	test_tasks();
	test_signal();
	test_gaps();
	test_long();
	model_free(model);
	free(forge.data);
	return tap_done();
}
