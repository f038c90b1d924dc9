// SPDX-License-Identifier: GPL-2.0
/* The command line, through getopt and the table of options. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "options_table.h"

#define LONG_BASE	256	/* getopt's values of options: behind all letters */

struct getopt_tables {
	char letters[3 * N_OPTS + 3];
	struct option longs[N_OPTS + 1];
};

static void getopt_tables_make(enum verb verb, struct getopt_tables *t)
{
	size_t n = 0, l = 0;

	memset(t, 0, sizeof(*t));
	if (!(verb & (VERBS_WORDS | VERBS_FILE)))
		t->letters[l++] = '+';	/* stop at the first word that is no option */
	t->letters[l++] = ':';	/* tell a missing value from a wrong option */
	for (size_t i = 0; i < N_OPTS; i++) {
		const struct opt *o = &opts_table[i];

		if (!(o->verbs & verb))
			continue;
		if (o->letter)
			t->letters[l++] = o->letter;
		if (o->letter && o->arg)
			t->letters[l++] = ':';
		t->longs[n++] = (struct option){
			.name = o->name,
			.has_arg = o->absent ? optional_argument :
				   o->arg ? required_argument : no_argument,
			.val = LONG_BASE + i,
		};
	}
}

static const struct opt *opt_of(int c)
{
	if (c >= LONG_BASE)
		return &opts_table[c - LONG_BASE];
	for (size_t i = 0; i < N_OPTS; i++)
		if (opts_table[i].letter && opts_table[i].letter == c)
			return &opts_table[i];
	return NULL;
}

static unsigned int edit_distance(const char *a, const char *b)
{
	unsigned int row[64];
	size_t n = strnlen(b, 63);

	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		unsigned int diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			unsigned int best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[n];
}

const char *options_nearest(const char *word, const char *const *names,
			    size_t n)
{
	const char *best = NULL;
	unsigned int best_distance = strlen(word) / 3 + 2;

	for (size_t i = 0; i < n; i++) {
		unsigned int d = edit_distance(word, names[i]);

		if (d < best_distance) {
			best = names[i];
			best_distance = d;
		}
	}
	return best;
}

static int unknown_option(enum verb verb, const char *word)
{
	const char *names[N_OPTS];
	const char *near = NULL;
	char bare[64];
	size_t n = 0;

	for (size_t i = 0; i < N_OPTS; i++)
		if (opts_table[i].verbs & verb && opts_table[i].help)
			names[n++] = opts_table[i].name;
	if (!strncmp(word, "--", 2)) {
		snprintf(bare, sizeof(bare), "%s", word + 2);
		bare[strcspn(bare, "=")] = '\0';
		near = options_nearest(bare, names, n);
	}
	if (near)
		log_error("options", "unknown or ambiguous option '%s': did you mean --%s?  See \"rmsnoop %s --help\"",
			  word, near, verb_name(verb));
	else
		log_error("options", "unknown option '%s': see \"rmsnoop %s --help\"",
			  word, verb_name(verb));
	return -EINVAL;
}

/* getopt refused: @c is ':' or '?' */
static int refused(enum verb verb, int c, const char *word)
{
	const struct opt *o = opt_of(optopt);
	char name[64];

	/* a letter among others, as in -xq */
	if (optopt && optopt < LONG_BASE && word[0] == '-' && word[1] != '-') {
		snprintf(name, sizeof(name), "-%c", optopt);
		word = name;
	}
	if (c == ':' && o) {
		log_error("options", "%s: needs a value: %s", word, o->arg);
		return -EINVAL;
	}
	if (o && optopt >= LONG_BASE) {
		log_error("options", "--%s: takes no value", o->name);
		return -EINVAL;
	}
	return unknown_option(verb, word);
}

/* "FILE -- COMMAND": what is in front of "--" is parsed, behind it is the command */
static int split_command(int *argc, char **argv, struct options *opts)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		if (i + 1 == *argc) {
			log_error("options", "the command behind \"--\" is missing");
			return -EINVAL;
		}
		opts->session.command = argv + i + 1;
		argv[i] = NULL;
		*argc = i;
	}
	return 0;
}

static int take_file(char **words, struct options *opts)
{
	if (!words[0])
		return 0;
	if (words[1] || opts->from) {
		log_error("options", "unexpected word '%s': one recording is read, and a command goes behind \"--\"",
			  words[1] ? words[1] : words[0]);
		return -EINVAL;
	}
	opts->from = words[0];
	return 0;
}

static int parse_words(enum verb verb, int argc, char **argv,
		       struct options *opts)
{
	struct getopt_tables t;

	if (verb & VERBS_FILE && split_command(&argc, argv, opts))
		return -EINVAL;

	getopt_tables_make(verb, &t);
	opterr = 0;
	optind = 0;	/* glibc: start anew */
	for (;;) {
		int at = optind ? optind : 1;
		int c = getopt_long(argc, argv, t.letters, t.longs, NULL);
		const struct opt *o;
		int err;

		if (c == -1)
			break;
		if (c == '?' || c == ':')
			return refused(verb, c, verb & (VERBS_WORDS | VERBS_FILE) ?
				       argv[optind - 1] : argv[at]);
		o = opt_of(c);
		err = o ? opt_apply(o, optarg ? optarg : o->absent, opts) :
			  -EINVAL;
		if (err)
			return err;
	}
	if (verb & VERBS_WORDS) {
		opts->words = argv + optind;
		return 0;
	}
	if (verb & VERBS_FILE)
		return take_file(argv + optind, opts);
	if (optind >= argc && strcmp(argv[argc - 1], "--"))
		return 0;
	if (optind >= argc) {
		log_error("options", "the command behind \"--\" is missing");
		return -EINVAL;
	}
	if (strcmp(argv[optind - 1], "--") || verb == VERB_CHECK) {
		log_error("options", "unexpected word '%s'%s", argv[optind],
			  verb == VERB_CHECK ? "" : ": a command goes behind \"--\"");
		return -EINVAL;
	}
	opts->session.command = argv + optind;
	return 0;
}

int options_parse(enum verb verb, int argc, char **argv, struct options *ret)
{
	int err;

	memset(ret, 0, sizeof(*ret));
	ret->before = ret->after = OPTIONS_UNSET;
	err = parse_words(verb, argc, argv, ret);
	if (err == -ENOMEM)
		log_errno("options", err, "failed to keep the options");
	if (err)
		return err;
	if (ret->help) {
		options_help(verb_name(verb), stdout);
		return 1;
	}
	log_set_verbose(ret->verbose);
	err = options_check(verb, ret);
	ret->session.attach = ret->attach;
	ret->session.pids = ret->pids.v;
	ret->session.n_pids = ret->pids.n;
	ret->session.comms = ret->comms.v;
	ret->session.n_comms = ret->comms.n;
	ret->session.want_calls = true;
	ret->session.wait_driver = true;
	return err;
}

void options_free(struct options *opts)
{
	free(opts->pids.v);
	free(opts->not_pids.v);
	free(opts->comms.v);
	free(opts->not_comms.v);
	free(opts->libs.v);
}

bool options_color(const struct options *opts, bool is_tty)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (opts->color != COLOR_AUTO)
		return opts->color == COLOR_ALWAYS;
	if (no_color && no_color[0])
		return false;
	return is_tty && !(term && !strcmp(term, "dumb"));
}
