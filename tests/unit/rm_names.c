// SPDX-License-Identifier: GPL-2.0
/* Names, sizes and flags of numbers, in several versions. */
#include "rm/rm.h"
#include "tap.h"

static struct rm_version version(const char *text)
{
	struct rm_version v;

	rm_version_find(text, &v);
	return v;
}

static void escapes(void)
{
	static const struct {
		uint32_t nr;
		const char *name;
	} known[] = {
		{ RM_ESC_ALLOC_MEMORY, "NV_ESC_RM_ALLOC_MEMORY" },
		{ RM_ESC_ALLOC_OBJECT, "NV_ESC_RM_ALLOC_OBJECT" },
		{ RM_ESC_FREE, "NV_ESC_RM_FREE" },
		{ RM_ESC_CONTROL, "NV_ESC_RM_CONTROL" },
		{ RM_ESC_ALLOC, "NV_ESC_RM_ALLOC" },
		{ RM_ESC_DUP_OBJECT, "NV_ESC_RM_DUP_OBJECT" },
		{ RM_ESC_SHARE, "NV_ESC_RM_SHARE" },
		{ RM_ESC_VID_HEAP_CONTROL, "NV_ESC_RM_VID_HEAP_CONTROL" },
		{ RM_ESC_MAP_MEMORY, "NV_ESC_RM_MAP_MEMORY" },
		{ RM_ESC_UNMAP_MEMORY, "NV_ESC_RM_UNMAP_MEMORY" },
		{ RM_ESC_MAP_MEMORY_DMA, "NV_ESC_RM_MAP_MEMORY_DMA" },
		{ RM_ESC_UNMAP_MEMORY_DMA, "NV_ESC_RM_UNMAP_MEMORY_DMA" },
		{ RM_ESC_CARD_INFO, "NV_ESC_CARD_INFO" },
		{ RM_ESC_REGISTER_FD, "NV_ESC_REGISTER_FD" },
		{ RM_ESC_ALLOC_OS_EVENT, "NV_ESC_ALLOC_OS_EVENT" },
		{ RM_ESC_FREE_OS_EVENT, "NV_ESC_FREE_OS_EVENT" },
		{ RM_ESC_XFER_CMD, "NV_ESC_IOCTL_XFER_CMD" },
		{ 0xd6, "NV_ESC_SYS_PARAMS" },
		{ 0xd7, "NV_ESC_NUMA_INFO" },
	};
	struct rm_version v = version("535.261.03"), new = version("550.163.01");
	uint32_t nr;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const struct rm_escape *e = rm_escape(&v, known[i].nr);

		tap_str(e ? rm_str(e->name) : NULL, known[i].name,
			"escape 0x%x", known[i].nr);
	}
	tap_str(rm_str(rm_escape(&v, 0x5f)->name), "NV_ESC_RM_NVLOG_CTRL",
		"escape 0x5f in 535");
	tap_str(rm_str(rm_escape(&new, 0x5f)->name),
		"NV_ESC_RM_LOCKLESS_DIAGNOSTIC", "escape 0x5f in 550");
	tap_ok(!rm_escape(&v, 0xff) && !rm_escape(&v, 0), "unknown escapes");
	tap_ok(!rm_in_version(&v, rm_escape(&v, 0xda)->versions),
	       "WAIT_OPEN_COMPLETE is known, but not of 535");
	tap_ok(rm_in_version(&new, rm_escape(&new, 0xda)->versions), "... of 550");
	tap_ok(!rm_escape_by_name("NV_ESC_RM_FREE", &nr) && nr == 0x29,
	       "an escape by name");
	tap_is(rm_escape_by_name("NV_ESC_NOT_THERE", &nr), -ENOENT,
	       "no escape of that name");
}

