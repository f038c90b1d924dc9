// SPDX-License-Identifier: GPL-2.0
/* Bundles where the libraries for them were not there when it was built. */
#include "bundle_inside.h"

#if !defined(HAVE_LIBARCHIVE) || !defined(HAVE_NETTLE)
#include <errno.h>

#include "log.h"

static int refuse(const char *path)
{
	log_error("bundle", "%s: this program was built without libarchive and nettle, which bundles need",
		  path);
	return -ENOTSUP;
}

int bundle_write(struct store *s, const struct store_entry *e, const char *path,
		 bool libs)
{
	(void)s;
	(void)e;
	(void)libs;
	return refuse(path);
}

int bundle_open(const char *path, struct bundle **ret_bundle)
{
	(void)ret_bundle;
	return refuse(path);
}

void bundle_close(struct bundle *b)
{
	(void)b;
}

const char *bundle_path(struct bundle *b, const char *name)
{
	(void)b;
	(void)name;
	return "";
}

bool bundle_has_libs(const struct bundle *b)
{
	(void)b;
	return false;
}

int bundle_library(void *ctx, const struct sym_map *map)
{
	(void)ctx;
	(void)map;
	return -ENOENT;
}
#endif
