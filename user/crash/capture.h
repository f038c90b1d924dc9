/* SPDX-License-Identifier: GPL-2.0 */
/* Crashes put together from the stream of records. */
#ifndef CRASH_CAPTURE_H
#define CRASH_CAPTURE_H

#include "crash.h"

#define CAPTURE_OPEN_MAX	256	/* crashes waited for at a time */
#define CAPTURE_HANDLED_NS	1000000000ull	/* wait after a handled signal */
#define CAPTURE_FATAL_NS	10000000000ull	/* ... and after a fatal one */

/* gets each crash when all is known about it; 0 or -errno, which ends the run */
typedef int (*capture_fn)(void *ctx, const struct crash *crash);

/**
 * struct capture - the crashes that are waited for
 * @open: by time of their signal
 * @log: the driver's last messages, for those to come
 */
struct capture {
	struct crash *open;
	size_t n_open;
	struct call_pool *pool;
	struct driver_log log;
	capture_fn done;
	void *ctx;
};

/** capture_init() - 0 or -ENOMEM */
int capture_init(struct capture *cap, capture_fn done, void *ctx);
void capture_deinit(struct capture *cap);

/** capture_record() - take in one record; 0 or -errno */
int capture_record(struct capture *cap, const struct record *rec,
		   const struct model *model);

/** capture_time() - it is @now in record time: report what waited long enough */
int capture_time(struct capture *cap, uint64_t now);

/** capture_finish() - no more records will come: report what is there */
int capture_finish(struct capture *cap);

#endif
