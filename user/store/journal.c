// SPDX-License-Identifier: GPL-2.0
/* A crash as one entry of the journal, by libsystemd. */
#include "journal.h"

#ifdef HAVE_LIBSYSTEMD
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-journal.h>

#include "crash/report.h"

#define FIELDS_MAX	32
#define PRIORITY_CRIT	2	/* syslog(3)'s LOG_CRIT, as a core dump has */

struct fields {
	struct iovec v[FIELDS_MAX];
	int n;
};

static void add_text(struct fields *f, char *text, size_t len)
{
	if (text && f->n < FIELDS_MAX)
		f->v[f->n++] = (struct iovec){ .iov_base = text, .iov_len = len };
	else
		free(text);
}

__attribute__((format(printf, 2, 3)))
static void add(struct fields *f, const char *fmt, ...)
{
	char *text = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	if (len >= 0)
		add_text(f, text, (size_t)len);
}

/* of a fact that may be unknown: no empty field */
static void add_known(struct fields *f, const char *key, const char *value)
{
	if (value[0])
		add(f, "%s=%s", key, value);
}

/* the whole report, so that it goes where a fleet's logs go */
static void add_report(struct fields *f, const struct report *r)
{
	static const char key[] = "RMSNOOP_REPORT=";
	struct report plain = *r;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return;
	plain.style = (struct view_style){ .verbose = 0 };
	fputs(key, out);
	report_text(out, &plain);
	if (fclose(out)) {
		free(text);
		return;
	}
	add_text(f, text, len);
}

static void add_place(struct fields *f, const struct report *r,
		      const struct store_entry *e)
{
	const struct facts_place *ip = &r->facts->ip;

	add_known(f, "RMSNOOP_MODULE", e->module);
	add_known(f, "RMSNOOP_BUILD_ID", e->build_id);
	add_known(f, "RMSNOOP_PLACE", e->place);
	add_known(f, "RMSNOOP_SYMBOL", ip->sym.symbol);
	add(f, "RMSNOOP_IP=0x%" PRIx64, ip->addr);
	if (ip->sym.has_vaddr)
		add(f, "RMSNOOP_VADDR=0x%" PRIx64, ip->sym.vaddr);
	if (r->facts->cause.has_addr)
		add(f, "RMSNOOP_ADDRESS=0x%" PRIx64, r->facts->cause.addr);
}

static void add_process(struct fields *f, const struct report *r,
			const struct store_entry *e)
{
	const struct rms_signal *sig = &r->crash->sig;

	add(f, "RMSNOOP_PID=%u", sig->h.pid);
	add(f, "RMSNOOP_TID=%u", sig->h.tid);
	add_known(f, "RMSNOOP_COMM", e->comm);
	add_known(f, "RMSNOOP_EXE", e->exe);
	add(f, "RMSNOOP_SIGNAL=%d", sig->sig);
	add(f, "RMSNOOP_SIGNAL_NAME=%s", e->signal);
	add(f, "RMSNOOP_FATAL=%d", e->fatal);
	add_known(f, "RMSNOOP_CAUSE", e->cause);
	add_known(f, "RMSNOOP_DRIVER", e->driver);
}

int journal_send(const struct report *r, const struct store_entry *e,
		 const char *store, const char *summary)
{
	struct fields f = {};
	int err;

	add(&f, "MESSAGE_ID=%s", JOURNAL_MESSAGE_ID);
	add(&f, "MESSAGE=%s", summary);
	add(&f, "PRIORITY=%d", PRIORITY_CRIT);
	add(&f, "RMSNOOP_ID=%s", e->id);
	add(&f, "RMSNOOP_COUNT=%" PRIu64, e->count);
	if (store)
		add(&f, "RMSNOOP_FILE=%s/%s", store, e->id);
	add_process(&f, r, e);
	add_place(&f, r, e);
	if (e->count == 1)
		add_report(&f, r);
	err = sd_journal_sendv(f.v, f.n);
	while (f.n)
		free(f.v[--f.n].iov_base);
	return err;
}
#else
int journal_send(const struct report *r, const struct store_entry *e,
		 const char *store, const char *summary)
{
	(void)r;
	(void)e;
	(void)store;
	(void)summary;
	return 0;
}
#endif
