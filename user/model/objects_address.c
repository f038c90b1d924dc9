// SPDX-License-Identifier: GPL-2.0
/* What an address of a process may be. */
#include "objects_in.h"

struct hits {
	struct address_hit *v;
	size_t n;
	size_t max;
};

static void hit_add(struct hits *h, const struct range *r,
		    const struct object *space, bool gpu)
{
	if (r && h->n < h->max)
		h->v[h->n++] = (struct address_hit){ r, space, gpu };
}

static void space_hits(struct hits *h, const struct space *s,
		       const struct object *of, uint64_t addr)
{
	if (!s)
		return;
	hit_add(h, ranges_find(&s->mapped, addr), of, true);
	hit_add(h, ranges_find(&s->reserved, addr), of, true);
}

static void client_hits(struct hits *h, const struct object *client,
			uint64_t addr)
{
	const struct object *o = client;

	for (; o; o = object_walk_next(client, o, NULL))
		space_hits(h, o->space, o, addr);
}

size_t model_address(const struct model *m, uint32_t pid, uint64_t addr,
		     struct address_hit *hits, size_t max)
{
	const struct process *p = model_process(m, pid);
	const struct object *client = NULL;
	const struct file *f = NULL;
	struct hits h = { .v = hits, .max = max };
	int32_t fd = -1;

	if (p)
		hit_add(&h, ranges_find(&p->devices, addr), NULL, false);
	while ((fd = model_fds_next(m, pid, fd, &f)) >= 0)
		space_hits(&h, f->space, NULL, addr);
	while ((client = model_clients_next(m, client)))
		if (client->pid == pid)
			client_hits(&h, client, addr);
	return h.n;
}
