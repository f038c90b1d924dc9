// SPDX-License-Identifier: GPL-2.0
/*
 * Unwinding: from the captured registers, frame by frame, to the outermost one.
 *
 * The unwind tables say how; where a file has none for an address, or where the
 * code has no file, a frame pointer or a call's mark on the stack is the last
 * resort, and the frame is marked with it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frames.h"
#include "sym/cfi.h"

#define TIME_MAX	5	/* seconds for all frames of one crash */
#define SCAN_WORDS	1024	/* of the stack, for one frame */
#define CALL_LEN	8	/* bytes before a return address that are looked at */

/* a walk up the stack; @missed: memory was asked for that was not captured */
struct walk {
	const struct crash *crash;
	struct sym_cache *sym;
	struct frames *frames;
	struct cfi_state state;
	bool exact;		/* the address is where it was, not behind a call */
	bool missed;
};

static bool read_word(void *ctx, uint64_t addr, uint64_t *ret)
{
	struct walk *w = ctx;
	const struct crash *c = w->crash;

	if (addr >= c->sig.stack_addr &&
	    bytes_peek(c->stack, addr - c->sig.stack_addr, ret, sizeof(*ret)))
		return true;
	w->missed = true;
	return false;
}

static uint64_t walk_ip(const struct walk *w)
{
	return w->state.regs[CFI_REG_RA];
}

static uint64_t walk_sp(const struct walk *w)
{
	return w->state.regs[CFI_REG_SP];
}

/* DWARF's numbers of the captured registers */
static void start_state(const struct rms_signal *sig, struct cfi_state *ret)
{
	static const uint8_t from[CFI_REGS] = {
		RMS_REG_AX, RMS_REG_DX, RMS_REG_CX, RMS_REG_BX, RMS_REG_SI,
		RMS_REG_DI, RMS_REG_BP, RMS_REG_SP, RMS_REG_R8, RMS_REG_R9,
		RMS_REG_R10, RMS_REG_R11, RMS_REG_R12, RMS_REG_R13,
		RMS_REG_R14, RMS_REG_R15, RMS_REG_IP,
	};

	for (unsigned int i = 0; i < CFI_REGS; i++)
		ret->regs[i] = sig->regs[from[i]];
	ret->known = (1u << CFI_REGS) - 1;
}

/* the address behind a call may be another function's: look one byte before */
static void place_caller(struct walk *w, struct facts_place *ret)
{
	facts_place_at(&w->crash->maps, w->crash->sig.h.pid, walk_ip(w) - 1,
		       w->sym, ret);
	ret->addr++;
	ret->sym.offset++;
	ret->sym.vaddr += ret->sym.has_vaddr;
}

static void place_exact(struct walk *w, struct facts_place *ret)
{
	if (!w->frames->n)
		facts_place_ip(&w->crash->maps, &w->crash->sig, w->sym, ret);
	else
		facts_place_at(&w->crash->maps, w->crash->sig.h.pid,
			       walk_ip(w), w->sym, ret);
}

static void find_line(struct walk *w, struct frame *f)
{
	uint64_t vaddr = f->place.sym.vaddr - !w->exact;
	struct sym_map map;

	if (!f->place.sym.has_vaddr || !w->sym)
		return;
	facts_sym_map_of(&f->place, w->crash->sig.h.pid, &map);
	f->has_line = !sym_line(w->sym, &map, vaddr, &f->line);
}

static struct frame *add_frame(struct walk *w, enum frame_how how)
{
	struct frame *f = &w->frames->v[w->frames->n];

	memset(f, 0, sizeof(*f));
	f->how = how;
	f->sp = walk_sp(w);
	if (w->exact)
		place_exact(w, &f->place);
	else
		place_caller(w, &f->place);
	find_line(w, f);
	w->frames->n++;
	return f;
}

static bool is_code(const struct walk *w, uint64_t addr)
{
	const struct mapping *map = mappings_find(&w->crash->maps, addr);

	return map && (map->prot & RMS_MAP_EXEC);
}

