// SPDX-License-Identifier: GPL-2.0
/* The bounded cursor: what is there, what is not, what must stay untouched. */
#include "bytes.h"
#include "tap.h"

static void test_take(void)
{
	struct bytes b = bytes_of("abcdef", 6), part = bytes_of(NULL, 0);

	tap_ok(bytes_take(&b, 2, &part), "takes two of six");
	tap_ok(part.len == 2 && !memcmp(part.data, "ab", 2), "they are the first");
	tap_is(b.len, 4, "four are left");
	tap_ok(!bytes_take(&b, 5, &part), "five of four are refused");
	tap_ok(b.len == 4 && b.data[0] == 'c' && part.len == 2,
	       "a refusal changes nothing");
	tap_ok(!bytes_take(&b, SIZE_MAX, &part), "the largest number is refused");
	tap_ok(bytes_skip(&b, 4) && b.len == 0, "all the rest can be skipped");
	tap_ok(bytes_take(&b, 0, &part) && part.len == 0, "nothing of nothing");
	tap_ok(!bytes_skip(&b, 1), "one of nothing is refused");
}

static void test_read(void)
{
	struct bytes b = bytes_of("\x01\x02\x03\x04\x05", 5);
	uint32_t v = 0xdeadbeef;

	tap_ok(bytes_read(&b, &v, 4) && v == 0x04030201, "reads a number");
	tap_ok(!bytes_read(&b, &v, 4) && v == 0x04030201 && b.len == 1,
	       "too few bytes: nothing is read");
	b = bytes_of("\x01\x02\x03\x04\x05", 5);
	tap_ok(bytes_peek(b, 1, &v, 4) && v == 0x05040302 && b.len == 5,
	       "peeks without moving");
	tap_ok(!bytes_peek(b, 2, &v, 4), "a peek beyond the end is refused");
	tap_ok(!bytes_peek(b, SIZE_MAX, &v, 4), "a peek far beyond is refused");
	tap_is(bytes_cut(b, 3).len, 3, "cut to three");
	tap_is(bytes_cut(b, 9).len, 5, "a cut does not lengthen");
}

int main(void)
{
	test_take();
	test_read();
	return tap_done();
}
