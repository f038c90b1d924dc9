// SPDX-License-Identifier: GPL-2.0
/* Records made from /proc, for processes older than the tracer. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "proc.h"

#define DEV_PREFIX	"/dev/nvidia"
#define CMDLINE_MAX	4096

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static bool uses_driver(pid_t pid)
{
	char dir[32], path[PATH_MAX];
	struct dirent *e;
	bool found = false;
	ssize_t n;
	DIR *d;

	snprintf(dir, sizeof(dir), "/proc/%d/fd", pid);
	d = opendir(dir);
	while (d && !found && (e = readdir(d))) {
		n = readlinkat(dirfd(d), e->d_name, path, sizeof(path) - 1);
		if (n <= 0)
			continue;
		path[n] = 0;
		found = !strncmp(path, DEV_PREFIX, strlen(DEV_PREFIX));
	}
	if (d)
		closedir(d);
	return found;
}

static size_t read_all(pid_t pid, const char *name, char *buf, size_t size)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n < 0)
		n = 0;
	buf[n] = 0;
	return n;
}

static size_t comm_read(pid_t pid, char comm[RMS_COMM_LEN])
{
	size_t n = read_all(pid, "comm", comm, RMS_COMM_LEN);

	if (n && comm[n - 1] == '\n')
		comm[--n] = 0;
	return n;
}

static bool is_named(pid_t pid, const char *const *names, size_t n)
{
	char comm[RMS_COMM_LEN] = "";

	comm_read(pid, comm);
	for (size_t i = 0; i < n; i++)
		if (!strncmp(names[i], comm, sizeof(comm)))
			return true;
	return false;
}

int proc_find(const char *const *names, size_t n, int (*fn)(void *ctx, pid_t pid), void *ctx)
{
	struct dirent *e;
	DIR *d = opendir("/proc");
	int err = 0;

	if (!d)
		return -errno;
	while (!err && (e = readdir(d))) {
		pid_t pid = atoi(e->d_name);

		if (isdigit((unsigned char)e->d_name[0]) && pid != getpid() &&
		    (n ? is_named(pid, names, n) : uses_driver(pid)))
			err = fn(ctx, pid);
	}
	closedir(d);
	return err;
}

static int process_record(pid_t pid, source_fn fn, void *ctx)
{
	struct {
		struct rms_process p;
		char cmdline[CMDLINE_MAX];
	} x = {};
	char stat[1024], *after;

	if (!read_all(pid, "stat", stat, sizeof(stat)))
		return 0;
	after = strrchr(stat, ')');
	/* its start is only known to a clock tick here: left unknown */
	if (!after || sscanf(after + 1, " %*c %u", &x.p.ppid) != 1)
		return 0;
	comm_read(pid, x.p.comm);
	x.p.len = read_all(pid, "cmdline", x.cmdline, sizeof(x.cmdline));
	x.p.h.kind = RMS_PROCESS;
	x.p.h.fixed = sizeof(x.p);
	x.p.h.size = sizeof(x.p) + RMS_ALIGN(x.p.len);
	x.p.h.time = now_ns();
	x.p.h.pid = x.p.h.tid = pid;
	return fn(ctx, &x, x.p.h.size);
}

/* one line of /proc/PID/maps; executable mappings of files only */
static int map_record(pid_t pid, const char *line, source_fn fn, void *ctx)
{
	struct {
		struct rms_map m;
		char path[RMS_PATH_MAX + 8];
	} x = {};
	uint64_t start, end, offset, inode;
	char perms[5] = "";
	unsigned int major, minor;
	int at = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &start,
		   &end, perms, &offset, &major, &minor, &inode, &at) < 7 ||
	    perms[2] != 'x' || !inode)
		return 0;
	x.m.start = start;
	x.m.end = end;
	x.m.offset = offset;
	x.m.inode = inode;
	x.m.major = major;
	x.m.minor = minor;
	x.m.prot = RMS_MAP_EXEC | (perms[0] == 'r' ? RMS_MAP_READ : 0) |
		   (perms[1] == 'w' ? RMS_MAP_WRITE : 0) |
		   (perms[3] == 's' ? RMS_MAP_SHARED : 0);
	x.m.flags = RMS_MAP_PLAIN_PATH;
	x.m.why = RMS_MAP_PROC;
	x.m.path_len = snprintf(x.path, sizeof(x.path), "%.*s",
				(int)strcspn(line + at, "\n"), line + at);
	if (x.m.path_len > RMS_PATH_MAX)
		x.m.path_len = RMS_PATH_MAX;
	x.m.h.kind = RMS_MAP;
	x.m.h.fixed = sizeof(x.m);
	x.m.h.size = sizeof(x.m) + RMS_ALIGN(x.m.path_len);
	x.m.h.time = now_ns();
	x.m.h.pid = x.m.h.tid = pid;
	return fn(ctx, &x, x.m.h.size);
}

int proc_records(pid_t pid, source_fn fn, void *ctx)
{
	char path[32], line[PATH_MAX + 128];
	int err = process_record(pid, fn, ctx);
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	f = fopen(path, "re");
	while (!err && f && fgets(line, sizeof(line), f))
		err = map_record(pid, line, fn, ctx);
	if (f)
		fclose(f);
	return err;
}
