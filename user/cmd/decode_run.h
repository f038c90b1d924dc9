/* SPDX-License-Identifier: GPL-2.0 */
/* Inside decode*.c only: a run of "rmsnoop decode". */
#ifndef RMSNOOP_DECODE_RUN_H
#define RMSNOOP_DECODE_RUN_H

#include "decode/stream.h"
#include "options.h"

/** struct decode - a run; @stream.json: NULL: text
 *  @bytes: DECODE_PAYLOAD_MAX of them, for one payload */
struct decode {
	const struct options *o;
	struct decoder decoder;
	struct decode_stream stream;
	struct sink *sink;
	uint8_t *bytes;
};

/* each returns 0 or a negative errno; -EINVAL: wrong usage, and told */

int decode_flush(void *arg);	/* @arg: the run */
/** decode_words() - numbers, names and lines among the arguments */
int decode_words(struct decode *c, char **words);

/* payloads: what --struct names is there; in words; on lines; of --payload */
int decode_struct_check(struct decode *c);
int decode_struct_words(struct decode *c, char **words);
int decode_struct_lines(struct decode *c, FILE *f);
int decode_params_of(struct decode *c);

#endif
