// SPDX-License-Identifier: GPL-2.0
/* rmsnoop crashes show, export: a kept crash in each of its forms. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "crash/core.h"
#include "crash/crash.h"
#include "crash/facts.h"
#include "crash/report.h"
#include "crashes.h"
#include "log.h"
#include "run.h"
#include "store/bundle.h"
#include "store/remake.h"
#include "view/escape.h"

#define CHUNK	8192

/**
 * struct kept - where the files of one crash are
 * @name: for messages
 * @bundle: NULL: in the store
 */
struct kept {
	const char *name;
	struct store *store;
	struct bundle *bundle;
	char path[4096];	/* what kept_path() gave */
};

static const char *kept_path(struct kept *k, const char *name)
{
	if (k->bundle)
		return bundle_path(k->bundle, name);
	snprintf(k->path, sizeof(k->path), "%s/%s/%s", store_path(k->store),
		 k->name, name);
	return k->path;
}

static int failed(const struct kept *k, int err, const char *file)
{
	if (err == -EBADMSG)
		log_error("crashes", "%s: its %s is damaged", k->name, file);
	else if (err == -ENODATA)
		log_error("crashes", "%s: its %s holds no crash", k->name, file);
	else
		log_errno("crashes", err, "%s: failed to read its %s", k->name,
			  file);
	return err;
}

/* up to where no character is cut in two */
static size_t whole_chars(const char *text, size_t len)
{
	size_t n = len;

	while (n && (unsigned char)text[n - 1] >= 0x80)
		n--;
	return n ? n : len;
}

/* a bundle may be anybody's, and its text is for a terminal */
static int copy_clean(int fd, struct sink *out)
{
	char buf[CHUNK], clean[4 * CHUNK + 1];
	size_t have = 0, n;
	struct rm_out text;
	ssize_t got;

	do {
		got = read(fd, buf + have, sizeof(buf) - have);
		if (got < 0)
			return -errno;
		have += (size_t)got;
		n = got ? whole_chars(buf, have) : have;
		rm_out_init(&text, clean, sizeof(clean));
		escape_again(&text, buf, n);
		if (sink_write(out, clean, text.len))
			return 0;	/* told when it is closed */
		have -= n;
		memmove(buf, buf + n, have);
	} while (got);
	return 0;
}

