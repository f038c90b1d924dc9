// SPDX-License-Identifier: GPL-2.0
/* The cause of a page fault: the access, the address, and what is mapped there. */
#include <signal.h>

#include "cause.h"
#include "region.h"
#include "names.h"

#define NULL_SPAN	0x10000u	/* from NULL either way: mmap_min_addr */
#define NEAR_SPAN	(16u << 20)	/* a neighbour farther away says nothing */
#define STACK_SPAN	(64u << 10)	/* from sp: an access to the stack */
#define CODE_PKUERR	4

/** struct fault - one page fault, taken apart */
struct fault {
	const struct rms_signal *sig;
	uint64_t addr;
	bool fetch;
	bool write;
	const struct mapping *map;	/* that holds @addr, or NULL */
	const struct mapping *below;	/* the nearest one that ends before it */
	const struct mapping *above;
};

static void fault_init(struct fault *f, const struct cause_in *in)
{
	const struct mappings *maps = in->maps;

	*f = (struct fault){
		.sig = in->sig,
		.addr = in->sig->addr,
		.fetch = in->sig->error & PF_FETCH,
		.write = in->sig->error & PF_WRITE,
		.map = mappings_find(maps, in->sig->addr),
	};
	for (size_t i = 0; i < maps->n; i++) {
		if (maps->v[i].end <= f->addr)
			f->below = &maps->v[i];
		if (maps->v[i].start > f->addr && !f->above)
			f->above = &maps->v[i];
	}
}

/* the distance from NULL, as far as one is likely; a 32-bit thread's addresses
 * end at 4 GiB */
static bool near_null(const struct fault *f, bool *ret_negative,
		      uint64_t *ret_distance)
{
	uint64_t addr = f->addr;

	if (f->sig->flags & RMS_SIG_COMPAT)
		addr = (uint64_t)(int64_t)(int32_t)addr;
	*ret_negative = (int64_t)addr < 0;
	*ret_distance = *ret_negative ? -addr : addr;
	return *ret_distance < NULL_SPAN;
}

static const char *access_of(const struct fault *f)
{
	return f->fetch ? "jump to" : f->write ? "write to" : "read of";
}

static void null_cause(const struct fault *f, bool negative, uint64_t distance,
		       struct cause *ret)
{
	struct rm_out out;

	rm_out_init(&out, ret->what, sizeof(ret->what));
	rm_out_str(&out, access_of(f));
	if (negative) {
		rm_out_str(&out, " -");
		rm_out_hex(&out, distance);
		rm_out_str(&out, " from NULL (");
		rm_out_hex(&out, f->addr);
		rm_out_char(&out, ')');
	} else if (distance) {
		rm_out_str(&out, " NULL pointer plus ");
		rm_out_hex(&out, distance);
	} else {
		rm_out_str(&out, " NULL pointer");
	}
}

static uint64_t sp_of(const struct fault *f)
{
	return f->sig->regs[RMS_REG_SP];
}

/* does the address lie where the thread's stack would be next? */
static bool near_sp(const struct fault *f)
{
	uint64_t sp = sp_of(f);

	return f->addr < sp ? sp - f->addr <= STACK_SPAN :
			      f->addr - sp <= STACK_SPAN;
}

/* the guard of a thread's stack: no access, the stack directly above */
static bool is_guard(const struct fault *f)
{
	return f->map && region_of(f->map) == REGION_ANON &&
	       !(f->map->prot & (RMS_MAP_READ | RMS_MAP_WRITE | RMS_MAP_EXEC)) &&
	       f->above && f->above->start == f->map->end &&
	       region_of(f->above) == REGION_ANON &&
	       (f->above->prot & RMS_MAP_WRITE) && near_sp(f);
}

static bool below_stack(const struct fault *f)
{
	return !f->map && f->above && region_of(f->above) == REGION_STACK &&
	       near_sp(f) && sp_of(f) < f->above->start + STACK_SPAN;
}

static void what_at(struct cause *ret, const char *text, uint64_t addr)
{
	struct rm_out out;

	rm_out_init(&out, ret->what, sizeof(ret->what));
	rm_out_str(&out, text);
	rm_out_hex(&out, addr);
}

static void distance_detail(struct cause *ret, uint64_t distance,
			    const char *how, const struct mapping *map)
{
	struct rm_out out;

	if (distance > NEAR_SPAN)
		return;
	cause_detail(ret, &out);
	rm_out_hex(&out, distance);
	rm_out_str(&out, how);
	region_name(&out, map);
}

