// SPDX-License-Identifier: GPL-2.0
/* A signal in one line, for traces. */
#include "facts.h"
#include "view/words.h"

static void put_place(struct rm_out *out, const struct record *rec,
		      const struct mappings *maps, struct sym_cache *sym)
{
	struct facts_place place;

	facts_place_ip(maps, &rec->signal, sym, &place);
	rm_out_str(out, ", ip ");
	if (!place.map) {
		rm_out_hex(out, place.addr);
		return;
	}
	rm_out_str(out, "in ");
	facts_place_name(&place, out);
}

void crash_summary_line(const struct record *rec, const struct model *model,
			struct sym_cache *sym, struct rm_out *out)
{
	static const struct mappings none;
	const struct rms_signal *sig = &rec->signal;
	const struct process *p = model_process(model, rec->h.pid);
	const struct process *sender = NULL;
	struct cause_in in = {
		.sig = sig,
		.code = rec->code,
		.maps = p ? &p->maps : &none,
		.sender = "",
	};
	struct cause cause;

	if (!crash_is_trap(sig) && sig->sender_pid > 0)
		sender = model_process(model, (uint32_t)sig->sender_pid);
	if (sender)
		in.sender = sender->comm;
	cause_find(&in, &cause);
	words_signal(out, sig->sig);
	rm_out_str(out, sig->flags & RMS_SIG_HANDLER ? " (handled): " :
		   sig->flags & RMS_SIG_IGNORED ? " (ignored): " : ": ");
	rm_out_str(out, cause.what);
	put_place(out, rec, in.maps, sym);
}
