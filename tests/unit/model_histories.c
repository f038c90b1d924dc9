// SPDX-License-Identifier: GPL-2.0
/*
 * A thousand random histories of objects, each compared after every step with a
 * model so simple that one sees it is right: an array in which who is alive is
 * found by asking each until nothing changes.
 */
#include "objects_forge.h"
#include "tap.h"

#define HISTORIES	1000
#define STEPS		60
#define CLIENTS		3
#define HANDLES		12
#define PAGES		16
#define BASE		0x700000000ull
#define PAGE		0x10000ull

struct thing {
	bool alive;
	int client, parent;	/* index of the parent, -1: a client */
	int file;		/* of clients */
	int on;			/* what it depends on, -1: nothing */
	bool shared, dup;
	uint32_t cls;
};

/* thing 0 of a client is the client itself; pages: memory's thing, -1: none */
static struct thing things[CLIENTS][HANDLES];
static int page[CLIENTS][HANDLES][PAGES];

static unsigned int cascades, dependents;
static uint32_t seed = 12345;

/* xorshift32: the low bits of simpler generators repeat */
static unsigned int pick(unsigned int n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % n;
}

static uint32_t client_handle(int c)
{
	return 0xc1d00001 + c;
}

static uint32_t handle_of(int c, int h)
{
	return h ? 0x5c000000u + h : client_handle(c);
}

/* the dead make others dead until nothing changes */
static void spread(void)
{
	bool again = true;

	while (again) {
		again = false;
		for (int c = 0; c < CLIENTS; c++)
			for (int h = 1; h < HANDLES; h++) {
				struct thing *t = &things[c][h];

				if (!t->alive || (things[c][t->parent].alive &&
				    (t->on < 0 || things[c][t->on].alive)))
					continue;
				if (things[c][t->parent].alive)
					dependents++;
				else
					cascades++;
				t->alive = false;
				again = true;
			}
	}
	for (int c = 0; c < CLIENTS; c++)
		for (int h = 0; h < HANDLES; h++)
			for (int p = 0; p < PAGES; p++) {
				int *m = &page[c][h][p];

				if (*m >= 0 && (!things[c][h].alive ||
						!things[c][*m].alive))
					*m = -1;
			}
}

/* one of the client that is alive, if it is; else a dead one */
static int pick_alive(int c)
{
	int h = pick(HANDLES), i;

	for (i = 0; i < HANDLES && !things[c][h].alive; i++)
		h = (h + 1) % HANDLES;
	return h;
}

static void birth(int c, int h, int parent, int on, uint32_t cls)
{
	things[c][h] = (struct thing){ .alive = true, .client = c,
				       .parent = parent, .on = on, .cls = cls };
}

static void step_alloc(int c, int h)
{
	/* a ctxshare depends on its vaspace: NV_CTXSHARE_ALLOCATION_PARAMETERS */
	uint32_t par[3] = { 0 };
	int parent = pick_alive(c), on = pick_alive(c);

	if (!things[c][0].alive)
		h = 0;
	if (things[c][h].alive)
		return;
	if (!h) {
		rm_client(100, 3 + pick(2), client_handle(c));
		things[c][0] = (struct thing){ .alive = true, .client = c,
					       .parent = -1, .on = -1,
					       .file = newest.call.fd,
					       .cls = 0x41 };
		return;
	}
	if (pick(2) || !on) {
		rm_alloc(100, 3, client_handle(c), handle_of(c, parent),
			 handle_of(c, h), 0x2080);
		birth(c, h, parent, -1, 0x2080);
		return;
	}
	par[0] = handle_of(c, on);
	rm_alloc_par(100, 3, client_handle(c), handle_of(c, parent),
		     handle_of(c, h), handle_of(c, h), 0x9067, par, sizeof(par), 0);
	birth(c, h, parent, on, 0x9067);
}

static void step_failed(int c, int h)
{
	rm_alloc_par(100, 3, client_handle(c), client_handle(c), handle_of(c, h),
		     handle_of(c, h), 0x2080, NULL, 0, 0x1f);
	rm_free(100, 3, client_handle(c), handle_of(c, h), 0x57);
}

static void step_free(int c, int h)
{
	if (!h && pick(4))	/* clients live longer */
		return;
	if (!things[c][h].alive)
		return;
	rm_free(100, 3, client_handle(c), handle_of(c, h), 0);
	things[c][h].alive = false;
	spread();
}

static void step_dup(int c, int h)
{
	int from = pick(CLIENTS), src = pick_alive(from);
	int parent = pick_alive(c);

	if (!h || things[c][h].alive || !things[c][parent].alive ||
	    !src || !things[from][src].alive)
		return;
	rm_dup(100, 3, client_handle(c), handle_of(c, parent), 0,
	       handle_of(c, h), client_handle(from), handle_of(from, src));
	birth(c, h, parent, -1, things[from][src].cls);
	things[c][h].dup = true;
}

