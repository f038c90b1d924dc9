// SPDX-License-Identifier: GPL-2.0
/* JSON lines through yajl's generator. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "escape.h"
#include "json_out.h"
#include "sink.h"

struct json_out {
	yajl_gen gen;
	struct sink *sink;
	int err;
	char *buf;	/* for strings being made */
	size_t cap;
};

static void json_print(void *ctx, const char *s, size_t len)
{
	struct json_out *j = ctx;

	sink_write(j->sink, s, len);
}

int json_out_new(struct sink *sink, struct json_out **ret_json)
{
	struct json_out *j = calloc(1, sizeof(*j));

	if (!j)
		return -ENOMEM;
	j->sink = sink;
	j->gen = yajl_gen_alloc(NULL);
	if (!j->gen) {
		free(j);
		return -ENOMEM;
	}
	yajl_gen_config(j->gen, yajl_gen_print_callback, json_print, j);
	*ret_json = j;
	return 0;
}

void json_out_free(struct json_out *j)
{
	if (!j)
		return;
	yajl_gen_free(j->gen);
	free(j->buf);
	free(j);
}

static char *json_room(struct json_out *j, size_t len)
{
	char *buf;

	if (len <= j->cap)
		return j->buf;
	buf = realloc(j->buf, len);
	if (!buf) {
		j->err = -ENOMEM;
		return NULL;
	}
	j->buf = buf;
	j->cap = len;
	return buf;
}

static void put(struct json_out *j, const char *s, size_t len)
{
	yajl_gen_string(j->gen, (const unsigned char *)s, len);
}

static void put_key(struct json_out *j, const char *key)
{
	if (key)
		put(j, key, strlen(key));
}

void json_line_begin(struct json_out *j)
{
	yajl_gen_map_open(j->gen);
}

int json_line_end(struct json_out *j)
{
	yajl_gen_map_close(j->gen);
	yajl_gen_reset(j->gen, NULL);
	sink_write(j->sink, "\n", 1);
	return j->err ? j->err : sink_error(j->sink);
}

void json_object_begin(struct json_out *j, const char *key)
{
	put_key(j, key);
	yajl_gen_map_open(j->gen);
}

void json_object_end(struct json_out *j)
{
	yajl_gen_map_close(j->gen);
}

void json_array_begin(struct json_out *j, const char *key)
{
	put_key(j, key);
	yajl_gen_array_open(j->gen);
}

void json_array_end(struct json_out *j)
{
	yajl_gen_array_close(j->gen);
}

void json_num(struct json_out *j, const char *key, int64_t v)
{
	put_key(j, key);
	yajl_gen_integer(j->gen, v);
}

void json_unsigned(struct json_out *j, const char *key, uint64_t v)
{
	char buf[24];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	rm_out_dec(&out, v);
	put_key(j, key);
	yajl_gen_number(j->gen, buf, out.len);
}

void json_hex(struct json_out *j, const char *key, uint64_t v)
{
	char buf[24];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	rm_out_hex(&out, v);
	put_key(j, key);
	put(j, buf, out.len);
}

void json_bool(struct json_out *j, const char *key, bool v)
{
	put_key(j, key);
	yajl_gen_bool(j->gen, v);
}

void json_null(struct json_out *j, const char *key)
{
	put_key(j, key);
	yajl_gen_null(j->gen);
}

static bool is_ascii(const char *s, size_t len)
{
	unsigned char all = 0;

	for (size_t i = 0; i < len; i++)
		all |= s[i];
	return all < 0x80;
}

void json_text(struct json_out *j, const char *key, const void *s, size_t len)
{
	struct rm_out out;
	char *buf;

	if (is_ascii(s, len)) {
		put_key(j, key);
		put(j, s, len);
		return;
	}
	buf = json_room(j, len * 4 + 1);
	if (!buf)
		return;
	rm_out_init(&out, buf, j->cap);
	escape_utf8(&out, s, len);
	put_key(j, key);
	put(j, buf, out.len);
}

void json_str(struct json_out *j, const char *key, const char *s)
{
	if (s)
		json_text(j, key, s, strlen(s));
	else
		json_null(j, key);
}

void json_bytes(struct json_out *j, const char *key, struct bytes b)
{
	char *buf = json_room(j, b.len * 2 + 1);
	struct rm_out out;

	if (!buf)
		return;
	rm_out_init(&out, buf, j->cap);
	rm_out_bytes(&out, b.data, b.len);
	put_key(j, key);
	put(j, buf, out.len);
}
