// SPDX-License-Identifier: GPL-2.0
/* The table of options: what each is called, takes, means and sets. */
#include <stddef.h>

#include <rmsnoop/shared.h>

#include "options_table.h"
#include "store/store.h"

#define READERS		(VERB_TRACE | VERB_RECORD | VERB_CRASH | VERB_SURFACE)
#define CRASH_KEEPERS	(VERB_TRACE | VERB_RECORD | VERB_CRASH)
#define SHOWERS		(VERB_TRACE | VERB_CRASH | VERB_SURFACE)
#define ALL_VERBS	(READERS | VERB_CHECK | VERB_RESOLVE | VERB_CRASHES | \
			 VERB_DECODE | VERB_DISASM)
#define KEEPERS		(VERB_CRASH | VERB_CRASHES)
#define AT(member)	.offset = offsetof(struct options, member)

static const char *const attach_names[] = {
	[ATTACH_AUTO] = "auto",
	[ATTACH_FENTRY] = "fentry",
	[ATTACH_KPROBE] = "kprobe",
	[ATTACH_SYSCALL] = "syscall",
	[ATTACH_MODULE] = "module",
	NULL
};
static const char *const color_names[] = { "auto", "always", "never", NULL };
static const char *const format_names[] = { "abbrev", "verbose", "raw", NULL };
static const char *const as_names[] = {
	"auto", "ctrl", "class", "escape", "uvm", "status", "xid", NULL
};

