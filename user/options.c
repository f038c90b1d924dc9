// SPDX-License-Identifier: GPL-2.0
/* The table of options: what each is called, takes, means and sets. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <rmsnoop/shared.h>

#include "log.h"
#include "options.h"

enum opt_type {
	OPT_FLAG,	/* bool */
	OPT_COUNT,	/* int, one more each time */
	OPT_STRING,
	OPT_SIZE,	/* size_t, bytes, with K, M, G */
	OPT_PIDS,
	OPT_NAMES,
	OPT_CHOICE,	/* int: index in choices */
};

struct opt {
	const char *name;
	const char *arg;	/* NULL: takes none */
	const char *help;	/* NULL: not shown */
	const char *const *choices;
	size_t offset;		/* in struct options */
	size_t min, max;	/* OPT_SIZE */
	unsigned int verbs;
	enum opt_type type;
	char letter;
	bool live;		/* means nothing with --from */
};

#define READERS		(VERB_TRACE | VERB_RECORD | VERB_CRASH)
#define SHOWERS		(VERB_TRACE | VERB_CRASH)
#define ALL_VERBS	(READERS | VERB_CHECK)
#define AT(member)	.offset = offsetof(struct options, member)

static const char *const attach_names[] = {
	[ATTACH_AUTO] = "auto",
	[ATTACH_FENTRY] = "fentry",
	[ATTACH_KPROBE] = "kprobe",
	[ATTACH_SYSCALL] = "syscall",
	NULL
};
static const char *const color_names[] = { "auto", "always", "never", NULL };
static const char *const format_names[] = { "abbrev", "verbose", "raw", NULL };

static const struct opt opts_table[] = {
	{ .letter = 'p', .name = "pid", .arg = "PID", .type = OPT_PIDS,
	  .verbs = READERS, AT(pids),
	  .help = "only this process and its children" },
	{ .letter = 'P', .name = "not-pid", .arg = "PID", .type = OPT_PIDS,
	  .verbs = READERS, AT(not_pids), .help = "not this process" },
	{ .letter = 'n', .name = "comm", .arg = "NAME", .type = OPT_NAMES,
	  .verbs = READERS, AT(comms),
	  .help = "only programs of this name and their children" },
	{ .letter = 'N', .name = "not-comm", .arg = "NAME", .type = OPT_NAMES,
	  .verbs = READERS, AT(not_comms), .help = "not programs of this name" },
	{ .letter = 'c', .name = "cgroup", .arg = "PATH", .type = OPT_STRING,
	  .verbs = READERS, AT(session.cgroup), .live = true,
	  .help = "only this cgroup and those below it" },
	{ .name = "all", .type = OPT_FLAG, .verbs = READERS, AT(session.all),
	  .live = true,
	  .help = "signals of every process, not only users of the driver" },
	{ .name = "attach", .arg = "HOW", .type = OPT_CHOICE,
	  .choices = attach_names, .verbs = READERS, AT(attach), .live = true,
	  .help = "how to attach" },
	{ .name = "payload", .arg = "BYTES", .type = OPT_SIZE, .min = 16,
	  .max = RMS_PAYLOAD_LARGE, .verbs = READERS, AT(session.payload_max), .live = true,
	  .help = "bytes kept of a parameter block (4K)" },
	{ .name = "stack", .arg = "BYTES", .type = OPT_SIZE, .min = 8,
	  .max = RMS_STACK_MAX, .verbs = READERS, AT(session.stack_max), .live = true,
	  .help = "bytes of stack kept at a crash (32K)" },
	{ .name = "no-stack", .type = OPT_FLAG, .verbs = READERS,
	  AT(session.no_stack), .live = true,
	  .help = "keep no stack memory, which may hold secrets" },
	{ .name = "ring", .arg = "BYTES", .type = OPT_SIZE, .min = 65536,
	  .max = 1 << 30, .verbs = READERS, AT(session.ring_size), .live = true,
	  .help = "size of the ring of calls (16M)" },
	{ .name = "from", .arg = "FILE", .type = OPT_STRING, .verbs = READERS,
	  AT(from), .help = "read a recording, \"-\": from standard input" },
	{ .name = "save", .arg = "FILE", .type = OPT_STRING, .verbs = SHOWERS,
	  AT(save), .help = "write a recording as well" },
	{ .letter = 'o', .name = "output", .arg = "FILE", .type = OPT_STRING,
	  .verbs = READERS, AT(output),
	  .help = "write there, \"-\": to standard output" },
	{ .name = "json", .type = OPT_FLAG, .verbs = SHOWERS | VERB_CHECK,
	  AT(json), .help = "one JSON object a line" },
	{ .letter = 'X', .name = "format", .arg = "HOW", .type = OPT_CHOICE,
	  .choices = format_names, .verbs = SHOWERS, AT(format),
	  .help = "how arguments are shown" },
	{ .name = "failed", .type = OPT_FLAG, .verbs = VERB_TRACE, AT(failed),
	  .help = "only what failed" },
	{ .name = "color", .arg = "WHEN", .type = OPT_CHOICE,
	  .choices = color_names, .verbs = SHOWERS | VERB_CHECK, AT(color),
	  .help = "use colour" },
	{ .name = "strict", .type = OPT_FLAG, .verbs = READERS, AT(strict),
	  .help = "end with status 4 when records were lost" },
	{ .letter = 'v', .name = "verbose", .type = OPT_COUNT,
	  .verbs = ALL_VERBS, AT(verbose),
	  .help = "show more; -vv: libbpf's messages too" },
	{ .letter = 'h', .name = "help", .type = OPT_FLAG, .verbs = ALL_VERBS,
	  AT(help), .help = "show this help" },
	{ .name = "test-device", .arg = "NAME=CLASS", .type = OPT_STRING,
	  .verbs = READERS, AT(session.test_device), .live = true },
};

