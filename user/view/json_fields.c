// SPDX-License-Identifier: GPL-2.0
/* The fields of each kind's fixed part as JSON, from one table. */
#include <string.h>

#include "json.h"

enum how { DEC, SDEC, HEX, TEXT, LOSS };

struct json_field {
	const char *key;
	unsigned short offset;
	unsigned char size;
	unsigned char how;
};

#define F(st, member, how) \
	{ #member, offsetof(struct rms_##st, member), \
	  sizeof(((struct rms_##st *)0)->member), how }

static const struct json_field call_fields[] = {
	F(call, comm, TEXT), F(call, enter, DEC), F(call, dev, DEC),
	F(call, minor, DEC), F(call, fd, SDEC), F(call, request, HEX),
	F(call, nr, HEX), F(call, ret, SDEC), F(call, flags, HEX),
	F(call, arg, HEX), F(call, arg_size, DEC), F(call, par, HEX),
	F(call, par_size, DEC), F(call, late_status, HEX), { 0 },
};

static const struct json_field open_fields[] = {
	F(open, comm, TEXT), F(open, ret, SDEC), F(open, fd, SDEC),
	F(open, dev, DEC), F(open, minor, DEC), F(open, flags, HEX),
	F(open, file, HEX), { 0 },
};

static const struct json_field close_fields[] = {
	F(close, comm, TEXT), F(close, fd, SDEC), F(close, dev, DEC),
	F(close, minor, DEC), F(close, file, HEX), { 0 },
};

static const struct json_field mmap_fields[] = {
	F(mmap, comm, TEXT), F(mmap, addr, HEX), F(mmap, len, HEX),
	F(mmap, offset, HEX), F(mmap, ret, SDEC), F(mmap, prot, DEC),
	F(mmap, shared, DEC), F(mmap, fd, SDEC), F(mmap, dev, DEC),
	F(mmap, minor, DEC), { 0 },
};

static const struct json_field munmap_fields[] = {
	F(munmap, comm, TEXT), F(munmap, addr, HEX), F(munmap, len, HEX),
	F(munmap, dev, DEC), F(munmap, minor, DEC), { 0 },
};

static const struct json_field signal_fields[] = {
	F(signal, comm, TEXT), F(signal, pcomm, TEXT), F(signal, sig, SDEC),
	F(signal, code, SDEC), F(signal, flags, HEX),
	F(signal, sender_pid, SDEC), F(signal, sender_uid, DEC),
	F(signal, addr, HEX), F(signal, trap, DEC), F(signal, error, HEX),
	F(signal, cr2, HEX), F(signal, handler, HEX), F(signal, start, DEC),
	F(signal, code_addr, HEX), F(signal, stack_addr, HEX),
	F(signal, file_offset, HEX), { 0 },
};

static const struct json_field map_fields[] = {
	F(map, snapshot, DEC), F(map, start, HEX), F(map, end, HEX),
	F(map, offset, HEX), F(map, inode, DEC), F(map, major, DEC),
	F(map, minor, DEC), F(map, prot, DEC), F(map, flags, HEX),
	F(map, why, DEC), F(map, index, DEC), { 0 },
};

static const struct json_field maps_end_fields[] = {
	F(maps_end, snapshot, DEC), F(maps_end, count, DEC),
	F(maps_end, lost, DEC), F(maps_end, total, DEC), F(maps_end, why, DEC),
	{ 0 },
};

static const struct json_field fork_fields[] = {
	F(fork, comm, TEXT), F(fork, child_pid, DEC), F(fork, child_tid, DEC),
	F(fork, start, DEC), { 0 },
};

static const struct json_field exec_fields[] = {
	F(exec, comm, TEXT), F(exec, start, DEC), F(exec, old_tid, DEC), { 0 },
};

static const struct json_field exit_fields[] = {
	F(exit, comm, TEXT), F(exit, start, DEC), F(exit, code, DEC),
	F(exit, group, DEC), { 0 },
};

static const struct json_field comm_fields[] = {
	F(comm, comm, TEXT), { 0 },
};

static const struct json_field gap_fields[] = {
	F(gap, count, DEC), F(gap, cause, LOSS), F(gap, ring, DEC), { 0 },
};

static const struct json_field process_fields[] = {
	F(process, comm, TEXT), F(process, start, DEC), F(process, ppid, DEC),
	{ 0 },
};

static const struct json_field file_fields[] = {
	F(file, inode, DEC), F(file, major, DEC), F(file, minor, DEC),
	F(file, size, DEC), { 0 },
};

static const struct json_field nvrm_fields[] = {
	F(nvrm, comm, TEXT), F(nvrm, cut, DEC), { 0 },
};

static const struct json_field driver_fields[] = { { 0 } };

static const struct json_field end_fields[] = {
	F(end, received, DEC), { 0 },
};

static const struct json_field *const fields_of[] = {
#define RMS_EVENT(nr, NAME, name, st, ring) [nr] = st##_fields,
#include <rmsnoop/events.def>
#undef RMS_EVENT
};

static uint64_t field_unsigned(const uint8_t *p, unsigned int size)
{
	uint64_t v = 0;

	memcpy(&v, p, size);	/* little-endian, as the record */
	return v;
}

static int64_t field_signed(const uint8_t *p, unsigned int size)
{
	unsigned int shift = 64 - size * 8;

	return (int64_t)(field_unsigned(p, size) << shift) >> shift;
}

static void put_field(struct json_out *j, const struct json_field *f,
		      const uint8_t *p)
{
	switch (f->how) {
	case DEC:
		json_unsigned(j, f->key, field_unsigned(p, f->size));
		break;
	case SDEC:
		json_num(j, f->key, field_signed(p, f->size));
		break;
	case HEX:
		json_hex(j, f->key, field_unsigned(p, f->size));
		break;
	case TEXT:
		json_text(j, f->key, p, strnlen((const char *)p, f->size));
		break;
	case LOSS:
		json_str(j, f->key, record_loss_name(field_unsigned(p, f->size)));
		break;
	}
}

void json_fields(struct json_out *j, const struct record *rec)
{
	const struct json_field *f;

	for (f = fields_of[rec->h.kind]; f->key; f++)
		put_field(j, f, (const uint8_t *)&rec->h + f->offset);
}