/* the report as it was made at the crash */
static int show_kept(struct kept *k, const char *name, struct sink *out)
{
	int fd = open(kept_path(k, name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int err;

	if (fd < 0)
		return failed(k, -errno, name);
	err = copy_clean(fd, out);
	close(fd);
	return err ? failed(k, err, name) : 0;
}

/* it is made again from the records, with what this machine knows now */
static int remake(struct kept *k, struct crash_view_opts *view)
{
	int err;

	if (k->bundle && bundle_has_libs(k->bundle)) {
		view->files = bundle_library;
		view->files_ctx = k->bundle;
	}
	err = store_remake(kept_path(k, STORE_RECORDING), view);
	return err ? failed(k, err, STORE_RECORDING) : 0;
}

static int show_again(struct kept *k, const struct options *opts,
		      struct sink *out)
{
	struct view_style style = run_style(opts, out);
	struct crash_view_opts view = {
		.out = out, .style = &style, .json = opts->json,
	};

	return remake(k, &view);
}

struct html_out {
	struct sink *out;
	int err;
};

static void put_html(void *ctx, const struct report *r)
{
	struct html_out *html = ctx;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f) {
		html->err = -ENOMEM;
		return;
	}
	report_html(f, r);
	if (fclose(f))
		html->err = -ENOMEM;
	else
		sink_write(html->out, text, len);
	free(text);
}

static int show_html(struct kept *k, struct sink *out)
{
	struct html_out html = { .out = out };
	struct crash_view_opts view = { .keep = put_html, .keep_ctx = &html };
	int err = remake(k, &view);

	if (!err && html.err)
		err = log_errno("crashes", html.err, "failed to make a page");
	return err;
}

static int show_one(struct kept *k, const struct options *opts,
		    struct sink *out)
{
	if (opts->html)
		return show_html(k, out);
	if (opts->again || opts->verbose || opts->format)
		return show_again(k, opts, out);
	return show_kept(k, opts->json ? STORE_JSON : STORE_TEXT, out);
}

static int show_bundle(const struct options *opts, char **words,
		       struct sink *out)
{
	struct kept k = { .name = opts->bundle };
	int err;

	if (words[0]) {
		log_error("crashes", "--bundle is one crash: it takes no ids");
		return -EINVAL;
	}
	err = bundle_open(opts->bundle, &k.bundle);
	if (err)
		return err;
	err = show_one(&k, opts, out);
	bundle_close(k.bundle);
	return err;
}

static int show_ids(struct store *s, const struct options *opts, char **words,
		    struct sink *out)
{
	static char *last[] = { "last", NULL };
	struct kept k = { .store = s };
	struct store_entry e;
	int err = 0;

	if (opts->html && words[0] && words[1]) {
		log_error("crashes", "--html shows one crash: '%s'", words[1]);
		return -EINVAL;
	}
	for (words = words[0] ? words : last; *words && !err; words++) {
		err = crashes_find(s, *words, &e);
		if (err)
			break;
		if (e.count > 1)
			log_info("crashes", "%s: came %" PRIu64
				 " times; this is the first", e.id, e.count);
		k.name = e.id;
		err = show_one(&k, opts, out);
	}
	return err;
}

int crashes_show(struct store *s, const struct options *opts, char **words)
{
	const char *name = opts->output ? opts->output : "-";
	struct sink *out;
	int err = sink_open(name, &out), close_err;

	if (err) {
		log_errno("output", err, "failed to open %s", name);
		return EXIT_FAILED;
	}
	err = opts->bundle ? show_bundle(opts, words, out) :
	      show_ids(s, opts, words, out);
	close_err = sink_close(out);
	if (close_err)
		log_errno("output", close_err, "failed to write %s",
			  opts->output ? name : "standard output");
	return err || close_err ? EXIT_FAILED : EXIT_DONE;
}

/* ---- export -------------------------------------------------------------- */

struct core_out {
	const char *path;
	int err;
};

static int open_file(void *ctx, const struct mapping *map)
{
	struct sym_map sm;

	facts_sym_map(map, 0, &sm);
	return sym_open(ctx, &sm);
}

static void put_core(void *ctx, const struct report *r)
{
	struct core_out *core = ctx;
	int fd = open(core->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0) {
		core->err = -errno;
		return;
	}
	core->err = core_write(fd, r->crash, open_file, r->sym);
	if (close(fd) && !core->err)
		core->err = -errno;
	if (core->err)
		unlink(core->path);
}

static int export_core(struct kept *k, const char *path)
{
	struct core_out core = { .path = path };
	struct crash_view_opts view = { .keep = put_core, .keep_ctx = &core };
	int err = remake(k, &view);

	if (!err && core.err == -EOPNOTSUPP) {
		log_error("crashes", "%s: no core files of 32-bit threads are made",
			  k->name);
		return core.err;
	}
	if (!err && core.err)
		err = log_errno("crashes", core.err, "failed to write %s", path);
	return err;
}

static int export_bundle(const struct options *opts)
{
	struct kept k = { .name = opts->bundle };
	int err;

	if (opts->output || !opts->core) {
		log_error("crashes", "export --bundle needs --core FILE, and makes nothing else");
		return EXIT_USAGE;
	}
	err = bundle_open(opts->bundle, &k.bundle);
	if (err)
		return EXIT_FAILED;
	err = export_core(&k, opts->core);
	bundle_close(k.bundle);
	return err ? EXIT_FAILED : EXIT_DONE;
}

int crashes_export(struct store *s, const struct options *opts, char **words)
{
	struct kept k = { .store = s };
	struct store_entry e;
	int err;

	if (opts->bundle)
		return export_bundle(opts);
	if (!opts->output && !opts->core) {
		log_error("crashes", "export: where to?  Give -o FILE.tar.zst or --core FILE");
		return EXIT_USAGE;
	}
	if (words[0] && words[1]) {
		log_error("crashes", "export takes one id: '%s'", words[1]);
		return EXIT_USAGE;
	}
	if (crashes_find(s, words[0] ? words[0] : "last", &e))
		return EXIT_FAILED;
	k.name = e.id;
	err = opts->output ? bundle_write(s, &e, opts->output, opts->libs_too) : 0;
	if (!err && opts->core)
		err = export_core(&k, opts->core);
	return err ? EXIT_FAILED : EXIT_DONE;
}
