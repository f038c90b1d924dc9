// SPDX-License-Identifier: GPL-2.0
/* meta.json: the few facts of a crash that a list shows. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <yajl/yajl_tree.h>

#include "crash/region.h"
#include "crash/report.h"
#include "inside.h"
#include "meta.h"
#include "view/sink.h"
#include "view/words.h"

/* ---- made of a report ---------------------------------------------------- */

static uint64_t clock_of(const struct report *r)
{
	int64_t ns = (int64_t)r->crash->sig.h.time + r->clock_offset;
	struct timespec now;

	if (r->clock_offset && ns > 0)
		return (uint64_t)ns;
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void put_hex(char *buf, size_t size, const uint8_t *data, size_t len)
{
	struct rm_out out;

	rm_out_init(&out, buf, size);
	rm_out_bytes(&out, data, len);
}

/* cut where it is longer */
static void copy_name(char *dst, size_t size, const char *src)
{
	size_t len = src ? strnlen(src, size - 1) : 0;

	if (len)
		memcpy(dst, src, len);
	dst[len] = '\0';
}

static void make_place(const struct report *r, struct store_entry *e)
{
	const struct facts_place *ip = &r->facts->ip;
	struct rm_out out;

	rm_out_init(&out, e->place, sizeof(e->place));
	if (ip->map) {
		facts_place_name(ip, &out);
		copy_name(e->module, sizeof(e->module), mapping_name(ip->map));
	} else {
		rm_out_hex(&out, ip->addr);
	}
	if (ip->sym.build_id_len)
		put_hex(e->build_id, sizeof(e->build_id), ip->sym.build_id,
			ip->sym.build_id_len);
	else if (ip->build_id)
		put_hex(e->build_id, sizeof(e->build_id), ip->build_id,
			RMS_BUILD_ID_LEN);
}

void store_meta_make(const struct report *r, struct store_entry *ret)
{
	const struct crash *c = r->crash;
	const char *meta = r->meta ? r->meta : "";
	struct rm_out out;

	memset(ret, 0, sizeof(*ret));
	store_signature(r, ret->id);
	ret->first = clock_of(r);
	ret->last = ret->first;
	ret->count = 1;
	ret->pid = c->sig.h.pid;
	ret->last_pid = ret->pid;
	ret->fatal = c->sig.flags & RMS_SIG_FATAL;
	rm_out_init(&out, ret->signal, sizeof(ret->signal));
	words_signal(&out, c->sig.sig);
	memcpy(ret->comm, c->sig.pcomm, sizeof(ret->comm) - 1);
	copy_name(ret->exe, sizeof(ret->exe), c->exe);
	copy_name(ret->cause, sizeof(ret->cause), r->facts->cause.what);
	make_place(r, ret);
	copy_name(ret->driver, sizeof(ret->driver), c->driver);
	meta_get(meta, "kernel", ret->kernel, sizeof(ret->kernel));
	if (!meta_get(meta, "host", ret->host, sizeof(ret->host)))
		gethostname(ret->host, sizeof(ret->host) - 1);
}

/* ---- the file ------------------------------------------------------------ */

/* what is text in the file: read and written by one table */
static const struct {
	const char *key;
	size_t offset;
	size_t size;
} strings[] = {
#define STRING(m)	{ #m, offsetof(struct store_entry, m), \
			  sizeof(((struct store_entry *)0)->m) }
	STRING(signal), STRING(comm), STRING(exe), STRING(cause),
	STRING(place), STRING(module), STRING(build_id), STRING(driver),
	STRING(kernel), STRING(host),
#undef STRING
};

#define N_STRINGS	(sizeof(strings) / sizeof(strings[0]))

void store_meta_json(struct json_out *j, const struct store_entry *e)
{
	json_str(j, "id", e->id);
	json_bool(j, "damaged", e->damaged);
	if (e->damaged)
		return;
	json_unsigned(j, "count", e->count);
	json_unsigned(j, "first", e->first);
	json_unsigned(j, "last", e->last);
	json_unsigned(j, "pid", e->pid);
	json_unsigned(j, "last_pid", e->last_pid);
	json_bool(j, "fatal", e->fatal);
	json_unsigned(j, "size", e->size);
	for (size_t i = 0; i < N_STRINGS; i++) {
		const char *s = (const char *)e + strings[i].offset;

		json_str(j, strings[i].key, s[0] ? s : NULL);
	}
}

static int write_json(struct sink *out, const struct store_entry *e)
{
	struct json_out *j;
	int err = json_out_new(out, &j);

	if (err)
		return err;
	json_line_begin(j);
	json_num(j, "schema", STORE_SCHEMA);
	store_meta_json(j, e);
	err = json_line_end(j);
	json_out_free(j);
	return err ? err : sink_sync(out);
}

int store_meta_write(int dir, const char *name, const struct store_entry *e)
{
	struct sink *out;
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW |
			O_CLOEXEC, 0600);
	int err, close_err;

	if (fd < 0)
		return -errno;
	err = sink_open_fd(fd, name, &out);
	if (err) {
		close(fd);
		return err;
	}
	err = write_json(out, e);
	close_err = sink_close(out);
	return err ? err : close_err;
}

static int read_text(int dir, char **ret_text)
{
	int fd = openat(dir, STORE_META, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	char *text = fd < 0 ? NULL : malloc(STORE_META_MAX);
	size_t n = 0;
	ssize_t got;

	if (!text) {
		int err = fd < 0 ? -errno : -ENOMEM;

		if (fd >= 0)
			close(fd);
		return err;
	}
	while (n < STORE_META_MAX - 1 &&
	       (got = read(fd, text + n, STORE_META_MAX - 1 - n)) > 0)
		n += (size_t)got;
	close(fd);
	text[n] = '\0';
	*ret_text = text;
	return 0;
}

static uint64_t get_number(yajl_val tree, const char *key)
{
	const char *path[] = { key, NULL };
	yajl_val v = yajl_tree_get(tree, path, yajl_t_number);

	return v && YAJL_IS_INTEGER(v) && YAJL_GET_INTEGER(v) > 0 ?
	       (uint64_t)YAJL_GET_INTEGER(v) : 0;
}

static bool get_bool(yajl_val tree, const char *key)
{
	const char *path[] = { key, NULL };

	return yajl_tree_get(tree, path, yajl_t_true);
}

static int take_tree(yajl_val tree, struct store_entry *e)
{
	if (get_number(tree, "schema") != STORE_SCHEMA)
		return -EBADMSG;
	e->count = get_number(tree, "count");
	e->first = get_number(tree, "first");
	e->last = get_number(tree, "last");
	e->pid = (uint32_t)get_number(tree, "pid");
	e->last_pid = (uint32_t)get_number(tree, "last_pid");
	e->fatal = get_bool(tree, "fatal");
	e->size = get_number(tree, "size");
	for (size_t i = 0; i < N_STRINGS; i++) {
		const char *path[] = { strings[i].key, NULL };
		yajl_val v = yajl_tree_get(tree, path, yajl_t_string);

		if (v)
			copy_name((char *)e + strings[i].offset,
				  strings[i].size, YAJL_GET_STRING(v));
	}
	return e->count ? 0 : -EBADMSG;
}

int store_meta_read(int dir, struct store_entry *ret)
{
	struct store_entry e = {};
	yajl_val tree;
	char *text = NULL;
	int err = read_text(dir, &text);

	if (err)
		return err;
	tree = yajl_tree_parse(text, NULL, 0);
	err = tree ? take_tree(tree, &e) : -EBADMSG;
	yajl_tree_free(tree);
	free(text);
	if (!err)
		*ret = e;
	return err;
}
