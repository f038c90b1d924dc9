// SPDX-License-Identifier: GPL-2.0
/* rmsnoop crashes show: the report of a kept crash. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "crash/crash.h"
#include "crashes.h"
#include "log.h"
#include "run.h"
#include "store/remake.h"

/* the report as it was made at the crash */
static int copy_file(int fd, struct sink *out)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0)
		if (sink_write(out, buf, (size_t)n))
			return 0;	/* told when it is closed */
	return n < 0 ? -errno : 0;
}

static int show_kept(struct store *s, const struct options *opts,
		     const struct store_entry *e, struct sink *out)
{
	const char *name = opts->json ? STORE_JSON : STORE_TEXT;
	int fd = store_file(s, e->id, name), err;

	if (fd < 0)
		return log_errno("crashes", fd, "%s: failed to open %s", e->id,
				 name);
	err = copy_file(fd, out);
	if (err)
		log_errno("crashes", err, "%s: failed to read %s", e->id, name);
	close(fd);
	return err;
}

/* it is made again from the records, with what this machine knows now */
static int show_again(struct store *s, const struct options *opts,
		      const struct store_entry *e, struct sink *out)
{
	struct view_style style = run_style(opts, out);
	struct crash_view_opts view = {
		.out = out, .style = &style, .json = opts->json,
	};
	char path[4096];
	int err;

	snprintf(path, sizeof(path), "%s/%s/%s", store_path(s), e->id,
		 STORE_RECORDING);
	err = store_remake(path, &view);
	if (err)
		log_errno("crashes", err, "%s: failed to read %s", e->id,
			  STORE_RECORDING);
	return err;
}

static void tell_count(const struct store_entry *e)
{
	if (e->count > 1)
		log_info("crashes", "%s: came %" PRIu64 " times; this is the first",
			 e->id, e->count);
}

static int show_one(struct store *s, const struct options *opts,
		    const char *word, struct sink *out)
{
	struct store_entry e;
	int err = crashes_find(s, word, &e);

	if (err)
		return err;
	tell_count(&e);
	if (opts->again || opts->verbose || opts->format)
		return show_again(s, opts, &e, out);
	return show_kept(s, opts, &e, out);
}

int crashes_show(struct store *s, const struct options *opts, char **words)
{
	static char *last[] = { "last", NULL };
	struct sink *out;
	int err, close_err;

	err = sink_open(opts->output ? opts->output : "-", &out);
	if (err) {
		log_errno("output", err, "failed to open %s", opts->output);
		return EXIT_FAILED;
	}
	if (!words[0])
		words = last;
	for (; *words && !err; words++)
		err = show_one(s, opts, *words, out);
	close_err = sink_close(out);
	if (close_err)
		log_errno("output", close_err, "failed to write %s",
			  opts->output ? opts->output : "standard output");
	return err || close_err ? EXIT_FAILED : EXIT_DONE;
}
