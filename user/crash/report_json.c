// SPDX-License-Identifier: GPL-2.0
/*
 * The crash report as one JSON object: the same facts as the text.  Addresses are
 * strings in hex, times are ns of CLOCK_MONOTONIC, "clock" is ns since 1970.
 */
#include <string.h>

#include "names.h"
#include "region.h"
#include "report.h"
#include "view/json.h"
#include "view/words.h"

static void put_out(struct json_out *j, const char *key,
		    const struct rm_out *out)
{
	json_text(j, key, out->buf, out->len);
}

static void put_comm(struct json_out *j, const char *key,
		     const char comm[RMS_COMM_LEN])
{
	json_text(j, key, comm, strnlen(comm, RMS_COMM_LEN));
}

static void put_signal(struct json_out *j, const struct rms_signal *sig)
{
	char buf[32];
	struct rm_out name;

	rm_out_init(&name, buf, sizeof(buf));
	words_signal(&name, sig->sig);
	json_object_begin(j, "signal");
	put_out(j, "name", &name);
	json_num(j, "number", sig->sig);
	json_num(j, "code", sig->code);
	json_str(j, "code_name", names_code(sig->sig, sig->code));
	json_bool(j, "fatal", sig->flags & RMS_SIG_FATAL);
	json_bool(j, "handled", sig->flags & RMS_SIG_HANDLER);
	json_bool(j, "ignored", sig->flags & RMS_SIG_IGNORED);
	json_bool(j, "from_kernel", sig->flags & RMS_SIG_KERNEL);
	json_bool(j, "alternate_stack", sig->flags & RMS_SIG_ONSTACK);
	json_hex(j, "handler", sig->handler);
	if (crash_is_trap(sig)) {
		json_unsigned(j, "trap", sig->trap);
		json_str(j, "trap_name", names_trap(sig->trap));
		json_hex(j, "error", sig->error);
		json_hex(j, "cr2", sig->cr2);
	} else if (sig->sender_pid > 0) {
		json_num(j, "sender_pid", sig->sender_pid);
		json_unsigned(j, "sender_uid", sig->sender_uid);
	}
	json_object_end(j);
}

static void put_cause(struct json_out *j, const struct report *r)
{
	const struct cause *cause = &r->facts->cause;

	json_object_begin(j, "cause");
	json_str(j, "what", cause->what);
	json_array_begin(j, "details");
	for (unsigned int i = 0; i < cause->n_details; i++)
		json_str(j, NULL, cause->details[i]);
	json_array_end(j);
	if (cause->has_addr)
		json_hex(j, "addr", cause->addr);
	else
		json_null(j, "addr");
	json_str(j, "region", r->facts->addr_map ?
		 region_key(region_of(r->facts->addr_map)) : NULL);
	json_object_end(j);
}

static void put_process(struct json_out *j, const struct crash *c)
{
	const char *word = c->cmdline;
	size_t n, left = c->cmdline_len;

	put_comm(j, "comm", c->sig.comm);
	put_comm(j, "process_comm", c->sig.pcomm);
	json_unsigned(j, "ppid", c->ppid);
	json_str(j, "exe", c->exe);
	json_array_begin(j, "cmdline");
	for (; left; word += n, left -= n) {
		n = strnlen(word, left);
		json_text(j, NULL, word, n);
		n += n < left;
	}
	json_array_end(j);
	json_str(j, "driver", c->driver[0] ? c->driver : NULL);
}

static void put_end(struct json_out *j, const struct crash *c)
{
	char buf[64];
	struct rm_out words;

	json_bool(j, "ended", c->ended);
	if (!c->ended)
		return;
	rm_out_init(&words, buf, sizeof(buf));
	words_exit(&words, c->exit_code);
	json_unsigned(j, "exit_code", c->exit_code);
	put_out(j, "exit", &words);
}

static void put_symbol(struct json_out *j, const struct sym_place *sym)
{
	if (sym->has_vaddr)
		json_hex(j, "vaddr", sym->vaddr);
	else
		json_null(j, "vaddr");
	json_str(j, "symbol", sym->symbol[0] ? sym->symbol : NULL);
	if (sym->symbol[0]) {
		json_hex(j, "symbol_vaddr", sym->symbol_vaddr);
		json_unsigned(j, "symbol_size", sym->symbol_size);
	} else if (sym->before[0]) {
		json_str(j, "symbol_before", sym->before);
		json_hex(j, "symbol_before_vaddr", sym->before_vaddr);
		json_unsigned(j, "symbol_before_size", sym->before_size);
	}
	if (sym->fde_end) {
		json_hex(j, "fde_start", sym->fde_start);
		json_hex(j, "fde_end", sym->fde_end);
	}
}

static void put_place_fields(struct json_out *j, const struct facts_place *place)
{
	const struct map_file *file = place->map ? place->map->file : NULL;

	json_hex(j, "addr", place->addr);
	json_bool(j, "mapped", file);
	if (file) {
		json_str(j, "module", mapping_name(place->map));
		json_str(j, "path", file->path[0] ? file->path : NULL);
		json_hex(j, "map_start", place->map->start);
		json_hex(j, "map_end", place->map->end);
		json_hex(j, "offset", place->sym.offset);
		if (place->build_id)
			json_bytes(j, "build_id_mapped",
				   bytes_of(place->build_id, RMS_BUILD_ID_LEN));
		json_bytes(j, "build_id", bytes_of(place->sym.build_id,
						   place->sym.build_id_len));
		json_str(j, "file_state", sym_state_text(place->sym.state));
		put_symbol(j, &place->sym);
	}
}

