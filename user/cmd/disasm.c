// SPDX-License-Identifier: GPL-2.0
/* rmsnoop disasm: the instructions around an address or symbol of a file. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "function.h"
#include "log.h"
#include "options.h"
#include "sym/disasm.h"
#include "view/escape.h"
#include "view/json.h"
#include "view/sink.h"

#define AROUND_DEFAULT	10	/* instructions on each side of an address */
#define BYTES_COLUMNS	11	/* of most instructions; longer ones move the text */

/** struct disasm - a run; @json: NULL: text */
struct disasm {
	const struct options *opts;
	struct function fn;
	struct sink *sink;
	struct json_out *json;
};

static void put_bytes(struct bytes b)
{
	for (size_t i = 0; i < b.len || i < BYTES_COLUMNS; i++) {
		if (i < b.len)
			printf("%02x ", b.data[i]);
		else
			fputs("   ", stdout);
	}
}

static void text_line(void *ctx, const struct disasm_line *line)
{
	const struct disasm *d = ctx;

	printf("%s %8" PRIx64 ":  ", line->marked ? "=>" : "  ", line->vaddr);
	if (d->opts->bytes)
		put_bytes(line->bytes);
	fputs(line->text, stdout);
	if (line->inside)
		printf("   ; 0x%" PRIx64 " is inside of this instruction",
		       d->fn.at);
	putchar('\n');
}

static void json_line(void *ctx, const struct disasm_line *line)
{
	const struct disasm *d = ctx;

	json_line_begin(d->json);
	json_str(d->json, "kind", "insn");
	json_hex(d->json, "vaddr", line->vaddr);
	json_bytes(d->json, "bytes", line->bytes);
	json_str(d->json, "text", line->text);
	if (line->marked)
		json_bool(d->json, "marked", true);
	if (line->inside)
		json_bool(d->json, "inside", true);
	json_line_end(d->json);
}

static void text_head(const struct disasm *d)
{
	char name[1024], safe[1400];
	const uint8_t *id;
	struct rm_out out;
	size_t n = sym_library_build_id(d->fn.lib, &id);
	const char *path = sym_library_path(d->fn.lib);

	rm_out_init(&out, safe, sizeof(safe));
	escape_text(&out, path, strlen(path));
	printf("%s, %s", safe, n ? "build-id " : "no build-id");
	for (size_t i = 0; i < n; i++)
		printf("%02x", id[i]);
	sym_place_text(&d->fn.place, name, sizeof(name));
	rm_out_init(&out, safe, sizeof(safe));
	escape_text(&out, name, strlen(name));
	printf("\n0x%" PRIx64 ": %s\n", d->fn.at, safe);
}

static void json_head(const struct disasm *d)
{
	const struct sym_place *place = &d->fn.place;
	struct json_out *j = d->json;
	const uint8_t *id;
	size_t n = sym_library_build_id(d->fn.lib, &id);
	char name[1024];

	json_line_begin(j);
	json_num(j, "schema", JSON_SCHEMA);
	json_str(j, "kind", "header");
	json_line_end(j);
	sym_place_text(place, name, sizeof(name));
	json_line_begin(j);
	json_str(j, "kind", "function");
	json_str(j, "library", sym_library_path(d->fn.lib));
	if (n)
		json_bytes(j, "build_id", bytes_of(id, n));
	json_hex(j, "vaddr", d->fn.at);
	json_str(j, "function", name);
	if (place->symbol[0]) {
		json_str(j, "symbol", place->symbol);
		json_hex(j, "symbol_vaddr", place->symbol_vaddr);
	}
	if (d->fn.bounds != FUNCTION_NO_BOUNDS) {
		json_hex(j, "start", d->fn.start);
		json_hex(j, "end", d->fn.end);
	}
	json_line_end(j);
}

/* of a function that was named, all is shown; beside an address, a few */
static size_t count_of(size_t wanted, bool whole)
{
	return wanted != OPTIONS_UNSET ? wanted :
	       whole ? SIZE_MAX : AROUND_DEFAULT;
}

static int show(struct disasm *d)
{
	struct disasm_in in = {
		.code = bytes_of(d->fn.code, d->fn.code_len),
		.machine = sym_library_machine(d->fn.lib),
		.vaddr = d->fn.start,
		.at = d->fn.at,
		.before = count_of(d->opts->before, d->fn.named),
		.after = count_of(d->opts->after, d->fn.named),
	};
	int err;

	if (d->json)
		json_head(d);
	else
		text_head(d);
	if (d->fn.bounds == FUNCTION_NO_BOUNDS)
		log_warn("disasm", "no function is known to hold 0x%" PRIx64 ": shown from there on, whether an instruction starts there or not",
			 d->fn.at);
	err = sym_disasm(&in, d->json ? json_line : text_line, d);
	if (err == -EOPNOTSUPP)
		log_error("disasm", "no disassembler for this file: rmsnoop was built without capstone, or it is neither x86 nor arm64 code");
	else if (err)
		log_error("disasm", "no whole instruction is at 0x%" PRIx64,
			  d->fn.at);
	return err;
}

static int run_disasm(struct disasm *d)
{
	const struct options *o = d->opts;
	int err = function_find(o->words[0], o->words[1], &o->libs, &d->fn);

	if (err || !o->json)
		return err ? err : show(d);
	err = sink_open("-", &d->sink);
	if (!err)
		err = json_out_new(d->sink, &d->json);
	if (err)
		return log_errno("disasm", err, "failed to open the output");
	return show(d);
}

static int finish(struct disasm *d)
{
	int err = 0;

	if (d->json)
		json_out_free(d->json);
	if (d->sink)
		err = sink_close(d->sink);
	function_free(&d->fn);
	return err ? log_errno("output", err, "failed to write standard output") : 0;
}

int cmd_disasm(int argc, char **argv)
{
	struct options o;
	struct disasm d = { .opts = &o };
	int err = options_parse(VERB_DISASM, argc, argv, &o), end;

	if (!err && (!o.words[0] || !o.words[1] || o.words[2])) {
		log_error("disasm", "two words are wanted: a file or build-id, and an address or symbol");
		err = -EINVAL;
	}
	if (err) {
		options_free(&o);
		return err == 1 ? EXIT_DONE : EXIT_USAGE;
	}
	err = run_disasm(&d);
	end = finish(&d);
	options_free(&o);
	if (err == -EOPNOTSUPP)
		return EXIT_MISSING;
	return err == -EINVAL ? EXIT_USAGE : err || end ? EXIT_FAILED : EXIT_DONE;
}
