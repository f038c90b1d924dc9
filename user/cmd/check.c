// SPDX-License-Identifier: GPL-2.0
/* rmsnoop check: what works on this machine, why not, and what to do. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "attach.h"
#include "cmd.h"
#include "feature.h"
#include "log.h"
#include "options.h"
#include "view/json.h"
#include "view/sink.h"

/* @lacks: why there is no strategy, NULL: there is one */
static void print_text(const struct features *fs, const char *strategy,
		       const struct feature *lacks)
{
	printf("%-20s %-4s %s\n", "FEATURE", "HAVE", "WHY");
	for (int i = 0; i < FEATURES; i++) {
		const struct feature *f = &fs->f[i];

		printf("%-20s %-4s %s\n", f->name, f->ok ? "yes" : "no", f->why);
		if (!f->ok && f->remedy)
			printf("%-25s -> %s\n", "", f->remedy);
	}
	if (strategy)
		printf("%-20s %-4s %s\n", "attach strategy", "yes", strategy);
	else
		printf("%-20s %-4s %s is missing\n", "attach strategy", "no",
		       lacks ? lacks->name : "each of them");
}

static int print_json(const struct features *fs, const char *strategy)
{
	struct json_out *j;
	struct sink *sink;
	int err = sink_open("-", &sink);

	if (err)
		return err;
	err = json_out_new(sink, &j);
	if (err)
		goto out;
	json_line_begin(j);
	json_num(j, "schema", JSON_SCHEMA);
	json_str(j, "kind", "header");
	json_str(j, "attach", strategy ? strategy : "none");
	json_line_end(j);
	for (int i = 0; i < FEATURES; i++) {
		json_line_begin(j);
		json_str(j, "kind", "feature");
		json_str(j, "name", fs->f[i].name);
		json_bool(j, "have", fs->f[i].ok);
		json_bool(j, "needed", fs->f[i].needed);
		json_str(j, "why", fs->f[i].why);
		if (!fs->f[i].ok && fs->f[i].remedy)
			json_str(j, "remedy", fs->f[i].remedy);
		json_line_end(j);
	}
	json_out_free(j);
out:
	if (sink_close(sink) && !err)
		err = -EIO;
	return err;
}

int cmd_check(int argc, char **argv)
{
	const struct feature *lacks = NULL;
	enum attach_kind kind = ATTACH_AUTO;
	const char *strategy = NULL;
	struct features fs;
	struct options o;
	int err = options_parse(VERB_CHECK, argc, argv, &o), status;

	if (err) {
		options_free(&o);
		return err == 1 ? EXIT_DONE : err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	}
	features_probe(&fs);
	status = features_choose(&fs, o.attach, &kind, &lacks) ? EXIT_MISSING : EXIT_DONE;
	if (!status)
		strategy = attach_name(kind);
	if (!o.json)
		print_text(&fs, strategy, lacks);
	else if (print_json(&fs, strategy))
		status = EXIT_FAILED;
	options_free(&o);
	return status;
}
