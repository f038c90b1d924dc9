// SPDX-License-Identifier: GPL-2.0
/* The tables of processes and threads: make, find, remove. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "objects_in.h"
#include "table.h"

#define CMDLINE_MAX	4096u	/* bytes kept */

static unsigned int bucket(uint32_t id)
{
	return id & (TABLE_BUCKETS - 1);
}

void comm_copy(char dst[RMS_COMM_LEN], const char src[RMS_COMM_LEN])
{
	memcpy(dst, src, RMS_COMM_LEN);
	dst[RMS_COMM_LEN - 1] = '\0';
}

struct process *process_get(struct process *p)
{
	p->refs++;
	return p;
}

void process_put(struct process *p)
{
	if (!p || --p->refs)
		return;
	history_clear(&p->calls);
	mappings_clear(&p->maps);
	ranges_free(&p->devices);
	free(p->exe);
	free(p->cmdline);
	free(p);
}

struct process *model_process(const struct model *m, uint32_t pid)
{
	struct process *p = m->processes[bucket(pid)];

	while (p && p->pid != pid)
		p = p->hash_next;
	return p;
}

struct thread *model_thread(const struct model *m, uint32_t tid)
{
	struct thread *t = m->threads[bucket(tid)];

	while (t && t->tid != tid)
		t = t->hash_next;
	return t;
}

struct process *process_ensure(struct model *m, uint32_t pid)
{
	struct process *p = model_process(m, pid);

	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->refs = 1;
	p->pid = pid;
	p->hash_next = m->processes[bucket(pid)];
	m->processes[bucket(pid)] = p;
	return p;
}

struct thread *thread_ensure(struct model *m, uint32_t pid, uint32_t tid)
{
	struct thread *t = model_thread(m, tid);
	struct process *p;

	if (t && t->process->pid == pid)
		return t;
	if (t)	/* the number was used again and its exit was lost */
		thread_remove(m, t);
	p = process_ensure(m, pid);
	t = p ? calloc(1, sizeof(*t)) : NULL;
	if (!t)
		return NULL;
	t->tid = tid;
	t->process = p;
	t->next = p->threads;
	p->threads = t;
	t->hash_next = m->threads[bucket(tid)];
	m->threads[bucket(tid)] = t;
	return t;
}

void thread_remove(struct model *m, struct thread *t)
{
	struct thread **at = &m->threads[bucket(t->tid)];

	while (*at != t)
		at = &(*at)->hash_next;
	*at = t->hash_next;
	at = &t->process->threads;
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	history_clear(&t->calls);
	kept_call_put(t->flight);
	free(t);
}

int process_objects_end(struct model *m, struct process *p)
{
	int err;

	if (!m->objects)
		return 0;
	err = objects_unmap_all(m->objects, p, WHY_PROCESS_DIED);
	return err ? err : openfiles_exit(m->objects, p->pid);
}

void process_remove(struct model *m, struct process *p)
{
	struct process **at = &m->processes[bucket(p->pid)];

	process_objects_end(m, p);
	while (p->threads)
		thread_remove(m, p->threads);
	while (*at != p)
		at = &(*at)->hash_next;
	*at = p->hash_next;
	p->ended = true;
	process_put(p);
}

void process_reset(struct model *m, struct process *p)
{
	while (p->threads)
		thread_remove(m, p->threads);
	history_clear(&p->calls);
	mappings_clear(&p->maps);
	free(p->cmdline);
	p->cmdline = NULL;
	p->cmdline_len = 0;
}

int process_set_exe(struct process *p, struct bytes text)
{
	char *exe = strndup(text.len ? (const char *)text.data : "", text.len);

	if (!exe)
		return -ENOMEM;
	free(p->exe);
	p->exe = exe;
	return 0;
}

int process_set_cmdline(struct process *p, struct bytes text)
{
	struct bytes kept = bytes_cut(text, CMDLINE_MAX);
	char *words = calloc(1, kept.len + 1);

	if (!words)
		return -ENOMEM;
	if (kept.len)
		memcpy(words, kept.data, kept.len);
	free(p->cmdline);
	p->cmdline = words;
	p->cmdline_len = kept.len;
	return 0;
}
