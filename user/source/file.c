// SPDX-License-Identifier: GPL-2.0
/*
 * A recorded file as a source.  It is read once, forwards, through one buffer,
 * so that pipes do as well.  A file that ends early yields all its whole records
 * and then a GAP record that says so.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "record.h"
#include "source.h"

#define BUF_START	(1u << 20)
#define META_MAX	(1u << 20)
#define BATCH		4096	/* records handed over in one pump */
#define READS		16	/* reads in one pump, where reading may wait */

struct file_source {
	struct source src;
	int fd;
	char *name;
	char *meta;
	uint8_t *buf;
	size_t cap;
	size_t pos;		/* first byte not handed over */
	size_t len;		/* bytes in buf */
	uint64_t offset;	/* in the file, of buf[pos] */
	uint64_t last_time;
	bool waits;		/* a pipe or terminal: read only what is there */
	int reads;		/* left in this pump */
	bool eof;
	bool ended;		/* the END record was handed over */
	bool done;
};

static struct file_source *file_of(struct source *src)
{
	return (struct file_source *)src;
}

static void file_close(struct source *src)
{
	struct file_source *f = file_of(src);

	if (f->fd > STDIN_FILENO)
		close(f->fd);
	free(f->name);
	free(f->meta);
	free(f->buf);
	free(f);
}

static const char *file_meta(struct source *src)
{
	return file_of(src)->meta;
}

static int buf_grow(struct file_source *f, size_t want)
{
	size_t cap = f->cap ? f->cap : BUF_START;
	uint8_t *buf;

	while (cap < want)
		cap *= 2;
	if (cap == f->cap)
		return 0;
	buf = realloc(f->buf, cap);
	if (!buf)
		return -ENOMEM;
	f->buf = buf;
	f->cap = cap;
	return 0;
}

static bool may_read(struct file_source *f)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN };

	if (!f->waits)
		return true;
	return f->reads-- > 0 && poll(&p, 1, 0) > 0;
}

/* at least @want bytes from pos on, unless the file ends before: -ENODATA, or no
 * more are there yet: -EAGAIN */
