/* SPDX-License-Identifier: GPL-2.0 */
/* Memory that ends where an inaccessible page starts: a read past it faults. */
#ifndef TESTS_RM_GUARD_H
#define TESTS_RM_GUARD_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct guard {
	uint8_t *end;
	size_t size;
};

__attribute__((unused))
static struct guard guard_create(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct guard g;
	uint8_t *mem;

	g.size = (size + page - 1) / page * page;
	mem = mmap(NULL, g.size + page, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem == MAP_FAILED || mprotect(mem + g.size, page, PROT_NONE)) {
		perror("mmap");
		exit(1);
	}
	g.end = mem + g.size;
	return g;
}

/* @len bytes that end at the guard */
__attribute__((unused))
static void *guard_copy(const struct guard *g, const void *bytes, size_t len)
{
	return memcpy(g->end - len, bytes, len);
}

#endif
