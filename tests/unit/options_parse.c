// SPDX-License-Identifier: GPL-2.0
/* The command line: what is taken, what is refused, and that the refusal says why. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "options.h"
#include "tap.h"

static char said[4096];		/* what went to standard error */
static struct options opts;

/* parses words separated by single blanks */
static int parse(enum verb verb, const char *line)
{
	static char words[256];
	char *argv[32] = { "verb" };
	int argc = 1, fds[2], err, saved = dup(STDERR_FILENO);
	ssize_t n;

	snprintf(words, sizeof(words), "%s", line);
	for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	if (pipe(fds))
		abort();
	dup2(fds[1], STDERR_FILENO);
	options_free(&opts);
	err = options_parse(verb, argc, argv, &opts);
	dup2(saved, STDERR_FILENO);
	close(saved);
	close(fds[1]);
	n = read(fds[0], said, sizeof(said) - 1);
	said[n > 0 ? n : 0] = '\0';
	close(fds[0]);
	return err;
}

static void test_values(void)
{
	tap_is(parse(VERB_TRACE, "-p 12 --pid=34 -P5 -n app -N other"), 0,
	       "processes and names");
	tap_ok(opts.session.n_pids == 2 && opts.session.pids[0] == 12 &&
	       opts.session.pids[1] == 34, "two processes");
	tap_ok(opts.not_pids.n == 1 && opts.not_pids.v[0] == 5, "not another");
	tap_str(opts.session.comms[0], "app", "a name");
	tap_str(opts.not_comms.v[0], "other", "not another one");

	tap_is(parse(VERB_TRACE, "--ring 64K --payload=256 --stack 8k"), 0, "sizes");
	tap_ok(opts.session.ring_size == 65536 && opts.session.payload_max == 256 &&
	       opts.session.stack_max == 8192, "in bytes");
	tap_is(parse(VERB_TRACE, "--ring 1G"), 0, "the largest ring");
	tap_is(opts.session.ring_size, 1 << 30, "is 1 GiB");

	tap_is(parse(VERB_CRASH, "--store --keep-count 12 --keep-size=3M --keep-age 2d"),
	       0, "a store and its limits");
	tap_str(opts.store, "/var/lib/rmsnoop", "where it is if nothing is said");
	tap_ok(opts.keep_count == 12 && opts.keep_size == 3 << 20 &&
	       opts.keep_age == 172800, "number, bytes, seconds");
	tap_is(parse(VERB_CRASH, "--store=/x --keep-age 90"), 0, "a store elsewhere");
	tap_ok(!strcmp(opts.store, "/x") && opts.keep_age == 90, "seconds as they are");
	tap_is(parse(VERB_CRASHES, "show --store /x abc -v def"), 0, "words and options");
	tap_ok(!strcmp(opts.store, "/x") && !strcmp(opts.words[0], "show") &&
	       !strcmp(opts.words[1], "abc") && !strcmp(opts.words[2], "def") &&
	       !opts.words[3], "are told apart");
	tap_is(parse(VERB_CRASH, "--keep-count 3"), -EINVAL, "limits of no store");
	tap_is(parse(VERB_CRASH, "--store --keep-count 0"), -EINVAL, "no number at all");
	tap_is(parse(VERB_CRASH, "--store --keep-age 3y"), -EINVAL, "no such unit");
	tap_ok(strstr(said, "--keep-age: '3y' is not a time"), "said");
	tap_is(parse(VERB_CRASH, "--store --keep-age 99999999999999999w"), -EINVAL,
	       "a time beyond all");

	tap_is(parse(VERB_TRACE, "--attach=kprobe -X raw --color never -vv --failed"),
	       0, "choices");
	tap_ok(opts.session.attach == ATTACH_KPROBE &&
	       opts.format == RM_FORMAT_RAW && opts.color == COLOR_NEVER &&
	       opts.verbose == 2 && opts.failed, "by name");

	tap_is(parse(VERB_TRACE, "-v -- prog -x --json"), 0, "a command");
	tap_str(opts.session.command[1], "-x", "its options are its own");
	tap_ok(!opts.json && !opts.session.command[3], "and not ours");
	tap_is(parse(VERB_TRACE, ""), 0, "nothing at all");
	tap_ok(!opts.session.command && !opts.session.ring_size, "is all defaults");
}

