// SPDX-License-Identifier: GPL-2.0
/* A logged crash as a JSON object. */
#include <string.h>

#include "report.h"
#include "view/json_out.h"

static const char *form_name(enum log_form form)
{
	static const char *const names[] = {
		[LOG_X86_FAULT] = "x86_fault",
		[LOG_X86_TRAP] = "x86_trap",
		[LOG_PPC] = "powerpc",
		[LOG_SIGNAL] = "unhandled_signal",
		[LOG_ARM64] = "arm64",
		[LOG_ARM64_EXCEPTION] = "arm64_exception",
		[LOG_ARM_UNDEFINED] = "arm_undefined",
		[LOG_ARM32] = "arm32",
		[LOG_AUDIT] = "audit",
		[LOG_FATAL] = "fatal_signal",
	};

	return names[form];
}

static const char *state_name(enum log_place_state state)
{
	static const char *const names[] = {
		[LOG_PLACED] = "placed",
		[LOG_PLACE_NO_IP] = "no_ip",
		[LOG_PLACE_NO_MAP] = "no_mapping",
		[LOG_PLACE_OUTSIDE] = "ip_outside",
		[LOG_PLACE_NO_LIBRARY] = "no_library",
		[LOG_PLACE_SIZE] = "wrong_size",
		[LOG_PLACE_UNPROVEN] = "unproven",
		[LOG_PLACE_CODE] = "wrong_code",
		[LOG_PLACE_INSN] = "wrong_insn",
		[LOG_PLACE_OFFSET] = "wrong_offset",
		[LOG_PLACE_AMBIGUOUS] = "ambiguous",
	};

	return names[state];
}

static void put_hex(struct json_out *j, const struct log_crash *c,
		    unsigned int has, const char *key, uint64_t v)
{
	if (c->has & has)
		json_hex(j, key, v);
}

static void put_unsigned(struct json_out *j, const struct log_crash *c,
			 unsigned int has, const char *key, uint64_t v)
{
	if (c->has & has)
		json_unsigned(j, key, v);
}

static void put_map(struct json_out *j, const struct log_crash *c)
{
	bool inside = log_ip_inside(c);

	if (!c->map.name[0])
		return;
	json_str(j, "module", c->map.name);
	json_bool(j, "deleted", c->map.deleted);
	put_hex(j, c, LOG_HAS_MAP, "base", c->map.base);
	put_hex(j, c, LOG_HAS_MAP, "size", c->map.size);
	if ((c->has & LOG_HAS_MAP) && (c->has & LOG_HAS_IP))
		json_bool(j, "ip_in_mapping", inside);
	if (inside)
		json_hex(j, "ip_minus_base", c->ip - c->map.base);
	if (inside && (c->has & LOG_HAS_OFFSET)) {
		json_hex(j, "file_offset", c->map.offset);
		json_hex(j, "mapping_offset",
			 c->map.offset - (c->ip - c->map.base));
	}
}

static void put_library(struct json_out *j, const struct log_place *p)
{
	const uint8_t *id;
	size_t n;

	if (!p->lib)
		return;
	json_str(j, "library", sym_library_path(p->lib));
	n = sym_library_build_id(p->lib, &id);
	if (n)
		json_bytes(j, "build_id", bytes_of(id, n));
	json_bool(j, "size_fits", p->size_checked);
	json_bool(j, "code_fits", p->code_checked);
}

static void put_place(struct json_out *j, const struct log_crash *c,
		      const struct log_place *p)
{
	char buf[1200];
	struct rm_out o;

	json_str(j, "place", state_name(p->state));
	put_library(j, p);
	if (p->state != LOG_PLACED) {
		rm_out_init(&o, buf, sizeof(buf));
		log_place_why(c, p, &o);
		json_str(j, "why", buf);
		return;
	}
	json_hex(j, "vaddr", p->vaddr);
	sym_place_text(&p->place, buf, sizeof(buf));
	json_str(j, "function", buf);
	if (p->place.symbol[0]) {
		json_str(j, "symbol", p->place.symbol);
		json_hex(j, "symbol_vaddr", p->place.symbol_vaddr);
	}
	if (p->place.fde_end) {
		json_hex(j, "fde_start", p->place.fde_start);
		json_hex(j, "fde_end", p->place.fde_end);
	}
}

static void put_code(struct json_out *j, const struct log_crash *c,
		     const struct log_place *p)
{
	char buf[256];

	if (c->code_state != LOG_CODE_BYTES)
		return;
	json_bytes(j, "code", bytes_of(c->code, c->code_len));
	json_unsigned(j, "code_at", c->code_at);
	if (log_insn(c, p, buf, sizeof(buf)))
		json_str(j, "insn", buf);
}

void log_json_crash(struct json_out *j, const struct log_crash *crash,
		    const struct log_place *place)
{
	char buf[512];
	struct rm_out o;

	json_line_begin(j);
	json_str(j, "kind", "logged_crash");
	json_unsigned(j, "line", crash->line);
	json_str(j, "form", form_name(crash->form));
	if (crash->prog[0])
		json_str(j, "program", crash->prog);
	put_unsigned(j, crash, LOG_HAS_PID, "pid", crash->pid);
	rm_out_init(&o, buf, sizeof(buf));
	log_cause(crash, &o);
	json_str(j, "cause", buf);
	put_hex(j, crash, LOG_HAS_ADDR, "address", crash->addr);
	put_hex(j, crash, LOG_HAS_IP, "ip", crash->ip);
	put_hex(j, crash, LOG_HAS_SP, "sp", crash->sp);
	put_hex(j, crash, LOG_HAS_ERROR, "error", crash->error);
	put_unsigned(j, crash, LOG_HAS_SIGNAL, "signal", crash->sig);
	put_unsigned(j, crash, LOG_HAS_CPU, "cpu", crash->cpu);
	put_map(j, crash);
	put_place(j, crash, place);
	put_code(j, crash, place);
	json_array_begin(j, "notes");
	for (size_t i = 0; rm_out_init(&o, buf, sizeof(buf)),
	     log_note(crash, i, &o); i++)
		json_str(j, NULL, buf);
	json_array_end(j);
	json_line_end(j);
}

void log_json_notice(struct json_out *j, const struct log_notice *notice,
		     uint64_t line)
{
	json_line_begin(j);
	json_str(j, "kind", "suppressed");
	json_unsigned(j, "line", line);
	json_str(j, "where", notice->where);
	json_unsigned(j, "count", notice->count);
	json_bool(j, "crashes", notice->crashes);
	json_line_end(j);
}
