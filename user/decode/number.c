// SPDX-License-Identifier: GPL-2.0
/* Bare numbers and names: on lines of a text, and as words of the command line. */
#include <string.h>

#include "decode.h"

bool decode_number_parse(struct scan s, uint64_t *ret)
{
	struct scan dec = s, hex = s;
	bool zero = scan_len(s) > 1 && *s.p == '0';

	if (!zero && scan_dec(&dec, ret) && dec.p == dec.end)
		return true;
	return scan_hex(&hex, ret) && hex.p == hex.end;
}

static bool is_known(const struct rm_version *v, enum rm_number what, uint32_t nr)
{
	char buf[8];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	return rm_number_describe(v, what, nr, &out);
}

static void tell_number(enum rm_number what, uint32_t nr, decode_fn fn, void *arg)
{
	struct decode_thing thing = {
		.kind = DECODE_NUMBER,
		.number = { .what = what, .nr = nr },
	};

	fn(arg, &thing);
}

/* as a request, if it cannot be of anybody else */
static bool tell_request(uint32_t nr, decode_fn fn, void *arg)
{
	struct decode_thing thing = { .kind = DECODE_REQUEST };

	decode_request_split(nr, DECODE_DEV_UNKNOWN, &thing.request);
	if (thing.request.interface == DECODE_FOREIGN ||
	    thing.request.interface == DECODE_UVM_MAYBE)
		return false;
	fn(arg, &thing);
	return true;
}

static struct scan first_word(struct scan s)
{
	scan_blanks(&s);
	for (const char *p = s.p; p < s.end; p++)
		if (*p == ' ' || *p == '\t')
			return (struct scan){ s.p, p };
	return s;
}

void decode_bare(struct scan line, int as, decode_fn fn, void *arg)
{
	struct scan word = first_word(line), digits = word;
	uint64_t nr;

	if (!decode_number_parse(word, &nr) || nr > UINT32_MAX)
		return;
	if (as >= 0)
		tell_number((enum rm_number)as, (uint32_t)nr, fn, arg);
	else if (scan_lit(&digits, "0x"))
		tell_request((uint32_t)nr, fn, arg);
}

/* as all that it can be; what nobody knows is split as a command or a class */
static size_t word_number(const struct decoder *d, uint32_t nr, decode_fn fn,
			  void *arg)
{
	size_t n = tell_request(nr, fn, arg);

	for (int what = RM_NUMBER_CONTROL; what <= RM_NUMBER_XID; what++) {
		if (!is_known(&d->v, what, nr))
			continue;
		tell_number(what, nr, fn, arg);
		n++;
	}
	if (n)
		return n;
	tell_number(nr > UINT16_MAX ? RM_NUMBER_CONTROL : RM_NUMBER_CLASS, nr,
		    fn, arg);
	return 1;
}

static size_t word_name(const char *name, decode_fn fn, void *arg)
{
	static const struct {
		int (*find)(const char *name, uint32_t *ret_nr);
		enum rm_number what;
	} tables[] = {
		{ rm_control_by_name, RM_NUMBER_CONTROL },
		{ rm_class_by_name, RM_NUMBER_CLASS },
		{ rm_escape_by_name, RM_NUMBER_ESCAPE },
		{ rm_uvm_by_name, RM_NUMBER_UVM },
		{ rm_status_by_name, RM_NUMBER_STATUS },
	};
	size_t n = 0;
	uint32_t nr;

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (tables[i].find(name, &nr))
			continue;
		tell_number(tables[i].what, nr, fn, arg);
		n++;
	}
	return n;
}

size_t decode_word(const struct decoder *d, struct scan word, decode_fn fn,
		   void *arg)
{
	char name[128];
	uint64_t nr;

	if (!decode_number_parse(word, &nr)) {
		scan_copy(word, name, sizeof(name));
		return word_name(name, fn, arg);
	}
	if (nr > UINT32_MAX)
		return 0;
	if (d->as < 0)
		return word_number(d, (uint32_t)nr, fn, arg);
	tell_number((enum rm_number)d->as, (uint32_t)nr, fn, arg);
	return 1;
}
