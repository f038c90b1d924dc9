/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Return probes that keep up with many threads.  A kretprobe made through
 * perf_event_open has room for only some ten calls in flight (kernel/kprobes.c:
 * max(10, 2 * cpus)) and misses the returns of the rest.  Through tracefs the room
 * can be chosen, but such a probe outlives its maker: so a small child
 * waits for our end, however it comes, and removes them.
 */
#ifndef RMSNOOP_KRETPROBE_H
#define RMSNOOP_KRETPROBE_H

struct bpf_program;
struct bpf_link;
struct kretprobes;

#define KRETPROBE_MAXACTIVE	4096

/* also removes what an earlier rmsnoop left */
int kretprobes_new(struct kretprobes **ret_probes);
void kretprobes_free(struct kretprobes *k);

/* attaches @p to the return of @symbol; without tracefs, with little room */
int kretprobe_attach(struct kretprobes *k, struct bpf_program *p, const char *symbol,
		     struct bpf_link **ret_link);

#endif
