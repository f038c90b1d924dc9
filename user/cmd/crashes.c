// SPDX-License-Identifier: GPL-2.0
/* rmsnoop crashes: the crashes that a store keeps. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "crashes.h"
#include "hold.h"
#include "log.h"
#include "view/escape.h"
#include "view/json.h"

#define NS_PER_S	1000000000ull

static int list_json(const struct store_list *list)
{
	struct json_out *j;
	struct sink *out;
	int err = sink_open("-", &out), close_err;

	if (err)
		return err;
	err = json_out_new(out, &j);
	if (!err) {
		json_line_begin(j);
		json_num(j, "schema", JSON_SCHEMA);
		json_str(j, "kind", "header");
		err = json_line_end(j);
		for (size_t i = 0; i < list->n && !err; i++) {
			json_line_begin(j);
			json_str(j, "kind", "kept");
			store_meta_json(j, &list->v[i]);
			err = json_line_end(j);
		}
		json_out_free(j);
	}
	close_err = sink_close(out);
	return err ? err : close_err;
}

/* the file is as good as who wrote it; a place was escaped when it was made */
static void put_text(const char *text, int width, const char *end)
{
	char buf[4096];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_again(&out, text, strcspn(text, "\n"));
	printf("%-*s%s", width, buf, end);
}

static void put_row(const struct store_entry *e)
{
	time_t sec = (time_t)(e->last / NS_PER_S);
	char date[32] = "-";
	struct tm tm;

	if (e->last && localtime_r(&sec, &tm))
		strftime(date, sizeof(date), "%F %T", &tm);
	printf("%s  %-19s  ", e->id, date);
	if (e->damaged) {
		printf("(its %s cannot be read)\n", STORE_META);
		return;
	}
	printf("%5" PRIu64 "  %7u  ", e->count, e->last_pid);
	put_text(e->comm, 15, "  ");
	put_text(e->signal, 8, " ");
	put_text(e->place, 0, "\n");
}

static int list_text(const struct store_list *list)
{
	printf("%-16s  %-19s  %5s  %7s  %-15s  %-8s %s\n", "ID", "LAST", "COUNT",
	       "PID", "COMM", "SIGNAL", "AT");
	for (size_t i = 0; i < list->n; i++)
		put_row(&list->v[i]);
	if (!list->n)
		log_info("crashes", "none is kept");
	return 0;
}

static int crashes_list(struct store *s, const struct options *opts,
			char **words)
{
	struct store_list list;
	int err;

	if (words[0]) {
		log_error("crashes", "list takes no ids: '%s'", words[0]);
		return EXIT_USAGE;
	}
	err = store_scan(s, &list);
	if (err) {
		log_errno("crashes", err, "failed to list %s", store_path(s));
		return EXIT_FAILED;
	}
	err = opts->json ? list_json(&list) : list_text(&list);
	store_list_free(&list);
	return err ? EXIT_FAILED : EXIT_DONE;
}

int crashes_find(struct store *s, const char *word, struct store_entry *ret)
{
	int err = store_find(s, word, ret);

	if (err == -ENOTUNIQ)
		log_error("crashes", "'%s' fits several: give more of the id", word);
	else if (err == -ENOENT)
		log_error("crashes", "%s: no crash '%s': see \"rmsnoop crashes list\"",
			  store_path(s), word);
	else if (err)
		log_errno("crashes", err, "failed to read %s", store_path(s));
	return err;
}

static int crashes_rm(struct store *s, const struct options *opts, char **words)
{
	struct store_entry e;
	int err = 0;

	(void)opts;
	if (!words[0]) {
		log_error("crashes", "rm: which?  Give ids");
		return EXIT_USAGE;
	}
	for (; *words && !err; words++) {
		err = crashes_find(s, *words, &e);
		if (err)
			break;
		err = store_remove(s, e.id);
		if (err)
			log_errno("crashes", err, "failed to remove %s", e.id);
	}
	return err ? EXIT_FAILED : EXIT_DONE;
}

