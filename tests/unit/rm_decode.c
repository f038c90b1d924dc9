// SPDX-License-Identifier: GPL-2.0
/* Calls as a capture hands them over, and what they are told to be. */
#include "rm/rm.h"
#include "rm_guard.h"
#include "tap.h"

/* a call under construction; words are stored at byte offsets */
struct made {
	struct rm_version v;
	struct rm_call_in in;
	struct rm_call call;
	uint8_t before[4096];
	uint8_t after[4096];
	uint8_t params_before[4096];
	uint8_t params_after[4096];
};

static struct made m;

static void make(const char *version, uint32_t dev, uint32_t nr, uint32_t size)
{
	memset(&m, 0, sizeof(m));
	rm_version_find(version, &m.v);
	m.in = (struct rm_call_in){
		.dev = dev, .nr = nr, .returned = true, .arg_size = size,
		.arg_before = m.before, .arg_after = m.after,
		.arg_before_len = size, .arg_after_len = size,
	};
}

static void make_params(uint32_t size)
{
	m.in.params_size = size;
	m.in.params_before = m.params_before;
	m.in.params_after = m.params_after;
	m.in.params_before_len = m.in.params_after_len = size;
}

static void put(uint32_t offset, uint64_t value, size_t size)
{
	memcpy(m.before + offset, &value, size);
	memcpy(m.after + offset, &value, size);
}

static void answer(uint32_t offset, uint64_t value, size_t size)
{
	memcpy(m.after + offset, &value, size);
}

static void decode(void)
{
	tap_is(rm_call_decode(&m.v, &m.in, &m.call), 0, "decoded");
}

static void args_are(enum rm_format format, const char *want)
{
	struct rm_out out;
	char text[4096];

	rm_out_init(&out, text, sizeof(text));
	rm_format_args(&m.call, format, &out);
	tap_str(text, want, "fields of %s in format %d",
		m.call.name ? m.call.name : "?", format);
}

static void names_are(const char *want)
{
	struct rm_out out;
	char text[256];

	rm_out_init(&out, text, sizeof(text));
	rm_call_names(&m.call, &out);
	tap_str(text, want, "names");
}

static void control(void)
{
	make("535.261.03", RMS_DEV_CTL, RM_ESC_CONTROL, 32);
	put(0, 0xc1d00004, 4);
	put(4, 0x5c000003, 4);
	put(8, 0x20800110, 4);
	put(16, 0x7ffd1000, 8);
	put(24, 132, 4);
	make_params(132);
	strcpy((char *)m.params_after + 4, "NVIDIA A100");
	decode();
	tap_is(m.call.kind, RM_KIND_CONTROL, "kind");
	tap_str(m.call.name, "NV_ESC_RM_CONTROL", "name");
	tap_str(m.call.what, "NV2080_CTRL_CMD_GPU_GET_NAME_STRING", "what");
	tap_is(m.call.role[RM_ROLE_CLIENT], 0xc1d00004, "client");
	tap_is(m.call.role[RM_ROLE_OBJECT], 0x5c000003, "object");
	tap_is(m.call.params_size, 132, "size of the parameters");
	tap_ok(m.call.params && m.call.params->size == 132 &&
	       !m.call.params_differ, "their layout");
	tap_ok(m.call.status_known && !m.call.status && !rm_call_failed(&m.call),
	       "it worked");
	tap_ok(!m.call.other_version && !m.call.size_differs, "nothing odd");
	args_are(RM_FORMAT_ABBREV,
		 "hClient=c1d00004 hObject=5c000003 cmd=0x20800110 paramsSize=132");
	names_are("NV_ESC_RM_CONTROL NV2080_CTRL_CMD_GPU_GET_NAME_STRING");

	answer(28, 0x56, 4);
	decode();
	tap_ok(m.call.status_known && m.call.status == 0x56 &&
	       rm_call_failed(&m.call), "NV_ERR_NOT_SUPPORTED is a failure");
	args_are(RM_FORMAT_VERBOSE,
		 "hClient=c1d00004 hObject=5c000003 cmd=0x20800110 flags=0 "
		 "params=0x7ffd1000 paramsSize=132 "
		 "status=NV_OK\u2192NV_ERR_NOT_SUPPORTED "
		 "params.gpuNameStringFlags=0 "
		 "params.gpuNameString.ascii=\"\"\u2192\"NVIDIA A100\"");
	answer(28, 0x10007, 4);
	decode();
	tap_ok(m.call.status_known && !rm_call_failed(&m.call),
	       "a warning is none");
}

