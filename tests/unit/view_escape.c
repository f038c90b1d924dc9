// SPDX-License-Identifier: GPL-2.0
/* Strings that a traced program chose, on their way to a terminal. */
#include "tap.h"
#include "view/escape.h"

static char buf[256];

static const char *text(const char *s, size_t len)
{
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_text(&out, s, len);
	return buf;
}

static const char *utf8(const char *s, size_t len)
{
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_utf8(&out, s, len);
	return buf;
}

#define TEXT(s) text(s, sizeof(s) - 1)
#define UTF8(s) utf8(s, sizeof(s) - 1)

static void test_text(void)
{
	tap_str(TEXT("python3 -m x"), "python3 -m x", "plain text");
	tap_str(TEXT("a\x1b[31mb"), "a\\x1b[31mb", "an escape sequence");
	tap_str(TEXT("a\nb\tc\rd"), "a\\nb\\tc\\rd", "line ends");
	tap_str(TEXT("\x01\x7f"), "\\x01\\x7f", "control characters");
	tap_str(TEXT("a\\b"), "a\\\\b", "a backslash");
	tap_str(TEXT("ab\0cd"), "ab", "a NUL ends it");
	tap_str(TEXT("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f", "letters");
	tap_str(TEXT("\xf0\x9f\x92\xa5"), "\xf0\x9f\x92\xa5", "four bytes");
	tap_str(TEXT("\xff\xfe"), "\\xff\\xfe", "no UTF-8");
	tap_str(TEXT("\xc3"), "\\xc3", "half a character at the end");
	tap_str(TEXT("\xc3(") , "\\xc3(", "half a character inside");
	tap_str(TEXT("\xc0\xaf"), "\\xc0\\xaf", "an overlong one");
	tap_str(TEXT("\xe0\x80\xaf"), "\\xe0\\x80\\xaf", "of three bytes");
	tap_str(TEXT("\xed\xa0\x80"), "\\xed\\xa0\\x80", "a surrogate");
	tap_str(TEXT("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80",
		"beyond Unicode");
	tap_str(TEXT("\xc2\x9b" "31m"), "\\u009b31m", "a C1 control sequence");
	tap_str(TEXT("\xe2\x80\xae" "abc"), "\\u202eabc", "text turned around");
	tap_str(text("abc", 2), "ab", "the length counts");
	tap_str(text(NULL, 0), "", "nothing");
}

static void test_utf8(void)
{
	tap_str(UTF8("a\nb\\\x1b"), "a\nb\\\x1b", "for JSON: controls stay");
	tap_str(UTF8("x\xff\xc3\xbc"), "x\\xff\xc3\xbc", "but no UTF-8 does not");
}

int main(void)
{
	test_text();
	test_utf8();
	return tap_done();
}
