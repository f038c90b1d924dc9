// SPDX-License-Identifier: GPL-2.0
/*
 * From a report to the store, the journal and one line of the log.  What fails
 * is told, and the next crash is tried again: a disk may have room by then.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "crash/report.h"
#include "journal.h"
#include "keeper.h"
#include "log.h"
#include "view/escape.h"

struct keeper {
	struct store *store;
};

static int cannot_open(const char *dir, int err)
{
	if (err == -EPERM)
		log_error("store", "%s: others than you may read it or write to it: it must be a directory of yours with mode 0700",
			  dir);
	else
		log_errno("store", err, "failed to open %s", dir);
	return err;
}

int keeper_new(const char *dir, const struct store_limits *limits,
	       struct keeper **ret_keeper)
{
	struct store_limits l = *limits;
	struct keeper *k = calloc(1, sizeof(*k));
	int err = k ? store_open(dir, true, &k->store) : -ENOMEM;

	if (err) {
		free(k);
		return cannot_open(dir, err);
	}
	if (!l.count)
		l.count = KEEPER_COUNT;
	if (!l.size)
		l.size = KEEPER_SIZE;
	store_limit(k->store, &l);
	*ret_keeper = k;
	return 0;
}

void keeper_free(struct keeper *k)
{
	if (!k)
		return;
	store_close(k->store);
	free(k);
}

/* "prog[146]: SIGSEGV: write to a read-only mapping ...: libx.so+0x12" */
static void summary(const struct report *r, const struct store_entry *e,
		    char *buf, size_t size)
{
	struct rm_out out;

	rm_out_init(&out, buf, size);
	escape_text(&out, e->comm, sizeof(e->comm));
	rm_out_char(&out, '[');
	rm_out_dec(&out, r->crash->sig.h.pid);
	rm_out_str(&out, "]: ");
	rm_out_str(&out, e->signal);
	rm_out_str(&out, ": ");
	rm_out_str(&out, r->facts->cause.what);
	rm_out_str(&out, ": ");
	if (r->facts->ip.map)
		facts_place_name(&r->facts->ip, &out);
	else
		rm_out_hex(&out, r->facts->ip.addr);
}

void keeper_report(void *ctx, const struct report *r)
{
	struct keeper *k = ctx;
	struct store_entry e;
	char text[1536];
	int err, sent;

	if (!store_wanted(r))
		return;
	store_meta_make(r, &e);
	err = store_put(k->store, r, &e);
	summary(r, &e, text, sizeof(text));
	sent = journal_send(r, &e, err ? NULL : store_path(k->store), text);
	if (sent)
		log_debug("store", "failed to send a crash to the journal: %s",
			  strerror(-sent));
	if (err)
		log_errno("store", err, "%s: failed to keep the report of %s",
			  store_path(k->store), text);
	else if (e.count == 1)
		log_info("store", "%s: %s", e.id, text);
	else
		log_info("store", "%s: %s, for the %" PRIu64 ". time", e.id,
			 text, e.count);
}
