// SPDX-License-Identifier: GPL-2.0
/*
 * The bounds of a function by the unwind tables, for files without symbols: the
 * sorted table of .eh_frame_hdr leads to the FDE, libdw reads it.
 *
 * Both are found by the program headers alone, wherever they lie: some libraries
 * have them in a writable segment, some have no section headers.
 */
#include <string.h>

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "bytes.h"
#include "elf.h"

/* bytes of the file from @vaddr to the end of its segment, limited */
static Elf_Data *data_at(const struct elf_file *file, uint64_t vaddr)
{
	const struct elf_segment *s = elf_vaddr_segment(file, vaddr);
	uint64_t skip, len;

	if (!s)
		return NULL;
	skip = vaddr - s->vaddr;
	len = s->file_size - skip;
	if (len > ELF_TABLE_MAX)
		len = ELF_TABLE_MAX;
	return elf_getdata_rawchunk(file->elf, (int64_t)(s->offset + skip), len,
				    ELF_T_BYTE);
}

static uint64_t sign_extend(uint64_t v, size_t len)
{
	return len == 2 ? (uint64_t)(int16_t)v :
	       len == 4 ? (uint64_t)(int32_t)v : v;
}

/*
 * One pointer by its DW_EH_PE_ encoding, as used for code addresses.
 * @at: address of @b's first byte; @base: of .eh_frame_hdr, for datarel
 */
static bool read_pointer(const struct elf_file *file, struct bytes *b,
			 uint8_t encoding, uint64_t at, uint64_t base,
			 uint64_t *ret)
{
	size_t len, word = file->ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	uint64_t v = 0;

	switch (encoding & 0x07) {
	case DW_EH_PE_absptr:	len = word;	break;
	case DW_EH_PE_udata2:	len = 2;	break;
	case DW_EH_PE_udata4:	len = 4;	break;
	case DW_EH_PE_udata8:	len = 8;	break;
	default:		return false;
	}
	if ((encoding & DW_EH_PE_indirect) || !bytes_read(b, &v, len))
		return false;
	if (encoding & DW_EH_PE_signed)
		v = sign_extend(v, len);
	switch (encoding & 0x70) {
	case DW_EH_PE_absptr:			break;
	case DW_EH_PE_pcrel:	v += at;	break;
	case DW_EH_PE_datarel:	v += base;	break;
	default:		return false;
	}
	*ret = word == 8 ? v : (uint32_t)v;
	return true;
}

/* how a CIE's FDEs write addresses; false: an augmentation nobody knows */
static bool cie_encoding(const Dwarf_CIE *cie, size_t word, uint8_t *ret)
{
	struct bytes b = bytes_of(cie->augmentation_data,
				  cie->augmentation_data ?
				  cie->augmentation_data_size : 0);
	const char *p = cie->augmentation;
	uint8_t enc;

	*ret = DW_EH_PE_absptr;
	if (*p != 'z')
		return !*p;
	for (p++; *p; p++) {
		switch (*p) {
		case 'R':
			return bytes_read(&b, ret, 1);
		case 'L':
			if (!bytes_skip(&b, 1))
				return false;
			break;
		case 'P':
			if (!bytes_read(&b, &enc, 1))
				return false;
			enc &= 7;
			if (!bytes_skip(&b, enc == 2 ? 2 : enc == 3 ? 4 :
					enc == 4 ? 8 : word))
				return false;
			break;
		case 'S':
		case 'B':
			break;
		default:
			return false;
		}
	}
	return true;
}

/* the FDE at @pos: does it hold @vaddr?  Fills in @ret when it does */
static bool fde_covers(const struct elf_file *file, const Dwarf_FDE *fde,
		       uint64_t vaddr, struct sym_place *ret)
{
	size_t word = file->ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	struct bytes b = bytes_of(fde->start, (size_t)(fde->end - fde->start));
	uint64_t start, len, at;
	Dwarf_CFI_Entry cie;
	Dwarf_Off next;
	uint8_t enc;

	if (dwarf_next_cfi(file->ident, file->cfi_data, true, fde->CIE_pointer,
			   &next, &cie) || !dwarf_cfi_cie_p(&cie) ||
	    !cie_encoding(&cie.cie, word, &enc))
		return false;
	at = file->cfi_vaddr + (uint64_t)(fde->start -
				     (const uint8_t *)file->cfi_data->d_buf);
	if (!read_pointer(file, &b, enc, at, 0, &start) ||
	    !read_pointer(file, &b, enc & 0x07, 0, 0, &len))
		return false;
	if (vaddr < start || vaddr - start >= len || len > UINT64_MAX - start)
		return false;
	ret->fde_start = start;
	ret->fde_end = start + len;
	return true;
}

