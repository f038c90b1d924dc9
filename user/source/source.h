/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where records come from: the BPF rings of a live session, or a recorded
 * file.  Whoever reads does not know which.
 */
#ifndef RMSNOOP_SOURCE_H
#define RMSNOOP_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

struct source;

/* gets each record as raw bytes, in stream order; 0 to go on, -errno to stop */
typedef int (*source_fn)(void *ctx, const void *data, size_t len);

struct source_ops {
	/*
	 * Hands over what is there now, at most a bounded batch.  Returns 1:
	 * more may come, wait on fd; 0: the end; -errno.  A live source
	 * ends only after source_finish().
	 */
	int (*pump)(struct source *src, source_fn fn, void *ctx);
	/* from now on only what is already there: the last pumps, then 0 */
	void (*finish)(struct source *src);
	/* the next pump also tells the calls in flight; NULL: cannot */
	void (*list)(struct source *src);
	/* "key=value\n" lines about the kernel, driver, attach, clocks */
	const char *(*meta)(struct source *src);
	void (*close)(struct source *src);
};

struct source {
	const struct source_ops *ops;
	int fd;			/* to wait on with epoll; -1: always ready */
	int interval_ms;	/* pump at least this often; 0: when fd is ready */
};

/* a recorded file, "-": standard input.  -EBADMSG: not a recording, -EPROTO: of
 * another wire version, -ENODATA: it ends within its header */
int source_file_open(const char *path, struct source **ret_source);

static inline int source_pump(struct source *s, source_fn fn, void *ctx)
{
	return s->ops->pump(s, fn, ctx);
}
static inline void source_finish(struct source *s)
{
	if (s->ops->finish)
		s->ops->finish(s);
}
static inline void source_list(struct source *s)
{
	if (s->ops->list)
		s->ops->list(s);
}
static inline const char *source_meta(struct source *s)
{
	return s->ops->meta(s);
}
static inline void source_close(struct source *s)
{
	if (s)
		s->ops->close(s);
}

#endif
