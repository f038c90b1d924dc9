// SPDX-License-Identifier: GPL-2.0
/* A hash that tells crashes apart, the same on each machine and in each run. */
#include <string.h>

#include "signature.h"

/* FNV-1a, 64 bits */
static uint64_t hash(uint64_t h, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}

static uint64_t hash_place(uint64_t h, const struct facts_place *place)
{
	const char *name = place->map ? mapping_name(place->map) : "";
	uint64_t at = place->sym.has_vaddr ? place->sym.vaddr :
		      place->map ? place->sym.offset : place->addr;

	if (place->build_id)
		h = hash(h, place->build_id, RMS_BUILD_ID_LEN);
	else
		h = hash(h, name, strlen(name));
	return hash(h, &at, sizeof(at));
}

/* memory without a file is elsewhere each time */
static bool is_stable(const struct frame *f)
{
	return f->how != FRAME_SCAN && f->place.map &&
	       f->place.map->file->path[0];
}

uint64_t crash_signature(const struct crash *crash,
			 const struct crash_facts *facts)
{
	uint64_t h = 0xcbf29ce484222325ull;

	h = hash(h, &crash->sig.sig, sizeof(crash->sig.sig));
	h = hash_place(h, &facts->ip);
	for (size_t i = 1; i < SIGNATURE_FRAMES && i < facts->frames.n &&
	     is_stable(&facts->frames.v[i]); i++)
		h = hash_place(h, &facts->frames.v[i].place);
	return h;
}
