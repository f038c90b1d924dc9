// SPDX-License-Identifier: GPL-2.0
/* A core file: headers by libelf, then the notes and the memory that was kept. */
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core_inside.h"

#define SEGMENTS_MAX	64u
#define ALIGN		8u

struct core {
	int fd;
	struct core_segment segments[SEGMENTS_MAX];
	size_t n;
	char *notes;
	size_t notes_len;
};

static void add(struct core *core, uint64_t addr, struct bytes data,
		uint32_t flags)
{
	if (data.len && core->n < SEGMENTS_MAX)
		core->segments[core->n++] = (struct core_segment){
			.addr = addr, .data = data, .flags = flags,
		};
}

/* no segments without contents for the rest: debuggers would read zeroes there,
 * where nothing is known */
static void add_all(struct core *core, const struct crash *c,
		    const struct core_link *link)
{
	add(core, c->sig.code_addr, c->code, PF_R | PF_X);
	add(core, c->sig.stack_addr, c->stack, PF_R | PF_W);
	add(core, link->dynamic_addr,
	    bytes_of(link->dynamic, link->dynamic_len), PF_R | PF_W);
	add(core, link->list_addr, bytes_of(link->list, link->list_len),
	    PF_R | PF_W);
}

static uint64_t aligned(uint64_t n)
{
	return (n + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
}

/* where the first byte behind the headers is */
static uint64_t headers_end(const struct core *core)
{
	return aligned(sizeof(Elf64_Ehdr) + (core->n + 1) * sizeof(Elf64_Phdr));
}

static bool put_headers(struct core *core, Elf *elf)
{
	uint64_t at = headers_end(core);
	GElf_Ehdr eh = {
		.e_ident = { [EI_DATA] = ELFDATA2LSB },
		.e_type = ET_CORE, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_phoff = sizeof(Elf64_Ehdr),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = (GElf_Half)(core->n + 1),
	};
	GElf_Phdr ph = {
		.p_type = PT_NOTE, .p_offset = at, .p_filesz = core->notes_len,
		.p_align = 4,
	};

	if (!gelf_newehdr(elf, ELFCLASS64) ||
	    !gelf_newphdr(elf, core->n + 1) ||
	    !gelf_update_ehdr(elf, &eh) || !gelf_update_phdr(elf, 0, &ph))
		return false;
	at += aligned(core->notes_len);
	for (size_t i = 0; i < core->n; i++) {
		const struct core_segment *s = &core->segments[i];

		ph = (GElf_Phdr){
			.p_type = PT_LOAD, .p_offset = at, .p_vaddr = s->addr,
			.p_filesz = s->data.len, .p_memsz = s->data.len,
			.p_flags = s->flags, .p_align = 1,
		};
		if (!gelf_update_phdr(elf, (int)i + 1, &ph))
			return false;
		at += aligned(s->data.len);
	}
	elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT | ELF_F_DIRTY);
	return elf_update(elf, ELF_C_WRITE) >= 0;
}

static int put_at(int fd, const void *data, size_t len, uint64_t at)
{
	const char *p = data;

	while (len) {
		ssize_t n = pwrite(fd, p, len, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		p += n;
		at += (uint64_t)n;
		len -= (size_t)n;
	}
	return 0;
}

static int put_contents(struct core *core)
{
	uint64_t at = headers_end(core);
	int err = put_at(core->fd, core->notes, core->notes_len, at);

	at += aligned(core->notes_len);
	for (size_t i = 0; i < core->n && !err; i++) {
		struct bytes data = core->segments[i].data;

		err = put_at(core->fd, data.data, data.len, at);
		at += aligned(data.len);
	}
	/* also the last padding is there, so that no reader finds it cut */
	return err || !ftruncate(core->fd, (off_t)at) ? err : -errno;
}

static int put_core(struct core *core)
{
	Elf *elf;
	bool good;

	elf_version(EV_CURRENT);
	elf = elf_begin(core->fd, ELF_C_WRITE, NULL);
	if (!elf)
		return -ENOMEM;
	errno = 0;
	good = put_headers(core, elf);
	elf_end(elf);
	if (!good)
		return errno ? -errno : -EIO;
	return put_contents(core);
}

static int make_notes(struct core *core, const struct crash *c,
		      const struct core_link *link)
{
	FILE *f = open_memstream(&core->notes, &core->notes_len);

	if (!f)
		return -ENOMEM;
	core_notes(f, c, link);
	return fclose(f) ? -ENOMEM : 0;
}

int core_write(int fd, const struct crash *c,
	       int (*open_file)(void *ctx, const struct mapping *map), void *ctx)
{
	struct core core = { .fd = fd };
	struct core_link link;
	int err;

	if (c->sig.flags & RMS_SIG_COMPAT)
		return -EOPNOTSUPP;
	err = core_link_make(c, open_file, ctx, &link);
	if (err)
		return err;
	err = make_notes(&core, c, &link);
	if (!err) {
		add_all(&core, c, &link);
		err = put_core(&core);
	}
	core_link_free(&link);
	free(core.notes);
	return err;
}
