// SPDX-License-Identifier: GPL-2.0
/* The help of each verb, made of the table. */
#include <string.h>

#include "options_table.h"

static void help_line(const struct opt *o, FILE *out)
{
	char left[64], list[96] = "";
	char letter[4] = "  ";

	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c", o->letter);
	snprintf(left, sizeof(left), "%s%c --%s%s%s%s%s", letter,
		 o->letter ? ',' : ' ', o->name, o->absent ? "[" : "",
		 o->arg ? "=" : "", o->arg ? o->arg : "", o->absent ? "]" : "");
	if (o->choices)
		opt_choices(o, list, sizeof(list));
	fprintf(out, "  %-24s %s%s%s\n", left, o->help,
		o->choices ? ": " : "", list);
}

bool options_help(const char *verb, FILE *out)
{
	size_t v = 0;

	while (v < N_VERBS && strcmp(verbs_table[v].name, verb))
		v++;
	if (v == N_VERBS)
		return false;
	fprintf(out, "Usage: rmsnoop %s %s\n\n%s\n\nOptions:\n",
		verbs_table[v].name, verbs_table[v].usage, verbs_table[v].about);
	for (size_t i = 0; i < N_OPTS; i++)
		if (opts_table[i].verbs & verbs_table[v].verb &&
		    opts_table[i].help)
			help_line(&opts_table[i], out);
	if (verbs_table[v].verb & ~(VERB_CHECK | VERBS_WORDS))
		fputs("\nExit status: 0 done, 1 failed, 2 wrong usage, 3 a privilege or kernel feature is\n"
		      "missing, 4 records were lost (--strict); with a command, that of the command.\n",
		      out);
	return true;
}
