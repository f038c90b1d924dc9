// SPDX-License-Identifier: GPL-2.0
/* The words that the tables use for the enums of rm.h. */
#include <string.h>

#include "gen.h"

static int find(const char *const *words, int n, const char *word)
{
	for (int i = 0; i < n; i++)
		if (words[i] && !strcmp(words[i], word))
			return i;
	return -1;
}

int kind_word(const char *word)
{
	static const char *const words[] = {
		[RM_KIND_OTHER] = "other",
		[RM_KIND_ALLOC] = "alloc",
		[RM_KIND_CONTROL] = "control",
		[RM_KIND_FREE] = "free",
		[RM_KIND_DUP] = "dup",
		[RM_KIND_SHARE] = "share",
		[RM_KIND_MAP_MEMORY] = "map_memory",
		[RM_KIND_UNMAP_MEMORY] = "unmap_memory",
		[RM_KIND_MAP_DMA] = "map_dma",
		[RM_KIND_UNMAP_DMA] = "unmap_dma",
		[RM_KIND_ALLOC_MEMORY] = "alloc_memory",
		[RM_KIND_ALLOC_CTXDMA] = "alloc_ctxdma",
		[RM_KIND_HEAP] = "heap",
		[RM_KIND_EVENT] = "event",
		[RM_KIND_EXPORT] = "export",
		[RM_KIND_IMPORT] = "import",
	};

	return find(words, sizeof(words) / sizeof(words[0]), word);
}

int type_word(const char *word)
{
	static const char *const words[] = {
		[RM_TYPE_OPAQUE] = "opaque",
		[RM_TYPE_UINT] = "uint",
		[RM_TYPE_SINT] = "sint",
		[RM_TYPE_BOOL] = "bool",
		[RM_TYPE_HANDLE] = "handle",
		[RM_TYPE_POINTER] = "pointer",
		[RM_TYPE_STATUS] = "status",
		[RM_TYPE_CHAR] = "char",
		[RM_TYPE_FLOAT] = "float",
		[RM_TYPE_UUID] = "uuid",
		[RM_TYPE_STRUCT] = "struct",
		[RM_TYPE_UNION] = "union",
		[RM_TYPE_HEX] = "hex",
		[RM_TYPE_FD] = "fd",
	};

	return find(words, sizeof(words) / sizeof(words[0]), word);
}

int role_word(const char *word)
{
	static const char *const words[] = {
		[RM_ROLE_CLIENT] = "client",
		[RM_ROLE_OBJECT] = "object",
		[RM_ROLE_PARENT] = "parent",
		[RM_ROLE_NEW] = "new",
		[RM_ROLE_SRC_CLIENT] = "src_client",
		[RM_ROLE_SRC_OBJECT] = "src_object",
		[RM_ROLE_DMA] = "dma",
		[RM_ROLE_CMD] = "cmd",
		[RM_ROLE_CLASS] = "class",
		[RM_ROLE_PARAMS] = "params",
		[RM_ROLE_PARAMS_SIZE] = "params_size",
		[RM_ROLE_FLAGS] = "flags",
		[RM_ROLE_ADDRESS] = "address",
		[RM_ROLE_OFFSET] = "offset",
		[RM_ROLE_LENGTH] = "length",
		[RM_ROLE_FD] = "fd",
		[RM_ROLE_STATUS] = "status",
		[RM_ROLE_FUNCTION] = "function",
	};

	return find(words, sizeof(words) / sizeof(words[0]), word);
}
