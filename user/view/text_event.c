// SPDX-License-Identifier: GPL-2.0
/* The text view's lines of all records that are no calls. */
#include <signal.h>
#include <string.h>

#include "decode/view.h"
#include "escape.h"
#include "log/nvrm.h"
#include "text.h"
#include "words.h"

static void put_label(struct rm_out *out, const char *label, uint64_t v)
{
	rm_out_str(out, label);
	rm_out_dec(out, v);
}

static void put_label_hex(struct rm_out *out, const char *label, uint64_t v)
{
	rm_out_str(out, label);
	rm_out_hex(out, v);
}

static void put_result(struct rm_out *out, int64_t ret)
{
	rm_out_str(out, " = ");
	words_errno(out, ret);
}

static bool put_open(struct rm_out *out, const struct rms_open *o)
{
	rm_out_str(out, "open ");
	words_device(out, o->dev, o->minor);
	put_result(out, o->ret < 0 ? o->ret : o->fd);
	return o->ret < 0;
}

static bool put_close(struct rm_out *out, const struct rms_close *c)
{
	rm_out_str(out, "close ");
	words_device(out, c->dev, c->minor);
	if (c->fd >= 0)
		put_label(out, " fd=", c->fd);
	return false;
}

static bool put_mmap(struct rm_out *out, const struct rms_mmap *m)
{
	rm_out_str(out, "mmap ");
	words_device(out, m->dev, m->minor);
	put_label_hex(out, " addr=", m->addr);
	put_label_hex(out, " len=", m->len);
	put_label_hex(out, " offset=", m->offset);
	rm_out_char(out, ' ');
	words_prot(out, m->prot);
	rm_out_char(out, m->shared ? 's' : 'p');
	rm_out_str(out, " fd=");
	rm_out_sdec(out, m->fd);
	put_result(out, m->ret);
	return m->ret < 0;
}

static bool put_munmap(struct rm_out *out, const struct rms_munmap *m)
{
	rm_out_str(out, "munmap ");
	words_device(out, m->dev, m->minor);
	put_label_hex(out, " addr=", m->addr);
	put_label_hex(out, " len=", m->len);
	return false;
}

static void put_address_name(struct rm_out *out, const struct model *model,
			     uint32_t pid, uint64_t ip)
{
	const struct process *p = model_process(model, pid);
	const struct mapping *map = p ? mappings_find(&p->maps, ip) : NULL;
	const char *name;

	if (!map)
		return;
	name = mapping_name(map);
	rm_out_str(out, " in ");
	escape_text(out, name, strlen(name));
	/* file offset: what tools take to find the place again */
	put_label_hex(out, " offset=", ip - map->start + map->offset);
}

static bool put_signal(struct rm_out *out, const struct rms_signal *s,
		       const struct model *model)
{
	words_signal(out, s->sig);
	if (s->flags & RMS_SIG_ADDR)
		put_label_hex(out, " at ", s->addr);
	else if (s->sig == SIGSEGV && s->trap == 13)
		rm_out_str(out, " (general protection: no address)");
	else if (!(s->flags & RMS_SIG_KERNEL))
		put_label(out, " sent by pid ", (uint32_t)s->sender_pid);
	put_label_hex(out, " ip=", s->regs[RMS_REG_IP]);
	put_address_name(out, model, s->h.pid, s->regs[RMS_REG_IP]);
	if (s->flags & RMS_SIG_FATAL)
		rm_out_str(out, ": kills the process");
	else if (s->flags & RMS_SIG_HANDLER)
		put_label_hex(out, ": handled at ", s->handler);
	else if (s->flags & RMS_SIG_IGNORED)
		rm_out_str(out, ": ignored");
	return s->flags & RMS_SIG_FATAL;
}

static bool put_fork(struct rm_out *out, const struct rms_fork *f)
{
	bool thread = f->child_pid != f->child_tid;

	put_label(out, thread ? "new thread " : "fork child ", f->child_tid);
	return false;
}

static bool put_exec(struct rm_out *out, const struct record *rec)
{
	rm_out_str(out, "exec ");
	escape_text(out, rec->text.data, rec->text.len);
	return false;
}

static bool put_exit(struct rm_out *out, const struct rms_exit *e)
{
	rm_out_str(out, e->group ? "process ended: " : "thread ended: ");
	words_exit(out, e->code);
	return e->group && e->code & 0x7f;
}

static bool put_map(struct rm_out *out, const struct record *rec)
{
	const struct rms_map *m = &rec->map;
	char path[RMS_PATH_MAX * 2 + 8];

	rm_out_str(out, "map ");
	rm_out_hex_pad(out, m->start, 12);
	rm_out_char(out, '-');
	rm_out_hex_pad(out, m->end, 12);
	rm_out_char(out, ' ');
	words_prot(out, m->prot);
	put_label_hex(out, " offset=", m->offset);
	rm_out_char(out, ' ');
	if (m->flags & RMS_MAP_SAME_FILE)
		rm_out_str(out, "(the file before)");
	else if (record_map_path(rec, path, sizeof(path)) > 0)
		escape_text(out, path, strlen(path));
	if (m->flags & RMS_MAP_DELETED)
		rm_out_str(out, " (deleted)");
	return false;
}

