// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of NVIDIA's drivers: where they begin, and the numbers in them that
 * have names.
 */
#include <string.h>

#include "nvrm.h"

/* what a message begins with, and how much of that is no part of it; those of a
 * driver first, then what people paste without a front, and host-side logs */
static const struct marker {
	const char *text;
	unsigned char skip;
} markers[] = {
	{ "NVRM", 4 },
	{ "nvidia-uvm:", 11 },
	{ "vmiop_log:", 10 },	/* a vGPU host's plugin */
	{ "nvidia-modeset:", 15 },
	{ "Xid (", 0 },
	{ "Expected function ", 0 },
	{ "GSP_RM_CONTROL", 0 },
	{ "GSP_RM_ALLOC", 0 },
	{ "RM_CONTROL cmd", 0 },
	{ "RM_ALLOC hClass", 0 },
};

/* words before a number that has a name */
static const struct number_key {
	const char *text;
	const char *key;
	enum rm_number what;
} number_keys[] = {
	{ "paramsStatus=", "paramsStatus", RM_NUMBER_STATUS },
	{ "status=", "status", RM_NUMBER_STATUS },
	{ "status ", "status", RM_NUMBER_STATUS },
	{ "status: ", "status", RM_NUMBER_STATUS },
	{ "Status ", "status", RM_NUMBER_STATUS },
	{ "hClass=", "hClass", RM_NUMBER_CLASS },
	{ "hClass: ", "hClass", RM_NUMBER_CLASS },
	{ "hClass ", "hClass", RM_NUMBER_CLASS },
	{ "class=", "class", RM_NUMBER_CLASS },
	{ "class ", "class", RM_NUMBER_CLASS },
	{ "Class ", "class", RM_NUMBER_CLASS },
	{ "cmd=", "cmd", RM_NUMBER_CONTROL },
	{ "cmd: ", "cmd", RM_NUMBER_CONTROL },
	{ "cmd ", "cmd", RM_NUMBER_CONTROL },
};

#define N_KEYS	(sizeof(number_keys) / sizeof(number_keys[0]))
#define KEY_LETTERS	"psShcC"	/* each key begins with one of them */

void log_nvrm_add(struct log_nvrm *m, const char *key, enum rm_number what,
		  uint64_t nr)
{
	if (nr > UINT32_MAX || m->n_numbers == LOG_NVRM_NUMBERS)
		return;
	m->numbers[m->n_numbers++] = (struct log_nvrm_number){
		.key = key, .what = what, .nr = (uint32_t)nr,
	};
}

/* a hexadecimal number with 0x, or as Xid 69 prints classes: 8 digits */
static bool number_of_key(struct scan in, uint64_t *ret)
{
	const char *p = in.p;
	bool marked = scan_lit(&in, "0x");

	in.p = p;
	return scan_hex(&in, ret) && (marked || in.p - p == 8) &&
	       (in.p == in.end || !scan_is_word(*in.p));
}

static void add_by_key(struct scan at, struct log_nvrm *m)
{
	for (size_t i = 0; i < N_KEYS; i++) {
		struct scan in = at;
		uint64_t v;

		if (!scan_lit(&in, number_keys[i].text) ||
		    !number_of_key(in, &v))
			continue;
		log_nvrm_add(m, number_keys[i].key, number_keys[i].what, v);
		return;
	}
}

/* "[NV_ERR_RESET_REQUIRED] (0x00000062) returned" */
static void add_assertion(struct scan s, struct log_nvrm *m)
{
	struct scan before;
	uint64_t v;

	if (!scan_until(&s, "[NV_", &before) || !scan_until(&s, "] (", &before))
		return;
	if (scan_hex(&s, &v) && scan_lit(&s, ")"))
		log_nvrm_add(m, "status", RM_NUMBER_STATUS, v);
}

/* "RmInitAdapter failed! (0x22:0x56:894)": stage, status, line */
static void add_init(struct scan s, struct log_nvrm *m)
{
	struct scan before;
	uint64_t v;

	if (scan_until(&s, "RmInitAdapter failed! (", &before) &&
	    scan_hex(&s, &v) && scan_lit(&s, ":") && scan_hex(&s, &v) &&
	    scan_lit(&s, ":"))
		log_nvrm_add(m, "status", RM_NUMBER_STATUS, v);
}

static void add_numbers(struct scan s, struct log_nvrm *m)
{
	struct scan at = s;

	for (; at.p < at.end; at.p++)
		if (*at.p && strchr(KEY_LETTERS, *at.p) &&
		    (at.p == s.p || !scan_is_word(at.p[-1])))
			add_by_key(at, m);
	add_assertion(s, m);
	add_init(s, m);
}

/* "... Kernel Module  550.144.03  Mon Dec ...", "the version 535.161.07." */
static void driver_version(struct scan s, struct log_nvrm *m)
{
	struct scan before;
	const char *p;

	if (!scan_until(&s, "loading NVIDIA UNIX ", &before) ||
	    !(scan_until(&s, "Kernel Module for x86_64", &before) ||
	      scan_until(&s, "Kernel Module", &before)) || !scan_blanks(&s))
		return;
	for (p = s.p; p < s.end && (scan_is_digit(*p) || *p == '.'); p++)
		;
	m->driver = (struct scan){ s.p, p };
}

static const char *find_word(struct scan s, const char *word)
{
	const char *from = s.p, *at;

	while ((at = scan_find(s, word)) && at > from && scan_is_word(at[-1]))
		s.p = at + 1;
	return at;
}

/* the first marker in @s, as a word; NULL: there is none */
static const struct marker *find_marker(struct scan s, const char **ret_at)
{
	const struct marker *first = NULL;

	for (size_t i = 0; i < sizeof(markers) / sizeof(markers[0]); i++) {
		const char *at = find_word(s, markers[i].text);

		if (!at || (first && at >= *ret_at))
			continue;
		first = &markers[i];
		*ret_at = at;
	}
	return first;
}

/* a second message on the line, as two processors print them, ends the first;
 * but "nvidia-uvm:" and the like may be words of it */
static const char *message_end(struct scan s)
{
	const char *next = scan_find(s, "NVRM: ");

	return next ? next : s.end;
}

bool log_nvrm_parse(struct scan line, struct log_nvrm *ret, const char **ret_end)
{
	const struct marker *marker;
	const char *at = NULL;
	struct scan s;

	marker = find_marker(line, &at);
	if (!marker)
		return false;
	memset(ret, 0, sizeof(*ret));
	ret->prefix = (struct scan){ line.p, at };
	s = (struct scan){ at + marker->skip, line.end };
	scan_lit(&s, ":");
	s.end = message_end(s);
	ret->text = s;
	log_gsp_parse(s, ret);
	scan_blanks(&s);
	if (log_xid_parse(&s, ret))
		ret->text = s;
	add_numbers(s, ret);
	driver_version(s, ret);
	*ret_end = ret->text.end;
	return true;
}
