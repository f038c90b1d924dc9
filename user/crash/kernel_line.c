// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's message about a crash, made from the captured facts: as arch/x86
 * mm/fault.c (show_signal_msg) and kernel/traps.c (show_signal) print it, with
 * print_vma_addr()'s "in FILE[base+size]".
 */
#include <inttypes.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "facts.h"
#include "names.h"
#include "view/escape.h"
#include "view/words.h"

__attribute__((format(printf, 2, 3)))
static void put(struct rm_out *out, const char *fmt, ...)
{
	char buf[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	rm_out_str(out, buf);
}

static void put_name(struct rm_out *out, const struct rms_signal *sig)
{
	escape_text(out, sig->comm, strnlen(sig->comm, sizeof(sig->comm)));
	put(out, "[%u]", sig->h.tid);
}

static void put_registers(struct rm_out *out, const struct rms_signal *sig)
{
	put(out, " ip:%llx sp:%llx error:%llx",
	    sig->regs[RMS_REG_IP], sig->regs[RMS_REG_SP], sig->error);
}

static void put_file(struct rm_out *out, const struct rms_signal *sig,
		     const struct mappings *maps)
{
	const struct mapping *map = mappings_find(maps,
						  sig->regs[RMS_REG_IP]);
	const char *name;

	if (!map || !map->file->path[0])
		return;
	name = mapping_name(map);
	rm_out_str(out, " in ");
	escape_text(out, name, strlen(name));
	rm_out_str(out, map->flags & RMS_MAP_DELETED ? " (deleted)" : "");
	put(out, "[%" PRIx64 "+%" PRIx64 "]", map->start,
	    map->end - map->start);
}

/* traps that go through show_signal() with "trap " before their names */
static const char *trap_prefix(uint64_t trap)
{
	return trap == TRAP_PROTECTION || trap == TRAP_CONTROL ? " " : " trap ";
}

static bool is_page_segv(const struct rms_signal *sig)
{
	return sig->sig == SIGSEGV && sig->trap == TRAP_PAGE &&
	       (sig->flags & RMS_SIG_ADDR);
}

void kernel_line(const struct rms_signal *sig, const struct mappings *maps,
		 struct rm_out *out)
{
	if (crash_is_trap(sig) && is_page_segv(sig)) {
		put_name(out, sig);
		put(out, ": segfault at %llx ip %016llx"
		    " sp %016llx error %llx", sig->addr,
		    sig->regs[RMS_REG_IP], sig->regs[RMS_REG_SP], sig->error);
	} else if (crash_is_trap(sig) && sig->trap != TRAP_PAGE &&
		   sig->sig != SIGSYS && names_trap(sig->trap)) {
		rm_out_str(out, "traps: ");
		put_name(out, sig);
		rm_out_str(out, trap_prefix(sig->trap));
		rm_out_str(out, names_trap(sig->trap));
		put_registers(out, sig);
	} else {
		put_name(out, sig);
		rm_out_str(out, ": ");
		words_signal(out, sig->sig);
		if (sig->flags & RMS_SIG_ADDR)
			put(out, " at %llx", sig->addr);
		put(out, " ip %016llx sp %016llx",
		    sig->regs[RMS_REG_IP], sig->regs[RMS_REG_SP]);
	}
	put_file(out, sig, maps);
}
