// SPDX-License-Identifier: GPL-2.0
/* Options that are right each, but not together. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "log.h"
#include "options_table.h"

static bool opt_is_set(const struct opt *o, const struct options *opts)
{
	const void *at = (const char *)opts + o->offset;

	switch (o->type) {
	case OPT_FLAG:
		return *(const bool *)at;
	case OPT_STRING:
		return *(const char *const *)at;
	case OPT_SIZE:
	case OPT_NUMBER:
	case OPT_TIME:
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
	struct rm_version v;

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
	if (opts->html && opts->json) {
		log_error("options", "--html does not go with --json");
		return -EINVAL;
	}
	if (verb == VERB_CRASH && !opts->store &&
	    (opts->keep_count || opts->keep_size || opts->keep_age)) {
		log_error("options", "--keep-count, --keep-size and --keep-age need --store");
		return -EINVAL;
	}
	if (opts->driver && verb != VERB_DECODE && rm_version_find(opts->driver, &v)) {
		log_error("options", "--driver: '%s' is no version, as 535.261.03 is",
			  opts->driver);
		return -EINVAL;
	}
	if (opts->session.no_stack && opts->session.stack_max) {
		log_error("options", "--stack does not go with --no-stack");
		return -EINVAL;
	}
	return 0;
}

/* a command's tree, given processes, a cgroup: one way to say who is meant */
static int check_choice(const struct options *opts)
{
	const char *cgroup = opts->session.cgroup ? "--cgroup" : NULL;
	const char *pid = opts->pids.n ? "--pid" : NULL;

	if (opts->session.command && (pid || cgroup)) {
		log_error("options", "%s chooses other processes: it does not go with a command",
			  pid ? pid : cgroup);
		return -EINVAL;
	}
	if (pid && cgroup) {
		log_error("options", "--cgroup does not go with --pid");
		return -EINVAL;
	}
	return 0;
}

int options_check(enum verb verb, const struct options *opts)
{
	int err = check_from(opts);

	if (!err)
		err = check_choice(opts);
	return err ? err : check_outputs(verb, opts);
}
