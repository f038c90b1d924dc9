// SPDX-License-Identifier: GPL-2.0
/* rmsnoop resolve: crashes in the text of a kernel log, or addresses of a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "log.h"
#include "log/join.h"
#include "log/proc_maps.h"
#include "log/report_frame.h"
#include "log/report.h"
#include "options.h"
#include "view/escape.h"
#include "view/json.h"
#include "view/sink.h"

#define LINE_MAX_BYTES	65536	/* longer lines are read in parts */

/**
 * struct resolve - a run
 * @json: NULL: text
 * @suppressed: crashes that the log does not show
 */
struct resolve {
	struct log_libraries *libs;
	struct log_maps *maps;
	struct sink *sink;
	struct json_out *json;
	uint64_t crashes;
	uint64_t suppressed;
};

static void on_crash(void *arg, const struct log_crash *logged)
{
	struct log_crash crash = *logged;
	struct resolve *r = arg;
	struct log_place place;

	if (r->maps && (crash.has & LOG_HAS_IP))
		log_maps_apply(r->maps, &crash);
	log_place_find(&crash, r->libs, &place);
	r->crashes++;
	if (r->json)
		log_json_crash(r->json, &crash, &place);
	else
		log_report_crash(stdout, &crash, &place);
}

static void on_notice(void *arg, const struct log_notice *notice, uint64_t line)
{
	struct resolve *r = arg;

	if (notice->crashes)
		r->suppressed += notice->count;
	if (r->json)
		log_json_notice(r->json, notice, line);
	else
		log_report_notice(stdout, notice, line);
}

static void on_frame(void *arg, const struct log_frame *frame, uint64_t line)
{
	struct resolve *r = arg;

	if (r->json)
		log_json_frame(r->json, frame, line);
	else
		log_report_frame(stdout, frame, line);
}

static int read_lines(FILE *f, struct log_join *join)
{
	char *buf = malloc(LINE_MAX_BYTES);
	size_t len = 0;
	int err = buf ? 0 : -ENOMEM, c;

	errno = 0;
	while (!err && (c = getc(f)) != EOF) {
		if (c != '\n')
			buf[len++] = (char)c;
		if (c != '\n' && len < LINE_MAX_BYTES)
			continue;
		err = log_join_line(join, (struct scan){ buf, buf + len });
		len = 0;
	}
	if (!err && ferror(f))
		err = errno ? -errno : -EIO;
	if (!err && len)
		err = log_join_line(join, (struct scan){ buf, buf + len });
	free(buf);
	return err;
}

static void tell_end(struct resolve *r)
{
	if (!r->json) {
		printf("%llu crashes", (unsigned long long)r->crashes);
		if (r->suppressed)
			printf(", %llu more suppressed",
			       (unsigned long long)r->suppressed);
		putchar('\n');
		return;
	}
	json_line_begin(r->json);
	json_str(r->json, "kind", "end");
	json_unsigned(r->json, "crashes", r->crashes);
	json_unsigned(r->json, "suppressed", r->suppressed);
	json_line_end(r->json);
}

static int resolve_log(struct resolve *r, const char *path)
{
	struct log_events events = { on_crash, on_notice, on_frame, r };
	struct log_join *join = log_join_new(&events);
	FILE *f = stdin;
	int err;

	if (!join)
		return log_errno("resolve", ENOMEM, "failed to read the log");
	if (strcmp(path, "-"))
		f = fopen(path, "re");
	if (!f) {
		err = log_errno("resolve", errno, "failed to open '%s'", path);
		goto out;
	}
	err = read_lines(f, join);
	log_join_end(join);
	if (err)
		log_errno("resolve", err, "failed to read '%s'", path);
	tell_end(r);
	if (f != stdin)
		fclose(f);
out:
	log_join_free(join);
	return err;
}

static int parse_address(const char *word, uint64_t *ret)
{
	struct scan s = { word, word + strlen(word) };

	scan_lit(&s, "+");
	if (scan_hex(&s, ret) && s.p == s.end)
		return 0;
	log_error("resolve", "'%s' is no address: hexadecimal digits are wanted",
		  word);
	return -EINVAL;
}

