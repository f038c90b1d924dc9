/* SPDX-License-Identifier: GPL-2.0 */
/* What text and JSON reports both show, found out once. */
#ifndef CRASH_FACTS_H
#define CRASH_FACTS_H

#include "cause.h"
#include "crash.h"

#define FACTS_STACK_WORDS	16

/**
 * struct facts_place - an address and what is there
 * @map: NULL: nothing is
 * @build_id: of the file as the kernel read it from memory, NULL: it was not
 *	captured; RMS_BUILD_ID_LEN bytes
 */
struct facts_place {
	uint64_t addr;
	const struct mapping *map;
	const uint8_t *build_id;
	struct sym_place sym;
};

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
};

void facts_find(const struct crash *crash, struct sym_cache *sym,
		struct crash_facts *ret);

/** facts_place_at() - what is at @addr by @maps; @pid: for /proc, may be 0 */
void facts_place_at(const struct mappings *maps, uint32_t pid, uint64_t addr,
		    struct sym_cache *sym, struct facts_place *ret);

/** facts_place_ip() - what is at a signal's ip: the record itself may have the
 *  build-id of the file there, the mapping not */
void facts_place_ip(const struct mappings *maps, const struct rms_signal *sig,
		    struct sym_cache *sym, struct facts_place *ret);

/** facts_sym_map() - a mapping as user/sym takes it; @ret borrows from @map */
void facts_sym_map(const struct mapping *map, uint32_t pid,
		   struct sym_map *ret);

/** facts_place_name() - "libcuda.so.1+0x32ae47", escaped; where the file was
 *  of no use, "libcuda.so.1 offset 0x32ae47" */
void facts_place_name(const struct facts_place *place, struct rm_out *out);

/** facts_stack_word() - the @i-th 8 bytes from sp; false: not captured */
bool facts_stack_word(const struct crash *crash, size_t i, uint64_t *ret);

/** kernel_line() - the line that the kernel logs for it, with the error code in
 *  hex; where it logs none, one in the same form */
void kernel_line(const struct rms_signal *sig, const struct mappings *maps,
		 struct rm_out *out);

#endif
