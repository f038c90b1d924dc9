// SPDX-License-Identifier: GPL-2.0
/*
 * From a printed ip to an address of the file.  "[base+size]" does not say which
 * part of the file is mapped: the executable segment of that size, if the Code:
 * bytes agree, or else the one part whose bytes do.  "[offset,base+size]" does; it
 * is checked the same way.
 */
#include <string.h>

#include "place.h"

#define PAGE_4K		0x1000u
#define CODE_MIN	8	/* fewer equal bytes prove nothing */

/* page sizes that mappings are rounded to: x86, and arm64's and powerpc's */
static const uint64_t page_sizes[] = { 0x1000, 0x4000, 0x10000 };

bool log_is_int3(const struct log_crash *crash)
{
	return crash->form == LOG_X86_TRAP && !strcmp(crash->words, "trap int3");
}

/* a mapping of the whole segment: its rounded size, and offset */
static bool is_segment(const struct sym_exec *x, uint64_t size, uint64_t *ret_offset)
{
	for (size_t i = 0; i < sizeof(page_sizes) / sizeof(page_sizes[0]); i++) {
		uint64_t mask = page_sizes[i] - 1;
		uint64_t lead = x->offset & mask;

		if (((lead + x->file_size + mask) & ~mask) == size) {
			*ret_offset = x->offset - lead;
			return true;
		}
	}
	return false;
}

/* how many of the Code: bytes that the file has there differ; SIZE_MAX: the file
 * ends before them */
static size_t code_differ(const struct log_crash *crash,
			  const struct sym_library *lib, uint64_t offset)
{
	uint8_t buf[LOG_CODE_MAX];
	size_t differ = 0;

	if (offset < crash->code_at ||
	    !sym_library_read(lib, offset - crash->code_at, buf,
			      crash->code_len))
		return SIZE_MAX;
	for (size_t i = 0; i < crash->code_len; i++)
		differ += buf[i] != crash->code[i];
	return differ;
}

/* does the mapping, at @start of the file, show a part of the segment? */
static bool is_part(const struct sym_exec *x, uint64_t start, uint64_t size)
{
	uint64_t mask = PAGE_4K - 1;
	uint64_t first = x->offset & ~mask;
	uint64_t end = (x->offset + x->file_size + mask) & ~mask;

	return start >= first && start < end && size < end - first &&
	       size <= end - start;
}

static bool has_code(const struct log_crash *crash)
{
	return crash->code_state == LOG_CODE_BYTES &&
	       crash->code_len >= CODE_MIN;
}

static bool inside(const struct sym_exec *x, uint64_t offset)
{
	return offset >= x->offset && offset - x->offset < x->file_size;
}

static bool exec_at(const struct sym_library *lib, uint64_t offset,
		    struct sym_exec *ret)
{
	for (size_t i = 0; sym_library_exec(lib, i, ret); i++)
		if (inside(ret, offset))
			return true;
	return false;
}

/* the offset of ip is known: is the file the one? */
static void place_offset(const struct log_crash *crash, uint64_t offset,
			 struct log_place *ret)
{
	uint64_t into = crash->ip - crash->map.base, start;
	struct sym_exec x;

	if (!exec_at(ret->lib, offset, &x)) {
		ret->state = LOG_PLACE_OFFSET;
		return;
	}
	ret->size_checked = is_segment(&x, crash->map.size, &start) &&
			    offset - into == start;
	if (has_code(crash)) {
		ret->differ = code_differ(crash, ret->lib, offset);
		if (ret->differ) {
			ret->state = LOG_PLACE_CODE;
			return;
		}
		ret->code_checked = true;
	} else if (!ret->size_checked) {
		ret->state = is_part(&x, offset - into, crash->map.size) ?
			     LOG_PLACE_UNPROVEN : LOG_PLACE_SIZE;
		return;
	}
	if (!log_insn_possible(crash, ret->lib, offset)) {
		ret->state = LOG_PLACE_INSN;
		return;
	}
	ret->state = LOG_PLACED;
	ret->vaddr = x.vaddr + (offset - x.offset);
}

/* the mapping is a part of a segment: where the file has those bytes, once */
static bool search_code(const struct log_crash *crash,
			const struct sym_library *lib, uint64_t *ret_offset)
{
	uint64_t into = crash->ip - crash->map.base;
	struct sym_exec x;
	unsigned int n = 0;

	for (size_t i = 0; sym_library_exec(lib, i, &x); i++) {
		uint64_t start = x.offset & ~(uint64_t)(PAGE_4K - 1);
		uint64_t end = x.offset + x.file_size;

		for (; start < end && into < end - start; start += PAGE_4K) {
			if (start + into < x.offset ||
			    code_differ(crash, lib, start + into))
				continue;
			*ret_offset = start + into;
			n++;
		}
	}
	return n == 1;
}

