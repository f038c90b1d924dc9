// SPDX-License-Identifier: GPL-2.0
/* rmsnoop help: the verbs, or the options of one. */
#include <stdio.h>

#include "cmd.h"
#include "log.h"
#include "options.h"

int cmd_help(int argc, char **argv)
{
	if (argc > 2) {
		log_error("help", "unexpected word '%s'", argv[2]);
		return EXIT_USAGE;
	}
	if (argc > 1) {
		if (options_help(argv[1], stdout))
			return EXIT_DONE;
		log_error("help", "no verb '%s' has options: see \"rmsnoop help\"",
			  argv[1]);
		return EXIT_USAGE;
	}
	puts("Usage: rmsnoop VERB [OPTIONS] [-- COMMAND [ARG...]]\n\n"
	     "Watches what programs ask of the NVIDIA driver, and their crashes.\n\n"
	     "Verbs:");
	cmd_print_verbs(stdout);
	puts("\n\"rmsnoop help VERB\" shows the options of a verb.");
	return EXIT_DONE;
}
