/* SPDX-License-Identifier: GPL-2.0 */
/* Where in a library a logged crash was, and whether it is the right library. */
#ifndef LOG_PLACE_H
#define LOG_PLACE_H

#include "crash.h"
#include "sym/library.h"

/* what became of it; only LOG_PLACED has a vaddr */
enum log_place_state {
	LOG_PLACED,
	LOG_PLACE_NO_IP,	/* the log does not say */
	LOG_PLACE_NO_MAP,	/* no mapping was printed */
	LOG_PLACE_OUTSIDE,	/* ip is outside the printed mapping */
	LOG_PLACE_NO_LIBRARY,	/* none was given that could be it */
	LOG_PLACE_SIZE,		/* no executable segment fits the mapping */
	LOG_PLACE_UNPROVEN,	/* a part of a segment, and no Code: bytes */
	LOG_PLACE_CODE,		/* the file has other bytes there */
	LOG_PLACE_INSN,		/* the instruction there cannot trap so */
	LOG_PLACE_OFFSET,	/* the file has no code at that offset */
	LOG_PLACE_AMBIGUOUS,	/* several segments fit */
};

/**
 * struct log_place - the answer
 * @lib: the library that was looked at, NULL: none
 * @code_checked: the Code: bytes are those of the file
 * @differ: how many of the Code: bytes differ (LOG_PLACE_CODE)
 * @size_checked: the mapping is that of a segment
 * @vaddr: of ip; @at: of the instruction, one before for int3
 * @place: symbol and function at @at
 */
struct log_place {
	enum log_place_state state;
	struct sym_library *lib;
	bool code_checked;
	bool size_checked;
	size_t differ;
	uint64_t vaddr;
	uint64_t at;
	struct sym_place place;
};

struct log_libraries;

/** log_libraries_new() - NULL: no memory */
struct log_libraries *log_libraries_new(void);
void log_libraries_free(struct log_libraries *libs);

/** log_libraries_add() - a file, or a directory which is searched down to a few
 *  levels when a name is asked for; 0 or -errno as of sym_library_open() */
int log_libraries_add(struct log_libraries *libs, const char *path);

/** log_libraries_get() - the @i-th library that could be @name: those of that
 *  name first, then other files given by themselves, for which @ret_named is false;
 *  NULL: no more */
struct sym_library *log_libraries_get(struct log_libraries *libs,
				      const char *name, size_t i,
				      bool *ret_named);

/** log_place_find() - @ret always filled */
void log_place_find(const struct log_crash *crash, struct log_libraries *libs,
		    struct log_place *ret);

/** log_place_why() - why there is no vaddr, "" if there is one */
void log_place_why(const struct log_crash *crash, const struct log_place *place,
		   struct rm_out *out);

/** log_insn_possible() - can the instruction at @offset of the file have trapped
 *  as the crash did? */
bool log_insn_possible(const struct log_crash *crash,
		       const struct sym_library *lib, uint64_t offset);

/** log_is_int3() - ip is one behind the instruction */
bool log_is_int3(const struct log_crash *crash);

#endif
