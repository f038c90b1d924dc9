// SPDX-License-Identifier: GPL-2.0
/*
 * What look-ups and text cost.  Printed for people; asserted only so far as a slow
 * machine with sanitizers on cannot miss it.
 */
#include <time.h>

#include "rm/rm.h"
#include "tap.h"

#define ROUNDS 200000
#define CMDS 8

static const uint32_t cmds[CMDS] = {
	0x101, 0x20800110, 0x2080182b, 0x83de0309, 0xa06c0103, 0x800292,
	0x20808161, 0xffffffff,
};

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void report(const char *what, uint64_t start, unsigned int found,
		   unsigned int want)
{
	uint64_t ns = (now() - start) / ROUNDS;

	printf("# %s: %" PRIu64 " ns\n", what, ns);
	tap_is(found, want, "%s: %d times", what, ROUNDS);
	tap_ok(ns < 100000, "... each in less than 100 us");
}

static void lookups(const struct rm_version *v)
{
	unsigned int found = 0;
	uint64_t start = now();

	for (unsigned int i = 0; i < ROUNDS; i++)
		found += rm_control(v, cmds[i % CMDS]) != NULL;
	report("command look-up", start, found, ROUNDS / CMDS * 6);
	start = now();
	for (unsigned int i = found = 0; i < ROUNDS; i++)
		found += rm_class(v, i & 1 ? 0xc56f : 0xdead) != NULL;
	report("class look-up", start, found, ROUNDS / 2);
	start = now();
	for (unsigned int i = found = 0; i < ROUNDS; i++)
		found += rm_status_name(i & 0x7f) != NULL;
	report("status look-up", start, found, found);
	start = now();
	for (unsigned int i = found = 0; i < ROUNDS; i++)
		found += rm_struct(v, "NVOS54_PARAMETERS") != NULL;
	report("struct look-up by name", start, found, ROUNDS);
	start = now();
	for (unsigned int i = found = 0; i < ROUNDS; i++)
		found += rm_struct(v, "NVOS54_PARAMETER") != NULL;
	report("struct look-up by no name", start, found, 0);
}

/* a call to its line: names, fields, status */
static size_t one_line(const struct rm_version *v, const struct rm_call_in *in,
		       enum rm_format format)
{
	struct rm_call call;
	struct rm_out out;
	char text[1024];

	rm_call_decode(v, in, &call);
	rm_out_init(&out, text, sizeof(text));
	rm_call_names(&call, &out);
	rm_out_char(&out, ' ');
	rm_format_args(&call, format, &out);
	rm_out_char(&out, ' ');
	rm_format_status(&out, call.status);
	return out.len;
}

static void lines(const struct rm_version *v)
{
	static const uint32_t arg[8] = { 0xc1d00004, 0x5c000003, 0x20800110, 0,
					 0x1000, 0, 132, 0 };
	static const uint64_t base[3] = { 0x7f0000000000, 0x200000, 0 };
	static const uint8_t params[132];
	struct rm_call_in control = {
		.dev = RMS_DEV_CTL, .nr = RM_ESC_CONTROL, .returned = true,
		.arg_size = 32, .arg_before = arg, .arg_after = arg,
		.arg_before_len = 32, .arg_after_len = 32, .params_size = 132,
		.params_before = params, .params_before_len = 132,
		.params_after = params, .params_after_len = 132,
	};
	struct rm_call_in uvm = {
		.dev = RMS_DEV_UVM, .nr = 73, .returned = true, .arg_size = 24,
		.arg_before = base, .arg_after = base, .arg_before_len = 24,
		.arg_after_len = 24,
	};
	unsigned int i, good;
	uint64_t start = now();

	for (i = good = 0; i < ROUNDS; i++)
		good += one_line(v, &control, RM_FORMAT_ABBREV) > 100;
	report("RM_CONTROL to a line", start, good, ROUNDS);
	start = now();
	for (i = good = 0; i < ROUNDS; i++)
		good += one_line(v, &uvm, RM_FORMAT_ABBREV) > 50;
	report("UVM call to a line", start, good, ROUNDS);
	start = now();
	for (i = good = 0; i < ROUNDS; i++)
		good += one_line(v, &control, RM_FORMAT_VERBOSE) > 150;
	report("RM_CONTROL to a verbose line", start, good, ROUNDS);
}

int main(void)
{
	struct rm_version v;

	rm_version_find("535.261.03", &v);
	lookups(&v);
	lines(&v);
	return tap_done();
}
