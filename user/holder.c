// SPDX-License-Identifier: GPL-2.0
/*
 * The process that traces: it takes hold of processes by PTRACE_SEIZE, which does not
 * stop them, passes their signals on, and lets go of the one that is to die with
 * SIGSTOP in place of the deadly signal, so that a debugger can attach.  When such a
 * process goes on, the instruction faults again; signals that would not come again by
 * themselves are left pending.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "holder.h"
#include "log.h"
#include "rm/out.h"
#include "view/escape.h"
#include "view/words.h"

#define HELD_MAX	64	/* at a time: more are not held */
#define RETRY_MS	1000	/* for one that a debugger has at its time-out */
#define OPTIONS		(PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | \
			 PTRACE_O_TRACEVFORK)

struct held {
	pid_t pid;	/* 0: free */
	int pidfd;
	int64_t due;	/* ms of CLOCK_MONOTONIC */
};

struct holder {
	unsigned int seconds;
	struct held held[HELD_MAX];
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int holder_status(pid_t tid, struct holder_status *ret)
{
	char path[48], line[256];
	FILE *f;

	memset(ret, 0, sizeof(*ret));
	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	f = fopen(path, "re");
	if (!f)
		return errno == ENOENT ? -ESRCH : -errno;
	while (fgets(line, sizeof(line), f)) {
		sscanf(line, "Name:\t%63[^\n]", ret->name);
		sscanf(line, "State:\t%c", &ret->state);
		sscanf(line, "Tgid:\t%d", &ret->tgid);
		sscanf(line, "TracerPid:\t%d", &ret->tracer);
		sscanf(line, "SigIgn:\t%" SCNx64, &ret->ignored);
		sscanf(line, "SigCgt:\t%" SCNx64, &ret->caught);
	}
	fclose(f);
	return ret->tgid ? 0 : -ESRCH;
}

/* ---- taking hold --------------------------------------------------------- */

/* each of its threads; how many were new */
static int seize_threads(pid_t pid)
{
	struct dirent *e;
	char path[48];
	int n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && (e = readdir(dir))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		if (tid > 0 && !ptrace(PTRACE_SEIZE, tid, NULL, OPTIONS))
			n++;
	}
	if (dir)
		closedir(dir);
	return n;
}

static void seize(pid_t pid)
{
	struct holder_status s;

	/* threads that start meanwhile are theirs, or found by the next round */
	if (seize_threads(pid)) {
		while (seize_threads(pid))
			;
		return;
	}
	if (!holder_status(pid, &s) && s.tracer && s.tracer != getpid())
		log_warn("hold", "%d is traced by process %d: it will not be held",
			 pid, s.tracer);
}

/* ---- holding ------------------------------------------------------------- */

static struct held *find_held(struct holder *h, pid_t pid)
{
	for (size_t i = 0; i < HELD_MAX; i++)
		if (h->held[i].pid == pid)
			return &h->held[i];
	return NULL;
}

static bool is_fault(int sig)
{
	return sig == SIGSEGV || sig == SIGBUS || sig == SIGILL ||
	       sig == SIGFPE || sig == SIGTRAP || sig == SIGABRT ||
	       sig == SIGSYS;
}

/* will the instruction raise it again? */
static bool comes_again(const siginfo_t *info)
{
	return info->si_code > 0 && info->si_signo != SIGTRAP &&
	       info->si_signo != SIGSYS && info->si_signo != SIGABRT;
}

static void tell(const struct holder *h, pid_t tid, const struct holder_status *s,
		 const siginfo_t *info)
{
	struct user_regs_struct regs = {};
	char name[300], sig[32];
	struct rm_out out;

	ptrace(PTRACE_GETREGS, tid, NULL, &regs);
	rm_out_init(&out, name, sizeof(name));
	escape_text(&out, s->name, strlen(s->name));
	rm_out_init(&out, sig, sizeof(sig));
	words_signal(&out, info->si_signo);
	log_info("hold", "%s[%d], thread %d: %s at ip 0x%llx, address %p: held for %u s: \"gdb -p %d\", then \"rmsnoop crashes release %d\"",
		 name, s->tgid, tid, sig, (unsigned long long)regs.rip,
		 info->si_code > 0 ? info->si_addr : NULL, h->seconds, s->tgid,
		 s->tgid);
}

