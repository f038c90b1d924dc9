// SPDX-License-Identifier: GPL-2.0
/*
 * The headers of an ELF file: its segments, its build-id, and from an offset in
 * the file to an address of the file.
 *
 * The file may be anything: sizes are checked before libelf sees them, and
 * nothing is mapped, so that a file which shrinks is a short read and no SIGBUS.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <rmsnoop/record.h>

#include "elf.h"

/* is @count entries of @each bytes at @pos all inside @size bytes? */
static bool table_fits(uint64_t size, uint64_t pos, uint64_t count,
		       uint64_t each)
{
	return !count || (each && pos <= size && count <= (size - pos) / each);
}

static int check_counts_64(int fd, uint64_t size, const Elf64_Ehdr *h)
{
	uint64_t shnum = h->e_shnum, phnum = h->e_phnum;
	Elf64_Shdr first;

	if (h->e_shoff) {
		if (pread(fd, &first, sizeof(first), (off_t)h->e_shoff) !=
		    sizeof(first))
			return -EBADMSG;
		if (!shnum)
			shnum = first.sh_size;
		if (phnum == PN_XNUM)
			phnum = first.sh_info;
	}
	if (shnum > ELF_SECTIONS_MAX || phnum > ELF_SEGMENTS_MAX)
		return -EBADMSG;
	if (!table_fits(size, h->e_phoff, phnum, sizeof(Elf64_Phdr)) ||
	    (h->e_shoff &&
	     !table_fits(size, h->e_shoff, shnum, sizeof(Elf64_Shdr))))
		return -EBADMSG;
	return 0;
}

static int check_counts_32(int fd, uint64_t size, const Elf32_Ehdr *h)
{
	uint64_t shnum = h->e_shnum, phnum = h->e_phnum;
	Elf32_Shdr first;

	if (h->e_shoff) {
		if (pread(fd, &first, sizeof(first), (off_t)h->e_shoff) !=
		    sizeof(first))
			return -EBADMSG;
		if (!shnum)
			shnum = first.sh_size;
		if (phnum == PN_XNUM)
			phnum = first.sh_info;
	}
	if (shnum > ELF_SECTIONS_MAX || phnum > ELF_SEGMENTS_MAX)
		return -EBADMSG;
	if (!table_fits(size, h->e_phoff, phnum, sizeof(Elf32_Phdr)) ||
	    (h->e_shoff &&
	     !table_fits(size, h->e_shoff, shnum, sizeof(Elf32_Shdr))))
		return -EBADMSG;
	return 0;
}

/* the counts in the header, before libelf allocates by them */
static int check_header(int fd, uint64_t size, unsigned char *ident)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf64_Ehdr h64;
		Elf32_Ehdr h32;
	} u;
	ssize_t n;

	memset(&u, 0, sizeof(u));
	n = pread(fd, &u, sizeof(u), 0);
	if (n < 0)
		return -errno;
	if (n < EI_NIDENT || memcmp(u.ident, ELFMAG, SELFMAG) ||
	    u.ident[EI_DATA] != ELFDATA2LSB)
		return -ENOEXEC;
	memcpy(ident, u.ident, EI_NIDENT);
	if (u.ident[EI_CLASS] == ELFCLASS64)
		return (size_t)n < sizeof(u.h64) ? -EBADMSG :
		       check_counts_64(fd, size, &u.h64);
	if (u.ident[EI_CLASS] == ELFCLASS32)
		return (size_t)n < sizeof(u.h32) ? -EBADMSG :
		       check_counts_32(fd, size, &u.h32);
	return -ENOEXEC;
}

/* the build-id in one block of notes */
static bool notes_build_id(struct elf_file *file, Elf_Data *data)
{
	size_t pos = 0, next, name, desc;
	GElf_Nhdr note;

	if (!data || !data->d_buf)
		return false;
	while ((next = gelf_getnote(data, pos, &note, &name, &desc)) > 0) {
		const char *text = (const char *)data->d_buf + name;

		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(text, "GNU", 4) && note.n_descsz) {
			file->build_id_len = note.n_descsz < SYM_BUILD_ID_MAX ?
					     note.n_descsz : SYM_BUILD_ID_MAX;
			memcpy(file->build_id, (char *)data->d_buf + desc,
			       file->build_id_len);
			return true;
		}
		pos = next;
	}
	return false;
}

