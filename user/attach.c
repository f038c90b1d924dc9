// SPDX-License-Identifier: GPL-2.0
/*
 * Attach strategies.  The base object holds what does not depend on the driver's
 * modules; what does is attached module by module.  A program of the fentry
 * strategy names its target when it is loaded: so each module gets an object of
 * its own that shares the base object's maps.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/libbpf.h>
#include <rmsnoop/shared.h>

#include "attach.h"
#include "driver.h"
#include "kretprobe.h"
#include "log.h"
#include "rmsnoop.skel.h"
#include "targets.h"

#define AREA	"attach"
#define LINKS	32

struct attached {
	bool there;
	struct rmsnoop_bpf *skel;	/* fentry: the module's own object */
	struct bpf_link *links[LINKS];
	int n_links;
};

struct attach {
	enum attach_kind kind;
	struct rmsnoop_bpf *skel;	/* not ours */
	struct kretprobes *kretprobes;
	struct attached base;
	struct attached modules[TARGET_MODULES];
};

const char *attach_name(enum attach_kind kind)
{
	static const char *const names[] = {
		[ATTACH_AUTO] = "auto", [ATTACH_FENTRY] = "fentry",
		[ATTACH_KPROBE] = "kprobe", [ATTACH_SYSCALL] = "syscall",
		[ATTACH_MODULE] = "module",
	};

	return names[kind];
}

/* the programs that need no module, by strategy; the tp_btf ones are in all */
#define BASE_PROGRAMS	8
static const char *const base_programs[][BASE_PROGRAMS] = {
	[ATTACH_MODULE] = { "fentry_fd_install", "fentry_munmap", "fentry_new_mapping",
			    "module_ioctl_enter", "module_ioctl_exit", "module_open",
			    "module_release", "module_mmap" },
	[ATTACH_FENTRY] = { "fentry_fd_install", "fentry_munmap", "fentry_new_mapping" },
	[ATTACH_KPROBE] = { "kprobe_fd_install", "kprobe_munmap", "kprobe_new_mapping" },
	[ATTACH_SYSCALL] = { "syscall_enter", "syscall_exit" },
};

/* what the base programs with no target in their section name attach to */
static const struct {
	const char *program;
	const char *symbol;
} base_targets[] = {
	{ "fentry_fd_install", "fd_install" }, { "fentry_munmap", "__x64_sys_munmap" },
	{ "kprobe_fd_install", "fd_install" }, { "kprobe_munmap", "__x64_sys_munmap" },
	{ "fentry_new_mapping", "perf_event_mmap" },
	{ "kprobe_new_mapping", "perf_event_mmap" },
};

static const char *base_target(const char *program)
{
	for (size_t i = 0; i < sizeof(base_targets) / sizeof(base_targets[0]); i++)
		if (!strcmp(base_targets[i].program, program))
			return base_targets[i].symbol;
	return NULL;
}

static bool is_base(const char *name, enum attach_kind kind)
{
	for (int i = 0; i < BASE_PROGRAMS && base_programs[kind][i]; i++)
		if (!strcmp(base_programs[kind][i], name))
			return true;
	return false;
}

/* kprobe programs are one for all modules, so they load with the base */
static bool is_shared(const char *name, enum attach_kind kind)
{
	for (size_t i = 0; kind == ATTACH_KPROBE && i < target_count; i++)
		if ((targets[i].kprobe && !strcmp(targets[i].kprobe, name)) ||
		    (targets[i].kretprobe && !strcmp(targets[i].kretprobe, name)))
			return true;
	return false;
}

static bool is_common(const struct bpf_program *p)
{
	const char *sec = bpf_program__section_name(p);

	if (!strncmp(sec, "iter/", 5))
		return true;
	/* a kernel without printk has none */
	if (!strcmp(sec, "tp_btf/console"))
		return libbpf_find_vmlinux_btf_id("console", BPF_TRACE_RAW_TP) > 0;
	return !strncmp(sec, "tp_btf/", 7) && strncmp(sec, "tp_btf/sys_", 11) &&
	       strncmp(sec, "tp_btf/rmsnoop_", 15);
}

