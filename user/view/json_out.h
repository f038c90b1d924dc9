/* SPDX-License-Identifier: GPL-2.0 */
/*
 * JSON lines through yajl: objects with keys and values, straight into a sink.
 * 64-bit handles and addresses are strings, "0x7f00deadbeef": a JSON number is a
 * double to most readers.
 */
#ifndef RMSNOOP_JSON_OUT_H
#define RMSNOOP_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

struct json_out;
struct sink;

int json_out_new(struct sink *sink, struct json_out **ret_json);
void json_out_free(struct json_out *j);

/* one object a line */
void json_line_begin(struct json_out *j);
int json_line_end(struct json_out *j);	/* 0 or the sink's -errno */

/* nested; a NULL key: an element of an array */
void json_object_begin(struct json_out *j, const char *key);
void json_object_end(struct json_out *j);
void json_array_begin(struct json_out *j, const char *key);
void json_array_end(struct json_out *j);

void json_num(struct json_out *j, const char *key, int64_t v);
void json_unsigned(struct json_out *j, const char *key, uint64_t v);
void json_hex(struct json_out *j, const char *key, uint64_t v);
void json_bool(struct json_out *j, const char *key, bool v);
void json_null(struct json_out *j, const char *key);
/* text that may be anything: bytes that are no UTF-8 are written as "\xNN" */
void json_text(struct json_out *j, const char *key, const void *s, size_t len);
void json_str(struct json_out *j, const char *key, const char *s);
/* bytes as a string of hex digits */
void json_bytes(struct json_out *j, const char *key, struct bytes b);

#endif
