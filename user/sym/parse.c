// SPDX-License-Identifier: GPL-2.0
/* Answering what is asked about files; runs behind the wall. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "elf.h"
#include "parse.h"

#define PARSED_MAX	16	/* files whose tables are held in memory */

static struct parsed {
	uint64_t file;		/* 0: free */
	uint64_t used;
	int fd;
	struct elf_file elf;
} parsed[PARSED_MAX];

static uint64_t uses;

static struct parsed *oldest(void)
{
	struct parsed *p = &parsed[0];

	for (unsigned int i = 1; i < PARSED_MAX; i++) {
		if (parsed[i].used < p->used)
			p = &parsed[i];
	}
	if (p->file) {
		elf_file_close(&p->elf);
		close(p->fd);
	}
	*p = (struct parsed){ .file = 0 };
	return p;
}

/* the file, opened when it is asked for first; takes @fd */
static int parsed_get(uint64_t file, int fd, struct parsed **ret)
{
	struct parsed *p;
	int err;

	for (unsigned int i = 0; i < PARSED_MAX; i++) {
		if (parsed[i].file != file)
			continue;
		close(fd);
		*ret = &parsed[i];
		(*ret)->used = ++uses;
		return 0;
	}
	p = oldest();
	err = elf_file_open(fd, &p->elf);
	if (err) {
		close(fd);
		return err;
	}
	p->file = file;
	p->fd = fd;
	p->used = ++uses;
	*ret = p;
	return 0;
}

static void place(struct elf_file *elf, const struct parse_request *req,
		  struct sym_place *ret)
{
	const struct elf_segment *s;

	ret->offset = req->at;
	s = elf_offset_segment(elf, req->at, req->prot);
	if (!s)
		return;
	ret->has_vaddr = true;
	ret->vaddr = s->vaddr + (req->at - s->offset);
	elf_symbols_find(elf, ret->vaddr, ret);
	if (s->flags & PF_X)
		elf_fde_find(elf, ret->vaddr, ret);
}

static void identity(const struct elf_file *elf, struct parse_identity *ret)
{
	ret->build_id_len = elf->build_id_len;
	memcpy(ret->build_id, elf->build_id, sizeof(ret->build_id));
}

void parse_answer(const struct parse_request *req, int fd,
		  struct parse_answer *ret)
{
	struct parsed *p;

	memset(ret, 0, sizeof(*ret));
	ret->op = req->op;
	ret->file = req->file;
	ret->at = req->at;
	ret->err = parsed_get(req->file, fd, &p);
	if (ret->err)
		return;
	switch (req->op) {
	case PARSE_IDENTITY:
		identity(&p->elf, &ret->identity);
		break;
	case PARSE_PLACE:
		place(&p->elf, req, &ret->place);
		break;
	case PARSE_ROW:
		ret->err = elf_row_find(&p->elf, req->at, &ret->row);
		break;
	case PARSE_LINE:
		ret->err = elf_line_find(&p->elf, req->at, &ret->line);
		break;
	default:
		ret->err = -EINVAL;
	}
}
