// SPDX-License-Identifier: GPL-2.0
/*
 * One run of the reader.  It ends when the source does: a recording by itself, a
 * live session when the command ended or a signal came.  When an output fails,
 * reading stops at once, but a command is waited for: it must not notice.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "log.h"
#include "loop.h"
#include "notify.h"
#include "pipeline.h"
#include "run.h"
#include "session.h"

#define GRACE_MS	1000	/* for the command to end of the same ^C */

struct run {
	const struct options *opts;
	struct session *session;	/* NULL: from a file */
	struct pipeline pipe;
	struct loop *loop;
	int command_fd;			/* -1: none, or it ended */
	bool finishing;
	int failure;			/* -errno that ended the reading */
	int signal;			/* that ended the run */
};

/* ---- what a verb sets up ------------------------------------------------ */

int run_sink(struct run_setup *setup, const char *path, struct sink **ret_sink)
{
	int err = sink_open(path, ret_sink);

	if (err)
		return log_errno("output", err, "failed to open %s", path);
	setup->sinks[setup->n_sinks++] = *ret_sink;
	return 0;
}

int run_save(struct run_setup *setup)
{
	struct sink *sink;
	int err;

	if (!setup->opts->save)
		return 0;
	err = run_sink(setup, setup->opts->save, &sink);
	if (err)
		return err;
	err = view_recording_new(sink, &setup->views[setup->n_views]);
	if (err)
		return log_errno("output", err, "failed to make a recording");
	setup->n_views++;
	return 0;
}

struct view_style run_style(const struct options *opts, const struct sink *out)
{
	return (struct view_style){
		.color = options_color(opts, sink_is_tty(out)),
		.verbose = opts->verbose,
		.failed_only = opts->failed,
		.format = opts->format,
	};
}

static int close_sinks(struct run_setup *setup)
{
	int ret = 0;

	for (size_t i = 0; i < setup->n_sinks; i++) {
		struct sink *s = setup->sinks[i];
		char name[256];
		int err;

		snprintf(name, sizeof(name), "%s", sink_name(s));
		err = sink_close(s);
		if (err)
			log_errno("output", err, "failed to write %s", name);
		if (!ret)
			ret = err;
	}
	setup->n_sinks = 0;
	return ret;
}

static void free_views(struct run_setup *setup)
{
	for (size_t i = 0; i < setup->n_views; i++)
		view_free(setup->views[i]);
	setup->n_views = 0;
}

void run_cancel(struct run_setup *setup)
{
	free_views(setup);
	close_sinks(setup);
}

/* ---- the loop ------------------------------------------------------------ */

static int on_records(void *ctx);

/* take what is there still, then end */
static void run_finish(struct run *r)
{
	if (r->finishing)
		return;
	r->finishing = true;
	notify_stopping();
	source_finish(r->pipe.source);
	loop_busy(r->loop, on_records, r);
}

static void stop_reading(struct run *r, int err)
{
	r->failure = err;
	r->finishing = true;
	loop_busy(r->loop, NULL, NULL);
	loop_remove(r->loop, r->pipe.source->fd);
	if (r->command_fd < 0)
		loop_stop(r->loop);
}

static int on_records(void *ctx)
{
	struct run *r = ctx;
	int more;

	if (r->failure)
		return 0;
	more = pipeline_pump(&r->pipe);
	if (more < 0)
		stop_reading(r, more);
	else if (more == 0)
		loop_stop(r->loop);
	return 0;
}

static int on_command_end(void *ctx)
{
	struct run *r = ctx;

	loop_remove(r->loop, r->command_fd);
	r->command_fd = -1;
	if (r->failure)
		loop_stop(r->loop);
	else
		run_finish(r);
	return 0;
}

static int on_grace_over(void *ctx)
{
	run_finish(ctx);
	return 0;
}

static int on_signal(void *ctx, int sig)
{
	struct run *r = ctx;
	bool again = r->signal;

	if (sig == SIGUSR1) {
		source_list(r->pipe.source);
		return 0;
	}
	r->signal = sig;
	if (r->failure)		/* only the command was waited for */
		loop_stop(r->loop);
	else if (sig == SIGINT && r->command_fd >= 0 && !again)
		return loop_once(r->loop, GRACE_MS, on_grace_over, r);
	else
		run_finish(r);
	return 0;
}

