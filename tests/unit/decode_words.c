// SPDX-License-Identifier: GPL-2.0
/* Words of the command line, bytes in hex, and the struct behind a number. */
#include <stdlib.h>

#include "decode/payload.h"
#include "decode/view.h"
#include "tap.h"

static struct scan scan_of(const char *text)
{
	return (struct scan){ text, text + strlen(text) };
}

static void test_numbers(void)
{
	static const struct {
		const char *word;
		uint64_t nr;
	} good[] = {
		{ "0", 0 }, { "42", 42 }, { "0x2a", 0x2a }, { "0X2A", 0x2a },
		{ "c56f", 0xc56f }, { "0080", 0x80 }, { "00", 0 },
		{ "18446744073709551615", UINT64_MAX }, { "0xffffffffffffffff", UINT64_MAX },
	};
	static const char *const bad[] = {
		"", "0x", "x", "1 ", " 1", "-1", "+1", "0x1g", "1.5",
		"0x10000000000000000",
	};
	uint64_t nr;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		tap_ok(decode_number_parse(scan_of(good[i].word), &nr) &&
		       nr == good[i].nr, "'%s' is a number", good[i].word);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		tap_ok(!decode_number_parse(scan_of(bad[i]), &nr),
		       "'%s' is none", bad[i]);
}

static int hex_of(const char *text, size_t want_len, const char *want)
{
	char *word = strdup(text);	/* without its NUL: ASan sees one too many */
	char *exact = malloc(strlen(text) + !text[0]);
	uint8_t *bytes = malloc(DECODE_PAYLOAD_MAX);
	size_t len = 0;
	int err;

	memcpy(exact, word, strlen(word));
	err = decode_hex((struct scan){ exact, exact + strlen(word) }, bytes, &len);
	if (!err && (len != want_len || memcmp(bytes, want, len)))
		err = 1;
	free(bytes);
	free(exact);
	free(word);
	return err;
}

static void test_hex(void)
{
	tap_is(hex_of("", 0, ""), 0, "no bytes");
	tap_is(hex_of("00ff", 2, "\x00\xff"), 0, "two");
	tap_is(hex_of(" 0x01, 0X02:03\t\\x04\r", 4, "\1\2\3\4"), 0, "in clothes");
	tap_is(hex_of("000102", 3, "\0\1\2"), 0, "a pair of 0 and a digit is no mark");
	tap_is(hex_of("0", 0, ""), -EDOM, "half a byte");
	tap_is(hex_of("0 0", 0, ""), -EDOM, "two halves");
	tap_is(hex_of("00 0x", 1, "\0"), 0, "a mark without digits is nothing");
	tap_is(hex_of("0g", 0, ""), -EDOM, "a byte that ends with no digit");
	tap_is(hex_of("g0", 0, ""), -EINVAL, "no digit");
	tap_is(hex_of("\\", 0, ""), -EINVAL, "half a mark");
}

static void test_too_long(void)
{
	size_t size = 2 * (DECODE_PAYLOAD_MAX + 1), len = 7;
	uint8_t *bytes = malloc(DECODE_PAYLOAD_MAX);
	char *text = malloc(size);

	memset(text, '1', size);
	tap_is(decode_hex((struct scan){ text, text + size - 2 }, bytes, &len), 0,
	       "1 MiB");
	tap_is(len, DECODE_PAYLOAD_MAX, "all of it");
	tap_is(decode_hex((struct scan){ text, text + size }, bytes, &len), -E2BIG,
	       "and a byte");
	free(text);
	free(bytes);
}

static void test_params(void)
{
	const struct rm_layout *l;
	struct rm_version v;

	rm_version_find("535.261.03", &v);
	l = decode_params(&v, RM_NUMBER_CONTROL, 0x20800110, 0);
	tap_str(l ? rm_str(l->name) : NULL, "NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS",
		"of a command");
	l = decode_params(&v, RM_NUMBER_CLASS, 0x80, 0);
	tap_str(l ? rm_str(l->name) : NULL, "NV0080_ALLOC_PARAMETERS", "of a class");
	l = decode_params(&v, RM_NUMBER_ESCAPE, RM_ESC_ALLOC, 32);
	tap_str(l ? rm_str(l->name) : NULL, "NVOS21_PARAMETERS", "by its size");
	l = decode_params(&v, RM_NUMBER_ESCAPE, RM_ESC_ALLOC, 48);
	tap_str(l ? rm_str(l->name) : NULL, "NVOS64_PARAMETERS", "and another one");
	l = decode_params(&v, RM_NUMBER_ESCAPE, RM_ESC_CARD_INFO, 0);
	tap_ok(l && decode_params_fit(&v, RM_NUMBER_ESCAPE, RM_ESC_CARD_INFO, l,
				      3 * l->size), "some of them fit");
	tap_ok(l && !decode_params_fit(&v, RM_NUMBER_ESCAPE, RM_ESC_CARD_INFO, l,
				       3 * l->size + 1), "a part does not");
	tap_ok(!decode_params(&v, RM_NUMBER_CONTROL, 0x2080ffff, 0), "unknown");
	tap_ok(!decode_params(&v, RM_NUMBER_STATUS, 0x56, 0), "a status has none");
}

int main(void)
{
	test_numbers();
	test_hex();
	test_too_long();
	test_params();
	return tap_done();
}
