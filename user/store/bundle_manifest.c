// SPDX-License-Identifier: GPL-2.0
/* The manifest of a bundle as text, and what is taken from one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_tree.h>

#include "bundle_inside.h"
#include "rm/out.h"
#include "view/escape.h"

const char *const bundle_own[BUNDLE_OWN] = {
	STORE_RECORDING, STORE_TEXT, STORE_JSON, STORE_META
};

void bundle_hex(const uint8_t *data, size_t len, char *ret)
{
	struct rm_out out;

	rm_out_init(&out, ret, 2 * len + 1);
	rm_out_bytes(&out, data, len);
}

/* ---- made ---------------------------------------------------------------- */

/* bytes that are no UTF-8 are escaped: such a path is for people only */
static void put_text(yajl_gen gen, const char *text)
{
	char buf[4 * RMS_PATH_MAX];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_utf8(&out, text, strlen(text));
	yajl_gen_string(gen, (const unsigned char *)buf, out.len);
}

static void put_string(yajl_gen gen, const char *key, const char *value)
{
	put_text(gen, key);
	put_text(gen, value);
}

static void put_number(yajl_gen gen, const char *key, uint64_t value)
{
	put_text(gen, key);
	yajl_gen_integer(gen, (long long)value);
}

static void put_file(yajl_gen gen, const struct bundle_file *f)
{
	char hex[2 * BUNDLE_SHA256 + 1];

	bundle_hex(f->sha256, sizeof(f->sha256), hex);
	yajl_gen_map_open(gen);
	put_string(gen, "name", f->name);
	put_number(gen, "size", f->size);
	put_string(gen, "sha256", hex);
	if (f->path[0]) {
		put_string(gen, "path", f->path);
		put_string(gen, "build_id", f->build_id);
		put_number(gen, "major", f->major);
		put_number(gen, "minor", f->minor);
		put_number(gen, "inode", f->inode);
	}
	yajl_gen_map_close(gen);
}

int bundle_manifest_make(const struct bundle_list *list, char **ret_text,
			 size_t *ret_len)
{
	yajl_gen gen = yajl_gen_alloc(NULL);
	const unsigned char *text;
	char *copy = NULL;
	size_t len;

	if (!gen)
		return -ENOMEM;
	yajl_gen_config(gen, yajl_gen_beautify, 1);
	yajl_gen_map_open(gen);
	put_number(gen, "schema", BUNDLE_SCHEMA);
	put_string(gen, "kind", "bundle");
	put_text(gen, "files");
	yajl_gen_array_open(gen);
	for (size_t i = 0; i < list->n; i++)
		put_file(gen, &list->v[i]);
	yajl_gen_array_close(gen);
	yajl_gen_map_close(gen);
	if (yajl_gen_get_buf(gen, &text, &len) == yajl_gen_status_ok)
		copy = malloc(len + 1);
	if (copy)
		memcpy(copy, text, len);
	yajl_gen_free(gen);
	if (!copy)
		return -ENOMEM;
	*ret_text = copy;
	*ret_len = len;
	return 0;
}

/* ---- taken --------------------------------------------------------------- */

static bool get_string(yajl_val v, const char *key, char *buf, size_t size)
{
	const char *path[] = { key, NULL };
	yajl_val s = yajl_tree_get(v, path, yajl_t_string);
	const char *text = s ? YAJL_GET_STRING(s) : NULL;

	if (!text || strlen(text) >= size)
		return false;
	strcpy(buf, text);
	return true;
}

static bool get_number(yajl_val v, const char *key, uint64_t max, uint64_t *ret)
{
	const char *path[] = { key, NULL };
	yajl_val n = yajl_tree_get(v, path, yajl_t_number);

	if (!n || !YAJL_IS_INTEGER(n) || YAJL_GET_INTEGER(n) < 0 ||
	    (uint64_t)YAJL_GET_INTEGER(n) > max)
		return false;
	*ret = (uint64_t)YAJL_GET_INTEGER(n);
	return true;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool get_sha256(yajl_val v, uint8_t ret[BUNDLE_SHA256])
{
	char hex[2 * BUNDLE_SHA256 + 1];

	if (!get_string(v, "sha256", hex, sizeof(hex)) ||
	    strlen(hex) != 2 * BUNDLE_SHA256)
		return false;
	for (size_t i = 0; i < BUNDLE_SHA256; i++) {
		int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		ret[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool is_own(const char *name)
{
	for (size_t i = 0; i < BUNDLE_OWN; i++)
		if (!strcmp(name, bundle_own[i]))
			return true;
	return false;
}

/* a name is one of our own or made of the digest: no other is ever opened */
static bool take_file(yajl_val v, struct bundle_file *f)
{
	char want[sizeof(f->name)] = "lib/";
	uint64_t major = 0, minor = 0;

	if (!get_string(v, "name", f->name, sizeof(f->name)) ||
	    !get_number(v, "size", BUNDLE_SIZE_MAX, &f->size) ||
	    !get_sha256(v, f->sha256))
		return false;
	if (is_own(f->name))
		return true;
	bundle_hex(f->sha256, sizeof(f->sha256), want + 4);
	if (strcmp(f->name, want) ||
	    !get_string(v, "path", f->path, sizeof(f->path)) || !f->path[0] ||
	    !get_string(v, "build_id", f->build_id, sizeof(f->build_id)) ||
	    !get_number(v, "major", UINT32_MAX, &major) ||
	    !get_number(v, "minor", UINT32_MAX, &minor) ||
	    !get_number(v, "inode", INT64_MAX, &f->inode))
		return false;
	f->major = (uint32_t)major;
	f->minor = (uint32_t)minor;
	return true;
}

static bool is_new(const struct bundle_list *list, const struct bundle_file *f)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->v[i].name, f->name))
			return false;
	return true;
}

static int take_tree(yajl_val tree, struct bundle_list *list)
{
	const char *path[] = { "files", NULL };
	yajl_val files = yajl_tree_get(tree, path, yajl_t_array);
	uint64_t schema = 0, sum = 0;
	size_t n;

	if (!files || !get_number(tree, "schema", BUNDLE_SCHEMA, &schema) ||
	    schema != BUNDLE_SCHEMA)
		return -EBADMSG;
	n = YAJL_GET_ARRAY(files)->len;
	if (!n || n > BUNDLE_FILES_MAX)
		return -EBADMSG;
	list->v = calloc(n, sizeof(*list->v));
	if (!list->v)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		struct bundle_file *f = &list->v[list->n];

		if (!take_file(YAJL_GET_ARRAY(files)->values[i], f) ||
		    !is_new(list, f) || f->size > BUNDLE_SIZE_MAX - sum)
			return -EBADMSG;
		sum += f->size;
		list->n++;
	}
	return 0;
}

int bundle_manifest_read(const char *text, struct bundle_list *ret)
{
	yajl_val tree = yajl_tree_parse(text, NULL, 0);
	int err;

	*ret = (struct bundle_list){};
	if (!tree)
		return -EBADMSG;
	err = take_tree(tree, ret);
	yajl_tree_free(tree);
	if (err) {
		free(ret->v);
		*ret = (struct bundle_list){};
	}
	return err;
}
