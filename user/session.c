// SPDX-License-Identifier: GPL-2.0
/* A live session: knobs, load, attach, the command, the source. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <rmsnoop/shared.h>

#include "attach.h"
#include "child.h"
#include "driver.h"
#include "feature.h"
#include "log.h"
#include "rmsnoop.skel.h"
#include "session.h"
#include "sizes.h"
#include "source/proc.h"
#include "source/ring.h"

#define AREA		"session"
#define RING_DEFAULT	(16u << 20)
#define STACK_DEFAULT	(32u << 10)

struct session {
	struct rmsnoop_bpf *skel;
	struct attach *attach;
	struct bpf_link *iter;
	struct source *source;
	struct child child;
	struct driver driver;
	enum attach_kind kind;
	int watch_fd;
	char meta[1024];
};

/* ---- knobs and sizes: before load -------------------------------------- */

static uint32_t page_up(size_t n)
{
	size_t size = 4096;

	while (size < n && size < 1u << 30)
		size <<= 1;
	return size;
}

static void knobs_set(struct rmsnoop_bpf *skel, const struct session_opts *o)
{
	struct rms_config *cfg = (struct rms_config *)&skel->rodata->cfg;
	uint32_t ring = page_up(o->ring_size ? o->ring_size : RING_DEFAULT);
	int cpus = libbpf_num_possible_cpus();

	cfg->self = getpid();
	cfg->all = o->all;
	cfg->calls = o->want_calls;
	if (getrandom(&cfg->file_key, sizeof(cfg->file_key), 0) < 0)
		cfg->file_key = (uintptr_t)skel;	/* at boot, before there is any */
	cfg->payload_max = o->payload_max ? o->payload_max : RMS_PAYLOAD_SMALL;
	cfg->large = cfg->payload_max > RMS_PAYLOAD_SMALL;
	cfg->stack_max = o->no_stack ? 0 : o->stack_max ? o->stack_max : STACK_DEFAULT;
	cfg->wake_bytes = ring / 8 / (cpus > 0 ? cpus : 1);
	if (o->command || o->n_pids)
		cfg->filter |= RMS_FILTER_TREE;
	if (o->n_comms)
		cfg->filter |= RMS_FILTER_COMM;
	if (o->cgroup)
		cfg->filter |= RMS_FILTER_CGROUP;
	bpf_map__set_max_entries(skel->maps.ring, ring);
	/* slots and slots_large are both made, though one stays empty: compilers
	 * load either's address where the other is chosen */
	bpf_map__set_value_size(skel->maps.signal_room, sizeof(struct rms_signal) +
				RMS_CODE_LEN + ((cfg->stack_max + 7) & ~7u) + 8192);
	bpf_map__set_max_entries(skel->maps.signal_room, cpus > 0 ? cpus : 1);
}

static int limits_check(const struct session_opts *o)
{
	if (o->payload_max > RMS_PAYLOAD_LARGE)
		return log_errno(AREA, EINVAL, "failed to keep %zu bytes of a payload: at most %d",
				 o->payload_max, RMS_PAYLOAD_LARGE);
	if (o->stack_max > RMS_STACK_MAX)
		return log_errno(AREA, EINVAL, "failed to keep %zu bytes of a stack: at most %d",
				 o->stack_max, RMS_STACK_MAX);
	return 0;
}

/* ---- maps: after load ---------------------------------------------------- */

static int watch_pid(struct session *s, pid_t pid, bool mapped)
{
	struct rms_watch w = { .wanted = 1, .mapped = mapped };
	__u32 key = pid;

	return bpf_map_update_elem(bpf_map__fd(s->skel->maps.watched), &key, &w, BPF_ANY);
}

