/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers of the kernel as words: signals, devices, exit codes, protections. */
#ifndef RMSNOOP_WORDS_H
#define RMSNOOP_WORDS_H

#include <stdint.h>

#include "rm/out.h"

/** words_signal() - "SIGSEGV", or "signal 99" */
void words_signal(struct rm_out *out, int sig);
/** words_errno() - of -errno: "ENOENT", or the number */
void words_errno(struct rm_out *out, int64_t ret);
/** words_device() - "/dev/nvidia0" for enum rms_dev and minor */
void words_device(struct rm_out *out, unsigned int dev, unsigned int minor);
/** words_exit() - a wait(2) status: "exit 1", "killed by SIGSEGV, core dumped" */
void words_exit(struct rm_out *out, uint32_t code);
/** words_prot() - PROT_* or RMS_MAP_*: "rw-" */
void words_prot(struct rm_out *out, uint32_t prot);

#endif