static int crashes_vacuum(struct store *s, const struct options *opts,
			  char **words)
{
	struct store_limits limits = {
		.count = opts->keep_count,
		.size = opts->keep_size,
		.age = opts->keep_age,
	};
	int gone;

	if (words[0]) {
		log_error("crashes", "vacuum takes no ids: '%s'", words[0]);
		return EXIT_USAGE;
	}
	if (!limits.count && !limits.size && !limits.age) {
		log_error("crashes", "vacuum needs --keep-count, --keep-size or --keep-age");
		return EXIT_USAGE;
	}
	gone = store_vacuum(s, &limits, NULL);
	if (gone < 0) {
		log_errno("crashes", gone, "failed to clear %s", store_path(s));
		return EXIT_FAILED;
	}
	log_info("crashes", "removed %d", gone);
	return EXIT_DONE;
}

static int crashes_release(struct store *s, const struct options *opts,
			   char **words)
{
	char *end = NULL;
	long pid = words[0] ? strtol(words[0], &end, 10) : 0;
	int err;

	(void)s;
	(void)opts;
	if (pid < 1 || pid > INT_MAX || *end || words[1]) {
		log_error("crashes", "release: which process?  Give its id");
		return EXIT_USAGE;
	}
	err = hold_release((int)pid);
	if (err == -EBUSY)
		log_error("crashes", "%ld: a debugger has it: let go there", pid);
	else if (err == -EAGAIN)
		log_error("crashes", "%ld: it is not stopped", pid);
	else if (err)
		log_errno("crashes", err, "failed to let %ld go", pid);
	return err ? EXIT_FAILED : EXIT_DONE;
}

static const struct {
	const char *name;
	int (*fn)(struct store *s, const struct options *opts, char **words);
	bool bundle;	/* works on a bundle, too */
	bool none;	/* needs no store */
} verbs[] = {
	{ "list", crashes_list, false, false },
	{ "show", crashes_show, true, false },
	{ "export", crashes_export, true, false },
	{ "rm", crashes_rm, false, false },
	{ "vacuum", crashes_vacuum, false, false },
	{ "release", crashes_release, false, true },
};

#define N_CRASHES_VERBS	(sizeof(verbs) / sizeof(verbs[0]))

static int unknown(const char *word)
{
	const char *names[N_CRASHES_VERBS];
	const char *near;

	for (size_t i = 0; i < N_CRASHES_VERBS; i++)
		names[i] = verbs[i].name;
	near = options_nearest(word, names, N_CRASHES_VERBS);
	log_error("crashes", "'%s' is none of: list, show, export, rm, vacuum, release%s%s%s", word,
		  near ? "; did you mean " : "", near ? near : "",
		  near ? "?" : "");
	return EXIT_USAGE;
}

static int open_store(const struct options *opts, struct store **ret)
{
	const char *dir = opts->store ? opts->store : STORE_DEFAULT;
	int err = store_open(dir, false, ret);

	if (err == -ENOENT)
		log_error("crashes", "%s: there is no store: \"rmsnoop crash --store\" makes one",
			  dir);
	else if (err == -EACCES)
		log_error("crashes", "%s: only its owner may read it%s", dir,
			  geteuid() ? ": try as root" : "");
	else if (err == -EPERM)
		log_error("crashes", "%s: others may read it: not a store; its mode must be 0700",
			  dir);
	else if (err)
		log_errno("crashes", err, "failed to open %s", dir);
	return err;
}

static int run_verb(const struct options *opts)
{
	const char *word = opts->words[0] ? opts->words[0] : "list";
	char **rest = opts->words[0] ? opts->words + 1 : opts->words;
	struct store *store = NULL;
	size_t i = 0;
	int status;

	while (i < N_CRASHES_VERBS && strcmp(verbs[i].name, word))
		i++;
	if (i == N_CRASHES_VERBS)
		return unknown(word);
	if (opts->bundle && !verbs[i].bundle) {
		log_error("crashes", "%s works on a store, not on a bundle", word);
		return EXIT_USAGE;
	}
	if (!opts->bundle && !verbs[i].none && open_store(opts, &store))
		return EXIT_FAILED;
	status = verbs[i].fn(store, opts, rest);
	store_close(store);
	return status;
}

int cmd_crashes(int argc, char **argv)
{
	struct options opts;
	int err = options_parse(VERB_CRASHES, argc, argv, &opts);
	int status = err == 1 ? EXIT_DONE : err == -ENOMEM ? EXIT_FAILED : EXIT_USAGE;

	if (!err)
		status = run_verb(&opts);
	options_free(&opts);
	return status;
}
