/* SPDX-License-Identifier: GPL-2.0 */
/* Inside bundle*.c only: the manifest. */
#ifndef STORE_BUNDLE_INSIDE_H
#define STORE_BUNDLE_INSIDE_H

#include "bundle.h"

/* what an entry of a store has */
#define BUNDLE_OWN	4
extern const char *const bundle_own[BUNDLE_OWN];

/** bundle_manifest_make() - its text, which the caller frees; 0 or -ENOMEM */
int bundle_manifest_make(const struct bundle_list *list, char **ret_text,
			 size_t *ret_len);

/** bundle_manifest_read() - 0, -ENOMEM, or -EBADMSG: it makes no sense, or is
 *  beyond the limits above.  @ret->v is to be freed. */
int bundle_manifest_read(const char *text, struct bundle_list *ret);

/** bundle_digest() - SHA-256 of what is left in @fd, and its size */
int bundle_digest(int fd, uint8_t ret[BUNDLE_SHA256], uint64_t *ret_size);

/** bundle_hex() - @ret has room for 2 * @len + 1 */
void bundle_hex(const uint8_t *data, size_t len, char *ret);

#endif