static void controls(void)
{
	struct rm_version v = version("535.261.03"), new = version("560.35.03");
	const struct rm_control *c = rm_control(&v, 0x20800110);
	uint32_t cmd;

	tap_str(rm_str(c->name), "NV2080_CTRL_CMD_GPU_GET_NAME_STRING",
		"command 0x20800110");
	tap_str(rm_str(c->args), "NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS",
		"... its struct");
	c = rm_control(&v, 0x102);
	tap_str(rm_str(c->handler), "cliresCtrlCmdSystemGetCpuInfo",
		"handler of 0x102");
	tap_ok(c->known & RM_CONTROL_FLAGS && c->flags == 0x10b && !c->access,
	       "flags of 0x102");
	tap_str(rm_rmctrl_flag(0x8), "RMCTRL_FLAGS_NON_PRIVILEGED", "a flag");
	tap_str(rm_rmctrl_flag(0x2000), NULL, "a bit without a name");
	tap_str(rm_str(rm_control(&v, 0x107)->name),
		"NV0000_CTRL_CMD_SYSTEM_SET_MEMORY_SIZE", "0x107 in 535");
	tap_str(rm_str(rm_control(&new, 0x107)->name),
		"NV0000_CTRL_SYSTEM_GET_VRR_COOKIE_PRESENT", "0x107 in 560");
	tap_ok(!rm_control(&v, 0x20808161) && !rm_control(&v, 0xffffffff),
	       "unknown commands");
	tap_ok(rm_control(&v, 0) && !rm_control(&v, 1), "the lowest command");
	tap_ok(!rm_control_by_name("NV83DE_CTRL_CMD_DEBUG_SET_EXCEPTION_MASK",
				   &cmd) && cmd == 0x83de0309,
	       "a command by name");
}

static void classes(void)
{
	struct rm_version old = version("520.61.05"), v = version("535.261.03");
	const struct rm_class *c = rm_class(&v, 0x2080);
	uint32_t nr;

	tap_str(rm_str(c->name), "NV20_SUBDEVICE_0", "class 0x2080");
	tap_str(rm_str(rm_class(&v, 0x41)->name), "NV01_ROOT_CLIENT", "class 0x41");
	tap_str(rm_str(rm_class(&v, 0x79)->name), "NV01_EVENT_OS_EVENT",
		"class 0x79");
	tap_str(rm_str(rm_class(&v, 0xc6b5)->name), "AMPERE_DMA_COPY_A",
		"class 0xc6b5");
	tap_str(rm_str(rm_class(&old, 0xc56f)->args),
		"NV_CHANNELGPFIFO_ALLOCATION_PARAMETERS", "0xc56f in 520");
	tap_str(rm_str(rm_class(&v, 0xc56f)->args), "NV_CHANNEL_ALLOC_PARAMS",
		"0xc56f in 535");
	tap_is(rm_class_params_size(&v, 0), 4, "NV01_ROOT takes a handle");
	tap_is(rm_class_params_size(&v, 0xf8), 48, "NV_MEMORY_FABRIC in 535");
	tap_is(rm_class_params_size(&old, 0xf8), 40, "... in 520");
	tap_is(rm_class_params_size(&v, 0xdead), 0, "an unknown class");
	tap_ok(!rm_class_by_name("GT200_DEBUGGER", &nr) && nr == 0x83de,
	       "a class by name");
}

static void uvm(void)
{
	struct rm_version v = version("535.261.03"), new = version("550.54.14");
	uint32_t nr;

	tap_str(rm_str(rm_uvm(&v, RM_UVM_INITIALIZE)->name), "UVM_INITIALIZE",
		"a request of 31 bits");
	tap_str(rm_str(rm_uvm(&v, 73)->name), "UVM_CREATE_EXTERNAL_RANGE",
		"request 73");
	tap_is(rm_uvm_size(&v, RM_UVM_INITIALIZE), 16, "size of UVM_INITIALIZE");
	tap_is(rm_uvm_size(&v, 33), 1200, "UVM_MAP_EXTERNAL_ALLOCATION in 535");
	tap_is(rm_uvm_size(&new, 33), 9264, "... in 550");
	tap_is(rm_uvm_size(&v, 0x1234), 0, "an unknown request");
	tap_ok(!rm_uvm_by_name("UVM_FREE", &nr) && nr == 34, "one by name");
}

