// SPDX-License-Identifier: GPL-2.0
/* rmsnoop record: everything into a file. */
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "run.h"

static int record_run(const struct options *opts)
{
	struct run_setup setup = { .opts = opts };
	struct sink *out;

	if (!strcmp(opts->output, "-") && isatty(STDOUT_FILENO)) {
		log_error("record", "a recording is no text for a terminal: use -o FILE or a pipe");
		return EXIT_USAGE;
	}
	if (run_sink(&setup, opts->output, &out) ||
	    view_recording_new(out, &setup.views[0])) {
		run_cancel(&setup);
		return EXIT_FAILED;
	}
	setup.n_views = 1;
	return run(&setup);
}

int cmd_record(int argc, char **argv)
{
	struct options opts;
	int err = options_parse(VERB_RECORD, argc, argv, &opts);
	int status = err < 0 ? EXIT_USAGE : EXIT_DONE;

	if (!err)
		status = record_run(&opts);
	options_free(&opts);
	return status;
}
