// SPDX-License-Identifier: GPL-2.0
/*
 * Look-up by number: binary search for the first row of a number, then the row
 * whose versions are nearest.  The tables are sorted by their first member.
 */
#include "tables.h"

static uint32_t number_at(const void *base, size_t size, uint32_t i)
{
	return *(const uint32_t *)((const char *)base + size * i);
}

/* index of the first row whose number is not below @nr */
static uint32_t first_row(const void *base, size_t size, uint32_t n, uint32_t nr)
{
	uint32_t low = 0, half;

	while (n) {
		half = n / 2;
		if (number_at(base, size, low + half) < nr) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

/* the best row of number @nr; @vers: offset of the row's version set */
static const void *best_row(const struct rm_version *v, const void *base,
			    size_t size, size_t vers, uint32_t n, uint32_t nr)
{
	unsigned int near = RM_FAR + 1, distance;
	const char *row, *best = NULL;

	for (uint32_t i = first_row(base, size, n, nr); i < n; i++) {
		row = (const char *)base + size * i;
		if (*(const uint32_t *)row != nr)
			break;
		distance = rm_distance(v, *(const uint16_t *)(row + vers));
		if (distance >= near)
			continue;
		near = distance;
		best = row;
	}
	return best;
}

#define BEST(v, table, count, nr)						\
	best_row(v, table, sizeof((table)[0]),					\
		 (size_t)((const char *)&(table)[0].versions -			\
			  (const char *)&(table)[0]), count, nr)

const struct rm_escape *rm_escape(const struct rm_version *v, uint32_t nr)
{
	return BEST(v, rm_escapes, rm_counts.escapes, nr);
}

const struct rm_class *rm_class(const struct rm_version *v, uint32_t nr)
{
	return BEST(v, rm_classes, rm_counts.classes, nr);
}

const struct rm_control *rm_control(const struct rm_version *v, uint32_t cmd)
{
	return BEST(v, rm_controls, rm_counts.controls, cmd);
}

const struct rm_uvm *rm_uvm(const struct rm_version *v, uint32_t nr)
{
	return BEST(v, rm_uvms, rm_counts.uvms, nr);
}

const char *rm_status_name(uint32_t status)
{
	uint32_t i = first_row(rm_statuses, sizeof(rm_statuses[0]),
			       rm_counts.statuses, status);
	const char *name = NULL;

	/* the newest of the names it has had */
	for (; i < rm_counts.statuses && rm_statuses[i].nr == status; i++)
		name = rm_str(rm_statuses[i].name);
	return name;
}

const char *rm_xid_name(const struct rm_version *v, uint32_t xid)
{
	const struct rm_named *x = BEST(v, rm_xids, rm_counts.xids, xid);

	return x ? rm_str(x->name) : NULL;
}

const char *rm_rmctrl_flag(uint32_t bit)
{
	for (uint32_t i = 0; i < rm_counts.flags; i++)
		if (rm_flags[i].nr == bit)
			return rm_str(rm_flags[i].name);
	return NULL;
}
