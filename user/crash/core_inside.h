/* SPDX-License-Identifier: GPL-2.0 */
/* Inside core*.c only: the pieces of a core file. */
#ifndef CRASH_CORE_INSIDE_H
#define CRASH_CORE_INSIDE_H

#include <stdio.h>

#include "core.h"

#define CORE_AUXV_MAX	16

/** struct core_segment - a PT_LOAD: memory that was captured; borrowed */
struct core_segment {
	uint64_t addr;
	struct bytes data;
	uint32_t flags;		/* PF_R ... */
};

/**
 * struct core_link - what the dynamic linker would tell a debugger
 * @auxv: pairs, for NT_AUXV
 * @dynamic: the program's own dynamic section as it was in memory, owned
 * @list: its list of loaded objects, made up, at an address that was free; owned
 */
struct core_link {
	uint64_t auxv[2 * CORE_AUXV_MAX];
	size_t n_auxv;		/* words */
	uint64_t dynamic_addr;
	uint8_t *dynamic;
	size_t dynamic_len;
	uint64_t list_addr;
	char *list;
	size_t list_len;
};

/** core_link_make() - 0 or -ENOMEM; what cannot be found out is left out */
int core_link_make(const struct crash *c,
		   int (*open_file)(void *ctx, const struct mapping *map),
		   void *ctx, struct core_link *ret);
void core_link_free(struct core_link *link);

/** core_notes() - the PT_NOTE segment, into @f */
void core_notes(FILE *f, const struct crash *c, const struct core_link *link);

#endif
