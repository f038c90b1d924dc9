// SPDX-License-Identifier: GPL-2.0
/*
 * record_parse() against everything that a damaged or hostile file may hold; all
 * bytes end at a guard page.
 */
#include <errno.h>

#include "forge.h"
#include "record.h"
#include "tap.h"

static struct guard guard;

static int parse(const void *data, size_t len, struct record *ret)
{
	return record_parse(guard_copy(&guard, data, len), len, ret);
}

static void test_call(void)
{
	struct forge f = { 0 };
	struct record rec;

	forge_control(&f, 10, 11, 0x20800110, 0x56);
	tap_is(parse(f.data, f.len, &rec), 0, "a call is parsed");
	tap_ok(rec.known && rec.h.kind == RMS_CALL && rec.h.tid == 11 &&
	       rec.call.nr == 0x2a, "its fixed part is there");
	tap_ok(rec.raw.len == f.len, "and its raw bytes");
	tap_ok(rec.arg_in.len == 32 && rec.arg_out.len == 32 &&
	       rec.par_in.len == 16 && rec.par_out.len == 16, "four blocks");
	tap_is(rec.arg_out.data[28], 0x56, "the status is in arg_out");
	tap_is(rec.par_out.data[12], 5, "par_out is the last block");
	free(f.data);
}

/* a call of which only what pointers point to was kept */
static int parse_targets(uint32_t len, uint32_t kept, struct record *rec)
{
	struct {
		struct rms_call call;
		struct rms_target target[2];
		char bytes[16];
	} st = {
		.call = {
			.h = { .kind = RMS_CALL, .size = sizeof(st),
			       .fixed = sizeof(st.call) },
			.targets = len,
		},
		.target = {
			{ .addr = 0x7f00, .size = 12, .kept = 0, .offset = 8 },
			{ .addr = 0x7f80, .size = 12, .kept = kept, .offset = 16 },
		},
	};

	return parse(&st, sizeof(st), rec);
}

static void test_targets(void)
{
	struct record rec;

	tap_is(parse_targets(64, 12, &rec), 0, "two targets, the second of 12 bytes");
	tap_is(rec.targets.len, 64, "are kept with their padding");
	tap_is(parse_targets(48, 0, &rec), 0, "two without bytes");
	tap_is(parse_targets(0, 12, &rec), 0, "none");
	tap_is(rec.targets.len, 0, "are none");
	tap_is(parse_targets(64, 17, &rec), -EBADMSG, "bytes behind the end");
	tap_is(parse_targets(64, UINT32_MAX, &rec), -EBADMSG, "a length that wraps");
	tap_is(parse_targets(64, 0, &rec), -EBADMSG, "a third that is cut short");
	tap_is(parse_targets(40, 0, &rec), -EBADMSG, "a second that is cut short");
	tap_is(parse_targets(72, 12, &rec), -EBADMSG, "more than there is");
	tap_is(parse_targets(UINT32_MAX, 12, &rec), -EBADMSG, "much more");
}

static void test_truncated(void)
{
	struct forge f = { 0 };
	struct record rec;
	size_t wrong = 0;

	forge_control(&f, 10, 11, 0x20800110, 0);
	for (size_t len = 0; len < f.len; len++)
		wrong += parse(f.data, len, &rec) != -ENODATA;
	tap_is(wrong, 0, "each of %zu truncated lengths: -ENODATA", f.len);
	free(f.data);
}

static int parse_with(const struct rms_hdr *h, size_t len)
{
	static char buf[512];
	struct record rec;

	memset(buf, 0, sizeof(buf));
	memcpy(buf, h, sizeof(*h));
	return parse(buf, len, &rec);
}

static void test_header(void)
{
	struct rms_hdr h = { .kind = RMS_COMM, .size = 48, .fixed = 48 };

	tap_is(parse_with(&h, 48), 0, "the smallest: COMM");
	h.size = 0;
	tap_is(parse_with(&h, 48), -EBADMSG, "size 0");
	h.size = 24;
	tap_is(parse_with(&h, 48), -EBADMSG, "size below the header");
	h.size = 52;
	tap_is(parse_with(&h, 64), -EBADMSG, "size not a multiple of 8");
	h.size = 0xfffffff8;
	tap_is(parse_with(&h, 64), -EBADMSG, "size near 4 GiB");
	h.size = 48;
	h.fixed = 56;
	tap_is(parse_with(&h, 64), -EBADMSG, "fixed part larger than the record");
	h.fixed = 24;
	tap_is(parse_with(&h, 64), -EBADMSG, "fixed part below the header");
	h.fixed = 44;
	tap_is(parse_with(&h, 64), -EBADMSG, "fixed part not a multiple of 8");
}

