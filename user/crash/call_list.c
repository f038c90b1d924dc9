// SPDX-License-Identifier: GPL-2.0
/* Calls around a crash, in the order in which they were made. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"

static bool same_call(const struct kept_call *a, const struct kept_call *b)
{
	return a->call.h.tid == b->call.h.tid && a->call.enter == b->call.enter;
}

/* the known return of a call says more than that it was in flight */
static void replace(struct kept_call **old, struct kept_call *call)
{
	if (call->call.h.kind == RMS_INFLIGHT)
		return;
	kept_call_put(*old);
	*old = kept_call_get(call);
}

static void drop_oldest(struct call_list *list)
{
	kept_call_put(list->v[0]);
	list->n--;
	memmove(&list->v[0], &list->v[1], list->n * sizeof(list->v[0]));
}

int call_list_add(struct call_list *list, struct kept_call *call)
{
	size_t i = list->n;

	if (!list->v)
		list->v = calloc(list->max, sizeof(*list->v));
	if (!list->v)
		return -ENOMEM;
	while (i > 0 && list->v[i - 1]->call.enter > call->call.enter)
		i--;
	for (size_t k = i; k > 0 &&
	     list->v[k - 1]->call.enter == call->call.enter; k--) {
		if (same_call(list->v[k - 1], call)) {
			replace(&list->v[k - 1], call);
			return 0;
		}
	}
	if (list->n == list->max) {
		if (!i)
			return 0;
		drop_oldest(list);
		i--;
	}
	memmove(&list->v[i + 1], &list->v[i],
		(list->n - i) * sizeof(list->v[0]));
	list->v[i] = kept_call_get(call);
	list->n++;
	return 0;
}

void call_list_clear(struct call_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		kept_call_put(list->v[i]);
	free(list->v);
	list->v = NULL;
	list->n = 0;
}
