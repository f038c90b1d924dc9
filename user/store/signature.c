// SPDX-License-Identifier: GPL-2.0
/* Which crashes are the same one: the id of an entry. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "crash/report.h"
#include "inside.h"

/* FNV-1a, 64 bits */
static uint64_t hash(uint64_t h, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}

void store_signature(const struct report *r, char ret[STORE_ID_LEN + 1])
{
	const struct facts_place *ip = &r->facts->ip;
	const char *name = ip->map ? mapping_name(ip->map) : "";
	uint64_t at = ip->sym.has_vaddr ? ip->sym.vaddr :
		      ip->map ? ip->sym.offset : ip->addr;
	uint64_t h = 0xcbf29ce484222325ull;

	h = hash(h, &r->crash->sig.sig, sizeof(r->crash->sig.sig));
	if (ip->build_id)
		h = hash(h, ip->build_id, RMS_BUILD_ID_LEN);
	else
		h = hash(h, name, strlen(name));
	h = hash(h, &at, sizeof(at));
	snprintf(ret, STORE_ID_LEN + 1, "%016" PRIx64, h);
}
