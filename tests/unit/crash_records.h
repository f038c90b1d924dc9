/* SPDX-License-Identifier: GPL-2.0 */
/* For crash_*.c: records made by hand, given to model and view as a run does. */
#ifndef CRASH_RECORDS_H
#define CRASH_RECORDS_H

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <rmsnoop/record.h>

#include "crash/crash.h"
#include "model/model.h"
#include "record.h"
#include "tap.h"
#include "view/sink.h"

/* a run: records go through the model to one view, whose output is a file */
struct run {
	struct model *model;
	struct view *view;
	struct sink *sink;
	char path[64];
	char *text;	/* of the output, once it was read */
};

static void run_record(struct run *run, const void *data, size_t len)
{
	struct record rec;

	if (record_parse(data, len, &rec) || model_apply(run->model, &rec) ||
	    run->view->ops->record(run->view, &rec, run->model)) {
		printf("Bail out! a record of kind %u was refused\n",
		       ((const struct rms_hdr *)data)->kind);
		exit(1);
	}
	model_settle(run->model, &rec);
}

__attribute__((unused))
static void run_begin(struct run *run, bool json, const struct view_style *style)
{
	static const char meta[] = "driver=535.261.03\n";
	struct crash_view_opts opts = { .json = json, .style = style };
	int fd;

	memset(run, 0, sizeof(*run));
	strcpy(run->path, "/tmp/rmsnoop-crash-XXXXXX");
	fd = mkstemp(run->path);
	if (fd < 0 || sink_open(run->path, &run->sink) ||
	    model_new(MODEL_CALLS, meta, &run->model))
		exit(1);
	close(fd);
	opts.out = run->sink;
	run->view = crash_view_new(&opts);
	if (!run->view || run->view->ops->begin(run->view, meta))
		exit(1);
}

/* what was written so far */
__attribute__((unused))
static const char *run_text(struct run *run)
{
	FILE *f;
	size_t n;

	sink_flush(run->sink);
	f = fopen(run->path, "r");
	free(run->text);
	run->text = calloc(1, 4 << 20);
	if (!f || !run->text)
		exit(1);
	n = fread(run->text, 1, (4 << 20) - 1, f);
	run->text[n] = 0;
	fclose(f);
	return run->text;
}

__attribute__((unused))
static const char *run_end(struct run *run)
{
	struct totals totals = { .ended = true };

	if (run->view->ops->end(run->view, &totals))
		exit(1);
	return run_text(run);
}

__attribute__((unused))
static void run_free(struct run *run)
{
	view_free(run->view);
	model_free(run->model);
	sink_close(run->sink);
	unlink(run->path);
	free(run->text);
}

static struct rms_hdr header(unsigned int kind, size_t fixed, size_t more,
			     uint64_t time, uint32_t pid, uint32_t tid)
{
	return (struct rms_hdr){
		.size = (uint32_t)RMS_ALIGN(fixed + more), .kind = (uint16_t)kind,
		.fixed = (uint16_t)fixed, .time = time, .pid = pid, .tid = tid,
	};
}

/* a page fault at @addr, as a start: change what differs */
__attribute__((unused))
static struct rms_signal signal_make(uint64_t time, uint32_t pid, uint32_t tid,
				     int sig, int code)
{
	struct rms_signal s = {
		.h = header(RMS_SIGNAL, sizeof(s), 0, time, pid, tid),
		.sig = sig, .code = code,
		.flags = RMS_SIG_FATAL | RMS_SIG_KERNEL | RMS_SIG_ADDR,
		.trap = 14, .error = 4, .start = 1,
		.comm = "thread", .pcomm = "prog",
	};

	s.regs[RMS_REG_IP] = 0x7f0000001234;
	s.regs[RMS_REG_SP] = 0x7ffd00001000;
	s.regs[RMS_REG_ORIG_AX] = UINT64_MAX;
	return s;
}

