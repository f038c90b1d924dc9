// SPDX-License-Identifier: GPL-2.0
/* One line through all parsers. */
#include "decode.h"
#include "files.h"

int decoder_init(struct decoder *d, int as, const char *driver)
{
	int err = rm_version_find(driver, &d->v);

	d->as = as;
	d->files = NULL;
	d->v_fixed = driver;
	if (driver && err)
		return err;
	d->files = decode_files_new();
	return d->files ? 0 : -ENOMEM;
}

void decoder_deinit(struct decoder *d)
{
	decode_files_free(d->files);
	d->files = NULL;
}

/* the driver itself says which version it is */
static void follow_driver(struct decoder *d, struct scan text)
{
	struct rm_version v;
	char buf[32];

	scan_copy(text, buf, sizeof(buf));
	if (!d->v_fixed && !rm_version_find(buf, &v))
		d->v = v;
}

static bool tells(const struct log_nvrm *m)
{
	return m->kind == LOG_NVRM_XID || m->n_numbers ||
	       (m->has & LOG_NVRM_FUNCTION) || m->driver.p;
}

static void decode_messages(struct decoder *d, struct scan line, decode_fn fn,
			    void *arg)
{
	struct decode_thing thing = { .kind = DECODE_MESSAGE };
	const char *end;

	while (log_nvrm_parse(line, &thing.message, &end)) {
		if (thing.message.driver.p)
			follow_driver(d, thing.message.driver);
		if (tells(&thing.message))
			fn(arg, &thing);
		line.p = end;
	}
}

void decode_line(struct decoder *d, struct scan line, decode_fn fn, void *arg)
{
	decode_trace(d, line, fn, arg);
	decode_nvproxy(line, fn, arg);
	decode_messages(d, line, fn, arg);
	decode_bare(line, d->as, fn, arg);
}
