// SPDX-License-Identifier: GPL-2.0
/* JSON lines: each one is parsed again by another parser, and looked into. */
#include <stdlib.h>
#include <yajl/yajl_tree.h>

#include "forge.h"
#include "tap.h"
#include "view/sink.h"
#include "view/view.h"

static struct model *model;
static struct forge forge;
static yajl_val header, object;

static yajl_val parse_line(char **pos)
{
	char err[256];
	char *line = *pos, *end = strchr(line, '\n');
	yajl_val v;

	*end = '\0';
	*pos = end + 1;
	v = yajl_tree_parse(line, err, sizeof(err));
	if (!v)
		printf("# %s: %s\n", err, line);
	return v;
}

/* the newest record as JSON, parsed into @object */
static bool show(bool failed_only)
{
	static char text[1 << 20];
	struct view_style style = { .failed_only = failed_only };
	char path[] = "/tmp/rmsnoop-unit-XXXXXX", *pos = text;
	int fd = mkstemp(path);
	struct totals totals = { 0 };
	struct record rec;
	struct sink *sink;
	struct view *view;

	yajl_tree_free(header);
	yajl_tree_free(object);
	header = object = NULL;
	memset(text, 0, sizeof(text));
	if (record_parse(forge.data + forge.last, forge.len - forge.last, &rec) ||
	    sink_open(path, &sink) || view_json_new(sink, &style, &view))
		abort();
	view->ops->begin(view, FORGE_META);
	model_apply(model, &rec);
	view->ops->record(view, &rec, model);
	model_settle(model, &rec);
	view->ops->end(view, &totals);
	view_free(view);
	sink_close(sink);
	if (read(fd, text, sizeof(text) - 1) < 0)
		abort();
	close(fd);
	unlink(path);
	header = parse_line(&pos);
	if (*pos)
		object = parse_line(&pos);
	return object && !*pos;
}

static const char *str(yajl_val v, const char *key, const char *key2)
{
	const char *path[] = { key, key2, NULL };
	yajl_val at = yajl_tree_get(v, path, yajl_t_string);

	return at ? YAJL_GET_STRING(at) : NULL;
}

static long long num(const char *key, const char *key2)
{
	const char *path[] = { key, key2, NULL };
	yajl_val at = yajl_tree_get(object, path, yajl_t_number);

	return at && YAJL_IS_INTEGER(at) ? YAJL_GET_INTEGER(at) : -4242;
}

static void test_header(void)
{
	const char *schema[] = { "schema", NULL };

	forge_control(&forge, 10, 11, 0x20800110, 0x56);
	tap_ok(show(false), "a header and one object");
	tap_str(str(header, "kind", NULL), "header", "the header");
	tap_is(YAJL_GET_INTEGER(yajl_tree_get(header, schema, yajl_t_number)), 1,
	       "has the schema's version");
	tap_str(str(header, "session", "driver"), "535.261.03",
		"and what is known of the session");
}

static void test_call(void)
{
	tap_str(str(object, "kind", NULL), "call", "a call");
	tap_is(num("pid", NULL), 10, "pid");
	tap_is(num("tid", NULL), 11, "tid");
	tap_is(num("duration", NULL), 12345, "duration in ns");
	tap_is(num("clock", NULL) - num("time", NULL), 1700000000000000000,
	       "both clocks");
	tap_str(str(object, "name", NULL), "NV_ESC_RM_CONTROL", "name");
	tap_str(str(object, "what", NULL), "NV2080_CTRL_CMD_GPU_GET_NAME_STRING",
		"command");
	tap_str(str(object, "client", NULL), "0xc1d00001", "client");
	tap_str(str(object, "object", NULL), "0x5c000001", "object");
	tap_is(num("status", NULL), 0x56, "status");
	tap_str(str(object, "status_name", NULL), "NV_ERR_NOT_SUPPORTED",
		"its name");
	tap_str(str(object, "request", NULL), "0xc020462a", "request");
	tap_str(str(object, "par_out", NULL), "01000000020000000300000005000000",
		"bytes in hex");
	tap_str(str(object, "args", "hClient"), "c1d00001", "decoded fields");
	tap_ok(str(object, "args_before", "status"),
	       "what the driver changed, as it was before");
	tap_ok(!str(object, "args_before", "hClient"), "and nothing else");
}

static void test_filter(void)
{
	tap_ok(show(true), "a failed call is shown with --failed");
	forge_control(&forge, 10, 11, 0x20800110, 0);
	tap_ok(!show(true) && header && !object, "another one is not");
}

static void test_strings(void)
{
	forge_exec(&forge, 10, "/bin/\"x\"\n\xff\\");
	tap_ok(show(false), "odd names are valid JSON");
	tap_str(str(object, "name", NULL), "/bin/\"x\"\n\\xff\\", "and readable");
}

/* each kind of the table, with bytes that make numbers large */
static void test_kinds(void)
{
	size_t good = 0, made = 0;

	for (unsigned int kind = 1; kind < 48; kind++) {
		char data[512];
		struct rms_hdr h = { .pid = 10, .tid = 10, .time = UINT64_MAX };

		if (!record_kind_name(kind) || kind == RMS_CALL ||
		    kind == RMS_INFLIGHT)
			continue;
		memset(data, 0xff, sizeof(data));
		memcpy(data, &h, sizeof(h));
		forge_add(&forge, kind, data, 376, NULL, 0);
		made++;
		if (kind == RMS_SIGNAL || kind == RMS_MAP || kind == RMS_EXEC ||
		    kind == RMS_DRIVER || kind == RMS_PROCESS ||
		    kind == RMS_FILE || kind == RMS_NVRM) {
			/* their block lengths must be true ones */
			memset(forge.data + forge.last + 32, 0, 376 - 32);
		}
		if (show(false) && (!strcmp(str(object, "kind", NULL),
					    record_kind_name(kind))))
			good++;
	}
	tap_ok(made == 17 && good == made, "%zu of %zu kinds are valid JSON",
	       good, made);
	forge_add(&forge, 999, &(struct rms_hdr){ .pid = 1 }, 32, "abc", 3);
	tap_ok(show(false), "an unknown kind too");
	tap_is(num("kind", NULL), 999, "by its number");
}

int main(void)
{
	if (model_new(0, FORGE_META, &model))
		abort();
	test_header();
	test_call();
	test_filter();
	test_strings();
	test_kinds();
	yajl_tree_free(header);
	yajl_tree_free(object);
	model_free(model);
	free(forge.data);
	return tap_done();
}
