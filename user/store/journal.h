/* SPDX-License-Identifier: GPL-2.0 */
/* Crashes in systemd's journal. */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "store.h"

/* of each message about a crash, for journalctl(1) and whoever watches for it */
#define JOURNAL_MESSAGE_ID	"82a7c90e976045a49981788063fdf9e2"

/**
 * journal_send() - a crash, with its facts as fields
 * @store: where its report is kept, NULL: nowhere
 * @summary: it in one line
 * Where there is no journal, or the program was built without libsystemd,
 * nothing happens.
 * Return: 0 or -errno.
 */
int journal_send(const struct report *r, const struct store_entry *e,
		 const char *store, const char *summary);

#endif
