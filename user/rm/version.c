// SPDX-License-Identifier: GPL-2.0
/* Which sampled driver version stands for a running one, and sets of them. */
#include <ctype.h>
#include <stdlib.h>

#include "tables.h"

static void version_set(struct rm_version *ret, uint32_t index)
{
	ret->index = index;
	ret->name = rm_str(rm_samples[index].name);
	ret->exact = false;
	ret->guess = false;
	ret->only = false;
}

/* "535.261.03" and whatever follows; a missing part is 0 */
static int version_parse(const char *text, uint16_t part[3])
{
	unsigned long v;
	char *end;
	int i;

	part[0] = part[1] = part[2] = 0;
	for (i = 0; i < 3; i++) {
		if (!isdigit((unsigned char)*text))
			return -EINVAL;
		v = strtoul(text, &end, 10);
		if (v > UINT16_MAX)
			return -EINVAL;
		part[i] = (uint16_t)v;
		text = end;
		if (*text != '.')
			break;
		text++;
	}
	return i ? 0 : -EINVAL;	/* a number alone is no version */
}

static int version_compare(const uint16_t a[3], const uint16_t b[3])
{
	for (int i = 0; i < 3; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

/* @older: how many versions are not newer than @part */
static void version_choose(const uint16_t part[3], uint32_t older,
			   struct rm_version *ret)
{
	const struct rm_sample *s = rm_samples;
	uint32_t n = rm_counts.versions, use = older ? older - 1 : 0;
	bool branch = older && s[use].part[0] == part[0];

	if (!branch && older < n && s[older].part[0] == part[0])
		use = older;	/* the oldest of its branch is newer than it */
	version_set(ret, use);
	ret->exact = !version_compare(s[use].part, part);
	ret->guess = !ret->exact && (!branch || older == n);
}

int rm_version_find(const char *text, struct rm_version *ret)
{
	uint16_t part[3];
	uint32_t older = 0;

	if (!text || version_parse(text, part)) {
		version_set(ret, rm_counts.versions - 1);
		ret->guess = true;
		return -EINVAL;
	}
	while (older < rm_counts.versions &&
	       version_compare(rm_samples[older].part, part) <= 0)
		older++;
	version_choose(part, older, ret);
	return 0;
}

unsigned int rm_version_count(void)
{
	return rm_counts.versions;
}

bool rm_version_at(unsigned int index, struct rm_version *ret)
{
	if (index >= rm_counts.versions)
		return false;
	version_set(ret, index);
	ret->exact = true;
	return true;
}

bool rm_in_version(const struct rm_version *v, uint16_t versions)
{
	return rm_version_sets[versions] >> v->index & 1;
}

unsigned int rm_distance(const struct rm_version *v, uint16_t versions)
{
	uint64_t set = rm_version_sets[versions];
	uint64_t older = set & ((2ull << v->index) - 1);

	if (older)
		return v->index - (63 - (unsigned int)__builtin_clzll(older));
	if (!set)
		return RM_FAR;
	return RM_VERSIONS_MAX + (unsigned int)__builtin_ctzll(set) - v->index;
}