#define N_OPTS	(sizeof(opts_table) / sizeof(opts_table[0]))

static const struct {
	enum verb verb;
	const char *name;
	const char *usage;
	const char *about;
} verbs_table[] = {
	{ VERB_TRACE, "trace", "[OPTIONS] [-- COMMAND [ARG...]]",
	  "Shows each call that a program makes to the NVIDIA driver." },
	{ VERB_RECORD, "record", "-o FILE [OPTIONS] [-- COMMAND [ARG...]]",
	  "Writes all records to a file, to be read with --from." },
	{ VERB_CRASH, "crash", "[OPTIONS] [-- COMMAND [ARG...]]",
	  "Reports each crash: its cause, its place, the calls before it." },
	{ VERB_CHECK, "check", "[OPTIONS]",
	  "Tells which features work here, and what to do about the others." },
};

#define N_VERBS	(sizeof(verbs_table) / sizeof(verbs_table[0]))

static const char *verb_name(enum verb verb)
{
	for (size_t i = 0; i < N_VERBS; i++)
		if (verbs_table[i].verb == verb)
			return verbs_table[i].name;
	return "?";
}

/* ---- values ------------------------------------------------------------ */

/* names the option as the user may write it */
static void opt_spell(const struct opt *o, char *buf, size_t size)
{
	if (o->letter)
		snprintf(buf, size, "-%c/--%s", o->letter, o->name);
	else
		snprintf(buf, size, "--%s", o->name);
}

static int bad_value(const struct opt *o, const char *text, const char *want)
{
	char name[64];

	opt_spell(o, name, sizeof(name));
	log_error("options", "%s: '%s' is not %s", name, text, want);
	return -EINVAL;
}

