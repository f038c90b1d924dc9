// SPDX-License-Identifier: GPL-2.0
/*
 * System calls as strace and gVisor print them: ioctl() with its request in any
 * form, and the calls from which the device of a descriptor is known:
 *   [pid 42] ioctl(4</dev/nvidiactl>, _IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a, 0x20), 0x7f..) = 0
 *   42 openat(AT_FDCWD, "/dev/nvidia-uvm", O_RDWR|O_CLOEXEC) = 5
 *   python X ioctl(0x44 /dev/nvidiactl, 0xc08046d4, 0x7f5c573fcb90) = 0 (0x0)
 */
#include <string.h>

#include "files.h"

enum call_kind { CALL_IOCTL, CALL_OPEN, CALL_CLOSE, CALL_DUP, CALL_OPEN_RESUMED };

static const struct call_name {
	const char *text;
	enum call_kind kind;
} call_names[] = {
	{ "ioctl(", CALL_IOCTL },
	{ "openat(", CALL_OPEN },
	{ "open(", CALL_OPEN },
	{ "<... openat resumed>", CALL_OPEN_RESUMED },
	{ "<... open resumed>", CALL_OPEN_RESUMED },
	{ "close(", CALL_CLOSE },
	{ "dup(", CALL_DUP },
	{ "dup2(", CALL_DUP },
	{ "dup3(", CALL_DUP },
	{ "fcntl(", CALL_DUP },
};

struct call {
	uint32_t tid;
	enum call_kind kind;
	struct scan args;	/* behind the parenthesis */
};

/* "[pid 42] " or, with -o, "42 ", or "42  12:00:01 "; 0: none */
static uint32_t trace_tid(struct scan s)
{
	uint64_t tid;

	scan_blanks(&s);
	if (scan_lit(&s, "[pid")) {
		scan_blanks(&s);
		return scan_dec(&s, &tid) && scan_lit(&s, "]") &&
		       tid <= UINT32_MAX ? (uint32_t)tid : 0;
	}
	return scan_dec(&s, &tid) && scan_blanks(&s) && tid <= UINT32_MAX ?
	       (uint32_t)tid : 0;
}

/* the first call on the line, as a word */
static bool find_call(struct scan line, struct call *ret)
{
	const char *first = NULL;

	for (size_t i = 0; i < sizeof(call_names) / sizeof(call_names[0]); i++) {
		const char *at = scan_find(line, call_names[i].text);

		if (!at || (first && at > first) ||
		    (at > line.p && scan_is_word(at[-1])))
			continue;
		first = at;
		ret->kind = call_names[i].kind;
		ret->args = (struct scan){ at + strlen(call_names[i].text),
					   line.end };
	}
	if (!first)
		return false;
	ret->tid = trace_tid((struct scan){ line.p, first });
	return true;
}

/* what the call returned: the number behind the last ") = " */
static bool call_result(struct scan s, int32_t *ret)
{
	struct scan before, in = s;
	uint64_t v;
	bool found = false;

	while (scan_until(&in, " = ", &before))
		found = scan_len(before) && before.end[-1] != '=' &&
			decode_take_number(&in, &v) && v <= INT32_MAX;
	if (found)
		*ret = (int32_t)v;
	return found;
}

static bool take_fd(struct scan *s, int32_t *ret)
{
	uint64_t v;

	if (!decode_take_number(s, &v) || v > INT32_MAX)
		return false;
	*ret = (int32_t)v;
	return true;
}

/* "</dev/nvidia0<char 195:0>>" or " /dev/nvidia0": all up to the comma */
static bool take_path(struct scan *s, enum decode_device *ret)
{
	struct scan in = *s, path;

	if (!scan_lit(&in, "<") && !scan_lit(&in, " "))
		return false;
	if (!scan_until(&in, ", ", &path))
		return false;
	for (const char *p = path.p; p < path.end; p++)
		if (*p == '<' || *p == '>')
			path.end = p;
	*ret = decode_device_of(path);
	s->p = in.p - strlen(", ");
	return true;
}

