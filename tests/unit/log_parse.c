// SPDX-License-Identifier: GPL-2.0
/* The parsers of single lines: prefixes, names, mappings, Code: lines, notices. */
#include "log/crash.h"
#include "tap.h"

static struct scan scan_of(const char *text)
{
	return (struct scan){ text, text + strlen(text) };
}

static void test_numbers(void)
{
	struct scan s = scan_of("0xffffffffffffffff ");
	uint64_t v = 1;

	tap_ok(scan_hex(&s, &v) && v == UINT64_MAX && *s.p == ' ', "64 bits");
	s = scan_of("00000000000000000000000000000012g");
	tap_ok(scan_hex(&s, &v) && v == 0x12 && *s.p == 'g', "leading zeroes");
	s = scan_of("10000000000000000");
	tap_ok(!scan_hex(&s, &v) && v == 0x12 && *s.p == '1',
	       "65 bits are no number");
	s = scan_of("18446744073709551615");
	tap_ok(scan_dec(&s, &v) && v == UINT64_MAX, "decimal, 64 bits");
	s = scan_of("18446744073709551616");
	tap_ok(!scan_dec(&s, &v), "decimal, one more");
	s = scan_of("99999999999999999999999999");
	tap_ok(!scan_dec(&s, &v), "decimal, many more");
	s = scan_of("0x");
	tap_ok(!scan_hex(&s, &v) && *s.p == '0', "no digits");
	s = scan_of("");
	tap_ok(!scan_hex(&s, &v) && !scan_dec(&s, &v) && !scan_lit(&s, "a") &&
	       !scan_find(s, "a"), "nothing");
}

static void test_prefixes(void)
{
	static const char *const prefixes[] = {
		"", "[   12.345678] ", "[12345.678901] ", "<6>[    1.000000] ",
		"[Sun May  4 22:19:21 2025] ", "[di. d\303\251c. 2 10:11:12 2025] ",
		"[Sep15 17:30] ", "[  119.156884@1] ", "[  142.666354][ T5739] ",
		"[ T5739] ", "6,3964,206764307,-;", "4,12,9,-,caller=T5739;",
		"kern  :warn  : 2025-01-21T04:41:44,285060+00:00 ",
		"kern  :info  : [372850.970643] ",
		"2025-01-21T04:41:44,285060+00:00 ",
		"2025-01-21T04:41:44.285060+00:00 host kernel: ",
		"May 15 08:57:36 host kernel: ",
		"Mar 27 10:37:41 host kernel: [88766.163759] ",
		"/var/log/kern.log:6306:Dec 29 17:34:18 host kernel: [  160.002383] ",
		"2026-09-17T03:25:48.5680391Z [   20.696080] ",
		"> [   12.345678] ", "\t  [   12.345678] ", "42.905874) ",
		"  42.906017] ",
	};
	struct log_prefix prefix;

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		char line[256];
		struct scan s;

		snprintf(line, sizeof(line), "%sa b: c[1]", prefixes[i]);
		s = scan_of(line);
		log_prefix_strip(&s, &prefix);
		tap_str(s.p, "a b: c[1]", "prefix \"%s\"", prefixes[i]);
	}
	{
		struct scan s = scan_of("[  142.666354][ T5739] x");

		log_prefix_strip(&s, &prefix);
		tap_str(prefix.caller, "T5739", "the printing thread");
	}
}

