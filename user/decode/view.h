/* SPDX-License-Identifier: GPL-2.0 */
/* What "rmsnoop decode" shows of each thing that it recognised. */
#ifndef DECODE_VIEW_H
#define DECODE_VIEW_H

#include "bytes.h"
#include "decode.h"

struct json_out;

/** decode_text() - in words, on one line; what the text itself says is escaped.
 *  @out gets "; " in front if it is not empty. */
void decode_text(const struct rm_version *v, const struct decode_thing *thing,
		 struct rm_out *out);

/** decode_json() - as an object; @line: number of its line, from 1 */
void decode_json(struct json_out *j, const struct rm_version *v,
		 const struct decode_thing *thing, uint64_t line);

/** decode_message_text() - a message of the driver; writes nothing if it holds
 *  no number that has a name */
void decode_message_text(struct rm_out *out, const struct rm_version *v,
			 const struct log_nvrm *m);

/** decode_message_json() - the same as fields of an object that the caller opened */
void decode_message_json(struct json_out *j, const struct rm_version *v,
			 const struct log_nvrm *m);

/** decode_interface_words() - what a request is of, when it has no name of RM's;
 *  NULL: of RM or nvidia-uvm */
const char *decode_interface_words(enum decode_interface interface);

/** decode_number_kind() - "ctrl", "class" ... as --as has them */
const char *decode_number_kind(enum rm_number what);

/** decode_params() - the parameter struct of a command or class, the argument
 *  struct of an escape or UVM request, for @size bytes (0: not known); NULL:
 *  none, or unknown */
const struct rm_layout *decode_params(const struct rm_version *v,
				      enum rm_number what, uint32_t nr,
				      uint64_t size);

/** decode_params_fit() - is that the size of @l, or, where the argument is an array,
 *  of some of them? */
bool decode_params_fit(const struct rm_version *v, enum rm_number what,
		       uint32_t nr, const struct rm_layout *l, uint64_t size);

#endif
