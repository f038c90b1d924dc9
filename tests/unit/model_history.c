// SPDX-License-Identifier: GPL-2.0
/* The last calls of threads and processes, and the calls in flight at a time. */
#include "forge.h"
#include "model/model.h"
#include "tap.h"

static struct model *model;
static struct forge forge;

static void apply(void)
{
	struct record rec;

	if (record_parse(forge.data + forge.last, forge.len - forge.last, &rec) ||
	    model_apply(model, &rec))
		abort();
	model_settle(model, &rec);
}

/* a call of [enter, time], or in flight since @enter as seen at @time */
static void call(unsigned int kind, uint32_t tid, uint64_t enter, uint64_t time,
		 uint32_t par_len)
{
	static char params[4096];
	struct rms_call c = {
		.h = { .kind = kind, .pid = 10, .tid = tid, .time = time },
		.enter = enter, .nr = 0x2a, .par_in = par_len, .comm = "app",
	};

	memset(params, 0x5a, sizeof(params));
	forge.len = 0;
	forge_call(&forge, c, NULL, NULL, params, NULL);
	apply();
}

static void test_last(void)
{
	struct thread *t;

	for (int i = 0; i < 37; i++)
		call(RMS_CALL, 10, 1000 + i * 10, 1005 + i * 10, 0);
	for (int i = 0; i < 3; i++)
		call(RMS_CALL, 11, 2000 + i * 10, 2005 + i * 10, 0);
	t = model_thread(model, 10);
	tap_is(t->calls.count, 32, "32 of 37 calls are kept");
	tap_is(history_at(&t->calls, 0)->call.enter, 1360, "the last one");
	tap_is(history_at(&t->calls, 31)->call.enter, 1050, "the oldest kept");
	tap_ok(!history_at(&t->calls, 32), "no older one");
	tap_is(model_thread(model, 11)->calls.count, 3, "3 of another thread");
	tap_is(t->process->calls.count, 32, "32 of the process");
	tap_is(history_at(&t->process->calls, 0)->call.h.tid, 11, "of both");
	tap_is(history_at(&t->process->calls, 3)->call.h.tid, 10, "threads");
}

static void test_cut(void)
{
	struct kept_call *kept;
	struct record rec;

	call(RMS_CALL, 10, 3000, 3001, 1000);
	kept = history_at(&model_thread(model, 10)->calls, 0);
	kept_call_record(kept, &rec);
	tap_is(rec.par_in.len, 256, "256 bytes of 1000 are kept");
	tap_ok(rec.call.flags & RMS_CALL_PAR_CUT, "and the cut is marked");
	tap_is(rec.par_in.data[255], 0x5a, "they are the bytes");
	call(RMS_CALL, 10, 3000, 3001, 256);
	kept_call_record(history_at(&model_thread(model, 10)->calls, 0), &rec);
	tap_ok(!(rec.call.flags & RMS_CALL_PAR_CUT), "256 are no cut");
}

static void test_flight(void)
{
	struct kept_call *calls[8];
	struct process *p = model_process(model, 10);

	call(RMS_CALL, 12, 5000, 5100, 0);
	call(RMS_CALL, 13, 5060, 5200, 0);
	tap_is(model_calls_at(p, 5050, calls, 8), 1, "one call at 5050");
	tap_is(calls[0]->call.h.tid, 12, "the first thread's");
	tap_is(model_calls_at(p, 5070, calls, 8), 2, "two at 5070");
	tap_is(model_calls_at(p, 5070, calls, 1), 1, "no more than asked for");
	tap_is(model_calls_at(p, 5100, calls, 8), 1, "one returned at 5100");
	tap_is(model_calls_at(p, 5200, calls, 8), 0, "both at 5200");
	tap_is(model_calls_at(p, 4999, calls, 8), 0, "none had begun at 4999");

	call(RMS_INFLIGHT, 14, 6000, 6500, 0);
	tap_is(model_calls_at(p, 6400, calls, 8), 1, "one that was told");
	tap_is(model_calls_at(p, 5999, calls, 8), 0, "but not before it began");
	call(RMS_CALL, 14, 6000, 6600, 0);
	tap_is(model_calls_at(p, 6400, calls, 8), 1, "told again by its return");
	tap_is(calls[0]->call.h.kind, RMS_CALL, "it counts once");
	tap_is(model_calls_at(p, 6700, calls, 8), 0, "then it is over");
}

static void test_held(void)
{
	struct process *p = model_process(model, 10);
	struct kept_call *kept = kept_call_get(history_at(&p->calls, 0));

	forge_exit(&forge, 10, 10, 0, true);
	apply();
	model_free(model);
	tap_is(kept->call.enter, 6000, "a call outlives its model while held");
	kept_call_put(kept);
}

int main(void)
{
	if (model_new(MODEL_CALLS, NULL, &model))
		abort();
	test_last();
	test_cut();
	test_flight();
	test_held();
	free(forge.data);
	return tap_done();
}
