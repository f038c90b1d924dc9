// SPDX-License-Identifier: GPL-2.0
/* rmsnoop surface: what programs use of the driver's interface. */
#include "cmd.h"
#include "log.h"
#include "run.h"
#include "surface/surface.h"

static enum surface_form form_of(const struct options *opts)
{
	if (opts->emit_allowlist)
		return SURFACE_LIST;
	return opts->json ? SURFACE_JSON : SURFACE_TEXT;
}

static int surface_setup(struct run_setup *setup, struct allowlist **list,
			 size_t *missing)
{
	const struct options *opts = setup->opts;
	struct view_style style;
	struct surface_opts view = {
		.form = form_of(opts),
		.style = &style,
		.ret_missing = missing,
	};
	int err = 0;

	if (opts->allowlist)
		err = allowlist_read(opts->allowlist, list);
	if (!err)
		err = run_sink(setup, opts->output ? opts->output : "-", &view.out);
	if (err)
		return err;
	view.list = *list;
	style = run_style(opts, view.out);
	err = surface_view_new(&view, &setup->views[0]);
	if (err)
		return log_errno("surface", err, "failed to start");
	setup->n_views = 1;
	return run_save(setup);
}

int cmd_surface(int argc, char **argv)
{
	struct options opts;
	struct run_setup setup = { .opts = &opts };
	struct allowlist *list = NULL;
	size_t missing = 0;
	int err = options_parse(VERB_SURFACE, argc, argv, &opts);
	int status = err < 0 ? EXIT_USAGE : EXIT_DONE;

	if (!err) {
		err = surface_setup(&setup, &list, &missing);
		if (!err) {
			status = run(&setup);
		} else {	/* a wrong list must not look like a missing number */
			run_cancel(&setup);
			status = err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
		}
	}
	if (status == EXIT_DONE && missing)
		status = EXIT_FAILED;
	allowlist_free(list);
	options_free(&opts);
	return status;
}
