// SPDX-License-Identifier: GPL-2.0
/* Values of options: from words to numbers, lists and choices. */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "options_table.h"

/* names the option as the user may write it */
static void opt_spell(const struct opt *o, char *buf, size_t size)
{
	if (o->letter)
		snprintf(buf, size, "-%c/--%s", o->letter, o->name);
	else
		snprintf(buf, size, "--%s", o->name);
}

static int bad_value(const struct opt *o, const char *text, const char *want)
{
	char name[64];

	opt_spell(o, name, sizeof(name));
	log_error("options", "%s: '%s' is not %s", name, text, want);
	return -EINVAL;
}

static int parse_size(const struct opt *o, const char *text, size_t *ret)
{
	static const char units[] = "KMG";
	char want[96];
	const char *unit;
	char *end;
	unsigned long long v;
	unsigned int shift = 0;

	snprintf(want, sizeof(want), "a number of bytes from %zu to %zu (K, M, G allowed)",
		 o->min, o->max);
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || end == text || !isdigit((unsigned char)text[0]))
		return bad_value(o, text, want);
	if (*end) {
		unit = strchr(units, toupper((unsigned char)*end));
		if (!unit || end[1])
			return bad_value(o, text, want);
		shift = 10 * (unit - units + 1);
	}
	if (v > o->max >> shift || v << shift < o->min)
		return bad_value(o, text, want);
	*ret = v << shift;
	return 0;
}

static int parse_number(const struct opt *o, const char *text, size_t *ret)
{
	unsigned long long v;
	char want[96], *end;

	snprintf(want, sizeof(want), "a number from %zu to %zu", o->min, o->max);
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || *end || !isdigit((unsigned char)text[0]) || v < o->min ||
	    v > o->max)
		return bad_value(o, text, want);
	*ret = v;
	return 0;
}

static int parse_time(const struct opt *o, const char *text, size_t *ret)
{
	static const struct {
		char unit;
		size_t seconds;
	} units[] = {
		{ 0, 1 }, { 's', 1 }, { 'm', 60 }, { 'h', 3600 },
		{ 'd', 86400 }, { 'w', 7 * 86400 },
	};
	const char want[] = "a time: a number with s, m, h, d or w";
	unsigned long long v;
	char *end;
	size_t i = 0;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || !isdigit((unsigned char)text[0]) || (*end && end[1]))
		return bad_value(o, text, want);
	while (i < sizeof(units) / sizeof(units[0]) && units[i].unit != *end)
		i++;
	if (i == sizeof(units) / sizeof(units[0]) ||
	    v > o->max / units[i].seconds || v * units[i].seconds < o->min)
		return bad_value(o, text, want);
	*ret = v * units[i].seconds;
	return 0;
}

static int parse_pid(const struct opt *o, const char *text, pid_t *ret)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(text, &end, 10);
	/* PID_MAX_LIMIT of 64-bit kernels */
	if (errno || end == text || *end || v < 1 || v > 4 << 20)
		return bad_value(o, text, "a process id");
	*ret = v;
	return 0;
}

static int add_pid(const struct opt *o, const char *text, struct pid_list *list)
{
	pid_t pid = 0;
	pid_t *v;
	int err = parse_pid(o, text, &pid);

	if (err)
		return err;
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	list->v = v;
	list->v[list->n++] = pid;
	return 0;
}

static int add_name(const struct opt *o, const char *text,
		    struct name_list *list)
{
	const char **v;

	if (!text[0] || strlen(text) >= RMS_COMM_LEN)
		return bad_value(o, text, "a name of 1 to 15 bytes, as in /proc/PID/comm");
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	list->v = v;
	list->v[list->n++] = text;
	return 0;
}

static int add_path(const struct opt *o, const char *text,
		    struct name_list *list)
{
	const char **v;

	if (!text[0])
		return bad_value(o, text, "a name: it is empty");
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	list->v = v;
	list->v[list->n++] = text;
	return 0;
}

void opt_choices(const struct opt *o, char *buf, size_t size)
{
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; o->choices[i] && n < size; i++)
		n += snprintf(buf + n, size - n, "%s%s", i ? ", " : "",
			      o->choices[i]);
}

static int parse_choice(const struct opt *o, const char *text, int *ret)
{
	char list[96], want[128];

	for (int i = 0; o->choices[i]; i++) {
		if (!strcmp(o->choices[i], text)) {
			*ret = i;
			return 0;
		}
	}
	opt_choices(o, list, sizeof(list));
	snprintf(want, sizeof(want), "one of: %s", list);
	return bad_value(o, text, want);
}

static int parse_string(const struct opt *o, const char *text, const char **ret)
{
	if (!text[0])
		return bad_value(o, text, "a name: it is empty");
	*ret = text;
	return 0;
}

int opt_apply(const struct opt *o, const char *text,
		     struct options *opts)
{
	void *at = (char *)opts + o->offset;

	switch (o->type) {
	case OPT_FLAG:
		*(bool *)at = true;
		return 0;
	case OPT_COUNT:
		++*(int *)at;
		return 0;
	case OPT_STRING:
		return parse_string(o, text, at);
	case OPT_SIZE:
		return parse_size(o, text, at);
	case OPT_NUMBER:
		return parse_number(o, text, at);
	case OPT_TIME:
		return parse_time(o, text, at);
	case OPT_PIDS:
		return add_pid(o, text, at);
	case OPT_PATHS:
		return add_path(o, text, at);
	case OPT_NAMES:
		return add_name(o, text, at);
	case OPT_CHOICE:
		return parse_choice(o, text, at);
	}
	return -EINVAL;
}
