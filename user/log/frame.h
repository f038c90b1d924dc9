/* SPDX-License-Identifier: GPL-2.0 */
/* Frames of backtraces that programs print themselves, with offsets into files. */
#ifndef LOG_FRAME_H
#define LOG_FRAME_H

#include "crash.h"

enum log_frame_form {
	LOG_FRAME_GLIBC,	/* /lib/libcuda.so.1(+0x1f6b18) [0x7f17...] */
	LOG_FRAME_JAVA,		/* C  [libcuda.so.1+0x2baeed] */
	LOG_FRAME_COREDUMP,	/* #0  0x7f17... n/a (/tmp/a.out + 0x111d) */
	LOG_FRAME_SANITIZER,	/* Host Frame:  [0x2f285f] in libcuda.so.1 */
};

/**
 * struct log_frame - a frame that names a file and an offset
 * @module: the file as it was printed
 * @symbol: printed with it, "": none; then @offset is from there
 * @offset: glibc's is an address of the file, the others' are from where the file
 *	begins in memory
 */
struct log_frame {
	enum log_frame_form form;
	char module[LOG_MODULE_MAX];
	char symbol[LOG_WORDS_MAX];
	uint64_t offset;
};

/** log_frame_parse() - the first frame in a line */
bool log_frame_parse(struct scan s, struct log_frame *ret);

#endif
