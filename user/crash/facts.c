// SPDX-License-Identifier: GPL-2.0
/* Facts of a crash: what its addresses mean. */
#include <string.h>

#include "facts.h"
#include "region.h"
#include "view/escape.h"
#include "names.h"

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
		return true;
	default:
		return false;
	}
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
	facts_sym_map(ret->map, pid, &map);
	map.has_build_id = ret->build_id;
	if (ret->build_id)
		memcpy(map.build_id, ret->build_id, sizeof(map.build_id));
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
	} else if (has_contents(place->map)) {
		rm_out_str(out, " offset ");
		rm_out_hex(out, place->sym.offset);
	} else {
		rm_out_char(out, '+');
		rm_out_hex(out, place->addr - place->map->start);
	}
}

bool facts_stack_word(const struct crash *crash, size_t i, uint64_t *ret)
{
	uint64_t sp = crash->sig.regs[RMS_REG_SP];

	if (sp < crash->sig.stack_addr)
		return false;
	return bytes_peek(crash->stack, sp - crash->sig.stack_addr +
			  i * sizeof(*ret), ret, sizeof(*ret));
}

/* a jump to where no code is: the caller left its address on the stack */
static void find_caller(const struct crash *crash, struct sym_cache *sym,
			struct crash_facts *ret)
{
	const struct rms_signal *sig = &crash->sig;
	const struct mapping *map;
	uint64_t word;

	if (!crash_is_trap(sig) || !ret->cause.has_addr ||
	    ret->cause.addr != sig->regs[RMS_REG_IP] ||
	    !facts_stack_word(crash, 0, &word))
		return;
	map = mappings_find(&crash->maps, word);
	if (map && (map->prot & RMS_MAP_EXEC))
		facts_place_at(&crash->maps, sig->h.pid, word, sym,
			       &ret->caller);
}

void facts_find(const struct crash *crash, struct sym_cache *sym,
		struct crash_facts *ret)
{
	struct cause_in in = {
		.sig = &crash->sig,
		.code = crash->code,
		.maps = &crash->maps,
		.sender = crash->sender,
	};
	struct rm_out out;

	memset(ret, 0, sizeof(*ret));
	ret->maps_complete = crash->maps_ended && !crash->maps_lost &&
			     !crash->maps_known_before;
	in.maps_complete = ret->maps_complete;
	cause_find(&in, &ret->cause);
	rm_out_init(&out, ret->kernel_line, sizeof(ret->kernel_line));
	kernel_line(&crash->sig, &crash->maps, &out);
	if (ret->cause.has_addr)
		ret->addr_map = mappings_find(&crash->maps, ret->cause.addr);
	facts_place_ip(&crash->maps, &crash->sig, sym, &ret->ip);
	find_caller(crash, sym, ret);
}
