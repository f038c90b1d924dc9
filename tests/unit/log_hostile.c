// SPDX-License-Identifier: GPL-2.0
/* Lines cut at every byte, with NULs, absurd numbers, and at random: every parser
 * stays inside its buffer, under the sanitizers, and what comes out is bounded. */
#include <stdlib.h>
#include <time.h>

#include "log/join.h"
#include "tap.h"

#define SECONDS	3

static const char *const seeds[] = {
	"[84710.458085] zed-editor[1009787]: segfault at 4afd8 ip 00007f82accc4bdb sp 00007ffea105ce40 error 4 in libnvidia-glcore.so.575.64.03[ac4bdb,7f82ac600000+c00000] likely on CPU 10 (core 20, socket 0)",
	"cat[11602]: segfault at 0 ip           (null) sp 00007fff85a583f0 error 14traps: kdump[5307] general protection ip:3c8d22a8db sp:7fff03d1b418 error:0 in libc-2.12.so[3c8d200000+18a000]",
	"ld-linux-x86-64[99764] control protection ip:401139 sp:7fff025507d8 ssp:7f186e017fd8 error:1(near ret) in shstk1[401000+1000]",
	"[ 7340.340302] Code: ff ff 01 e9 f4 fe ff ff 0f 1f 44 00 00 4c 39 f0 74 <4c> 89 70 08 eb cc 0f 1f 44 00 00",
	"[ 7340.339230]  in xskxceiver[42b5,400000+69000]",
	"[    2.0] Code: Unable to access opcode bytes at RIP 0xffffffffffffffd6.",
	"fault[36756]: unhandled level 3 translation fault (7) at 0xffffbe460000, esr 0x92000007, in fault[400000+10000]",
	"a[160760]: unhandled exception: DABT (lower EL), ESR 0x92000044, level 0 translation fault in a[aaaab0b60000+1000]",
	"pc : 0000aaaab0b60714", "mkfs.ext4[2167]: undefined instruction: pc=0000007f939a0700",
	"<3>[  142.666354][ T5739] auditd: unhandled page fault (11) at 0x00000019, code 0x005",
	"rngd[139]: unhandled signal 11 code 0x2 at 0x0000003fc72e1378 in libc-2.33.so[3fc727e000+fd000]",
	"systemd[1]: segfault (11) at 0 nip 0 lr 0 code 1 in systemd[10000+20000]",
	"audit: type=1701 audit(1564276195.971:5): auid=0 pid=2200 comm=\"test_progs\" exe=\"/x\" sig=11 res=1",
	"audit: type=1701 audit(1.2:4): auid=0 pid=8 comm=61206220 sig=6 res=1",
	"[host:00361] [ 2] /usr/local/cuda/compat/lib/libcuda.so.1(+0x1316b88)",
	"/lib/x86_64-linux-gnu/libcuda.so.1(cuMemcpyHtoD_v2+0x56) [0x7f17645b4966]",
	"C  [libcudart.so.12.9.37+0x7bc18]  cudaStreamSynchronize+0x1d8",
	"          #0  0x0000555668fbe11d n/a (/tmp/a.out + 0x111d)",
	"=========         Host Frame:  [0x2f285f] in libcuda.so.1",
	"Hermes: Hermes: potentially unexpected fatal signal 11.",
	"[   48.755576] show_signal_msg: 4 callbacks suppressed",
	"{\"__CURSOR\":\"s=2\",\"MESSAGE\":\"sh[1]: segfault at 1 ip 2 sp 3 error 4 in b\\\"[4+5]\\u0000\",\"PRIORITY\":\"4\"}",
	"{\"MESSAGE\":[115,104,91,49,93,58,32,115,101,103,102,97,117,108,116,32,97,116,32,49]}",
	"\\[150100.451504\\] traps: test\\[7593\\] trap divide error ip:4005f5 sp:7ffeebd4ba70 error:0 in test\\[400000+1000\\]",
	"kern  :warn  : 2025-01-21T04:41:44,285060+00:00 a[5]: segfault at 0 ip 1 sp 2 error 6&lt;&gt;",
	"6,3964,206764307,-;a b[1]: segfault at 99999999999999999999 ip ffffffffffffffff sp ffffffffffffffff error ffffffffffffffff in x[ffffffffffffffff,ffffffffffffffff+ffffffffffffffff]",
};

#define N_SEEDS	(sizeof(seeds) / sizeof(seeds[0]))

static uint64_t wrong, told;

