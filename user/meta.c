// SPDX-License-Identifier: GPL-2.0
/* The "key=value" lines of a session. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"

static void copy_cut(char *dst, size_t size, const char *src, size_t len)
{
	if (size == 0)
		return;
	if (len >= size)
		len = size - 1;
	memcpy(dst, src, len);
	dst[len] = '\0';
}

bool meta_next(const char **pos, char *key, size_t key_size, char *value,
	       size_t value_size)
{
	while (*pos && **pos) {
		const char *line = *pos;
		size_t len = strcspn(line, "\n");
		const char *eq = memchr(line, '=', len);

		*pos = line + len + (line[len] == '\n');
		if (!eq)
			continue;
		copy_cut(key, key_size, line, eq - line);
		copy_cut(value, value_size, eq + 1, line + len - eq - 1);
		return true;
	}
	return false;
}

bool meta_get(const char *meta, const char *key, char *buf, size_t size)
{
	char name[64];

	while (meta_next(&meta, name, sizeof(name), buf, size))
		if (!strcmp(name, key))
			return true;
	if (size)
		buf[0] = '\0';
	return false;
}

int64_t meta_get_num(const char *meta, const char *key, int64_t absent)
{
	char text[32];
	char *end;
	int64_t v;

	if (!meta_get(meta, key, text, sizeof(text)))
		return absent;
	v = strtoimax(text, &end, 10);
	return end == text ? absent : v;
}