/* it is in the stop before its deadly signal; false: it is not to be held */
static bool hold(struct holder *h, pid_t tid, const struct holder_status *s,
		 const siginfo_t *info)
{
	struct held *slot = find_held(h, 0);

	if (!slot) {
		log_warn("hold", "%d processes are held: %d is not", HELD_MAX,
			 s->tgid);
		return false;
	}
	slot->pidfd = (int)syscall(SYS_pidfd_open, s->tgid, 0);
	if (slot->pidfd < 0)
		return false;
	slot->pid = s->tgid;
	slot->due = now_ms() + (int64_t)h->seconds * 1000;
	if (!comes_again(info))
		syscall(SYS_tgkill, s->tgid, tid, info->si_signo);
	tell(h, tid, s, info);
	ptrace(PTRACE_DETACH, tid, NULL, SIGSTOP);
	return true;
}

/* a thread is about to take a signal */
static void on_signal(struct holder *h, pid_t tid, int sig)
{
	struct holder_status s;
	siginfo_t info;

	if (is_fault(sig) && !holder_status(tid, &s) &&
	    !ptrace(PTRACE_GETSIGINFO, tid, NULL, &info) &&
	    !((s.caught | s.ignored) >> (sig - 1) & 1)) {
		if (find_held(h, s.tgid)) {
			/* a second thread fell over: it will again */
			ptrace(PTRACE_DETACH, tid, NULL, sig);
			return;
		}
		if (hold(h, tid, &s, &info))
			return;
	}
	ptrace(PTRACE_CONT, tid, NULL, sig);
}

/* a thread stopped for another reason; of a held process it is let go, and stays so */
static void on_stop(struct holder *h, pid_t tid, int sig, int event)
{
	struct holder_status s;
	bool group = event == PTRACE_EVENT_STOP && sig != SIGTRAP;

	if (!holder_status(tid, &s) && find_held(h, s.tgid))
		ptrace(PTRACE_DETACH, tid, NULL, 0);
	else if (group)
		ptrace(PTRACE_LISTEN, tid, NULL, 0);
	else
		ptrace(PTRACE_CONT, tid, NULL, 0);
}

static void on_children(struct holder *h)
{
	int status;
	pid_t tid;

	while ((tid = waitpid(-1, &status, __WALL | WNOHANG)) > 0) {
		if (!WIFSTOPPED(status))
			continue;
		if (status >> 16)
			on_stop(h, tid, WSTOPSIG(status), status >> 16);
		else
			on_signal(h, tid, WSTOPSIG(status));
	}
}

/* ---- letting go ---------------------------------------------------------- */

static void forget(struct held *held)
{
	close(held->pidfd);
	held->pid = 0;
}

static void let_go(struct held *held)
{
	syscall(SYS_pidfd_send_signal, held->pidfd, SIGCONT, NULL, 0);
	forget(held);
}

static bool has_ended(const struct held *held)
{
	struct pollfd p = { .fd = held->pidfd, .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

/* its time is over: unless it went on by itself, or a debugger has it */
static void on_due(struct held *held, int64_t now)
{
	struct holder_status s;

	if (holder_status(held->pid, &s) || (s.state != 'T' && !s.tracer)) {
		forget(held);
	} else if (s.tracer) {
		held->due = now + RETRY_MS;
	} else {
		log_info("hold", "%d: its time is over", held->pid);
		let_go(held);
	}
}

/* returns the ms to wait, -1: for ever */
static int look_after(struct holder *h)
{
	int64_t now = now_ms(), next = -1;

	for (size_t i = 0; i < HELD_MAX; i++) {
		struct held *held = &h->held[i];

		if (held->pid && has_ended(held))
			forget(held);
		if (held->pid && now >= held->due)
			on_due(held, now);
		if (held->pid && (next < 0 || held->due - now < next))
			next = held->due - now;
	}
	return next < 0 ? -1 : (int)next;
}

static void let_all_go(struct holder *h)
{
	for (size_t i = 0; i < HELD_MAX; i++)
		if (h->held[i].pid)
			let_go(&h->held[i]);
}

void holder_run(int sock, unsigned int seconds)
{
	static struct holder h;
	struct pollfd fds[2] = { { .fd = sock, .events = POLLIN } };
	sigset_t all, child;
	int32_t pid;
	ssize_t n;

	h.seconds = seconds;
	prctl(PR_SET_NAME, "rmsnoop-hold");
	/* a ^C is the reader's: this one ends with it */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	fds[1].fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	fds[1].events = POLLIN;
	for (;;) {
		struct signalfd_siginfo info;

		poll(fds, 2, look_after(&h));
		while (read(fds[1].fd, &info, sizeof(info)) > 0)
			;
		on_children(&h);
		n = recv(sock, &pid, sizeof(pid), MSG_DONTWAIT);
		if (n == sizeof(pid))
			seize(pid);
		else if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			break;
	}
	/* what is traced is let go by the kernel when this process ends */
	let_all_go(&h);
	_exit(0);
}
