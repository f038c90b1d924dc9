// SPDX-License-Identifier: GPL-2.0
/*
 * The moment a thread takes a signal that reports a fault: what it was, all
 * registers, the code, the stack, and every mapping.  Runs in the thread
 * itself, with the signal lock held and interrupts off: user memory is read
 * without faulting, and what is not there is marked.
 */
#include "vma.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

#define SIG_BIT(n)	(1ULL << (n))
/* SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGSEGV SIGSYS */
#define FAULT_SIGNALS	(SIG_BIT(4) | SIG_BIT(5) | SIG_BIT(6) | SIG_BIT(7) | \
			 SIG_BIT(8) | SIG_BIT(11) | SIG_BIT(31))
#define SIGNAL_SEGV	11
#define SIGNAL_BUS	7
#define SIGNAL_ILL	4
#define SIGNAL_FPE	8
#define SIGNAL_TRAP	5
#define SI_KERNEL	0x80
#define TRAP_PF		14
#define TS_COMPAT	0x2
#define PAGE		4096u
#define USER_CS32	0x23	/* __USER32_CS */

static __always_inline bool has_address(int sig, int code)
{
	/* a #GP comes as SIGSEGV with SI_KERNEL, and the CPU gives no address */
	if (code <= 0 || code == SI_KERNEL)
		return false;
	return sig == SIGNAL_SEGV || sig == SIGNAL_BUS || sig == SIGNAL_ILL ||
	       sig == SIGNAL_FPE || sig == SIGNAL_TRAP || sig == 31;
}

static __always_inline void siginfo_fill(struct rms_signal *r, struct kernel_siginfo *info,
					 struct k_sigaction *ka)
{
	u64 handler = (u64)BPF_CORE_READ(ka, sa.sa_handler);

	r->code = BPF_CORE_READ(info, si_code);
	r->handler = handler;
	r->flags |= handler == 0 ? RMS_SIG_FATAL :
		    handler == 1 ? RMS_SIG_IGNORED : RMS_SIG_HANDLER;
	if (has_address(r->sig, r->code)) {
		r->flags |= RMS_SIG_ADDR;
		r->addr = (u64)BPF_CORE_READ(info, _sifields._sigfault._addr);
	}
	if (r->code > 0) {
		r->flags |= RMS_SIG_KERNEL;
	} else {
		r->sender_pid = BPF_CORE_READ(info, _sifields._kill._pid);
		r->sender_uid = BPF_CORE_READ(info, _sifields._kill._uid);
	}
}

static __always_inline void regs_fill(struct rms_signal *r, struct task_struct *t)
{
	struct pt_regs *g = (struct pt_regs *)bpf_task_pt_regs(t);
	u64 sp = g->sp;

#define REG(NAME, field) r->regs[RMS_REG_##NAME] = g->field
	REG(R15, r15); REG(R14, r14); REG(R13, r13); REG(R12, r12);
	REG(R11, r11); REG(R10, r10); REG(R9, r9); REG(R8, r8);
	REG(BP, bp); REG(BX, bx); REG(AX, ax); REG(CX, cx); REG(DX, dx);
	REG(SI, si); REG(DI, di); REG(ORIG_AX, orig_ax); REG(IP, ip);
	REG(CS, cs); REG(FLAGS, flags); REG(SP, sp); REG(SS, ss);
#undef REG
	r->regs[RMS_REG_FS_BASE] = t->thread.fsbase;
	r->regs[RMS_REG_GS_BASE] = t->thread.gsbase;
	r->trap = t->thread.trap_nr;
	r->error = t->thread.error_code;
	r->cr2 = t->thread.cr2;
	if (t->sas_ss_size && sp - t->sas_ss_sp < t->sas_ss_size)
		r->flags |= RMS_SIG_ONSTACK;
	if ((g->cs & 0xffff) == USER_CS32)
		r->flags |= RMS_SIG_COMPAT;
}

/* reads up to @want bytes before the page of @addr ends; 0: unreadable */
static __always_inline u32 read_upto(u8 *dst, u64 addr, u32 want)
{
	u32 left = PAGE - (addr & (PAGE - 1));

	if (!bpf_probe_read_user(dst, want, (void *)addr))
		return want;
	if (left >= want || bpf_probe_read_user(dst, left & (RMS_CODE_LEN - 1), (void *)addr))
		return 0;
	return left;
}