void attach_select(struct rmsnoop_bpf *skel, enum attach_kind kind)
{
	struct bpf_program *p;

	bpf_object__for_each_program(p, skel->obj) {
		const char *name = bpf_program__name(p), *symbol = base_target(name);
		bool base = is_base(name, kind);

		bpf_program__set_autoload(p, base || is_common(p) || is_shared(name, kind));
		if (base && symbol && kind != ATTACH_KPROBE)
			bpf_program__set_attach_target(p, 0, symbol);
	}
}

static int link_keep(struct attached *a, struct bpf_link *link, const char *what)
{
	if (!link)
		return log_errno(AREA, errno, "failed to attach to %s", what);
	if (a->n_links == LINKS) {
		bpf_link__destroy(link);
		return log_errno(AREA, E2BIG, "failed to attach to %s", what);
	}
	a->links[a->n_links++] = link;
	return 0;
}

static void detach(struct attached *a)
{
	while (a->n_links)
		bpf_link__destroy(a->links[--a->n_links]);
	if (a->skel)
		rmsnoop_bpf__destroy(a->skel);
	memset(a, 0, sizeof(*a));
}

static int base_attach(struct attach *a)
{
	struct bpf_program *p;
	int err;

	bpf_object__for_each_program(p, a->skel->obj) {
		const char *name = bpf_program__name(p), *symbol = base_target(name);
		bool base = is_base(name, a->kind), iter = !strncmp(
			bpf_program__section_name(p), "iter/", 5);
		struct bpf_link *link;

		if (iter || (!base && !is_common(p)))
			continue;
		if (a->kind == ATTACH_KPROBE && symbol)
			link = bpf_program__attach_kprobe(p, false, symbol);
		else
			link = bpf_program__attach(p);
		err = link_keep(&a->base, link, symbol ? symbol : name);
		if (err)
			return err;
	}
	return 0;
}

int attach_new(struct rmsnoop_bpf *skel, enum attach_kind kind, struct attach **ret_attach)
{
	struct attach *a = calloc(1, sizeof(*a));
	int err = -ENOMEM;

	if (!a)
		return log_errno(AREA, ENOMEM, "failed to start");
	a->kind = kind;
	a->skel = skel;
	if (kind == ATTACH_KPROBE) {
		err = kretprobes_new(&a->kretprobes);
		if (err)
			goto err_free;
	}
	err = base_attach(a);
	if (err)
		goto err_free;
	*ret_attach = a;
	return 0;

err_free:
	attach_free(a);
	return err;
}

void attach_free(struct attach *a)
{
	if (!a)
		return;
	for (int m = 0; m < TARGET_MODULES; m++)
		detach(&a->modules[m]);
	detach(&a->base);
	kretprobes_free(a->kretprobes);
	free(a);
}

static bool module_among(const struct driver *d, enum target_module module)
{
	return module == TARGET_NVIDIA ? d->nvidia :
	       module == TARGET_UVM ? d->uvm : d->modeset;
}

/* a module may be unloaded while we attach to it: nothing is wrong then */
static bool module_gone(enum target_module module)
{
	struct driver d;

	driver_read(&d);
	return !module_among(&d, module);
}

/* a driver whose entry points have other names cannot be traced this way */
static int target_missing(const struct target *t)
{
	if (module_gone(t->module))
		return -ENODEV;
	log_error(AREA, "module %s has no function %s that is known: use --attach=syscall",
		  target_module_names[t->module], t->names[0]);
	return -EOPNOTSUPP;
}

/* ---- fentry: an object for the module --------------------------------- */

/* 0, or -errno: no such function */
static int program_aim(struct rmsnoop_bpf *skel, const char *name, const char *symbol)
{
	struct bpf_program *p;
	int err;

	if (!name)
		return 0;
	p = bpf_object__find_program_by_name(skel->obj, name);
	err = p ? bpf_program__set_attach_target(p, 0, symbol) : -ENOENT;
	if (!err)
		bpf_program__set_autoload(p, true);
	return err;
}

/* at the first of its names that the module has */
static bool target_aim(struct rmsnoop_bpf *skel, const struct target *t)
{
	for (int i = 0; i < TARGET_NAMES && t->names[i]; i++)
		if (!program_aim(skel, t->fentry, t->names[i]) &&
		    !program_aim(skel, t->fexit, t->names[i]))
			return true;
	return false;
}