static bool put_maps_end(struct rm_out *out, const struct rms_maps_end *e)
{
	put_label(out, "maps: ", e->count);
	put_label(out, " of ", e->total);
	if (e->lost)
		put_label(out, ", lost ", e->lost);
	return e->lost;
}

static bool put_process(struct rm_out *out, const struct record *rec)
{
	struct bytes words = rec->text;

	put_label(out, "process, parent ", rec->process.ppid);
	rm_out_str(out, ":");
	while (words.len) {
		size_t n = strnlen((const char *)words.data, words.len);

		rm_out_char(out, ' ');
		escape_text(out, words.data, n);
		bytes_skip(&words, n < words.len ? n + 1 : n);
	}
	return false;
}

static bool put_file(struct rm_out *out, const struct record *rec)
{
	rm_out_str(out, "file ");
	escape_text(out, rec->text.data, rec->text.len);
	put_label(out, " size=", rec->file.size);
	rm_out_str(out, " build-id=");
	rm_out_bytes(out, rec->file.build_id, rec->file.build_id_len);
	return false;
}

static bool put_gap(struct rm_out *out, const struct rms_gap *g)
{
	if (g->cause == RMS_LOSS_FILE) {
		rm_out_str(out, "--- the recording ends early: the rest is lost ---");
		return true;
	}
	put_label(out, "--- ", g->count);
	rm_out_str(out, g->count == 1 ? " record" : " records");
	put_label(out, " lost on cpu ", g->h.cpu);
	rm_out_str(out, " (");
	rm_out_str(out, record_loss_name(g->cause));
	rm_out_str(out, ") ---");
	return true;
}

static bool put_nvrm(struct rm_out *out, const struct record *rec,
		     const struct rm_version *v)
{
	const char *text = (const char *)rec->text.data, *end;
	char words[1024];
	struct rm_out meant;
	struct log_nvrm m;

	escape_text(out, text, rec->text.len);
	if (rec->nvrm.cut)
		rm_out_str(out, "...");
	if (!log_nvrm_parse((struct scan){ text, text + rec->text.len }, &m,
			    &end))
		return false;
	rm_out_init(&meant, words, sizeof(words));
	decode_message_text(&meant, v, &m);
	if (meant.len) {
		rm_out_str(out, "  # ");
		rm_out_mem(out, meant.buf, meant.len);
	}
	return m.kind == LOG_NVRM_XID;
}

static bool put_driver(struct rm_out *out, const struct record *rec)
{
	if (rec->text.len) {
		rm_out_str(out, "--- driver ");
		escape_text(out, rec->text.data, rec->text.len);
		rm_out_str(out, " loaded ---");
	} else {
		rm_out_str(out, "--- driver unloaded ---");
	}
	return false;
}

static bool put_unknown(struct rm_out *out, const struct record *rec)
{
	struct bytes shown = bytes_cut(rec->raw, 64);

	put_label(out, "record of unknown kind ", rec->h.kind);
	put_label(out, ", bytes ", rec->raw.len);
	rm_out_str(out, ": ");
	rm_out_bytes(out, shown.data, shown.len);
	if (shown.len < rec->raw.len)
		rm_out_str(out, "...");
	return false;
}

bool text_wanted(const struct view_style *style, const struct record *rec)
{
	switch (rec->h.kind) {
	case RMS_END:
		return false;
	case RMS_MAP:
	case RMS_MAPS_END:
	case RMS_COMM:
	case RMS_PROCESS:
	case RMS_FILE:
		return style->verbose > 0 && !style->failed_only;
	default:
		return true;
	}
}

bool text_event(const struct record *rec, const struct model *model,
		struct rm_out *out)
{
	switch (rec->known ? rec->h.kind : 0) {
	case RMS_OPEN:
		return put_open(out, &rec->open);
	case RMS_CLOSE:
		return put_close(out, &rec->close);
	case RMS_MMAP:
		return put_mmap(out, &rec->mmap);
	case RMS_MUNMAP:
		return put_munmap(out, &rec->munmap);
	case RMS_SIGNAL:
		return put_signal(out, &rec->signal, model);
	case RMS_MAP:
		return put_map(out, rec);
	case RMS_MAPS_END:
		return put_maps_end(out, &rec->maps_end);
	case RMS_FORK:
		return put_fork(out, &rec->fork);
	case RMS_EXEC:
		return put_exec(out, rec);
	case RMS_EXIT:
		return put_exit(out, &rec->exit);
	case RMS_COMM:
		rm_out_str(out, "new name");
		return false;
	case RMS_GAP:
		return put_gap(out, &rec->gap);
	case RMS_NVRM:
		return put_nvrm(out, rec, model_version(model));
	case RMS_DRIVER:
		return put_driver(out, rec);
	case RMS_PROCESS:
		return put_process(out, rec);
	case RMS_FILE:
		return put_file(out, rec);
	default:
		return put_unknown(out, rec);
	}
}
