// SPDX-License-Identifier: GPL-2.0
/* Remarks on a crash: what makes its line easy to misread. */
#include <string.h>

#include "crash/names.h"
#include "report.h"

static bool note_fetch(const struct log_crash *c)
{
	return c->form == LOG_X86_FAULT && (c->has & LOG_HAS_IP) &&
	       c->addr == c->ip &&
	       (!(c->has & LOG_HAS_ERROR) || (c->error & PF_FETCH));
}

static bool note_int3(const struct log_crash *c)
{
	return log_is_int3(c);
}

static bool note_deleted(const struct log_crash *c)
{
	return c->map.deleted;
}

static bool note_cut(const struct log_crash *c)
{
	return c->map.cut;
}

static bool note_later(const struct log_crash *c)
{
	return c->map_later;
}

static bool note_unsure(const struct log_crash *c)
{
	return c->code_unsure;
}

static bool note_unreadable(const struct log_crash *c)
{
	return c->code_state == LOG_CODE_UNREADABLE;
}

static const struct {
	bool (*holds)(const struct log_crash *crash);
	const char *text;
} notes[] = {
	{ note_fetch, "it jumped to where no code is: the caller's frame is the "
		      "useful one" },
	{ note_int3, "ip is after the int3 byte: the instruction is at ip-1" },
	{ note_deleted, "the file was replaced or removed while it was mapped" },
	{ note_cut, "the module is named, its mapping is cut away" },
	{ note_later, "the mapping is taken from a line further down" },
	{ note_unsure, "another crash waited for a Code: line, too: this one is "
		       "taken by order" },
	{ note_unreadable, "the kernel could not read the code at ip either" },
};

bool log_note(const struct log_crash *crash, size_t i, struct rm_out *out)
{
	for (size_t k = 0; k < sizeof(notes) / sizeof(notes[0]); k++) {
		if (!notes[k].holds(crash) || i--)
			continue;
		rm_out_str(out, notes[k].text);
		return true;
	}
	return false;
}

size_t log_insn(const struct log_crash *crash, const struct log_place *place,
		char *buf, size_t size)
{
	size_t at = crash->code_at, back = log_is_int3(crash) ? 1 : 0;
	uint64_t addr = place->state == LOG_PLACED ? place->at :
			crash->ip - back;

	if (crash->code_state != LOG_CODE_BYTES || at < back)
		return 0;
	at -= back;
	return sym_insn_text(crash->code + at, crash->code_len - at, addr, buf,
			     size);
}