/* the old form: the segments whose size fits are the candidates */
static void place_base(const struct log_crash *crash, struct log_place *ret)
{
	uint64_t into = crash->ip - crash->map.base, start, offset = 0;
	unsigned int fit = 0, same = 0;
	bool part = false;
	size_t differ = SIZE_MAX;
	struct sym_exec x;

	for (size_t i = 0; sym_library_exec(ret->lib, i, &x); i++) {
		size_t d;

		part |= is_part(&x, x.offset & ~(uint64_t)(PAGE_4K - 1),
				crash->map.size);
		if (!is_segment(&x, crash->map.size, &start) ||
		    !inside(&x, start + into))
			continue;
		fit++;
		d = has_code(crash) ? code_differ(crash, ret->lib,
						  start + into) : 0;
		if (d < differ)
			differ = d;
		if (d)
			continue;
		same++;
		offset = start + into;
	}
	if (same == 1) {
		place_offset(crash, offset, ret);
		return;
	}
	if (!same && has_code(crash) &&
	    search_code(crash, ret->lib, &offset)) {
		place_offset(crash, offset, ret);
		return;
	}
	ret->differ = differ;
	ret->state = same ? LOG_PLACE_AMBIGUOUS :
		     fit ? LOG_PLACE_CODE :
		     !part ? LOG_PLACE_SIZE :
		     has_code(crash) ? LOG_PLACE_CODE : LOG_PLACE_UNPROVEN;
}

static void place_in(const struct log_crash *crash, struct sym_library *lib,
		     struct log_place *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->lib = lib;
	if (crash->has & LOG_HAS_OFFSET)
		place_offset(crash, crash->map.offset, ret);
	else
		place_base(crash, ret);
	if (ret->state != LOG_PLACED)
		return;
	ret->at = ret->vaddr - (log_is_int3(crash) ? 1 : 0);
	sym_library_place(lib, ret->at, &ret->place);
}

/* the first library that proves right; else what is wrong with the first that
 * has the name */
static void place_any(const struct log_crash *crash, struct log_libraries *libs,
		      struct log_place *ret)
{
	struct sym_library *lib;
	struct log_place try;
	bool named;

	ret->state = LOG_PLACE_NO_LIBRARY;
	for (size_t i = 0; (lib = log_libraries_get(libs, crash->map.name, i,
						    &named)); i++) {
		place_in(crash, lib, &try);
		/* of another name: only with the bytes as a proof */
		if (!named && !(try.state == LOG_PLACED && try.code_checked))
			continue;
		if (try.state == LOG_PLACED ||
		    ret->state == LOG_PLACE_NO_LIBRARY)
			*ret = try;
		if (try.state == LOG_PLACED)
			return;
	}
}

void log_place_find(const struct log_crash *crash, struct log_libraries *libs,
		    struct log_place *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (!(crash->has & LOG_HAS_IP))
		ret->state = LOG_PLACE_NO_IP;
	else if (!(crash->has & LOG_HAS_MAP))
		ret->state = LOG_PLACE_NO_MAP;
	else if (!log_ip_inside(crash))
		ret->state = LOG_PLACE_OUTSIDE;
	else
		place_any(crash, libs, ret);
}

void log_place_why(const struct log_crash *crash, const struct log_place *place,
		   struct rm_out *out)
{
	static const char *const texts[] = {
		[LOG_PLACE_NO_IP] = "the log does not say where it was",
		[LOG_PLACE_NO_MAP] = "no mapping was printed",
		[LOG_PLACE_OUTSIDE] = "ip is outside the printed mapping: it says "
			"nothing about the file",
		[LOG_PLACE_NO_LIBRARY] = "no such library was given: see --lib",
		[LOG_PLACE_UNPROVEN] = "the mapping is a part of a segment, and there "
			"is no Code: line: the library cannot be checked",
		[LOG_PLACE_INSN] = "wrong library: the instruction there cannot "
			"trap so",
		[LOG_PLACE_OFFSET] = "wrong library: it has no code at that offset",
		[LOG_PLACE_AMBIGUOUS] = "several segments of the library fit",
	};

	switch (place->state) {
	case LOG_PLACED:
		return;
	case LOG_PLACE_SIZE:
		rm_out_str(out, "wrong library: no executable segment of it makes "
			   "a mapping of ");
		rm_out_hex(out, crash->map.size);
		rm_out_str(out, " bytes");
		return;
	case LOG_PLACE_CODE:
		if (place->differ == SIZE_MAX) {
			rm_out_str(out, "wrong library: the Code: bytes are not "
				   "in it, or not once");
			return;
		}
		rm_out_str(out, "wrong library: ");
		rm_out_dec(out, place->differ);
		rm_out_str(out, " of the ");
		rm_out_dec(out, crash->code_len);
		rm_out_str(out, " Code: bytes differ");
		return;
	default:
		rm_out_str(out, texts[place->state]);
	}
}