static void read_notes(struct elf_file *file, const GElf_Phdr *p)
{
	Elf_Type type = p->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR;

	if (file->build_id_len || p->p_filesz > ELF_NOTES_MAX ||
	    !table_fits(file->size, p->p_offset, p->p_filesz, 1))
		return;
	notes_build_id(file, elf_getdata_rawchunk(file->elf,
						  (int64_t)p->p_offset,
						  p->p_filesz, type));
}

static struct elf_segment segment_of(const GElf_Phdr *p)
{
	return (struct elf_segment){
		.offset = p->p_offset,
		.vaddr = p->p_vaddr,
		.file_size = p->p_filesz,
		.mem_size = p->p_memsz,
		.flags = p->p_flags,
	};
}

/* a segment that wraps around or reaches beyond the file is no segment */
static bool segment_sane(const struct elf_file *file, const GElf_Phdr *p)
{
	return p->p_filesz <= p->p_memsz &&
	       p->p_vaddr <= UINT64_MAX - p->p_memsz &&
	       p->p_offset <= UINT64_MAX - p->p_memsz &&
	       table_fits(file->size, p->p_offset, p->p_filesz, 1);
}

static int read_segments(struct elf_file *file)
{
	size_t n, i;
	GElf_Phdr p;

	if (elf_getphdrnum(file->elf, &n) || n > ELF_SEGMENTS_MAX)
		return -EBADMSG;
	file->segments = calloc(n ? n : 1, sizeof(*file->segments));
	if (!file->segments)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		if (!gelf_getphdr(file->elf, (int)i, &p))
			return -EBADMSG;
		if (p.p_type == PT_LOAD && segment_sane(file, &p))
			file->segments[file->n_segments++] = segment_of(&p);
		else if (p.p_type == PT_GNU_EH_FRAME && segment_sane(file, &p))
			file->eh_hdr = segment_of(&p);
		else if (p.p_type == PT_NOTE)
			read_notes(file, &p);
	}
	return 0;
}

int elf_file_open(int fd, struct elf_file *ret)
{
	struct elf_file file = { 0 };
	struct stat st;
	int err;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ENOEXEC;
	file.size = (uint64_t)st.st_size;
	err = check_header(fd, file.size, file.ident);
	if (err)
		return err;
	if (elf_version(EV_CURRENT) == EV_NONE)
		return -ENOEXEC;
	file.elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!file.elf || elf_kind(file.elf) != ELF_K_ELF)
		err = -EBADMSG;
	else
		err = read_segments(&file);
	if (err) {
		elf_file_close(&file);
		return err;
	}
	*ret = file;
	return 0;
}

void elf_file_close(struct elf_file *file)
{
	dwarf_cfi_end(file->cfi);
	dwarf_end(file->dwarf);
	elf_end(file->elf);
	free(file->segments);
	*file = (struct elf_file){ 0 };
}

static bool flags_match(const struct elf_segment *s, uint32_t prot)
{
	return !!(s->flags & PF_X) == !!(prot & RMS_MAP_EXEC) &&
	       !!(s->flags & PF_W) == !!(prot & RMS_MAP_WRITE);
}

const struct elf_segment *elf_offset_segment(const struct elf_file *file,
					     uint64_t offset, uint32_t prot)
{
	const struct elf_segment *s, *found = NULL, *beyond = NULL;
	size_t i;

	for (i = 0; i < file->n_segments; i++) {
		s = &file->segments[i];
		if (offset < s->offset)
			continue;
		if (offset - s->offset < s->file_size) {
			if (!found || flags_match(s, prot))
				found = s;
		} else if (offset - s->offset < s->mem_size &&
			   (prot & RMS_MAP_WRITE)) {
			/* the rest of the last page: the front of .bss */
			beyond = s;
		}
	}
	return found ? found : beyond;
}

const struct elf_segment *elf_vaddr_segment(const struct elf_file *file,
					    uint64_t vaddr)
{
	const struct elf_segment *s;
	size_t i;

	for (i = 0; i < file->n_segments; i++) {
		s = &file->segments[i];
		if (vaddr >= s->vaddr && vaddr - s->vaddr < s->file_size)
			return s;
	}
	return NULL;
}
