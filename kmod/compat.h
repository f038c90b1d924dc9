/* SPDX-License-Identifier: GPL-2.0 */
/* What differs between kernels, and nothing else; the one place that asks which
 * version it is built for. */
#ifndef RMSNOOP_COMPAT_H
#define RMSNOOP_COMPAT_H

#include <linux/version.h>

/* commit 2c92ca849fcc ("tracing/treewide: Remove second parameter of
 * __assign_str()"), v6.10 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define rms_assign_str(dst, src) __assign_str(dst)
#else
#define rms_assign_str(dst, src) __assign_str(dst, src)
#endif

#endif
