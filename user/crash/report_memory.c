// SPDX-License-Identifier: GPL-2.0
/* Parts of the text report: registers, code bytes, the top of the stack, maps. */
#include <inttypes.h>
#include <string.h>

#include "names.h"
#include "region.h"
#include "report.h"
#include "view/escape.h"

#define CODE_BEFORE	42	/* as the kernel's Code: line */
#define CODE_AFTER	21
#define CODE_COLUMNS	24

static void put_registers(FILE *f, const struct rms_signal *sig,
			  const uint8_t *regs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%8s %016" PRIx64, i ? "  " : "",
			names_register(regs[i]), (uint64_t)sig->regs[regs[i]]);
	fputc('\n', f);
}

void report_registers(FILE *f, const struct report *r)
{
	static const uint8_t rows[][3] = {
		{ RMS_REG_AX, RMS_REG_BX, RMS_REG_CX },
		{ RMS_REG_DX, RMS_REG_SI, RMS_REG_DI },
		{ RMS_REG_BP, RMS_REG_SP, RMS_REG_IP },
		{ RMS_REG_R8, RMS_REG_R9, RMS_REG_R10 },
		{ RMS_REG_R11, RMS_REG_R12, RMS_REG_R13 },
		{ RMS_REG_R14, RMS_REG_R15, RMS_REG_ORIG_AX },
		{ RMS_REG_FS_BASE, RMS_REG_GS_BASE, RMS_REG_FLAGS },
	};
	const struct rms_signal *sig = &r->crash->sig;

	fputs("\nRegisters:\n", f);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		put_registers(f, sig, rows[i], 3);
	fprintf(f, "      cs %016" PRIx64 "        ss %016" PRIx64, (uint64_t)
		sig->regs[RMS_REG_CS], (uint64_t)sig->regs[RMS_REG_SS]);
	if (crash_is_trap(sig))
		fprintf(f, "  trap %" PRIu64 " (%s), error 0x%" PRIx64,
			(uint64_t)sig->trap, names_trap(sig->trap) ?
			names_trap(sig->trap) : "unknown", (uint64_t)sig->error);
	fputc('\n', f);
	if (crash_is_trap(sig) && sig->trap == TRAP_PAGE)
		fprintf(f, "     cr2 %016" PRIx64 "\n", (uint64_t)sig->cr2);
}

bool report_code_before(const struct crash *crash, size_t *ret)
{
	uint64_t ip = crash->sig.regs[RMS_REG_IP];

	if (ip < crash->sig.code_addr ||
	    ip - crash->sig.code_addr >= crash->code.len)
		return false;
	*ret = ip - crash->sig.code_addr;
	return true;
}

static void put_insn(FILE *f, const struct crash *c, size_t before)
{
	struct bytes rest = c->code;
	uint64_t ip = c->sig.regs[RMS_REG_IP];
	char text[256];

	bytes_skip(&rest, before);
	if (sym_insn_text(rest.data, rest.len, ip, text, sizeof(text)))
		fprintf(f, "  %" PRIx64 ":  %s\n", ip, text);
}

void report_code(FILE *f, const struct report *r)
{
	const struct crash *c = r->crash;
	size_t before, first, end, i, column = 0;

	fputs("\nCode:\n", f);
	if (!report_code_before(c, &before)) {
		fprintf(f, "  none readable at 0x%" PRIx64 "\n",
			(uint64_t)c->sig.regs[RMS_REG_IP]);
		return;
	}
	first = before > CODE_BEFORE ? before - CODE_BEFORE : 0;
	end = c->code.len - before > CODE_AFTER ? before + 1 + CODE_AFTER :
						  c->code.len;
	for (i = first; i < end; i++) {
		fputs(column ? " " : "  ", f);
		fprintf(f, i == before ? "<%02x>" : "%02x", c->code.data[i]);
		column = (column + 1) % CODE_COLUMNS;
		fputs(column ? "" : "\n", f);
	}
	fputs(column ? "\n" : "", f);
	put_insn(f, c, before);
}

