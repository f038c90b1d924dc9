/* SPDX-License-Identifier: GPL-2.0 */
/* What kernel-log text says of one crash, and the parsers of its lines. */
#ifndef LOG_CRASH_H
#define LOG_CRASH_H

#include "rm/out.h"
#include "scan.h"

#define LOG_NAME_MAX	16	/* TASK_COMM_LEN */
#define LOG_MODULE_MAX	256
#define LOG_WORDS_MAX	96
#define LOG_CODE_MAX	128	/* bytes of a Code: line; kernels print 64 */
#define LOG_CALLER_MAX	16

enum log_form {
	LOG_X86_FAULT,		/* segfault at A ip I sp S error E */
	LOG_X86_TRAP,		/* traps: NAME[1] trap ... ip:I sp:S error:E */
	LOG_PPC,		/* segfault (11) at A nip I lr L code C */
	LOG_SIGNAL,		/* unhandled signal 11 code 0x1 at A: riscv, csky */
	LOG_ARM64,		/* unhandled ... fault (11) at A, esr E */
	LOG_ARM64_EXCEPTION,	/* unhandled exception: ..., ESR E, ... */
	LOG_ARM_UNDEFINED,	/* undefined instruction: pc=I */
	LOG_ARM32,		/* NAME: unhandled page fault (11) at A, code E */
	LOG_AUDIT,		/* type=1701: a process was ended by a signal */
	LOG_FATAL,		/* potentially unexpected fatal signal 11. */
};

/* which numbers were in the text */
#define LOG_HAS_PID	0x001u
#define LOG_HAS_ADDR	0x002u
#define LOG_HAS_IP	0x004u
#define LOG_HAS_SP	0x008u
#define LOG_HAS_ERROR	0x010u	/* x86 error code, ESR, FSR: by the form */
#define LOG_HAS_SIGNAL	0x020u
#define LOG_HAS_SICODE	0x040u
#define LOG_HAS_MAP	0x080u	/* base and size */
#define LOG_HAS_OFFSET	0x100u	/* of ip in the file */
#define LOG_HAS_CPU	0x200u

/**
 * struct log_map - "in NAME[base+size]" or "in NAME[offset,base+size]"
 * @name: "" if none was printed; @deleted: " (deleted)" stood behind it
 * @cut: the name is there, the numbers are cut away
 */
struct log_map {
	char name[LOG_MODULE_MAX];
	bool deleted;
	bool cut;
	bool has_offset;
	uint64_t base;
	uint64_t size;
	uint64_t offset;
};

enum log_code {
	LOG_CODE_NONE,
	LOG_CODE_BYTES,
	LOG_CODE_UNREADABLE,	/* the kernel could not read it either */
};

/**
 * struct log_crash - one crash
 * @line: number of its first line
 * @end: inside log_crash_parse(): behind its text
 * @map_later, @code_later: came from a line further down
 * @code_unsure: another crash waited for a Code: line, too
 * @code_at: index of the byte at ip
 * @words: "trap invalid opcode", "level 2 translation fault"
 */
struct log_crash {
	enum log_form form;
	unsigned int has;
	uint64_t line;
	char caller[LOG_CALLER_MAX];
	char prog[LOG_NAME_MAX];
	uint64_t pid;
	uint64_t addr;
	uint64_t ip;
	uint64_t sp;
	uint64_t error;
	uint64_t sig;
	uint64_t sicode;
	uint64_t cpu;
	char words[LOG_WORDS_MAX];
	struct log_map map;
	bool map_later;
	bool code_later;
	bool code_unsure;
	enum log_code code_state;
	uint8_t code[LOG_CODE_MAX];
	size_t code_len;
	size_t code_at;
};

/** struct log_prefix - what stood before a kernel message
 *  @caller: "T1946" or "C3", "": none */
struct log_prefix {
	char caller[LOG_CALLER_MAX];
};

/** log_unwrap() - a line without the clothes of JSON, HTML and Markdown
 *  @buf: of at least @line's length; Return: the length of what is in it */
size_t log_unwrap(struct scan line, char *buf);

/** log_prefix_strip() - drop time stamps, levels, hosts ... from the front */
void log_prefix_strip(struct scan *line, struct log_prefix *ret);

/** log_name() - take "NAME[PID]" off the end of @before into @crash; its front
 *  may be anything.  false: it does not end so. */
bool log_name(struct scan before, struct log_crash *crash);
/** log_name_set() - the name itself, of at most 15 bytes */
void log_name_set(struct scan name, struct log_crash *crash);

/** log_map_parse() - "NAME[base+size]", behind "in " */
bool log_map_parse(struct scan *s, struct log_map *ret);
/** log_map_tail() - " in NAME[...]" and " likely on CPU 3 ..." behind a crash */
void log_map_tail(struct scan *s, struct log_crash *crash);
void log_map_set(const struct log_map *map, struct log_crash *crash);
bool log_cpu_parse(struct scan *s, struct log_crash *crash);

/* Parsers: the first crash of that form in @s; true: @ret is filled (its memory
 * was zero) and @ret_begin, @ret_end say where its text is. */
typedef bool (*log_parser)(struct scan s, struct log_crash *ret,
			   const char **ret_begin, const char **ret_end);
bool log_x86_fault(struct scan s, struct log_crash *ret,
		   const char **ret_begin, const char **ret_end);
bool log_x86_trap(struct scan s, struct log_crash *ret,
		  const char **ret_begin, const char **ret_end);
bool log_ppc(struct scan s, struct log_crash *ret,
	     const char **ret_begin, const char **ret_end);
bool log_signal(struct scan s, struct log_crash *ret,
		const char **ret_begin, const char **ret_end);
bool log_arm(struct scan s, struct log_crash *ret,
	     const char **ret_begin, const char **ret_end);
bool log_audit(struct scan s, struct log_crash *ret,
	       const char **ret_begin, const char **ret_end);
bool log_fatal(struct scan s, struct log_crash *ret,
	       const char **ret_begin, const char **ret_end);

/** log_parse() - the first crash of any form in @s */
bool log_parse(struct scan s, struct log_crash *ret, const char **ret_end);

/** struct log_code_line - a Code: line
 *  @at: index of the byte at ip
 *  @has_addr, @addr: "Unable to access opcode bytes at": where they begin */
struct log_code_line {
	enum log_code state;
	bool has_addr;
	uint64_t addr;
	uint8_t bytes[LOG_CODE_MAX];
	size_t len;
	size_t at;
};

/** log_code_parse() - in the content of a line */
bool log_code_parse(struct scan s, struct log_code_line *ret);

/** struct log_notice - "show_signal_msg: 4 callbacks suppressed"
 *  @crashes: the messages were about crashes */
struct log_notice {
	char where[64];
	uint64_t count;
	bool crashes;
};

bool log_notice_parse(struct scan s, struct log_notice *ret);

/** log_pc_parse() - "pc : 0000aaaab0b60714", "epc: ...", "PC is at ..." */
bool log_pc_parse(struct scan s, uint64_t *ret);

/** log_cause() - why, in words; @out: "page not present, read, user" */
void log_cause(const struct log_crash *crash, struct rm_out *out);

/** log_ip_inside() - is ip inside the printed mapping? */
static inline bool log_ip_inside(const struct log_crash *c)
{
	return (c->has & LOG_HAS_MAP) && (c->has & LOG_HAS_IP) &&
	       c->ip >= c->map.base && c->ip - c->map.base < c->map.size;
}

#endif
