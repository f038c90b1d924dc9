// SPDX-License-Identifier: GPL-2.0
/* The live source: two BPF rings, the loss counters, the in-flight iterator. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <rmsnoop/shared.h>

#include "files.h"
#include "log.h"
#include "ring.h"

#define AREA		"ring"
#define INTERVAL_MS	50	/* nobody wakes us per record: look so often */
#define BATCH		8192	/* records of the main ring in one pump */
#define URGENT_BATCH	1024

/* records that wait for their turn, copied, oldest first */
struct queue {
	unsigned char *data;
	size_t len;
	size_t size;
	size_t pos;
};

struct ring_source {
	struct source src;
	struct ring_opts opts;
	struct ring_buffer *main;
	struct ring_buffer *urgent;
	struct queue queue;
	struct files *files;
	struct rms_cpu *seen;	/* counters as last told, RMS_CPUS of them */
	uint64_t received;
	bool finishing;
	uint64_t until;		/* what was made by then is waited for */
	bool ended;
	bool list;		/* the calls in flight are asked for */
	/* of the pump under way */
	source_fn fn;
	void *ctx;
	int err;
	int count;
	uint64_t last;		/* time of the last record from the main ring */
	uint64_t last_urgent;
	uint64_t shown;		/* time of the last record handed over */
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static int queue_put(struct queue *q, const void *data, size_t len)
{
	size_t size = q->size ? q->size : 65536;
	void *p;

	if (q->pos == q->len)
		q->pos = q->len = 0;
	while (size - q->len < len)
		size *= 2;
	if (size != q->size) {
		p = realloc(q->data, size);
		if (!p)
			return -ENOMEM;
		q->data = p;
		q->size = size;
	}
	memcpy(q->data + q->len, data, len);
	q->len += len;
	return 0;
}

/* ---- handing over ------------------------------------------------------ */

static int in_flight(struct ring_source *s)
{
	union {
		struct rms_call c;
		unsigned char bytes[65536];
	} buf;
	size_t have = 0, off;
	int fd, err = 0;
	ssize_t n;

	if (s->opts.iter_fd < 0)
		return 0;
	fd = bpf_iter_create(s->opts.iter_fd);
	if (fd < 0)
		return 0;
	while (!err && (n = read(fd, buf.bytes + have, sizeof(buf) - have)) > 0) {
		have += n;
		for (off = 0; !err && have - off >= sizeof(struct rms_hdr);) {
			const struct rms_hdr *h = (void *)(buf.bytes + off);

			if (h->size > have - off || h->size < sizeof(*h))
				break;
			err = s->fn(s->ctx, h, h->size);
			off += h->size;
		}
		have -= off;
		memmove(buf.bytes, buf.bytes + off, have);
		if (have == sizeof(buf))
			break;
	}
	close(fd);
	return err;
}

static int deliver(struct ring_source *s, const void *data, size_t len)
{
	const struct rms_hdr *h = data;
	int err;

	s->received++;
	s->shown = h->time;
	err = s->fn(s->ctx, data, len);
	if (!err && h->kind == RMS_SIGNAL)
		err = in_flight(s);
	if (!err && h->kind == RMS_MAP)
		err = files_see(s->files, data, len, s->fn, s->ctx);
	return err;
}

/* a MAP record that was read from /proc */
static int deliver_made(struct ring_source *s, const void *data, size_t len)
{
	int err = s->fn(s->ctx, data, len);

	return err ? err : files_see(s->files, data, len, s->fn, s->ctx);
}

/* what waits and is not younger than @time */
static int deliver_waiting(struct ring_source *s, uint64_t time)
{
	struct queue *q = &s->queue;
	int err = 0;

	while (!err && q->pos < q->len) {
		const struct rms_hdr *h = (void *)(q->data + q->pos);

		if (h->time > time)
			break;
		q->pos += h->size;
		/* made by ourselves: not counted as received */
		if (h->kind >= RMS_GAP)
			err = s->fn(s->ctx, h, h->size);
		else if (h->kind == RMS_MAP && ((struct rms_map *)h)->why == RMS_MAP_PROC)
			err = deliver_made(s, h, h->size);
		else
			err = deliver(s, h, h->size);
	}
	return err;
}

static int on_urgent(void *ctx, void *data, size_t len)
{
	struct ring_source *s = ctx;
	const struct rms_hdr *h = data;

	s->last_urgent = h->time;
	s->err = queue_put(&s->queue, data, len);
	if (s->err)
		return s->err;
	return ++s->count < URGENT_BATCH ? 0 : -EAGAIN;
}

static int on_main(void *ctx, void *data, size_t len)
{
	struct ring_source *s = ctx;
	const struct rms_hdr *h = data;

	s->last = h->time;
	s->err = deliver_waiting(s, h->time);
	if (!s->err)
		s->err = deliver(s, data, len);
	if (s->err)
		return s->err < 0 ? s->err : -EPIPE;
	return ++s->count < BATCH ? 0 : -EAGAIN;
}

/* ---- losses ------------------------------------------------------------ */

/* what is missing came after what there was room for */
static int gap(struct ring_source *s, uint32_t cpu, uint64_t count, uint32_t cause,
	       uint32_t ring)
{
	struct rms_gap g = {
		.h = { .size = sizeof(g), .kind = RMS_GAP, .fixed = sizeof(g),
		       .time = s->shown ? s->shown : now_ns(), .cpu = cpu },
		.count = count, .cause = cause, .ring = ring,
	};

	return count ? s->fn(s->ctx, &g, sizeof(g)) : 0;
}

/* the counters are what is true; a jump in sequence numbers may be two cpus'
 * programs passing each other */
static int tell_losses(struct ring_source *s)
{
	int err = 0;

	for (uint32_t i = 0; i < RMS_CPUS && !err; i++) {
		const volatile struct rms_cpu *c = &s->opts.cpus[i];
		struct rms_cpu *seen = &s->seen[i];

		for (uint32_t r = 0; r < RMS_RINGS && !err; r++) {
			uint64_t lost = c->lost[r];

			err = gap(s, i, lost - seen->lost[r], RMS_LOSS_RING, r);
			seen->lost[r] = lost;
		}
		if (!err && c->no_storage != seen->no_storage) {
			uint64_t lost = c->no_storage;

			err = gap(s, i, lost - seen->no_storage, RMS_LOSS_STORAGE, 0);
			seen->no_storage = lost;
		}
	}
	return err;
}

static int tell_end(struct ring_source *s)
{
	struct rms_end e = {
		.h = { .size = sizeof(e), .kind = RMS_END, .fixed = sizeof(e),
		       .time = now_ns() },
		.received = s->received,
	};

	for (uint32_t i = 0; i < RMS_CPUS; i++) {
		e.lost[RMS_LOSS_RING] += s->seen[i].lost[0] + s->seen[i].lost[1];
		e.lost[RMS_LOSS_STORAGE] += s->seen[i].no_storage;
		e.lost[RMS_LOSS_RETURN] += s->opts.cpus[i].no_return;
	}
	s->ended = true;
	return s->fn(s->ctx, &e, sizeof(e));
}

/* ---- the vtable -------------------------------------------------------- */

/* one ring, as far as the batch goes: 1: there may be more, 0, -errno */
static int consume(struct ring_source *s, struct ring_buffer *rb)
{
	int n;

	s->count = 0;
	s->err = 0;
	n = ring_buffer__consume(rb);
	if (s->err)
		return s->err;
	if (n == -EAGAIN)
		return 1;
	return n < 0 ? n : 0;
}

/* is all there that was made before the end was asked for?  Under load the rings
 * are never empty */
static bool all_taken(const struct ring_source *s, int more, int more_urgent)
{
	return s->finishing && (!more || s->last > s->until) &&
	       (!more_urgent || s->last_urgent > s->until);
}

static int ring_pump(struct source *src, source_fn fn, void *ctx)
{
	struct ring_source *s = (struct ring_source *)src;
	int more, more_urgent;
	bool last;

	if (s->ended)
		return 0;
	s->fn = fn;
	s->ctx = ctx;
	if (s->opts.watch_fd >= 0) {
		int err = s->opts.changed(s->opts.changed_ctx, fn, ctx);

		if (err < 0)
			return err;
	}
	/* the urgent ring first: a thread's calls are in the main ring
	 * before its signal is in the urgent one */
	more_urgent = consume(s, s->urgent);
	if (more_urgent < 0)
		return more_urgent;
	s->last = 0;
	more = consume(s, s->main);
	if (more < 0)
		return more;
	last = all_taken(s, more, more_urgent);
	s->err = tell_losses(s);
	if (!s->err)
		s->err = deliver_waiting(s, more && !last ? s->last : UINT64_MAX);
	if (!s->err && s->list)
		s->err = in_flight(s);
	s->list = false;
	if (s->err)
		return s->err;
	if (!last)
		return 1;
	s->err = in_flight(s);
	if (!s->err)
		s->err = tell_end(s);
	return s->err;
}

static void ring_list(struct source *src)
{
	((struct ring_source *)src)->list = true;
}

static void ring_finish(struct source *src)
{
	struct ring_source *s = (struct ring_source *)src;

	s->finishing = true;
	s->until = now_ns();
}

static const char *ring_meta(struct source *src)
{
	return ((struct ring_source *)src)->opts.meta;
}

static void ring_close(struct source *src)
{
	struct ring_source *s = (struct ring_source *)src;

	ring_buffer__free(s->main);
	ring_buffer__free(s->urgent);
	if (s->src.fd >= 0)
		close(s->src.fd);
	free(s->queue.data);
	files_free(s->files);
	free(s->seen);
	free(s);
}

static const struct source_ops ring_ops = {
	.pump = ring_pump,
	.finish = ring_finish,
	.list = ring_list,
	.meta = ring_meta,
	.close = ring_close,
};

static int watch(struct ring_source *s, int fd)
{
	struct epoll_event e = { .events = EPOLLIN };

	return fd >= 0 && epoll_ctl(s->src.fd, EPOLL_CTL_ADD, fd, &e) ? -errno : 0;
}

int source_ring_open(const struct ring_opts *opts, struct source **ret_source)
{
	struct ring_source *s = calloc(1, sizeof(*s));
	int err = -ENOMEM;

	if (!s)
		return err;
	s->src.ops = &ring_ops;
	s->src.interval_ms = INTERVAL_MS;
	s->opts = *opts;
	s->src.fd = epoll_create1(EPOLL_CLOEXEC);
	s->seen = calloc(RMS_CPUS, sizeof(*s->seen));
	s->files = files_new();
	if (s->src.fd < 0 || !s->seen || !s->files)
		goto err_close;
	s->main = ring_buffer__new(opts->main_fd, on_main, s, NULL);
	s->urgent = ring_buffer__new(opts->urgent_fd, on_urgent, s, NULL);
	if (!s->main || !s->urgent) {
		err = log_errno(AREA, errno, "failed to map the rings");
		goto err_close;
	}
	err = watch(s, ring_buffer__epoll_fd(s->main));
	if (!err)
		err = watch(s, ring_buffer__epoll_fd(s->urgent));
	if (!err)
		err = watch(s, opts->watch_fd);
	if (err)
		goto err_close;
	*ret_source = &s->src;
	return 0;

err_close:
	ring_close(&s->src);
	return err;
}

int source_ring_push(struct source *src, const void *data, size_t len)
{
	return queue_put(&((struct ring_source *)src)->queue, data, len);
}
