// SPDX-License-Identifier: GPL-2.0
/* The source line of an address, where the file has debug information. */
#include <errno.h>
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "elf.h"
#include "parse.h"

/* the unit that holds @vaddr: by the table of ranges, else one after the other */
static bool find_unit(Dwarf *dwarf, uint64_t vaddr, Dwarf_Die *ret)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;
	Dwarf_Die sub;

	if (dwarf_addrdie(dwarf, vaddr, ret))
		return true;
	while (!dwarf_get_units(dwarf, cu, &cu, &version, &type, ret, &sub)) {
		if (dwarf_haspc(ret, vaddr) > 0)
			return true;
	}
	return false;
}

int elf_line_find(struct elf_file *file, uint64_t vaddr, struct sym_line *ret)
{
	const char *name;
	Dwarf_Line *line;
	Dwarf_Die unit;
	int number;

	if (!file->dwarf)
		file->dwarf = dwarf_begin_elf(file->elf, DWARF_C_READ, NULL);
	if (!file->dwarf || !find_unit(file->dwarf, vaddr, &unit))
		return -ENOENT;
	line = dwarf_getsrc_die(&unit, vaddr);
	name = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (!name || dwarf_lineno(line, &number) || number < 0)
		return -ENOENT;
	strncpy(ret->file, name, sizeof(ret->file) - 1);
	ret->file[sizeof(ret->file) - 1] = 0;
	ret->line = (uint32_t)number;
	return 0;
}
