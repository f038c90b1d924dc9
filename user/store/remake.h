/* SPDX-License-Identifier: GPL-2.0 */
/* A kept crash made again from its records. */
#ifndef STORE_REMAKE_H
#define STORE_REMAKE_H

#include "crash/crash.h"

/**
 * store_remake() - read a recording through to the end, into a crash view
 * @path: of the recording
 * @view: how it is shown, and who gets each report
 * Return: 0 or -errno: -EBADMSG: no recording, -ENODATA: there is no crash in it.
 */
int store_remake(const char *path, const struct crash_view_opts *view);

#endif
