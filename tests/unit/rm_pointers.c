// SPDX-License-Identifier: GPL-2.0
/* What pointers in a parameter block point to: where they are, and as text. */
#include <string.h>

#include "rm/rm.h"
#include "rm_guard.h"
#include "tap.h"

static struct rm_version version(const char *text)
{
	struct rm_version v;

	rm_version_find(text, &v);
	return v;
}

static bool find(const struct rm_version *v, bool is_class, uint32_t nr,
		 struct rm_targets *ret)
{
	unsigned int pos = 0;

	while (rm_targets_next(v, &pos, ret))
		if (ret->nr == nr && ret->is_class == is_class)
			return true;
	return false;
}

static void places(void)
{
	struct rm_version v = version("535.261.03");
	struct rm_targets t;
	unsigned int pos = 0, n = 0, wrong = 0;

	tap_ok(find(&v, false, 0x101, &t), "GET_BUILD_VERSION has pointers");
	tap_ok(t.n == 3 && t.at[0].offset == 8 && t.at[1].offset == 24 &&
	       t.at[2].offset == 16, "three strings");
	tap_ok(t.at[0].length == 0 && t.at[0].length_size == 4 && t.at[0].unit == 1,
	       "of sizeOfStrings bytes");
	tap_ok(find(&v, false, 0x20801201, &t), "GR_GET_INFO has one");
	tap_ok(t.n == 1 && t.at[0].offset == 8 && t.at[0].length == 0 &&
	       t.at[0].unit == 8, "a list of index and data");
	tap_ok(find(&v, true, 0x81, &t), "a class has one");
	tap_ok(t.n == 1 && t.at[0].offset == 128 && t.at[0].length == 68 &&
	       t.at[0].unit == 8, "the page numbers of NV01_MEMORY_LIST_SYSTEM");
	tap_ok(!find(&v, false, 0x20800110, &t), "GPU_GET_NAME_STRING has none");
	while (rm_targets_next(&v, &pos, &t)) {
		n++;
		for (uint32_t i = 0; i < t.n; i++)
			wrong += !t.at[i].unit || t.at[i].offset % 8 ||
				 (t.at[i].length_size != 2 && t.at[i].length_size != 4);
	}
	tap_ok(n > 40 && !wrong, "%u of a version, all of them sound", n);
}

/* a control of @cmd whose parameters point to @bytes at @offset */
struct room {
	uint32_t arg[8];
	uint8_t params[40];
	struct {
		struct rms_target t;
		uint8_t bytes[64];
	} target;
	struct rm_call_in in;
	struct rm_call call;
};

static void control(struct room *r, uint32_t cmd, uint32_t params_size,
		    uint32_t offset, const void *bytes, uint32_t len, uint32_t size)
{
	static struct rm_version v;

	v = version("535.261.03");
	memset(r, 0, sizeof(*r));
	r->arg[2] = cmd;
	r->arg[4] = 0x1000;
	r->arg[6] = params_size;
	r->target.t = (struct rms_target){ .addr = 0x7ffe1000, .size = size,
					   .kept = len, .offset = offset };
	memcpy(r->params + offset, &r->target.t.addr, 8);
	if (len)
		memcpy(r->target.bytes, bytes, len);
	r->in = (struct rm_call_in){
		.dev = RMS_DEV_CTL, .nr = RM_ESC_CONTROL, .returned = true,
		.arg_size = 32, .params_size = params_size,
		.arg_before = r->arg, .arg_before_len = 32,
		.arg_after = r->arg, .arg_after_len = 32,
		.params_before = r->params, .params_before_len = params_size,
		.params_after = r->params, .params_after_len = params_size,
		.targets = &r->target,
		.targets_len = sizeof(r->target.t) + RMS_ALIGN(len),
	};
	rm_call_decode(&v, &r->in, &r->call);
}

static const char *text(struct room *r)
{
	static char buf[2048];
	struct rm_out out;
	struct rm_target t;
	uint32_t pos = 0;

	rm_out_init(&out, buf, sizeof(buf));
	if (!rm_target_next(&r->in, &pos, &t))
		return "nothing";
	rm_format_target(&out, &r->call, &t);
	return buf;
}

static void texts(void)
{
	static const uint32_t list[] = { 3, 32, 7, 5, 9, 0x12345 };
	static const uint32_t classes[] = { 0xc56f, 0xc7c0 };
	struct room r;
	char buf[2048];
	struct rm_out out;

	control(&r, 0x101, 40, 8, "535.261.03\0\xff\xff", 13, 80);
	tap_str(text(&r), "\"535.261.03\"", "a string ends at its NUL");
	control(&r, 0x20801201, 32, 8, list, sizeof(list), sizeof(list));
	tap_str(text(&r), "[{index=3 data=32}, {index=7 data=5}, {index=9 data=0x12345}]",
		"a list of structs");
	control(&r, 0x20801201, 32, 8, list, 20, 24);
	tap_str(text(&r), "[{index=3 data=32}, {index=7 data=5}, ...]",
		"a list of which a part was kept");
	control(&r, 0x20801201, 32, 8, NULL, 0, 24);
	tap_str(text(&r), "unreadable", "a list that could not be read");
	control(&r, 0x00800201, 16, 8, classes, sizeof(classes), sizeof(classes));
	tap_ok(strstr(text(&r), "50543") && strstr(text(&r), "51136"), "a list of numbers");
	control(&r, 0x20801201, 32, 8, list, 16, 16);
	rm_out_init(&out, buf, sizeof(buf));
	rm_format_params(&r.call, RM_FORMAT_VERBOSE, &out);
	tap_ok(strstr(buf, "grInfoList=0x7ffe1000:[{index=3 data=32}, {index=7 data=5}]"),
	       "in place, behind the pointer");
	control(&r, 0x20801201, 32, 24, list, 16, 16);
	tap_ok(strcmp(text(&r), "nothing"), "a pointer that no table has, in hex");
}

static void hostile(void)
{
	struct guard g = guard_create(64);
	struct rms_target *t = (struct rms_target *)(g.end - 32);
	struct rm_call_in in = { .targets = t, .targets_len = 32 };
	struct rm_target ret;
	uint32_t pos = 0;

	*t = (struct rms_target){ .kept = 8, .size = 8, .offset = 8 };
	tap_ok(rm_target_next(&in, &pos, &ret) && ret.len == 8, "eight bytes");
	tap_ok(!rm_target_next(&in, &pos, &ret), "and the end");
	t->kept = 9;
	pos = 0;
	tap_ok(!rm_target_next(&in, &pos, &ret), "a length behind the end");
	t->kept = UINT32_MAX;
	tap_ok(!rm_target_next(&in, &pos, &ret), "the greatest length");
	in.targets_len = 23;
	tap_ok(!rm_target_next(&in, &pos, &ret), "a cut header");
	pos = 24;
	tap_ok(!rm_target_next(&in, &pos, &ret), "a position behind the end");
	pos = UINT32_MAX;
	tap_ok(!rm_target_next(&in, &pos, &ret), "a wild position");
}

int main(void)
{
	places();
	texts();
	hostile();
	return tap_done();
}