/* an address in code, as a return address is: where it leads */
static void put_code_address(FILE *f, const struct report *r, uint64_t word)
{
	const struct mapping *map = mappings_find(&r->crash->maps, word);
	struct facts_place place;
	char name[700], symbol[900];
	struct rm_out out;

	if (!map || !(map->prot & RMS_MAP_EXEC))
		return;
	facts_place_at(&r->crash->maps, r->crash->sig.h.pid, word, r->sym,
		       &place);
	rm_out_init(&out, name, sizeof(name));
	facts_place_name(&place, &out);
	fprintf(f, "  %s", name);
	if (!place.sym.symbol[0])
		return;
	rm_out_init(&out, symbol, sizeof(symbol));
	escape_text(&out, place.sym.symbol, strlen(place.sym.symbol));
	fprintf(f, " (%s+0x%" PRIx64 ")", symbol,
		place.sym.vaddr - place.sym.symbol_vaddr);
}

void report_stack(FILE *f, const struct report *r)
{
	uint64_t sp = r->crash->sig.regs[RMS_REG_SP], word;
	size_t i;

	fprintf(f, "\nStack%s:\n", r->crash->sig.flags & RMS_SIG_ONSTACK ?
		" (an alternate one)" : "");
	for (i = 0; i < FACTS_STACK_WORDS &&
	     facts_stack_word(r->crash, i, &word); i++) {
		fprintf(f, "  %016" PRIx64 ": %016" PRIx64, sp + i * 8, word);
		put_code_address(f, r, word);
		fputc('\n', f);
	}
	if (!i)
		fprintf(f, "  none captured at 0x%" PRIx64 "\n", sp);
}

static bool is_neighbour(const struct report *r, const struct mapping *map)
{
	const struct cause *cause = &r->facts->cause;
	const struct mapping *v = r->crash->maps.v;
	size_t i = (size_t)(map - v), n = r->crash->maps.n;

	if (!cause->has_addr)
		return false;
	if (map->end <= cause->addr)	/* the last one below */
		return i + 1 == n || v[i + 1].end > cause->addr;
	return !i || v[i - 1].start <= cause->addr;
}

bool report_map_relevant(const struct report *r, const struct mapping *map)
{
	const struct mapping *ip = r->facts->ip.map;
	uint64_t sp = r->crash->sig.regs[RMS_REG_SP];

	if (r->style.verbose || map == ip || is_neighbour(r, map))
		return true;
	if (sp >= map->start && sp < map->end)
		return true;
	if ((map->prot & RMS_MAP_EXEC) && map->file->path[0])
		return true;
	return ip && ip->file->inode && ip->file->inode == map->file->inode &&
	       ip->file->major == map->file->major &&
	       ip->file->minor == map->file->minor;
}

static const char *mark_of(const struct report *r, const struct mapping *map)
{
	uint64_t sp = r->crash->sig.regs[RMS_REG_SP];

	if (map == r->facts->ip.map)
		return map == r->facts->addr_map ? "ip,addr" : "ip";
	if (map == r->facts->addr_map)
		return "addr";
	return sp >= map->start && sp < map->end ? "sp" : "";
}

static void put_map(FILE *f, const struct report *r, const struct mapping *map)
{
	char prot[5], path[4600];
	struct rm_out out;

	region_prot(map, prot);
	rm_out_init(&out, path, sizeof(path));
	region_path(&out, map);
	fprintf(f, "  %-4s %08" PRIx64 "-%08" PRIx64 " %s %08" PRIx64
		" %02x:%02x %" PRIu64 "%s%s\n", mark_of(r, map), map->start,
		map->end, prot, map->offset, map->file->major,
		map->file->minor, map->file->inode, path[0] ? " " : "", path);
}

void report_maps(FILE *f, const struct report *r)
{
	const struct mappings *maps = &r->crash->maps;
	size_t shown = 0;

	fputs("\nMappings:\n", f);
	for (size_t i = 0; i < maps->n; i++) {
		if (!report_map_relevant(r, &maps->v[i]))
			continue;
		put_map(f, r, &maps->v[i]);
		shown++;
	}
	if (shown < maps->n)
		fprintf(f, "  %zu of %zu are shown, with -v all\n", shown,
			maps->n);
	else if (!maps->n)
		fputs("  none known\n", f);
}