static void show_address(struct resolve *r, struct sym_library *lib,
			 uint64_t vaddr)
{
	struct sym_place place;
	char text[1024], safe[1200];
	struct rm_out out;

	sym_library_place(lib, vaddr, &place);
	if (place.has_vaddr)
		sym_place_text(&place, text, sizeof(text));
	else
		strcpy(text, "no byte of the file is there");
	if (!r->json) {
		rm_out_init(&out, safe, sizeof(safe));
		escape_text(&out, text, strlen(text));
		printf("0x%llx %s\n", (unsigned long long)vaddr, safe);
		return;
	}
	json_line_begin(r->json);
	json_str(r->json, "kind", "address");
	json_hex(r->json, "vaddr", vaddr);
	json_bool(r->json, "in_file", place.has_vaddr);
	if (place.has_vaddr)
		json_hex(r->json, "file_offset", place.offset);
	json_str(r->json, "function", text);
	json_line_end(r->json);
}

/* a library that cannot be used, in words; Return: @err */
static int tell_library(const char *path, int err)
{
	if (err == -ENOEXEC)
		log_error("resolve", "'%s' is no ELF file of such a machine",
			  path);
	else if (err == -EBADMSG)
		log_error("resolve", "'%s' is a damaged ELF file", path);
	else
		log_errno("resolve", err, "failed to open the library '%s'",
			  path);
	return err;
}

static int resolve_addresses(struct resolve *r, const char *path, char **words)
{
	struct sym_library *lib;
	uint64_t vaddr;
	int err = sym_library_open(path, &lib);

	if (err)
		return tell_library(path, err);
	for (size_t i = 0; words[i] && !err; i++) {
		err = parse_address(words[i], &vaddr);
		if (!err)
			show_address(r, lib, vaddr);
	}
	sym_library_free(lib);
	return err;
}

static int json_start(struct resolve *r)
{
	int err = sink_open("-", &r->sink);

	if (!err)
		err = json_out_new(r->sink, &r->json);
	if (err)
		return log_errno("resolve", err, "failed to open the output");
	json_line_begin(r->json);
	json_num(r->json, "schema", JSON_SCHEMA);
	json_str(r->json, "kind", "header");
	json_line_end(r->json);
	return 0;
}

static int resolve_start(struct resolve *r, const struct options *o)
{
	int err;

	r->libs = log_libraries_new();
	if (!r->libs)
		return log_errno("resolve", ENOMEM, "failed to start");
	for (size_t i = 0; i < o->libs.n; i++) {
		err = log_libraries_add(r->libs, o->libs.v[i]);
		if (err)
			return tell_library(o->libs.v[i], err);
	}
	if (o->maps) {
		err = log_maps_read(o->maps, &r->maps);
		if (err == -EBADMSG) {
			log_error("resolve", "--maps: '%s' has no line as in /proc/PID/maps",
				  o->maps);
			return err;
		}
		if (err)
			return log_errno("resolve", err, "--maps: failed to read '%s'",
					 o->maps);
	}
	return o->json ? json_start(r) : 0;
}

static int resolve_finish(struct resolve *r)
{
	int err = 0;

	if (r->json)
		json_out_free(r->json);
	if (r->sink)
		err = sink_close(r->sink);
	log_maps_free(r->maps);
	log_libraries_free(r->libs);
	return err ? log_errno("output", err, "failed to write standard output") : 0;
}

int cmd_resolve(int argc, char **argv)
{
	struct resolve r = { .crashes = 0 };
	struct options o;
	int err = options_parse(VERB_RESOLVE, argc, argv, &o), end;

	if (err) {
		options_free(&o);
		return err == 1 ? EXIT_DONE : err == -EINVAL ? EXIT_USAGE :
		       EXIT_FAILED;
	}
	err = resolve_start(&r, &o);
	if (!err && o.words && o.words[0] && o.words[1])
		err = resolve_addresses(&r, o.words[0], o.words + 1);
	else if (!err)
		err = resolve_log(&r, o.words && o.words[0] ? o.words[0] : "-");
	end = resolve_finish(&r);
	options_free(&o);
	return err == -EINVAL ? EXIT_USAGE : err || end ? EXIT_FAILED : EXIT_DONE;
}