static int parse_size(const struct opt *o, const char *text, size_t *ret)
{
	static const char units[] = "KMG";
	char want[96];
	const char *unit;
	char *end;
	unsigned long long v;
	unsigned int shift = 0;

	snprintf(want, sizeof(want), "a number of bytes from %zu to %zu (K, M, G allowed)",
		 o->min, o->max);
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || end == text || !isdigit((unsigned char)text[0]))
		return bad_value(o, text, want);
	if (*end) {
		unit = strchr(units, toupper((unsigned char)*end));
		if (!unit || end[1])
			return bad_value(o, text, want);
		shift = 10 * (unit - units + 1);
	}
	if (v > o->max >> shift || v << shift < o->min)
		return bad_value(o, text, want);
	*ret = v << shift;
	return 0;
}

static int parse_pid(const struct opt *o, const char *text, pid_t *ret)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(text, &end, 10);
	/* PID_MAX_LIMIT of 64-bit kernels */
	if (errno || end == text || *end || v < 1 || v > 4 << 20)
		return bad_value(o, text, "a process id");
	*ret = v;
	return 0;
}

static int add_pid(const struct opt *o, const char *text, struct pid_list *list)
{
	pid_t pid = 0;
	pid_t *v;
	int err = parse_pid(o, text, &pid);

	if (err)
		return err;
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	list->v = v;
	list->v[list->n++] = pid;
	return 0;
}

static int add_name(const struct opt *o, const char *text,
		    struct name_list *list)
{
	const char **v;

	if (!text[0] || strlen(text) >= RMS_COMM_LEN)
		return bad_value(o, text, "a name of 1 to 15 bytes, as in /proc/PID/comm");
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	list->v = v;
	list->v[list->n++] = text;
	return 0;
}

static void choices_join(const struct opt *o, const char *sep, char *buf,
			 size_t size)
{
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; o->choices[i] && n < size; i++)
		n += snprintf(buf + n, size - n, "%s%s", i ? sep : "",
			      o->choices[i]);
}

static int parse_choice(const struct opt *o, const char *text, int *ret)
{
	char list[96], want[128];

	for (int i = 0; o->choices[i]; i++) {
		if (!strcmp(o->choices[i], text)) {
			*ret = i;
			return 0;
		}
	}
	choices_join(o, ", ", list, sizeof(list));
	snprintf(want, sizeof(want), "one of: %s", list);
	return bad_value(o, text, want);
}

static int parse_string(const struct opt *o, const char *text, const char **ret)
{
	if (!text[0])
		return bad_value(o, text, "a name: it is empty");
	*ret = text;
	return 0;
}

static int opt_apply(const struct opt *o, const char *text,
		     struct options *opts)
{
	void *at = (char *)opts + o->offset;

	switch (o->type) {
	case OPT_FLAG:
		*(bool *)at = true;
		return 0;
	case OPT_COUNT:
		++*(int *)at;
		return 0;
	case OPT_STRING:
		return parse_string(o, text, at);
	case OPT_SIZE:
		return parse_size(o, text, at);
	case OPT_PIDS:
		return add_pid(o, text, at);
	case OPT_NAMES:
		return add_name(o, text, at);
	case OPT_CHOICE:
		return parse_choice(o, text, at);
	}
	return -EINVAL;
}

/* ---- the command line -------------------------------------------------- */

#define LONG_BASE	256	/* getopt's values of options: behind all letters */

struct getopt_tables {
	char letters[2 * N_OPTS + 3];
	struct option longs[N_OPTS + 1];
};

