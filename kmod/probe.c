// SPDX-License-Identifier: GPL-2.0
/*
 * Arming probes.  A probe is a kretprobe whose entry handler does the work of
 * the entry.  The kernel forgets a kprobe whose module goes away, so each
 * arming makes a new one, and the module notifier sees to it that none is left.
 *
 * probe_mutex is taken inside the tracepoints' mutex (their registration
 * arms), and outside the kprobes' own locks.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "probe.h"

/* one arming; the table's row by its place in probes[] */
struct armed {
	struct kretprobe rp;
	const struct probe *probe;
	unsigned int index;
	char symbol[96];	/* "module:function" */
};

static struct {
	struct armed *armed;
	const char *symbol;	/* of the last arming; NULL: none yet */
	enum probe_state state;
	int error;
	u64 missed;		/* by armings that ended */
} probes[PROBE_MAX];

static DEFINE_PER_CPU(u64[PROBE_MAX], probe_hits);
static unsigned int listeners[PROBE_GROUPS];
static DEFINE_MUTEX(probe_mutex);

static int probe_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct armed *a = container_of(get_kretprobe(ri), struct armed, rp);

	__this_cpu_inc(probe_hits[a->index]);
	/* not 0: the return is not hooked */
	return !a->probe->entry(ri->data, regs);
}
NOKPROBE_SYMBOL(probe_entry);

static int probe_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);

	/* gone: it was disarmed while the call was under way */
	if (rp)
		container_of(rp, struct armed, rp)->probe->ret(ri->data, regs);
	return 0;
}
NOKPROBE_SYMBOL(probe_return);

static int arm_as(struct armed *a, const char *symbol)
{
	const struct probe *p = a->probe;

	memset(&a->rp, 0, sizeof(a->rp));
	snprintf(a->symbol, sizeof(a->symbol), "%s:%s", p->module, symbol);
	a->rp.kp.symbol_name = a->symbol;
	a->rp.entry_handler = probe_entry;
	a->rp.handler = p->ret ? probe_return : NULL;
	a->rp.data_size = p->data_size;
	a->rp.maxactive = p->active;
	return register_kretprobe(&a->rp);
}

static int probe_arm(unsigned int i)
{
	const struct probe *p = &probe_table[i];
	struct armed *a;
	int err = -ENOENT;

	if (probes[i].armed)
		return 0;
	a = kzalloc(sizeof(*a), GFP_KERNEL);
	if (!a)
		return -ENOMEM;
	a->probe = p;
	a->index = i;
	for (int n = 0; n < PROBE_SYMBOLS && p->symbols[n] && err == -ENOENT; n++) {
		err = arm_as(a, p->symbols[n]);
		if (!err)
			probes[i].symbol = p->symbols[n];
	}
	probes[i].error = err;
	if (!err) {
		probes[i].armed = a;
		probes[i].state = PROBE_ARMED;
		return 0;
	}
	kfree(a);
	probes[i].state = err == -ENOENT ? PROBE_ABSENT : PROBE_FAILED;
	return err == -ENOMEM ? err : 0;
}

static void probe_disarm(unsigned int i)
{
	struct armed *a = probes[i].armed;

	probes[i].state = PROBE_IDLE;
	if (!a)
		return;
	unregister_kretprobe(&a->rp);
	probes[i].missed += a->rp.nmissed;
	probes[i].armed = NULL;
	kfree(a);
}

/* @module: only its probes, NULL: all */
static int group_arm(enum probe_group group, const char *module)
{
	int err, ret = 0;

	for (unsigned int i = 0; i < probe_count; i++) {
		if (probe_table[i].group != group ||
		    (module && strcmp(probe_table[i].module, module)))
			continue;
		err = probe_arm(i);
		if (err)
			ret = err;
	}
	return ret;
}

/* those of a module that goes are absent from then on, the others idle */
static void group_disarm(enum probe_group group, const char *module)
{
	for (unsigned int i = 0; i < probe_count; i++) {
		if (probe_table[i].group != group ||
		    (module && strcmp(probe_table[i].module, module)))
			continue;
		probe_disarm(i);
		if (module)
			probes[i].state = PROBE_ABSENT;
	}
}

int probes_get(enum probe_group group)
{
	int err = 0;

	mutex_lock(&probe_mutex);
	if (!listeners[group])
		err = group_arm(group, NULL);
	if (err)
		group_disarm(group, NULL);
	else
		listeners[group]++;
	mutex_unlock(&probe_mutex);
	return err;
}

void probes_put(enum probe_group group)
{
	mutex_lock(&probe_mutex);
	if (!--listeners[group])
		group_disarm(group, NULL);
	mutex_unlock(&probe_mutex);
}

void probe_status(unsigned int index, struct probe_status *ret)
{
	const struct armed *a;
	u64 hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += per_cpu(probe_hits[index], cpu);
	mutex_lock(&probe_mutex);
	a = probes[index].armed;
	*ret = (struct probe_status){
		.state = probes[index].state,
		.symbol = probes[index].symbol,
		.error = probes[index].error,
		.hits = hits,
		.missed = probes[index].missed + (a ? a->rp.nmissed : 0),
	};
	mutex_unlock(&probe_mutex);
}

/* ---- modules that come and go -------------------------------------------- */

static int on_module(struct notifier_block *nb, unsigned long event, void *data)
{
	const struct module *mod = data;

	/* the text of one that is coming is in place; a driver may call itself
	 * before it is live */
	if (event != MODULE_STATE_COMING && event != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	mutex_lock(&probe_mutex);
	for (int g = 0; g < PROBE_GROUPS; g++) {
		if (!listeners[g])
			continue;
		group_disarm(g, mod->name);
		if (event == MODULE_STATE_COMING)
			group_arm(g, mod->name);
	}
	mutex_unlock(&probe_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block module_nb = { .notifier_call = on_module };

int probes_init(void)
{
	if (WARN_ON(probe_count > PROBE_MAX))
		return -E2BIG;
	return register_module_notifier(&module_nb);
}

void probes_exit(void)
{
	unregister_module_notifier(&module_nb);
	for (unsigned int i = 0; i < probe_count; i++)
		probe_disarm(i);
}
