// SPDX-License-Identifier: GPL-2.0
/* The request number of an ioctl: read in any form, taken apart, judged by its device. */
#include <string.h>
#include <linux/ioctl.h>

#include "decode.h"

#define MODESET_TYPE	0x6d	/* NVKMS_IOCTL_MAGIC, 'm' */
#define DXG_TYPE	0x47	/* dxgkrnl's d3dkmthk.h: _IOWR(0x47, ...) */

/* numbers of nvidia-uvm that strace takes for another interface's */
static const struct {
	const char *name;
	uint32_t request;
} request_names[] = {
	{ "FIBMAP", 1 },	/* linux/fs.h */
	{ "FIGETBSZ", 2 },
};

static enum decode_interface judge_by_device(const struct decode_request *r)
{
	switch (r->device) {
	case DECODE_DEV_RM:
		return r->type == RM_IOC_MAGIC ? DECODE_RM : DECODE_FOREIGN;
	case DECODE_DEV_UVM:
		return DECODE_UVM;
	case DECODE_DEV_NVIDIA:
		return r->type == MODESET_TYPE ? DECODE_MODESET : DECODE_FOREIGN;
	case DECODE_DEV_DXG:
		return r->type == DXG_TYPE ? DECODE_DXG : DECODE_FOREIGN;
	default:
		return DECODE_FOREIGN;
	}
}

/* all of RM's go both ways; of the frame buffer's, of the same type, none does */
static enum decode_interface judge_by_bits(const struct decode_request *r)
{
	bool both = r->dir == (_IOC_READ | _IOC_WRITE);

	if (r->type == RM_IOC_MAGIC && both)
		return DECODE_RM;
	if (r->type == DXG_TYPE && both)
		return DECODE_DXG;
	if (r->type == MODESET_TYPE && both)
		return DECODE_MODESET;
	if (r->request <= UINT8_MAX || r->request == RM_UVM_INITIALIZE ||
	    r->request == RM_UVM_DEINITIALIZE)
		return DECODE_UVM_MAYBE;
	return DECODE_FOREIGN;
}

void decode_request_split(uint32_t request, enum decode_device device,
			  struct decode_request *ret)
{
	*ret = (struct decode_request){
		.request = request,
		.device = device,
		.dir = _IOC_DIR(request),
		.type = _IOC_TYPE(request),
		.nr = _IOC_NR(request),
		.size = _IOC_SIZE(request),
	};
	ret->interface = device == DECODE_DEV_UNKNOWN ? judge_by_bits(ret) :
							judge_by_device(ret);
}

bool decode_take_number(struct scan *s, uint64_t *ret)
{
	if (scan_len(*s) > 1 && s->p[0] == '0' && s->p[1] == 'x')
		return scan_hex(s, ret);
	return scan_dec(s, ret);
}

static unsigned int take_direction(struct scan *s)
{
	static const struct {
		const char *text;
		unsigned int bits;
	} words[] = {
		{ "_IOC_NONE", _IOC_NONE },
		{ "_IOC_READ|_IOC_WRITE", _IOC_READ | _IOC_WRITE },
		{ "_IOC_WRITE|_IOC_READ", _IOC_READ | _IOC_WRITE },
		{ "_IOC_READ", _IOC_READ },
		{ "_IOC_WRITE", _IOC_WRITE },
	};
	uint64_t v;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (scan_lit(s, words[i].text))
			return words[i].bits;
	return decode_take_number(s, &v) && v <= _IOC_DIRMASK ? (unsigned int)v :
							 _IOC_DIRMASK + 1;
}

/* a number of at most @max behind ", " */
static bool take_part(struct scan *s, uint64_t max, uint32_t *ret)
{
	uint64_t v;

	if (!scan_lit(s, ","))
		return false;
	scan_blanks(s);
	if (!decode_take_number(s, &v) || v > max)
		return false;
	*ret = (uint32_t)v;
	return true;
}

/* "_IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a, 0x20)" */
static bool take_ioc(struct scan *s, uint32_t *ret)
{
	uint32_t type, nr, size;
	struct scan in = *s;
	unsigned int dir;

	if (!scan_lit(&in, "_IOC("))
		return false;
	dir = take_direction(&in);
	if (dir > _IOC_DIRMASK || !take_part(&in, _IOC_TYPEMASK, &type) ||
	    !take_part(&in, _IOC_NRMASK, &nr) ||
	    !take_part(&in, _IOC_SIZEMASK, &size) || !scan_lit(&in, ")"))
		return false;
	*ret = _IOC(dir, type, nr, size);
	*s = in;
	return true;
}

bool decode_request_parse(struct scan *s, uint32_t *ret)
{
	struct scan in = *s;
	uint64_t v;

	if (take_ioc(s, ret))
		return true;
	for (size_t i = 0; i < sizeof(request_names) / sizeof(request_names[0]); i++) {
		if (!scan_lit(&in, request_names[i].name))
			continue;
		*ret = request_names[i].request;
		return true;
	}
	if (!decode_take_number(&in, &v) || v > UINT32_MAX ||
	    (in.p < in.end && scan_is_word(*in.p)))
		return false;
	*ret = (uint32_t)v;
	return true;
}

