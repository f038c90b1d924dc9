/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line.  Every option is declared once, in a table, which gives
 * parsing, help and validation.
 */
#ifndef RMSNOOP_OPTIONS_H
#define RMSNOOP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "session.h"
#include "view/view.h"

enum verb {
	VERB_TRACE = 0x1,
	VERB_RECORD = 0x2,
	VERB_CRASH = 0x4,
	VERB_CHECK = 0x8,
	VERB_RESOLVE = 0x10,
	VERB_DECODE = 0x100,
	VERB_SURFACE = 0x200,
	VERB_CRASHES = 0x4000,
	VERB_DISASM = 0x10000,
};

/* words that are no options are theirs, and may stand anywhere */
#define VERBS_WORDS	(VERB_RESOLVE | VERB_DECODE | VERB_CRASHES | VERB_DISASM)

/* a recording may be named without --from, in front of "--" and a command */
#define VERBS_FILE	VERB_SURFACE

#define OPTIONS_UNSET	((size_t)-1)

enum color_mode { COLOR_AUTO = 0, COLOR_ALWAYS = 1, COLOR_NEVER = 2 };

struct pid_list {
	pid_t *v;
	size_t n;
};

struct name_list {
	const char **v;
	size_t n;
};

/**
 * struct options - what the command line says; strings are borrowed from it
 * @session: for session_open(); its lists are those below
 * @pids, @comms: only these; @not_pids, @not_comms: not these
 * @from: read this recording instead of the running system
 * @save: write a recording beside the output
 * @output: where the output goes, NULL: not given, "-": standard output
 * @libs: libraries and directories of them
 * @maps: a kept /proc/PID/maps
 * @struct_name, @payload: for decoding; @driver: names and fields are those of
 *	this driver version
 * @as: 0: not given, else enum rm_number + 1
 * @store: where crashes are kept, NULL: not given
 * @keep_count, @keep_size, @keep_age: limits of the store; age in seconds
 * @hold: seconds for which a crashing process is held, 0: not at all
 * @bundle: a kept crash as one file
 * @core: write a core file there
 * @libs_too: the mapped files, too
 * @html: as a page for a browser
 * @again: make a kept report anew
 * @allowlist: a list of what is implemented
 * @emit_allowlist: write one
 * @before, @after: instructions beside the one meant, OPTIONS_UNSET: not given
 * @bytes: with the bytes of instructions
 * @words: what is no option, for verbs that take such words; ends with NULL
 */
struct options {
	struct session_opts session;
	struct pid_list pids;
	struct pid_list not_pids;
	struct name_list comms;
	struct name_list not_comms;
	struct name_list libs;
	const char *from;
	const char *save;
	const char *output;
	const char *maps;
	const char *struct_name;
	const char *payload;
	const char *driver;
	const char *allowlist;
	const char *store;
	size_t keep_count;
	size_t keep_size;
	size_t keep_age;
	size_t hold;
	size_t before;
	size_t after;
	char **words;
	const char *bundle;
	const char *core;
	bool emit_allowlist;
	bool bytes;
	bool again;
	bool html;
	bool libs_too;
	bool json;
	bool strict;
	bool failed;
	bool help;
	int attach;	/* enum attach_kind */
	int color;	/* enum color_mode */
	int format;	/* enum rm_format */
	int as;
	int verbose;
};

/**
 * options_parse() - parse what stands behind the verb
 * @argv: argv[0] is the verb's name
 * Sets the verbosity of the log.  With --help the help is on standard output.
 * Return: 0; 1: help was given, there is nothing to do; -EINVAL: wrong, and
 * told; -ENOMEM.  @ret is filled so that options_free() may always be called.
 */
int options_parse(enum verb verb, int argc, char **argv, struct options *ret);
void options_free(struct options *opts);

/** options_help() - the options of a verb; false: there is no such verb */
bool options_help(const char *verb, FILE *out);

/** options_nearest() - of @n names the one that looks most like @word; NULL:
 *  none is near */
const char *options_nearest(const char *word, const char *const *names,
			    size_t n);

/** options_color() - is colour wanted on an output that @is_tty? */
bool options_color(const struct options *opts, bool is_tty);

#endif
