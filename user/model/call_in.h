/* SPDX-License-Identifier: GPL-2.0 */
/* A record of a call as rm_call_decode() takes it. */
#ifndef RMSNOOP_CALL_IN_H
#define RMSNOOP_CALL_IN_H

#include "record.h"
#include "rm/rm.h"

/** call_in_of() - of a CALL or INFLIGHT record; borrows its bytes */
struct rm_call_in call_in_of(const struct record *rec);

#endif
