/* SPDX-License-Identifier: GPL-2.0 */
/* Why a signal came, in plain words. */
#ifndef CRASH_CAUSE_H
#define CRASH_CAUSE_H

#include "crash.h"

#define CAUSE_TEXT	384
#define CAUSE_DETAILS	6

/**
 * struct cause - the words
 * @what: "write to a read-only mapping of /dev/nvidiactl"
 * @details: further facts, each a sentence without its full stop
 * @has_addr: @addr is the address that the instruction used
 */
struct cause {
	char what[CAUSE_TEXT];
	char details[CAUSE_DETAILS][CAUSE_TEXT];
	unsigned int n_details;
	bool has_addr;
	uint64_t addr;
};

/** struct cause_in - what is known; borrowed
 *  @maps_complete: an address in no mapping was in none */
struct cause_in {
	const struct rms_signal *sig;
	struct bytes code;
	const struct mappings *maps;
	bool maps_complete;
	const char *sender;	/* name of the sending process, "": unknown */
};

void cause_find(const struct cause_in *in, struct cause *ret);

/* inside: a page fault's part, cause_page.c */
void cause_page_fault(const struct cause_in *in, struct cause *ret);

/* inside: how the instruction came to its address, cause_operand.c */
void cause_operand(const struct cause_in *in, struct cause *ret);

/** cause_detail() - begin the next detail; text beyond the last is dropped */
void cause_detail(struct cause *cause, struct rm_out *ret);

#endif
