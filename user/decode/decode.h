/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What numbers in text mean: ioctl requests in the output of strace and gVisor,
 * numbers in nvproxy's messages, messages of NVIDIA's drivers, bare numbers.
 * A line goes in, the things recognised in it come out, in its order; all of it
 * may be hostile.
 */
#ifndef DECODE_DECODE_H
#define DECODE_DECODE_H

#include "log/nvrm.h"
#include "rm/rm.h"

/* which device a file descriptor is of, as far as the text tells */
enum decode_device {
	DECODE_DEV_UNKNOWN = 0,
	DECODE_DEV_RM,		/* nvidiactl, nvidiaN */
	DECODE_DEV_UVM,		/* nvidia-uvm */
	DECODE_DEV_NVIDIA,	/* another one of NVIDIA's: modeset, caps ... */
	DECODE_DEV_DXG,		/* /dev/dxg of WSL */
	DECODE_DEV_OTHER,
};

/* what a request is, from its bits and its device */
enum decode_interface {
	DECODE_RM = 0,
	DECODE_UVM,
	DECODE_UVM_MAYBE,	/* if the descriptor is one of nvidia-uvm */
	DECODE_MODESET,
	DECODE_DXG,
	DECODE_FOREIGN,		/* of none of them */
};

/** struct decode_request - the request of an ioctl, taken apart */
struct decode_request {
	uint32_t request;
	enum decode_device device;
	enum decode_interface interface;
	uint8_t dir;		/* _IOC_NONE, _IOC_WRITE | _IOC_READ */
	uint8_t type;
	uint8_t nr;
	uint32_t size;
};

/** struct decode_number - a number of one of RM's name spaces
 * @has_size, @size: bytes of its parameters, as the text says
 */
struct decode_number {
	enum rm_number what;
	uint32_t nr;
	bool has_size;
	uint64_t size;
};

enum decode_kind { DECODE_REQUEST, DECODE_NUMBER, DECODE_MESSAGE };

/** struct decode_thing - what was recognised; a message borrows from the line */
struct decode_thing {
	enum decode_kind kind;
	union {
		struct decode_request request;
		struct decode_number number;
		struct log_nvrm message;
	};
};

typedef void (*decode_fn)(void *arg, const struct decode_thing *thing);

/**
 * struct decoder - what is kept from line to line
 * @as: bare numbers are of this kind, an enum rm_number; -1: only such bare
 *	numbers are decoded as can be nothing else
 * @v: the version of the driver; @v_fixed: it was given, no log changes it
 * @files: which descriptors are of which device
 */
struct decoder {
	int as;
	struct rm_version v;
	bool v_fixed;
	struct decode_files *files;
};

/** decoder_init() - @driver: version as text, NULL: not known; Return: 0,
 *  -EINVAL (it is no version) or -ENOMEM */
int decoder_init(struct decoder *d, int as, const char *driver);
void decoder_deinit(struct decoder *d);

/** decode_line() - call back each thing in @line, without its newline */
void decode_line(struct decoder *d, struct scan line, decode_fn fn, void *arg);

/** decode_word() - the same for a word of the command line: a number, which may
 *  be of several kinds, or a name; Return: how many were called back */
size_t decode_word(const struct decoder *d, struct scan word, decode_fn fn, void *arg);

/** decode_request_split() - take a request apart and judge it */
void decode_request_split(uint32_t request, enum decode_device device,
			  struct decode_request *ret);

/** decode_number_parse() - a number as people write them: 0x2a, 42, c56f;
 *  with zeroes in front hexadecimal: 0080.  All of @s has to be one. */
bool decode_number_parse(struct scan s, uint64_t *ret);

/** decode_device_of() - by the path of a device file */
enum decode_device decode_device_of(struct scan path);

/* Inside decode/ only.  Each calls back what it finds. */
bool decode_take_number(struct scan *s, uint64_t *ret);	/* 0x2a or 42 */
/* "_IOC(_IOC_READ|_IOC_WRITE, 0x46, 0x2a, 0x20)", "0xc020462a", "FIBMAP" */
bool decode_request_parse(struct scan *s, uint32_t *ret);
void decode_trace(struct decoder *d, struct scan line, decode_fn fn, void *arg);
void decode_nvproxy(struct scan line, decode_fn fn, void *arg);
void decode_bare(struct scan line, int as, decode_fn fn, void *arg);

#endif
