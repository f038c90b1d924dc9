// SPDX-License-Identifier: GPL-2.0
/* rmsnoop decode: numbers of the driver in arguments or in any text, in words. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "decode/payload.h"
#include "decode_run.h"
#include "log.h"
#include "options.h"
#include "view/json.h"
#include "view/sink.h"

static struct scan scan_of(const char *word)
{
	return (struct scan){ word, word + strlen(word) };
}

int decode_flush(void *arg)
{
	struct decode *c = arg;

	if (c->sink)
		return sink_flush(c->sink);
	return fflush(stdout) ? -errno : 0;
}

/* ---- numbers, names and lines among the arguments */

static int decode_one(struct decode *c, const char *word)
{
	struct scan s = scan_of(word);

	if (strpbrk(word, " \t(")) {
		decode_stream_line(&c->stream, s);
		if (!c->sink)
			putchar('\n');
		return 0;
	}
	c->stream.lines++;
	if (!decode_word(&c->decoder, s, decode_stream_thing, &c->stream)) {
		log_error("decode", "'%s' is no number of 32 bits and no name of the driver's; a text goes to standard input or --from",
			  word);
		return -EINVAL;
	}
	if (!c->sink) {
		fputs(word, stdout);
		decode_stream_note(&c->stream);
		putchar('\n');
	}
	return 0;
}

int decode_words(struct decode *c, char **words)
{
	int err = 0;

	while (*words && !err)
		err = decode_one(c, *words++);
	return err;
}

/* ---- text */

static int open_text(const char *path, int *ret_fd)
{
	*ret_fd = STDIN_FILENO;
	if (path && strcmp(path, "-"))
		*ret_fd = open(path, O_RDONLY | O_CLOEXEC);
	return *ret_fd < 0 ? log_errno("decode", errno, "failed to open '%s'", path) : 0;
}

static int decode_text_of(struct decode *c, int fd)
{
	FILE *f;
	int err;

	if (!c->o->struct_name)
		return decode_stream_run(&c->stream, fd);
	f = fd == STDIN_FILENO ? stdin : fdopen(dup(fd), "r");
	if (!f)
		return -errno;
	err = decode_struct_lines(c, f);
	if (f != stdin)
		fclose(f);
	return err;
}

static int decode_file(struct decode *c)
{
	const char *path = c->o->from ? c->o->from : "-";
	int fd, err = open_text(path, &fd);

	if (err)
		return err;
	err = decode_text_of(c, fd);
	if (err && err != -EINVAL)
		log_errno("decode", err, "failed to read '%s'", path);
	if (fd != STDIN_FILENO)
		close(fd);
	return err;
}

/* ---- the run */

static int check_words(const struct options *o)
{
	bool words = o->words && o->words[0];

	if (words && o->from) {
		log_error("decode", "--from: does not go with '%s'", o->words[0]);
		return -EINVAL;
	}
	if (o->struct_name && o->payload) {
		log_error("decode", "--payload: does not go with --struct, whose bytes are words");
		return -EINVAL;
	}
	return 0;
}

static int json_start(struct decode *c)
{
	int err = sink_open("-", &c->sink);

	if (!err)
		err = json_out_new(c->sink, &c->stream.json);
	if (err)
		return log_errno("decode", err, "failed to open the output");
	json_line_begin(c->stream.json);
	json_num(c->stream.json, "schema", JSON_SCHEMA);
	json_str(c->stream.json, "kind", "header");
	json_line_end(c->stream.json);
	return 0;
}

static int decode_start(struct decode *c, const struct options *o)
{
	int err = check_words(o);

	if (err)
		return err;
	c->o = o;
	err = decoder_init(&c->decoder, o->as - 1, o->driver);
	if (err == -EINVAL)
		log_error("decode", "--driver: '%s' is no version, as 535.261.03 is",
			  o->driver);
	else if (err)
		log_errno("decode", err, "failed to start");
	if (err)
		return err;
	if (o->driver && c->decoder.v.guess)
		log_warn("decode", "driver %s is not known: decoded as %s",
			 o->driver, c->decoder.v.name);
	err = decode_struct_check(c);
	if (err)
		return err;
	c->stream.d = &c->decoder;
	c->stream.out = stdout;
	c->stream.flush = decode_flush;
	c->stream.flush_arg = c;
	decode_stream_start(&c->stream);
	c->bytes = malloc(DECODE_PAYLOAD_MAX);
	if (!c->bytes)
		return log_errno("decode", ENOMEM, "failed to start");
	return o->json ? json_start(c) : 0;
}

static int decode_run(struct decode *c)
{
	char **words = c->o->words;

	if (c->o->payload)
		return decode_params_of(c);
	if (!words || !words[0])
		return decode_file(c);
	if (!c->o->struct_name)
		return decode_words(c, words);
	return decode_struct_words(c, words);
}

static int decode_finish(struct decode *c)
{
	int err = 0;

	if (c->stream.json) {
		json_line_begin(c->stream.json);
		json_str(c->stream.json, "kind", "end");
		json_unsigned(c->stream.json, "lines", c->stream.lines);
		json_unsigned(c->stream.json, "decoded", c->stream.things);
		json_line_end(c->stream.json);
		json_out_free(c->stream.json);
	}
	if (c->sink)
		err = sink_close(c->sink);
	free(c->bytes);
	decoder_deinit(&c->decoder);
	return err ? log_errno("output", err, "failed to write standard output") : 0;
}

int cmd_decode(int argc, char **argv)
{
	struct decode c = { .o = NULL };
	struct options o;
	int err = options_parse(VERB_DECODE, argc, argv, &o), end;

	if (err) {
		options_free(&o);
		return err == 1 ? EXIT_DONE : err == -EINVAL ? EXIT_USAGE :
		       EXIT_FAILED;
	}
	err = decode_start(&c, &o);
	if (!err)
		err = decode_run(&c);
	end = decode_finish(&c);
	options_free(&o);
	return err == -EINVAL ? EXIT_USAGE : err || end ? EXIT_FAILED : EXIT_DONE;
}
