/* SPDX-License-Identifier: GPL-2.0 */
/* Files of this machine by their build-id. */
#ifndef SYM_INSTALLED_H
#define SYM_INSTALLED_H

#include "library.h"

/**
 * sym_installed() - the file with a build-id: among @dirs (files, or directories
 * with files), then below /usr/lib/debug/.build-id, then the dynamic linker's
 * cache, then what running processes have mapped
 * @hex: the build-id or its beginning, at least SYM_ID_DIGITS_MIN digits
 * Return: 0, -ENOENT: none of them has it, -EINVAL: @hex is no build-id, or
 * -ENOMEM.  Free @ret_lib with sym_library_free().
 */
int sym_installed(const char *hex, const char *const *dirs, size_t n_dirs,
		  struct sym_library **ret_lib);

#define SYM_ID_DIGITS_MIN	8

/** sym_is_build_id() - can @word be the beginning of a build-id? */
bool sym_is_build_id(const char *word);

#endif
