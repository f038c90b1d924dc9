// SPDX-License-Identifier: GPL-2.0
/* The reader's side of holding: who is to be watched, and letting go. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hold.h"
#include "holder.h"

#define PIDS	(4u << 20)	/* PID_MAX_LIMIT of 64-bit kernels */

struct hold_view {
	struct view view;
	int sock;
	pid_t holder;
	uint8_t told[PIDS / 8];	/* a bit for each process told to the holder */
};

static struct hold_view *hold_view_of(struct view *v)
{
	return (struct hold_view *)v;
}

static int hold_begin(struct view *v, const char *meta)
{
	(void)v;
	(void)meta;
	return 0;
}

static void watch(struct hold_view *h, uint32_t pid)
{
	int32_t word = (int32_t)pid;

	if (pid >= PIDS || h->told[pid / 8] & 1u << pid % 8)
		return;
	h->told[pid / 8] |= (uint8_t)(1u << pid % 8);
	/* a holder that is gone holds nothing more: that harms nobody */
	(void)!send(h->sock, &word, sizeof(word), MSG_NOSIGNAL | MSG_DONTWAIT);
}

static int hold_record(struct view *v, const struct record *rec,
		       const struct model *model)
{
	struct hold_view *h = hold_view_of(v);

	(void)model;
	switch (rec->h.kind) {
	case RMS_OPEN:
	case RMS_CALL:
	case RMS_EXEC:
	case RMS_PROCESS:
		watch(h, rec->h.pid);
		break;
	case RMS_EXIT:
		if (rec->exit.group && rec->h.pid < PIDS)
			h->told[rec->h.pid / 8] &=
				(uint8_t)~(1u << rec->h.pid % 8);
		break;
	default:
		break;
	}
	return 0;
}

static int hold_end(struct view *v, const struct totals *totals)
{
	(void)v;
	(void)totals;
	return 0;
}

static void hold_free(struct view *v)
{
	struct hold_view *h = hold_view_of(v);

	close(h->sock);
	while (waitpid(h->holder, NULL, 0) < 0 && errno == EINTR)
		;
	free(h);
}

static const struct view_ops hold_ops = {
	.begin = hold_begin,
	.record = hold_record,
	.end = hold_end,
	.free = hold_free,
};

int hold_view_new(unsigned int seconds, struct view **ret_view)
{
	struct hold_view *h = calloc(1, sizeof(*h));
	int socks[2], err;

	if (!h)
		return -ENOMEM;
	h->view.ops = &hold_ops;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, socks)) {
		err = -errno;
		free(h);
		return err;
	}
	h->sock = socks[0];
	h->holder = fork();
	err = -errno;
	if (h->holder == 0) {
		close(socks[0]);
		holder_run(socks[1], seconds);
	}
	close(socks[1]);
	if (h->holder < 0) {
		close(socks[0]);
		free(h);
		return err;
	}
	*ret_view = &h->view;
	return 0;
}

int hold_release(int pid)
{
	struct holder_status s;
	int err = holder_status(pid, &s);

	if (err)
		return err;
	if (s.tracer)
		return -EBUSY;
	if (s.state != 'T')
		return -EAGAIN;
	return kill(pid, SIGCONT) ? -errno : 0;
}
