/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What NVIDIA's Resource Manager interface means: names, layouts and the
 * decoding of single calls, for every driver version in tables/versions.tsv.
 *
 * Everything here works on const data that the generator made from tables/;
 * nothing allocates, nothing fails for lack of memory, nothing keeps state, and
 * every function may be called from any thread.  Strings returned live for the
 * life of the program.  Numbers are host-endian values; sizes and offsets are
 * bytes.
 *
 * "In this version": most look-ups take a struct rm_version.  Where the fact is
 * known, but only for other versions than this one, the nearest one's is
 * returned; rm_in_version() tells the difference, so that a view can mark it.
 */
#ifndef RM_RM_H
#define RM_RM_H

#include "version.h"	/* which version's facts */
#include "number.h"	/* names, numbers and what stands behind them */
#include "layout.h"	/* structs and their fields */
#include "capture.h"	/* what a capture must copy */
#include "call.h"	/* a call: decoded */
#include "format.h"	/* a call as text */

#endif
