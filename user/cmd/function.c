// SPDX-License-Identifier: GPL-2.0
/* The function of a file that two words of the user name. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "function.h"
#include "log.h"
#include "log/scan.h"
#include "sym/disasm.h"
#include "sym/installed.h"

#define NO_BOUNDS_MAX	4096	/* bytes read where no function is known */

static int open_file(const char *word, const struct name_list *libs,
		     struct sym_library **ret)
{
	int err = sym_library_open(word, ret);

	if (err == -ENOENT && sym_is_build_id(word)) {
		err = sym_installed(word, libs->v, libs->n, ret);
		if (err == -ENOENT)
			log_error("sym", "no file here has the build-id %s: name its directory by --lib",
				  word);
		else if (err)
			log_errno("sym", err, "failed to look for the build-id %s",
				  word);
		return err;
	}
	if (err == -ENOEXEC)
		log_error("sym", "'%s' is no ELF file of such a machine", word);
	else if (err == -EBADMSG)
		log_error("sym", "'%s' is a damaged ELF file", word);
	else if (err)
		log_errno("sym", err, "failed to open '%s'", word);
	return err;
}

/* all of @word as hexadecimal digits, with or without 0x */
static bool parse_hex(const char *word, uint64_t *ret)
{
	struct scan s = { word, word + strlen(word) };

	return scan_hex(&s, ret) && s.p == s.end;
}

/* "symbol" or "symbol+0x12" */
static bool find_symbol(struct function *f, const char *word)
{
	const char *plus = strrchr(word, '+');
	char name[SYM_NAME_MAX];
	uint64_t add = 0;

	if (sym_library_symbol(f->lib, word, &f->at)) {
		f->named = true;
		return true;
	}
	if (!plus || (size_t)(plus - word) >= sizeof(name) ||
	    !parse_hex(plus + 1, &add))
		return false;
	memcpy(name, word, (size_t)(plus - word));
	name[plus - word] = 0;
	if (!sym_library_symbol(f->lib, name, &f->at))
		return false;
	f->at += add;
	return true;
}

/* a word of hexadecimal digits may be a symbol's name: "0x" makes it an address */
static int find_where(struct function *f, const char *word)
{
	if (word[0] == '+' && parse_hex(word + 1, &f->at))
		return 0;
	if (!strncmp(word, "0x", 2) && parse_hex(word, &f->at))
		return 0;
	if (find_symbol(f, word) || parse_hex(word, &f->at))
		return 0;
	log_error("sym", "'%s' is neither an address in hexadecimal digits nor a symbol of '%s'",
		  word, sym_library_path(f->lib));
	return -EINVAL;
}

static void find_bounds(struct function *f)
{
	const struct sym_place *p = &f->place;

	f->start = f->at;
	f->end = f->at + NO_BOUNDS_MAX;
	if (p->fde_end) {
		f->bounds = FUNCTION_FDE;
		f->start = p->fde_start;
		f->end = p->fde_end;
	} else if (p->symbol[0] && p->symbol_size) {
		f->bounds = FUNCTION_SYMBOL;
		f->start = p->symbol_vaddr;
		f->end = p->symbol_vaddr + p->symbol_size;
	}
	if (f->end - f->start > DISASM_FUNCTION_MAX) {
		f->bounds = FUNCTION_NO_BOUNDS;
		f->start = f->at;
		f->end = f->at + NO_BOUNDS_MAX;
	}
}

/* what the file has of it: a function without bounds may end with the file */
static int read_code(struct function *f)
{
	uint64_t offset;
	size_t len = f->end - f->start;

	f->code = malloc(len);
	if (!f->code)
		return log_errno("sym", ENOMEM, "failed to read the function");
	while (len && !(sym_library_offset(f->lib, f->start, &offset) &&
			sym_library_read(f->lib, offset, f->code, len)))
		len = f->bounds == FUNCTION_NO_BOUNDS ? len - 1 : 0;
	f->code_len = len;
	if (len)
		return 0;
	log_error("sym", "the file ends before 0x%" PRIx64, f->end);
	return -ENOENT;
}

int function_find(const char *file, const char *where,
		  const struct name_list *libs, struct function *ret)
{
	struct function f = { .bounds = FUNCTION_NO_BOUNDS };
	int err = open_file(file, libs, &f.lib);

	if (err)
		return err;
	err = find_where(&f, where);
	if (err)
		goto err_free;
	sym_library_place(f.lib, f.at, &f.place);
	if (!f.place.has_vaddr) {
		log_error("sym", "no byte of '%s' is at 0x%" PRIx64,
			  sym_library_path(f.lib), f.at);
		err = -ENOENT;
		goto err_free;
	}
	find_bounds(&f);
	err = read_code(&f);
	if (err)
		goto err_free;
	*ret = f;
	return 0;
err_free:
	function_free(&f);
	return err;
}

void function_free(struct function *fn)
{
	sym_library_free(fn->lib);
	free(fn->code);
	*fn = (struct function){ .bounds = FUNCTION_NO_BOUNDS };
}