static void control_unknown(void)
{
	make("535.261.03", RMS_DEV_CTL, RM_ESC_CONTROL, 32);
	put(8, 0x20808161, 4);
	put(16, 0x1000, 8);
	put(24, 4, 4);
	make_params(4);
	m.params_after[1] = 0xab;
	decode();
	tap_str(m.call.what, NULL, "an unknown command has no name");
	tap_ok(!m.call.params, "... and no layout");
	names_are("NV_ESC_RM_CONTROL NV2080 ctrl category 0x81 index 0x61 (unknown)");
	args_are(RM_FORMAT_RAW,
		 "arg=0000000000000000618180200000000000100000000000000400000000000000 "
		 "params=00000000\u219200ab0000");
}

/* the status of NVOS21 and NVOS64 moves from version to version */
static void alloc_status(const char *version, uint32_t size, uint32_t offset)
{
	make(version, RMS_DEV_CTL, RM_ESC_ALLOC, size);
	put(0, 0xc1d00004, 4);
	put(4, 0xc1d00004, 4);
	put(8, 0x5c000002, 4);
	put(12, 0x80, 4);
	answer(offset, 0x22, 4);
	decode();
	tap_ok(m.call.status_known && m.call.status == 0x22,
	       "%s: status of %u bytes at %u", version, size, offset);
	tap_ok(!m.call.other_version && !m.call.size_differs, "... its own layout");
	tap_is(m.call.role[RM_ROLE_NEW], 0x5c000002, "... new handle");
	tap_str(m.call.what, "NV01_DEVICE_0", "... class");
	tap_ok(!m.call.params, "... and no parameters without a pointer");
}

static void alloc(void)
{
	alloc_status("515.43.04", 32, 24);
	alloc_status("530.41.03", 32, 24);
	alloc_status("535.54.03", 32, 28);
	alloc_status("595.45.04", 32, 28);
	alloc_status("515.43.04", 40, 32);
	alloc_status("520.61.05", 40, 32);
	alloc_status("525.60.11", 40, 36);
	alloc_status("530.41.03", 40, 36);
	alloc_status("535.261.03", 48, 40);
	alloc_status("595.45.04", 48, 40);
	args_are(RM_FORMAT_ABBREV,
		 "hRoot=c1d00004 hObjectParent=c1d00004 hObjectNew=5c000002 "
		 "hClass=0x0080 paramsSize=0");

	/* the driver chooses the handle */
	make("535.261.03", RMS_DEV_CTL, RM_ESC_ALLOC, 32);
	put(12, 0x41, 4);
	put(16, 0x7000, 8);
	answer(8, 0xc1d00003, 4);
	decode();
	tap_is(m.call.role[RM_ROLE_NEW], 0xc1d00003, "a handle that RM chose");
	tap_is(m.call.params_size, 4, "class 0x41 takes a handle");

	/* a size of no layout of this version, but of another's */
	make("535.261.03", RMS_DEV_CTL, RM_ESC_ALLOC, 40);
	decode();
	tap_ok(m.call.other_version && !m.call.size_differs && m.call.arg->size == 40,
	       "40 bytes in 535 are another version's");
	make("535.261.03", RMS_DEV_CTL, RM_ESC_ALLOC, 44);
	decode();
	tap_ok(m.call.size_differs, "44 bytes are no version's");
}

static void failed_ioctl(void)
{
	make("535.261.03", RMS_DEV_CTL, RM_ESC_FREE, 16);
	put(12, 0x57, 4);
	m.in.ret = -14;
	decode();
	tap_ok(m.call.has_status && !m.call.status_known && rm_call_failed(&m.call),
	       "after -EFAULT the caller's status is no result");
	answer(12, 0x1f, 4);
	decode();
	tap_ok(m.call.status_known && m.call.status == 0x1f,
	       "... unless the driver wrote it");
	m.in.ret = 0;
	m.in.returned = false;
	decode();
	tap_ok(!m.call.status_known && !rm_call_failed(&m.call),
	       "a call in flight has no status");
	make("535.261.03", RMS_DEV_CTL, RM_ESC_FREE, 16);
	put(0, 0xc1d00003, 4);
	put(4, 0xc1d00003, 4);
	put(8, 0x5c000001, 4);
	decode();
	args_are(RM_FORMAT_ABBREV,
		 "hRoot=c1d00003 hObjectParent=c1d00003 hObjectOld=5c000001");
}

static void map_memory(void)
{
	make("535.261.03", RMS_DEV_CTL, RM_ESC_MAP_MEMORY, 56);
	put(0, 0xc1d00004, 4);
	put(4, 0x5c000003, 4);
	put(8, 0x5c000004, 4);
	put(24, 0x10000, 8);
	put(48, 0xffffffff, 4);
	answer(32, 0x7f0000001000, 8);
	answer(48, 23, 4);
	decode();
	tap_is(m.call.kind, RM_KIND_MAP_MEMORY, "kind");
	tap_is(m.call.role[RM_ROLE_ADDRESS], 0x7f0000001000, "the address");
	args_are(RM_FORMAT_ABBREV,
		 "hClient=c1d00004 hDevice=5c000003 hMemory=5c000004 "
		 "length=0x10000 pLinearAddress=0x7f0000001000 fd=23");
	answer(40, 0x1a, 4);
	decode();
	tap_ok(m.call.status_known && m.call.status == 0x1a,
	       "a status inside a nested struct");
}

