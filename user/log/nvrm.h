/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What NVIDIA's drivers write into the kernel log (NVRM, nvidia-uvm) and a vGPU
 * host into its own: Xid errors, failed RPCs to the GSP, statuses.  Works on a
 * single line and needs no tables: numbers get their names from rm/rm.h.
 */
#ifndef LOG_NVRM_H
#define LOG_NVRM_H

#include "rm/rm.h"
#include "scan.h"

#define LOG_NVRM_NUMBERS	8	/* kept of one message */

enum log_nvrm_kind {
	LOG_NVRM_MESSAGE,	/* any other message */
	LOG_NVRM_XID,		/* "NVRM: Xid (PCI:0000:01:00): 31, ..." */
};

/* which numbers were in the text */
#define LOG_NVRM_PID		0x01u
#define LOG_NVRM_CHANNEL	0x02u
#define LOG_NVRM_ADDRESS	0x04u
#define LOG_NVRM_CAUSED_BY	0x08u
#define LOG_NVRM_FUNCTION	0x10u
#define LOG_NVRM_SIZE		0x20u

/** struct log_nvrm_number - a number that has a name
 *  @key: what stood before it, "hClass", "status": a constant */
struct log_nvrm_number {
	const char *key;
	enum rm_number what;
	uint32_t nr;
};

/**
 * struct log_nvrm - one message; the texts are borrowed from the line
 * @has: LOG_NVRM_*
 * @prefix: the line before the message: time stamps, host
 * @text: the message behind its marker ("NVRM:"), of an Xid behind its number
 * @pci: "0000:01:00" as printed, with or without the domain
 * @instance: GPU instance of MIG, "05", of "GPU-I:05"
 * @xid: number, of LOG_NVRM_XID
 * @pid_text, @name: as printed, "'<unknown>'" too; @pid: where it is a number
 * @channel_text, @channel: the same; the number is hexadecimal
 * @engine, @client: "GRAPHICS GPC0", "GPCCLIENT_T1_1" of an MMU fault
 * @address: GPU virtual address that faulted
 * @fault, @access: "FAULT_PDE", "ACCESS_TYPE_VIRT_READ"
 * @caused_by: Xid that this one follows
 * @function, @function_name: RPC to the GSP, 76 and "GSP_RM_CONTROL"
 * @size: bytes of the RPC's parameters
 * @driver: version of the driver, of a message that tells it
 * @numbers: commands, classes and statuses, in the order of the text
 */
struct log_nvrm {
	enum log_nvrm_kind kind;
	unsigned int has;
	struct scan prefix;
	struct scan text;
	struct scan pci;
	struct scan instance;
	uint32_t xid;
	struct scan pid_text;
	uint32_t pid;
	struct scan name;
	struct scan channel_text;
	uint32_t channel;
	struct scan engine;
	struct scan client;
	uint64_t address;
	struct scan fault;
	struct scan access;
	uint32_t caused_by;
	uint32_t function;
	struct scan function_name;
	uint64_t size;
	struct scan driver;
	size_t n_numbers;
	struct log_nvrm_number numbers[LOG_NVRM_NUMBERS];
};

/**
 * log_nvrm_parse() - the first message of a driver in @line
 * @ret: filled when true is returned
 * @ret_end: behind it: more messages may follow on the same line
 */
bool log_nvrm_parse(struct scan line, struct log_nvrm *ret, const char **ret_end);

/** log_nvrm_fault_words() - what a type of fault means, NULL: unknown */
const char *log_nvrm_fault_words(struct scan fault);

/* Inside log/ only: parts of a message, and numbers into it; what does not fit
 * is dropped. */
bool log_xid_parse(struct scan *s, struct log_nvrm *m);
void log_gsp_parse(struct scan s, struct log_nvrm *m);
void log_nvrm_add(struct log_nvrm *m, const char *key, enum rm_number what,
		  uint64_t nr);

#endif
