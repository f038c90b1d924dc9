// SPDX-License-Identifier: GPL-2.0
/* Messages of the drivers: every field of real and of broken lines. */
#include <stdlib.h>

#include "log/nvrm.h"
#include "tap.h"

static struct scan scan_of(const char *text)
{
	return (struct scan){ text, text + strlen(text) };
}

static const char *text_of(struct scan s)
{
	static char buf[8][128];
	static unsigned int turn;
	char *to = buf[turn++ % 8];

	scan_copy(s, to, 128);
	return to;
}

/* the message of a line; zeroes when there is none */
static struct log_nvrm parse(const char *line)
{
	struct log_nvrm m;
	const char *end;

	memset(&m, 0, sizeof(m));
	if (!tap_ok(log_nvrm_parse(scan_of(line), &m, &end), "%s", line))
		memset(&m, 0, sizeof(m));
	return m;
}

static void test_fault(void)
{
	struct log_nvrm m = parse("[ 130.45] [ T1946] NVRM: Xid (PCI:0000:2b:00): 31, pid=1942, name=llama-bench, channel 0x00000002, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC6 GPCCLIENT_T1_13 faulted @ 0x6f6f_320c2000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ");

	tap_is(m.kind, LOG_NVRM_XID, "an Xid");
	tap_str(text_of(m.prefix), "[ 130.45] [ T1946] ", "what stands before it");
	tap_str(text_of(m.pci), "0000:2b:00", "device");
	tap_is(m.xid, 31, "number");
	tap_is(m.pid, 1942, "pid");
	tap_str(text_of(m.name), "llama-bench", "name");
	tap_is(m.channel, 2, "channel");
	tap_str(text_of(m.channel_text), "0x00000002", "as printed");
	tap_str(text_of(m.engine), "GRAPHICS GPC6", "engine");
	tap_str(text_of(m.client), "GPCCLIENT_T1_13", "client");
	tap_is(m.address, 0x6f6f320c2000, "address: two halves");
	tap_str(text_of(m.fault), "FAULT_PDE", "type");
	tap_str(text_of(m.access), "ACCESS_TYPE_VIRT_READ", "access");
	tap_is(m.has, LOG_NVRM_PID | LOG_NVRM_CHANNEL | LOG_NVRM_ADDRESS,
	       "no other number");
	m = parse("Xid (PCI:0000:01:00): 31, x faulted @ 0x0_00019000. Fault");
	tap_is(m.address, 0x19000, "the high half is zero");
	m = parse("Xid (PCI:0000:01:00): 31, x faulted @ 0x12_9000. Fault");
	tap_is(m.has & LOG_NVRM_ADDRESS, 0, "a low half that is cut is none");
	m = parse("Xid (PCI:0000:01:00): 31, x faulted @ 0x123456789_00009000.");
	tap_is(m.has & LOG_NVRM_ADDRESS, 0, "nor a high half of 36 bits");
}

static void test_process(void)
{
	struct log_nvrm m;

	m = parse("NVRM: Xid (PCI:0018:01:00): 145, pid=876767, name=ray::WorkerDict, RLW_RXPIPE");
	tap_str(text_of(m.name), "ray::WorkerDict", "a name with colons");
	m = parse("NVRM: Xid (PCI:0002:00:00): 119, pid=1582259, name=nvc:[driver], Timeout");
	tap_str(text_of(m.name), "nvc:[driver]", "with brackets");
	m = parse("NVRM: Xid (PCI:0000:38:00): 13, pid='<unknown>', name=<unknown>, Graphics");
	tap_str(text_of(m.pid_text), "'<unknown>'", "an unknown process");
	tap_is(m.has, 0, "has no number");
	m = parse("NVRM: Xid (PCI:0000:01:00): 38, pid=1659,");
	tap_is(m.pid, 1659, "a line that ends behind the pid");
	tap_str(text_of(m.pid_text), "1659", "without the comma");
	m = parse("NVRM: Xid (PCI:0000:10:1c): 63, pid=1896, Row Remapper: x");
	tap_is(scan_len(m.name), 0, "no name");
	m = parse("NVRM: Xid (PCI:0000:01:00): 13, pid=99999999999, name=a, x");
	tap_is(m.has & LOG_NVRM_PID, 0, "a pid of 37 bits is none");
	m = parse("NVRM: Xid (PCI:0000:01:00 GPU-I:05): 94, pid=7194, Contained: CE User Channel (0x9). RST: No");
	tap_str(text_of(m.instance), "05", "GPU instance");
	tap_str(text_of(m.pci), "0000:01:00", "device before it");
	tap_is(m.has & LOG_NVRM_CHANNEL, 0, "the word Channel alone is no channel");
}