/* does a call end at @addr?  Asked of the file that is mapped there */
static bool follows_call(const struct walk *w, uint64_t addr)
{
	const struct mapping *map = mappings_find(&w->crash->maps, addr - 1);
	uint8_t code[CALL_LEN];
	struct sym_map sm;
	size_t n;

	if (!map || !(map->prot & RMS_MAP_EXEC) || !w->sym)
		return false;
	n = addr - map->start < CALL_LEN ? addr - map->start : CALL_LEN;
	facts_sym_map(map, w->crash->sig.h.pid, &sm);
	return sym_read(w->sym, &sm, addr - n, code, n) == n &&
	       sym_insn_calls(code, n);
}

/* the rules of the unwind tables for @f; false: there are none */
static bool find_row(struct walk *w, const struct frame *f, struct cfi_row *ret)
{
	uint64_t vaddr = f->place.sym.vaddr - !w->exact;
	struct sym_map map;

	if (!f->place.sym.has_vaddr || !w->sym)
		return false;
	facts_sym_map_of(&f->place, w->crash->sig.h.pid, &map);
	return !sym_row(w->sym, &map, vaddr, ret);
}

enum step { STEP_DONE, STEP_FAILED, STEP_END };

static enum step step_end(struct walk *w, enum frames_end end)
{
	w->frames->end = end;
	return STEP_END;
}

static enum step step_cfi(struct walk *w, struct frame *f)
{
	struct cfi_state next;
	struct cfi_row row;
	uint64_t cfa, sp = walk_sp(w);
	int err;

	if (!find_row(w, f, &row))
		return STEP_FAILED;
	if (row.signal) {
		/* the kernel left this address, no call did */
		w->exact = true;
		place_exact(w, &f->place);
		f->signal = true;
	}
	w->missed = false;
	err = cfi_step(&row, &w->state, read_word, w, &next, &cfa);
	if (err == -ENOENT)
		return step_end(w, FRAMES_OUTERMOST);
	if (err && w->missed)
		return step_end(w, FRAMES_NO_STACK);
	if (err)
		return STEP_FAILED;
	if (!row.signal && cfa <= sp)
		return step_end(w, FRAMES_LOOP);
	w->state = next;
	w->exact = row.signal;
	return STEP_DONE;
}

static void move_to(struct walk *w, uint64_t ip, uint64_t sp)
{
	w->state.regs[CFI_REG_RA] = ip;
	w->state.regs[CFI_REG_SP] = sp;
	w->state.known |= 1u << CFI_REG_RA | 1u << CFI_REG_SP;
	w->exact = false;
}

/* a jump to nowhere: all is as the caller left it */
static enum step step_call(struct walk *w)
{
	uint64_t word, sp = walk_sp(w);

	if (!read_word(w, sp, &word) || !follows_call(w, word))
		return STEP_FAILED;
	move_to(w, word, sp + sizeof(word));
	return STEP_DONE;
}

static enum step step_pointer(struct walk *w)
{
	uint64_t bp = w->state.regs[CFI_REG_BP], up, ip;

	if (!(w->state.known & 1u << CFI_REG_BP) || bp % 8 ||
	    bp < walk_sp(w) || !read_word(w, bp, &up) ||
	    !read_word(w, bp + 8, &ip) || !follows_call(w, ip))
		return STEP_FAILED;
	w->state.regs[CFI_REG_BP] = up;
	w->state.known = 1u << CFI_REG_BP;
	move_to(w, ip, bp + 16);
	return STEP_DONE;
}

static enum step step_scan(struct walk *w)
{
	uint64_t word, addr = (walk_sp(w) + 7) & ~7ull;

	w->missed = false;
	for (unsigned int i = 0; i < SCAN_WORDS; i++, addr += 8) {
		if (!read_word(w, addr, &word))
			return step_end(w, FRAMES_NO_STACK);
		if (!is_code(w, word) || !follows_call(w, word))
			continue;
		w->state.known = 0;
		move_to(w, word, addr + 8);
		return STEP_DONE;
	}
	return step_end(w, FRAMES_UNKNOWN);
}

