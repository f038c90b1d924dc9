// SPDX-License-Identifier: GPL-2.0
/* What the model makes of records: processes, threads, exec, exit, reuse. */
#include "forge.h"
#include "model/model.h"
#include "tap.h"

static struct model *model;
static struct forge forge;

/* the newest record that was forged, through the model */
static void apply(void)
{
	struct record rec;

	if (record_parse(forge.data + forge.last, forge.len - forge.last, &rec) ||
	    model_apply(model, &rec))
		abort();
	model_settle(model, &rec);
}

static void test_family(void)
{
	struct process *p;

	forge_exec(&forge, 10, "/usr/bin/app");
	apply();
	forge_map(&forge, 10, 0x1000, 0x2000, 0, "/lib/a.so", 0);
	apply();
	forge_fork(&forge, 10, 20, 20);
	apply();
	p = model_process(model, 20);
	tap_ok(p && p->ppid == 10 && p->start == 77, "a child is known");
	tap_str(p->comm, "parent", "with its name");
	tap_str(p->exe, "/usr/bin/app", "with its parent's program");
	tap_ok(mappings_find(&p->maps, 0x1800), "and its parent's mappings");

	forge_exec(&forge, 20, "/usr/bin/other");
	apply();
	tap_str(p->exe, "/usr/bin/other", "exec: another program");
	tap_is(p->maps.n, 0, "exec: its mappings are gone");
	tap_is(model_process(model, 10)->maps.n, 1, "the parent's are not");

	forge_fork(&forge, 20, 20, 21);
	apply();
	tap_ok(model_thread(model, 21) &&
	       model_thread(model, 21)->process == p, "a new thread");
	forge_exit(&forge, 20, 21, 0, false);
	apply();
	tap_ok(!model_thread(model, 21) && model_process(model, 20),
	       "it ends, its process does not");
	forge_exit(&forge, 20, 20, 0, true);
	apply();
	tap_ok(!model_process(model, 20) && !model_thread(model, 20),
	       "the process ends");
	tap_ok(model_process(model, 10), "its parent does not");
}

static void test_reference(void)
{
	struct process *p = process_get(model_process(model, 10));

	forge_exit(&forge, 10, 10, 139, true);
	apply();
	tap_ok(!model_process(model, 10), "an ended process is not found");
	tap_ok(p->ended && p->exit_code == 139, "who holds it knows its end");
	tap_str(p->exe, "/usr/bin/app", "and its program");
	process_put(p);
}

static void test_reuse(void)
{
	/* its exit was lost */
	forge_control(&forge, 30, 31, 1, 0);
	apply();
	forge_fork(&forge, 1, 30, 30);
	apply();
	tap_ok(!model_thread(model, 31), "fork with a used number: a new process");
	tap_is(model_process(model, 30)->calls.count, 0, "without old calls");
	forge_control(&forge, 40, 30, 1, 0);
	apply();
	tap_is(model_thread(model, 30)->process->pid, 40,
	       "a thread's number seen in another process");

	/* a forged child that is its own parent */
	forge_fork(&forge, 50, 50, 50);
	apply();
	forge_fork(&forge, 50, 50, 50);
	apply();
	tap_is(model_process(model, 50)->ppid, 50, "its own parent: no harm");
}

static void test_process(void)
{
	static const char words[] = "python3\0train.py";
	struct rms_process pr = {
		.h = { .pid = 60, .tid = 60 },
		.start = 5, .ppid = 1, .len = sizeof(words), .comm = "python3",
	};
	struct process *p;

	forge_st(&forge, PROCESS, &pr, words, sizeof(words));
	apply();
	p = model_process(model, 60);
	tap_ok(p && p->cmdline_len == sizeof(words) &&
	       !memcmp(p->cmdline, words, sizeof(words)), "a command line");
	forge_control(&forge, 60, 60, 1, 0);
	apply();
	pr.start = 6;
	forge_st(&forge, PROCESS, &pr, words, sizeof(words));
	apply();
	tap_is(model_process(model, 60)->calls.count, 0,
	       "another start time: another process");
}

static void test_driver(void)
{
	struct rms_driver d = { .len = 10 };

	tap_ok(!model_driver(model), "no driver is known");
	forge_st(&forge, DRIVER, &d, "550.163.01", 10);
	apply();
	tap_str(model_driver(model), "550.163.01", "a driver is loaded");
	tap_str(model_version(model)->name, "550.163.01", "its names are used");
	d.len = 0;
	forge_st(&forge, DRIVER, &d, "", 0);
	apply();
	tap_ok(!model_driver(model), "it is unloaded");
	tap_str(model_version(model)->name, "550.163.01",
		"its names are used still");
}

static void test_many(void)
{
	/* 10007 processes that come and go: nothing stays (and nothing leaks,
	 * which the address sanitizer tells) */
	for (uint32_t i = 0; i < 10007; i++) {
		forge.len = 0;
		forge_fork(&forge, 1, 1000 + i, 1000 + i);
		apply();
		forge_control(&forge, 1000 + i, 1000 + i, 1, 0);
		apply();
		forge_exit(&forge, 1000 + i, 1000 + i, 0, true);
		apply();
	}
	tap_ok(!model_process(model, 1000) && !model_process(model, 11006),
	       "10007 processes came and went");
}

int main(void)
{
	if (model_new(MODEL_CALLS, NULL, &model))
		abort();
	test_family();
	test_reference();
	test_reuse();
	test_process();
	test_driver();
	test_many();
	model_free(model);
	free(forge.data);
	return tap_done();
}
