// SPDX-License-Identifier: GPL-2.0
/*
 * What one field says of another: how many elements of an array count, which
 * member of a union is meant; and fields that are more than their declared type
 * says.  Payloads are laid out by hand.
 */
#include "rm/rm.h"
#include "tap.h"

static uint8_t bytes[4096];
static char text[65536];

static void put(size_t at, uint64_t value, size_t size)
{
	memcpy(bytes + at, &value, size);
}

static int on_field(const struct rm_field *f, void *ctx)
{
	struct rm_out *out = ctx;

	if (f->off)
		return 0;
	rm_out_str(out, f->path);
	rm_out_char(out, f->in_union ? '|' : '=');
	rm_format_value(out, f);
	rm_out_char(out, ' ');
	return 0;
}

/* all fields that mean something, "path=value " */
static const char *show(const char *version, const char *name, size_t len)
{
	const struct rm_layout *l;
	struct rm_version v;
	struct rm_out out;

	rm_version_find(version, &v);
	l = rm_struct(&v, name);
	rm_out_init(&out, text, sizeof(text));
	if (l)
		rm_walk(&v, l, bytes, len < l->size ? len : l->size, on_field,
			&out);
	return text;
}

static void counts(void)
{
	memset(bytes, 0, sizeof(bytes));
	put(0, 2, 4);
	put(4, 0xc56f, 4);
	put(8, 0xc5b5, 4);
	put(12, 0xdead, 4);
	tap_str(show("535.261.03", "NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS", 4096),
		"numClasses=2 classList=[50543,50613]x2/160 ",
		"elements behind the count are not shown");
	put(0, 0, 4);
	tap_str(show("535.261.03", "NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS", 4096),
		"numClasses=0 classList=[]x0/160 ", "a count of 0");
	put(0, 0xffffffff, 4);
	tap_str(show("535.261.03", "NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS", 4096),
		"numClasses=0xffffffff classList=[50543,50613,57005,0...]x160 ",
		"a wild count is no more than the array");
	put(0, 100, 4);
	tap_str(show("535.261.03", "NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS", 12),
		"numClasses=100 classList=[50543,50613]x100/160 ",
		"a payload that ends before its count does");

	memset(bytes, 0, sizeof(bytes));
	put(0, 1, 4);
	put(4, 13, 4);
	put(8, 0x8, 4);
	put(12, 5, 4);
	tap_str(show("535.261.03", "NV2080_CTRL_FB_GET_INFO_V2_PARAMS", 4096),
		"fbInfoListSize=1 fbInfoList[0].index=13 fbInfoList[0].data=8 ",
		"structs behind the count are not shown");
}

static bool has(const char *what)
{
	return strstr(text, what);
}

static void heap(void)
{
	memset(bytes, 0, sizeof(bytes));
	put(8, 2, 4);
	show("535.261.03", "NVOS32_PARAMETERS", 184);
	tap_ok(has("function=2 ") && has("data.AllocSize.owner=") &&
	       !has("data.Free.") && !has("data.Dump."), "function 2 is AllocSize");
	tap_ok(!has("|"), "... and nothing shares its bytes");
	put(8, 3, 4);
	show("595.45.04", "NVOS32_PARAMETERS", 184);
	tap_ok(has("data.Free.") && !has("data.AllocSize.") && !has("data.Info."),
	       "function 3 is Free");
	put(8, 77, 4);
	show("535.261.03", "NVOS32_PARAMETERS", 184);
	tap_ok(has("data.Free.hMemory|") && has("data.AllocSize.owner|"),
	       "a function that is unknown: all, sharing their bytes");
	show("535.261.03", "NVOS32_PARAMETERS", 4);
	tap_ok(has("data.Free.") && has("data.AllocSize."),
	       "one that was not captured: all");
}

static void strings(void)
{
	memset(bytes, 0, sizeof(bytes));
	memcpy(bytes + 4, "A100", 4);
	tap_str(show("535.261.03", "NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS", 132),
		"gpuNameStringFlags=0 gpuNameString.ascii=\"A100\" ",
		"a name in ASCII");
	put(0, 1, 4);
	tap_str(show("535.261.03", "NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS", 132),
		"gpuNameStringFlags=1 gpuNameString.unicode=[12609,12336,0...]x64 ",
		"... in Unicode");
	tap_str(show("595.45.04", "NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS", 68),
		"gpuNameStringFlags=1 gpuNameString.ascii=\"A100\" ",
		"595 has no union there");
}

static bool fd_of(void *ctx, int32_t fd, struct rm_out *out)
{
	(void)ctx;
	rm_out_str(out, "nvidiactl");
	return fd == 3;
}

static bool handle_of(void *ctx, uint32_t client, uint32_t handle,
		      struct rm_out *out)
{
	(void)ctx, (void)client, (void)handle, (void)out;
	return false;
}

static void fds(void)
{
	const struct rm_names names = { .handle = handle_of, .fd = fd_of };
	struct rm_call_in in = {
		.dev = RMS_DEV_UVM, .nr = 37, .arg_size = 40, .names = &names,
		.arg_before = bytes, .arg_before_len = 40,
	};
	struct rm_version v;
	struct rm_call call;
	struct rm_out out;

	memset(bytes, 0, sizeof(bytes));
	put(24, 3, 4);
	rm_version_find("535.261.03", &v);
	rm_call_decode(&v, &in, &call);
	rm_out_init(&out, text, sizeof(text));
	rm_format_args(&call, RM_FORMAT_VERBOSE, &out);
	tap_ok(has(" rmCtrlFd=3(nvidiactl) "), "a descriptor with its file: %s", text);
	put(24, 0xffffffff, 4);
	rm_out_init(&out, text, sizeof(text));
	rm_format_args(&call, RM_FORMAT_VERBOSE, &out);
	tap_ok(has(" rmCtrlFd=-1 "), "-1 is no file");
}

int main(void)
{
	counts();
	heap();
	strings();
	fds();
	return tap_done();
}
