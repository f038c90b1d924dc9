/* SPDX-License-Identifier: GPL-2.0 */
/* Inside cmd/ only: the function of a file that two words of the user name. */
#ifndef CMD_FUNCTION_H
#define CMD_FUNCTION_H

#include "options.h"
#include "sym/library.h"

/* who told where the function begins and ends */
enum function_bounds {
	FUNCTION_NO_BOUNDS,
	FUNCTION_FDE,
	FUNCTION_SYMBOL,
};

/**
 * struct function - found; free with function_free()
 * @at: the address that was meant; @named: a symbol was given, without "+0x12"
 * @start, @end: bounds; without any, @start is @at
 * @code, @code_len: the file's bytes from @start on
 */
struct function {
	struct sym_library *lib;
	struct sym_place place;
	enum function_bounds bounds;
	bool named;
	uint64_t at;
	uint64_t start;
	uint64_t end;
	uint8_t *code;
	size_t code_len;
};

/**
 * function_find() - of @file, a name or a build-id which is also looked for in
 * @libs, the function at @where: 0x12, +0x12, a symbol, symbol+0x12
 * Return: 0 or -errno, told; -EINVAL: the words make no sense.
 */
int function_find(const char *file, const char *where,
		  const struct name_list *libs, struct function *ret);
void function_free(struct function *fn);

#endif
