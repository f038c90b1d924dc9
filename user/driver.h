/* SPDX-License-Identifier: GPL-2.0 */
/* The NVIDIA driver as this kernel has it: version, device numbers, and word of
 * its coming and going. */
#ifndef RMSNOOP_DRIVER_H
#define RMSNOOP_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct driver {
	char version[32];	/* "535.261.03"; empty: not loaded */
	bool nvidia;		/* the modules that are loaded */
	bool uvm;
	bool modeset;
	uint32_t uvm_major;	/* 0: none */
	uint32_t caps_major;
};

/* looks at /sys/module, /proc/driver/nvidia and /proc/devices */
void driver_read(struct driver *ret_driver);

/* a socket that becomes readable when a module comes or goes; or -errno */
int driver_watch_open(void);

/*
 * Takes what is waiting there; true: one of the driver's modules is among it.
 * @ret_gone: the modules that went, though they may be back by now; only nvidia,
 * uvm and modeset are filled in.
 */
bool driver_watch_changed(int fd, struct driver *ret_gone);

#endif
