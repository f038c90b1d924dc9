// SPDX-License-Identifier: GPL-2.0
/* The notes of a core file: as Linux writes them, fs/binfmt_elf.c. */
#include <elf.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/procfs.h>

#include "core_inside.h"

#define PAGE	4096u
#define NAME	"CORE"

static void put_padding(FILE *f, size_t len)
{
	static const char zeroes[4];

	fwrite(zeroes, 1, -len & 3, f);
}

static void put_note(FILE *f, uint32_t type, const void *data, size_t len)
{
	Elf64_Nhdr n = {
		.n_namesz = sizeof(NAME),
		.n_descsz = (uint32_t)len,
		.n_type = type,
	};

	fwrite(&n, sizeof(n), 1, f);
	fwrite(NAME, sizeof(NAME), 1, f);
	put_padding(f, sizeof(NAME));
	fwrite(data, 1, len, f);
	put_padding(f, len);
}

static void put_prstatus(FILE *f, const struct rms_signal *sig)
{
	struct elf_prstatus s = {
		.pr_info = { .si_signo = sig->sig, .si_code = sig->code },
		.pr_cursig = (short)sig->sig,
		.pr_pid = (int)sig->h.tid,
	};

	_Static_assert(sizeof(s.pr_reg) >= sizeof(sig->regs),
		       "enum rms_reg is the front of user_regs_struct");
	memcpy(&s.pr_reg, sig->regs, sizeof(sig->regs));
	put_note(f, NT_PRSTATUS, &s, sizeof(s));
}

static void put_prpsinfo(FILE *f, const struct crash *c)
{
	struct elf_prpsinfo p = {
		.pr_sname = 'R',
		.pr_pid = (int)c->sig.h.pid,
		.pr_ppid = (int)c->ppid,
	};
	size_t n = c->cmdline_len < sizeof(p.pr_psargs) ?
		   c->cmdline_len : sizeof(p.pr_psargs) - 1;

	memcpy(p.pr_fname, c->sig.pcomm, sizeof(p.pr_fname) - 1);
	for (size_t i = 0; i < n; i++)
		p.pr_psargs[i] = c->cmdline[i] ? c->cmdline[i] : ' ';
	put_note(f, NT_PRPSINFO, &p, sizeof(p));
}

static void put_siginfo(FILE *f, const struct rms_signal *sig)
{
	siginfo_t info = { .si_signo = sig->sig, .si_code = sig->code };

	if (sig->flags & RMS_SIG_ADDR) {
		info.si_addr = (void *)(uintptr_t)sig->addr;
	} else {
		info.si_pid = sig->sender_pid;
		info.si_uid = sig->sender_uid;
	}
	put_note(f, NT_SIGINFO, &info, sizeof(info));
}

static bool is_file(const struct mapping *map)
{
	return map->file->path[0] == '/' &&
	       !(map->flags & (RMS_MAP_CHARDEV | RMS_MAP_PATH_CUT));
}

/* count, page size; start, end, page offset of each; then the names */
static void put_files(FILE *f, const struct crash *c)
{
	uint64_t head[2] = { 0, PAGE };
	char *data = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&data, &len);

	if (!out)
		return;
	for (size_t i = 0; i < c->maps.n; i++)
		head[0] += is_file(&c->maps.v[i]);
	fwrite(head, sizeof(head), 1, out);
	for (size_t i = 0; i < c->maps.n; i++) {
		const struct mapping *m = &c->maps.v[i];
		uint64_t row[3] = { m->start, m->end, m->offset / PAGE };

		if (is_file(m))
			fwrite(row, sizeof(row), 1, out);
	}
	for (size_t i = 0; i < c->maps.n; i++)
		if (is_file(&c->maps.v[i]))
			fwrite(c->maps.v[i].file->path, 1,
			       strlen(c->maps.v[i].file->path) + 1, out);
	if (!fclose(out))
		put_note(f, NT_FILE, data, len);
	free(data);
}

void core_notes(FILE *f, const struct crash *c, const struct core_link *link)
{
	put_prstatus(f, &c->sig);
	put_prpsinfo(f, c);
	put_siginfo(f, &c->sig);
	if (link->n_auxv)
		put_note(f, NT_AUXV, link->auxv, link->n_auxv * sizeof(uint64_t));
	put_files(f, c);
}