static void map_dma(const char *version, uint32_t size, uint32_t address,
		    uint32_t status)
{
	make(version, RMS_DEV_GPU, RM_ESC_MAP_MEMORY_DMA, size);
	answer(address, 0x200000, 8);
	answer(status, 0x51, 4);
	decode();
	tap_ok(m.call.role[RM_ROLE_ADDRESS] == 0x200000 && m.call.status == 0x51,
	       "%s: a GPU mapping's address and status", version);
}

static void interface_layer(void)
{
	make("535.261.03", RMS_DEV_GPU, RM_ESC_REGISTER_FD, 4);
	put(0, 7, 4);
	decode();
	tap_ok(!m.call.has_status && !m.call.status_known, "REGISTER_FD has no status");
	args_are(RM_FORMAT_ABBREV, "ctl_fd=7");
	make("535.261.03", RMS_DEV_CTL, 0xd6, 8);
	answer(0, 0x8000000, 8);
	decode();
	tap_ok(!m.call.has_status, "SYS_PARAMS has no status");
	args_are(RM_FORMAT_ABBREV, "memblock_size=0\u21920x8000000");

	make("535.261.03", RMS_DEV_CTL, RM_ESC_CARD_INFO, 2304);
	answer(0, 1, 1);
	answer(8, 1, 1);
	answer(12, 0x10de, 2);
	answer(72 + 16, 0x200, 4);
	decode();
	tap_ok(m.call.arg_count == 32 && !m.call.size_differs, "32 cards");
	args_are(RM_FORMAT_ABBREV,
		 "[0].valid=false\u2192true [0].pci_info.domain=0 "
		 "[0].pci_info.bus=0\u21921 [0].pci_info.slot=0 "
		 "[0].pci_info.function=0 [0].pci_info.vendor_id=0\u21924318 "
		 "[0].pci_info.device_id=0 [0].gpu_id=0 [0].interrupt_line=0 "
		 "[0].reg_address=0 [0].reg_size=0 [0].fb_address=0 ... "
		 "[1].valid=false [1].pci_info.domain=0 [1].pci_info.bus=0 "
		 "[1].pci_info.slot=0 [1].pci_info.function=0 "
		 "[1].pci_info.vendor_id=0 [1].pci_info.device_id=0 "
		 "[1].gpu_id=0\u2192512 [1].interrupt_line=0 [1].reg_address=0 "
		 "[1].reg_size=0 [1].fb_address=0 ...");
	make("535.261.03", RMS_DEV_CTL, 0xdb, 0);
	decode();
	tap_is(m.call.kind, RM_KIND_UNKNOWN, "an escape that nobody knows");
	names_are("escape 0xdb, NV_IOCTL_BASE + 19 (unknown)");
	make("535.261.03", RMS_DEV_MODESET, 0, 16);
	decode();
	tap_is(m.call.kind, RM_KIND_UNKNOWN, "modeset is no part of this");
	names_are("ioctl 0x0");
}

static void uvm(void)
{
	make("535.261.03", RMS_DEV_UVM, 73, 24);
	put(0, 0x7f0000000000, 8);
	put(8, 0x200000, 8);
	answer(16, 0x1f, 4);
	decode();
	tap_is(m.call.kind, RM_KIND_UVM, "kind");
	tap_str(m.call.name, "UVM_CREATE_EXTERNAL_RANGE", "name");
	tap_ok(m.call.status_known && rm_call_failed(&m.call), "it failed");
	args_are(RM_FORMAT_ABBREV, "base=0x7f0000000000 length=0x200000");
	args_are(RM_FORMAT_VERBOSE, "base=0x7f0000000000 length=0x200000 "
		 "rmStatus=NV_OK\u2192NV_ERR_INVALID_ARGUMENT");

	make("535.261.03", RMS_DEV_UVM, RM_UVM_INITIALIZE, 0);
	decode();
	tap_is(m.call.arg_size, 16, "a size from the table");
	tap_ok(!m.call.status_known, "no bytes, no status");

	make("535.261.03", RMS_DEV_UVM, 37, 40);
	for (int i = 0; i < 16; i++)
		put((uint32_t)i, (uint64_t)i + 1, 1);
	put(20, 1, 4);
	decode();
	tap_str(m.call.name, "UVM_REGISTER_GPU", "name");
	args_are(RM_FORMAT_ABBREV,
		 "gpu_uuid=01020304-0506-0708-090a-0b0c0d0e0f10 numaEnabled=false "
		 "numaNodeId=1 rmCtrlFd=0 hClient=00000000 hSmcPartRef=00000000");
	make("535.261.03", RMS_DEV_UVM_TOOLS, 0x777, 8);
	decode();
	names_are("UVM ioctl 0x777 (unknown)");
}

