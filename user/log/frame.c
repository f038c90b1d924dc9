// SPDX-License-Identifier: GPL-2.0
/* Frames of backtraces that programs print themselves, with offsets into files. */
#include <string.h>

#include "frame.h"

/* the word that ends at @end */
static struct scan word_before(struct scan s, const char *end)
{
	const char *p = end;

	while (p > s.p && p[-1] != ' ' && p[-1] != '\t')
		p--;
	return (struct scan){ p, end };
}

static bool set_module(struct scan name, struct log_frame *ret)
{
	if (!scan_len(name) || scan_len(name) >= sizeof(ret->module))
		return false;
	scan_copy(name, ret->module, sizeof(ret->module));
	return ret->module[0] && strcmp(ret->module, "n/a");
}

/* "/lib/libcuda.so.1(cuMemcpyHtoD_v2+0x56)" */
static bool glibc_frame(struct scan s, struct log_frame *ret)
{
	struct scan in = s;

	while ((in.p = scan_find(in, "("))) {
		struct scan name = word_before(s, in.p), symbol;
		const char *plus;

		in.p++;
		plus = scan_find(in, "+0x");
		if (!plus)
			return false;
		symbol = (struct scan){ in.p, plus };
		if (scan_len(symbol) >= sizeof(ret->symbol) ||
		    (scan_len(symbol) && memchr(symbol.p, ' ', scan_len(symbol))) ||
		    !memchr(name.p, '/', scan_len(name)))
			continue;
		in.p = plus + 1;
		if (!scan_hex(&in, &ret->offset) || !scan_lit(&in, ")") ||
		    !set_module(name, ret))
			continue;
		scan_copy(symbol, ret->symbol, sizeof(ret->symbol));
		ret->form = LOG_FRAME_GLIBC;
		return true;
	}
	return false;
}

/* "C  [libcuda.so.1+0x2baeed]" */
static bool java_frame(struct scan s, struct log_frame *ret)
{
	const char *plus;
	struct scan in = s;

	if (!scan_lit(&in, "C  [") || !(plus = scan_find(in, "+0x")))
		return false;
	if (!set_module((struct scan){ in.p, plus }, ret))
		return false;
	in.p = plus + 1;
	ret->form = LOG_FRAME_JAVA;
	return scan_hex(&in, &ret->offset) && scan_lit(&in, "]");
}

/* "#0  0x0000555668fbe11d n/a (/tmp/a.out + 0x111d)" */
static bool coredump_frame(struct scan s, struct log_frame *ret)
{
	const char *plus, *open;
	struct scan in = s;
	uint64_t v;

	if (!scan_lit(&in, "#") || !scan_dec(&in, &v) || !scan_blanks(&in) ||
	    !scan_lit(&in, "0x") || !scan_hex(&in, &v) ||
	    !(open = scan_find(in, " (")) || !(plus = scan_find(in, " + 0x")) ||
	    plus < open)
		return false;
	if (!set_module((struct scan){ open + 2, plus }, ret))
		return false;
	in.p = plus + 3;
	ret->form = LOG_FRAME_COREDUMP;
	return scan_hex(&in, &ret->offset) && scan_lit(&in, ")");
}

/* "Host Frame:  [0x2f285f] in libcuda.so.1" */
static bool sanitizer_frame(struct scan s, struct log_frame *ret)
{
	struct scan in = s, name;

	in.p = scan_find(s, "Frame:");
	if (!in.p)
		return false;
	in.p += strlen("Frame:");
	scan_blanks(&in);
	if (!scan_lit(&in, "[0x") || !scan_hex(&in, &ret->offset) ||
	    !scan_lit(&in, "] in "))
		return false;
	name = in;
	while (in.p < in.end && *in.p != ' ' && *in.p != '\r')
		in.p++;
	name.end = in.p;
	ret->form = LOG_FRAME_SANITIZER;
	return set_module(name, ret);
}

bool log_frame_parse(struct scan s, struct log_frame *ret)
{
	static bool (*const parsers[])(struct scan s, struct log_frame *ret) = {
		java_frame, coredump_frame, sanitizer_frame, glibc_frame,
	};

	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		memset(ret, 0, sizeof(*ret));
		if (parsers[i](s, ret))
			return true;
	}
	return false;
}
