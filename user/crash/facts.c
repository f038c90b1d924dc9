// SPDX-License-Identifier: GPL-2.0
/* Facts of a crash: what its addresses mean. */
#include <string.h>

#include "facts.h"

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
	frames_find(crash, sym, &ret->frames);
}

void facts_free(struct crash_facts *facts)
{
	frames_free(&facts->frames);
}
