/* SPDX-License-Identifier: GPL-2.0 */
/* Records and recordings made by hand, and memory that ends at a guard page. */
#ifndef TESTS_FORGE_H
#define TESTS_FORGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rmsnoop/record.h>

/* ---- bytes that end where nothing can be read -------------------------- */

struct guard {
	char *base;
	size_t size;	/* of the readable part */
};

__attribute__((unused))
static struct guard guard_new(size_t max)
{
	struct guard g = { .size = (max + 4096) & ~(size_t)4095 };

	g.base = mmap(NULL, g.size + 4096, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (g.base == MAP_FAILED || mprotect(g.base + g.size, 4096, PROT_NONE))
		abort();
	return g;
}

/* a copy whose last byte is the last readable one */
__attribute__((unused))
static void *guard_copy(struct guard *g, const void *data, size_t len)
{
	char *at = g->base + g->size - len;

	if (len)
		memcpy(at, data, len);
	return at;
}

/* ---- a stream of records ------------------------------------------------ */

struct forge {
	char *data;
	size_t len;
	size_t last;	/* where the newest record starts */
	uint64_t time;
};

/* adds a record with @fixed bytes at @st (a header in front) and @extra bytes */
__attribute__((unused))
static void *forge_add(struct forge *f, unsigned int kind, const void *st,
		       size_t fixed, const void *extra, size_t extra_len)
{
	size_t size = fixed + RMS_ALIGN(extra_len);
	struct rms_hdr h;

	f->data = realloc(f->data, f->len + size);
	if (!f->data)
		abort();
	memset(f->data + f->len, 0, size);
	memcpy(f->data + f->len, st, fixed);
	if (extra_len)
		memcpy(f->data + f->len + fixed, extra, extra_len);
	memcpy(&h, st, sizeof(h));
	h.size = size;
	h.kind = kind;
	h.fixed = fixed;
	if (!h.time)
		h.time = f->time += 1000;
	memcpy(f->data + f->len, &h, sizeof(h));
	f->last = f->len;
	f->len += size;
	return f->data + f->last;
}

#define forge_st(f, KIND, st, extra, len) \
	forge_add(f, RMS_##KIND, st, sizeof(*(st)), extra, len)

/* what stands behind a call's fixed part: the four blocks, each padded */
__attribute__((unused))
static void *forge_call(struct forge *f, struct rms_call call,
			const void *arg_in, const void *arg_out,
			const void *par_in, const void *par_out)
{
	const void *block[4] = { arg_in, arg_out, par_in, par_out };
	uint32_t len[4] = { call.arg_in, call.arg_out, call.par_in,
			    call.par_out };
	size_t total = 0;
	char *blocks, *p;
	void *ret;

	for (int i = 0; i < 4; i++)
		total += RMS_ALIGN(len[i]);
	p = blocks = calloc(1, total + 1);
	for (int i = 0; i < 4; i++) {
		if (len[i])
			memcpy(p, block[i], len[i]);
		p += RMS_ALIGN(len[i]);
	}
	ret = forge_add(f, call.h.kind ? call.h.kind : RMS_CALL, &call,
			sizeof(call), blocks, total);
	free(blocks);
	return ret;
}

/* an RM_CONTROL of "client", command @cmd: NVOS54, 32 bytes, the status last */
__attribute__((unused))
static void forge_control(struct forge *f, uint32_t pid, uint32_t tid,
			  uint32_t cmd, uint32_t status)
{
	uint32_t in[8] = { 0xc1d00001, 0x5c000001, cmd, 0, 0x1000, 0x7fff, 16, 0 };
	uint32_t out[8] = { 0xc1d00001, 0x5c000001, cmd, 0, 0x1000, 0x7fff, 16,
			    status };
	uint32_t par_in[4] = { 1, 2, 3, 4 }, par_out[4] = { 1, 2, 3, 5 };
	struct rms_call call = {
		.h = { .pid = pid, .tid = tid, .time = f->time + 13345 },
		.enter = f->time + 1000,
		.request = 0xc020462a,
		.fd = 4,
		.nr = 0x2a,
		.arg = 0x7fff00000000,
		.par = 0x7fff00001000,
		.arg_size = 32,
		.par_size = 16,
		.arg_in = 32, .arg_out = 32, .par_in = 16, .par_out = 16,
		.dev = RMS_DEV_CTL,
		.minor = 255,
		.comm = "app",
	};

	f->time += 13345;
	forge_call(f, call, in, out, par_in, par_out);
}

__attribute__((unused))
static void forge_fork(struct forge *f, uint32_t pid, uint32_t child_pid,
		       uint32_t child_tid)
{
	struct rms_fork fork = {
		.h = { .pid = pid, .tid = pid },
		.child_pid = child_pid,
		.child_tid = child_tid,
		.start = 77,
		.comm = "parent",
	};

	forge_st(f, FORK, &fork, NULL, 0);
}

__attribute__((unused))
static void forge_exec(struct forge *f, uint32_t pid, const char *name)
{
	struct rms_exec exec = {
		.h = { .pid = pid, .tid = pid },
		.old_tid = pid,
		.name_len = strlen(name),
		.comm = "app",
	};

	forge_st(f, EXEC, &exec, name, strlen(name));
}

__attribute__((unused))
static void forge_exit(struct forge *f, uint32_t pid, uint32_t tid,
		       uint32_t code, bool group)
{
	struct rms_exit ex = {
		.h = { .pid = pid, .tid = tid },
		.code = code,
		.group = group,
		.comm = "app",
	};

	forge_st(f, EXIT, &ex, NULL, 0);
}

__attribute__((unused))
static void forge_map(struct forge *f, uint32_t pid, uint64_t start,
		      uint64_t end, uint64_t offset, const char *path,
		      uint32_t flags)
{
	struct rms_map map = {
		.h = { .pid = pid, .tid = pid },
		.start = start,
		.end = end,
		.offset = offset,
		.inode = 42,
		.prot = RMS_MAP_READ | RMS_MAP_EXEC,
		.flags = flags | RMS_MAP_PLAIN_PATH,
		.why = RMS_MAP_NEW,
		.path_len = strlen(path),
	};

	forge_st(f, MAP, &map, path, strlen(path));
}

__attribute__((unused))
static void forge_end(struct forge *f, uint64_t received)
{
	struct rms_end end = { .received = received };

	forge_st(f, END, &end, NULL, 0);
}

/* ---- a recording --------------------------------------------------------- */

#define FORGE_META	"driver=535.261.03\nclock_offset=1700000000000000000\n"

/* header, meta and the records of @f; to be freed */
__attribute__((unused))
static char *forge_file(const struct forge *f, size_t *ret_len)
{
	struct rms_file_hdr h = {
		.magic = RMS_FILE_MAGIC,
		.version = RMS_WIRE_VERSION,
		.meta_len = RMS_ALIGN(sizeof(FORGE_META) - 1),
	};
	char *data = calloc(1, sizeof(h) + h.meta_len + f->len);

	memcpy(data, &h, sizeof(h));
	memcpy(data + sizeof(h), FORGE_META, sizeof(FORGE_META) - 1);
	memcpy(data + sizeof(h) + h.meta_len, f->data, f->len);
	*ret_len = sizeof(h) + h.meta_len + f->len;
	return data;
}

/* a file of these bytes; its path, to be unlinked by the caller */
__attribute__((unused))
static const char *forge_write(const char *data, size_t len)
{
	static char path[64];
	int fd;

	strcpy(path, "/tmp/rmsnoop-unit-XXXXXX");
	fd = mkstemp(path);
	if (fd < 0 || write(fd, data, len) != (ssize_t)len)
		abort();
	close(fd);
	return path;
}

#endif
