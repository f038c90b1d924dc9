/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers of calls that no table names, counted, for the list at the end of a run. */
#ifndef RMSNOOP_UNKNOWN_H
#define RMSNOOP_UNKNOWN_H

#include <stddef.h>
#include <stdint.h>

#include "rm/rm.h"

#define UNKNOWN_MAX	256	/* different numbers kept; more are counted only */

/** struct unknown - one such number
 * @what: enum rm_number: which sort of number
 * @size: bytes of its argument or parameters in the first call, 0: not known
 * @count: calls
 */
struct unknown {
	uint32_t what;
	uint32_t nr;
	uint32_t size;
	uint64_t count;
};

/** struct unknowns - zeroed: none yet; holds no memory of its own
 * @v: numbers in the order of their first calls
 * @more: calls whose numbers found no place
 */
struct unknowns {
	struct unknown v[UNKNOWN_MAX];
	size_t n;
	uint64_t more;
};

/** unknowns_add() - take note of a call's escape, command, class or UVM number,
 *  if no table of any version names it */
void unknowns_add(struct unknowns *u, const struct rm_call *call);

/** unknown_word() - "control", "class", "escape", "uvm" */
const char *unknown_word(const struct unknown *u);

/** unknowns_tell() - the list as messages, a line a number */
void unknowns_tell(const struct unknowns *u, const struct rm_version *v);

#endif
