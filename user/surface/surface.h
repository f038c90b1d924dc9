/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What programs use of the driver's interface: each escape, command, class and
 * UVM request with its calls and results, beside a list of what is implemented.
 */
#ifndef SURFACE_SURFACE_H
#define SURFACE_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rm/rm.h"
#include "view/view.h"

#define SURFACE_USES_MAX	65536	/* different numbers kept of a run */
#define SURFACE_RESULTS_MAX	64	/* different results kept of a number */

/* the name spaces, in the order in which they are shown */
enum surface_kind {
	SURFACE_FRONTEND = 0,	/* escapes of nvidiactl and nvidiaN */
	SURFACE_CONTROL = 1,	/* commands of RM_CONTROL */
	SURFACE_CLASS = 2,	/* classes of RM_ALLOC and its older forms */
	SURFACE_UVM = 3,
	SURFACE_MODESET = 4,
	SURFACE_OTHER = 5,	/* ioctls of other devices of the driver */
	SURFACE_KINDS
};

/** surface_kind_name() - as lists have it: "frontend", "control" ... */
const char *surface_kind_name(enum surface_kind kind);

/** struct surface_result - what calls came back with: a status of RM, else -errno
 *  or what the ioctl returned, else neither: they did not come back */
struct surface_result {
	enum { RESULT_STATUS, RESULT_RETURN, RESULT_NONE } what;
	int64_t value;
	uint64_t count;
};

/**
 * struct surface_use - one number that was used
 * @first: CLOCK_MONOTONIC ns of its first call's entry; @seq: that call's place
 *	among all calls, from 1
 * @listed: the list has it; meaningless without a list
 */
struct surface_use {
	enum surface_kind kind;
	uint32_t nr;
	uint64_t calls;
	uint64_t failed;
	uint64_t first;
	uint64_t seq;
	struct surface_result results[SURFACE_RESULTS_MAX];
	unsigned int n_results;
	bool listed;
};

/** struct surface - what was used so far
 * @tree: of struct surface_use, for tsearch(3)
 * @not_kept: uses of numbers beyond SURFACE_USES_MAX
 */
struct surface {
	void *tree;
	size_t n;
	uint64_t calls;
	uint64_t not_kept;
	uint64_t start;
	bool started;
};

/** surface_add() - count a CALL or INFLIGHT record; 0 or -ENOMEM */
int surface_add(struct surface *s, const struct record *rec,
		const struct rm_version *v);
void surface_deinit(struct surface *s);

/** surface_sorted() - the uses, by kind and first use, @s->n of them; to be
 *  free()d; NULL: no memory */
struct surface_use **surface_sorted(const struct surface *s);

/** surface_name() - its name, or its parts in words; true: it has a name */
bool surface_name(const struct surface_use *u, const struct rm_version *v,
		  struct rm_out *out);
/** surface_needs() - who may call it, by the table: "kernel", "privileged",
 *  "any"; NULL: the table does not say */
const char *surface_needs(const struct surface_use *u, const struct rm_version *v);
/** surface_result_name() - "NV_OK", "ENOTTY", "0", "no return" */
void surface_result_name(const struct surface_result *r, struct rm_out *out);

/* ---- lists ---------------------------------------------------------------- */

struct allowlist;

/** allowlist_read() - Return: 0, -errno (told) or -EINVAL (told, with its line) */
int allowlist_read(const char *path, struct allowlist **ret);
void allowlist_free(struct allowlist *l);
bool allowlist_has(const struct allowlist *l, enum surface_kind kind, uint32_t nr);

/* ---- the view --------------------------------------------------------------- */

enum surface_form { SURFACE_TEXT, SURFACE_JSON, SURFACE_LIST };

/** struct surface_opts - what to show
 * @list: what is implemented, borrowed; NULL: none given
 * @ret_missing: how many were used and not listed, set at the end
 */
struct surface_opts {
	struct sink *out;
	enum surface_form form;
	const struct view_style *style;
	const struct allowlist *list;
	size_t *ret_missing;
};

int surface_view_new(const struct surface_opts *opts, struct view **ret_view);

/* Inside surface/ only: the forms.  @uses: in order, missing ones first where
 * there is a list */
struct surface_page {
	const struct surface *s;
	struct surface_use **uses;
	const struct allowlist *list;
	size_t missing;
	const struct rm_version *v;
	const char *driver;	/* NULL: unknown */
	struct sink *out;
	bool color;
	bool failed_only;
	int verbose;
};
int surface_put_text(const struct surface_page *p);
int surface_put_json(const struct surface_page *p);
int surface_put_list(const struct surface_page *p);

#endif
