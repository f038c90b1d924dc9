// SPDX-License-Identifier: GPL-2.0
/*
 * What was loaded where, in the form in which debuggers look for it: the
 * auxiliary vector, and the dynamic linker's list of objects, found by DT_DEBUG of
 * the program.  The linker's memory was not captured; the list is made again of
 * the mappings and of the headers of the files.
 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core_inside.h"

#define PAGE		4096ull
#define OBJECTS_MAX	1024u
#define DYNAMIC_MAX	65536u	/* bytes of a dynamic section */
#define LIST_START	0x10000ull	/* where the list may be, if nothing was */

/** struct object - a loaded file, by its headers */
struct object {
	const struct mapping *map;	/* of its front */
	uint64_t bias;			/* what is added to its addresses */
	uint64_t dynamic;		/* address in the file's terms, 0: none */
	uint64_t dynamic_size;
	uint64_t dynamic_offset;
	uint64_t entry;
	uint64_t phdrs;			/* offset of the program headers */
	uint16_t phnum;
	bool interp;			/* it asks for a dynamic linker */
	bool linker;			/* it is the dynamic linker */
};

static void read_segments(Elf *elf, const GElf_Ehdr *eh, struct object *o)
{
	uint64_t first = UINT64_MAX;
	GElf_Phdr ph;

	for (int i = 0; i < eh->e_phnum && gelf_getphdr(elf, i, &ph); i++) {
		if (ph.p_type == PT_LOAD && ph.p_vaddr < first) {
			first = ph.p_vaddr;
			o->bias = o->map->start -
				  (ph.p_vaddr - (ph.p_offset - o->map->offset));
		} else if (ph.p_type == PT_DYNAMIC) {
			o->dynamic = ph.p_vaddr;
			o->dynamic_size = ph.p_filesz;
			o->dynamic_offset = ph.p_offset;
		} else if (ph.p_type == PT_INTERP) {
			o->interp = true;
		}
	}
}

/* false: no object that could be loaded here */
static bool read_object(int fd, struct object *o)
{
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	GElf_Ehdr eh;
	bool good = elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &eh) &&
		    eh.e_machine == EM_X86_64 && eh.e_ident[EI_CLASS] == ELFCLASS64;

	if (good) {
		o->entry = eh.e_entry;
		o->phdrs = eh.e_phoff;
		o->phnum = eh.e_phnum;
		read_segments(elf, &eh, o);
	}
	elf_end(elf);
	return good;
}

static bool is_front(const struct mapping *map)
{
	return !map->offset && map->file->path[0] == '/' &&
	       !(map->flags & (RMS_MAP_CHARDEV | RMS_MAP_PATH_CUT));
}

/* a file is loaded where some of it may be executed */
static bool is_loaded(const struct mappings *maps, size_t front)
{
	for (size_t i = front; i < maps->n &&
	     maps->v[i].file == maps->v[front].file; i++)
		if (maps->v[i].prot & RMS_MAP_EXEC)
			return true;
	return false;
}

static size_t find_objects(const struct crash *c,
			   int (*open_file)(void *ctx, const struct mapping *map),
			   void *ctx, struct object *objects)
{
	size_t n = 0;

	for (size_t i = 0; i < c->maps.n && n < OBJECTS_MAX; i++) {
		struct object o = { .map = &c->maps.v[i] };
		const char *name = mapping_name(o.map);
		int fd;

		if (!is_front(o.map) || !is_loaded(&c->maps, i))
			continue;
		fd = open_file(ctx, o.map);
		if (fd < 0)
			continue;
		o.linker = !strncmp(name, "ld-linux", 8) ||
			   !strncmp(name, "ld-2", 4);
		if (read_object(fd, &o))
			objects[n++] = o;
		close(fd);
	}
	return n;
}

/* the program: it asks for a linker; or it is the one that was executed */
static const struct object *find_program(const struct crash *c,
					 const struct object *objects, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (c->exe && !strcmp(objects[i].map->file->path, c->exe))
			return &objects[i];
	for (size_t i = 0; i < n; i++)
		if (objects[i].interp && !objects[i].linker)
			return &objects[i];
	return n ? &objects[0] : NULL;
}

static void add_aux(struct core_link *link, uint64_t type, uint64_t value)
{
	link->auxv[link->n_auxv++] = type;
	link->auxv[link->n_auxv++] = value;
}

static void make_auxv(struct core_link *link, const struct object *program,
		      const struct object *objects, size_t n)
{
	add_aux(link, AT_PAGESZ, PAGE);
	add_aux(link, AT_PHDR, program->map->start + program->phdrs);
	add_aux(link, AT_PHENT, sizeof(Elf64_Phdr));
	add_aux(link, AT_PHNUM, program->phnum);
	add_aux(link, AT_ENTRY, program->bias + program->entry);
	for (size_t i = 0; i < n; i++)
		if (objects[i].linker)
			add_aux(link, AT_BASE, objects[i].map->start);
	add_aux(link, AT_NULL, 0);
}

