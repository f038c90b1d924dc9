// SPDX-License-Identifier: GPL-2.0
/*
 * Records as JSON lines.  The first object is a header with the schema's
 * version; every other one is a record: "kind", "time" (CLOCK_MONOTONIC ns),
 * "clock" (ns since 1970), "pid", "tid", "cpu", "seq", then the kind's own.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode/view.h"
#include "log/nvrm.h"
#include "callline.h"
#include "json.h"
#include "meta.h"
#include "sink.h"
#include "words.h"

#include "version.h"

struct json {
	struct view view;
	struct view_style style;
	struct sink *sink;
	struct json_out *out;
	int64_t clock_offset;
	struct unknowns unknowns;
};

static struct json *json_of(struct view *v)
{
	return (struct json *)v;
}

static int json_begin(struct view *v, const char *meta)
{
	struct json *j = json_of(v);
	char key[64], value[1024];
	const char *pos = meta;

	j->clock_offset = meta_get_num(meta, "clock_offset", 0);
	json_line_begin(j->out);
	json_num(j->out, "schema", JSON_SCHEMA);
	json_str(j->out, "kind", "header");
	json_str(j->out, "program", "rmsnoop " RMSNOOP_VERSION);
	json_object_begin(j->out, "session");
	while (meta_next(&pos, key, sizeof(key), value, sizeof(value)))
		json_str(j->out, key, value);
	json_object_end(j->out);
	json_line_end(j->out);
	return sink_flush(j->sink);
}

static void put_signal(struct json_out *j, const struct record *rec)
{
	static const char *const regs[RMS_REG_N] = {
		[RMS_REG_R15] = "r15", [RMS_REG_R14] = "r14",
		[RMS_REG_R13] = "r13", [RMS_REG_R12] = "r12",
		[RMS_REG_BP] = "rbp", [RMS_REG_BX] = "rbx",
		[RMS_REG_R11] = "r11", [RMS_REG_R10] = "r10",
		[RMS_REG_R9] = "r9", [RMS_REG_R8] = "r8",
		[RMS_REG_AX] = "rax", [RMS_REG_CX] = "rcx",
		[RMS_REG_DX] = "rdx", [RMS_REG_SI] = "rsi",
		[RMS_REG_DI] = "rdi", [RMS_REG_ORIG_AX] = "orig_rax",
		[RMS_REG_IP] = "rip", [RMS_REG_CS] = "cs",
		[RMS_REG_FLAGS] = "eflags", [RMS_REG_SP] = "rsp",
		[RMS_REG_SS] = "ss", [RMS_REG_FS_BASE] = "fs_base",
		[RMS_REG_GS_BASE] = "gs_base",
	};
	char buf[32];
	struct rm_out name;

	rm_out_init(&name, buf, sizeof(buf));
	words_signal(&name, rec->signal.sig);
	json_text(j, "signal", buf, name.len);
	if (rec->signal.flags & RMS_SIG_BUILD_ID)
		json_bytes(j, "build_id", bytes_of(rec->signal.build_id,
						   RMS_BUILD_ID_LEN));
	json_object_begin(j, "regs");
	for (unsigned int i = 0; i < RMS_REG_N; i++)
		json_hex(j, regs[i], rec->signal.regs[i]);
	json_object_end(j);
	json_bytes(j, "code_bytes", rec->code);
	json_bytes(j, "stack_bytes", rec->stack);
}

static void put_map(struct json_out *j, const struct record *rec)
{
	char path[RMS_PATH_MAX * 2 + 8];

	if (record_map_path(rec, path, sizeof(path)) > 0)
		json_str(j, "path", path);
	if (rec->map.flags & RMS_MAP_BUILD_ID)
		json_bytes(j, "build_id", bytes_of(rec->map.build_id,
						   RMS_BUILD_ID_LEN));
}

static void put_words(struct json_out *j, const char *key, struct bytes words)
{
	json_array_begin(j, key);
	while (words.len) {
		size_t n = strnlen((const char *)words.data, words.len);

		json_text(j, NULL, words.data, n);
		bytes_skip(&words, n < words.len ? n + 1 : n);
	}
	json_array_end(j);
}

static void put_exit(struct json_out *j, const struct rms_exit *e)
{
	char buf[64];
	struct rm_out words;

	rm_out_init(&words, buf, sizeof(buf));
	words_exit(&words, e->code);
	json_text(j, "cause", buf, words.len);
}

static void put_losses(struct json_out *j, const struct rms_end *e)
{
	json_object_begin(j, "lost");
	for (unsigned int i = 0; i < RMS_LOSS_N; i++)
		json_unsigned(j, record_loss_name(i), e->lost[i]);
	json_object_end(j);
}

/* numbers without a name: before the counts, which close the line */
static void put_unknowns(struct json_out *j, const struct unknowns *u)
{
	if (!u->n)
		return;
	json_array_begin(j, "unknown");
	for (size_t i = 0; i < u->n; i++) {
		json_object_begin(j, NULL);
		json_str(j, "what", unknown_word(&u->v[i]));
		json_hex(j, "nr", u->v[i].nr);
		json_unsigned(j, "size", u->v[i].size);
		json_unsigned(j, "count", u->v[i].count);
		json_object_end(j);
	}
	json_array_end(j);
	if (u->more)
		json_unsigned(j, "unknown_more", u->more);
}