/* every escape, UVM call and command with every short length, at a guard page */
/* 550 holds the status of a UVM request behind what is kept of its argument */
static void late_status(void)
{
	static const unsigned char kept[4096];
	struct rm_call_in in = {
		.returned = true, .dev = RMS_DEV_UVM, .nr = 33, .arg_size = 9264,
		.arg_before = kept, .arg_before_len = sizeof(kept),
		.arg_after = kept, .arg_after_len = sizeof(kept),
	};
	struct rm_version v;
	struct rm_call call;

	rm_version_find("550.163.01", &v);
	rm_call_decode(&v, &in, &call);
	tap_ok(call.has_status && !call.status_known, "a status that was not captured is unknown");
	in.has_late_status = true;
	in.late_status = 0x1f;
	rm_call_decode(&v, &in, &call);
	tap_ok(call.status_known && call.status == 0x1f, "one that was read late is the result");
	in.ret = -25;
	rm_call_decode(&v, &in, &call);
	tap_ok(!call.status_known, "but not when the ioctl itself failed");
}

static void short_bytes(void)
{
	struct guard a = guard_create(4096), b = guard_create(4096);
	struct rm_call_in in = { .returned = true };
	struct rm_version v;
	struct rm_call call;
	struct rm_out out;
	char text[64];
	unsigned int bad = 0;

	rm_version_find("550.163.01", &v);
	for (uint32_t nr = 0; nr < 256; nr++) {
		for (uint32_t len = 0; len < 80; len++) {
			in.dev = len & 1 ? RMS_DEV_CTL : RMS_DEV_UVM;
			in.nr = nr;
			in.arg_size = len & 2 ? 48 : len;
			in.arg_before = a.end - len;
			in.arg_after = b.end - len;
			in.arg_before_len = in.arg_after_len = len;
			in.params_before = a.end - len;
			in.params_before_len = len;
			bad += rm_call_decode(&v, &in, &call) != 0;
			for (int f = RM_FORMAT_ABBREV; f <= RM_FORMAT_RAW; f++) {
				rm_out_init(&out, text, sizeof(text));
				rm_format_args(&call, (enum rm_format)f, &out);
				bad += out.len >= out.size || text[out.len];
			}
		}
	}
	tap_is(bad, 0, "short bytes of every number");
	in.arg_before = NULL;
	in.arg_before_len = 4;
	tap_is(rm_call_decode(&v, &in, &call), -EINVAL, "a length without bytes");
}

/* the same 48 bytes of an allocation, as versions that have other words there */
static void only(void)
{
	static const struct {
		const char *version;
		const char *want;
	} versions[] = {
		{ "520.61.05", "status=NV_ERR_INVALID_ARGUMENT rest=2200000000000000" },
		{ "530.41.03", "flags=31 status=NV_ERR_DMA_IN_USE rest=2200000000000000" },
		{ "535.261.03", "paramsSize=31 flags=7 status=NV_ERR_INVALID_CLASS" },
		{ "595.45.04", "paramsSize=31 flags=7 status=NV_ERR_INVALID_CLASS" },
	};
	uint32_t arg[12] = { 0xc1d00001, 0xc1d00001, 0x5c000001, 0x80, [8] = 0x1f,
			     [9] = 7, [10] = 0x22, [11] = 0 };
	struct rm_call_in in = {
		.dev = RMS_DEV_CTL, .nr = RM_ESC_ALLOC, .arg_size = 48,
		.returned = true, .arg_after = arg, .arg_after_len = 48,
	};
	struct rm_version v;
	struct rm_call call;
	struct rm_out out;
	char buf[1024];

	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		const char *from;

		rm_version_find(versions[i].version, &v);
		v.only = true;
		rm_call_decode(&v, &in, &call);
		rm_out_init(&out, buf, sizeof(buf));
		rm_format_args(&call, RM_FORMAT_VERBOSE, &out);
		from = strstr(buf, "pRightsRequested=0x0 ");
		tap_str(from ? from + 21 : buf, versions[i].want,
			"%s: its own words from 32 on", versions[i].version);
	}
}

int main(void)
{
	control();
	control_unknown();
	alloc();
	failed_ioctl();
	map_memory();
	map_dma("575.64.05", 56, 40, 48);
	map_dma("580.65.06", 64, 48, 56);
	interface_layer();
	uvm();
	late_status();
	short_bytes();
	only();
	return tap_done();
}