static void test_channels(void)
{
	static const struct {
		const char *line;
		uint32_t channel;
		const char *text;
	} lines[] = {
		{ "NVRM: Xid (0000:01:00): 32, Channel ID 0000001a intr 00800000", 0x1a, "0000001a" },
		{ "NVRM: Xid (PCI:0000:01:00): 43, Ch 00000020, engmask 00000101", 0x20, "00000020" },
		{ "NVRM: Xid (PCI:0000:01:00): 109, channel 0x00000029, errorString", 0x29, "0x00000029" },
		{ "NVRM: Xid (PCI:0001:ab:cd): 69, Class Error: ChId 0008, Class 0000cbc0", 8, "0008" },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct log_nvrm m = parse(lines[i].line);

		tap_is(m.channel, lines[i].channel, "its channel");
		tap_str(text_of(m.channel_text), lines[i].text, "as printed");
	}
}

static void test_rpc(void)
{
	struct log_nvrm m;

	m = parse("NVRM: Xid (PCI:0000:9b:00): 119, pid=1, name=gpud, Timeout after 6s of waiting for RPC response from GPU4 GSP! Expected function 76 (GSP_RM_CONTROL) (0x20803032 0x58c).");
	tap_is(m.function, 76, "function");
	tap_str(text_of(m.function_name), "GSP_RM_CONTROL", "its name");
	tap_is(m.size, 0x58c, "size");
	tap_is(m.n_numbers, 1, "one number");
	tap_is(m.numbers[0].what, RM_NUMBER_CONTROL, "a command");
	tap_is(m.numbers[0].nr, 0x20803032, "which one");
	m = parse("NVRM: GPU4 GSP RPC buffer contains function 103 (GSP_RM_ALLOC) and data 0x0000000000002081 0x0000000000000004.");
	tap_is(m.numbers[0].what, RM_NUMBER_CLASS, "a class");
	tap_is(m.numbers[0].nr, 0x2081, "which one");
	tap_is(m.size, 4, "size");
	m = parse("x: NVRM:     -3    76   GSP_RM_CONTROL              4124 0x0000000020809001 0x0000000000000008 0x00065013118ceff5");
	tap_is(m.numbers[0].nr, 0x20809001, "a row with a sequence number");
	tap_is(m.size, 8, "size");
	m = parse("NVRM:      0    103  GSP_RM_ALLOC          0x0000000000002081 0x0000000000000004 0x00062ed1a6bd61fa");
	tap_is(m.numbers[0].nr, 0x2081, "a row without one");
	m = parse("NVRM:     -2    4124 GSP_LOCKDOWN_NOTICE   0x0000000000000001 0x0000000000000000");
	tap_is(m.function, 4124, "another function");
	tap_is(m.n_numbers, 0, "has data of unknown meaning");
	m = parse("NVRM:     entry function                   data0              data1");
	tap_is(m.has, 0, "the head of the history");
}

