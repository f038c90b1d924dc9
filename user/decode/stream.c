// SPDX-License-Identifier: GPL-2.0
/* Text of any length through the decoder. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"
#include "view.h"

#define READ_MAX	65536

/*
 * struct reader - a line on its way
 * @front: of the line, until it is decoded; @len: bytes in it
 * @passed: the front is decoded and written, what follows is only passed on
 * @cr: a carriage return is held back: the notes stand before it
 */
struct reader {
	struct decode_stream *s;
	size_t len;
	bool passed;
	bool cr;
	char front[DECODE_LINE_MAX];
	char in[READ_MAX];
};

void decode_stream_thing(void *arg, const struct decode_thing *thing)
{
	struct decode_stream *s = arg;

	s->things++;
	if (s->json)
		decode_json(s->json, &s->d->v, thing, s->lines);
	else
		decode_text(&s->d->v, thing, &s->note);
}

void decode_stream_note(struct decode_stream *s)
{
	if (s->note.len) {
		fputs("  # ", s->out);
		fwrite(s->note.buf, 1, s->note.len, s->out);
		if (s->note.cut)
			fputs("...", s->out);
	}
	rm_out_init(&s->note, s->note_buf, sizeof(s->note_buf));
}

void decode_stream_start(struct decode_stream *s)
{
	s->lines = s->things = 0;
	rm_out_init(&s->note, s->note_buf, sizeof(s->note_buf));
}

static void put(struct decode_stream *s, const char *text, size_t len)
{
	if (!s->json && len)
		fwrite(text, 1, len, s->out);
}

void decode_stream_line(struct decode_stream *s, struct scan line)
{
	s->lines++;
	decode_line(s->d, line, decode_stream_thing, s);
	put(s, line.p, scan_len(line));
	if (!s->json)
		decode_stream_note(s);
}

/* the line is longer than is kept of it: decode its front, up to a blank, as the
 * last word may be cut */
static void pass_front(struct reader *r)
{
	size_t len = r->len;

	while (len && r->front[len - 1] != ' ')
		len--;
	r->s->lines++;
	decode_line(r->s->d, (struct scan){ r->front, r->front + len },
		    decode_stream_thing, r->s);
	put(r->s, r->front, r->len);
	r->passed = true;
}

static void pass_rest(struct reader *r, const char *text, size_t len)
{
	if (!len)
		return;
	if (r->cr)
		put(r->s, "\r", 1);
	r->cr = text[len - 1] == '\r';
	put(r->s, text, len - r->cr);
}

/* a piece of a line */
static void add(struct reader *r, const char *text, size_t len)
{
	size_t room = sizeof(r->front) - r->len;
	size_t n = len < room ? len : room;

	if (!r->passed) {
		memcpy(r->front + r->len, text, n);
		r->len += n;
		text += n;
		len -= n;
		if (!len)
			return;
		pass_front(r);
	}
	pass_rest(r, text, len);
}

static void end_line(struct reader *r, const char *newline)
{
	if (!r->passed) {
		r->cr = r->len && r->front[r->len - 1] == '\r';
		decode_stream_line(r->s, (struct scan){
				   r->front, r->front + r->len - r->cr });
	} else if (!r->s->json) {
		decode_stream_note(r->s);
	}
	if (r->cr)
		put(r->s, "\r", 1);
	put(r->s, newline, strlen(newline));
	r->len = 0;
	r->passed = r->cr = false;
}

static void take(struct reader *r, const char *text, size_t len)
{
	const char *newline;

	while ((newline = memchr(text, '\n', len))) {
		add(r, text, (size_t)(newline - text));
		end_line(r, "\n");
		len -= (size_t)(newline + 1 - text);
		text = newline + 1;
	}
	add(r, text, len);
}

int decode_stream_run(struct decode_stream *s, int fd)
{
	struct reader *r = calloc(1, sizeof(*r));
	ssize_t n = -1;
	int err = r ? 0 : -ENOMEM;

	if (r)
		r->s = s;
	while (!err) {
		n = read(fd, r->in, sizeof(r->in));
		if (n < 0 && errno == EINTR)
			continue;
		err = n < 0 ? -errno : 0;
		if (n <= 0)
			break;
		take(r, r->in, (size_t)n);
		err = s->flush(s->flush_arg);
	}
	if (!err && (r->len || r->passed))
		end_line(r, "");
	free(r);
	return err;
}
