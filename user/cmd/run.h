/* SPDX-License-Identifier: GPL-2.0 */
/* One run of the reader: from options and views to an exit status. */
#ifndef RMSNOOP_RUN_H
#define RMSNOOP_RUN_H

#include "options.h"
#include "view/sink.h"
#include "view/view.h"

#define RUN_SINKS	2

/**
 * struct run_setup - what a verb wants
 * @views, @sinks: taken over and freed by run(); sinks in the order in which
 *	their errors are told
 * @model_flags: MODEL_*
 */
struct run_setup {
	const struct options *opts;
	struct view *views[3];
	size_t n_views;
	struct sink *sinks[RUN_SINKS];
	size_t n_sinks;
	unsigned int model_flags;
};

/** run_sink() - open an output and keep it in @setup; told on failure */
int run_sink(struct run_setup *setup, const char *path, struct sink **ret_sink);
/** run_save() - add the recording that --save asks for */
int run_save(struct run_setup *setup);
/** run_style() - how the views show things on @out */
struct view_style run_style(const struct options *opts, const struct sink *out);

/** run() - read everything, live or from a file; the exit status */
int run(struct run_setup *setup);
/** run_cancel() - free what @setup holds, when run() is not called */
void run_cancel(struct run_setup *setup);

#endif
