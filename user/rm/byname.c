// SPDX-License-Identifier: GPL-2.0
/* The other way round: numbers by name, for options and offline decoding. */
#include <string.h>

#include "tables.h"

#define FIND(table, count, name, ret)						\
	do {									\
		for (uint32_t i_ = 0; i_ < (count); i_++) {			\
			if (strcmp(rm_str((table)[i_].name), name))		\
				continue;					\
			*(ret) = (table)[i_].nr;				\
			return 0;						\
		}								\
		return -ENOENT;							\
	} while (0)

int rm_status_by_name(const char *name, uint32_t *ret_status)
{
	FIND(rm_statuses, rm_counts.statuses, name, ret_status);
}

int rm_escape_by_name(const char *name, uint32_t *ret_nr)
{
	FIND(rm_escapes, rm_counts.escapes, name, ret_nr);
}

int rm_class_by_name(const char *name, uint32_t *ret_class)
{
	FIND(rm_classes, rm_counts.classes, name, ret_class);
}

int rm_control_by_name(const char *name, uint32_t *ret_cmd)
{
	FIND(rm_controls, rm_counts.controls, name, ret_cmd);
}

int rm_uvm_by_name(const char *name, uint32_t *ret_nr)
{
	FIND(rm_uvms, rm_counts.uvms, name, ret_nr);
}
