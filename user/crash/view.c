// SPDX-License-Identifier: GPL-2.0
/* The view that reports crashes; the same live and from a recording. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture.h"
#include "meta.h"
#include "report.h"
#include "version.h"
#include "view/json.h"
#include "view/sink.h"

struct crash_view {
	struct view view;
	struct sink *sink;
	struct view_style style;
	bool live;
	char *meta;
	crash_keep_fn keep;
	void *keep_ctx;
	struct json_out *json;	/* NULL: text */
	struct sym_cache *sym;
	struct capture capture;
	int64_t clock_offset;
	uint64_t lost[RMS_LOSS_N];
	bool came;		/* a record, since the last flush */
	uint64_t reports;
	uint64_t fatal;
};

static struct crash_view *crash_view_of(struct view *v)
{
	return (struct crash_view *)v;
}

static int show_text(struct crash_view *cv, const struct report *r)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int err;

	if (!f)
		return -ENOMEM;
	if (cv->reports)
		fputs("--------\n\n", f);
	report_text(f, r);
	err = ferror(f) ? -ENOMEM : 0;
	if (fclose(f))
		err = -ENOMEM;
	if (!err)
		err = sink_write(cv->sink, text, len);
	free(text);
	return err;
}

static int show_json(struct crash_view *cv, const struct report *r)
{
	json_line_begin(cv->json);
	report_json(cv->json, r);
	return json_line_end(cv->json);
}

static int put(struct crash_view *cv, const struct report *r)
{
	int err;

	if (!cv->sink)
		return 0;
	err = cv->json ? show_json(cv, r) : show_text(cv, r);
	return err ? err : sink_flush(cv->sink);
}

static int show(void *ctx, const struct crash *crash)
{
	struct crash_view *cv = ctx;
	struct crash_facts facts;
	struct report r = {
		.crash = crash,
		.facts = &facts,
		.sym = cv->sym,
		.style = cv->style,
		.clock_offset = cv->clock_offset,
		.lost = cv->lost,
		.meta = cv->meta,
	};
	int err;

	facts_find(crash, cv->sym, &facts);
	err = put(cv, &r);
	cv->reports++;
	if (crash->sig.flags & RMS_SIG_FATAL)
		cv->fatal++;
	if (cv->keep)
		cv->keep(cv->keep_ctx, &r);
	facts_free(&facts);
	return err;
}

static int crash_view_begin(struct view *v, const char *meta)
{
	struct crash_view *cv = crash_view_of(v);
	char key[64], value[1024];
	const char *pos = meta;

	cv->clock_offset = meta_get_num(meta, "clock_offset", 0);
	free(cv->meta);
	cv->meta = strdup(meta);
	if (!cv->meta)
		return -ENOMEM;
	if (!cv->json)
		return 0;
	json_line_begin(cv->json);
	json_num(cv->json, "schema", JSON_SCHEMA);
	json_str(cv->json, "kind", "header");
	json_str(cv->json, "program", "rmsnoop " RMSNOOP_VERSION);
	json_object_begin(cv->json, "session");
	while (meta_next(&pos, key, sizeof(key), value, sizeof(value)))
		json_str(cv->json, key, value);
	json_object_end(cv->json);
	return json_line_end(cv->json);
}

/* a file was mapped: it is opened now, since later it may be gone */
static void see_map(struct crash_view *cv, const struct record *rec,
		    const struct model *model)
{
	const struct process *p = model_process(model, rec->h.pid);
	const struct mapping *map;
	struct sym_map sm;

	if (!(rec->map.prot & RMS_MAP_EXEC) ||
	    (rec->map.flags & RMS_MAP_CHARDEV) || !p)
		return;
	map = mappings_find(&p->maps, rec->map.start);
	if (!map || map->start != rec->map.start)
		return;
	facts_sym_map(map, rec->h.pid, &sm);
	sym_see(cv->sym, &sm);
}

static int crash_view_record(struct view *v, const struct record *rec,
		       const struct model *model)
{
	struct crash_view *cv = crash_view_of(v);

	cv->came = true;
	if (!rec->known)
		return 0;
	if (rec->h.kind == RMS_MAP)
		see_map(cv, rec, model);
	else if (rec->h.kind == RMS_GAP && rec->gap.cause < RMS_LOSS_N)
		cv->lost[rec->gap.cause] += rec->gap.count;
	return capture_record(&cv->capture, rec, model);
}

/* live, nothing may come any more that tells of the time; as long as something
 * comes, the reader may be behind */
static int crash_view_flush(struct view *v)
{
	struct crash_view *cv = crash_view_of(v);
	struct timespec now;
	int err = 0;

	if (cv->live && !cv->came && !clock_gettime(CLOCK_MONOTONIC, &now))
		err = capture_time(&cv->capture, (uint64_t)now.tv_sec *
				   1000000000u + (uint64_t)now.tv_nsec);
	cv->came = false;
	return err || !cv->sink ? err : sink_flush(cv->sink);
}

static int crash_view_end(struct view *v, const struct totals *totals)
{
	struct crash_view *cv = crash_view_of(v);
	int err;

	if (totals)
		memcpy(cv->lost, totals->lost, sizeof(cv->lost));
	err = capture_finish(&cv->capture);
	return err || !cv->sink ? err : sink_flush(cv->sink);
}

static void crash_view_free(struct view *v)
{
	struct crash_view *cv = crash_view_of(v);

	capture_deinit(&cv->capture);
	sym_cache_free(cv->sym);
	json_out_free(cv->json);
	free(cv->meta);
	free(cv);
}

static const struct view_ops crash_view_ops = {
	.begin = crash_view_begin,
	.record = crash_view_record,
	.flush = crash_view_flush,
	.end = crash_view_end,
	.free = crash_view_free,
};

struct view *crash_view_new(const struct crash_view_opts *opts)
{
	struct crash_view *cv = calloc(1, sizeof(*cv));

	if (!cv)
		return NULL;
	cv->view.ops = &crash_view_ops;
	cv->sink = opts->out;
	cv->live = opts->live;
	cv->keep = opts->keep;
	cv->keep_ctx = opts->keep_ctx;
	if (opts->style)
		cv->style = *opts->style;
	cv->sym = sym_cache_new(opts->live);
	if (!cv->sym || capture_init(&cv->capture, show, cv) ||
	    (opts->json && json_out_new(opts->out, &cv->json))) {
		crash_view_free(&cv->view);
		return NULL;
	}
	if (opts->files)
		sym_cache_files(cv->sym, opts->files, opts->files_ctx);
	return &cv->view;
}

uint64_t crash_view_count(const struct view *view, bool fatal)
{
	const struct crash_view *cv = (const struct crash_view *)view;

	return fatal ? cv->fatal : cv->reports;
}
