// SPDX-License-Identifier: GPL-2.0
/*
 * A crash into the store: a new entry as a whole, one more of an old one, and an
 * end to what is beyond the limits.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crash/report.h"
#include "inside.h"
#include "view/json.h"
#include "view/sink.h"

bool store_wanted(const struct report *r)
{
	const struct crash *c = r->crash;

	/* runtimes take signals that mean nothing; but a handler may also only
	 * say farewell and exit */
	return (c->sig.flags & RMS_SIG_FATAL) || (c->ended && c->exit_code);
}

static int create(int dir, const char *name)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
			O_CLOEXEC, 0600);

	return fd < 0 ? -errno : fd;
}

static int sync_stream(FILE *f)
{
	if (fflush(f) || ferror(f) || fsync(fileno(f)))
		return errno ? -errno : -EIO;
	return 0;
}

static int write_text(int dir, const struct report *r)
{
	struct report plain = *r;
	int fd = create(dir, STORE_TEXT), err;
	FILE *f;

	if (fd < 0)
		return fd;
	f = fdopen(fd, "w");
	if (!f) {
		close(fd);
		return -ENOMEM;
	}
	plain.style = (struct view_style){ .verbose = 0 };
	errno = 0;
	report_text(f, &plain);
	err = sync_stream(f);
	if (fclose(f) && !err)
		err = -errno;
	return err;
}

static void put_json(struct sink *out, const struct report *r, int *ret_err)
{
	struct json_out *j;

	*ret_err = json_out_new(out, &j);
	if (*ret_err)
		return;
	json_line_begin(j);
	report_json(j, r);
	*ret_err = json_line_end(j);
	json_out_free(j);
}

static int write_sink(int dir, const char *name, const struct report *r,
		      void (*put)(struct sink *out, const struct report *r,
				  int *ret_err))
{
	struct sink *out;
	int fd = create(dir, name), err, close_err;

	if (fd < 0)
		return fd;
	err = sink_open_fd(fd, name, &out);
	if (err) {
		close(fd);
		return err;
	}
	put(out, r, &err);
	if (!err)
		err = sink_sync(out);
	close_err = sink_close(out);
	return err ? err : close_err;
}

static void put_recording(struct sink *out, const struct report *r, int *ret_err)
{
	*ret_err = report_recording(out, r);
}

static int write_all(int dir, const struct report *r, struct store_entry *e)
{
	static const char *const names[] = {
		STORE_RECORDING, STORE_TEXT, STORE_JSON
	};
	struct stat st;
	int err = write_sink(dir, STORE_RECORDING, r, put_recording);

	if (!err)
		err = write_text(dir, r);
	if (!err)
		err = write_sink(dir, STORE_JSON, r, put_json);
	for (size_t i = 0; i < 3 && !err; i++) {
		if (fstatat(dir, names[i], &st, 0))
			return -errno;
		e->size += (uint64_t)st.st_size;
	}
	return err ? err : store_meta_write(dir, STORE_META, e);
}

/* under another name, on the disk, then in its place */
static int put_new(struct store *s, const struct report *r,
		   struct store_entry *e)
{
	int dir, err;

	if (mkdirat(s->fd, STORE_NEW, 0700))
		return -errno;
	dir = store_dir(s, STORE_NEW);
	if (dir < 0)
		return dir;
	err = write_all(dir, r, e);
	if (!err && fsync(dir))
		err = -errno;
	close(dir);
	if (!err && renameat(s->fd, STORE_NEW, s->fd, e->id))
		err = -errno;
	if (!err && fsync(s->fd))
		err = -errno;
	if (err)
		store_drop(s, STORE_NEW);
	return err;
}

/* it is there: one more, the first is the one that is kept */
static int put_again(int dir, struct store_entry *e)
{
	struct store_entry old;
	int err = store_meta_read(dir, &old);

	if (err)
		return err;
	memcpy(old.id, e->id, sizeof(old.id));
	old.last = e->last;
	old.last_pid = e->last_pid;
	old.count++;
	err = store_meta_write(dir, STORE_META ".new", &old);
	if (!err && renameat(dir, STORE_META ".new", dir, STORE_META))
		err = -errno;
	if (err)
		unlinkat(dir, STORE_META ".new", 0);
	else
		*e = old;
	return err;
}

static int put_locked(struct store *s, const struct report *r,
		      struct store_entry *e)
{
	int dir, err;

	store_clean(s);
	dir = store_dir(s, e->id);
	if (dir >= 0) {
		err = put_again(dir, e);
		close(dir);
		/* a damaged one makes room for a whole one */
		if (err != -EBADMSG && err != -ENOENT)
			return err;
		if (renameat(s->fd, e->id, s->fd, STORE_GONE))
			return -errno;
		store_drop(s, STORE_GONE);
	}
	return put_new(s, r, e);
}

int store_put(struct store *s, const struct report *r, struct store_entry *ret)
{
	struct store_entry e;
	int err;

	store_meta_make(r, &e);
	err = store_lock(s);
	if (err)
		return err;
	err = put_locked(s, r, &e);
	if (!err)
		*ret = e;
	store_unlock(s);
	if (!err)
		store_vacuum(s, &s->limits, e.id);
	return err;
}
