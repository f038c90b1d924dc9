/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A signal that tells of a fault, with everything that explains it: what was
 * captured at that moment, and the calls around it.
 */
#ifndef CRASH_CRASH_H
#define CRASH_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rmsnoop/record.h>

#include "bytes.h"
#include "driver_log.h"
#include "model/history.h"
#include "model/mappings.h"
#include "model/model.h"
#include "rm/out.h"
#include "rm/rm.h"
#include "sym/sym.h"
#include "view/view.h"

#define CRASH_FLIGHT_MAX	256	/* calls in flight kept of one crash */

/** struct call_list - calls held by reference, by rising time of entry */
struct call_list {
	struct kept_call **v;
	size_t n;
	size_t max;	/* the oldest go when there are more */
};

/** call_list_add() - takes a reference; the same call (thread and entry) again
 *  replaces an earlier copy; 0 or -ENOMEM */
int call_list_add(struct call_list *list, struct kept_call *call);
void call_list_clear(struct call_list *list);

/**
 * struct crash - one signal
 * @sig: the record's fixed part; @code, @stack: the bytes behind it, owned
 * @maps: the mappings at that moment, or, with @maps_known_before, those
 *	that were known before since none were captured
 * @maps_ended: their last record came; @maps_total: how many the process had
 * @maps_lost: mappings missing in @maps
 * @exe, @cmdline: as in struct process, owned copies; NULL: unknown
 * @thread_calls, @process_calls: the last calls that returned before it
 * @flight: calls that had begun and not returned then
 * @driver_log: what the driver wrote into the kernel log around it
 * @ended: the process is gone, @exit_code as in wait(2)'s status
 * @due: record time at which the report is made, ended or not
 * @raw: the records that it was made of but for the calls, as they came; owned
 */
struct crash {
	struct rms_signal sig;
	struct bytes code;
	struct bytes stack;
	struct mappings maps;
	bool maps_known_before;
	bool maps_ended;
	uint32_t maps_total;
	uint32_t maps_lost;
	uint32_t ppid;
	char *exe;
	char *cmdline;
	size_t cmdline_len;
	char sender[RMS_COMM_LEN];
	char driver[32];
	struct rm_version version;
	struct call_list thread_calls;
	struct call_list process_calls;
	struct call_list flight;
	struct driver_log driver_log;
	bool ended;
	uint32_t exit_code;
	uint64_t due;
	struct bytes raw;
	size_t raw_room;
	struct crash *next;
};

/* is this a fault that the CPU raised, so that trap and error code are its own? */
static inline bool crash_is_trap(const struct rms_signal *sig)
{
	return (sig->flags & RMS_SIG_KERNEL) && sig->code > 0;
}

struct report;

/* gets each report that was made, inside crash/report.h; what fails there is told
 * there, and ends nothing */
typedef void (*crash_keep_fn)(void *ctx, const struct report *r);

/**
 * struct crash_view_opts - how crash reports are made
 * @out: where they go, borrowed; NULL: nowhere but to @keep
 * @style: NULL: no colour, not verbose
 * @json: one JSON object a line instead of text
 * @live: the processes may still be there: their files are found by /proc
 * @files: where the files of mappings come from, with @files_ctx; NULL: this
 *	machine
 * @keep: called after each report, with @keep_ctx; NULL: nobody
 */
struct crash_view_opts {
	struct sink *out;
	const struct view_style *style;
	bool json;
	bool live;
	crash_keep_fn keep;
	void *keep_ctx;
	sym_open_fn files;
	void *files_ctx;
};

/** crash_view_new() - a view that reports each signal when its process ended;
 *  NULL: no memory */
struct view *crash_view_new(const struct crash_view_opts *opts);

/** crash_view_count() - reports made so far; fatal ones only if @fatal */
uint64_t crash_view_count(const struct view *view, bool fatal);

/**
 * crash_summary_line() - a SIGNAL record in one line: "SIGSEGV: write to a
 * read-only mapping of /dev/nvidiactl at 0x7f..., ip in libcuda.so.1+0x32ae47"
 * @model: knows the mappings
 * @sym: finds addresses in files; NULL: the offset in the file is shown
 */
void crash_summary_line(const struct record *rec, const struct model *model,
			struct sym_cache *sym, struct rm_out *out);

#endif
