// SPDX-License-Identifier: GPL-2.0
/* Records through the model to the views, and the account of them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "log.h"
#include "pipeline.h"

static bool is_from_kernel(unsigned int kind)
{
	enum { MAIN = 1, URGENT = 1, USER = 0 };

	switch (kind) {
#define RMS_EVENT(nr, NAME, name, st, ring) case nr: return ring;
#include <rmsnoop/events.def>
#undef RMS_EVENT
	default:
		return true;
	}
}

static void count_end(struct totals *t, const struct rms_end *end)
{
	t->ended = true;
	/* a gap at the very end may have no record of its own */
	for (int i = 0; i < RMS_LOSS_N; i++)
		if (t->lost[i] < end->lost[i])
			t->lost[i] = end->lost[i];
}

static void count(struct totals *t, const struct record *rec)
{
	if (is_from_kernel(rec->h.kind))
		t->records++;
	if (!rec->known)
		t->unknown++;
	else if (rec->h.kind == RMS_GAP && rec->gap.cause == RMS_LOSS_FILE)
		t->cut = true;
	else if (rec->h.kind == RMS_GAP && rec->gap.cause < RMS_LOSS_N)
		t->lost[rec->gap.cause] += rec->gap.count;
	else if (rec->h.kind == RMS_GAP)
		t->lost[RMS_LOSS_RING] += rec->gap.count;
	else if (rec->h.kind == RMS_END)
		count_end(t, &rec->end);
}

/* names of another driver version are a guess: say so once */
static void tell_version(struct pipeline *p)
{
	const struct rm_version *v = model_version(p->model);
	const char *driver = model_driver(p->model);

	p->version_told = true;
	if (!driver)
		log_info("rm", "the driver's version is unknown: names and fields are those of %s",
			 v->name);
	else if (v->guess)
		log_info("rm", "driver %s is not in the tables: names and fields are those of %s",
			 driver, v->name);
	else if (!v->exact)
		log_debug("rm", "driver %s: names and fields are those of %s",
			  driver, v->name);
}

int pipeline_record(void *ctx, const void *data, size_t len)
{
	struct pipeline *p = ctx;
	struct record rec;
	int err;

	if (record_parse(data, len, &rec)) {
		p->totals.damaged++;
		return 0;
	}
	count(&p->totals, &rec);
	err = model_apply(p->model, &rec);
	if (err)
		return log_errno("model", err, "failed to keep a record");
	if (rec.h.kind == RMS_CALL && !p->version_told)
		tell_version(p);
	if (filter_passes(&p->filter, &rec, p->model))
		for (size_t i = 0; i < p->n_views && !err; i++)
			err = p->views[i]->ops->record(p->views[i], &rec,
						       p->model);
	model_settle(p->model, &rec);
	return err;
}

int pipeline_begin(struct pipeline *p)
{
	const char *meta = source_meta(p->source);
	int err = 0;

	for (size_t i = 0; i < p->n_views && !err; i++)
		err = p->views[i]->ops->begin(p->views[i], meta ? meta : "");
	return err;
}

static int pipeline_flush(struct pipeline *p)
{
	int err = 0;

	for (size_t i = 0; i < p->n_views && !err; i++)
		if (p->views[i]->ops->flush)
			err = p->views[i]->ops->flush(p->views[i]);
	return err;
}

int pipeline_pump(struct pipeline *p)
{
	int more = source_pump(p->source, pipeline_record, p);
	int err = 0;

	/* who waits for records wants to see those that are there */
	if (more >= 0 && (p->source->fd >= 0 || p->source->interval_ms))
		err = pipeline_flush(p);
	return err ? err : more;
}

int pipeline_end(struct pipeline *p)
{
	int err = 0;

	for (size_t i = 0; i < p->n_views; i++) {
		int e = p->views[i]->ops->end(p->views[i], &p->totals);

		if (!err)
			err = e;
	}
	return err;
}

uint64_t totals_lost(const struct totals *t)
{
	uint64_t sum = 0;

	for (int i = 0; i < RMS_LOSS_N; i++)
		if (i != RMS_LOSS_RETURN)	/* incomplete, not lost */
			sum += t->lost[i];
	return sum;
}

bool totals_complete(const struct totals *t)
{
	return !totals_lost(t) && !t->lost[RMS_LOSS_RETURN] && !t->damaged &&
	       !t->cut;
}

static size_t put_causes(const struct totals *t, char *buf, size_t size)
{
	size_t n = 0;

	for (int i = 0; i < RMS_LOSS_N && n < size; i++)
		if (t->lost[i] && i != RMS_LOSS_RETURN)
			n += snprintf(buf + n, size - n, "%s%s: %" PRIu64,
				      n ? ", " : " (", record_loss_name(i),
				      t->lost[i]);
	if (n && n < size)
		n += snprintf(buf + n, size - n, ")");
	return n;
}

static void put_count(char *buf, size_t size, uint64_t count, const char *what)
{
	buf[0] = '\0';
	if (count)
		snprintf(buf, size, ", %" PRIu64 " %s", count, what);
}

void totals_print(const struct totals *t)
{
	char causes[256] = "", returns[64], unknown[64], damaged[64];

	put_causes(t, causes, sizeof(causes));
	put_count(returns, sizeof(returns), t->lost[RMS_LOSS_RETURN],
		  "returns missed");
	put_count(unknown, sizeof(unknown), t->unknown, "of unknown kinds");
	put_count(damaged, sizeof(damaged), t->damaged, "damaged");
	log_info(NULL, "%" PRIu64 " record%s, %" PRIu64 " lost%s%s%s%s%s",
		 t->records, t->records == 1 ? "" : "s", totals_lost(t), causes,
		 returns, unknown, damaged,
		 t->cut ? ", then the recording ends early" : "");
}
