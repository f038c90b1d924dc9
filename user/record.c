// SPDX-License-Identifier: GPL-2.0
/*
 * From raw bytes to struct record.  Nothing else looks at the bytes of a
 * record before this has checked them.
 */
#include <errno.h>

#include "record.h"

static const struct {
	const char *name;
	unsigned int size;	/* of the fixed part, as this version knows it */
} kinds[] = {
#define RMS_EVENT(nr, NAME, name, st, ring) \
	[nr] = { #name, sizeof(struct rms_##st) },
#include <rmsnoop/events.def>
#undef RMS_EVENT
};

#define N_KINDS	(sizeof(kinds) / sizeof(kinds[0]))

const char *record_kind_name(unsigned int kind)
{
	return kind < N_KINDS ? kinds[kind].name : NULL;
}

const char *record_loss_name(unsigned int cause)
{
	static const char *const names[RMS_LOSS_N] = {
		[RMS_LOSS_RING] = "ring full",
		[RMS_LOSS_STORAGE] = "no memory for a call in flight",
		[RMS_LOSS_RETURN] = "returns missed",
		[RMS_LOSS_FILE] = "recording cut short",
	};

	return cause < RMS_LOSS_N ? names[cause] : "unknown cause";
}

const char *record_dev_name(unsigned int dev)
{
	static const char *const names[] = {
		[RMS_DEV_OTHER] = "other",
		[RMS_DEV_CTL] = "ctl",
		[RMS_DEV_GPU] = "gpu",
		[RMS_DEV_MODESET] = "modeset",
		[RMS_DEV_UVM] = "uvm",
		[RMS_DEV_UVM_TOOLS] = "uvm-tools",
		[RMS_DEV_CAPS] = "caps",
	};

	return dev < sizeof(names) / sizeof(names[0]) ? names[dev] : "unknown";
}

static int header_check(const struct rms_hdr *h)
{
	if (h->size < sizeof(*h) || h->size > RECORD_SIZE_MAX || h->size % 8)
		return -EBADMSG;
	if (h->fixed < sizeof(*h) || h->fixed > h->size || h->fixed % 8)
		return -EBADMSG;
	return 0;
}

long record_size(const void *data, size_t len)
{
	struct bytes b = bytes_of(data, len);
	struct rms_hdr h;
	int err;

	if (!bytes_read(&b, &h, sizeof(h)))
		return -ENODATA;
	err = header_check(&h);
	return err ? err : (long)h.size;
}

/* the next @len bytes, with the padding behind them */
static bool block_take(struct bytes *rest, uint32_t len, struct bytes *ret)
{
	if (len > rest->len || !bytes_take(rest, len, ret))
		return false;
	return bytes_skip(rest, -(size_t)len & 7);
}

static bool targets_check(struct bytes b)
{
	struct rms_target t;
	struct bytes kept;

	while (b.len)
		if (!bytes_read(&b, &t, sizeof(t)) || !block_take(&b, t.kept, &kept))
			return false;
	return true;
}

static bool call_parse(struct record *rec, struct bytes rest)
{
	return block_take(&rest, rec->call.arg_in, &rec->arg_in) &&
	       block_take(&rest, rec->call.arg_out, &rec->arg_out) &&
	       block_take(&rest, rec->call.par_in, &rec->par_in) &&
	       block_take(&rest, rec->call.par_out, &rec->par_out) &&
	       block_take(&rest, rec->call.targets, &rec->targets) &&
	       targets_check(rec->targets);
}

static bool blocks_parse(struct record *rec, struct bytes rest)
{
	switch (rec->h.kind) {
	case RMS_CALL:
	case RMS_INFLIGHT:
		return call_parse(rec, rest);
	case RMS_SIGNAL:
		return block_take(&rest, rec->signal.code_len, &rec->code) &&
		       block_take(&rest, rec->signal.stack_len, &rec->stack);
	case RMS_MAP:
		return block_take(&rest, rec->map.path_len, &rec->text);
	case RMS_EXEC:
		return block_take(&rest, rec->exec.name_len, &rec->text);
	case RMS_NVRM:
		return block_take(&rest, rec->nvrm.len, &rec->text);
	case RMS_DRIVER:
		return block_take(&rest, rec->driver.len, &rec->text);
	case RMS_PROCESS:
		return block_take(&rest, rec->process.len, &rec->text);
	case RMS_FILE:
		return rec->file.build_id_len <= sizeof(rec->file.build_id) &&
		       block_take(&rest, rec->file.path_len, &rec->text);
	default:
		return true;
	}
}

/* copies what both sides know of the fixed part, zeroes what only we know */
static bool fixed_parse(struct record *rec, struct bytes *rest, size_t known)
{
	struct bytes fixed;
	size_t n;

	if (!bytes_take(rest, rec->h.fixed, &fixed))
		return false;
	n = bytes_cut(fixed, known).len;
	memset((char *)&rec->h + n, 0, known - n);
	return bytes_read(&fixed, &rec->h, n);
}

int record_parse(const void *data, size_t len, struct record *ret)
{
	struct record rec;
	struct bytes rest = bytes_of(data, len);
	long size = record_size(data, len);

	if (size < 0)
		return size;
	if (!bytes_take(&rest, size, &rec.raw))
		return -ENODATA;
	rest = rec.raw;
	memcpy(&rec.h, rest.data, sizeof(rec.h));
	memset(&rec.arg_in, 0, sizeof(rec) - offsetof(struct record, arg_in));
	rec.known = record_kind_name(rec.h.kind);
	if (rec.known) {
		size_t known = kinds[rec.h.kind].size;

		if (!fixed_parse(&rec, &rest, known) ||
		    !blocks_parse(&rec, rest))
			return -EBADMSG;
	}
	*ret = rec;
	return 0;
}

static int path_plain(struct bytes text, bool cut, char *buf, size_t size)
{
	size_t front = cut ? 3 : 0;
	size_t len = strnlen((const char *)text.data, text.len);

	if (len == 0)
		return 0;
	if (len + front >= size)
		return -ENOSPC;
	memcpy(buf, "...", front);
	memcpy(buf + front, text.data, len);
	buf[front + len] = '\0';
	return front + len;
}

/* components from the file upwards, each with its NUL: filled in from behind */
static int path_reversed(struct bytes text, bool cut, char *buf, size_t size)
{
	size_t pos = size - 1;
	size_t len;

	while (text.len) {
		size_t n = strnlen((const char *)text.data, text.len);
		const char *part = (const char *)text.data;

		bytes_skip(&text, n < text.len ? n + 1 : n);
		if (n == 0)
			continue;
		if (n + 1 > pos)
			return -ENOSPC;
		pos -= n;
		memcpy(buf + pos, part, n);
		buf[--pos] = '/';
	}
	if (pos == size - 1)
		return 0;
	if (cut) {
		if (pos < 3)
			return -ENOSPC;
		pos -= 3;
		memcpy(buf + pos, "...", 3);
	}
	len = size - 1 - pos;
	memmove(buf, buf + pos, len);
	buf[len] = '\0';
	return len;
}

int record_map_path(const struct record *rec, char *buf, size_t size)
{
	bool cut = rec->map.flags & RMS_MAP_PATH_CUT;
	int ret;

	if (size == 0)
		return -ENOSPC;
	buf[0] = '\0';
	if (!rec->text.len || rec->map.flags & RMS_MAP_SAME_FILE)
		return 0;
	if (rec->map.flags & RMS_MAP_PLAIN_PATH)
		ret = path_plain(rec->text, cut, buf, size);
	else
		ret = path_reversed(rec->text, cut, buf, size);
	if (ret <= 0)
		buf[0] = '\0';
	return ret;
}
