// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols of an ELF file.  A symbol names an address only inside its size; the
 * nearest one before is told apart from that.
 */
#include <string.h>

#include "elf.h"

/* a symbol while the best one is looked for */
struct candidate {
	GElf_Sym sym;
	const char *name;	/* in libelf's memory; NULL: none yet */
	size_t len;
};

static bool is_code_or_data(const GElf_Sym *sym)
{
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
	case STT_NOTYPE:
		break;
	default:
		return false;
	}
	return sym->st_shndx != SHN_UNDEF && sym->st_shndx != SHN_ABS;
}

static bool is_function(const GElf_Sym *sym)
{
	int type = GELF_ST_TYPE(sym->st_info);

	return type == STT_FUNC || type == STT_GNU_IFUNC;
}

/* functions before data, global before weak before local */
static int rank(const GElf_Sym *sym)
{
	int bind = GELF_ST_BIND(sym->st_info);

	return (is_function(sym) ? 4 : 0) +
	       (bind == STB_GLOBAL ? 2 : bind == STB_WEAK ? 1 : 0);
}

/* which of two names of one address: the shorter, then by the alphabet, so that
 * the order of the table does not matter */
static bool name_better(const struct candidate *a, const struct candidate *b)
{
	if (a->len != b->len)
		return a->len < b->len;
	return memcmp(a->name, b->name, a->len) < 0;
}

/* is @a a better answer than @b?  The innermost one, then by rank */
static bool candidate_better(const struct candidate *a,
			     const struct candidate *b)
{
	if (!b->name || a->sym.st_value != b->sym.st_value)
		return !b->name || a->sym.st_value > b->sym.st_value;
	if (rank(&a->sym) != rank(&b->sym))
		return rank(&a->sym) > rank(&b->sym);
	if (a->sym.st_size != b->sym.st_size)
		return a->sym.st_size < b->sym.st_size;
	return name_better(a, b);
}

/* its name without "@VERSION"; false: it has none */
static bool candidate_name(struct candidate *c, const Elf_Data *names)
{
	const char *text, *end;

	if (c->sym.st_name >= names->d_size)
		return false;
	text = (const char *)names->d_buf + c->sym.st_name;
	end = memchr(text, 0, names->d_size - c->sym.st_name);
	if (!end || end == text)
		return false;
	c->name = text;
	c->len = strcspn(text, "@");
	return c->len > 0;
}

/* where a symbol's own segment ends, an address is not "after" it */
static bool same_segment(const struct elf_file *file, uint64_t a, uint64_t b)
{
	const struct elf_segment *s = elf_vaddr_segment(file, a);

	return s && s == elf_vaddr_segment(file, b);
}

static void consider(const struct elf_file *file, const Elf_Data *names,
		     uint64_t vaddr, const GElf_Sym *sym,
		     struct candidate *inside, struct candidate *before)
{
	struct candidate c = { .sym = *sym };
	bool covers;

	if (!is_code_or_data(sym) || sym->st_value > vaddr)
		return;
	covers = vaddr - sym->st_value < sym->st_size;
	if (!covers && (!is_function(sym) ||
			!same_segment(file, sym->st_value, vaddr)))
		return;
	if (!candidate_name(&c, names))
		return;
	if (candidate_better(&c, covers ? inside : before))
		*(covers ? inside : before) = c;
}

/* the data of a section, if its size is not absurd */
static Elf_Data *section_data(Elf_Scn *scn, GElf_Shdr *ret_header)
{
	if (!scn || !gelf_getshdr(scn, ret_header) ||
	    ret_header->sh_type == SHT_NOBITS ||
	    ret_header->sh_size > ELF_TABLE_MAX ||
	    (ret_header->sh_flags & SHF_COMPRESSED))
		return NULL;
	return elf_getdata(scn, NULL);
}

static void scan_table(const struct elf_file *file, Elf_Scn *scn,
		       uint64_t vaddr, struct candidate *inside,
		       struct candidate *before)
{
	Elf_Data *table, *names;
	GElf_Shdr h, names_h;
	size_t i, n;
	GElf_Sym sym;

	table = section_data(scn, &h);
	if (!table || !h.sh_entsize)
		return;
	names = section_data(elf_getscn(file->elf, h.sh_link), &names_h);
	if (!names || !names->d_buf || names_h.sh_type != SHT_STRTAB)
		return;
	n = table->d_size / gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT);
	for (i = 0; i < n && gelf_getsym(table, (int)i, &sym); i++)
		consider(file, names, vaddr, &sym, inside, before);
}

static void name_copy(char *dst, const struct candidate *c)
{
	size_t len = c->len < SYM_NAME_MAX ? c->len : SYM_NAME_MAX - 1;

	memcpy(dst, c->name, len);
	dst[len] = 0;
}

void elf_symbols_find(const struct elf_file *file, uint64_t vaddr,
		      struct sym_place *ret)
{
	struct candidate inside = { .name = NULL }, before = { .name = NULL };
	Elf_Scn *scn = NULL;
	GElf_Shdr h;

	while ((scn = elf_nextscn(file->elf, scn))) {
		if (gelf_getshdr(scn, &h) && (h.sh_type == SHT_SYMTAB ||
					      h.sh_type == SHT_DYNSYM))
			scan_table(file, scn, vaddr, &inside, &before);
	}
	if (inside.name) {
		name_copy(ret->symbol, &inside);
		ret->symbol_vaddr = inside.sym.st_value;
		ret->symbol_size = inside.sym.st_size;
	} else if (before.name) {
		name_copy(ret->before, &before);
		ret->before_vaddr = before.sym.st_value;
		ret->before_size = before.sym.st_size;
	}
}

/* does the symbol have that name, with or without "@VERSION"? */
static bool is_named(const struct elf_file *file, const GElf_Sym *sym,
		     const Elf_Data *names, const char *name)
{
	struct candidate c = { .sym = *sym };

	return is_code_or_data(sym) && candidate_name(&c, names) &&
	       c.len == strlen(name) && !memcmp(c.name, name, c.len) &&
	       elf_vaddr_segment(file, sym->st_value);
}

static bool table_named(const struct elf_file *file, Elf_Scn *scn,
			const char *name, GElf_Sym *ret)
{
	Elf_Data *table, *names;
	GElf_Shdr h, names_h;
	size_t n;

	table = section_data(scn, &h);
	if (!table || !h.sh_entsize)
		return false;
	names = section_data(elf_getscn(file->elf, h.sh_link), &names_h);
	if (!names || !names->d_buf || names_h.sh_type != SHT_STRTAB)
		return false;
	n = table->d_size / gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT);
	for (size_t i = 0; i < n && gelf_getsym(table, (int)i, ret); i++)
		if (is_named(file, ret, names, name))
			return true;
	return false;
}

bool elf_symbol_named(const struct elf_file *file, const char *name,
		      uint64_t *ret_vaddr)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr h;
	GElf_Sym sym;

	while ((scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, &h) || (h.sh_type != SHT_SYMTAB &&
					       h.sh_type != SHT_DYNSYM) ||
		    !table_named(file, scn, name, &sym))
			continue;
		*ret_vaddr = sym.st_value;
		return true;
	}
	return false;
}