static void test_numbers(void)
{
	struct log_nvrm m;

	m = parse("NVRM: rpcRmApiAlloc_GSP: GspRmAlloc failed: hClient=0xc1d1a616; hParent=0x5c000054; hObject=0x5c00005b; hClass=0x0000c86f; paramsSize=0x00000170; paramsStatus=0x00000062; status=0x00000063");
	tap_is(m.n_numbers, 3, "three of six have names");
	tap_str(m.numbers[0].key, "hClass", "class");
	tap_is(m.numbers[0].nr, 0xc86f, "its number");
	tap_str(m.numbers[1].key, "paramsStatus", "a status");
	tap_is(m.numbers[1].nr, 0x62, "its number");
	tap_is(m.numbers[2].nr, 0x63, "another one");
	m = parse("NVRM: nvAssertOkFailedNoLog: Assertion failed: Reset required [NV_ERR_RESET_REQUIRED] (0x00000062) returned from status @ kernel_channel.c:2874");
	tap_is(m.numbers[0].nr, 0x62, "of an assertion");
	m = parse("NVRM: GPU 0000:09:00.0: RmInitAdapter failed! (0x22:0x56:894)");
	tap_is(m.numbers[0].nr, 0x56, "of a failed start");
	m = parse("host nvidia-vgpu-mgr[1562]: error: vmiop_log: NVOS status 0x56");
	tap_is(m.numbers[0].nr, 0x56, "of a vGPU host");
	m = parse("guest 3: RM_CONTROL cmd=0x20800a01 failed");
	tap_is(m.numbers[0].nr, 0x20800a01, "of a host's log");
	m = parse("NVRM: Assertion failed: (status == NV_OK) || (status == NV_ERR_X) @ rs_client.c:844");
	tap_is(m.n_numbers, 0, "a status without a number");
	m = parse("NVRM: status=0x123456789 status=0x12z xstatus=0x5 status=5");
	tap_is(m.n_numbers, 0, "numbers that are none");
	m = parse("NVRM: status=0x1 status=0x1 status=0x1 status=0x1 status=0x1 status=0x1 status=0x1 status=0x1 status=0x1 status=0x1");
	tap_is(m.n_numbers, LOG_NVRM_NUMBERS, "more than are kept");
	m = parse("<4>[ 1126.635824] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.144.03  Mon Dec 30");
	tap_str(text_of(m.driver), "550.144.03", "version");
	m = parse("NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  610.43.02  Release Build  (root@)");
	tap_str(text_of(m.driver), "610.43.02", "of the open modules");
}

static void test_several(void)
{
	struct scan line = scan_of("NVRM: Xid (PCI:0000:01:00): 79, fallen.NVRM: Xid (PCI:0000:02:00): 45, Ch 00000001 caused by previous Xid 149");
	struct log_nvrm m;
	const char *end;

	tap_ok(log_nvrm_parse(line, &m, &end), "first");
	tap_is(m.xid, 79, "its number");
	tap_str(text_of(m.text), "fallen.", "its text ends at the second");
	line.p = end;
	tap_ok(log_nvrm_parse(line, &m, &end), "second");
	tap_is(m.xid, 45, "its number");
	tap_is(m.caused_by, 149, "and cause");
	line.p = end;
	tap_ok(!log_nvrm_parse(line, &m, &end), "no third");
}

static void test_none(void)
{
	static const char *const lines[] = {
		"", "N", "NVR", "usb 1-1: new device", "xNVRM: GPU: status=0x1",
		"Xid: 31", "_Xid (PCI:0000:01:00): 31",
	};
	struct log_nvrm m;
	const char *end;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		tap_ok(!log_nvrm_parse(scan_of(lines[i]), &m, &end),
		       "no message: '%s'", lines[i]);
	m = parse("NVRM: Xid (): 31, x");
	tap_is(m.kind, LOG_NVRM_MESSAGE, "an Xid of no device is none");
	m = parse("NVRM: Xid (PCI:0000:01:00): , x");
	tap_is(m.kind, LOG_NVRM_MESSAGE, "nor one without a number");
	tap_is(scan_len(m.pci), 0, "and gives no device");
}

/* every front of a line, in memory of exactly its size */
static void test_cut(void)
{
	static const char whole[] = "[1.2] NVRM: Xid (PCI:0000:01:00 GPU-I:05): 31, pid=7, name=a, Ch 00000002, intr 0. MMU Fault: ENGINE CE2 HUBCLIENT_CE0 faulted @ 0x792c_58000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_WRITE Expected function 76 (GSP_RM_CONTROL) (0x2080 0x8) status=0x1 [NV_ERR] (0x2) RmInitAdapter failed! (0x1:0x2:3) loading NVIDIA UNIX Kernel Module 5.6";
	size_t messages = 0;

	for (size_t n = 0; n < sizeof(whole); n++) {
		char *part = malloc(n ? n : 1);
		struct log_nvrm m;
		const char *end;

		memcpy(part, whole, n);
		messages += log_nvrm_parse((struct scan){ part, part + n }, &m,
					   &end);
		free(part);
	}
	tap_is(messages, sizeof(whole) - 10, "each front behind NVRM is a message");
}

int main(void)
{
	test_fault();
	test_process();
	test_channels();
	test_rpc();
	test_numbers();
	test_several();
	test_none();
	test_cut();
	tap_str(log_nvrm_fault_words(scan_of("FAULT_RO_VIOLATION")),
		"write to a read-only page", "a type of fault in words");
	tap_ok(!log_nvrm_fault_words(scan_of("FAULT_")), "an unknown one");
	return tap_done();
}
