// SPDX-License-Identifier: GPL-2.0
/* The table of verbs. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "log.h"
#include "options.h"

static const struct verb_entry {
	const char *name;
	int (*fn)(int argc, char **argv);
	const char *about;
} verbs[] = {
	{ "trace", cmd_trace, "show each driver call as it returns" },
	{ "record", cmd_record, "write all records to a file" },
	{ "crash", cmd_crash, "report each crash" },
	{ "crashes", cmd_crashes, "list, show and remove kept crashes" },
	{ "check", cmd_check, "tell what works on this machine" },
	{ "resolve", cmd_resolve, "read crashes in the text of a kernel log" },
	{ "disasm", cmd_disasm, "show the instructions at an address of a file" },
	{ "decode", cmd_decode, "tell what numbers in a text mean" },
	{ "surface", cmd_surface, "tell what programs use of the driver" },
	{ "help", cmd_help, "show this, or the options of a verb" },
	{ "version", cmd_version, "show the version" },
};

#define N_VERBS	(sizeof(verbs) / sizeof(verbs[0]))

void cmd_print_verbs(FILE *out)
{
	for (size_t i = 0; i < N_VERBS; i++)
		fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].about);
}

static int unknown_verb(const char *word)
{
	const char *names[N_VERBS];
	const char *near;

	for (size_t i = 0; i < N_VERBS; i++)
		names[i] = verbs[i].name;
	near = options_nearest(word, names, N_VERBS);
	if (near)
		log_error(NULL, "unknown verb '%s': did you mean '%s'?  See \"rmsnoop help\"",
			  word, near);
	else
		log_error(NULL, "unknown verb '%s': see \"rmsnoop help\"", word);
	return EXIT_USAGE;
}

/* data that did not reach standard output is a failure, as of any output */
static int finish(int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		log_error("output", "failed to write standard output: %m");
		return status ? status : EXIT_FAILED;
	}
	return status;
}

/* A standard stream that is closed stays unusable: no file opened later may take
 * its number.  Not inherited: a command finds it as closed as it was. */
static int streams_keep(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", (fd ? O_RDONLY : O_WRONLY) | O_CLOEXEC) != fd)
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;

	if (streams_keep())
		return EXIT_FAILED;
	if (!word) {
		log_error(NULL, "a verb is missing: see \"rmsnoop help\"");
		return EXIT_USAGE;
	}
	if (!strcmp(word, "--version") || !strcmp(word, "-V"))
		word = "version";
	else if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		word = "help";
	for (size_t i = 0; i < N_VERBS; i++)
		if (!strcmp(word, verbs[i].name))
			return finish(verbs[i].fn(argc - 1, argv + 1));
	return unknown_verb(word);
}
