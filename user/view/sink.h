/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buffered output to a descriptor: large writes, every error kept and told.
 * After the first failure nothing is written any more.
 */
#ifndef RMSNOOP_SINK_H
#define RMSNOOP_SINK_H

#include <stdbool.h>
#include <stddef.h>

struct sink;

/**
 * sink_open() - a file for data, mode 0600, truncated; "-": standard output
 * Return: 0 or -errno, told by nobody yet.
 */
int sink_open(const char *path, struct sink **ret_sink);

/** sink_open_fd() - the same for a descriptor, which it takes over when it
 *  returns 0; @name: for messages */
int sink_open_fd(int fd, const char *name, struct sink **ret_sink);

/** sink_write() - add bytes; 0 or the -errno of the first failed write */
int sink_write(struct sink *s, const void *data, size_t len);
/** sink_room() - a place for at least @len bytes (<= 64 KiB), to be followed by
 *  sink_commit() of what was used; NULL: a write failed, see sink_error() */
char *sink_room(struct sink *s, size_t len);
void sink_commit(struct sink *s, size_t len);

/** sink_flush() - write out what is buffered */
int sink_flush(struct sink *s);

/** sink_sync() - write out what is buffered, down to the disk */
int sink_sync(struct sink *s);

int sink_error(const struct sink *s);
bool sink_is_tty(const struct sink *s);
const char *sink_name(const struct sink *s);

/** sink_close() - flush, close, free; 0 or the first -errno of all */
int sink_close(struct sink *s);

#endif