static int loop_setup(struct run *r)
{
	struct source *source = r->pipe.source;
	int err = loop_new(&r->loop);

	if (err)
		return err;
	err = loop_signals(r->loop, on_signal, r);
	if (!err && source->fd >= 0)
		err = loop_add(r->loop, source->fd, on_records, r);
	if (!err && source->interval_ms)
		err = loop_every(r->loop, source->interval_ms, on_records, r);
	if (!err && r->command_fd >= 0)
		err = loop_add(r->loop, r->command_fd, on_command_end, r);
	if (!err && source->fd < 0 && !source->interval_ms)
		loop_busy(r->loop, on_records, r);
	return err;
}

/* ---- begin and end ------------------------------------------------------- */

static int open_file(const char *path, struct source **ret_source)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	int err = source_file_open(path, ret_source);

	if (err == -EBADMSG)
		log_error("file", "%s: not a recording of rmsnoop", name);
	else if (err == -ENODATA)
		log_error("file", "%s: empty, or a recording cut short within its header",
			  name);
	else if (err == -EPROTO)
		log_error("file", "%s: a recording of another format than version %d",
			  name, RMS_WIRE_VERSION);
	else if (err)
		log_errno("file", err, "failed to open %s", name);
	return err;
}

static int open_source(struct run *r)
{
	int err;

	if (r->opts->from)
		return open_file(r->opts->from, &r->pipe.source);
	err = session_open(&r->opts->session, &r->session);
	if (err)
		return err;
	r->pipe.source = session_source(r->session);
	r->command_fd = session_command_fd(r->session);
	return 0;
}

static int open_status(const struct run *r, int err)
{
	if (r->opts->from)
		return EXIT_FAILED;
	if (err > 0)	/* the command was not executed */
		return err == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
	if (err == -EPERM || err == -EOPNOTSUPP)
		return EXIT_MISSING;
	return EXIT_FAILED;
}

static void close_source(struct run *r)
{
	if (r->session)
		session_close(r->session);
	else
		source_close(r->pipe.source);
}

/* the views' errors are the sinks', told when those are closed */
static int read_all(struct run *r)
{
	int err = pipeline_begin(&r->pipe);

	if (!err)
		err = loop_setup(r);
	else if (loop_setup(r) == 0)
		stop_reading(r, err);
	if (!err)
		notify_ready();
	if (r->loop && (!err || r->command_fd >= 0)) {
		int e = loop_run(r->loop);

		if (!err)
			err = e;
	}
	if (!err)
		err = r->failure;
	if (!err)
		err = pipeline_end(&r->pipe);
	return err;
}

static int run_status(const struct run *r, int err)
{
	if (err)
		return EXIT_FAILED;
	if (r->opts->strict && !totals_complete(&r->pipe.totals))
		return EXIT_LOST;
	if (!r->opts->session.command)
		return EXIT_DONE;
	if (r->command_fd >= 0)		/* it lives on */
		return 128 + r->signal;
	return session_command_status(r->session);
}

/* the kernel side picks by name alone; a tree of processes it takes as a whole */
static bool filter_needed(const struct options *o)
{
	if (o->from)
		return o->pids.n || o->comms.n;
	return o->comms.n && (o->pids.n || o->session.command);
}

static void decode_as(struct model *model, const char *driver)
{
	struct rm_version v;

	rm_version_find(driver, &v);
	if (v.guess)
		log_warn("rm", "driver %s is not in the tables: decoded as %s",
			 driver, v.name);
	model_decode_as(model, &v);
}

int run(struct run_setup *setup)
{
	struct run r = { .opts = setup->opts, .command_fd = -1 };
	int err, close_err, status;

	err = open_source(&r);
	if (err) {
		run_cancel(setup);
		return open_status(&r, err);
	}
	err = model_new(setup->model_flags, source_meta(r.pipe.source),
			&r.pipe.model);
	if (!err && setup->opts->driver)
		decode_as(r.pipe.model, setup->opts->driver);
	if (!err) {
		r.pipe.filter.opts = setup->opts;
		r.pipe.filter.allow = filter_needed(setup->opts);
		for (size_t i = 0; i < setup->n_views; i++)
			r.pipe.views[r.pipe.n_views++] = setup->views[i];
		err = read_all(&r);
		totals_print(&r.pipe.totals);
	}
	free_views(setup);
	close_err = close_sinks(setup);
	if (err && !close_err)
		log_errno("run", err, "failed to read on");
	status = run_status(&r, err ? err : close_err);
	model_free(r.pipe.model);
	close_source(&r);
	loop_free(r.loop);
	return status;
}
