// SPDX-License-Identifier: GPL-2.0
/* Which struct stands behind a number. */
#include <string.h>

#include "view.h"

/* of "A", "A|B" or "A[]" the struct of that size, else the first one */
const struct rm_layout *decode_params(const struct rm_version *v,
				      enum rm_number what, uint32_t nr,
				      uint64_t size)
{
	const char *names = rm_number_args(v, what, nr), *p = names;
	const struct rm_layout *first = NULL, *l;
	char name[128];

	while (p && *p) {
		size_t n = strcspn(p, "|[");

		scan_copy((struct scan){ p, p + n }, name, sizeof(name));
		l = rm_struct(v, name);
		if (l && l->size == size)
			return l;
		if (!first)
			first = l;
		p += n;
		p += strspn(p, "|[]");
	}
	return first;
}

bool decode_params_fit(const struct rm_version *v, enum rm_number what,
		       uint32_t nr, const struct rm_layout *l, uint64_t size)
{
	const struct rm_escape *escape;

	if (what != RM_NUMBER_ESCAPE)
		return l->size == size;
	escape = rm_escape(v, nr);
	return l->size == size ||
	       (escape && escape->is_array && l->size && !(size % l->size));
}