static void getopt_tables_make(enum verb verb, struct getopt_tables *t)
{
	size_t n = 0, l = 0;

	memset(t, 0, sizeof(*t));
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
			.has_arg = o->arg ? required_argument : no_argument,
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

static int parse_words(enum verb verb, int argc, char **argv,
		       struct options *opts)
{
	struct getopt_tables t;

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
			return refused(verb, c, argv[at]);
		o = opt_of(c);
		err = o ? opt_apply(o, optarg, opts) : -EINVAL;
		if (err)
			return err;
	}
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

/* ---- what does not go together ----------------------------------------- */

static bool opt_is_set(const struct opt *o, const struct options *opts)
{
	const void *at = (const char *)opts + o->offset;

	switch (o->type) {
	case OPT_FLAG:
		return *(const bool *)at;
	case OPT_STRING:
		return *(const char *const *)at;
	case OPT_SIZE:
		return *(const size_t *)at;
	case OPT_CHOICE:
		return *(const int *)at;
	default:
		return false;
	}
}

static int check_from(const struct options *opts)
{
	if (!opts->from)
		return 0;
	if (opts->session.command) {
		log_error("options", "--from reads a recording: it does not go with a command");
		return -EINVAL;
	}
	for (size_t i = 0; i < N_OPTS; i++) {
		if (opts_table[i].live && opt_is_set(&opts_table[i], opts)) {
			log_error("options", "--%s says how to record: it does not go with --from",
				  opts_table[i].name);
			return -EINVAL;
		}
	}
	return 0;
}

/* opening the output would empty the recording that is to be read */
static bool is_same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	if (!a || !b || stat(a, &sa) || stat(b, &sb))
		return false;
	return S_ISREG(sa.st_mode) && sa.st_dev == sb.st_dev &&
	       sa.st_ino == sb.st_ino;
}

static int check_outputs(enum verb verb, const struct options *opts)
{
	const char *output = opts->output ? opts->output : "-";

	if (verb == VERB_RECORD && !opts->output) {
		log_error("options", "-o FILE is missing: where to write the recording");
		return -EINVAL;
	}
	if (opts->save && !strcmp(opts->save, output)) {
		log_error("options", "--save: '%s' is where the output goes",
			  opts->save);
		return -EINVAL;
	}
	if (is_same_file(opts->from, opts->output) ||
	    is_same_file(opts->from, opts->save)) {
		log_error("options", "--from: '%s' would be overwritten",
			  opts->from);
		return -EINVAL;
	}
	if (opts->session.no_stack && opts->session.stack_max) {
		log_error("options", "--stack does not go with --no-stack");
		return -EINVAL;
	}
	return 0;
}

int options_parse(enum verb verb, int argc, char **argv, struct options *ret)
{
	int err;

	memset(ret, 0, sizeof(*ret));
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
	err = check_from(ret);
	if (!err)
		err = check_outputs(verb, ret);
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

/* ---- help -------------------------------------------------------------- */

static void help_line(const struct opt *o, FILE *out)
{
	char left[64], list[96] = "";
	char letter[4] = "  ";

	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c", o->letter);
	snprintf(left, sizeof(left), "%s%c --%s%s%s", letter,
		 o->letter ? ',' : ' ', o->name, o->arg ? "=" : "",
		 o->arg ? o->arg : "");
	if (o->choices)
		choices_join(o, ", ", list, sizeof(list));
	fprintf(out, "  %-24s %s%s%s\n", left, o->help,
		o->choices ? ": " : "", list);
}

bool options_help(const char *verb, FILE *out)
{
	size_t v = 0;

	while (v < N_VERBS && strcmp(verbs_table[v].name, verb))
		v++;
	if (v == N_VERBS)
		return false;
	fprintf(out, "Usage: rmsnoop %s %s\n\n%s\n\nOptions:\n",
		verbs_table[v].name, verbs_table[v].usage, verbs_table[v].about);
	for (size_t i = 0; i < N_OPTS; i++)
		if (opts_table[i].verbs & verbs_table[v].verb &&
		    opts_table[i].help)
			help_line(&opts_table[i], out);
	if (verbs_table[v].verb != VERB_CHECK)
		fputs("\nExit status: 0 done, 1 failed, 2 wrong usage, 3 a privilege or kernel feature is\n"
		      "missing, 4 records were lost (--strict); with a command, that of the command.\n",
		      out);
	return true;
}
