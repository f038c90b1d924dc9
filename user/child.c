// SPDX-License-Identifier: GPL-2.0
/* Starting the traced command as the user who asked for it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "log.h"

#define AREA	"command"

static long sudo_id(const char *name)
{
	const char *text = getenv(name);
	char *end;
	long id;

	if (!text || !*text)
		return -1;
	errno = 0;
	id = strtol(text, &end, 10);
	return errno || *end || id < 0 || id > INT_MAX ? -1 : id;
}

/* by sudo: its caller's user, groups and nothing of root's */
static int become_caller(void)
{
	long uid = sudo_id("SUDO_UID"), gid = sudo_id("SUDO_GID");
	struct passwd *pw;

	if (geteuid() || uid < 0 || gid < 0)
		return 0;
	pw = getpwuid(uid);
	if (pw ? initgroups(pw->pw_name, gid) : setgroups(0, NULL))
		return -errno;
	if (setresgid(gid, gid, gid) || setresuid(uid, uid, uid))
		return -errno;
	return 0;
}

static void __attribute__((noreturn)) child_main(int go, int failed, char *const *argv)
{
	char byte;
	int err;
	ssize_t n;

	/* as if it had been started from the shell */
	signal(SIGPIPE, SIG_DFL);
	do {
		n = read(go, &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(127);	/* the tracer gave up */
	err = -become_caller();
	if (!err) {
		execvp(argv[0], argv);
		err = errno;
	}
	if (write(failed, &err, sizeof(err)) < 0)
		_exit(126);
	_exit(127);
}

int child_start(struct child *c, char *const *argv)
{
	int go[2], failed[2], err;
	sigset_t none;
	pid_t pid;

	if (pipe2(go, O_CLOEXEC))
		return -errno;
	if (pipe2(failed, O_CLOEXEC)) {
		err = -errno;
		goto err_go;
	}
	pid = fork();
	if (pid < 0) {
		err = -errno;
		goto err_failed;
	}
	if (!pid) {
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		close(go[1]);
		child_main(go[0], failed[1], argv);
	}
	close(go[0]);
	close(failed[1]);
	c->pid = pid;
	c->go = go[1];
	c->failed = failed[0];
	c->pidfd = syscall(SYS_pidfd_open, pid, 0);
	if (c->pidfd >= 0)
		return 0;
	err = -errno;
	child_drop(c);
	return err;

err_failed:
	close(failed[0]);
	close(failed[1]);
err_go:
	close(go[0]);
	close(go[1]);
	return err;
}

int child_release(struct child *c)
{
	int err = 0;
	ssize_t n;

	if (write(c->go, "", 1) != 1)
		return -errno;
	close(c->go);
	c->go = -1;
	/* closed by a successful exec */
	do {
		n = read(c->failed, &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	close(c->failed);
	c->failed = -1;
	return n == sizeof(err) ? -err : 0;
}

int child_reap(struct child *c)
{
	int st;

	if (!c->pid)
		return c->status;
	while (waitpid(c->pid, &st, 0) < 0)
		if (errno != EINTR)
			return -errno;
	c->pid = 0;
	c->status = WIFSIGNALED(st) ? 128 + WTERMSIG(st) : WEXITSTATUS(st);
	return c->status;
}

void child_drop(struct child *c)
{
	if (c->go >= 0)
		close(c->go);
	if (c->failed >= 0)
		close(c->failed);
	c->go = c->failed = -1;
	/* a command that runs goes on without us; one that never did, ends */
	if (c->pid)
		waitpid(c->pid, NULL, WNOHANG);
	if (c->pidfd >= 0)
		close(c->pidfd);
	c->pidfd = -1;
}
