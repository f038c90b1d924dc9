// SPDX-License-Identifier: GPL-2.0
/* Which file descriptors in a trace are of which device. */
#include <stdlib.h>

#include "files.h"

#define FILES_MAX	1024

struct file_row {
	uint64_t age;	/* 0: unused */
	uint32_t tid;
	int32_t fd;
	enum decode_device dev;
};

struct decode_files {
	uint64_t age;
	struct file_row rows[FILES_MAX];
};

struct decode_files *decode_files_new(void)
{
	return calloc(1, sizeof(struct decode_files));
}

void decode_files_free(struct decode_files *f)
{
	free(f);
}

/* the row of exactly that descriptor, else the oldest one, to be used anew */
static struct file_row *row_for(struct decode_files *f, uint32_t tid, int32_t fd)
{
	struct file_row *oldest = &f->rows[0];

	for (size_t i = 0; i < FILES_MAX; i++) {
		struct file_row *row = &f->rows[i];

		if (row->age && row->tid == tid && row->fd == fd)
			return row;
		if (row->age < oldest->age)
			oldest = row;
	}
	return oldest;
}

void decode_files_set(struct decode_files *f, uint32_t tid, int32_t fd,
		      enum decode_device dev)
{
	*row_for(f, tid, fd) = (struct file_row){
		.age = ++f->age, .tid = tid, .fd = fd, .dev = dev,
	};
}

enum decode_device decode_files_get(const struct decode_files *f, uint32_t tid,
				    int32_t fd)
{
	const struct file_row *best = NULL;

	for (size_t i = 0; i < FILES_MAX; i++) {
		const struct file_row *row = &f->rows[i];

		if (!row->age || row->fd != fd)
			continue;
		if (row->tid == tid)
			return row->dev;
		if (fd != DECODE_FD_PENDING && (!best || row->age > best->age))
			best = row;
	}
	return best ? best->dev : DECODE_DEV_UNKNOWN;
}