static void test_other_versions(void)
{
	struct rms_hdr old = { .kind = RMS_EXIT, .size = 40, .fixed = 40 };
	char data[512];
	struct rms_exit *e = (struct rms_exit *)data;
	struct record rec;

	memset(data, 0xff, sizeof(data));
	memcpy(data, &old, sizeof(old));
	e->start = 5;
	memset(&rec, 0xee, sizeof(rec));
	tap_is(parse(data, 40, &rec), 0, "a shorter fixed part is taken");
	tap_ok(rec.exit.start == 5 && rec.exit.code == 0 && rec.exit.group == 0 &&
	       rec.exit.comm[0] == 0, "what it lacks is zero");

	e->h.size = 128;
	e->h.fixed = 120;
	e->code = 9;
	tap_is(parse(data, 128, &rec), 0, "a longer fixed part is taken");
	tap_is(rec.exit.code, 9, "what is known of it is there");

	e->h.kind = 999;
	tap_is(parse(data, 128, &rec), 0, "an unknown kind is no error");
	tap_ok(!rec.known && rec.h.kind == 999 && rec.raw.len == 128,
	       "it is marked, with its bytes");
	tap_ok(!record_kind_name(999) && !record_kind_name(0) &&
	       !strcmp(record_kind_name(RMS_CALL), "call"), "names of kinds");
}

/* a newer CALL: 16 more fixed bytes, then the blocks */
static void test_longer_call(void)
{
	struct {
		struct rms_call call;
		char more[16];
		char block[8];
	} st = {
		.call = { .h = { .kind = RMS_CALL, .size = sizeof(st),
				 .fixed = sizeof(st) - 8 }, .arg_in = 3 },
		.more = "xxxxxxxxxxxxxxx",
		.block = "abc",
	};
	struct record rec;

	tap_is(parse(&st, sizeof(st), &rec), 0, "a newer call is taken");
	tap_ok(rec.arg_in.len == 3 && !memcmp(rec.arg_in.data, "abc", 3),
	       "its blocks are found behind the longer part");
}

static int parse_lens(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	struct {
		struct rms_call call;
		char blocks[64];
	} st = {
		.call = {
			.h = { .kind = RMS_CALL, .size = sizeof(st),
			       .fixed = sizeof(st.call) },
			.arg_in = a, .arg_out = b, .par_in = c, .par_out = d,
		},
	};
	struct record rec;

	return parse(&st, sizeof(st), &rec);
}

static void test_blocks(void)
{
	tap_is(parse_lens(16, 16, 16, 16), 0, "blocks that just fit");
	tap_is(parse_lens(13, 9, 16, 15), 0, "the same, padded");
	tap_is(parse_lens(65, 0, 0, 0), -EBADMSG, "first block too long");
	tap_is(parse_lens(16, 16, 16, 17), -EBADMSG, "last block too long");
	tap_is(parse_lens(0, 0, 0, 65), -EBADMSG, "only the last, too long");
	tap_is(parse_lens(UINT32_MAX, 1, 0, 0), -EBADMSG, "a sum that wraps");
	tap_is(parse_lens(0xfffffff9, 0, 0, 0), -EBADMSG,
	       "a length whose padding wraps");
	tap_is(parse_lens(1, UINT32_MAX, UINT32_MAX, 2), -EBADMSG,
	       "two that wrap to nothing");
}

static void test_texts(void)
{
	struct rms_file file = {
		.h = { .kind = RMS_FILE, .size = sizeof(file),
		       .fixed = sizeof(file) },
		.build_id_len = 64,
	};
	struct rms_exec exec = {
		.h = { .kind = RMS_EXEC, .size = sizeof(exec),
		       .fixed = sizeof(exec) },
		.name_len = 1,
	};
	struct record rec;

	tap_is(parse(&file, sizeof(file), &rec), 0, "a build-id of 64 bytes");
	file.build_id_len = 65;
	tap_is(parse(&file, sizeof(file), &rec), -EBADMSG, "one of 65");
	tap_is(parse(&exec, sizeof(exec), &rec), -EBADMSG, "a name that is not there");
}

static void test_untouched(void)
{
	struct rms_hdr h = { .kind = RMS_COMM, .size = 44, .fixed = 40 };
	struct record rec, before;

	memset(&rec, 0x5a, sizeof(rec));
	before = rec;
	parse(&h, sizeof(h), &rec);
	tap_ok(!memcmp(&rec, &before, sizeof(rec)), "untouched on failure");
}

/* every byte of every kind of record, replaced by telling values */
static void test_every_byte(void)
{
	static const unsigned char values[] = { 0, 1, 7, 8, 0x7f, 0x80, 0xff };
	struct record rec;
	size_t made = 0, bad = 0;

	for (unsigned int kind = 0; kind < 48; kind++) {
		char data[512] = { 0 };
		struct rms_hdr h = { .kind = kind, .size = 448, .fixed = 376 };

		for (size_t i = 0; i < 448; i++) {
			for (size_t v = 0; v < sizeof(values); v++) {
				memcpy(data, &h, sizeof(h));
				memset(data + sizeof(h), 0, sizeof(data) - sizeof(h));
				data[i] = values[v];
				made++;
				if (parse(data, 448, &rec))
					bad++;
				else if (rec.raw.len > 448)
					made = 0;
			}
		}
	}
	tap_ok(made > 100000 && bad > 100, "%zu records with one odd byte", made);
}

int main(void)
{
	guard = guard_new(4096);
	test_call();
	test_targets();
	test_truncated();
	test_header();
	test_other_versions();
	test_longer_call();
	test_blocks();
	test_texts();
	test_untouched();
	test_every_byte();
	return tap_done();
}
