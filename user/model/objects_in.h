/* SPDX-License-Identifier: GPL-2.0 */
/* Inside model/ only: how objects, files and ranges come and go. */
#ifndef RMSNOOP_OBJECTS_IN_H
#define RMSNOOP_OBJECTS_IN_H

#include "objects.h"
#include "table.h"

#define EXPORTED_MAX	4096u	/* objects kept of those exported to one file */

/**
 * struct exported - an object that a file descriptor carries
 * @index: which one, for exports of many
 */
struct exported {
	struct exported *next;
	uint32_t index;
	uint32_t client;
	uint32_t handle;
	uint32_t cls;
	bool cls_known;
	struct object_param *params;
	unsigned int n_params;
};

/**
 * struct objects - all of a model
 * @tree: objects by client and handle
 * @ended: freed with the record at hand, by next_ended
 * @fds: descriptors by process and number; @ids: files by file.id
 * @time, @pid, @tid: of the record at hand
 */
struct objects {
	void *tree;
	size_t n;
	size_t n_clients;
	size_t n_ranges;
	uint64_t not_kept;
	uint64_t made;
	struct object *ended;
	struct object_change *changes;
	size_t n_changes;
	size_t cap_changes;
	void *fds;
	void *ids;
	size_t n_fds;
	size_t n_files;
	uint64_t time;
	uint32_t pid;
	uint32_t tid;
};

struct objects *objects_new(void);
void objects_free(struct objects *o);
/* before and after a record */
void objects_begin(struct objects *o, const struct record *rec);
void objects_settle(struct objects *o);

/* ---- objects.c ---- */

/* live ones only */
struct object *object_find(const struct objects *os, uint32_t client,
			   uint32_t handle);

/**
 * object_make() - a new object; one with its handles, whose end was not seen, is
 * ended first
 * @parent: NULL: a client
 * @cls: -1: unknown
 * Return: 0; -ENOMEM; -E2BIG: not kept, and counted.
 */
int object_make(struct objects *os, uint32_t client, uint32_t handle,
		struct object *parent, int64_t cls, struct object **ret);

/* the same, one that was there before: made under its client when unknown */
int object_ensure(struct objects *os, uint32_t client, uint32_t handle,
		  struct object **ret);

/* @o is to end with @on, too; both of one client */
void object_depend(struct object *o, struct object *on);

/* end an object, what is below it and what depends on it; 0 or -ENOMEM */
int object_end(struct objects *os, struct object *top, enum change_why why);

/* a copy of parameters; NULL with *@ret_n 0 where there is no memory */
struct object_param *object_params_copy(const struct object_param *p,
					unsigned int n, unsigned int *ret_n);
void object_param_set(struct object *o, const char *name, uint64_t value,
		      enum object_format format);

/* note a change; @r may be NULL; without memory it is counted as not kept */
void change_note(struct objects *os, enum change_what what, enum change_why why,
		 const struct object *o, const struct range *r);

/* ---- spaces.c: ranges and what they belong to ---- */

struct space *space_ensure(struct space **space);
void space_end(struct objects *os, struct space **space, enum change_why why);

/* add a copy of @r, which replaces what was in its place; -ENOMEM, -EINVAL
 * (empty); beyond the limit it is counted, 0 */
int space_map(struct objects *os, struct ranges *set, const struct range *r,
	      struct object *o);
/* unmap a part of a set, splitting what reaches beyond it */
int space_unmap(struct objects *os, struct ranges *set, uint64_t start,
		uint64_t end, enum change_why why);
void range_end(struct objects *os, struct range *r, enum change_why why);
/* an object's end: of its mappings, too */
void mappings_end(struct objects *os, struct object *o);
/* a readable and writable range of the record at hand */
struct range range_of(const struct objects *os, enum range_kind kind,
		      uint64_t start, uint64_t length);
struct space *space_of_reserved(struct ranges *reserved);
/* an exclusive end, at most UINT64_MAX */
uint64_t range_end_of(uint64_t start, uint64_t length);

/* ---- openfiles.c ---- */

/* the file behind a descriptor, made when a call speaks of an unknown one; NULL:
 * the limit is reached, or no memory */
struct file *file_ensure(struct objects *os, uint32_t pid, int32_t fd,
			 uint16_t dev, uint16_t minor);
/* the next descriptor above @fd, -1: no more */
int32_t file_next(const struct objects *os, uint32_t pid, int32_t fd,
		  struct file **ret);
struct file *file_find(const struct objects *os, uint32_t pid, int32_t fd);
int openfiles_open(struct objects *os, const struct rms_open *open);
int openfiles_close(struct objects *os, const struct rms_close *close);
int openfiles_fork(struct objects *os, uint32_t parent, uint32_t child);
int openfiles_exec(struct objects *os, uint32_t pid);
/* the process is gone */
int openfiles_exit(struct objects *os, uint32_t pid);
int file_put(struct objects *os, struct file *f, enum change_why why);
/* all of them, without a word to anybody */
void openfiles_free(struct objects *os);

/* ---- what calls do: objects_call.c and its helpers; 0 or -errno ---- */

/** struct object_call - a call that succeeded */
struct object_call {
	struct objects *os;
	const struct rm_version *v;
	const struct record *rec;
	const struct rm_call *call;
};

int objects_call(struct model *m, const struct record *rec);
int objects_heap(const struct object_call *c);
int objects_control(const struct object_call *c);
int objects_uvm(const struct object_call *c);
int objects_map_memory(const struct object_call *c);
int objects_unmap_memory(const struct object_call *c);
int objects_map_dma(const struct object_call *c);
int objects_unmap_dma(const struct object_call *c);
int objects_fork(struct objects *os, struct process *parent, struct process *child);
int objects_unmap_all(struct objects *os, struct process *p, enum change_why why);
int objects_mmap(struct objects *os, struct process *p, const struct rms_mmap *m);
int objects_munmap(struct objects *os, struct process *p,
		   const struct rms_munmap *m);
/* a call makes @handle; a client where it is @client; @cls -1: unknown */
int object_new(const struct object_call *c, uint32_t client, uint32_t parent,
	       uint32_t handle, int64_t cls, enum change_what what,
	       struct object **ret);
/* virtual memory @o takes addresses of @vaspace (0: its parent's) */
int object_reserve(const struct object_call *c, struct object *o,
		   uint32_t vaspace, uint64_t offset, uint64_t size);
/* key parameters of a new object, and what it depends on */
void object_describe(const struct object_call *c, struct object *o);

/* a field of the argument or of the parameters, after the call; else before */
bool call_arg(const struct object_call *c, const char *path, uint64_t *ret);
bool call_param(const struct object_call *c, const char *path, uint64_t *ret);

/* where an attr of NVOS32 says that memory is; see object_aperture() */
uint32_t object_attr_aperture(uint64_t attr);
#define APERTURE_VIDMEM	0

void exported_free(struct exported *e);

#endif
