/* SPDX-License-Identifier: GPL-2.0 */
/* What text and JSON reports both show, found out once. */
#ifndef CRASH_FACTS_H
#define CRASH_FACTS_H

#include "cause.h"
#include "crash.h"
#include "frames.h"
#include "place.h"

#define FACTS_STACK_WORDS	16

/**
 * struct crash_facts - found in one crash, which it points into
 * @kernel_line: as the kernel's own message is, or would be; not escaped
 * @ip: where the thread was; @caller: for a jump to nowhere: the return address
 *	on top of the stack, else @caller.map is NULL
 */
struct crash_facts {
	struct cause cause;
	char kernel_line[512];
	struct facts_place ip;
	struct facts_place caller;
	const struct mapping *addr_map;
	bool maps_complete;
	struct frames frames;
};

/** facts_find() - always fills @ret; free with facts_free() */
void facts_find(const struct crash *crash, struct sym_cache *sym,
		struct crash_facts *ret);
void facts_free(struct crash_facts *facts);

/** facts_stack_word() - the @i-th 8 bytes from sp; false: not captured */
bool facts_stack_word(const struct crash *crash, size_t i, uint64_t *ret);

/** kernel_line() - the line that the kernel logs for it, with the error code in
 *  hex; where it logs none, one in the same form */
void kernel_line(const struct rms_signal *sig, const struct mappings *maps,
		 struct rm_out *out);

#endif
