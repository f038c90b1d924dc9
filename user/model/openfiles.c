// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors and the files behind them.
 *
 * Records tell of an open and, where the hook is in the driver, of the release
 * of the last reference, with a number for the file.  Without it a
 * file ends with its last known descriptor and mapping.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "objects_in.h"
#include "tree.h"

struct slot {
	uint32_t pid;
	int32_t fd;
	bool cloexec;
	struct file *file;
};

static int slot_order(const void *a_, const void *b_)
{
	const struct slot *a = a_, *b = b_;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->fd != b->fd)
		return a->fd < b->fd ? -1 : 1;
	return 0;
}

static int id_order(const void *a_, const void *b_)
{
	const struct file *a = a_, *b = b_;

	return a->id < b->id ? -1 : a->id > b->id;
}

static struct slot *slot_find(const struct objects *os, uint32_t pid, int32_t fd)
{
	struct slot key = { .pid = pid, .fd = fd };

	return tree_find(&os->fds, &key, slot_order);
}

static struct slot *slot_next(const struct objects *os, uint32_t pid, int32_t fd)
{
	struct slot key = { .pid = pid, .fd = fd };
	struct slot *s = tree_after(&os->fds, &key, slot_order);

	return s && s->pid == pid ? s : NULL;
}

struct file *file_find(const struct objects *os, uint32_t pid, int32_t fd)
{
	struct slot *s = slot_find(os, pid, fd);

	return s && !s->file->released ? s->file : NULL;
}

const struct file *model_file(const struct model *m, uint32_t pid, int32_t fd)
{
	return m->objects ? file_find(m->objects, pid, fd) : NULL;
}

int32_t file_next(const struct objects *os, uint32_t pid, int32_t fd,
		  struct file **ret)
{
	struct slot *s = slot_next(os, pid, fd);

	while (s && s->file->released)
		s = slot_next(os, pid, s->fd);
	if (!s)
		return -1;
	*ret = s->file;
	return s->fd;
}

int32_t model_fds_next(const struct model *m, uint32_t pid, int32_t fd,
		       const struct file **ret)
{
	struct file *f = NULL;
	int32_t next = m->objects ? file_next(m->objects, pid, fd, &f) : -1;

	if (next >= 0)
		*ret = f;
	return next;
}

/* ---- the end of a file --------------------------------------------------- */

void exported_free(struct exported *e)
{
	while (e) {
		struct exported *next = e->next;

		free(e->params);
		free(e);
		e = next;
	}
}

/* the driver's release: what lived with the file ends */
static int file_release(struct objects *os, struct file *f, enum change_why why)
{
	struct file *ctl;
	int err = 0;

	if (f->released)
		return 0;
	while (f->clients && !err)
		err = object_end(os, f->clients, why);
	if (err)
		return err;
	space_end(os, &f->space, why);
	exported_free(f->exported);
	f->exported = NULL;
	f->released = true;
	if (f->id)
		tree_take(&os->ids, f, id_order);
	ctl = f->ctl;
	f->ctl = NULL;
	return file_put(os, ctl, why);
}

int file_put(struct objects *os, struct file *f, enum change_why why)
{
	int err;

	if (!f || --f->refs)
		return 0;
	f->refs = 1;	/* nobody ends it while it ends */
	err = file_release(os, f, why);
	if (err)
		return err;
	os->n_files--;
	free(f);
	return 0;
}

static int slot_remove(struct objects *os, struct slot *s, enum change_why why)
{
	struct file *f = s->file;

	tree_take(&os->fds, s, slot_order);
	os->n_fds--;
	free(s);
	return file_put(os, f, why);
}

/* ---- its beginning ------------------------------------------------------- */

static struct file *file_new(struct objects *os, uint16_t dev, uint16_t minor,
			     uint64_t id)
{
	struct file *f;

	if (os->n_files >= FILES_MAX) {
		os->not_kept++;
		return NULL;
	}
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->dev = dev;
	f->minor = minor;
	f->id = id;
	if (id && tree_add(&os->ids, f, id_order)) {
		free(f);
		return NULL;
	}
	os->n_files++;
	return f;
}

/* @f gets a reference; on failure a file without any is freed */
static int slot_set(struct objects *os, uint32_t pid, int32_t fd,
		    struct file *f, bool cloexec)
{
	struct slot *s = slot_find(os, pid, fd);
	struct file *old = s ? s->file : NULL;

	f->refs++;
	if (s) {
		s->file = f;
		s->cloexec = cloexec;
		return file_put(os, old, WHY_FD_CLOSED);
	}
	s = os->n_fds < FDS_MAX ? calloc(1, sizeof(*s)) : NULL;
	if (s) {
		*s = (struct slot){ .pid = pid, .fd = fd, .file = f,
				    .cloexec = cloexec };
		if (!tree_add(&os->fds, s, slot_order)) {
			os->n_fds++;
			return 0;
		}
		free(s);
	}
	os->not_kept++;
	return file_put(os, f, WHY_FD_CLOSED);
}

