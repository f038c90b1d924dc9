/* SPDX-License-Identifier: GPL-2.0 */
/* The driver's front door: the file operations of its devices. */
#ifndef RMSNOOP_ENTRY_H
#define RMSNOOP_ENTRY_H

#include <linux/types.h>

struct pt_regs;

/* kept from entry to return: the first three arguments */
struct entry {
	void *first;	/* file, or inode */
	void *second;	/* vma */
	u32 request;
	unsigned long arg;
};

bool entry_ioctl(void *data, struct pt_regs *regs);
void entry_ioctl_ret(void *data, struct pt_regs *regs);
bool entry_open(void *data, struct pt_regs *regs);
void entry_open_ret(void *data, struct pt_regs *regs);
bool entry_release(void *data, struct pt_regs *regs);
bool entry_mmap(void *data, struct pt_regs *regs);
void entry_mmap_ret(void *data, struct pt_regs *regs);

#endif