static int filter_comms(struct session *s, const struct session_opts *o)
{
	int fd = bpf_map__fd(s->skel->maps.comms);
	char one = 1;

	for (size_t i = 0; i < o->n_comms; i++) {
		char key[RMS_COMM_LEN] = "";

		/* the kernel keeps 15 bytes of a name */
		snprintf(key, sizeof(key), "%s", o->comms[i]);
		if (bpf_map_update_elem(fd, key, &one, BPF_ANY))
			return log_errno(AREA, errno, "failed to filter by name %s", o->comms[i]);
	}
	return 0;
}

static int filter_cgroup(struct session *s, const struct session_opts *o)
{
	__u32 zero = 0;
	int fd, err = 0;

	if (!o->cgroup)
		return 0;
	fd = open(o->cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return log_errno(AREA, errno, "failed to open cgroup %s", o->cgroup);
	if (bpf_map_update_elem(bpf_map__fd(s->skel->maps.cgroups), &zero, &fd, BPF_ANY))
		err = log_errno(AREA, errno, "failed to filter by cgroup %s", o->cgroup);
	close(fd);
	return err;
}

/* "PATH=CLASS": a device that stands in for one of the driver's */
static int test_device_set(struct session *s, const char *spec)
{
	static const char *const classes[] = { "other", "ctl", "gpu", "modeset", "uvm" };
	const char *eq = spec ? strrchr(spec, '=') : NULL;
	char path[256];
	struct stat st;

	if (!spec)
		return 0;
	snprintf(path, sizeof(path), "%.*s", eq ? (int)(eq - spec) : 0, spec);
	if (!eq || stat(path, &st) || !S_ISCHR(st.st_mode))
		return log_errno(AREA, ENODEV, "failed to use %s as a device", spec);
	for (unsigned int i = 1; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (!strcmp(eq + 1, classes[i]))
			s->skel->bss->live.test_dev = i;
	if (!s->skel->bss->live.test_dev)
		return log_errno(AREA, EINVAL, "failed to know device class %s", eq + 1);
	s->skel->bss->live.test_rdev = major(st.st_rdev) << 20 | minor(st.st_rdev);
	return 0;
}

/* ---- the driver ---------------------------------------------------------- */

static int driver_tell(struct session *s, source_fn fn, void *ctx)
{
	struct {
		struct rms_driver d;
		char text[32];
	} x = {};
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	x.d.len = snprintf(x.text, sizeof(x.text), "%s", s->driver.version);
	x.d.h.size = sizeof(x.d) + RMS_ALIGN(x.d.len);
	x.d.h.kind = RMS_DRIVER;
	x.d.h.fixed = sizeof(x.d);
	x.d.h.time = t.tv_sec * 1000000000ull + t.tv_nsec;
	return fn(ctx, &x, x.d.h.size);
}

/* takes the driver as it is now: numbers, sizes, hooks */
static int driver_follow(struct session *s)
{
	driver_read(&s->driver);
	s->skel->bss->live.uvm_major = s->driver.uvm_major;
	s->skel->bss->live.caps_major = s->driver.caps_major;
	sizes_set(s->skel, s->driver.version);
	return attach_follow(s->attach, &s->driver);
}

/* what became of a module; @err: of attaching, which has told of it */
static void module_told(const char *what, bool is, bool was, bool gone, int err)
{
	/* one that went and came back since the last look was loaded anew */
	if (is && (!was || gone))
		log_info("driver", "%s was loaded%s", what,
			 err ? ", but not all was attached" : ": attached");
	else if (was && !is)
		log_info("driver", "%s was unloaded", what);
}

/* what cannot be attached to now does not end the tracing of all else */
static int driver_changed(void *ctx, source_fn fn, void *fn_ctx)
{
	struct session *s = ctx;
	struct driver before = s->driver, gone;
	char name[64];
	int err;

	if (!driver_watch_changed(s->watch_fd, &gone))
		return 0;
	attach_forget(s->attach, &gone);
	err = driver_follow(s);
	snprintf(name, sizeof(name), "NVIDIA driver%s%s", s->driver.version[0] ? " " : "",
		 s->driver.version);
	module_told(name, s->driver.nvidia, before.nvidia, gone.nvidia, err);
	module_told("nvidia-uvm", s->driver.uvm, before.uvm, gone.uvm, err);
	if (s->driver.nvidia != before.nvidia || (s->driver.nvidia && gone.nvidia) ||
	    strcmp(s->driver.version, before.version))
		return driver_tell(s, fn, fn_ctx);
	return 0;
}

/* ---- processes that are older than we are ------------------------------- */

static int push(void *ctx, const void *data, size_t len)
{
	return source_ring_push(ctx, data, len);
}

static int known_process(void *ctx, pid_t pid)
{
	struct session *s = ctx;
	int err = proc_records(pid, push, s->source);

	if (!err && watch_pid(s, pid, true))
		err = -errno;
	return err;
}

static int processes_seed(struct session *s, const struct session_opts *o)
{
	int err = 0;

	if (o->command)
		return watch_pid(s, s->child.pid, true) ? -errno : 0;
	for (size_t i = 0; i < o->n_pids && !err; i++) {
		if (kill(o->pids[i], 0) && errno == ESRCH)
			return log_errno(AREA, ESRCH, "failed to trace process %d", o->pids[i]);
		err = known_process(s, o->pids[i]);
	}
	if (!o->n_pids && !o->cgroup)
		err = proc_find(o->comms, o->n_comms, known_process, s);
	return err;
}

/* ---- open and close ------------------------------------------------------ */

/* libbpf talks much: a verifier's log is for who asked for everything */
static int libbpf_said(enum libbpf_print_level level, const char *fmt, va_list args)
{
	(void)level;
	/* whole, as it comes: a verifier's log is longer than any message */
	return log_enabled(LOG_TRACE) ? vfprintf(stderr, fmt, args) : 0;
}

static void meta_make(struct session *s, const struct session_opts *o)
{
	const struct rms_config *cfg = (const void *)&s->skel->rodata->cfg;
	struct timespec mono, real;
	struct utsname u;
	size_t n;

	uname(&u);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_REALTIME, &real);
	n = snprintf(s->meta, sizeof(s->meta), "kernel=%s\nmachine=%s\nattach=%s\n"
		     "clock_offset=%lld\npayload_max=%u\nstack_max=%u\n", u.release, u.machine,
		     attach_name(s->kind),
		     (real.tv_sec - mono.tv_sec) * 1000000000ll + real.tv_nsec - mono.tv_nsec,
		     cfg->payload_max, cfg->stack_max);
	if (s->driver.version[0] && n < sizeof(s->meta))
		n += snprintf(s->meta + n, sizeof(s->meta) - n, "driver=%s\n", s->driver.version);
	if (o->command && !strchr(o->command[0], '\n') && n < sizeof(s->meta))
		n += snprintf(s->meta + n, sizeof(s->meta) - n, "command=%s\n", o->command[0]);
	if (n >= sizeof(s->meta))	/* a line cut short is no line */
		*(char *)memrchr(s->meta, '\n', sizeof(s->meta)) = 0;
}

static int strategy_choose(struct session *s, enum attach_kind wanted)
{
	const struct feature *lacks = NULL;
	struct features fs;
	int err;

	features_probe(&fs);
	err = features_choose(&fs, wanted, &s->kind, &lacks);
	if (err && lacks)
		log_error(AREA, "cannot trace%s%s: %s: %s\n  %s", wanted ? " by " : "",
			  wanted ? attach_name(wanted) : "", lacks->name, lacks->why,
			  lacks->remedy ? lacks->remedy : "");
	return err;
}

static int object_load(struct session *s, const struct session_opts *o)
{
	/* 4: the verifier's statistics, a line a program */
	LIBBPF_OPTS(bpf_object_open_opts, open_opts,
		    .kernel_log_level = log_enabled(LOG_TRACE) ? 4 : 0);
	int err;

	s->skel = rmsnoop_bpf__open_opts(&open_opts);
	if (!s->skel)
		return log_errno(AREA, errno, "failed to open the BPF object");
	knobs_set(s->skel, o);
	attach_select(s->skel, s->kind);
	err = rmsnoop_bpf__load(s->skel);
	if (err)
		return log_errno(AREA, err, "failed to load the BPF programs (-vv tells more)");
	err = filter_comms(s, o);
	if (!err)
		err = filter_cgroup(s, o);
	if (!err)
		err = test_device_set(s, o->test_device);
	return err;
}

static int ring_open(struct session *s)
{
	struct ring_opts opts = {
		.main_fd = bpf_map__fd(s->skel->maps.ring),
		.urgent_fd = bpf_map__fd(s->skel->maps.urgent),
		.iter_fd = -1,
		.cpus = (const void *)s->skel->bss->cpus,
		.meta = s->meta,
		.watch_fd = s->watch_fd,
		.changed = driver_changed,
		.changed_ctx = s,
	};

	s->iter = bpf_program__attach_iter(s->skel->progs.calls_in_flight, NULL);
	if (s->iter)
		opts.iter_fd = bpf_link__fd(s->iter);
	else
		log_warn(AREA, "calls in flight cannot be listed: %s", strerror(errno));
	return source_ring_open(&opts, &s->source);
}

static int command_start(struct session *s, const struct session_opts *o)
{
	int err;

	if (!o->command)
		return 0;
	err = child_start(&s->child, o->command);
	return err ? log_errno("command", err, "failed to start %s", o->command[0]) : 0;
}

static int command_go(struct session *s, const struct session_opts *o)
{
	int err;

	if (!o->command)
		return 0;
	err = child_release(&s->child);
	return err ? -log_errno("command", err, "failed to run %s", o->command[0]) : 0;
}

int session_open(const struct session_opts *opts, struct session **ret_session)
{
	struct session *s;
	int err = limits_check(opts);

	if (err)
		return err;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	libbpf_set_print(libbpf_said);
	s->child.go = s->child.failed = s->child.pidfd = s->watch_fd = -1;
	err = strategy_choose(s, opts->attach);
	if (!err)
		err = object_load(s, opts);
	if (err)
		goto err_close;
	/* before the first look at the driver, so that no change is missed */
	s->watch_fd = driver_watch_open();
	if (s->watch_fd < 0)
		log_warn("driver", "its coming and going cannot be followed: %s",
			 strerror(-s->watch_fd));
	err = command_start(s, opts);
	if (!err)
		err = attach_new(s->skel, s->kind, &s->attach);
	if (!err)
		err = driver_follow(s);
	if (err)
		goto err_close;
	if (!s->driver.nvidia && !s->skel->bss->live.test_rdev)
		log_info("driver", "no NVIDIA driver is loaded: waiting for it");
	meta_make(s, opts);
	err = ring_open(s);
	if (!err)
		err = processes_seed(s, opts);
	if (!err)
		err = command_go(s, opts);
	if (err)
		goto err_close;
	if (!opts->command)
		log_info(NULL, "tracing by %s", attach_name(s->kind));
	*ret_session = s;
	return 0;

err_close:
	session_close(s);
	return err;
}

void session_close(struct session *s)
{
	if (!s)
		return;
	child_drop(&s->child);
	source_close(s->source);
	bpf_link__destroy(s->iter);
	attach_free(s->attach);
	rmsnoop_bpf__destroy(s->skel);
	if (s->watch_fd >= 0)
		close(s->watch_fd);
	free(s);
}

struct source *session_source(struct session *s)
{
	return s->source;
}

int session_command_fd(const struct session *s)
{
	return s->child.pid ? s->child.pidfd : -1;
}

int session_command_status(struct session *s)
{
	return child_reap(&s->child);
}

const char *session_attach_name(const struct session *s)
{
	return attach_name(s->kind);
}