struct file *file_ensure(struct objects *os, uint32_t pid, int32_t fd,
			 uint16_t dev, uint16_t minor)
{
	struct file *f = file_find(os, pid, fd);

	if (f && (dev == RMS_DEV_OTHER || (f->dev == dev && f->minor == minor)))
		return f;
	if (fd < 0)
		return NULL;
	f = file_new(os, dev, minor, 0);
	if (!f)
		return NULL;
	f->before = true;
	slot_set(os, pid, fd, f, false);
	return file_find(os, pid, fd);
}

int openfiles_open(struct objects *os, const struct rms_open *open)
{
	struct file key = { .id = open->file };
	struct file *f = key.id ? tree_find(&os->ids, &key, id_order) : NULL;

	if (open->ret < 0 || open->fd < 0 || open->dev == RMS_DEV_OTHER)
		return 0;
	/* a number that is known is a dup, or was sent by another process */
	if (!f)
		f = file_new(os, open->dev, open->minor, open->file);
	return f ? slot_set(os, open->h.pid, open->fd, f,
			    open->flags & O_CLOEXEC) : 0;
}

#define CLOSE_SCAN	64	/* descriptors looked at to find one by its device */

/* the only open file of that device that the process has; NULL: none, several */
static struct file *only_file(const struct objects *os,
			      const struct rms_close *close)
{
	struct slot *s = slot_next(os, close->h.pid, -1);
	struct file *found = NULL;

	for (int i = 0; s; i++, s = slot_next(os, s->pid, s->fd)) {
		if (i == CLOSE_SCAN)
			return NULL;
		if (s->file->released || s->file->dev != close->dev ||
		    s->file->minor != close->minor || s->file == found ||
		    (close->file && s->file->id))
			continue;
		if (found)
			return NULL;
		found = s->file;
	}
	return found;
}

int openfiles_close(struct objects *os, const struct rms_close *close)
{
	struct file key = { .id = close->file };
	struct slot *s = slot_find(os, close->h.pid, close->fd);
	struct file *f;

	if (close->fd >= 0)	/* one descriptor, perhaps of several */
		return s ? slot_remove(os, s, WHY_FD_CLOSED) : 0;
	f = key.id ? tree_find(&os->ids, &key, id_order) : NULL;
	if (!f)
		f = only_file(os, close);
	return f ? file_release(os, f, WHY_FD_CLOSED) : 0;
}

/* ---- processes ----------------------------------------------------------- */

int openfiles_fork(struct objects *os, uint32_t parent, uint32_t child)
{
	struct slot *s = slot_next(os, parent, -1);
	int err = 0;

	if (parent == child)
		return 0;
	for (; s && !err; s = slot_next(os, parent, s->fd))
		if (!s->file->released)
			err = slot_set(os, child, s->fd, s->file, s->cloexec);
	return err;
}

/* O_CLOEXEC as the records of open tell it; else a release is told */
int openfiles_exec(struct objects *os, uint32_t pid)
{
	struct slot *s = slot_next(os, pid, -1), *next;
	int err = 0;

	for (; s && !err; s = next) {
		next = slot_next(os, pid, s->fd);
		if (s->cloexec)
			err = slot_remove(os, s, WHY_EXEC);
	}
	return err;
}

int openfiles_exit(struct objects *os, uint32_t pid)
{
	struct slot *s;
	int err = 0;

	while (!err && (s = slot_next(os, pid, -1)))
		err = slot_remove(os, s, WHY_PROCESS_DIED);
	return err;
}

static void file_discard(struct file *f)
{
	if (--f->refs)
		return;
	if (f->space) {
		ranges_free(&f->space->mapped);
		ranges_free(&f->space->reserved);
	}
	free(f->space);
	exported_free(f->exported);
	if (f->ctl)
		file_discard(f->ctl);
	free(f);
}

static void nothing(void *f)
{
	(void)f;
}

static void slot_discard(void *s_)
{
	struct slot *s = s_;

	file_discard(s->file);
	free(s);
}

/* every file has a descriptor or is held by one that has */
void openfiles_free(struct objects *os)
{
	tree_free(&os->ids, nothing);
	tree_free(&os->fds, slot_discard);
}

/* ---- names ---------------------------------------------------------------- */

const char *file_name(const struct file *f, char *buf, size_t size)
{
	struct rm_out out;

	rm_out_init(&out, buf, size);
	switch (f->dev) {
	case RMS_DEV_CTL:
		rm_out_str(&out, "nvidiactl");
		break;
	case RMS_DEV_GPU:
		rm_out_str(&out, "nvidia");
		rm_out_dec(&out, f->minor);
		break;
	default:
		rm_out_str(&out, "nvidia-");
		rm_out_str(&out, record_dev_name(f->dev));
	}
	return buf;
}