static void sizes(void)
{
	struct rm_version v = version("535.261.03");
	unsigned int pos = 0, n = 0;
	uint32_t last = 0;
	struct rm_size s;
	bool rising = true, external = false, same = true;

	while (rm_uvm_sizes_next(&v, &pos, &s)) {
		rising &= !n++ || s.nr > last;
		last = s.nr;
		same &= s.size == rm_uvm_size(&v, s.nr);
		if (s.nr == 33)
			external = s.size == 1200 && s.status == 1196;
	}
	tap_is(n, 77, "all UVM requests");
	tap_ok(rising && same, "... in order, of the right sizes");
	tap_ok(external, "... with the status of UVM_MAP_EXTERNAL_ALLOCATION");
	for (n = pos = 0, rising = same = true; rm_class_sizes_next(&v, &pos, &s);) {
		rising &= !n++ || s.nr > last;
		last = s.nr;
		same &= s.size == rm_class_params_size(&v, s.nr);
	}
	tap_ok(n > 250 && rising && same, "%u classes, in order", n);
}

static void statuses(void)
{
	struct rm_version v = version("595.45.04");
	uint32_t status;

	tap_str(rm_status_name(0), "NV_OK", "status 0");
	tap_str(rm_status_name(0x1f), "NV_ERR_INVALID_ARGUMENT", "status 0x1f");
	tap_str(rm_status_name(0x22), "NV_ERR_INVALID_CLASS", "status 0x22");
	tap_str(rm_status_name(0x56), "NV_ERR_NOT_SUPPORTED", "status 0x56");
	tap_str(rm_status_name(0x57), "NV_ERR_OBJECT_NOT_FOUND", "status 0x57");
	tap_str(rm_status_name(0x10007), "NV_WARN_NULL_OBJECT", "a warning");
	tap_str(rm_status_name(0x7fffffff), NULL, "an unknown status");
	tap_ok(!rm_status_by_name("NV_ERR_INVALID_STATE", &status) &&
	       !strcmp(rm_status_name(status), "NV_ERR_INVALID_STATE"),
	       "there and back");
	tap_str(rm_xid_name(&v, 13), "ROBUST_CHANNEL_GR_EXCEPTION", "Xid 13");
	tap_str(rm_xid_name(&v, 31), "ROBUST_CHANNEL_FIFO_ERROR_MMU_ERR_FLT",
		"Xid 31");
	tap_str(rm_xid_name(&v, 119), "GSP_RPC_TIMEOUT", "Xid 119");
	tap_str(rm_xid_name(&v, 109), NULL, "an Xid without a name");
	v = version("535.261.03");
	tap_str(rm_xid_name(&v, 13), "ROBUST_CHANNEL_GR_EXCEPTION",
		"Xid 13 of 535, which has two names for 13");
}

static void describe_is(enum rm_number what, uint32_t nr, bool known,
			const char *want)
{
	struct rm_version v = version("535.261.03");
	struct rm_out out;
	char text[128];

	rm_out_init(&out, text, sizeof(text));
	tap_ok(rm_number_describe(&v, what, nr, &out) == known, "0x%x is %sknown",
	       nr, known ? "" : "un");
	tap_str(text, want, "0x%x in words", nr);
}

int main(void)
{
	escapes();
	controls();
	classes();
	uvm();
	sizes();
	statuses();
	describe_is(RM_NUMBER_CONTROL, 0x20808161, false,
		    "NV2080 ctrl category 0x81 index 0x61 (unknown)");
	describe_is(RM_NUMBER_CONTROL, 0x20800110, true,
		    "NV2080_CTRL_CMD_GPU_GET_NAME_STRING");
	describe_is(RM_NUMBER_ESCAPE, 0xdb, false,
		    "escape 0xdb, NV_IOCTL_BASE + 19 (unknown)");
	describe_is(RM_NUMBER_ESCAPE, 0x10, false, "escape 0x10 (unknown)");
	describe_is(RM_NUMBER_CLASS, 0x1234, false, "class 0x1234 (unknown)");
	describe_is(RM_NUMBER_UVM, 0x55, false, "UVM ioctl 0x55 (unknown)");
	describe_is(RM_NUMBER_STATUS, 0x36, true, "NV_ERR_INVALID_OBJECT_PARENT");
	describe_is(RM_NUMBER_XID, 999, false, "Xid 999 (unknown)");
	return tap_done();
}
