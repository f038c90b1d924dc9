// SPDX-License-Identifier: GPL-2.0
/*
 * RPCs to the GSP in messages of the driver, in three forms:
 *   Expected function 76 (GSP_RM_CONTROL) (0x20802a02 0x8)
 *   RPC buffer contains function 103 (GSP_RM_ALLOC) and data 0x2081 0x4
 *   -3    76   GSP_RM_CONTROL              4124 0x20809001 0x8 ...  (a history)
 * Of a control the two numbers are command and size, of an allocation class and
 * size; of the others their meaning is unknown.
 */
#include <string.h>

#include "nvrm.h"

static bool is(struct scan s, const char *word)
{
	return scan_len(s) == strlen(word) && !memcmp(s.p, word, scan_len(s));
}

static struct scan word_of(struct scan *s)
{
	struct scan word = { s->p, s->p };

	while (word.end < s->end && scan_is_word(*word.end))
		word.end++;
	s->p = word.end;
	return word;
}

static void gsp_call(struct log_nvrm *m, uint64_t function, struct scan name)
{
	m->function = (uint32_t)function;
	m->function_name = name;
	m->has |= LOG_NVRM_FUNCTION;
}

static void gsp_data(struct log_nvrm *m, struct scan s)
{
	uint64_t nr, size;

	if (!scan_hex(&s, &nr) || !scan_blanks(&s) || !scan_hex(&s, &size))
		return;
	if (is(m->function_name, "GSP_RM_CONTROL"))
		log_nvrm_add(m, "cmd", RM_NUMBER_CONTROL, nr);
	else if (is(m->function_name, "GSP_RM_ALLOC"))
		log_nvrm_add(m, "class", RM_NUMBER_CLASS, nr);
	else
		return;
	m->size = size;
	m->has |= LOG_NVRM_SIZE;
}

/* "function 76 (GSP_RM_CONTROL) (0x... 0x...)" or "... and data 0x... 0x..." */
static bool gsp_sentence(struct scan s, struct log_nvrm *m)
{
	struct scan before, name;
	uint64_t nr;

	if (!scan_until(&s, "function ", &before) || !scan_dec(&s, &nr) ||
	    nr > UINT32_MAX || !scan_lit(&s, " ("))
		return false;
	name = word_of(&s);
	if (!scan_len(name) || !scan_lit(&s, ")"))
		return false;
	gsp_call(m, nr, name);
	if (scan_lit(&s, " (") || scan_lit(&s, " and data "))
		gsp_data(m, s);
	return true;
}

/* a row of a history: entry, function, name, maybe a sequence number, data */
static void gsp_row(struct scan s, struct log_nvrm *m)
{
	struct scan name, sequence;
	uint64_t v, nr;

	if (!scan_blanks(&s))
		return;
	scan_lit(&s, "-");
	if (!scan_dec(&s, &v) || !scan_blanks(&s) || !scan_dec(&s, &nr) ||
	    nr > UINT32_MAX || !scan_blanks(&s))
		return;
	name = word_of(&s);
	if (!scan_len(name) || scan_is_digit(*name.p) || !scan_blanks(&s))
		return;
	sequence = s;
	if (scan_dec(&sequence, &v) && scan_blanks(&sequence))
		s = sequence;
	if (!scan_lit(&s, "0x"))
		return;
	s.p -= 2;
	gsp_call(m, nr, name);
	gsp_data(m, s);
}

void log_gsp_parse(struct scan s, struct log_nvrm *m)
{
	if (!gsp_sentence(s, m))
		gsp_row(s, m);
}