static void test_names(void)
{
	static const struct {
		const char *text, *name;
	} names[] = {
		{ "sh[12]", "sh" },
		{ "Isolated Web Co[12]", "Isolated Web Co" },
		{ "a[3]b: [4][12]", "a[3]b: [4]" },
		{ "kworker/0:1[12]", "kworker/0:1" },
		{ "[   12.345678] traps: pool.x[12]", "pool.x" },
		{ "Apr  4 05:00:12 host log-user-sessio[12]", "log-user-sessio" },
		{ "[12]", "" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct log_crash c = { .has = 0 };

		tap_ok(log_name(scan_of(names[i].text), &c) && c.pid == 12 &&
		       c.has == LOG_HAS_PID, "pid of \"%s\"", names[i].text);
		tap_str(c.prog, names[i].name, "name of \"%s\"", names[i].text);
	}
	for (size_t i = 0; i < 4; i++) {
		static const char *const wrong[] = {
			"sh[12", "sh12]", "sh[]", "sh[4294967296]",
		};
		struct log_crash c = { .has = 0 };

		tap_ok(!log_name(scan_of(wrong[i]), &c), "\"%s\" is no name",
		       wrong[i]);
	}
}

static void test_maps(void)
{
	struct log_map map;
	struct scan s = scan_of("a [b] c (deleted)[5,7f00+10] likely");

	tap_ok(log_map_parse(&s, &map), "new form");
	tap_str(map.name, "a [b] c", "brackets and blanks in the name");
	tap_ok(map.deleted && map.has_offset && map.offset == 5 &&
	       map.base == 0x7f00 && map.size == 0x10, "its numbers");
	tap_str(s.p, " likely", "what is behind it");
	s = scan_of("libc.so.6[7f00+0]");
	tap_ok(log_map_parse(&s, &map) && map.cut, "a mapping of no bytes");
	s = scan_of("x[fffffffffffff000+2000]");
	tap_ok(log_map_parse(&s, &map) && map.cut, "a mapping that wraps around");
	s = scan_of("libc.so.6[7f0");
	tap_ok(log_map_parse(&s, &map) && map.cut && !map.size, "cut");
	tap_str(map.name, "libc.so.6", "the name of a cut one");
}

static void test_code(void)
{
	struct log_code_line code;
	char text[1024] = "Code: ";

	tap_ok(log_code_parse(scan_of("Code: 01 <0f> 0b"), &code) &&
	       code.state == LOG_CODE_BYTES && code.len == 3 && code.at == 1 &&
	       !memcmp(code.bytes, "\x01\x0f\x0b", 3), "bytes");
	tap_ok(!log_code_parse(scan_of("Code: 01 0f 0b"), &code),
	       "without a mark");
	tap_ok(!log_code_parse(scan_of("Code: d2800001 (b9000001)"), &code),
	       "words of arm64");
	tap_ok(log_code_parse(scan_of("Code: 01 <0f> 0"), &code) &&
	       code.len == 2, "cut within a byte");
	tap_ok(log_code_parse(scan_of("Code: Bad RIP value."), &code) &&
	       code.state == LOG_CODE_UNREADABLE, "unreadable, old");
	tap_ok(log_code_parse(scan_of("Code: Unable to access opcode bytes at "
				      "RIP 0xffd6."), &code) &&
	       code.has_addr && code.addr == 0xffd6, "unreadable, its address");
	strcat(text, "<90> ");
	for (int i = 0; i < 300; i++)
		strcat(text, "90 ");
	tap_ok(log_code_parse(scan_of(text), &code) &&
	       code.len == LOG_CODE_MAX && code.at == 0, "more than fit");
}

static void test_unwrap(void)
{
	static const struct {
		const char *line, *want;
	} lines[] = {
		{ "{\"MESSAGE\":\"a \\\"b\\\" \\u0041\\\\x\",\"X\":1}",
		  "a \"b\" A\\x" },
		{ "{\"MESSAGE\" : [ 104, 105 ]}", "hi" },
		{ "   \"msg\": \"x[1]: y\"", "x[1]: y" },
		{ "&lt;6&gt;a &amp;&quot;b&quot;", "<6>a &\"b\"" },
		{ "\\[1\\] a\\_b \\\\", "[1] a_b \\\\" },
		{ "{\"MESSAGE\":\"cut \\", "cut \\" },
		{ "{\"MESSAGE\":\"cut \\u00", "cut ?" },
		{ "{\"MESSAGE\":[300,1]}", "" },
	};
	char buf[128];

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		size_t n = log_unwrap(scan_of(lines[i].line), buf);

		buf[n] = '\0';
		tap_str(buf, lines[i].want, "unwrap %s", lines[i].line);
	}
}

static void test_notices(void)
{
	struct log_notice n;

	tap_ok(log_notice_parse(scan_of("[1.0] show_signal_msg: 7 callbacks "
					"suppressed"), &n) && n.count == 7 &&
	       n.crashes, "crashes");
	tap_ok(log_notice_parse(scan_of("kauditd_printk_skb: 7 callbacks "
					"suppressed"), &n) && !n.crashes,
	       "other messages");
	tap_ok(!log_notice_parse(scan_of(" callbacks suppressed"), &n) &&
	       !log_notice_parse(scan_of("7 callbacks suppressed"), &n) &&
	       !log_notice_parse(scan_of("a: b callbacks suppressed"), &n),
	       "no notice");
}

int main(void)
{
	test_numbers();
	test_prefixes();
	test_names();
	test_maps();
	test_code();
	test_unwrap();
	test_notices();
	return tap_done();
}
