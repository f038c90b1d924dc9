/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The open files of the driver's devices, and the descriptors that name them.
 *
 * A file is what open(2) makes: dup, fork and SCM_RIGHTS share it, mappings
 * hold it.  RM clients, exported objects and UVM spaces live with theirs.
 */
#ifndef RMSNOOP_OPENFILES_H
#define RMSNOOP_OPENFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ranges.h"

struct model;

#define FILES_MAX	(1u << 16)	/* open at a time */
#define FDS_MAX		(1u << 18)	/* descriptors known, of all processes */

/**
 * struct file - an open file of a device
 * @refs: descriptors and mappings known
 * @id: the kernel side's number for it, 0: none
 * @dev: enum rms_dev
 * @before: its open was not seen
 * @released: the driver let go of it; descriptors may not know yet
 * @ctl: of a device's file: the nvidiactl file that it was registered to, by
 *	which its calls are judged; NULL: none
 */
struct file {
	unsigned int refs;
	uint16_t dev;
	uint16_t minor;
	bool before;
	bool released;
	uint64_t id;
	struct file *ctl;
	struct object *clients;		/* by object.next_owned */
	struct exported *exported;
	struct space *space;		/* of UVM: GPU addresses; NULL: none yet */
	/* what RM_MAP_MEMORY prepared for the next mmap */
	uint32_t map_client;
	uint32_t map_handle;
	uint64_t map_offset;
	uint64_t map_length;
	uint64_t map_cookie;
	bool map_ready;
	struct file *next;
};

/** model_file() - the file behind a process's descriptor; NULL: unknown */
const struct file *model_file(const struct model *m, uint32_t pid, int32_t fd);

/** file_name() - "nvidiactl", "nvidia0", "nvidia-uvm", ... into @buf */
const char *file_name(const struct file *f, char *buf, size_t size);

/**
 * model_fds_next() - the process's next descriptor of a device
 * @fd: the last one, -1 to start
 * Return: the next higher one, -1: no more; @ret: its file
 */
int32_t model_fds_next(const struct model *m, uint32_t pid, int32_t fd,
		       const struct file **ret);

#endif
