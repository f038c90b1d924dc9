/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text of any length through the decoder: lines come out as they are, byte for
 * byte, with what was recognised behind them.  All that came in has gone out
 * before more input is waited for.
 */
#ifndef DECODE_STREAM_H
#define DECODE_STREAM_H

#include <stdio.h>

#include "decode.h"

#define DECODE_LINE_MAX	65536	/* of a longer line only the front is decoded */
#define DECODE_NOTE_MAX	4096	/* bytes of what is said about a line */

struct json_out;

/**
 * struct decode_stream - where from, where to, and the counts of the run
 * @d: the decoder (borrowed)
 * @json: objects go there, the lines themselves nowhere; NULL: text to @out
 * @flush: called before waiting for input; 0 or -errno
 * @lines: seen so far; @things: recognised
 * @note: what was recognised in the line so far, in words
 */
struct decode_stream {
	struct decoder *d;
	FILE *out;
	struct json_out *json;
	int (*flush)(void *arg);
	void *flush_arg;
	uint64_t lines;
	uint64_t things;
	struct rm_out note;
	char note_buf[DECODE_NOTE_MAX];
};

/** decode_stream_start() - before anything else; the members up to @flush_arg
 *  are the caller's */
void decode_stream_start(struct decode_stream *s);

/** decode_stream_run() - until the end of @fd; 0 or -errno of reading */
int decode_stream_run(struct decode_stream *s, int fd);

/** decode_stream_line() - one line that is there already */
void decode_stream_line(struct decode_stream *s, struct scan line);

/** decode_stream_thing() - a decode_fn: show a thing; @arg: the stream.  In text
 *  it is kept for the end of the line, see decode_stream_note(). */
void decode_stream_thing(void *arg, const struct decode_thing *thing);

/** decode_stream_note() - write what was kept, "  # NV_ESC_RM_CONTROL" */
void decode_stream_note(struct decode_stream *s);

#endif
