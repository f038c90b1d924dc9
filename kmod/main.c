// SPDX-License-Identifier: GPL-2.0
/* rmsnoop.ko: setting up and taking down, in order. */
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "probe.h"

/*
 * /sys/module/rmsnoop/parameters/probes, for root: a line a probe: its state, the
 * function, entries seen, calls missed for want of room, what it is called.
 */
static int probes_show(char *buf, const struct kernel_param *kp)
{
	static const char *const states[] = {
		[PROBE_IDLE] = "idle", [PROBE_ARMED] = "armed",
		[PROBE_ABSENT] = "absent", [PROBE_FAILED] = "failed",
	};
	int n = 0;

	for (unsigned int i = 0; i < probe_count; i++) {
		struct probe_status s;

		probe_status(i, &s);
		n += scnprintf(buf + n, PAGE_SIZE - n, "%s\t%s\t%llu\t%llu\t%s\n",
			       states[s.state],
			       s.symbol ? s.symbol : probe_table[i].symbols[0],
			       s.hits, s.missed, probe_table[i].name);
	}
	return n;
}

static const struct kernel_param_ops probes_ops = { .get = probes_show };
module_param_cb(probes, &probes_ops, NULL, 0400);
MODULE_PARM_DESC(probes, "state, function, hits, misses and name of each probe");

static int __init rmsnoop_init(void)
{
	return probes_init();
}

static void __exit rmsnoop_exit(void)
{
	probes_exit();
}

module_init(rmsnoop_init);
module_exit(rmsnoop_exit);

MODULE_AUTHOR("The rmsnoop developers");
MODULE_DESCRIPTION("Probes inside NVIDIA's driver, as tracepoints");
MODULE_LICENSE("GPL");
