// SPDX-License-Identifier: GPL-2.0
/* epoll, timerfd, signalfd. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "loop.h"

#define WATCH_MAX	16

struct watch {
	int fd;		/* -1: free */
	bool timer;	/* owned; its count must be read */
	bool once;
	loop_fn fn;
	void *ctx;
};

struct loop {
	int epoll;
	bool stop;
	struct watch watch[WATCH_MAX];
	loop_fn busy;
	void *busy_ctx;
	int signals;
	bool has_signals;
	loop_signal_fn signal_fn;
	void *signal_ctx;
	sigset_t old_mask;
	struct sigaction old_pipe;
};

int loop_new(struct loop **ret_loop)
{
	struct loop *l = calloc(1, sizeof(*l));
	int err;

	if (!l)
		return -ENOMEM;
	for (int i = 0; i < WATCH_MAX; i++)
		l->watch[i].fd = -1;
	l->signals = -1;
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (l->epoll < 0) {
		err = -errno;
		free(l);
		return err;
	}
	*ret_loop = l;
	return 0;
}

/* one that came again while the loop ended must not kill after all */
static void signals_drop(struct loop *l)
{
	struct signalfd_siginfo info;

	while (read(l->signals, &info, sizeof(info)) > 0)
		;
}

void loop_free(struct loop *l)
{
	if (!l)
		return;
	for (int i = 0; i < WATCH_MAX; i++)
		if (l->watch[i].fd >= 0 && l->watch[i].timer)
			close(l->watch[i].fd);
	if (l->has_signals) {
		signals_drop(l);
		close(l->signals);
		sigaction(SIGPIPE, &l->old_pipe, NULL);
		sigprocmask(SIG_SETMASK, &l->old_mask, NULL);
	}
	close(l->epoll);
	free(l);
}

static struct watch *watch_find(struct loop *l, int fd)
{
	for (int i = 0; i < WATCH_MAX; i++)
		if (l->watch[i].fd == fd)
			return &l->watch[i];
	return NULL;
}

static int watch_add(struct loop *l, const struct watch *watch)
{
	struct watch *w = watch_find(l, -1);
	struct epoll_event e = { .events = EPOLLIN };

	if (!w)
		return -ENOSPC;
	e.data.ptr = w;
	if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, watch->fd, &e))
		return -errno;
	*w = *watch;
	return 0;
}

int loop_add(struct loop *l, int fd, loop_fn fn, void *ctx)
{
	struct watch w = { .fd = fd, .fn = fn, .ctx = ctx };

	return watch_add(l, &w);
}

static void watch_remove(struct loop *l, struct watch *w)
{
	epoll_ctl(l->epoll, EPOLL_CTL_DEL, w->fd, NULL);
	if (w->timer)
		close(w->fd);
	w->fd = -1;
}

void loop_remove(struct loop *l, int fd)
{
	struct watch *w = fd >= 0 ? watch_find(l, fd) : NULL;

	if (w)
		watch_remove(l, w);
}

static int timer_add(struct loop *l, unsigned int ms, bool once, loop_fn fn,
		     void *ctx)
{
	struct watch w = { .timer = true, .once = once, .fn = fn, .ctx = ctx };
	struct itimerspec t = {
		.it_value = { .tv_sec = ms / 1000,
			      .tv_nsec = ms % 1000 * 1000000 },
	};
	int err;

	if (!once)
		t.it_interval = t.it_value;
	w.fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (w.fd < 0)
		return -errno;
	err = timerfd_settime(w.fd, 0, &t, NULL) ? -errno : watch_add(l, &w);
	if (err)
		close(w.fd);
	return err;
}

int loop_every(struct loop *l, unsigned int ms, loop_fn fn, void *ctx)
{
	return timer_add(l, ms, false, fn, ctx);
}

int loop_once(struct loop *l, unsigned int ms, loop_fn fn, void *ctx)
{
	return timer_add(l, ms, true, fn, ctx);
}

static int on_signal(void *ctx)
{
	struct loop *l = ctx;
	struct signalfd_siginfo info;

	if (read(l->signals, &info, sizeof(info)) != sizeof(info))
		return 0;
	return l->signal_fn(l->signal_ctx, info.ssi_signo);
}

int loop_signals(struct loop *l, loop_signal_fn fn, void *ctx)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction now;
	sigset_t mask;
	int err;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);	/* even of a shell's background job */
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGUSR1);
	/* what nohup(1) chose to ignore stays ignored */
	if (sigaction(SIGHUP, NULL, &now) || now.sa_handler != SIG_IGN)
		sigaddset(&mask, SIGHUP);
	l->signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (l->signals < 0)
		return -errno;
	err = loop_add(l, l->signals, on_signal, l);
	if (err) {
		close(l->signals);
		return err;
	}
	l->signal_fn = fn;
	l->signal_ctx = ctx;
	sigprocmask(SIG_BLOCK, &mask, &l->old_mask);
	sigaction(SIGPIPE, &ignore, &l->old_pipe);
	l->has_signals = true;
	return 0;
}

void loop_busy(struct loop *l, loop_fn fn, void *ctx)
{
	l->busy = fn;
	l->busy_ctx = ctx;
}

void loop_stop(struct loop *l)
{
	l->stop = true;
}

static int watch_call(struct loop *l, struct watch *w)
{
	loop_fn fn = w->fn;
	void *ctx = w->ctx;
	uint64_t ticks;

	if (w->fd < 0)	/* removed by one before it */
		return 0;
	if (w->timer && read(w->fd, &ticks, sizeof(ticks)) < 0)
		return 0;
	if (w->once)
		watch_remove(l, w);
	return fn(ctx);
}

int loop_run(struct loop *l)
{
	struct epoll_event events[WATCH_MAX];
	int err = 0;

	l->stop = false;
	while (!l->stop && err >= 0) {
		int n = epoll_wait(l->epoll, events, WATCH_MAX,
				   l->busy ? 0 : -1);

		if (n < 0 && errno != EINTR)
			return -errno;
		for (int i = 0; i < n && err >= 0 && !l->stop; i++)
			err = watch_call(l, events[i].data.ptr);
		if (l->busy && err >= 0 && !l->stop)
			err = l->busy(l->busy_ctx);
	}
	return err < 0 ? err : 0;
}
