/* SPDX-License-Identifier: GPL-2.0 */
/* The verbs of the command line. */
#ifndef RMSNOOP_CMD_H
#define RMSNOOP_CMD_H

#include <stdio.h>

/* exit statuses; with a command that ran, its own instead of EXIT_DONE */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_MISSING = 3,	/* a privilege or a kernel feature */
	EXIT_LOST = 4,		/* records were lost, with --strict */
	EXIT_NOT_EXECUTABLE = 126,	/* as shells have it */
	EXIT_NOT_FOUND = 127,
};

/* argv[0] is the verb; each returns an exit status */
int cmd_trace(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_crash(int argc, char **argv);
int cmd_crashes(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_resolve(int argc, char **argv);
int cmd_disasm(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_surface(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_version(int argc, char **argv);

/** cmd_print_verbs() - one line each, on @out */
void cmd_print_verbs(FILE *out);

#endif
