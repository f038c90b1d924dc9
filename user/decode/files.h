/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which file descriptors in a trace are of which device.  Descriptors belong to
 * processes and traces name threads: the same thread's count most, else the
 * newest of that number.  A fixed number of them is kept, the oldest are
 * forgotten.
 */
#ifndef DECODE_FILES_H
#define DECODE_FILES_H

#include "decode.h"

#define DECODE_FD_PENDING	-1	/* an open() that has not returned */

struct decode_files;

struct decode_files *decode_files_new(void);
void decode_files_free(struct decode_files *f);

/** decode_files_set() - from now on @fd of thread @tid (0: unknown) is of @dev */
void decode_files_set(struct decode_files *f, uint32_t tid, int32_t fd,
		      enum decode_device dev);

/** decode_files_get() - of which device it is; DECODE_DEV_UNKNOWN: not told */
enum decode_device decode_files_get(const struct decode_files *f, uint32_t tid,
				    int32_t fd);

#endif
