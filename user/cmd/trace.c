// SPDX-License-Identifier: GPL-2.0
/* rmsnoop trace: one line a call. */
#include "cmd.h"
#include "run.h"

static int trace_setup(struct run_setup *setup)
{
	const struct options *opts = setup->opts;
	struct view_style style;
	struct sink *out;
	int err;

	err = run_sink(setup, opts->output ? opts->output : "-", &out);
	if (err)
		return err;
	style = run_style(opts, out);
	if (opts->json)
		err = view_json_new(out, &style, &setup->views[0]);
	else
		err = view_text_new(out, &style, &setup->views[0]);
	if (err)
		return err;
	setup->model_flags = MODEL_OBJECTS;
	setup->n_views = 1;
	return run_save(setup);
}

int cmd_trace(int argc, char **argv)
{
	struct options opts;
	struct run_setup setup = { .opts = &opts };
	int err = options_parse(VERB_TRACE, argc, argv, &opts);
	int status = err < 0 ? EXIT_USAGE : EXIT_DONE;

	if (!err) {
		if (trace_setup(&setup) == 0) {
			status = run(&setup);
		} else {
			run_cancel(&setup);
			status = EXIT_FAILED;
		}
	}
	options_free(&opts);
	return status;
}