/* room for @len bytes where the process had none */
static uint64_t find_hole(const struct mappings *maps, uint64_t len)
{
	uint64_t at = LIST_START;

	for (size_t i = 0; i < maps->n && maps->v[i].start < at + len; i++)
		if (maps->v[i].end > at)
			at = maps->v[i].end;
	return at;
}

/* struct r_debug, then a struct link_map each, then their names: the program's
 * own is empty, as its linker has it */
static int make_list(struct core_link *link, const struct crash *c,
		     const struct object *program, const struct object *objects,
		     size_t n)
{
	uint64_t maps_at, name_at, i = 0;
	size_t names = 1, left = n;
	struct r_debug head = { .r_version = 1 };
	char *at;

	for (size_t k = 0; k < n; k++)
		names += strlen(objects[k].map->file->path) + 1;
	link->list_len = sizeof(head) + n * sizeof(struct link_map) + names;
	link->list = calloc(1, link->list_len);
	if (!link->list)
		return -ENOMEM;
	link->list_addr = find_hole(&c->maps, link->list_len);
	maps_at = link->list_addr + sizeof(head);
	name_at = maps_at + n * sizeof(struct link_map);
	head.r_map = (struct link_map *)(uintptr_t)maps_at;
	memcpy(link->list, &head, sizeof(head));
	at = link->list + sizeof(head) + n * sizeof(struct link_map) + 1;
	for (const struct object *o = program; left; left--, i++) {
		struct link_map m = {
			.l_addr = o->bias,
			.l_name = (char *)(uintptr_t)(i ? name_at + 1 : name_at),
			.l_ld = (void *)(uintptr_t)(o->bias + o->dynamic),
		};
		size_t len = strlen(o->map->file->path) + 1;

		if (i) {
			memcpy(at, o->map->file->path, len);
			m.l_name = (char *)(uintptr_t)(link->list_addr +
						       (at - link->list));
			m.l_prev = (void *)(uintptr_t)(maps_at + (i - 1) * sizeof(m));
			at += len;
		}
		if (left > 1)
			m.l_next = (void *)(uintptr_t)(maps_at + (i + 1) * sizeof(m));
		memcpy(link->list + sizeof(head) + i * sizeof(m), &m, sizeof(m));
		/* the others in the order of their addresses */
		o = i ? o + 1 : objects;
		o += o == program;
	}
	return 0;
}

/* the program's dynamic section, with DT_DEBUG as the linker fills it in */
static int make_dynamic(struct core_link *link, const struct object *program,
			int fd)
{
	size_t len = program->dynamic_size;
	Elf64_Dyn d;

	if (!len || len > DYNAMIC_MAX)
		return 0;
	link->dynamic = malloc(len);
	if (!link->dynamic)
		return -ENOMEM;
	if (pread(fd, link->dynamic, len, (off_t)program->dynamic_offset) !=
	    (ssize_t)len)
		return 0;
	for (size_t at = 0; len - at >= sizeof(d); at += sizeof(d)) {
		memcpy(&d, link->dynamic + at, sizeof(d));
		if (d.d_tag == DT_DEBUG)
			d.d_un.d_ptr = link->list_addr;
		memcpy(link->dynamic + at, &d, sizeof(d));
	}
	link->dynamic_addr = program->bias + program->dynamic;
	link->dynamic_len = len;
	return 0;
}

int core_link_make(const struct crash *c,
		   int (*open_file)(void *ctx, const struct mapping *map),
		   void *ctx, struct core_link *ret)
{
	struct object *objects = calloc(OBJECTS_MAX, sizeof(*objects));
	const struct object *program;
	int err = 0, fd;
	size_t n;

	memset(ret, 0, sizeof(*ret));
	if (!objects)
		return -ENOMEM;
	elf_version(EV_CURRENT);
	n = find_objects(c, open_file, ctx, objects);
	program = find_program(c, objects, n);
	if (program) {
		make_auxv(ret, program, objects, n);
		err = make_list(ret, c, program, objects, n);
		fd = err ? -1 : open_file(ctx, program->map);
		if (fd >= 0) {
			err = make_dynamic(ret, program, fd);
			close(fd);
		}
	}
	free(objects);
	if (err)
		core_link_free(ret);
	return err;
}

void core_link_free(struct core_link *link)
{
	free(link->dynamic);
	free(link->list);
	memset(link, 0, sizeof(*link));
}