static void refused(enum verb verb, const char *line, const char *word1,
		    const char *word2)
{
	int err = parse(verb, line);

	tap_ok(err == -EINVAL && strstr(said, "rmsnoop: options: ") == said &&
	       strstr(said, word1) && strstr(said, word2),
	       "refused, naming '%s' and '%s': %s", word1, word2, line);
	if (err != -EINVAL || !strstr(said, word1) || !strstr(said, word2))
		printf("# returned %d, said: %s\n", err, said);
}

static void test_refused(void)
{
	refused(VERB_TRACE, "--jsno", "--jsno", "--json");
	refused(VERB_TRACE, "--bogus-thing", "--bogus-thing", "trace --help");
	refused(VERB_TRACE, "-q", "-q", "trace --help");
	refused(VERB_TRACE, "-vq", "-q", "trace --help");
	refused(VERB_RECORD, "-o x --json", "--json", "record --help");
	refused(VERB_TRACE, "-p", "-p", "PID");
	refused(VERB_TRACE, "--ring", "--ring", "BYTES");
	refused(VERB_TRACE, "--json=1", "--json", "no value");
	refused(VERB_TRACE, "-p x", "--pid", "'x'");
	refused(VERB_TRACE, "-p 0", "--pid", "'0'");
	refused(VERB_TRACE, "-p 12x", "--pid", "'12x'");
	refused(VERB_TRACE, "-p 99999999999999999999", "--pid", "process id");
	refused(VERB_TRACE, "-n abcdefghijklmnop", "--comm", "15");
	refused(VERB_TRACE, "--ring 10", "--ring", "65536");
	refused(VERB_TRACE, "--ring 2G", "--ring", "1073741824");
	refused(VERB_TRACE, "--ring -1", "--ring", "'-1'");
	refused(VERB_TRACE, "--ring 18446744073709551615G", "--ring", "bytes");
	refused(VERB_TRACE, "--ring 1KK", "--ring", "'1KK'");
	refused(VERB_TRACE, "--payload=4T", "--payload", "'4T'");
	refused(VERB_TRACE, "--attach=magic", "--attach", "fentry");
	refused(VERB_TRACE, "-X hex", "--format", "abbrev, verbose, raw");
	refused(VERB_TRACE, "prog", "'prog'", "\"--\"");
	refused(VERB_TRACE, "-v --", "command", "missing");
	refused(VERB_CHECK, "-- prog", "'prog'", "unexpected");
}

static void test_together(void)
{
	char line[128], path[] = "/tmp/rmsnoop-unit-XXXXXX";
	int fd = mkstemp(path);

	refused(VERB_RECORD, "-v", "-o", "FILE");
	refused(VERB_TRACE, "--from x -- prog", "--from", "command");
	refused(VERB_TRACE, "-p 3 -- prog", "--pid", "command");
	refused(VERB_TRACE, "-c /x -- prog", "--cgroup", "command");
	refused(VERB_TRACE, "-p 3 -c /x", "--cgroup", "--pid");
	refused(VERB_TRACE, "--from x --all", "--all", "--from");
	refused(VERB_TRACE, "--from x --attach=fentry", "--attach", "--from");
	refused(VERB_TRACE, "--no-stack --stack=4K", "--stack", "--no-stack");
	refused(VERB_TRACE, "-o f --save f", "--save", "'f'");
	refused(VERB_TRACE, "--save -", "--save", "'-'");
	snprintf(line, sizeof(line), "--from %s -o %s", path, path);
	refused(VERB_RECORD, line, "--from", "overwritten");
	snprintf(line, sizeof(line), "--from %s --save %s", path, path);
	refused(VERB_TRACE, line, "--from", "overwritten");
	tap_is(parse(VERB_TRACE, "--from x -p 3 -N y --json"), 0,
	       "a recording can be filtered");
	close(fd);
	unlink(path);
}

static void test_color(void)
{
	parse(VERB_TRACE, "");
	unsetenv("NO_COLOR");
	setenv("TERM", "xterm", 1);
	tap_ok(options_color(&opts, true) && !options_color(&opts, false),
	       "colour on a terminal only");
	setenv("NO_COLOR", "1", 1);
	tap_ok(!options_color(&opts, true), "not with NO_COLOR");
	parse(VERB_TRACE, "--color=always");
	tap_ok(options_color(&opts, false), "but always when asked for");
}

int main(void)
{
	test_values();
	test_refused();
	test_together();
	test_color();
	options_free(&opts);
	return tap_done();
}
