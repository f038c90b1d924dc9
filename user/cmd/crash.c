// SPDX-License-Identifier: GPL-2.0
/* rmsnoop crash: a report of each crash. */
#include <errno.h>

#include "cmd.h"
#include "crash/crash.h"
#include "hold.h"
#include "log.h"
#include "run.h"
#include "store/bundle.h"
#include "store/keeper.h"

/* a store takes the place of standard output */
static int open_outputs(struct run_setup *setup, struct crash_view_opts *view,
			struct keeper **keeper)
{
	const struct options *opts = setup->opts;
	struct store_limits limits = {
		.count = opts->keep_count,
		.size = opts->keep_size,
		.age = opts->keep_age,
	};
	int err = 0;

	if (opts->store)
		err = keeper_new(opts->store, &limits, keeper);
	if (!err && opts->store) {
		view->keep = keeper_report;
		view->keep_ctx = *keeper;
	}
	if (!err && (!opts->store || opts->output || opts->json))
		err = run_sink(setup, opts->output ? opts->output : "-",
			       &view->out);
	return err;
}

/* what the run holds beside views and sinks */
struct crash_run {
	struct keeper *keeper;
	struct bundle *bundle;
};

/* a bundle is a recording with the files that belong to it */
static int open_bundle(struct options *opts, struct crash_run *r)
{
	int err;

	if (!opts->from || !bundle_is(opts->from))
		return 0;
	err = bundle_open(opts->from, &r->bundle);
	if (!err)
		opts->from = bundle_path(r->bundle, STORE_RECORDING);
	return err;
}

static int add_holder(struct run_setup *setup)
{
	int err = hold_view_new((unsigned int)setup->opts->hold,
				&setup->views[setup->n_views]);

	if (err)
		return log_errno("hold", err, "failed to start");
	setup->n_views++;
	return 0;
}

static int crash_setup(struct run_setup *setup, struct crash_run *r)
{
	const struct options *opts = setup->opts;
	struct crash_view_opts view = {
		.json = opts->json,
		.live = !opts->from,
	};
	struct view_style style = {};
	int err = open_outputs(setup, &view, &r->keeper);

	if (r->bundle && bundle_has_libs(r->bundle)) {
		view.files = bundle_library;
		view.files_ctx = r->bundle;
	}
	if (err)
		return err;
	if (view.out)
		style = run_style(opts, view.out);
	view.style = &style;
	setup->views[0] = crash_view_new(&view);
	if (!setup->views[0])
		return log_errno("crash", -ENOMEM, "failed to start");
	setup->n_views = 1;
	setup->model_flags = MODEL_CALLS;
	err = run_save(setup);
	if (!err && opts->hold)
		err = add_holder(setup);
	return err;
}

int cmd_crash(int argc, char **argv)
{
	struct options opts;
	struct run_setup setup = { .opts = &opts };
	struct crash_run r = {};
	int err = options_parse(VERB_CRASH, argc, argv, &opts);
	int status = err < 0 ? EXIT_USAGE : EXIT_DONE;

	if (!err) {
		if (!open_bundle(&opts, &r) && !crash_setup(&setup, &r)) {
			status = run(&setup);
		} else {
			run_cancel(&setup);
			status = EXIT_FAILED;
		}
	}
	keeper_free(r.keeper);
	bundle_close(r.bundle);
	options_free(&opts);
	return status;
}
