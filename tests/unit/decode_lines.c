// SPDX-License-Identifier: GPL-2.0
/* Lines of traces and of nvproxy, bare numbers: what is recognised in each, whole
 * and cut anywhere. */
#include <stdlib.h>
#include <linux/ioctl.h>

#include "decode/decode.h"
#include "tap.h"

static struct scan scan_of(const char *text)
{
	return (struct scan){ text, text + strlen(text) };
}

/* the last thing called back, and how many */
struct got {
	size_t n;
	struct decode_thing thing;
};

static void on_thing(void *arg, const struct decode_thing *thing)
{
	struct got *got = arg;

	got->n++;
	got->thing = *thing;
}

static struct got decode(struct decoder *d, const char *line)
{
	struct got got = { .n = 0 };

	decode_line(d, scan_of(line), on_thing, &got);
	return got;
}

static void test_requests(struct decoder *d)
{
	static const struct {
		const char *line;
		uint32_t request;
		enum decode_interface interface;
	} lines[] = {
		{ "ioctl(8, _IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a, 0x20), 0x7f) = 0",
		  _IOWR('F', 0x2a, char[32]), DECODE_RM },
		{ "ioctl(8, _IOC(_IOC_WRITE|_IOC_READ, 0x46, 0x2a, 0x20), 0x7f) = 0",
		  _IOWR('F', 0x2a, char[32]), DECODE_RM },
		{ "ioctl(8, _IOC(0x3, 0x46, 0xc9, 0x4), 0x7f) = 0",
		  _IOWR('F', 0xc9, char[4]), DECODE_RM },
		{ "12:00:01.5 ioctl(8</dev/nvidia0>, 0xc020462a, 0x7f) = 0",
		  0xc020462a, DECODE_RM },
		{ "x ioctl(0x44 /dev/nvidia-uvm, 0x4b, 0x7f) = 0", 0x4b, DECODE_UVM },
		{ "ioctl(8, _IOC(_IOC_NONE, 0, 0x2, 0x3000), 0x7f) = 0",
		  RM_UVM_DEINITIALIZE, DECODE_UVM_MAYBE },
		{ "ioctl(8</dev/nvidia-uvm<char 508:0>>, FIGETBSZ, 0x7f) = 0", 2, DECODE_UVM },
		{ "ioctl(8</dev/dxg>, 0xc0184709, 0x7f) = 0", 0xc0184709, DECODE_DXG },
		{ "ioctl(8</dev/nvidia-modeset>, 0xc0106d00, 0x7f) = 0",
		  0xc0106d00, DECODE_MODESET },
		{ "0xc020462a", 0xc020462a, DECODE_RM },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct got got = decode(d, lines[i].line);

		tap_is(got.n, 1, "%s", lines[i].line);
		tap_is(got.thing.kind, DECODE_REQUEST, "a request");
		tap_is(got.thing.request.request, lines[i].request, "which one");
		tap_is(got.thing.request.interface, lines[i].interface, "of what");
		tap_is(got.thing.request.size, _IOC_SIZE(lines[i].request), "size");
	}
}

static void test_numbers(struct decoder *d)
{
	static const struct {
		const char *line;
		enum rm_number what;
		uint32_t nr;
		uint64_t size;
	} lines[] = {
		{ "nvproxy: unknown frontend ioctl 212 == 0xd4 (argSize=128, cmd=0xc08046d4)",
		  RM_NUMBER_ESCAPE, 0xd4, 128 },
		{ "nvproxy: frontend ioctl: nr = 0x0000002a, argSize = 0x00000020",
		  RM_NUMBER_ESCAPE, 0x2a, 32 },
		{ "nvproxy: unknown control command 0x3d05 (paramsSize=0)",
		  RM_NUMBER_CONTROL, 0x3d05, 0 },
		{ "nvproxy: unknown allocation class 0x0000c86f",
		  RM_NUMBER_CLASS, 0xc86f, 0 },
		{ "nvproxy: unknown uvm ioctl 75 = 0x4b", RM_NUMBER_UVM, 75, 0 },
		{ "nvproxy: unknown uvm ioctl 80", RM_NUMBER_UVM, 80, 0 },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct got got = decode(d, lines[i].line);

		tap_is(got.n, 1, "%s", lines[i].line);
		tap_is(got.thing.kind, DECODE_NUMBER, "a number");
		tap_is(got.thing.number.what, lines[i].what, "of which kind");
		tap_is(got.thing.number.nr, lines[i].nr, "which one");
		tap_is(got.thing.number.size, lines[i].size, "parameters");
	}
}

