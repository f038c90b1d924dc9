/* SPDX-License-Identifier: GPL-2.0 */
/* Inside options*.c only: the table of options and what works on its rows. */
#ifndef RMSNOOP_OPTIONS_TABLE_H
#define RMSNOOP_OPTIONS_TABLE_H

#include "options.h"

enum opt_type {
	OPT_FLAG,	/* bool */
	OPT_COUNT,	/* int, one more each time */
	OPT_STRING,
	OPT_SIZE,	/* size_t, bytes, with K, M, G */
	OPT_NUMBER,	/* size_t */
	OPT_TIME,	/* size_t, seconds, with s, m, h, d, w */
	OPT_PIDS,
	OPT_NAMES,
	OPT_PATHS,
	OPT_CHOICE,	/* int: index in choices */
};

struct opt {
	const char *name;
	const char *arg;	/* NULL: takes none */
	const char *absent;	/* its value may be left out, and is this then */
	const char *help;	/* NULL: not shown */
	const char *const *choices;
	size_t offset;		/* in struct options */
	size_t min, max;	/* OPT_SIZE, OPT_NUMBER, OPT_TIME */
	unsigned int verbs;
	enum opt_type type;
	char letter;
	bool live;		/* means nothing with --from */
};

struct verb_row {
	enum verb verb;
	const char *name;
	const char *usage;
	const char *about;
};

#define N_OPTS	45
#define N_VERBS	9

extern const struct opt opts_table[N_OPTS];
extern const struct verb_row verbs_table[N_VERBS];

const char *verb_name(enum verb verb);

/* opt_apply() - take a value in; 0, -EINVAL (told) or -ENOMEM */
int opt_apply(const struct opt *o, const char *text, struct options *opts);

/* opt_choices() - "a, b, c" */
void opt_choices(const struct opt *o, char *buf, size_t size);

/* options_check() - what does not go together; 0 or -EINVAL (told) */
int options_check(enum verb verb, const struct options *opts);

#endif