/* 1 and 2 are everybody's: FIBMAP and FIGETBSZ */
static bool may_be_uvm(const struct decoder *d, uint32_t request)
{
	return request > 2 && rm_uvm(&d->v, request);
}

static void on_ioctl(const struct decoder *d, const struct call *c,
		     decode_fn fn, void *arg)
{
	struct decode_thing thing = { .kind = DECODE_REQUEST };
	enum decode_device dev = DECODE_DEV_UNKNOWN;
	struct scan s = c->args;
	uint32_t request;
	int32_t fd;

	if (!take_fd(&s, &fd))
		return;
	if (!take_path(&s, &dev))
		dev = decode_files_get(d->files, c->tid, fd);
	if (!scan_lit(&s, ","))
		return;
	scan_blanks(&s);
	if (!decode_request_parse(&s, &request))
		return;
	decode_request_split(request, dev, &thing.request);
	if (thing.request.interface == DECODE_FOREIGN ||
	    (thing.request.interface == DECODE_UVM_MAYBE &&
	     !may_be_uvm(d, request)))
		return;
	fn(arg, &thing);
}

static void on_open(const struct decoder *d, const struct call *c)
{
	struct scan s = c->args, before, path;
	int32_t fd = DECODE_FD_PENDING;

	if (!scan_until(&s, "\"", &before) || !scan_until(&s, "\"", &path))
		return;
	if (call_result(s, &fd) || scan_find(s, "<unfinished"))
		decode_files_set(d->files, c->tid, fd, decode_device_of(path));
}

static void on_open_resumed(const struct decoder *d, const struct call *c)
{
	enum decode_device dev = decode_files_get(d->files, c->tid,
						  DECODE_FD_PENDING);
	int32_t fd;

	if (call_result(c->args, &fd))
		decode_files_set(d->files, c->tid, fd, dev);
}

static void on_close(const struct decoder *d, const struct call *c)
{
	struct scan s = c->args;
	int32_t fd;

	if (take_fd(&s, &fd))
		decode_files_set(d->files, c->tid, fd, DECODE_DEV_UNKNOWN);
}

static void on_dup(const struct decoder *d, const struct call *c)
{
	struct scan s = c->args;
	int32_t from, to;

	if (!take_fd(&s, &from) || !call_result(s, &to))
		return;
	/* fcntl() has other uses, which return no descriptor */
	if (scan_find(s, "F_") && !scan_find(s, "F_DUPFD"))
		return;
	decode_files_set(d->files, c->tid, to,
			 decode_files_get(d->files, c->tid, from));
}

enum decode_device decode_device_of(struct scan path)
{
	static const struct {
		const char *text;
		enum decode_device dev;
	} names[] = {
		{ "nvidiactl", DECODE_DEV_RM },
		{ "nvidia-uvm", DECODE_DEV_UVM },	/* and its -tools */
		{ "nvidia-", DECODE_DEV_NVIDIA },
		{ "dxg", DECODE_DEV_DXG },
	};
	struct scan s = path;
	uint64_t minor;

	if (!scan_lit(&s, "/dev/"))
		return DECODE_DEV_OTHER;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (scan_lit(&s, names[i].text))
			return names[i].dev;
	return scan_lit(&s, "nvidia") && scan_dec(&s, &minor) &&
	       s.p == s.end ? DECODE_DEV_RM : DECODE_DEV_OTHER;
}

void decode_trace(struct decoder *d, struct scan line, decode_fn fn, void *arg)
{
	struct call call;

	if (!find_call(line, &call))
		return;
	switch (call.kind) {
	case CALL_IOCTL:
		on_ioctl(d, &call, fn, arg);
		break;
	case CALL_OPEN:
		on_open(d, &call);
		break;
	case CALL_OPEN_RESUMED:
		on_open_resumed(d, &call);
		break;
	case CALL_CLOSE:
		on_close(d, &call);
		break;
	case CALL_DUP:
		on_dup(d, &call);
		break;
	}
}