const struct opt opts_table[] = {
	{ .letter = 'p', .name = "pid", .arg = "PID", .type = OPT_PIDS,
	  .verbs = READERS, AT(pids),
	  .help = "only this process and its children" },
	{ .letter = 'P', .name = "not-pid", .arg = "PID", .type = OPT_PIDS,
	  .verbs = READERS, AT(not_pids), .help = "not this process" },
	{ .letter = 'n', .name = "comm", .arg = "NAME", .type = OPT_NAMES,
	  .verbs = READERS, AT(comms),
	  .help = "only programs of this name and their children" },
	{ .letter = 'N', .name = "not-comm", .arg = "NAME", .type = OPT_NAMES,
	  .verbs = READERS, AT(not_comms), .help = "not programs of this name" },
	{ .letter = 'c', .name = "cgroup", .arg = "PATH", .type = OPT_STRING,
	  .verbs = READERS, AT(session.cgroup), .live = true,
	  .help = "only this cgroup and those below it" },
	{ .name = "all", .type = OPT_FLAG, .verbs = CRASH_KEEPERS, AT(session.all),
	  .live = true,
	  .help = "signals of every process, not only users of the driver" },
	{ .name = "attach", .arg = "HOW", .type = OPT_CHOICE,
	  .choices = attach_names, .verbs = READERS, AT(attach), .live = true,
	  .help = "how to attach" },
	{ .name = "payload", .arg = "BYTES", .type = OPT_SIZE, .min = 16,
	  .max = RMS_PAYLOAD_LARGE, .verbs = READERS, AT(session.payload_max), .live = true,
	  .help = "bytes kept of a parameter block (4K)" },
	{ .name = "stack", .arg = "BYTES", .type = OPT_SIZE, .min = 8,
	  .max = RMS_STACK_MAX, .verbs = CRASH_KEEPERS, AT(session.stack_max), .live = true,
	  .help = "bytes of stack kept at a crash (32K)" },
	{ .name = "no-stack", .type = OPT_FLAG, .verbs = CRASH_KEEPERS,
	  AT(session.no_stack), .live = true,
	  .help = "keep no stack memory, which may hold secrets" },
	{ .name = "ring", .arg = "BYTES", .type = OPT_SIZE, .min = 65536,
	  .max = 1 << 30, .verbs = READERS, AT(session.ring_size), .live = true,
	  .help = "size of the ring of calls (16M)" },
	{ .name = "from", .arg = "FILE", .type = OPT_STRING, .verbs = READERS,
	  AT(from), .help = "read a recording, \"-\": from standard input" },
	{ .name = "save", .arg = "FILE", .type = OPT_STRING, .verbs = SHOWERS,
	  AT(save), .help = "write a recording as well" },
	{ .letter = 'o', .name = "output", .arg = "FILE", .type = OPT_STRING,
	  .verbs = READERS | VERB_CRASHES, AT(output),
	  .help = "write there, \"-\": to standard output" },
	{ .name = "json", .type = OPT_FLAG,
	  .verbs = SHOWERS | VERB_CHECK | VERB_RESOLVE | VERB_CRASHES |
		   VERB_DECODE | VERB_DISASM,
	  AT(json), .help = "one JSON object a line" },
	{ .letter = 'X', .name = "format", .arg = "HOW", .type = OPT_CHOICE,
	  .choices = format_names, .verbs = VERB_TRACE | VERB_CRASH | VERB_CRASHES, AT(format),
	  .help = "how arguments are shown" },
	{ .name = "failed", .type = OPT_FLAG, .verbs = VERB_TRACE | VERB_SURFACE, AT(failed),
	  .help = "only what failed" },
	{ .name = "color", .arg = "WHEN", .type = OPT_CHOICE,
	  .choices = color_names, .verbs = SHOWERS | VERB_CHECK | VERB_CRASHES,
	  AT(color),
	  .help = "use colour" },
	{ .name = "strict", .type = OPT_FLAG, .verbs = READERS, AT(strict),
	  .help = "end with status 4 when records were lost" },
	{ .name = "lib", .arg = "PATH", .type = OPT_PATHS,
	  .verbs = VERB_RESOLVE | VERB_DISASM,
	  AT(libs), .help = "a library, or a directory where they are" },
	{ .name = "maps", .arg = "FILE", .type = OPT_STRING,
	  .verbs = VERB_RESOLVE, AT(maps),
	  .help = "what /proc/PID/maps was" },
	{ .name = "hold", .arg = "TIME", .absent = "10m", .type = OPT_TIME,
	  .min = 1, .max = 7 * 86400, .verbs = VERB_CRASH, AT(hold), .live = true,
	  .help = "stop a crashing process for a debugger (10m)" },
	{ .name = "store", .arg = "DIR", .absent = STORE_DEFAULT,
	  .type = OPT_STRING, .verbs = VERB_CRASH, AT(store),
	  .help = "keep crashes in a directory (" STORE_DEFAULT ")" },
	{ .name = "store", .arg = "DIR", .type = OPT_STRING,
	  .verbs = VERB_CRASHES, AT(store),
	  .help = "where they are kept (" STORE_DEFAULT ")" },
	{ .name = "again", .type = OPT_FLAG, .verbs = VERB_CRASHES, AT(again),
	  .help = "make the report anew from its records" },
	{ .name = "html", .type = OPT_FLAG, .verbs = VERB_CRASHES, AT(html),
	  .help = "show: as a page for a browser" },
	{ .name = "bundle", .arg = "FILE", .type = OPT_STRING,
	  .verbs = VERB_CRASHES, AT(bundle),
	  .help = "read what export wrote, no store" },
	{ .name = "core", .arg = "FILE", .type = OPT_STRING,
	  .verbs = VERB_CRASHES, AT(core), .help = "export: write a core file" },
	{ .name = "libs", .type = OPT_FLAG, .verbs = VERB_CRASHES, AT(libs_too),
	  .help = "export: with the libraries that were mapped" },
	{ .name = "keep-count", .arg = "N", .type = OPT_NUMBER, .min = 1,
	  .max = 1000000, .verbs = KEEPERS, AT(keep_count),
	  .help = "keep at most so many crashes" },
	{ .name = "keep-size", .arg = "BYTES", .type = OPT_SIZE, .min = 1,
	  .max = 1ull << 50, .verbs = KEEPERS, AT(keep_size),
	  .help = "... so many bytes" },
	{ .name = "keep-age", .arg = "TIME", .type = OPT_TIME, .min = 1,
	  .max = 1ull << 40, .verbs = KEEPERS, AT(keep_age),
	  .help = "... for so long, as 90d" },
	{ .name = "as", .arg = "KIND", .type = OPT_CHOICE, .choices = as_names,
	  .verbs = VERB_DECODE, AT(as), .help = "what bare numbers are" },
	{ .name = "from", .arg = "FILE", .type = OPT_STRING, .verbs = VERB_DECODE,
	  AT(from), .help = "the text to decode (standard input)" },
	{ .name = "struct", .arg = "NAME", .type = OPT_STRING,
	  .verbs = VERB_DECODE, AT(struct_name),
	  .help = "decode bytes in hex as this struct" },
	{ .name = "payload", .arg = "HEX", .type = OPT_STRING,
	  .verbs = VERB_DECODE, AT(payload),
	  .help = "the parameters of the number" },
	{ .name = "driver", .arg = "VERSION", .type = OPT_STRING,
	  .verbs = VERB_DECODE | SHOWERS, AT(driver),
	  .help = "as this driver version has it" },
	{ .name = "allowlist", .arg = "FILE", .type = OPT_STRING,
	  .verbs = VERB_SURFACE, AT(allowlist),
	  .help = "tell what this list does not have" },
	{ .name = "emit-allowlist", .type = OPT_FLAG, .verbs = VERB_SURFACE,
	  AT(emit_allowlist), .help = "write a list of what was used" },
	{ .name = "before", .arg = "N", .type = OPT_NUMBER, .max = 1000000,
	  .verbs = VERB_DISASM, AT(before),
	  .help = "instructions before the one meant (10)" },
	{ .name = "after", .arg = "N", .type = OPT_NUMBER, .max = 1000000,
	  .verbs = VERB_DISASM, AT(after), .help = "instructions after it (10)" },
	{ .name = "bytes", .type = OPT_FLAG, .verbs = VERB_DISASM, AT(bytes),
	  .help = "show the bytes of instructions" },
	{ .letter = 'v', .name = "verbose", .type = OPT_COUNT,
	  .verbs = ALL_VERBS, AT(verbose),
	  .help = "show more; -vv: libbpf's messages too" },
	{ .letter = 'h', .name = "help", .type = OPT_FLAG, .verbs = ALL_VERBS,
	  AT(help), .help = "show this help" },
	{ .name = "test-device", .arg = "NAME=CLASS", .type = OPT_STRING,
	  .verbs = READERS, AT(session.test_device), .live = true },
};

