// SPDX-License-Identifier: GPL-2.0
/* Which sampled version stands for a driver: the rule, case by case. */
#include "rm/rm.h"
#include "tap.h"

static void is(const char *text, const char *name, bool exact, bool guess)
{
	struct rm_version v;
	int err = rm_version_find(text, &v);

	tap_is(err, 0, "'%s' is a version", text);
	tap_str(v.name, name, "'%s' takes %s", text, name);
	tap_ok(v.exact == exact && v.guess == guess, "'%s': exact %d, guess %d",
	       text, exact, guess);
}

static void not_a_version(const char *text)
{
	struct rm_version v;

	tap_is(rm_version_find(text, &v), -EINVAL, "'%s' is none",
	       text ? text : "(null)");
	tap_ok(v.guess && !v.exact, "... so it is a guess");
	tap_str(v.name, "595.45.04", "... of the newest");
}

int main(void)
{
	struct rm_version v;

	tap_is(rm_version_count(), 27, "27 versions are known");
	is("535.261.03", "535.261.03", true, false);
	is("515.43.04", "515.43.04", true, false);
	is("595.45.04", "595.45.04", true, false);
	is("565.77", "565.77", true, false);
	is("535.261.03 for x86_64", "535.261.03", true, false);

	/* between two of a branch: the older one */
	is("535.54.04", "535.54.03", false, false);
	is("535.183.01", "535.161.08", false, false);
	is("550.163.02", "550.163.01", false, false);
	is("570.211.02", "570.211.01", false, false);
	is("565.77.01", "565.77", false, false);
	/* newer than all of its branch, but not than all */
	is("535.999.99", "535.288.01", false, false);

	/* older than all of its branch; a branch of its own */
	is("535.43.02", "535.54.03", false, true);
	is("540.4.0", "535.288.01", false, true);
	/* newer and older than everything */
	is("595.45.05", "595.45.04", false, true);
	is("610.1.1", "595.45.04", false, true);
	is("515.43.03", "515.43.04", false, true);
	is("470.256.02", "515.43.04", false, true);

	not_a_version(NULL);
	not_a_version("");
	not_a_version("abc");
	not_a_version("535");
	not_a_version("-1.2");
	not_a_version("999999.1");
	not_a_version(".535.1");

	tap_ok(rm_version_at(0, &v) && !strcmp(v.name, "515.43.04") && v.exact,
	       "the first version is 515.43.04");
	tap_ok(!rm_version_at(27, &v), "there is no 28th");
	return tap_done();
}