static void step_share(int c, int h)
{
	bool revoke = pick(2);

	if (!things[c][h].alive)
		return;
	rm_share(100, 3, client_handle(c), handle_of(c, h), revoke);
	things[c][h].shared = !revoke;
}

/* [first, first + n) pages of @dma's addresses to @h, or nothing */
static void step_map(int c, int h)
{
	int dma = pick_alive(c), first = pick(PAGES), n = 1 + pick(3);

	if (first + n > PAGES)
		n = PAGES - first;
	if (!things[c][dma].alive || !things[c][h].alive)
		return;
	rm_map_dma(100, 3, client_handle(c), handle_of(c, dma),
		   handle_of(c, h), 0, n * PAGE, 0, BASE + first * PAGE);
	for (int p = first; p < first + n; p++)
		page[c][dma][p] = h;
}

static void step_close(int c, int h)
{
	int fd = 3 + (c + h) % 2;

	if (pick(8))
		return;
	close_file(100, -1, RMS_DEV_CTL, 255, fd);
	for (c = 0; c < CLIENTS; c++)
		if (things[c][0].alive && things[c][0].file == fd)
			things[c][0].alive = false;
	spread();
	open_file(100, fd, RMS_DEV_CTL, 255, fd);
}

static bool page_agrees(const struct object *o, int c, int h, int p)
{
	uint64_t addr = BASE + p * PAGE + 5;
	const struct range *r = o && o->space ?
				ranges_find(&o->space->mapped, addr) : NULL;
	int want = page[c][h][p];

	if (want < 0)
		return !r;
	return r && r->object &&
	       r->object == alive(client_handle(c), handle_of(c, want));
}

static bool thing_agrees(int c, int h)
{
	const struct thing *t = &things[c][h];
	const struct object *o = alive(client_handle(c), handle_of(c, h));

	if (!o || !t->alive)
		return !o == !t->alive;
	for (int p = 0; p < PAGES; p++)
		if (!page_agrees(o, c, h, p))
			return false;
	if (t->parent >= 0 &&
	    (!o->parent || o->parent->handle != handle_of(c, t->parent)))
		return false;
	return o->cls == t->cls && !!(o->flags & OBJECT_SHARED) == t->shared &&
	       !!(o->flags & OBJECT_DUP) == t->dup;
}

/* the trees, walked, hold each of those alive once */
static size_t walk_all(void)
{
	const struct object *client = NULL, *o;
	size_t n = 0;

	while ((client = model_clients_next(model, client)))
		for (o = client; o; o = object_walk_next(client, o, NULL))
			n++;
	return n;
}

static bool all_agree(void)
{
	size_t n = 0;

	for (int c = 0; c < CLIENTS; c++)
		for (int h = 0; h < HANDLES; h++) {
			if (!thing_agrees(c, h))
				return false;
			n += things[c][h].alive;
		}
	return n == count_objects() && n == walk_all();
}

static void (*const steps[])(int c, int h) = {
	step_alloc, step_alloc, step_alloc, step_alloc, step_free, step_dup, step_share,
	step_map, step_map, step_failed, step_close,
};

/* steps made until the two disagree; STEPS: never */
static int history(void)
{
	int i;

	model_begin();
	memset(things, 0, sizeof(things));
	memset(page, 0xff, sizeof(page));
	open_file(100, 3, RMS_DEV_CTL, 255, 3);
	open_file(100, 4, RMS_DEV_CTL, 255, 4);
	for (i = 0; i < STEPS; i++) {
		steps[pick(sizeof(steps) / sizeof(*steps))](pick(CLIENTS),
							    pick(HANDLES));
		if (!all_agree())
			break;
	}
	forge_exit(&forge, 100, 100, 0, true);
	apply();
	if (i == STEPS && (count_objects() || count_ranges()))
		i = -1;
	model_settle(model, &newest);
	model_free(model);
	return i;
}

int main(void)
{
	int good = 0;

	for (int i = 0; i < HISTORIES; i++) {
		uint32_t first = seed;
		int made = history();

		if (made == STEPS)
			good++;
		else
			printf("# history of seed %u: differs at step %d\n",
			       first, made);
	}
	tap_is(good, HISTORIES, "random histories agree with a naive model");
	tap_ok(cascades > HISTORIES && dependents > HISTORIES / 10,
	       "in which %u objects went with a parent, %u with another",
	       cascades, dependents);
	free(forge.data);
	return tap_done();
}
