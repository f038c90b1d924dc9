/* SPDX-License-Identifier: GPL-2.0 */
/* The driver's last messages, kept for the next crash and with it. */
#ifndef CRASH_DRIVER_LOG_H
#define CRASH_DRIVER_LOG_H

#include "record.h"

#define DRIVER_LOG_MAX	16			/* messages kept, the oldest go */
#define DRIVER_LOG_NS	60000000000ull		/* kept for so long */

/** struct driver_log - whole NVRM records as they came, owned; zeroes: empty */
struct driver_log {
	struct bytes v[DRIVER_LOG_MAX];
	size_t n;
};

/** driver_log_add() - keep a copy of @rec; 0 or -ENOMEM */
int driver_log_add(struct driver_log *log, const struct record *rec);

/** driver_log_copy() - those not older than DRIVER_LOG_NS at @time, to the empty
 *  @ret; 0 or -ENOMEM */
int driver_log_copy(const struct driver_log *log, uint64_t time,
		    struct driver_log *ret);
void driver_log_clear(struct driver_log *log);

/** driver_log_record() - the @i-th message, borrowed; false: there are no more */
bool driver_log_record(const struct driver_log *log, size_t i,
		       struct record *ret);

#endif
