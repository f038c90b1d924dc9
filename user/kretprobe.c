// SPDX-License-Identifier: GPL-2.0
/* Return probes made through tracefs, and the child that removes them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/libbpf.h>

#include "kretprobe.h"
#include "log.h"

#define AREA	"kretprobe"
#define GROUP	"rmsnoop_"	/* and our pid: the events' group in tracefs */

struct kretprobes {
	const char *tracefs;	/* NULL: there is none */
	int alive;		/* the janitor reads its other end */
	pid_t janitor;
	unsigned int made;
};

static const char *tracefs_find(void)
{
	static const char *const dirs[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[64];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/kprobe_events", dirs[i]);
		if (!access(path, W_OK))
			return dirs[i];
	}
	return NULL;
}

static int events_write(const char *tracefs, const char *fmt, ...)
{
	char path[64], cmd[256];
	va_list args;
	int fd, n, err = 0;

	snprintf(path, sizeof(path), "%s/kprobe_events", tracefs);
	va_start(args, fmt);
	n = vsnprintf(cmd, sizeof(cmd), fmt, args);
	va_end(args);
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, cmd, n) != n)
		err = -errno;
	close(fd);
	return err;
}

/* is the group's maker gone? */
static bool orphan(const char *group, pid_t ours)
{
	pid_t pid = atoi(group + strlen(GROUP));

	return pid == ours || (pid > 0 && kill(pid, 0) && errno == ESRCH);
}

/* removes the events of @ours, and of makers that are gone; returns what is left */
static int events_remove(const char *tracefs, pid_t ours)
{
	char path[64], line[512], group[64], name[64];
	int left = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/kprobe_events", tracefs);
	f = fopen(path, "re");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f)) {
		/* "r4096:group/name symbol" */
		if (sscanf(line, "%*[^:]:%63[^/]/%63s", group, name) != 2 ||
		    strncmp(group, GROUP, strlen(GROUP)) || !orphan(group, ours))
			continue;
		if (events_write(tracefs, "-:%s/%s\n", group, name))
			left++;
	}
	fclose(f);
	return left;
}

/* the child: sleeps until the other end of the pipe is gone */
static void janitor(const char *tracefs, int fd, pid_t parent)
{
	sigset_t all;
	char c;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	prctl(PR_SET_NAME, "rmsnoop-janitor");
	while (read(fd, &c, 1) < 0 && errno == EINTR)
		;
	/* the parent's perf events may be closed a moment later */
	for (int i = 0; i < 100 && events_remove(tracefs, parent); i++)
		poll(NULL, 0, 20);
	_exit(0);
}

static int janitor_start(struct kretprobes *k)
{
	pid_t self = getpid();
	int p[2];

	if (pipe2(p, O_CLOEXEC))
		return -errno;
	k->janitor = fork();
	if (k->janitor < 0) {
		close(p[0]);
		close(p[1]);
		return -errno;
	}
	if (!k->janitor) {
		/* hold nothing of the parent's but the pipe */
		dup2(p[0], 3);
		syscall(SYS_close_range, 4, ~0U, 0);
		close(0);
		close(1);
		close(2);
		janitor(k->tracefs, 3, self);
	}
	close(p[0]);
	k->alive = p[1];
	return 0;
}

int kretprobes_new(struct kretprobes **ret_probes)
{
	struct kretprobes *k = calloc(1, sizeof(*k));
	int err;

	if (!k)
		return -ENOMEM;
	k->alive = -1;
	k->tracefs = tracefs_find();
	if (k->tracefs) {
		events_remove(k->tracefs, getpid());
		err = janitor_start(k);
		if (err) {
			free(k);
			return log_errno(AREA, err, "failed to start the janitor");
		}
	} else {
		log_warn(AREA, "no tracefs: returns may be missed when many threads are in the driver at once");
	}
	*ret_probes = k;
	return 0;
}

void kretprobes_free(struct kretprobes *k)
{
	if (!k)
		return;
	if (k->alive >= 0) {
		close(k->alive);
		waitpid(k->janitor, NULL, 0);
	}
	free(k);
}

static int event_open(struct kretprobes *k, const char *name, int *ret_fd)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	char path[160];
	unsigned long long id;
	FILE *f;
	int fd;

	snprintf(path, sizeof(path), "%s/events/%s%d/%s/id", k->tracefs, GROUP, getpid(), name);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	if (fscanf(f, "%llu", &id) != 1)
		id = 0;
	fclose(f);
	if (!id)
		return -EINVAL;
	attr.config = id;
	attr.sample_period = 1;
	attr.wakeup_events = 1;
	fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -errno;
	*ret_fd = fd;
	return 0;
}

int kretprobe_attach(struct kretprobes *k, struct bpf_program *p, const char *symbol,
		     struct bpf_link **ret_link)
{
	struct bpf_link *link = NULL;
	char name[16];
	int fd, err;

	if (!k->tracefs) {
		link = bpf_program__attach_kprobe(p, true, symbol);
		goto out;
	}
	snprintf(name, sizeof(name), "r%u", k->made++);
	err = events_write(k->tracefs, "r%d:%s%d/%s %s\n", KRETPROBE_MAXACTIVE, GROUP, getpid(),
			   name, symbol);
	if (!err)
		err = event_open(k, name, &fd);
	if (err)
		return err;
	link = bpf_program__attach_perf_event(p, fd);
	if (!link)
		close(fd);
out:
	if (!link)
		return -errno;
	*ret_link = link;
	return 0;
}
