// SPDX-License-Identifier: GPL-2.0
/* A recording: the records as they came, behind a header. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"
#include "view.h"

struct recording {
	struct view view;
	struct sink *out;
};

static struct sink *sink_of(struct view *v)
{
	return ((struct recording *)v)->out;
}

static int recording_begin(struct view *v, const char *meta)
{
	static const char zeroes[8];
	size_t len = strlen(meta);
	struct rms_file_hdr h = {
		.magic = RMS_FILE_MAGIC,
		.version = RMS_WIRE_VERSION,
		.meta_len = RMS_ALIGN(len),
	};

	sink_write(sink_of(v), &h, sizeof(h));
	sink_write(sink_of(v), meta, len);
	sink_write(sink_of(v), zeroes, h.meta_len - len);
	/* an output that cannot be written is better known at once */
	return sink_flush(sink_of(v));
}

static int recording_record(struct view *v, const struct record *rec,
			    const struct model *model)
{
	(void)model;
	return sink_write(sink_of(v), rec->raw.data, rec->raw.len);
}

/* so that of a recorder that is killed as much remains as can be */
static int recording_flush(struct view *v)
{
	return sink_flush(sink_of(v));
}

static int recording_end(struct view *v, const struct totals *totals)
{
	(void)totals;
	return sink_flush(sink_of(v));
}

static void recording_free(struct view *v)
{
	free(v);
}

static const struct view_ops recording_ops = {
	.begin = recording_begin,
	.record = recording_record,
	.flush = recording_flush,
	.end = recording_end,
	.free = recording_free,
};

int view_recording_new(struct sink *out, struct view **ret_view)
{
	struct recording *r = calloc(1, sizeof(*r));

	if (!r)
		return -ENOMEM;
	r->view.ops = &recording_ops;
	r->out = out;
	*ret_view = &r->view;
	return 0;
}
