/* SPDX-License-Identifier: GPL-2.0 */
/* Giving up everything that a parser of files does not need. */
#ifndef SYM_SANDBOX_H
#define SYM_SANDBOX_H

/**
 * sandbox_enter() - in a fresh child: keep no descriptor but @fd, no memory that
 * is shared with others, no privilege, and no system call but those to read files
 * handed over, to answer and to get memory
 * Return: 0 or -errno: then the child must not go on.
 */
int sandbox_enter(int fd);

#endif
