/* SPDX-License-Identifier: GPL-2.0 */
/* What is at an address of a crashed process. */
#ifndef CRASH_PLACE_H
#define CRASH_PLACE_H

#include <rmsnoop/record.h>

#include "model/mappings.h"
#include "rm/out.h"
#include "sym/sym.h"

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

/** facts_sym_map_of() - as facts_sym_map(), of the mapping that @place is in */
void facts_sym_map_of(const struct facts_place *place, uint32_t pid,
		      struct sym_map *ret);

/** facts_place_name() - "libcuda.so.1+0x32ae47", escaped; where the file was
 *  of no use, "libcuda.so.1 offset 0x32ae47" */
void facts_place_name(const struct facts_place *place, struct rm_out *out);

#endif
