// SPDX-License-Identifier: GPL-2.0
/* Messages that were not printed: crashes that the log does not show. */
#include <string.h>

#include "crash.h"

static bool is_about_crashes(const char *where)
{
	static const char *const names[] = {
		"show_signal_msg", "show_signal", "do_trap", "do_user_addr_fault",
		"__bad_area_nosemaphore", "do_general_protection",
		"exc_general_protection", "arm64_show_signal", "do_page_fault",
		"arm64_notify_die", "force_sig_info", "do_error_trap",
		"_exception", "_exception_pkey",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], where))
			return true;
	return false;
}

/* the word before ": " */
static struct scan last_word(struct scan s)
{
	const char *p = s.end;

	while (p > s.p && p[-1] != ' ' && p[-1] != '\t' && p[-1] != ']')
		p--;
	s.p = p;
	return s;
}

bool log_notice_parse(struct scan s, struct log_notice *ret)
{
	const char *at = scan_find(s, " callbacks suppressed"), *p = at;
	struct scan number, word;

	if (!at)
		return false;
	while (p > s.p && scan_is_digit(p[-1]))
		p--;
	number = (struct scan){ p, at };
	if (!scan_dec(&number, &ret->count) || number.p != at || p - s.p < 3 ||
	    memcmp(p - 2, ": ", 2))
		return false;
	word = last_word((struct scan){ s.p, p - 2 });
	scan_copy(word, ret->where, sizeof(ret->where));
	ret->crashes = is_about_crashes(ret->where);
	return true;
}
