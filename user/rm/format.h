/* SPDX-License-Identifier: GPL-2.0 */
/* A call as text, in three depths. */
#ifndef RM_FORMAT_H
#define RM_FORMAT_H

#include "call.h"

/** rm_call_names() - the call's name and its telling name, "NV_ESC_RM_ALLOC
 *  NV01_DEVICE_0"; for numbers without a name, what rm_number_describe() says */
void rm_call_names(const struct rm_call *call, struct rm_out *out);

enum rm_format { RM_FORMAT_ABBREV = 0, RM_FORMAT_VERBOSE = 1, RM_FORMAT_RAW = 2 };

/**
 * rm_format_args() - the call's fields as one line of text, "name=value ..."
 * @format: ABBREV: the telling fields; VERBOSE: all fields of argument and
 *	parameters, those that the driver changed as old→new; RAW: hex
 */
void rm_format_args(const struct rm_call *call, enum rm_format format,
		    struct rm_out *out);

/**
 * rm_format_params() - only the parameter block's fields, as rm_format_args()
 */
void rm_format_params(const struct rm_call *call, enum rm_format format,
		      struct rm_out *out);

/** rm_format_status() - "NV_OK", "NV_ERR_INVALID_STATE", "0x1234" */
void rm_format_status(struct rm_out *out, uint32_t status);

/** rm_format_target() - it as text: "535.261.03", [{index=0x1 data=0x2}, ...] */
void rm_format_target(struct rm_out *out, const struct rm_call *call,
		      const struct rm_target *t);

#endif
