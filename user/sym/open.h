/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Descriptors of the files of mappings, for reading; each returns one or -errno,
 * -ENOEXEC: no regular file, which is not even opened.
 */
#ifndef SYM_OPEN_H
#define SYM_OPEN_H

#include "sym.h"

/** open_path() - by its name here */
int open_path(const char *path);

/** open_map_file() - the mapped file itself, whatever its name; needs privilege */
int open_map_file(const struct sym_map *map);

/** open_in_root() - its name as the process sees it, links included */
int open_in_root(const struct sym_map *map);

/** open_vdso() - a copy of this process's own vDSO, the same in each process of
 *  a running kernel */
int open_vdso(void);

#endif
