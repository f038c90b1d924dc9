// SPDX-License-Identifier: GPL-2.0
/* The id of an entry. */
#include <inttypes.h>
#include <stdio.h>

#include "crash/report.h"
#include "crash/signature.h"
#include "inside.h"

void store_signature(const struct report *r, char ret[STORE_ID_LEN + 1])
{
	snprintf(ret, STORE_ID_LEN + 1, "%016" PRIx64,
		 crash_signature(r->crash, r->facts));
}
