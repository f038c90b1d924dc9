/* SPDX-License-Identifier: GPL-2.0 */
/* An ELF file by libelf, behind the wall of sym.h. */
#ifndef SYM_ELF_H
#define SYM_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elfutils/libdw.h>
#include <gelf.h>

#include "sym.h"

#define ELF_SEGMENTS_MAX	4096	/* program headers, more is damage */
#define ELF_SECTIONS_MAX	(1u << 20)
#define ELF_TABLE_MAX		(256u << 20)	/* bytes read of one table */
#define ELF_NOTES_MAX		(64u << 10)	/* bytes read of one note segment */

/** struct elf_segment - one PT_LOAD */
struct elf_segment {
	uint64_t offset;
	uint64_t vaddr;
	uint64_t file_size;
	uint64_t mem_size;
	uint32_t flags;		/* PF_* */
};

/**
 * struct elf_file - an ELF file, with what is needed of its headers
 * @eh_hdr: the segment of .eh_frame_hdr, @eh_hdr.file_size 0: none
 * @hdr_data, @cfi_data, @cfi_vaddr: the unwind tables once they were read; libelf
 *	frees them with @elf
 * @cfi, @dwarf: libdw's, once they were asked for
 */
struct elf_file {
	Elf *elf;
	uint64_t size;
	unsigned char ident[EI_NIDENT];
	struct elf_segment *segments;
	size_t n_segments;
	struct elf_segment eh_hdr;
	Elf_Data *hdr_data;
	Elf_Data *cfi_data;
	uint64_t cfi_vaddr;
	Dwarf_CFI *cfi;
	Dwarf *dwarf;
	uint32_t build_id_len;
	uint8_t build_id[SYM_BUILD_ID_MAX];
};

/**
 * elf_file_open() - read the headers of the file @fd, which stays the caller's
 * and open while the elf_file is in use
 * Return: 0, -ENOEXEC: no ELF file that could run here, -EBADMSG: a damaged
 * one, -ENOMEM or another -errno.  @ret is untouched on failure.
 */
int elf_file_open(int fd, struct elf_file *ret);
void elf_file_close(struct elf_file *file);

/** elf_offset_segment() - the segment that covers a file offset, or NULL
 *  @prot: of the mapping (RMS_MAP_*), decides where several cover it */
const struct elf_segment *elf_offset_segment(const struct elf_file *file,
					     uint64_t offset, uint32_t prot);

/** elf_vaddr_segment() - the segment whose file bytes hold an address, or NULL */
const struct elf_segment *elf_vaddr_segment(const struct elf_file *file,
					    uint64_t vaddr);

/** elf_symbols_find() - fill in @ret's symbol, or the one before, for @vaddr */
void elf_symbols_find(const struct elf_file *file, uint64_t vaddr,
		      struct sym_place *ret);

/** elf_symbol_named() - where the symbol is that has this name; false: none has */
bool elf_symbol_named(const struct elf_file *file, const char *name,
		      uint64_t *ret_vaddr);

/** elf_fde_find() - fill in @ret's bounds of the function at @vaddr */
void elf_fde_find(struct elf_file *file, uint64_t vaddr, struct sym_place *ret);

/** elf_row_find() - the unwind rules at @vaddr; 0, -ENOENT: none, or -errno */
int elf_row_find(struct elf_file *file, uint64_t vaddr, struct cfi_row *ret);

/** elf_line_find() - the source line of @vaddr; 0 or -ENOENT */
int elf_line_find(struct elf_file *file, uint64_t vaddr, struct sym_line *ret);

#endif
