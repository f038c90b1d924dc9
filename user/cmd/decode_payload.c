// SPDX-License-Identifier: GPL-2.0
/* rmsnoop decode: bytes in hex as a struct. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode/payload.h"
#include "decode/view.h"
#include "decode_run.h"
#include "log.h"

static struct scan scan_of(const char *word)
{
	return (struct scan){ word, word + strlen(word) };
}

static const struct rm_layout *struct_by_name(struct decode *c, size_t size)
{
	const char *name = c->o->struct_name;
	const struct rm_layout *l;

	l = rm_struct_sized(&c->decoder.v, name, (uint32_t)size);
	/* the version's own before one of the right size */
	if (!l || !rm_in_version(&c->decoder.v, l->versions))
		l = rm_struct(&c->decoder.v, name);
	return l;
}

static int unknown_struct(const char *name)
{
	unsigned int n = rm_layout_count();
	const char **names = calloc(n, sizeof(*names));
	const char *near = NULL;

	for (unsigned int i = 0; names && i < n; i++)
		names[i] = rm_str(rm_layout_at(i)->name);
	if (names)
		near = options_nearest(name, names, n);
	if (near)
		log_error("decode", "--struct: no version has a struct '%s': did you mean '%s'?",
			  name, near);
	else
		log_error("decode", "--struct: no version has a struct '%s'", name);
	free(names);
	return -EINVAL;
}

static int tell_bad_hex(int err, uint64_t line)
{
	const char *what = err == -EDOM ?
		"the last byte has only one hex digit" : err == -E2BIG ?
		"more than 1 MiB of bytes" :
		"bytes are written as pairs of hex digits";

	if (line)
		log_error("decode", "line %llu: %s", (unsigned long long)line, what);
	else
		log_error("decode", "%s", what);
	return -EINVAL;
}

static void show_payload(struct decode *c, const struct rm_layout *l, size_t len,
			 uint64_t line)
{
	struct bytes b = bytes_of(c->bytes, len);

	if (c->stream.json)
		decode_payload_json(c->stream.json, &c->decoder.v, l, b, line);
	else
		decode_payload_text(stdout, &c->decoder.v, l, b);
	c->stream.things++;
}

static int decode_struct_word(struct decode *c, const char *word)
{
	size_t len;
	int err = decode_hex(scan_of(word), c->bytes, &len);

	if (err)
		return tell_bad_hex(err, 0);
	if (len)
		show_payload(c, struct_by_name(c, len), len, 0);
	return 0;
}

static int on_hex_line(void *arg, size_t len, uint64_t line)
{
	struct decode *c = arg;

	show_payload(c, struct_by_name(c, len), len, line);
	return decode_flush(c);
}

int decode_struct_lines(struct decode *c, FILE *f)
{
	uint64_t *line = &c->stream.lines;
	int err = decode_hex_lines(f, c->bytes, on_hex_line, c, line);

	return err == -EINVAL || err == -EDOM || err == -E2BIG ?
	       tell_bad_hex(err, *line) : err;
}

/* --as KIND NUMBER --payload HEX */
int decode_params_of(struct decode *c)
{
	const struct rm_layout *l;
	uint64_t nr = 0;
	size_t len;
	int err;

	if (c->o->as < 1 || c->o->as - 1 > RM_NUMBER_UVM || !c->o->words ||
	    !c->o->words[0] || c->o->words[1]) {
		log_error("decode", "--payload: needs one number, and --as=ctrl, class, escape or uvm");
		return -EINVAL;
	}
	err = decode_hex(scan_of(c->o->payload), c->bytes, &len);
	if (err)
		return tell_bad_hex(err, 0);
	err = decode_words(c, c->o->words);
	if (err || !decode_number_parse(scan_of(c->o->words[0]), &nr))
		return err;
	l = decode_params(&c->decoder.v, c->o->as - 1, (uint32_t)nr, len);
	if (!l) {
		log_error("decode", "'%s' has no parameters that are known",
			  c->o->words[0]);
		return -ENOENT;
	}
	show_payload(c, l, len, c->stream.lines);
	return 0;
}

int decode_struct_check(struct decode *c)
{
	const char *name = c->o->struct_name;

	return !name || rm_struct(&c->decoder.v, name) ? 0 : unknown_struct(name);
}

int decode_struct_words(struct decode *c, char **words)
{
	int err = 0;

	while (*words && !err)
		err = decode_struct_word(c, *words++);
	return err;
}