static void unmapped(const struct fault *f, bool complete, struct cause *ret)
{
	struct rm_out out;

	rm_out_init(&out, ret->what, sizeof(ret->what));
	rm_out_str(&out, access_of(f));
	rm_out_char(&out, ' ');
	rm_out_hex(&out, f->addr);
	if (f->addr >> 63)
		rm_out_str(&out, ", an address of the kernel's half");
	else
		rm_out_str(&out, complete ? ", which is not mapped" :
			   ", in none of the mappings known (some are missing)");
	if (f->below)
		distance_detail(ret, f->addr - f->below->end,
				" bytes behind the end of ", f->below);
	if (f->above)
		distance_detail(ret, f->above->start - f->addr,
				" bytes before ", f->above);
}

/* why the mapping refuses this access; NULL: it does not */
static const char *refusal(const struct fault *f)
{
	uint32_t prot = f->map->prot;

	if (!(prot & (RMS_MAP_READ | RMS_MAP_WRITE | RMS_MAP_EXEC)))
		return " an inaccessible mapping of ";
	if (f->fetch)
		return prot & RMS_MAP_EXEC ? NULL :
		       " a mapping that is not executable: ";
	if (f->write)
		return prot & RMS_MAP_WRITE ? NULL :
		       prot & RMS_MAP_READ ? " a read-only mapping of " :
		       " a mapping that is not writable: ";
	return prot & (RMS_MAP_READ | RMS_MAP_WRITE) ? NULL :
	       " an execute-only mapping of ";
}

/* "0x18 bytes into 7f...-7f... rw-s /dev/nvidiactl" */
static void mapping_detail(const struct fault *f, struct cause *ret)
{
	struct rm_out out;
	char prot[5];

	cause_detail(ret, &out);
	rm_out_hex(&out, f->addr - f->map->start);
	rm_out_str(&out, " bytes into ");
	rm_out_hex(&out, f->map->start);
	rm_out_char(&out, '-');
	rm_out_hex(&out, f->map->end);
	region_prot(f->map, prot);
	rm_out_char(&out, ' ');
	rm_out_str(&out, prot);
	rm_out_char(&out, ' ');
	region_path(&out, f->map);
}

static void mapped(const struct fault *f, struct cause *ret)
{
	const char *why = refusal(f);
	struct rm_out out;

	rm_out_init(&out, ret->what, sizeof(ret->what));
	rm_out_str(&out, access_of(f));
	if (f->sig->code == CODE_PKUERR || (f->sig->error & PF_KEY))
		rm_out_str(&out, " memory whose protection key forbids it: ");
	else
		rm_out_str(&out, why ? why : " ");
	region_name(&out, f->map);
	mapping_detail(f, ret);
	if (!why && f->sig->code != CODE_PKUERR) {
		cause_detail(ret, &out);
		rm_out_str(&out, "the mapping allows this access: it was changed "
			   "in between, or its pages are guarded otherwise");
	}
}

static void error_detail(const struct fault *f, struct cause *ret)
{
	struct rm_out out;

	cause_detail(ret, &out);
	rm_out_str(&out, "error ");
	rm_out_hex(&out, f->sig->error);
	rm_out_str(&out, ": ");
	names_page_fault(&out, f->sig->error);
	/* the kernel reports its own half as present, mapped or not */
	if (f->addr >> 63)
		rm_out_str(&out, "; \"present\" is always said of such addresses");
}

void cause_page_fault(const struct cause_in *in, struct cause *ret)
{
	uint64_t distance;
	struct fault f;
	bool negative;

	fault_init(&f, in);
	ret->has_addr = true;
	ret->addr = f.addr;
	if (!f.map && near_null(&f, &negative, &distance)) {
		null_cause(&f, negative, distance, ret);
	} else if (is_guard(&f)) {
		what_at(ret, "stack overflow: the guard page of the thread's "
			"stack was hit at ", f.addr);
		mapping_detail(&f, ret);
	} else if (below_stack(&f)) {
		what_at(ret, "stack overflow: the stack may not grow to ",
			f.addr);
	} else if (f.map) {
		mapped(&f, ret);
	} else {
		unmapped(&f, in->maps_complete, ret);
	}
	error_detail(&f, ret);
}
