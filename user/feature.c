// SPDX-License-Identifier: GPL-2.0
/* Feature probes: each loads and attaches the smallest thing that shows it. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "driver.h"
#include "feature.h"

#define PROBE_SYMBOL	"fd_install"	/* hooked by two of the strategies anyway */

/* r0 = 0; exit */
static const struct bpf_insn nothing[] = {
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
	{ .code = BPF_JMP | BPF_EXIT },
};

static void said(struct feature *f, int err)
{
	f->ok = !err;
	if (err)
		snprintf(f->why, sizeof(f->why), "%s", strerror(-err));
}

/* what cannot be tried is not told to be missing */
static void untold(struct feature *f, const char *why)
{
	f->ok = false;
	f->remedy = NULL;
	snprintf(f->why, sizeof(f->why), "%s", why);
}

static int program_load(enum bpf_prog_type type, enum bpf_attach_type attach,
			const char *symbol)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts);
	int id, fd;

	if (type == BPF_PROG_TYPE_TRACING) {
		id = libbpf_find_vmlinux_btf_id(symbol, attach);
		if (id < 0)
			return id;
		opts.attach_btf_id = id;
		opts.expected_attach_type = attach;
	}
	fd = bpf_prog_load(type, "rms_probe", "GPL", nothing, 2, &opts);
	return fd < 0 ? -errno : fd;
}

/* loads and attaches to a function or tracepoint of the kernel */
static int try_tracing(enum bpf_attach_type attach, const char *symbol)
{
	int prog = program_load(BPF_PROG_TYPE_TRACING, attach, symbol), link, err = 0;

	if (prog < 0)
		return prog;
	link = bpf_raw_tracepoint_open(NULL, prog);
	if (link < 0)
		err = -errno;
	else
		close(link);
	close(prog);
	return err;
}

/* lockdown takes the helper away: bpf_probe_read_kernel(fp - 8, 8, NULL) */
static int try_read(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_1, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_1, .imm = -8 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_2, .imm = 8 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_3 },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_probe_read_kernel },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_KPROBE, "rms_probe", "GPL", insns,
			       sizeof(insns) / sizeof(insns[0]), NULL);

	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

/* the level in force is the word in brackets */
static bool is_locked_down(void)
{
	char line[64] = "";
	FILE *f = fopen("/sys/kernel/security/lockdown", "re");

	if (!f)
		return false;
	if (!fgets(line, sizeof(line), f))
		line[0] = 0;
	fclose(f);
	return strstr(line, "[confidentiality]");
}

static void probe_read(struct feature *f)
{
	said(f, try_read());
	if (!f->ok && is_locked_down())
		snprintf(f->why, sizeof(f->why), "kernel lockdown: confidentiality");
}

