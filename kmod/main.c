// SPDX-License-Identifier: GPL-2.0
/* rmsnoop.ko: setting up and taking down, in order. */
#include <linux/module.h>

#include "probe.h"

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