/* RMS_CODE_BEFORE bytes before ip and as many behind as there are */
static __always_inline void code_fill(struct rms_signal *r, u8 *dst)
{
	u64 ip = r->regs[RMS_REG_IP];
	u32 before = RMS_CODE_BEFORE, in_page = ip & (PAGE - 1), after;

	if (bpf_probe_read_user(dst, RMS_CODE_BEFORE, (void *)(ip - RMS_CODE_BEFORE))) {
		before = in_page < RMS_CODE_BEFORE ? in_page : 0;
		if (before && bpf_probe_read_user(dst, before & (RMS_CODE_BEFORE - 1),
						  (void *)(ip - before)))
			before = 0;
		r->flags |= RMS_SIG_CODE_BAD;
	}
	if (before > RMS_CODE_BEFORE)
		return;
	after = read_upto(dst + before, ip, RMS_CODE_LEN - RMS_CODE_BEFORE);
	if (after < RMS_CODE_LEN - RMS_CODE_BEFORE)
		r->flags |= RMS_SIG_CODE_BAD;
	if (!after)
		before = 0;
	r->code_addr = ip - before;
	r->code_len = before + after;
}

struct stack_walk {
	u64 room;	/* key of signal_room */
	u64 addr;
	u32 off;	/* from the end of the fixed part */
	u32 end;
	bool bad;
};

/* up to the end of one page */
static long stack_cb(u32 i, struct stack_walk *w)
{
	u32 key = w->room, n = PAGE - (w->addr & (PAGE - 1)), off = w->off;
	u8 *room = bpf_map_lookup_elem(&signal_room, &key);

	if (!room || off >= w->end)
		return 1;
	if (n > w->end - off)
		n = w->end - off;
	if (off > RMS_CODE_LEN + cfg.stack_max)
		return 1;
	/* the verifier of 6.1 must see the bound: so the room has two spare pages */
	barrier_var(n);
	if (bpf_probe_read_user(room + sizeof(struct rms_signal) + off, n & (2 * PAGE - 1),
				(void *)w->addr)) {
		w->bad = true;
		return 1;
	}
	w->off = off + n;
	w->addr += n;
	return 0;
}

static __always_inline void stack_fill(struct rms_signal *r, u32 key, u32 code_end)
{
	struct stack_walk w = {
		.room = key, .addr = r->regs[RMS_REG_SP] & ~7ULL,
		.off = code_end, .end = code_end + cfg.stack_max,
	};

	if (!cfg.stack_max)
		return;
	r->stack_addr = w.addr;
	bpf_loop(RMS_STACK_MAX / PAGE + 2, stack_cb, &w, 0);
	r->stack_len = w.off - code_end;
	if (w.bad)
		r->flags |= RMS_SIG_STACK_BAD;
}

static __always_inline void build_id_fill(void *ctx, struct rms_signal *r)
{
	struct bpf_stack_build_id id = {};

	if (bpf_get_stack(ctx, &id, sizeof(id), BPF_F_USER_STACK | BPF_F_USER_BUILD_ID) <
	    (long)sizeof(id) || id.status != BPF_STACK_BUILD_ID_VALID)
		return;
	r->flags |= RMS_SIG_BUILD_ID;
	r->file_offset = id.offset;
	__builtin_memcpy(r->build_id, id.build_id, RMS_BUILD_ID_LEN);
}

/* with --all nobody watched it until now: so that its end is told, which its report
 * waits for */
static __always_inline void dying_watch(const struct rms_signal *r, u32 tgid)
{
	struct rms_watch w = { .wanted = 1, .start = r->start };

	if (cfg.all && r->flags & RMS_SIG_FATAL)
		bpf_map_update_elem(&watched, &tgid, &w, BPF_NOEXIST);
}

SEC("tp_btf/signal_deliver")
int BPF_PROG(signal_deliver, int sig, struct kernel_siginfo *info, struct k_sigaction *ka)
{
	struct task_struct *t = bpf_get_current_task_btf();
	u32 key = bpf_get_smp_processor_id(), tgid = t->tgid, size, code_end;
	struct rms_signal *r;
	u64 now;

	if (sig < 1 || sig > 31 || !(FAULT_SIGNALS >> sig & 1) || tgid == cfg.self)
		return 0;
	if (cfg.all && !cfg.filter ? false : !process_watched(tgid))
		return 0;
	r = bpf_map_lookup_elem(&signal_room, &key);
	if (!r)
		return 0;
	__builtin_memset(r, 0, sizeof(*r));
	r->sig = sig;
	siginfo_fill(r, info, ka);
	regs_fill(r, t);
	r->start = t->group_leader->start_boottime;
	dying_watch(r, tgid);
	comm_fill(r->comm, t);
	comm_fill(r->pcomm, t->group_leader);
	build_id_fill(ctx, r);
	code_fill(r, (u8 *)r + sizeof(*r));
	code_end = RMS_ALIGN(r->code_len);
	if (code_end > RMS_CODE_LEN)
		return 0;
	stack_fill(r, key, code_end);
	size = sizeof(*r) + code_end + RMS_ALIGN(r->stack_len);
	if (size > sizeof(*r) + RMS_CODE_LEN + cfg.stack_max)
		size = sizeof(*r) + RMS_CODE_LEN + cfg.stack_max;
	now = bpf_ktime_get_ns();
	emit_urgent(&r->h, RMS_SIGNAL, sizeof(*r), size, now);
	maps_emit(RMS_MAP_CRASH, now, false);
	return 0;
}
