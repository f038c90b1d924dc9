// SPDX-License-Identifier: GPL-2.0
/* The first crash in a text, of whatever form it is. */
#include <string.h>

#include "crash.h"

bool log_parse(struct scan s, struct log_crash *ret, const char **ret_end)
{
	static const log_parser parsers[] = {
		log_x86_fault, log_x86_trap, log_ppc, log_signal, log_arm,
		log_audit, log_fatal,
	};
	const char *first = NULL, *begin, *end;
	struct log_crash crash;

	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		memset(&crash, 0, sizeof(crash));
		if (!parsers[i](s, &crash, &begin, &end) ||
		    (first && begin >= first))
			continue;
		first = begin;
		*ret_end = end;
		*ret = crash;
	}
	return first;
}
