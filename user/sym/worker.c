// SPDX-License-Identifier: GPL-2.0
/* Asking the process that parses files, and starting it again when it is gone. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"
#include "worker.h"

static struct {
	pid_t pid;		/* 0: none runs */
	pid_t owner;		/* whose it is: not a forked child's */
	int fd;
	unsigned int deaths;
	uint64_t files;
} worker = { .fd = -1 };

uint64_t worker_file(void)
{
	return ++worker.files;
}

unsigned int worker_deaths(void)
{
	return worker.deaths;
}

/* one descriptor beside the bytes of @msg, where it has one */
static int passed_fd(struct msghdr *msg)
{
	struct cmsghdr *c = CMSG_FIRSTHDR(msg);
	int fd = -1;

	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
	    c->cmsg_len == CMSG_LEN(sizeof(fd)))
		memcpy(&fd, CMSG_DATA(c), sizeof(fd));
	return fd;
}

static void __attribute__((noreturn)) serve(int socket)
{
	union { struct cmsghdr h; char room[CMSG_SPACE(sizeof(int))]; } control;
	struct parse_answer answer;
	struct parse_request req;
	struct iovec iov = { .iov_base = &req, .iov_len = sizeof(req) };
	int fd;

	for (;;) {
		struct msghdr msg = {
			.msg_iov = &iov, .msg_iovlen = 1,
			.msg_control = &control,
			.msg_controllen = sizeof(control),
		};

		if (recvmsg(socket, &msg, MSG_CMSG_CLOEXEC) != sizeof(req))
			_exit(0);
		fd = passed_fd(&msg);
		if (fd < 0)
			_exit(1);
		parse_answer(&req, fd, &answer);
		if (send(socket, &answer, sizeof(answer), MSG_NOSIGNAL) !=
		    sizeof(answer))
			_exit(1);
	}
}

static void __attribute__((noreturn)) child_main(int socket)
{
	sigset_t none;

	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* the terminal's signals are meant for the tool */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	if (sandbox_enter(socket))
		_exit(1);
	serve(socket);
}

static int start(void)
{
	pid_t self = getpid(), pid;
	int pair[2], err;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return -errno;
	pid = fork();
	if (!pid)
		child_main(pair[1]);
	err = pid < 0 ? -errno : 0;
	close(pair[1]);
	if (err) {
		close(pair[0]);
		return err;
	}
	worker.pid = pid;
	worker.owner = self;
	worker.fd = pair[0];
	return 0;
}

/* let go of it, and end it */
static void stop(void)
{
	if (worker.fd >= 0)
		close(worker.fd);
	if (worker.pid && worker.owner == getpid()) {
		kill(worker.pid, SIGKILL);
		while (waitpid(worker.pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	worker.fd = -1;
	worker.pid = 0;
}

static int send_request(const struct parse_request *req, int fd)
{
	union { struct cmsghdr h; char room[CMSG_SPACE(sizeof(int))]; } control;
	struct iovec iov = { .iov_base = (void *)req, .iov_len = sizeof(*req) };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};

	memset(&control, 0, sizeof(control));
	control.h.cmsg_level = SOL_SOCKET;
	control.h.cmsg_type = SCM_RIGHTS;
	control.h.cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(&control.h), &fd, sizeof(fd));
	return sendmsg(worker.fd, &msg, MSG_NOSIGNAL) == sizeof(*req) ? 0 :
	       -EPIPE;
}

static int get_answer(struct parse_answer *ret)
{
	struct pollfd p = { .fd = worker.fd, .events = POLLIN };
	int n;

	do {
		n = poll(&p, 1, WORKER_TIMEOUT_MS);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n ? -errno : -ETIMEDOUT;
	if (recv(worker.fd, ret, sizeof(*ret), 0) != sizeof(*ret))
		return -EPIPE;
	return 0;
}

/* it may have been taken over: what it says is bounded here */
static int check_answer(const struct parse_request *req, struct parse_answer *a)
{
	if (a->op != req->op || a->file != req->file || a->at != req->at)
		return -EBADMSG;
	if (a->err)
		return a->err < 0 && a->err > -4096 ? a->err : -EBADMSG;
	switch (req->op) {
	case PARSE_IDENTITY:
		return a->identity.build_id_len > SYM_BUILD_ID_MAX ? -EBADMSG : 0;
	case PARSE_PLACE:
		a->place.state = SYM_OK;
		a->place.error = 0;
		a->place.offset = req->at;
		a->place.build_id_len = 0;
		a->place.symbol[SYM_NAME_MAX - 1] = 0;
		a->place.before[SYM_NAME_MAX - 1] = 0;
		return 0;
	case PARSE_LINE:
		a->line.file[sizeof(a->line.file) - 1] = 0;
		return 0;
	default:
		return 0;
	}
}

static int ask_once(const struct parse_request *req, int fd,
		    struct parse_answer *ret)
{
	int err;

	if (worker.pid && worker.owner != getpid())
		stop();
	err = worker.pid ? 0 : start();
	if (err)
		return err;
	err = send_request(req, fd);
	if (!err)
		err = get_answer(ret);
	if (err) {
		stop();
		worker.deaths++;
	}
	return err;
}

int worker_ask(const struct parse_request *req, int fd,
	       struct parse_answer *ret)
{
	int err = ask_once(req, fd, ret);

	/* it may have been killed for another reason than this file */
	if (err == -EPIPE)
		err = ask_once(req, fd, ret);
	if (err)
		return err == -EPIPE ? -EBADMSG : err;
	return check_answer(req, ret);
}