const struct verb_row verbs_table[] = {
	{ VERB_TRACE, "trace", "[OPTIONS] [-- COMMAND [ARG...]]",
	  "Shows each call that a program makes to the NVIDIA driver." },
	{ VERB_RECORD, "record", "-o FILE [OPTIONS] [-- COMMAND [ARG...]]",
	  "Writes all records to a file, to be read with --from." },
	{ VERB_CRASH, "crash", "[OPTIONS] [-- COMMAND [ARG...]]",
	  "Reports each crash: its cause, its place, the calls before it." },
	{ VERB_SURFACE, "surface", "[OPTIONS] [FILE | -- COMMAND [ARG...]]",
	  "Tells what programs use of the driver: calls, commands, classes." },
	{ VERB_CHECK, "check", "[OPTIONS]",
	  "Tells which features work here, and what to do about the others." },
	{ VERB_RESOLVE, "resolve", "[OPTIONS] [FILE | LIB ADDR...]",
	  "Reads crashes in the text of a kernel log, or addresses of a library." },
	{ VERB_DECODE, "decode", "[OPTIONS] [NUMBER | NAME | TEXT]...",
	  "Tells what numbers of the driver mean, in arguments or in any text." },
	{ VERB_DISASM, "disasm", "[OPTIONS] FILE|BUILD-ID VADDR|SYMBOL",
	  "Shows the instructions around an address or symbol of a file." },
	{ VERB_CRASHES, "crashes", "[list | show | export | rm | vacuum | release] [OPTIONS] [ID...]",
	  "Shows and removes the crashes that \"rmsnoop crash --store\" kept." },
};

const char *verb_name(enum verb verb)
{
	for (size_t i = 0; i < N_VERBS; i++)
		if (verbs_table[i].verb == verb)
			return verbs_table[i].name;
	return "?";
}