static int buf_fill(struct file_source *f, size_t want)
{
	int err;

	if (f->len - f->pos >= want)
		return 0;
	memmove(f->buf, f->buf + f->pos, f->len - f->pos);
	f->len -= f->pos;
	f->pos = 0;
	err = buf_grow(f, want);
	if (err)
		return err;
	while (f->len < want && !f->eof) {
		ssize_t n;

		if (!may_read(f))
			return -EAGAIN;
		n = read(f->fd, f->buf + f->len, f->cap - f->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		f->eof = n == 0;
		f->len += n;
	}
	return f->len < want ? -ENODATA : 0;
}

static void buf_consume(struct file_source *f, size_t n)
{
	f->pos += n;
	f->offset += n;
}

/* the next whole record; -ENODATA: there is none, -EBADMSG: damage */
static int file_next(struct file_source *f, size_t *ret_size)
{
	long size;
	int err = buf_fill(f, f->ended ? 1 : sizeof(struct rms_hdr));

	if (err || f->ended)
		return err ? err : -ENODATA;
	size = record_size(f->buf + f->pos, f->len - f->pos);
	if (size < 0)
		return size;
	err = buf_fill(f, size);
	if (err)
		return err;
	*ret_size = size;
	return 0;
}

static int hand_over_gap(struct file_source *f, source_fn fn, void *ctx)
{
	struct rms_gap gap = {
		.h = {
			.size = sizeof(gap),
			.kind = RMS_GAP,
			.fixed = sizeof(gap),
			.time = f->last_time,
		},
		.count = 0,	/* nobody can know how many */
		.cause = RMS_LOSS_FILE,
	};

	return fn(ctx, &gap, sizeof(gap));
}

/* the stream stopped with @why: is anything missing? */
static int file_finish(struct file_source *f, int why, source_fn fn, void *ctx)
{
	f->done = true;
	if (why == -ENODATA && f->ended && f->pos == f->len)
		return 0;
	if (why == -ENODATA && f->ended)
		log_warn("file", "%s: ignored %zu bytes behind the end, at byte %" PRIu64,
			 f->name, f->len - f->pos, f->offset);
	else if (why == -ENODATA)
		log_warn("file", "%s: recording cut short at byte %" PRIu64
			 ", after its last whole record", f->name, f->offset);
	else if (why == -EBADMSG)
		log_warn("file", "%s: damaged at byte %" PRIu64
			 ": the rest is not read", f->name, f->offset);
	else
		return log_errno("file", why, "failed to read %s at byte %"
				 PRIu64, f->name, f->offset);
	if (f->ended)
		return 0;
	return hand_over_gap(f, fn, ctx);
}

static int file_pump(struct source *src, source_fn fn, void *ctx)
{
	struct file_source *f = file_of(src);

	f->reads = READS;
	/* of a pipe all that was read: nobody would wake us for the rest */
	for (int i = 0; (i < BATCH || f->waits) && !f->done; i++) {
		struct rms_hdr h;
		size_t size = 0;
		int err = file_next(f, &size);

		if (err == -EAGAIN)
			return 1;
		if (err)
			return file_finish(f, err, fn, ctx);
		memcpy(&h, f->buf + f->pos, sizeof(h));
		f->ended = h.kind == RMS_END;
		f->last_time = h.time;
		err = fn(ctx, f->buf + f->pos, size);
		if (err)
			return err;
		buf_consume(f, size);
	}
	return f->done ? 0 : 1;
}

static void file_stop(struct source *src)
{
	file_of(src)->done = true;
}

static const struct source_ops file_ops = {
	.pump = file_pump,
	.finish = file_stop,
	.meta = file_meta,
	.close = file_close,
};

/* does what there is begin as a recording? */
static bool magic_fits(const struct file_source *f)
{
	size_t n = f->len < strlen(RMS_FILE_MAGIC) ? f->len : strlen(RMS_FILE_MAGIC);

	return !memcmp(f->buf, RMS_FILE_MAGIC, n);
}

static int read_header(struct file_source *f)
{
	struct rms_file_hdr h;
	int err = buf_fill(f, sizeof(h));

	if (err)
		return err == -ENODATA && !magic_fits(f) ? -EBADMSG : err;
	memcpy(&h, f->buf, sizeof(h));
	if (memcmp(h.magic, RMS_FILE_MAGIC, sizeof(h.magic)))
		return -EBADMSG;
	if (h.version != RMS_WIRE_VERSION)
		return -EPROTO;
	if (h.meta_len > META_MAX || h.meta_len % 8)
		return -EBADMSG;
	buf_consume(f, sizeof(h));
	err = buf_fill(f, h.meta_len);
	if (err)
		return err;
	f->meta = strndup((const char *)f->buf + f->pos, h.meta_len);
	if (!f->meta)
		return -ENOMEM;
	buf_consume(f, h.meta_len);
	return 0;
}

/* from now on no read may block the loop */
static void file_no_waiting(struct file_source *f)
{
	struct stat st;

	if (fstat(f->fd, &st))
		return;
	f->waits = S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) ||
		   isatty(f->fd);
	if (f->waits)
		f->src.fd = f->fd;
}

int source_file_open(const char *path, struct source **ret_source)
{
	bool std = !strcmp(path, "-");
	struct file_source *f = calloc(1, sizeof(*f));
	int err;

	if (!f)
		return -ENOMEM;
	f->src.ops = &file_ops;
	f->src.fd = -1;
	f->fd = std ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	err = f->fd < 0 ? -errno : 0;
	f->name = strdup(std ? "standard input" : path);
	if (!err)
		err = f->name ? buf_grow(f, BUF_START) : -ENOMEM;
	if (!err)
		err = read_header(f);
	if (err) {
		file_close(&f->src);
		return err;
	}
	file_no_waiting(f);
	*ret_source = &f->src;
	return 0;
}
