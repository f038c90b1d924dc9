/* SPDX-License-Identifier: GPL-2.0 */
/* The steps of rm_call_decode(), one file a kind of call. */
#ifndef RM_DECODE_H
#define RM_DECODE_H

#include "tables.h"

/* statuses from here on (NV_WARN_*) tell of a success with a remark */
#define RM_STATUS_WARNING	0x10000

/* by device */
void rm_decode_escape(struct rm_call *call);
void rm_decode_uvm(struct rm_call *call);

/* by kind, once the roles of the argument are known */
void rm_decode_alloc(struct rm_call *call);
void rm_decode_control(struct rm_call *call);

/* shared: set the argument's layout (NULL: unknown), read the roles of its
 * fields, set the parameter block's layout by struct reference */
void rm_decode_arg(struct rm_call *call, const struct rm_layout *l);
void rm_decode_roles(struct rm_call *call);
void rm_decode_params(struct rm_call *call, uint16_t ref);

#endif
