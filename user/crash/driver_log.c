// SPDX-License-Identifier: GPL-2.0
/* The driver's last messages, kept for the next crash and with it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver_log.h"

static void drop_first(struct driver_log *log)
{
	free((void *)log->v[0].data);
	log->n--;
	memmove(&log->v[0], &log->v[1], log->n * sizeof(log->v[0]));
}

int driver_log_add(struct driver_log *log, const struct record *rec)
{
	void *copy = malloc(rec->raw.len);

	if (!copy)
		return -ENOMEM;
	memcpy(copy, rec->raw.data, rec->raw.len);
	if (log->n == DRIVER_LOG_MAX)
		drop_first(log);
	log->v[log->n++] = bytes_of(copy, rec->raw.len);
	return 0;
}

int driver_log_copy(const struct driver_log *log, uint64_t time,
		    struct driver_log *ret)
{
	struct record rec;
	int err = 0;

	for (size_t i = 0; !err && driver_log_record(log, i, &rec); i++)
		if (rec.h.time > time || time - rec.h.time <= DRIVER_LOG_NS)
			err = driver_log_add(ret, &rec);
	return err;
}

void driver_log_clear(struct driver_log *log)
{
	while (log->n)
		free((void *)log->v[--log->n].data);
}

bool driver_log_record(const struct driver_log *log, size_t i,
		       struct record *ret)
{
	return i < log->n &&
	       !record_parse(log->v[i].data, log->v[i].len, ret);
}
