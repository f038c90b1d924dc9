// SPDX-License-Identifier: GPL-2.0
/* Buffered output with errors that are kept. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sink.h"

#define SINK_SIZE	(256u << 10)

struct sink {
	int fd;
	int err;	/* of the first failure */
	bool stdout;
	size_t used;
	char *name;
	char buf[SINK_SIZE];
};

int sink_open_fd(int fd, const char *name, struct sink **ret_sink)
{
	struct sink *s = malloc(sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->fd = fd;
	s->err = 0;
	s->used = 0;
	s->stdout = fd == STDOUT_FILENO;
	s->name = strdup(name);
	if (!s->name) {
		free(s);
		return -ENOMEM;
	}
	*ret_sink = s;
	return 0;
}

int sink_open(const char *path, struct sink **ret_sink)
{
	int fd, err;

	if (!strcmp(path, "-"))
		return sink_open_fd(STDOUT_FILENO, "standard output", ret_sink);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = sink_open_fd(fd, path, ret_sink);
	if (err)
		close(fd);
	return err;
}

static int write_all(struct sink *s, const char *data, size_t len)
{
	while (len && !s->err) {
		ssize_t n = write(s->fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			s->err = n < 0 ? -errno : -EIO;
			break;
		}
		data += n;
		len -= n;
	}
	return s->err;
}

int sink_flush(struct sink *s)
{
	size_t used = s->used;

	s->used = 0;
	return write_all(s, s->buf, used);
}

int sink_write(struct sink *s, const void *data, size_t len)
{
	if (len > SINK_SIZE - s->used && sink_flush(s))
		return s->err;
	if (len > SINK_SIZE)
		return write_all(s, data, len);
	if (len)
		memcpy(s->buf + s->used, data, len);
	s->used += len;
	return s->err;
}

char *sink_room(struct sink *s, size_t len)
{
	if (len > SINK_SIZE - s->used)
		sink_flush(s);
	if (s->err || len > SINK_SIZE)
		return NULL;
	return s->buf + s->used;
}

void sink_commit(struct sink *s, size_t len)
{
	s->used += len;
}

int sink_sync(struct sink *s)
{
	sink_flush(s);
	if (!s->err && fsync(s->fd))
		s->err = -errno;
	return s->err;
}

int sink_error(const struct sink *s)
{
	return s->err;
}

bool sink_is_tty(const struct sink *s)
{
	return isatty(s->fd);
}

const char *sink_name(const struct sink *s)
{
	return s->name;
}

int sink_close(struct sink *s)
{
	int err;

	if (!s)
		return 0;
	sink_flush(s);
	/* some file systems report a full disk only here */
	if (!s->stdout && close(s->fd) && !s->err)
		s->err = -errno;
	err = s->err;
	free(s->name);
	free(s);
	return err;
}