/* with its code and stack bytes, each padded to 8 */
__attribute__((unused))
static void run_signal(struct run *run, struct rms_signal s, const void *code,
		       size_t code_len, const void *stack, size_t stack_len)
{
	size_t code_room = RMS_ALIGN(code_len);
	size_t len = sizeof(s) + code_room + RMS_ALIGN(stack_len);
	uint8_t *buf = calloc(1, len);

	s.h.size = (uint32_t)len;
	s.code_len = (uint32_t)code_len;
	s.stack_len = (uint32_t)stack_len;
	memcpy(buf, &s, sizeof(s));
	if (code_len)
		memcpy(buf + sizeof(s), code, code_len);
	if (stack_len)
		memcpy(buf + sizeof(s) + code_room, stack, stack_len);
	run_record(run, buf, len);
	free(buf);
}

/* one mapping: the address range, protection and path of a /proc/PID/maps line */
struct test_map {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint32_t prot;
	uint32_t flags;
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
	const char *path;
};

#define R	RMS_MAP_READ
#define W	RMS_MAP_WRITE
#define X	RMS_MAP_EXEC
#define S	RMS_MAP_SHARED

/* the MAP record of @map in @buf, which has room; its length */
__attribute__((unused))
static size_t map_make(uint8_t *buf, const struct test_map *map,
		       const struct rms_hdr *sig, unsigned int why,
		       unsigned int index)
{
	size_t path_len = map->path ? strlen(map->path) : 0;
	struct rms_map m = {
		.h = header(RMS_MAP, sizeof(m), path_len, sig->time, sig->pid,
			    sig->tid),
		.snapshot = sig->time, .start = map->start, .end = map->end,
		.offset = map->offset, .inode = map->inode,
		.major = map->major, .minor = map->minor, .prot = map->prot,
		.flags = map->flags | RMS_MAP_PLAIN_PATH, .why = (uint16_t)why,
		.path_len = (uint16_t)path_len, .index = index,
	};

	memset(buf, 0, m.h.size);
	memcpy(buf, &m, sizeof(m));
	if (path_len)
		memcpy(buf + sizeof(m), map->path, path_len);
	return m.h.size;
}

__attribute__((unused))
static void run_maps_end(struct run *run, const struct rms_hdr *sig,
			 uint32_t count, uint32_t total)
{
	struct rms_maps_end e = {
		.h = header(RMS_MAPS_END, sizeof(e), 0, sig->time, sig->pid,
			    sig->tid),
		.snapshot = sig->time, .count = count, .total = total,
		.why = RMS_MAP_CRASH,
	};

	run_record(run, &e, sizeof(e));
}

__attribute__((unused))
static void run_maps(struct run *run, const struct rms_hdr *sig,
		     const struct test_map *maps, unsigned int n)
{
	uint8_t buf[2048];

	for (unsigned int i = 0; i < n; i++)
		run_record(run, buf, map_make(buf, &maps[i], sig, RMS_MAP_CRASH,
					      i));
	run_maps_end(run, sig, n, n);
}

__attribute__((unused))
static void run_exit(struct run *run, uint64_t time, uint32_t pid, uint32_t tid,
		     uint32_t code, bool group)
{
	struct rms_exit e = {
		.h = header(RMS_EXIT, sizeof(e), 0, time, pid, tid),
		.code = code, .group = group,
	};

	run_record(run, &e, sizeof(e));
}

/* an RM_CONTROL of 32 bytes; @cmd also tells the calls apart */
__attribute__((unused))
static void run_call(struct run *run, unsigned int kind, uint64_t enter,
		     uint64_t time, uint32_t pid, uint32_t tid, uint32_t cmd,
		     uint32_t status, uint32_t flags)
{
	struct {
		struct rms_call c;
		uint32_t in[8];
		uint32_t out[8];
	} r = {
		.c = {
			.h = header(kind, sizeof(r.c), kind == RMS_CALL ? 64 : 32,
				    time, pid, tid),
			.enter = enter, .request = 0xc020462a, .fd = 3,
			.nr = 0x2a, .flags = flags, .arg_size = 32,
			.arg_in = 32, .arg_out = kind == RMS_CALL ? 32 : 0,
			.dev = RMS_DEV_CTL, .minor = 255, .comm = "thread",
		},
		.in = { 0xc1d00001, 0xc1d00001, cmd },
		.out = { 0xc1d00001, 0xc1d00001, cmd, 0, 0, 0, 0, status },
	};

	run_record(run, &r, r.c.h.size);
}

/* how often @word is in @text */
__attribute__((unused))
static unsigned int count_of(const char *text, const char *word)
{
	unsigned int n = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		n++;
	}
	return n;
}

#endif