static bool fde_at(const struct elf_file *file, uint64_t fde_vaddr, uint64_t vaddr,
		   struct sym_place *ret)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (fde_vaddr < file->cfi_vaddr ||
	    fde_vaddr - file->cfi_vaddr >= file->cfi_data->d_size)
		return false;
	return !dwarf_next_cfi(file->ident, file->cfi_data, true,
			       fde_vaddr - file->cfi_vaddr, &next, &entry) &&
	       !dwarf_cfi_cie_p(&entry) &&
	       fde_covers(file, &entry.fde, vaddr, ret);
}

/* without a sorted table: one entry after the other.  Each step moves on */
static void scan_entries(const struct elf_file *file, uint64_t vaddr,
			 struct sym_place *ret)
{
	Dwarf_Off pos = 0, next;
	Dwarf_CFI_Entry entry;
	int err;

	while (pos < file->cfi_data->d_size) {
		next = pos;
		err = dwarf_next_cfi(file->ident, file->cfi_data, true, pos,
				     &next, &entry);
		if (err > 0 || next <= pos)
			return;
		if (!err && !dwarf_cfi_cie_p(&entry) &&
		    fde_covers(file, &entry.fde, vaddr, ret))
			return;
		pos = next;
	}
}

/* the sorted table: pairs of signed 32-bit numbers from @base on; the address of
 * the FDE of the last function that starts at or before @vaddr */
static bool table_search(struct bytes table, uint64_t count, uint64_t base,
			 uint64_t vaddr, uint64_t *ret_fde)
{
	uint64_t low = 0, high = count, mid;
	int32_t pair[2];

	while (low < high) {
		mid = low + (high - low) / 2;
		if (!bytes_peek(table, mid * sizeof(pair), pair, sizeof(pair)))
			return false;
		if (base + (uint64_t)pair[0] <= vaddr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || !bytes_peek(table, (low - 1) * sizeof(pair), pair,
				sizeof(pair)))
		return false;
	*ret_fde = base + (uint64_t)pair[1];
	return true;
}

/* .eh_frame_hdr: version, three encodings, address of .eh_frame, count, table */
static void find_by_header(struct elf_file *file, uint64_t vaddr,
			   struct sym_place *ret)
{
	struct bytes b = bytes_of(file->hdr_data->d_buf, file->hdr_data->d_size);
	uint64_t base = file->eh_hdr.vaddr, eh_frame, count, fde;
	uint8_t v[4];

	if (!bytes_read(&b, v, sizeof(v)) || v[0] != 1 ||
	    !read_pointer(file, &b, v[1], base + 4, base, &eh_frame))
		return;
	if (!file->cfi_data) {
		file->cfi_vaddr = eh_frame;
		file->cfi_data = data_at(file, eh_frame);
	}
	if (!file->cfi_data || !file->cfi_data->d_buf)
		return;
	if (v[2] == DW_EH_PE_omit ||
	    v[3] != (DW_EH_PE_datarel | DW_EH_PE_sdata4) ||
	    !read_pointer(file, &b, v[2], 0, base, &count)) {
		scan_entries(file, vaddr, ret);
		return;
	}
	if (count <= b.len / 8 && table_search(b, count, base, vaddr, &fde))
		fde_at(file, fde, vaddr, ret);
}

/* the section, for a file whose linker made no .eh_frame_hdr */
static void read_section(struct elf_file *file)
{
	Elf_Scn *scn = NULL;
	const char *name;
	GElf_Shdr h;
	size_t names;

	if (elf_getshdrstrndx(file->elf, &names))
		return;
	while ((scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, &h) || h.sh_type == SHT_NOBITS ||
		    h.sh_size > ELF_TABLE_MAX)
			continue;
		name = elf_strptr(file->elf, names, h.sh_name);
		if (!name || strcmp(name, ".eh_frame"))
			continue;
		file->cfi_vaddr = h.sh_addr;
		file->cfi_data = elf_rawdata(scn, NULL);
		return;
	}
}

static void read_header(struct elf_file *file)
{
	uint64_t len = file->eh_hdr.file_size;

	if (len && len <= ELF_TABLE_MAX)
		file->hdr_data = elf_getdata_rawchunk(file->elf,
						      (int64_t)file->eh_hdr.offset,
						      len, ELF_T_BYTE);
}

void elf_fde_find(struct elf_file *file, uint64_t vaddr, struct sym_place *ret)
{
	if (!file->hdr_data && !file->cfi_data) {
		read_header(file);
		if (!file->hdr_data)
			read_section(file);
	}
	if (file->hdr_data && file->hdr_data->d_buf)
		find_by_header(file, vaddr, ret);
	else if (file->cfi_data && file->cfi_data->d_buf)
		scan_entries(file, vaddr, ret);
}