static void put_path_text(struct json_out *j, const char *key, struct bytes b)
{
	json_text(j, key, b.data, strnlen((const char *)b.data, b.len));
}

static void put_nvrm(struct json_out *j, const struct record *rec,
		     const struct rm_version *v)
{
	const char *text = (const char *)rec->text.data, *end;
	struct log_nvrm m;

	json_text(j, "message", text, rec->text.len);
	if (log_nvrm_parse((struct scan){ text, text + rec->text.len }, &m,
			   &end)) {
		json_object_begin(j, "decoded");
		decode_message_json(j, v, &m);
		json_object_end(j);
	}
}

/* what the table of fields does not say */
static void put_more(struct json *view, const struct record *rec,
		     const struct model *model)
{
	struct json_out *j = view->out;

	switch (rec->h.kind) {
	case RMS_CALL:
	case RMS_INFLIGHT:
		json_call(j, rec, model_version(model), &view->unknowns);
		break;
	case RMS_OPEN:
		json_str(j, "device", record_dev_name(rec->open.dev));
		break;
	case RMS_CLOSE:
		json_str(j, "device", record_dev_name(rec->close.dev));
		break;
	case RMS_MMAP:
		json_str(j, "device", record_dev_name(rec->mmap.dev));
		break;
	case RMS_MUNMAP:
		json_str(j, "device", record_dev_name(rec->munmap.dev));
		break;
	case RMS_SIGNAL:
		put_signal(j, rec);
		break;
	case RMS_MAP:
		put_map(j, rec);
		break;
	case RMS_EXEC:
		put_path_text(j, "name", rec->text);
		break;
	case RMS_EXIT:
		put_exit(j, &rec->exit);
		break;
	case RMS_NVRM:
		put_nvrm(j, rec, model_version(model));
		break;
	case RMS_DRIVER:
		put_path_text(j, "version", rec->text);
		break;
	case RMS_PROCESS:
		put_words(j, "cmdline", rec->text);
		break;
	case RMS_FILE:
		put_path_text(j, "path", rec->text);
		json_bytes(j, "build_id", bytes_of(rec->file.build_id,
						   rec->file.build_id_len));
		break;
	case RMS_END:
		put_losses(j, &rec->end);
		break;
	}
}

static void put_header(struct json *j, const struct record *rec)
{
	const struct rms_hdr *h = &rec->h;

	if (rec->known)
		json_str(j->out, "kind", record_kind_name(h->kind));
	else
		json_unsigned(j->out, "kind", h->kind);
	json_unsigned(j->out, "time", h->time);
	json_num(j->out, "clock",
		 (int64_t)(h->time + (uint64_t)j->clock_offset));
	json_unsigned(j->out, "pid", h->pid);
	json_unsigned(j->out, "tid", h->tid);
	json_unsigned(j->out, "cpu", h->cpu);
	json_unsigned(j->out, "seq", h->seq);
}

static bool is_wanted(const struct json *j, const struct record *rec,
		      const struct model *model)
{
	struct callline line;

	if (!j->style.failed_only)
		return true;
	switch (rec->known ? rec->h.kind : 0) {
	case RMS_CALL:
		return callline_decode(&line, rec, model_version(model)) ||
		       callline_failed(&line);
	case RMS_OPEN:
		return rec->open.ret < 0;
	case RMS_MMAP:
		return rec->mmap.ret < 0;
	case RMS_SIGNAL:
	case RMS_NVRM:
	case RMS_GAP:
	case RMS_END:
		return true;
	default:
		return false;
	}
}

static int json_record(struct view *v, const struct record *rec,
		       const struct model *model)
{
	struct json *j = json_of(v);

	if (!is_wanted(j, rec, model))
		return 0;
	json_line_begin(j->out);
	put_header(j, rec);
	if (rec->known) {
		if (rec->h.kind == RMS_END)
			put_unknowns(j->out, &j->unknowns);
		json_fields(j->out, rec);
		put_more(j, rec, model);
		json_changes(j->out, model);
	} else {
		json_bytes(j->out, "bytes", rec->raw);
	}
	return json_line_end(j->out);
}

static int json_flush(struct view *v)
{
	return sink_flush(json_of(v)->sink);
}

static int json_end(struct view *v, const struct totals *totals)
{
	(void)totals;
	return json_flush(v);
}

static void json_free(struct view *v)
{
	json_out_free(json_of(v)->out);
	free(v);
}

static const struct view_ops json_ops = {
	.begin = json_begin,
	.record = json_record,
	.flush = json_flush,
	.end = json_end,
	.free = json_free,
};

int view_json_new(struct sink *out, const struct view_style *style,
		  struct view **ret_view)
{
	struct json *j = calloc(1, sizeof(*j));
	int err;

	if (!j)
		return -ENOMEM;
	j->view.ops = &json_ops;
	j->style = *style;
	j->sink = out;
	err = json_out_new(out, &j->out);
	if (err) {
		free(j);
		return err;
	}
	*ret_view = &j->view;
	return 0;
}