static int try_map(enum bpf_map_type type, __u32 key, __u32 value, __u32 entries)
{
	int fd = bpf_map_create(type, "rms_probe", key, value, entries, NULL);

	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

static void probe_privilege(struct feature *f)
{
	int fd = program_load(BPF_PROG_TYPE_KPROBE, 0, NULL);

	said(f, fd < 0 ? fd : 0);
	if (fd >= 0)
		close(fd);
	else if (geteuid())
		snprintf(f->why, sizeof(f->why), "not root");
}

static void probe_btf(struct feature *f)
{
	said(f, access("/sys/kernel/btf/vmlinux", R_OK) ? -errno : 0);
	if (!f->ok)
		snprintf(f->why, sizeof(f->why), "no /sys/kernel/btf/vmlinux");
}

/* opens the event of a kprobe: what attaching starts with */
static int try_kprobe(const char *symbol)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	FILE *f = fopen("/sys/bus/event_source/devices/kprobe/type", "re");
	int fd;

	if (!f)
		return -errno;
	if (fscanf(f, "%u", &attr.type) != 1)
		attr.type = 0;
	fclose(f);
	if (!attr.type)
		return -ENODEV;
	attr.config1 = (uintptr_t)symbol;
	fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

static void probe_kprobe(struct feature *f)
{
	int err = try_kprobe(PROBE_SYMBOL);

	said(f, err);
	if (err == -ENOENT)
		snprintf(f->why, sizeof(f->why), "the kernel has no kprobes");
}

static void probe_tracefs(struct feature *f)
{
	f->ok = !access("/sys/kernel/tracing/kprobe_events", W_OK) ||
		!access("/sys/kernel/debug/tracing/kprobe_events", W_OK);
	if (!f->ok)
		snprintf(f->why, sizeof(f->why), "no kprobe_events in tracefs");
}

static void probe_driver(struct features *fs)
{
	struct feature *nv = &fs->f[FEATURE_DRIVER], *btf = &fs->f[FEATURE_DRIVER_BTF],
		       *uvm = &fs->f[FEATURE_UVM];
	struct driver d;

	driver_read(&d);
	nv->ok = d.nvidia;
	snprintf(nv->why, sizeof(nv->why), "%s", d.nvidia ? d.version : "nvidia.ko is not loaded");
	uvm->ok = d.uvm;
	if (d.uvm)
		snprintf(uvm->why, sizeof(uvm->why), "major %u", d.uvm_major);
	else
		snprintf(uvm->why, sizeof(uvm->why), "nvidia-uvm.ko is not loaded");
	btf->ok = d.nvidia && !access("/sys/kernel/btf/nvidia", R_OK);
	if (!btf->ok)
		snprintf(btf->why, sizeof(btf->why), "%s", d.nvidia ?
			 "no /sys/kernel/btf/nvidia" : "nvidia.ko is not loaded");
}

/* its tracepoints can be attached to when its BTF is there */
static void probe_module(struct feature *f)
{
	f->ok = !access("/sys/kernel/btf/rmsnoop", R_OK);
	if (!f->ok)
		snprintf(f->why, sizeof(f->why), "%s",
			 access("/sys/module/rmsnoop", F_OK) ? "not loaded" :
			 "it has no BTF");
}

static void probe_types(struct features *fs)
{
	struct feature *tp = &fs->f[FEATURE_TRACEPOINT], *fentry = &fs->f[FEATURE_FENTRY];

	if (!fs->f[FEATURE_BTF].ok) {
		untold(tp, "not known without the kernel's BTF");
		untold(fentry, "not known without the kernel's BTF");
		return;
	}
	said(tp, try_tracing(BPF_TRACE_RAW_TP, "signal_deliver"));
	said(fentry, try_tracing(BPF_TRACE_FENTRY, PROBE_SYMBOL));
}

static void probe_kernel(struct features *fs)
{
	struct feature *f = fs->f;

	said(&f[FEATURE_RINGBUF], try_map(BPF_MAP_TYPE_RINGBUF, 0, 0, 4096));
	/* a storage map needs BTF of its value: its type is known by the error */
	f[FEATURE_STORAGE].ok = try_map(BPF_MAP_TYPE_TASK_STORAGE, 4, 4, 0) != -EPERM;
	if (!f[FEATURE_STORAGE].ok)
		said(&f[FEATURE_STORAGE], -EPERM);
	probe_read(&f[FEATURE_READ]);
	probe_types(fs);
	probe_kprobe(&f[FEATURE_KPROBE]);
	probe_tracefs(&f[FEATURE_TRACEFS]);
}

#define ROOT	"run it as root (sudo), or with CAP_BPF, CAP_PERFMON and CAP_SYS_ADMIN"
#define KERNEL	"use a kernel of 6.1 or later with CONFIG_DEBUG_INFO_BTF=y"
#define READ	"boot without lockdown=confidentiality (integrity is fine)"
#define DIRECT	"needs CONFIG_FUNCTION_TRACER and BPF direct calls; --attach=auto uses another strategy"

void features_probe(struct features *ret)
{
	struct features fs = { .f = {
		[FEATURE_PRIVILEGE] = { "privilege", .needed = true, .remedy = ROOT },
		[FEATURE_BTF] = { "kernel BTF", .needed = true, .remedy = KERNEL },
		[FEATURE_RINGBUF] = { "BPF ring buffer", .needed = true, .remedy = KERNEL },
		[FEATURE_STORAGE] = { "BPF task storage", .needed = true, .remedy = KERNEL },
		[FEATURE_READ] = { "reads by BPF", .needed = true, .remedy = READ },
		[FEATURE_TRACEPOINT] = { "signal tracepoint", .needed = true, .remedy = KERNEL },
		[FEATURE_FENTRY] = { "fentry", .remedy = DIRECT },
		[FEATURE_KPROBE] = { "kprobes",
			.remedy = "needs CONFIG_KPROBES and CONFIG_BPF_EVENTS; --attach=auto uses another strategy" },
		[FEATURE_TRACEFS] = { "tracefs",
			.remedy = "mount -t tracefs tracefs /sys/kernel/tracing; without it the strategy kprobe misses returns under load" },
		[FEATURE_MODULE] = { "rmsnoop.ko",
			.remedy = "load it (modprobe rmsnoop) for calls inside the kernel and users other than root; nothing else needs it" },
		[FEATURE_DRIVER] = { "nvidia.ko",
			.remedy = "load it (modprobe nvidia); rmsnoop waits for it" },
		[FEATURE_DRIVER_BTF] = { "nvidia.ko BTF",
			.remedy = "build the module with pahole and the kernel's vmlinux at hand; --attach=auto uses kprobes instead" },
		[FEATURE_UVM] = { "nvidia-uvm.ko",
			.remedy = "CUDA loads it when it starts (nvidia-modprobe -u)" },
	} };

	probe_privilege(&fs.f[FEATURE_PRIVILEGE]);
	probe_btf(&fs.f[FEATURE_BTF]);
	probe_driver(&fs);
	probe_module(&fs.f[FEATURE_MODULE]);
	if (fs.f[FEATURE_PRIVILEGE].ok)
		probe_kernel(&fs);
	else
		for (int i = FEATURE_RINGBUF; i <= FEATURE_TRACEFS; i++)
			untold(&fs.f[i], "not known without the privilege");
	*ret = fs;
}

/* the features that a strategy needs beyond those that all need */
static const struct feature *strategy_lacks(const struct features *fs, enum attach_kind kind)
{
	const struct feature *f = fs->f;

	if (kind == ATTACH_MODULE && !f[FEATURE_MODULE].ok)
		return &f[FEATURE_MODULE];
	/* the module's strategy sees descriptors and mappings that way */
	if ((kind == ATTACH_FENTRY || kind == ATTACH_MODULE) && !f[FEATURE_FENTRY].ok)
		return &f[FEATURE_FENTRY];
	/* a driver that comes later may have it */
	if (kind == ATTACH_FENTRY && f[FEATURE_DRIVER].ok && !f[FEATURE_DRIVER_BTF].ok)
		return &f[FEATURE_DRIVER_BTF];
	if (kind == ATTACH_KPROBE && !f[FEATURE_KPROBE].ok)
		return &f[FEATURE_KPROBE];
	return NULL;
}

int features_choose(const struct features *fs, enum attach_kind wanted,
		    enum attach_kind *ret_kind, const struct feature **ret_lacks)
{
	static const enum attach_kind order[] = {
		ATTACH_FENTRY, ATTACH_MODULE, ATTACH_KPROBE, ATTACH_SYSCALL
	};

	for (int i = 0; i < FEATURES; i++) {
		if (!fs->f[i].needed || fs->f[i].ok)
			continue;
		*ret_lacks = &fs->f[i];
		return i == FEATURE_PRIVILEGE ? -EPERM : -EOPNOTSUPP;
	}
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		const struct feature *lacks = strategy_lacks(fs, order[i]);

		if (wanted != ATTACH_AUTO && wanted != order[i])
			continue;
		if (wanted == ATTACH_AUTO && order[i] == ATTACH_FENTRY &&
		    !fs->f[FEATURE_DRIVER].ok)
			continue;	/* whether it will have BTF is not known yet */
		if (lacks && wanted != ATTACH_AUTO) {
			*ret_lacks = lacks;
			return -EOPNOTSUPP;
		}
		if (lacks)
			continue;
		*ret_kind = order[i];
		return 0;
	}
	return -EOPNOTSUPP;
}