/* to the caller of the last frame; @ret_how: by what */
static enum step step(struct walk *w, enum frame_how *ret_how)
{
	struct frame *f = &w->frames->v[w->frames->n - 1];
	enum step done = step_cfi(w, f);

	*ret_how = FRAME_CFI;
	if (done == STEP_FAILED && w->frames->n == 1 &&
	    !is_code(w, walk_ip(w))) {
		*ret_how = FRAME_CALL;
		done = step_call(w);
	}
	if (done == STEP_FAILED) {
		*ret_how = FRAME_POINTER;
		done = step_pointer(w);
	}
	if (done == STEP_FAILED) {
		*ret_how = FRAME_SCAN;
		done = step_scan(w);
	}
	return done;
}

static time_t now(void)
{
	struct timespec ts = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

static void walk_up(struct walk *w)
{
	time_t until = now() + TIME_MAX;
	enum frame_how how;

	while (step(w, &how) == STEP_DONE) {
		if (!walk_ip(w)) {
			w->frames->end = FRAMES_OUTERMOST;
			return;
		}
		if (!is_code(w, walk_ip(w))) {
			w->frames->end = FRAMES_NO_CODE;
			return;
		}
		if (w->frames->n == FRAMES_MAX || now() > until) {
			w->frames->end = w->frames->n == FRAMES_MAX ?
					 FRAMES_DEPTH : FRAMES_TIME;
			return;
		}
		add_frame(w, how);
	}
}

void frames_find(const struct crash *crash, struct sym_cache *sym,
		 struct frames *ret)
{
	struct walk w = {
		.crash = crash, .sym = sym, .frames = ret, .exact = true,
	};
	struct frame *fit;

	*ret = (struct frames){ .end = FRAMES_UNKNOWN };
	ret->v = calloc(FRAMES_MAX, sizeof(*ret->v));
	if (!ret->v)
		return;
	start_state(&crash->sig, &w.state);
	add_frame(&w, FRAME_REGISTERS);
	if (crash->sig.flags & RMS_SIG_COMPAT)
		ret->end = FRAMES_COMPAT;
	else
		walk_up(&w);
	fit = realloc(ret->v, ret->n * sizeof(*ret->v));
	if (fit)
		ret->v = fit;
}

void frames_free(struct frames *frames)
{
	free(frames->v);
	*frames = (struct frames){ 0 };
}

const char *frames_how_key(enum frame_how how)
{
	static const char *const keys[] = {
		[FRAME_REGISTERS] = "registers", [FRAME_CFI] = "cfi",
		[FRAME_CALL] = "call", [FRAME_POINTER] = "frame pointer",
		[FRAME_SCAN] = "scan",
	};

	return keys[how];
}

const char *frames_end_key(enum frames_end end)
{
	static const char *const keys[] = {
		[FRAMES_OUTERMOST] = "outermost", [FRAMES_NO_STACK] = "no stack",
		[FRAMES_UNKNOWN] = "unknown", [FRAMES_NO_CODE] = "no code",
		[FRAMES_LOOP] = "loop", [FRAMES_DEPTH] = "depth",
		[FRAMES_TIME] = "time", [FRAMES_COMPAT] = "32-bit",
	};

	return keys[end];
}

const char *frames_end_text(enum frames_end end)
{
	static const char *const texts[] = {
		[FRAMES_OUTERMOST] = "the outermost frame",
		[FRAMES_NO_STACK] = "the stack above it was not captured "
				    "(--stack keeps more)",
		[FRAMES_UNKNOWN] = "nothing tells who called it",
		[FRAMES_NO_CODE] = "its return address is not in code",
		[FRAMES_LOOP] = "its caller would be deeper in the stack",
		[FRAMES_DEPTH] = "there are more",
		[FRAMES_TIME] = "finding more takes too long",
		[FRAMES_COMPAT] = "32-bit programs are not unwound",
	};

	return texts[end];
}
