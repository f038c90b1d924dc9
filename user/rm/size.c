// SPDX-License-Identifier: GPL-2.0
/* How much user memory stands behind a number: what the capture must copy. */
#include "tables.h"

static uint32_t status_offset(const struct rm_layout *l)
{
	for (uint8_t i = 0; l && i < l->nroles; i++)
		if (rm_roles[l->roles + i].role == RM_ROLE_STATUS)
			return rm_roles[l->roles + i].offset;
	return RM_NO_OFFSET;
}

static void size_set(struct rm_size *ret, uint32_t nr, const struct rm_layout *l)
{
	ret->nr = nr;
	ret->size = l ? l->size : 0;
	ret->status = status_offset(l);
}

uint32_t rm_uvm_size(const struct rm_version *v, uint32_t nr)
{
	const struct rm_uvm *u = rm_uvm(v, nr);
	const struct rm_layout *l = u ? rm_layout_of(v, u->arg) : NULL;

	return l ? l->size : 0;
}

uint32_t rm_class_params_size(const struct rm_version *v, uint32_t nr)
{
	const struct rm_class *c = rm_class(v, nr);
	const struct rm_layout *l = c ? rm_layout_of(v, c->arg) : NULL;

	return l ? l->size : 0;
}

bool rm_uvm_sizes_next(const struct rm_version *v, unsigned int *pos,
		       struct rm_size *ret)
{
	uint32_t nr;

	if (*pos >= rm_counts.uvms)
		return false;
	nr = rm_uvms[*pos].nr;
	size_set(ret, nr, rm_layout_of(v, rm_uvm(v, nr)->arg));
	while (*pos < rm_counts.uvms && rm_uvms[*pos].nr == nr)
		++*pos;
	return true;
}

bool rm_class_sizes_next(const struct rm_version *v, unsigned int *pos,
			 struct rm_size *ret)
{
	uint32_t nr;

	if (*pos >= rm_counts.classes)
		return false;
	nr = rm_classes[*pos].nr;
	size_set(ret, nr, rm_layout_of(v, rm_class(v, nr)->arg));
	while (*pos < rm_counts.classes && rm_classes[*pos].nr == nr)
		++*pos;
	return true;
}
