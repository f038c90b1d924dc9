/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Crashes kept on disk, for when their processes and the tool are long gone.
 *
 * A store is a directory (0700) with one directory for each kind of crash, named
 * by the crash's signature:
 *
 *	crash.rms	the crash as a recording, see crash/report.h
 *	report.txt	the report as it was made at the crash
 *	report.json	the same as JSON
 *	meta.json	what a list shows, and how often it came
 *
 * An entry is written under another name, synced and then renamed, so that it is
 * there as a whole or not at all.  Writers exclude each other by a lock on the
 * directory; what a killed one left behind goes with the next.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#define STORE_DEFAULT	"/var/lib/rmsnoop"
#define STORE_ID_LEN	16	/* hex digits of a 64-bit signature */
#define STORE_SCHEMA	1

#define STORE_RECORDING	"crash.rms"
#define STORE_TEXT	"report.txt"
#define STORE_JSON	"report.json"
#define STORE_META	"meta.json"

struct json_out;
struct report;

/** struct store_limits - 0: no limit */
struct store_limits {
	size_t count;		/* entries */
	size_t size;		/* bytes of all */
	uint64_t age;		/* seconds since the last time it came */
};

/**
 * struct store_entry - what meta.json says
 * @first, @last: CLOCK_REALTIME ns, 0: unknown
 * @count: how often that crash came
 * @pid: of the first one, whose report is kept; @last_pid: of the last
 * @cause, @place: in words; all strings as they are, not escaped
 * @size: bytes of its files
 * @damaged: its meta.json could not be read: only @id and @size are valid
 */
struct store_entry {
	char id[STORE_ID_LEN + 1];
	uint64_t first;
	uint64_t last;
	uint64_t count;
	uint32_t pid;
	uint32_t last_pid;
	bool fatal;
	bool damaged;
	uint64_t size;
	char signal[32];
	char comm[RMS_COMM_LEN];
	char exe[512];
	char cause[256];
	char place[512];
	char module[256];
	char build_id[2 * 64 + 1];
	char driver[32];
	char kernel[96];
	char host[80];
};

struct store;

/**
 * store_open() - @create: make the directory where it is not there
 * Return: 0 or -errno, told by nobody yet: -ENOENT: there is none, -EPERM: others
 * than its owner may read it, which a store of stacks must not allow.
 */
int store_open(const char *path, bool create, struct store **ret_store);
void store_close(struct store *s);
const char *store_path(const struct store *s);

/** store_limit() - kept to by store_put() from now on; zeroes: everything stays */
void store_limit(struct store *s, const struct store_limits *limits);

/**
 * store_put() - keep a crash; of one that is there already, count it
 * @ret: what is known of it now; @ret->count 1: it is new
 * Return: 0 or -errno; then nothing of it is there, and what was there before
 * still is.
 */
int store_put(struct store *s, const struct report *r, struct store_entry *ret);

/** store_meta_make() - what meta.json says of a crash that came once */
void store_meta_make(const struct report *r, struct store_entry *ret);

/** store_wanted() - a crash that is kept: it ended its process */
bool store_wanted(const struct report *r);

/** store_meta_json() - its facts, as fields of an object */
void store_meta_json(struct json_out *j, const struct store_entry *e);

/** struct store_list - entries by rising time of the last one */
struct store_list {
	struct store_entry *v;
	size_t n;
};

/** store_scan() - all entries; 0 or -errno; @ret is freed with store_list_free() */
int store_scan(struct store *s, struct store_list *ret);
void store_list_free(struct store_list *list);

/** store_find() - by the front of an id, or "last"; 0, -ENOENT or -ENOTUNIQ */
int store_find(struct store *s, const char *word, struct store_entry *ret);

/** store_file() - open a file of an entry for reading; the fd or -errno */
int store_file(struct store *s, const char *id, const char *name);

/** store_remove() - 0 or -errno */
int store_remove(struct store *s, const char *id);

/**
 * store_vacuum() - remove what is beyond @limits, the oldest first
 * @keep: this one stays; NULL: none has to
 * Return: how many went, or -errno.
 */
int store_vacuum(struct store *s, const struct store_limits *limits,
		 const char *keep);

#endif
