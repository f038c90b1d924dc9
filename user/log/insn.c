// SPDX-License-Identifier: GPL-2.0
/* Traps that only one kind of instruction causes: a check where no Code: line is. */
#include <string.h>

#include "place.h"

#define INSN_MAX	15	/* bytes of an x86 instruction */

static bool is_prefix(uint8_t b)
{
	return (b & 0xf0) == 0x40 || strchr("\x66\x67\xf2\xf3\x2e\x36\x3e\x26\x64\x65", b);
}

/* div and idiv: F6 and F7, /6 and /7 */
static bool is_division(const uint8_t *b, size_t n)
{
	size_t i = 0;

	while (i + 1 < n && b[i] && is_prefix(b[i]))
		i++;
	return i + 1 < n && (b[i] == 0xf6 || b[i] == 0xf7) &&
	       (b[i + 1] >> 3 & 7) >= 6;
}

bool log_insn_possible(const struct log_crash *crash,
		       const struct sym_library *lib, uint64_t offset)
{
	uint8_t b[INSN_MAX] = { 0 };
	size_t n = sizeof(b);

	if (crash->form != LOG_X86_TRAP)
		return true;
	if (log_is_int3(crash))
		return offset > 1 && sym_library_read(lib, offset - 2, b, 2) &&
		       (b[1] == 0xcc || (b[0] == 0xcd && b[1] == 3));
	if (strcmp(crash->words, "trap divide error"))
		return true;
	while (n && !sym_library_read(lib, offset, b, n))
		n--;
	return is_division(b, n);
}
