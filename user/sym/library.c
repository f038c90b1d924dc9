// SPDX-License-Identifier: GPL-2.0
/* A library that somebody names: its executable segments, bytes, places. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf.h"
#include "library.h"

struct sym_library {
	int fd;
	char *path;
	struct elf_file elf;
};

int sym_library_open(const char *path, struct sym_library **ret_lib)
{
	struct sym_library *lib = calloc(1, sizeof(*lib));
	int err;

	if (!lib)
		return -ENOMEM;
	/* not to hang in a pipe; elf_file_open() wants a regular file */
	lib->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (lib->fd < 0) {
		err = -errno;
		goto err_free;
	}
	lib->path = strdup(path);
	err = lib->path ? elf_file_open(lib->fd, &lib->elf) : -ENOMEM;
	if (err)
		goto err_close;
	*ret_lib = lib;
	return 0;
err_close:
	free(lib->path);
	close(lib->fd);
err_free:
	free(lib);
	return err;
}

void sym_library_free(struct sym_library *lib)
{
	if (!lib)
		return;
	elf_file_close(&lib->elf);
	close(lib->fd);
	free(lib->path);
	free(lib);
}

const char *sym_library_path(const struct sym_library *lib)
{
	return lib->path;
}

size_t sym_library_build_id(const struct sym_library *lib,
			    const uint8_t **ret_id)
{
	*ret_id = lib->elf.build_id;
	return lib->elf.build_id_len;
}

bool sym_library_exec(const struct sym_library *lib, size_t i,
		      struct sym_exec *ret)
{
	for (size_t k = 0; k < lib->elf.n_segments; k++) {
		const struct elf_segment *s = &lib->elf.segments[k];

		if (!(s->flags & PF_X) || !s->file_size || i--)
			continue;
		*ret = (struct sym_exec){
			.offset = s->offset,
			.vaddr = s->vaddr,
			.file_size = s->file_size,
			.mem_size = s->mem_size,
		};
		return true;
	}
	return false;
}

bool sym_library_read(const struct sym_library *lib, uint64_t offset, void *buf,
		      size_t len)
{
	if (offset > lib->elf.size || len > lib->elf.size - offset)
		return false;
	return pread(lib->fd, buf, len, (off_t)offset) == (ssize_t)len;
}

bool sym_library_offset(const struct sym_library *lib, uint64_t vaddr,
			uint64_t *ret_offset)
{
	const struct elf_segment *s = elf_vaddr_segment(&lib->elf, vaddr);

	if (!s)
		return false;
	*ret_offset = s->offset + (vaddr - s->vaddr);
	return true;
}

uint16_t sym_library_machine(const struct sym_library *lib)
{
	GElf_Ehdr h;

	return gelf_getehdr(lib->elf.elf, &h) ? h.e_machine : EM_NONE;
}

bool sym_library_symbol(const struct sym_library *lib, const char *name,
			uint64_t *ret_vaddr)
{
	return elf_symbol_named(&lib->elf, name, ret_vaddr);
}

void sym_library_place(struct sym_library *lib, uint64_t vaddr,
		       struct sym_place *ret)
{
	const struct elf_segment *s = elf_vaddr_segment(&lib->elf, vaddr);

	memset(ret, 0, sizeof(*ret));
	ret->state = SYM_OK;
	ret->build_id_len = lib->elf.build_id_len;
	memcpy(ret->build_id, lib->elf.build_id, sizeof(ret->build_id));
	if (!s)
		return;
	ret->has_vaddr = true;
	ret->vaddr = vaddr;
	ret->offset = s->offset + (vaddr - s->vaddr);
	elf_symbols_find(&lib->elf, vaddr, ret);
	if (s->flags & PF_X)
		elf_fde_find(&lib->elf, vaddr, ret);
}
