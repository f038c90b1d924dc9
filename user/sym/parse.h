/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is asked about a file and answered: the messages through the wall, between
 * this process and the one that parses files.
 */
#ifndef SYM_PARSE_H
#define SYM_PARSE_H

#include "cfi.h"
#include "sym.h"

enum parse_op {
	PARSE_IDENTITY = 1,	/* is it an ELF file, and its build-id */
	PARSE_PLACE = 2,	/* sym_place of a file offset */
	PARSE_ROW = 3,		/* unwind rules at an address of the file */
	PARSE_LINE = 4,		/* source line of an address of the file */
};

/**
 * struct parse_request - goes with a descriptor of the file
 * @file: a number that no other contents ever has
 * @prot: of the mapping, for PARSE_PLACE
 * @at: PARSE_PLACE: offset; PARSE_ROW, PARSE_LINE: address
 */
struct parse_request {
	uint32_t op;
	uint32_t prot;
	uint64_t file;
	uint64_t at;
};

struct parse_identity {
	uint32_t build_id_len;
	uint8_t build_id[SYM_BUILD_ID_MAX];
};

/** struct parse_answer - @err: 0 or -errno: nothing else is valid then */
struct parse_answer {
	uint64_t file;
	uint64_t at;
	int32_t err;
	uint32_t op;
	union {
		struct parse_identity identity;
		struct sym_place place;
		struct cfi_row row;
		struct sym_line line;
	};
};

/** parse_answer() - answer from the file @fd, which it takes.  Files stay open
 *  between requests, a few of them */
void parse_answer(const struct parse_request *req, int fd,
		  struct parse_answer *ret);

#endif
