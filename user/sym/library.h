/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A library that somebody names, with no mapping at hand that tells whether it is
 * the right one: its executable segments, its bytes, its places.
 */
#ifndef SYM_LIBRARY_H
#define SYM_LIBRARY_H

#include "sym.h"

struct sym_library;

/** struct sym_exec - an executable segment of the file */
struct sym_exec {
	uint64_t offset;
	uint64_t vaddr;
	uint64_t file_size;
	uint64_t mem_size;
};

/**
 * sym_library_open() - 0 or -errno; -ENOEXEC: no ELF file that could run on this
 * kind of machine, -EBADMSG: a damaged one.  Free with sym_library_free().
 */
int sym_library_open(const char *path, struct sym_library **ret_lib);
void sym_library_free(struct sym_library *lib);

const char *sym_library_path(const struct sym_library *lib);

/** sym_library_build_id() - its length in bytes, 0: it has none */
size_t sym_library_build_id(const struct sym_library *lib,
			    const uint8_t **ret_id);

/** sym_library_exec() - the @i-th executable segment; false: there are no more */
bool sym_library_exec(const struct sym_library *lib, size_t i,
		      struct sym_exec *ret);

/** sym_library_read() - bytes of the file; false: they are not all there */
bool sym_library_read(const struct sym_library *lib, uint64_t offset, void *buf,
		      size_t len);

/** sym_library_offset() - where in the file an address is; false: nowhere */
bool sym_library_offset(const struct sym_library *lib, uint64_t vaddr,
			uint64_t *ret_offset);

/** sym_library_machine() - EM_X86_64 ..., EM_NONE: it does not tell */
uint16_t sym_library_machine(const struct sym_library *lib);

/** sym_library_symbol() - where the symbol @name is; false: there is none */
bool sym_library_symbol(const struct sym_library *lib, const char *name,
			uint64_t *ret_vaddr);

/** sym_library_place() - symbol and function at an address of the file */
void sym_library_place(struct sym_library *lib, uint64_t vaddr,
		       struct sym_place *ret);

#endif