/* the base object's maps, in the same order: both come from one skeleton */
static int maps_share(struct rmsnoop_bpf *skel, struct rmsnoop_bpf *base)
{
	struct bpf_map *m, *b;
	int err;

	bpf_object__for_each_map(m, skel->obj) {
		b = bpf_object__find_map_by_name(base->obj, bpf_map__name(m));
		if (!b || bpf_map__fd(b) < 0) {
			bpf_map__set_autocreate(m, false);
			continue;
		}
		err = bpf_map__reuse_fd(m, bpf_map__fd(b));
		if (err)
			return err;
	}
	return 0;
}

static int fentry_module(struct attach *a, enum target_module module)
{
	struct attached *at = &a->modules[module];
	struct bpf_program *p;
	int err;

	at->skel = rmsnoop_bpf__open();
	if (!at->skel)
		return log_errno(AREA, errno, "failed to open the BPF object");
	bpf_object__for_each_program(p, at->skel->obj)
		bpf_program__set_autoload(p, false);
	for (size_t i = 0; i < target_count; i++)
		if (targets[i].module == module && !target_aim(at->skel, &targets[i]) &&
		    targets[i].needed)
			return target_missing(&targets[i]);
	err = maps_share(at->skel, a->skel);
	if (!err)
		err = rmsnoop_bpf__load(at->skel);
	if (err)
		return log_errno(AREA, err, "failed to load for %s",
				 target_module_names[module]);
	bpf_object__for_each_program(p, at->skel->obj) {
		if (!bpf_program__autoload(p))
			continue;
		err = link_keep(at, bpf_program__attach(p), bpf_program__name(p));
		if (err)
			return err;
	}
	return 0;
}

/* ---- kprobe ------------------------------------------------------------ */

/* -ENOENT: no such function */
static int kprobe_symbol(struct attach *a, struct attached *at, const struct target *t,
			 const char *symbol)
{
	struct bpf_link *ret = NULL, *link;
	struct bpf_program *p;
	int err;

	/* the return first: a call must not be entered that cannot return */
	if (t->kretprobe) {
		p = bpf_object__find_program_by_name(a->skel->obj, t->kretprobe);
		err = kretprobe_attach(a->kretprobes, p, symbol, &ret);
		if (err)
			return err;
		err = link_keep(at, ret, symbol);
		if (err)
			return err;
	}
	p = bpf_object__find_program_by_name(a->skel->obj, t->kprobe);
	link = bpf_program__attach_kprobe(p, false, symbol);
	return link || errno != ENOENT ? link_keep(at, link, symbol) : -ENOENT;
}

static int kprobe_target(struct attach *a, struct attached *at, const struct target *t)
{
	int err = -ENOENT;

	for (int i = 0; i < TARGET_NAMES && t->names[i] && err == -ENOENT; i++)
		err = kprobe_symbol(a, at, t, t->names[i]);
	if (err == -ENOENT)
		return t->needed ? target_missing(t) : 0;
	return err ? log_errno(AREA, err, "failed to attach to %s", t->names[0]) : 0;
}

static int kprobe_module(struct attach *a, enum target_module module)
{
	int err = 0;

	for (size_t i = 0; i < target_count && !err; i++)
		if (targets[i].module == module)
			err = kprobe_target(a, &a->modules[module], &targets[i]);
	return err;
}

/* ---- following the driver ---------------------------------------------- */

static int module_attach(struct attach *a, enum target_module module)
{
	int err = a->kind == ATTACH_FENTRY ? fentry_module(a, module) :
					     kprobe_module(a, module);

	if (err)
		detach(&a->modules[module]);
	else
		a->modules[module].there = true;
	return err;
}

void attach_forget(struct attach *a, const struct driver *gone)
{
	for (int m = 0; m < TARGET_MODULES; m++)
		if (a->modules[m].there && module_among(gone, m))
			detach(&a->modules[m]);
}

int attach_follow(struct attach *a, const struct driver *d)
{
	int err, ret = 0;

	/* the kernel's own tracepoints and the module's stay */
	if (a->kind == ATTACH_SYSCALL || a->kind == ATTACH_MODULE)
		return 0;
	for (int m = 0; m < TARGET_MODULES; m++) {
		bool there = module_among(d, m);

		if (a->modules[m].there && !there)
			detach(&a->modules[m]);
		if (a->modules[m].there || !there)
			continue;
		err = module_attach(a, m);
		/* modeset is not what anyone came for */
		if (err && m != TARGET_MODESET && !module_gone(m))
			ret = err;
	}
	return ret;
}
