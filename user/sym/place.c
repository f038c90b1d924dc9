// SPDX-License-Identifier: GPL-2.0
/* A place in a file, in words. */
#include <inttypes.h>
#include <stdio.h>

#include "sym.h"

const char *sym_state_text(enum sym_state state)
{
	static const char *const texts[] = {
		[SYM_OK] = "read",
		[SYM_NONE] = "no file is mapped there",
		[SYM_UNOPENED] = "the file cannot be opened",
		[SYM_OTHER] = "another file has that name now",
		[SYM_CHANGED] = "the file was changed since it was mapped",
		[SYM_NOT_ELF] = "the file is no ELF file",
		[SYM_DAMAGED] = "the ELF file is damaged",
		[SYM_SLOW] = "parsing the ELF file took too long",
	};

	return texts[state];
}

size_t sym_place_text(const struct sym_place *place, char *buf, size_t size)
{
	char fde[64] = "";
	int n;

	if (place->fde_end)
		snprintf(fde, sizeof(fde), "; FDE function 0x%" PRIx64 "..0x%"
			 PRIx64, place->fde_start, place->fde_end);
	if (place->symbol[0])
		n = snprintf(buf, size, "%s+0x%" PRIx64, place->symbol,
			     place->vaddr - place->symbol_vaddr);
	else if (place->before[0])
		n = snprintf(buf, size, "no symbol%s; after %s+0x%" PRIx64
			     ", size 0x%" PRIx64, fde, place->before,
			     place->vaddr - place->before_vaddr,
			     place->before_size);
	else
		n = snprintf(buf, size, "no symbol%s", fde);
	return n < 0 || !size ? 0 : (size_t)n < size ? (size_t)n : size - 1;
}