static void test_nothing(struct decoder *d)
{
	static const char *const lines[] = {
		"", "ioctl(", "ioctl(8", "ioctl(8,", "ioctl(8, ", "ioctl(x, 0xc020462a)",
		"ioctl(8, _IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a", "xioctl(8, 0xc020462a, 0)",
		"ioctl(8, _IOC(_IOC_READ|_IOC_WRITE, 0x146, 0x2a, 0x20), 0) = 0",
		"ioctl(8, _IOC(0x4, 0x46, 0x2a, 0x20), 0) = 0",
		"ioctl(8, _IOC(_IOC_NONE, 0x46, 0, 0), 0) = 0",	/* the frame buffer's */
		"ioctl(8, FIBMAP, 0) = 0", "ioctl(8, TCGETS, 0) = 0",
		"ioctl(8, 0xfe, 0) = 0", "ioctl(8</tmp/f>, 0xc020462a, 0) = 0",
		"ioctl(99999999999, 0xc020462a, 0) = 0", "ioctl(8, 0x1c020462a, 0) = 0",
		"ioctl(8</dev/nvidia0x>, 0xc020462a, 0) = 0",
		"nvproxy: ", "nvproxy: unknown control command", "nvproxy: control command x",
		"nvproxy: control command 0x100000000", "control command 0x20800110",
		"12", "0x2a", "c020462a", "0x", "212 == 0xd4",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		tap_is(decode(d, lines[i]).n, 0, "nothing in '%s'", lines[i]);
}

/* descriptors are looked for by thread, then by number; many are no matter */
static void test_files(struct decoder *d)
{
	char line[128];

	decode(d, "1 openat(AT_FDCWD, \"/dev/nvidia-uvm\", O_RDWR) = 7");
	decode(d, "2 openat(AT_FDCWD, \"/tmp/x\", O_RDWR) = 7");
	tap_is(decode(d, "1 ioctl(7, 0x25, 0x7f) = 0").thing.request.interface,
	       DECODE_UVM, "the thread's own descriptor");
	tap_is(decode(d, "2 ioctl(7, 0x25, 0x7f) = 0").n, 0, "another one's");
	tap_is(decode(d, "3 ioctl(7, 0x25, 0x7f) = 0").n, 0, "the newest for others");
	decode(d, "1 openat(AT_FDCWD, \"/dev/nvidiactl\", O_RDWR) = -1 EACCES (Permission denied)");
	tap_is(decode(d, "1 ioctl(7, 0x25, 0x7f) = 0").thing.request.interface,
	       DECODE_UVM, "a failed open changes nothing");
	decode(d, "1 fcntl(7, F_GETFD) = 9");
	tap_is(decode(d, "1 ioctl(9, 0x25, 0x7f) = 0").thing.request.interface,
	       DECODE_UVM_MAYBE, "fcntl() with another aim neither");
	decode(d, "1 fcntl(7, F_DUPFD_CLOEXEC, 3) = 9");
	tap_is(decode(d, "1 ioctl(9, 0x25, 0x7f) = 0").thing.request.interface,
	       DECODE_UVM, "a duplicate");
	for (int i = 0; i < 5000; i++) {
		snprintf(line, sizeof(line),
			 "%d openat(AT_FDCWD, \"/dev/nvidia-uvm\", 0) = %d", i + 100, i);
		decode(d, line);
	}
	tap_is(decode(d, "5099 ioctl(4999, 0x25, 0x7f) = 0").thing.request.interface,
	       DECODE_UVM, "the newest of 5000");
	tap_is(decode(d, "1 ioctl(9, 0x25, 0x7f) = 0").n, 0 + 1,
	       "an old one is forgotten, and may be one");
}

/* every front and every end, in memory of exactly its size */
static void test_cut(struct decoder *d)
{
	static const char *const lines[] = {
		"[pid 42] ioctl(4</dev/nvidiactl<char 195:255>>, _IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a, 0x20), 0x7f) = 0",
		"42 openat(AT_FDCWD, \"/dev/nvidia-uvm\", O_RDWR|O_CLOEXEC) = 5</dev/nvidia-uvm>",
		"42 <... openat resumed>) = 5", "42 fcntl(5, F_DUPFD, 3) = 6",
		"python X ioctl(0x44 /dev/nvidiactl, 0xc08046d4, 0x7f5c) = 0 (0x0) errno=22",
		"nvproxy: unknown frontend ioctl 212 == 0xd4 (argSize=128, cmd=0xc08046d4)",
	};
	struct got got = { .n = 0 };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		size_t len = strlen(lines[i]);

		for (size_t n = 0; n <= 2 * len; n++) {
			size_t from = n > len ? n - len : 0;
			size_t size = n > len ? len - from : n;
			char *part = malloc(size ? size : 1);

			memcpy(part, lines[i] + from, size);
			decode_line(d, (struct scan){ part, part + size },
				    on_thing, &got);
			free(part);
		}
	}
	tap_ok(got.n > 0, "%zu things in pieces of lines", got.n);
}

int main(void)
{
	struct decoder d;

	tap_is(decoder_init(&d, -1, "x"), -EINVAL, "no version");
	decoder_deinit(&d);
	tap_is(decoder_init(&d, -1, NULL), 0, "a decoder");
	test_requests(&d);
	test_numbers(&d);
	test_nothing(&d);
	test_files(&d);
	test_cut(&d);
	tap_str(d.v.name, "595.45.04", "the newest version");
	decode(&d, "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  535.261.03  Mon");
	tap_str(d.v.name, "535.261.03", "until the log says which");
	decoder_deinit(&d);
	tap_is(decoder_init(&d, RM_NUMBER_STATUS, "570.144"), 0, "with a version");
	decode(&d, "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  535.261.03  Mon");
	tap_str(d.v.name, "570.144", "which no log changes");
	tap_is(decode(&d, "0x56").thing.number.what, RM_NUMBER_STATUS, "bare numbers");
	decoder_deinit(&d);
	return tap_done();
}