/* what must hold of every crash, whatever the text was */
static void on_crash(void *arg, const struct log_crash *c)
{
	char buf[512];
	struct rm_out out;

	(void)arg;
	told++;
	rm_out_init(&out, buf, sizeof(buf));
	log_cause(c, &out);
	wrong += !out.len || !memchr(c->prog, '\0', sizeof(c->prog)) ||
		 !memchr(c->map.name, '\0', sizeof(c->map.name)) ||
		 !memchr(c->words, '\0', sizeof(c->words)) ||
		 c->code_len > LOG_CODE_MAX ||
		 (c->code_state == LOG_CODE_BYTES && c->code_at >= c->code_len) ||
		 ((c->has & LOG_HAS_MAP) && c->map.base + c->map.size < c->map.base) ||
		 ((c->has & LOG_HAS_SIGNAL) && c->sig > 64);
}

static void on_frame(void *arg, const struct log_frame *frame, uint64_t line)
{
	(void)arg;
	(void)line;
	wrong += !frame->module[0] ||
		 !memchr(frame->module, '\0', sizeof(frame->module)) ||
		 !memchr(frame->symbol, '\0', sizeof(frame->symbol));
}

static void on_notice(void *arg, const struct log_notice *n, uint64_t line)
{
	(void)arg;
	(void)line;
	wrong += !memchr(n->where, '\0', sizeof(n->where));
}

/* in memory of exactly that size, so that a byte too far is seen */
static void feed(struct log_join *join, const char *text, size_t len)
{
	char *copy = malloc(len ? len : 1);

	if (len)
		memcpy(copy, text, len);
	log_join_line(join, (struct scan){ copy, copy + len });
	free(copy);
}

static struct log_join *start(void)
{
	struct log_events events = { on_crash, on_notice, on_frame, NULL };

	wrong = told = 0;
	return log_join_new(&events);
}

static void finish(struct log_join *join, const char *what)
{
	log_join_end(join);
	log_join_free(join);
	tap_is(wrong, 0, "%s: %" PRIu64 " crashes, all sane", what, told);
}

static void test_cut(void)
{
	struct log_join *join = start();
	char line[512];

	for (size_t i = 0; i < N_SEEDS; i++) {
		size_t len = strlen(seeds[i]);

		for (size_t n = 0; n <= len; n++) {
			feed(join, seeds[i], n);
			feed(join, seeds[i] + n, len - n);
			memcpy(line, seeds[i], len);
			line[n] = '\0';
			feed(join, line, n < len ? len : n + 1);
		}
	}
	finish(join, "cut at every byte, a NUL at every byte");
	tap_ok(told > 1000, "most of them are still told");
}

static uint32_t state = 12345;

static uint32_t next_random(void)
{
	state = state * 1664525u + 1013904223u;
	return state >> 8;
}

/* bytes changed, pieces of other lines put in, digits made many */
static size_t mutate(char *buf, size_t len, size_t size)
{
	const char *other = seeds[next_random() % N_SEEDS];
	size_t at = len ? next_random() % len : 0, n;

	switch (next_random() % 4) {
	case 0:
		if (len)
			buf[at] = (char)next_random();
		return len;
	case 1:
		if (len)
			buf[at] = "[]+,: <>\\\"&0f"[next_random() % 13];
		return len;
	case 2:
		n = next_random() % 40;
		if (n > size - len)
			n = size - len;
		memmove(buf + at + n, buf + at, len - at);
		memset(buf + at, "0f9 "[next_random() % 4], n);
		return len + n;
	default:
		n = strlen(other);
		n = n > size - at ? size - at : n;
		memcpy(buf + at, other, n);
		return at + n;
	}
}

static void test_random(void)
{
	struct log_join *join = start();
	time_t end = time(NULL) + SECONDS;
	uint64_t lines = 0;
	char buf[1024];

	while (lines % 256 || time(NULL) < end) {
		const char *seed = seeds[next_random() % N_SEEDS];
		size_t len = strlen(seed);

		memcpy(buf, seed, len);
		for (unsigned int i = next_random() % 6 + 1; i--; )
			len = mutate(buf, len, sizeof(buf));
		feed(join, buf, len);
		lines++;
	}
	finish(join, "at random");
	tap_ok(lines > 10000, "%" PRIu64 " lines", lines);
}

static void test_long(void)
{
	struct log_join *join = start();
	size_t size = 65536;
	char *buf = malloc(size);

	memset(buf, '[', size);
	feed(join, buf, size);
	memset(buf, '9', size);
	feed(join, buf, size);
	for (size_t i = 0; i + 12 <= size; i += 12)
		memcpy(buf + i, "segfault at ", 12);
	feed(join, buf, size);
	for (size_t i = 0; i + 4 <= size; i += 4)
		memcpy(buf + i, " in ", 4);
	memcpy(buf, seeds[0], 80);
	feed(join, buf, size);
	free(buf);
	finish(join, "64 KiB of one piece");
}

int main(void)
{
	test_cut();
	test_random();
	test_long();
	return tap_done();
}
