// SPDX-License-Identifier: GPL-2.0
/*
 * What was used as a table, and as a list that can be read back.
 *
 *	   CALLS FAILED  FIRST      TIME  NUMBER      NEEDS       NAME
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "surface.h"
#include "view/sink.h"

#define NS_PER_MS	1000000
#define RED		"\033[31m"
#define RESET		"\033[0m"

__attribute__((format(printf, 2, 3)))
static void put(struct sink *out, const char *format, ...)
{
	char buf[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(buf, sizeof(buf), format, args);
	va_end(args);
	if (n > 0)
		sink_write(out, buf, (size_t)n < sizeof(buf) ? (size_t)n : sizeof(buf) - 1);
}

static const char *title(enum surface_kind kind)
{
	static const char *const titles[SURFACE_KINDS] = {
		[SURFACE_FRONTEND] = "Escapes of nvidiactl and nvidiaN",
		[SURFACE_CONTROL] = "Commands of RM_CONTROL",
		[SURFACE_CLASS] = "Classes of objects",
		[SURFACE_UVM] = "Requests of nvidia-uvm",
		[SURFACE_MODESET] = "Requests of nvidia-modeset",
		[SURFACE_OTHER] = "Requests of other devices",
	};

	return titles[kind];
}

/* "NV_OK 3, NV_ERR_NOT_SUPPORTED 1" */
static void put_results(struct rm_out *out, const struct surface_use *u)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < u->n_results; i++) {
		rm_out_str(out, i ? ", " : "");
		surface_result_name(&u->results[i], out);
		if (u->n_results > 1) {
			rm_out_char(out, ' ');
			rm_out_dec(out, u->results[i].count);
		}
		sum += u->results[i].count;
	}
	if (sum < u->calls) {
		rm_out_str(out, ", others ");
		rm_out_dec(out, u->calls - sum);
	}
}

static void put_use(const struct surface_page *p, const struct surface_use *u)
{
	const char *needs = surface_needs(u, p->v);
	char name[256], results[4096];
	struct rm_out n, r;
	bool red = p->color && u->failed;
	uint64_t ns = u->first > p->s->start ? u->first - p->s->start : 0;

	rm_out_init(&n, name, sizeof(name));
	rm_out_init(&r, results, sizeof(results));
	surface_name(u, p->v, &n);
	put_results(&r, u);
	put(p->out, "%8" PRIu64 " %7" PRIu64 " %6" PRIu64 " %6" PRIu64 ".%03u  0x%08x  %-10s  %s%s%s",
	    u->calls, u->failed, u->seq, ns / NS_PER_MS / 1000,
	    (unsigned int)(ns / NS_PER_MS % 1000), u->nr, needs ? needs : "-",
	    red ? RED : "", name, red ? RESET : "");
	if (u->failed || p->verbose) {
		put(p->out, "  ");
		sink_write(p->out, results, r.len);
	}
	put(p->out, "\n");
}

static bool shown(const struct surface_page *p, const struct surface_use *u)
{
	return !p->failed_only || u->failed;
}

static void put_section(const struct surface_page *p, size_t from, size_t to)
{
	int kind = -1;

	for (size_t i = from; i < to; i++) {
		const struct surface_use *u = p->uses[i];
		size_t n = 0;

		if (!shown(p, u))
			continue;
		if ((int)u->kind != kind) {
			for (size_t j = i; j < to && p->uses[j]->kind == u->kind; j++)
				n += shown(p, p->uses[j]);
			kind = u->kind;
			put(p->out, "\n%s: %zu\n", title(u->kind), n);
			put(p->out, "   CALLS  FAILED  FIRST        TIME  NUMBER      NEEDS       NAME\n");
		}
		put_use(p, u);
	}
}

int surface_put_text(const struct surface_page *p)
{
	put(p->out, "driver %s, %" PRIu64 " call%s, %zu different numbers\n",
	    p->driver ? p->driver : "of unknown version", p->s->calls,
	    p->s->calls == 1 ? "" : "s", p->s->n);
	if (p->s->not_kept)
		put(p->out, "%" PRIu64 " uses of more numbers were not kept\n", p->s->not_kept);
	if (p->list) {
		put(p->out, "\n==== NOT IN THE LIST: %zu ====\n", p->missing);
		put_section(p, 0, p->missing);
		put(p->out, "\n==== in the list: %zu ====\n", p->s->n - p->missing);
	}
	put_section(p, p->missing, p->s->n);
	return sink_error(p->out);
}

int surface_put_list(const struct surface_page *p)
{
	int kind = -1;

	put(p->out, "# what was used, by rmsnoop surface; driver %s\n",
	    p->driver ? p->driver : "unknown");
	for (size_t i = 0; i < p->s->n; i++) {
		const struct surface_use *u = p->uses[i];
		char name[256];
		struct rm_out n;

		if (!shown(p, u))
			continue;
		if ((int)u->kind != kind)
			put(p->out, "\n%s:\n", surface_kind_name(u->kind));
		kind = u->kind;
		rm_out_init(&n, name, sizeof(name));
		surface_name(u, p->v, &n);
		put(p->out, "0x%08x  # %s\n", u->nr, name);
	}
	return sink_error(p->out);
}
