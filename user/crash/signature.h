/* SPDX-License-Identifier: GPL-2.0 */
/* Which crashes are the same one. */
#ifndef CRASH_SIGNATURE_H
#define CRASH_SIGNATURE_H

#include "crash.h"
#include "facts.h"

#define SIGNATURE_FRAMES	3	/* that count */

/**
 * crash_signature() - equal for equal crashes: a hash of the signal and of the top
 * frames, each by its file (build-id, else name) and address in it
 * Frames that a scan of the stack found do not count: they may be left from before.
 */
uint64_t crash_signature(const struct crash *crash,
			 const struct crash_facts *facts);

#endif
