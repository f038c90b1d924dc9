// SPDX-License-Identifier: GPL-2.0
/* The path of a record once more, for the few of one crash. */
#include <errno.h>

#include "model/model.h"
#include "pipeline.h"
#include "remake.h"
#include "source/source.h"

static int read_all(struct pipeline *p)
{
	int err = pipeline_begin(p), more = 1;

	while (!err && more > 0)
		more = pipeline_pump(p);
	if (!err && more < 0)
		err = more;
	return err ? err : pipeline_end(p);
}

static int run_view(struct source *source, struct view *view)
{
	static const struct options none;
	struct pipeline p = {
		.source = source, .views = { view }, .n_views = 1,
		.filter = { .opts = &none },
		.version_told = true,
	};
	int err = model_new(MODEL_CALLS, source_meta(source), &p.model);

	if (err)
		return err;
	err = read_all(&p);
	model_free(p.model);
	if (!err && !crash_view_count(view, false))
		err = -ENODATA;
	return err;
}

int store_remake(const char *path, const struct crash_view_opts *opts)
{
	struct source *source;
	struct view *view;
	int err = source_file_open(path, &source);

	if (!err) {
		view = crash_view_new(opts);
		err = view ? run_view(source, view) : -ENOMEM;
		view_free(view);
		source_close(source);
	}
	return err;
}
