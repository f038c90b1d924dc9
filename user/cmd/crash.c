// SPDX-License-Identifier: GPL-2.0
/* rmsnoop crash: a report of each crash. */
#include <errno.h>

#include "cmd.h"
#include "crash/crash.h"
#include "log.h"
#include "run.h"

static int crash_setup(struct run_setup *setup)
{
	const struct options *opts = setup->opts;
	struct crash_view_opts view = {
		.json = opts->json,
		.live = !opts->from,
	};
	struct view_style style;
	int err;

	err = run_sink(setup, opts->output ? opts->output : "-", &view.out);
	if (err)
		return err;
	style = run_style(opts, view.out);
	view.style = &style;
	setup->views[0] = crash_view_new(&view);
	if (!setup->views[0])
		return log_errno("crash", -ENOMEM, "failed to start");
	setup->n_views = 1;
	setup->model_flags = MODEL_CALLS;
	return run_save(setup);
}

int cmd_crash(int argc, char **argv)
{
	struct options opts;
	struct run_setup setup = { .opts = &opts };
	int err = options_parse(VERB_CRASH, argc, argv, &opts);
	int status = err < 0 ? EXIT_USAGE : EXIT_DONE;

	if (!err) {
		if (crash_setup(&setup) == 0) {
			status = run(&setup);
		} else {
			run_cancel(&setup);
			status = EXIT_FAILED;
		}
	}
	options_free(&opts);
	return status;
}
