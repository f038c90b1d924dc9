// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of gVisor's nvproxy, both those on what it does not know and those
 * of its debug log:
 *   nvproxy: unknown control command 0x20803801 (paramsSize=1928)
 *   nvproxy: frontend ioctl: nr = 0x0000002a, argSize = 0x00000020
 */
#include <string.h>

#include "decode.h"

static const struct phrase {
	const char *text;
	enum rm_number what;
} phrases[] = {
	{ "frontend ioctl", RM_NUMBER_ESCAPE },
	{ "control command", RM_NUMBER_CONTROL },
	{ "allocation class", RM_NUMBER_CLASS },
	{ "alloc class", RM_NUMBER_CLASS },
	{ "class", RM_NUMBER_CLASS },
	{ "uvm ioctl", RM_NUMBER_UVM },
};

/* "0x2a", "42"; between word and number: ": nr = " and the like */
static bool take_number(struct scan *s, uint64_t *ret)
{
	scan_lit(s, ":");
	scan_blanks(s);
	if (!scan_lit(s, "nr"))
		scan_lit(s, "cmd");
	scan_blanks(s);
	scan_lit(s, "=");
	scan_blanks(s);
	return decode_take_number(s, ret);
}

static void take_size(struct scan s, struct decode_number *n)
{
	struct scan before, in = s;

	if (!scan_until(&in, "paramsSize", &before)) {
		in = s;
		if (!scan_until(&in, "argSize", &before))
			return;
	}
	n->has_size = take_number(&in, &n->size);
}

void decode_nvproxy(struct scan line, decode_fn fn, void *arg)
{
	struct decode_thing thing = { .kind = DECODE_NUMBER };
	struct scan before, s = line;
	uint64_t nr;

	if (!scan_until(&s, "nvproxy: ", &before))
		return;
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
		struct scan in = s;

		if (!scan_until(&in, phrases[i].text, &before) ||
		    !take_number(&in, &nr) || nr > UINT32_MAX)
			continue;
		thing.number.what = phrases[i].what;
		thing.number.nr = (uint32_t)nr;
		take_size(in, &thing.number);
		fn(arg, &thing);
		return;
	}
}
