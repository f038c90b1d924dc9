// SPDX-License-Identifier: GPL-2.0
/* The program counter in the lines of registers below a crash. */
#include "crash.h"

bool log_pc_parse(struct scan s, uint64_t *ret)
{
	static const char *const keys[] = {
		"pc : ", "pc: ", "PC is at ", "epc : ", "epc: ",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct scan in = s;

		if (!scan_lit(&in, keys[i]))
			continue;
		if (scan_lit(&in, "[<"))
			scan_blanks(&in);
		return scan_hex(&in, ret) &&
		       (in.p == in.end || *in.p == ' ' || *in.p == '\r' ||
			*in.p == '>');
	}
	return false;
}
