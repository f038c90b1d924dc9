/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frames of the thread that crashed, innermost first, from what was captured
 * alone: its registers, its stack, and the unwind tables of the files mapped.
 */
#ifndef CRASH_FRAMES_H
#define CRASH_FRAMES_H

#include "crash.h"
#include "place.h"

#define FRAMES_MAX	256

/* how a frame was found, the surest first */
enum frame_how {
	FRAME_REGISTERS = 0,	/* the registers at the signal */
	FRAME_CFI = 1,		/* by the unwind tables of its callee */
	FRAME_CALL = 2,		/* a call left its address on top of the stack */
	FRAME_POINTER = 3,	/* by its callee's frame pointer */
	FRAME_SCAN = 4,		/* the next word on the stack that follows a call */
};

/* why there are no more */
enum frames_end {
	FRAMES_OUTERMOST = 0,
	FRAMES_NO_STACK = 1,	/* the stack further up was not captured */
	FRAMES_UNKNOWN = 2,	/* nothing tells the caller */
	FRAMES_NO_CODE = 3,	/* the return address is not in code */
	FRAMES_LOOP = 4,	/* the stack does not get any emptier */
	FRAMES_DEPTH = 5,	/* FRAMES_MAX are enough */
	FRAMES_TIME = 6,	/* it took too long */
	FRAMES_COMPAT = 7,	/* a 32-bit program: not supported */
};

/**
 * struct frame - one frame
 * @how: how it was found
 * @signal: a signal's own frame: what it interrupted comes next
 * @sp: its stack pointer
 * @place: where it is; for a caller, the address behind its call, but the
 *	function and line of the call itself
 * @line: valid with @has_line
 */
struct frame {
	enum frame_how how;
	bool signal;
	bool has_line;
	uint64_t sp;
	struct facts_place place;
	struct sym_line line;
};

/** struct frames - @v is owned; NULL without memory */
struct frames {
	struct frame *v;
	size_t n;
	enum frames_end end;
};

/** frames_find() - unwind; always fills @ret, at least with the first frame where
 *  there is memory for it; free with frames_free() */
void frames_find(const struct crash *crash, struct sym_cache *sym,
		 struct frames *ret);
void frames_free(struct frames *frames);

/** frames_how_key() - "cfi", for JSON */
const char *frames_how_key(enum frame_how how);

/** frames_end_key() - "outermost", for JSON; frames_end_text(): in words */
const char *frames_end_key(enum frames_end end);
const char *frames_end_text(enum frames_end end);

#endif
