// SPDX-License-Identifier: GPL-2.0
/* Places: from an address by the mappings to the file that holds it. */
#include <string.h>

#include "place.h"
#include "region.h"
#include "view/escape.h"

void facts_sym_map(const struct mapping *map, uint32_t pid,
		   struct sym_map *ret)
{
	const struct map_file *f = map->file;

	*ret = (struct sym_map){
		.pid = pid,
		.major = f->major,
		.minor = f->minor,
		.prot = map->prot,
		.inode = f->inode,
		.start = map->start,
		.end = map->end,
		.offset = map->offset,
		.path = f->path,
		.vdso = map->flags & RMS_MAP_VDSO,
		.has_build_id = f->has_build_id,
	};
	memcpy(ret->build_id, f->build_id, sizeof(ret->build_id));
}

/* only files have something to be read */
static bool has_contents(const struct mapping *map)
{
	switch (region_of(map)) {
	case REGION_CODE:
	case REGION_DATA:
	case REGION_RODATA:
	case REGION_MEMFD:
	case REGION_VDSO:
		return true;
	default:
		return false;
	}
}

void facts_sym_map_of(const struct facts_place *place, uint32_t pid,
		      struct sym_map *ret)
{
	facts_sym_map(place->map, pid, ret);
	ret->has_build_id = place->build_id;
	if (place->build_id)
		memcpy(ret->build_id, place->build_id, sizeof(ret->build_id));
}

static void place_find(const struct mappings *maps, uint32_t pid, uint64_t addr,
		       const uint8_t *build_id, struct sym_cache *sym,
		       struct facts_place *ret)
{
	struct sym_map map;

	memset(ret, 0, sizeof(*ret));
	ret->addr = addr;
	ret->map = mappings_find(maps, addr);
	ret->sym.state = SYM_NONE;
	if (!ret->map)
		return;
	ret->sym.offset = addr - ret->map->start + ret->map->offset;
	if (!has_contents(ret->map))
		return;
	ret->build_id = ret->map->file->has_build_id ?
			ret->map->file->build_id : build_id;
	facts_sym_map_of(ret, pid, &map);
	if (sym)
		sym_find(sym, &map, addr, &ret->sym);
}

void facts_place_at(const struct mappings *maps, uint32_t pid, uint64_t addr,
		    struct sym_cache *sym, struct facts_place *ret)
{
	place_find(maps, pid, addr, NULL, sym, ret);
}

void facts_place_ip(const struct mappings *maps, const struct rms_signal *sig,
		    struct sym_cache *sym, struct facts_place *ret)
{
	place_find(maps, sig->h.pid, sig->regs[RMS_REG_IP],
		   sig->flags & RMS_SIG_BUILD_ID ? sig->build_id : NULL, sym,
		   ret);
}

void facts_place_name(const struct facts_place *place, struct rm_out *out)
{
	const char *name = mapping_name(place->map);

	escape_text(out, name, strlen(name));
	if (place->sym.has_vaddr) {
		rm_out_char(out, '+');
		rm_out_hex(out, place->sym.vaddr);
	} else if (has_contents(place->map) &&
		   !(place->map->flags & RMS_MAP_VDSO)) {
		rm_out_str(out, " offset ");
		rm_out_hex(out, place->sym.offset);
	} else {
		rm_out_char(out, '+');
		rm_out_hex(out, place->addr - place->map->start);
	}
}