static void put_place(struct json_out *j, const char *key,
		      const struct facts_place *place)
{
	json_object_begin(j, key);
	put_place_fields(j, place);
	json_object_end(j);
}

static void put_frame(struct json_out *j, const struct frame *f)
{
	json_object_begin(j, NULL);
	json_str(j, "how", frames_how_key(f->how));
	json_bool(j, "signal", f->signal);
	json_hex(j, "sp", f->sp);
	put_place_fields(j, &f->place);
	if (f->has_line) {
		json_str(j, "source", f->line.file);
		json_unsigned(j, "line", f->line.line);
	}
	json_object_end(j);
}

static void put_frames(struct json_out *j, const struct frames *frames)
{
	json_array_begin(j, "frames");
	for (size_t i = 0; i < frames->n; i++)
		put_frame(j, &frames->v[i]);
	json_array_end(j);
	json_str(j, "frames_end", frames_end_key(frames->end));
}

static void put_registers(struct json_out *j, const struct rms_signal *sig)
{
	json_object_begin(j, "regs");
	for (unsigned int i = 0; i < RMS_REG_N; i++)
		json_hex(j, names_register(i), sig->regs[i]);
	json_object_end(j);
}

static void put_memory(struct json_out *j, const struct report *r)
{
	const struct crash *c = r->crash;
	struct bytes rest = c->code;
	char text[256];
	size_t before;

	json_hex(j, "code_addr", c->sig.code_addr);
	json_bytes(j, "code", c->code);
	if (report_code_before(c, &before) && bytes_skip(&rest, before) &&
	    sym_insn_text(rest.data, rest.len, c->sig.regs[RMS_REG_IP], text,
			  sizeof(text)))
		json_str(j, "instruction", text);
	json_hex(j, "stack_addr", c->sig.stack_addr);
	json_bytes(j, "stack", c->stack);
}

static void put_map(struct json_out *j, const struct mapping *map)
{
	char prot[5];

	region_prot(map, prot);
	json_object_begin(j, NULL);
	json_hex(j, "start", map->start);
	json_hex(j, "end", map->end);
	json_str(j, "prot", prot);
	json_hex(j, "offset", map->offset);
	json_unsigned(j, "major", map->file->major);
	json_unsigned(j, "minor", map->file->minor);
	json_unsigned(j, "inode", map->file->inode);
	json_str(j, "path", map->file->path[0] ? map->file->path : NULL);
	json_bool(j, "deleted", map->flags & RMS_MAP_DELETED);
	json_str(j, "region", region_key(region_of(map)));
	json_object_end(j);
}

static void put_maps(struct json_out *j, const struct report *r)
{
	const struct crash *c = r->crash;

	json_bool(j, "maps_complete", r->facts->maps_complete);
	json_unsigned(j, "maps_total", c->maps_ended ? c->maps_total : c->maps.n);
	json_array_begin(j, "maps");
	for (size_t i = 0; i < c->maps.n; i++)
		put_map(j, &c->maps.v[i]);
	json_array_end(j);
}

static void put_calls(struct json_out *j, const char *key,
		      const struct call_list *list,
		      const struct rm_version *version)
{
	struct record rec;

	json_array_begin(j, key);
	for (size_t i = 0; i < list->n; i++) {
		kept_call_record(list->v[i], &rec);
		json_object_begin(j, NULL);
		json_unsigned(j, "time", rec.call.h.time);
		json_unsigned(j, "enter", rec.call.enter);
		json_unsigned(j, "tid", rec.call.h.tid);
		json_num(j, "ret", rec.call.ret);
		json_call(j, &rec, version, NULL);
		json_object_end(j);
	}
	json_array_end(j);
}

static void put_losses(struct json_out *j, const struct report *r)
{
	json_object_begin(j, "lost");
	for (unsigned int i = 0; i < RMS_LOSS_N; i++)
		json_unsigned(j, record_loss_name(i), r->lost[i]);
	json_unsigned(j, "mappings", r->crash->maps_lost);
	json_object_end(j);
}

void report_json(struct json_out *j, const struct report *r)
{
	const struct crash *c = r->crash;

	json_str(j, "kind", "crash");
	json_unsigned(j, "time", c->sig.h.time);
	json_num(j, "clock", (int64_t)c->sig.h.time + r->clock_offset);
	json_unsigned(j, "pid", c->sig.h.pid);
	json_unsigned(j, "tid", c->sig.h.tid);
	json_unsigned(j, "cpu", c->sig.h.cpu);
	json_str(j, "line", r->facts->kernel_line);
	put_signal(j, &c->sig);
	put_cause(j, r);
	put_process(j, c);
	put_end(j, c);
	put_place(j, "ip", &r->facts->ip);
	if (r->facts->caller.map)
		put_place(j, "caller", &r->facts->caller);
	put_frames(j, &r->facts->frames);
	put_registers(j, &c->sig);
	put_memory(j, r);
	put_maps(j, r);
	put_calls(j, "thread_calls", &c->thread_calls, &c->version);
	put_calls(j, "process_calls", &c->process_calls, &c->version);
	put_calls(j, "in_flight", &c->flight, &c->version);
	report_driver_json(j, r);
	put_losses(j, r);
}
