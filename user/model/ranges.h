/* SPDX-License-Identifier: GPL-2.0 */
/* Address ranges that do not overlap, and what is behind them. */
#ifndef RMSNOOP_RANGES_H
#define RMSNOOP_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object;

#define RANGES_MAX	(1u << 20)	/* alive at a time, of all sets */

enum range_kind {
	RANGE_CPU = 1,		/* mmap of a device file */
	RANGE_UVM,		/* mmap of nvidia-uvm: the same on CPU and GPU */
	RANGE_DMA,		/* RM_MAP_MEMORY_DMA */
	RANGE_VIRTUAL,		/* virtual memory that RM allocated: reserved */
	RANGE_EXTERNAL,		/* UVM_CREATE_EXTERNAL_RANGE: reserved */
	RANGE_EXTERNAL_MAP,	/* UVM_MAP_EXTERNAL_ALLOCATION */
	RANGE_SPARSE,		/* UVM_MAP_EXTERNAL_SPARSE */
	RANGE_SEMAPHORES,	/* UVM_ALLOC_SEMAPHORE_POOL */
	RANGE_DYNAMIC_PARALLELISM, /* UVM_MAP_DYNAMIC_PARALLELISM_REGION */
	RANGE_CHANNEL,		/* UVM_REGISTER_CHANNEL: the channel's buffers */
	RANGE_DEVICE_P2P,	/* UVM_ALLOC_DEVICE_P2P */
};

/* range.flags */
#define RANGE_READ	0x1
#define RANGE_WRITE	0x2
#define RANGE_BEFORE	0x4	/* it was there before tracing */
#define RANGE_ORPHAN	0x8	/* its object was freed, the mapping is still there */

/**
 * struct range - a range of addresses
 * @start, @end: @end exclusive
 * @offset: of @start in the object, bytes; of a CPU mapping without object in
 *	the file
 * @client, @handle: the object's, 0: none known; they stay when it is freed
 * @object: NULL when it is freed or not known
 * @dev, @minor: enum rms_dev, of CPU and UVM mappings
 * @time, @pid, @tid: who mapped it, and when
 * @cookie: RANGE_CPU: the address that RM_UNMAP_MEMORY will name
 */
struct range {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint64_t cookie;
	uint64_t time;
	uint32_t client;
	uint32_t handle;
	struct object *object;
	uint32_t pid;
	uint32_t tid;
	uint16_t kind;
	uint16_t flags;
	uint16_t dev;
	uint16_t minor;
	/* the object's mappings */
	struct range *of_object;
	struct range **at;
	struct ranges *set;
};

/** struct ranges - a set; zeroes are an empty one */
struct ranges {
	void *tree;
	size_t n;
};

/** struct space - GPU addresses: what is mapped, and the ranges reserved for it */
struct space {
	struct object *owner;	/* NULL: of a UVM file */
	struct ranges reserved;
	struct ranges mapped;
};

/** range_kind_name() - "cpu mapping", "external range" ... */
const char *range_kind_name(enum range_kind kind);

/** ranges_find() - the range that holds @addr, or NULL */
struct range *ranges_find(const struct ranges *s, uint64_t addr);

/** ranges_next() - the first range that ends above @addr, or NULL */
struct range *ranges_next(const struct ranges *s, uint64_t addr);

/** ranges_add() - takes @r, which must be alone in its place and not empty;
 *  0, -EEXIST or -ENOMEM */
int ranges_add(struct ranges *s, struct range *r);

/** ranges_take() - take @r out; the caller owns it again */
void ranges_take(struct ranges *s, struct range *r);

/** ranges_free() - all of them, without a word to anybody */
void ranges_free(struct ranges *s);

#endif
