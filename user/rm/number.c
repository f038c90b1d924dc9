// SPDX-License-Identifier: GPL-2.0
/* Numbers in words: their names, or the parts that a number without one has. */
#include "tables.h"

/* what a number that stands for a call has in the tables; none: both 0 */
struct facts {
	uint32_t name;
	uint32_t args;
};

static struct facts facts_of(const struct rm_version *v, enum rm_number what,
			     uint32_t nr)
{
	const struct rm_control *ctl;
	const struct rm_escape *escape;
	const struct rm_class *cls;
	const struct rm_uvm *uvm;

	switch (what) {
	case RM_NUMBER_CONTROL:
		ctl = rm_control(v, nr);
		return ctl ? (struct facts){ ctl->name, ctl->args } : (struct facts){};
	case RM_NUMBER_CLASS:
		cls = rm_class(v, nr);
		return cls ? (struct facts){ cls->name, cls->args } : (struct facts){};
	case RM_NUMBER_ESCAPE:
		escape = rm_escape(v, nr);
		return escape ? (struct facts){ escape->name, escape->args } :
				(struct facts){};
	case RM_NUMBER_UVM:
		uvm = rm_uvm(v, nr);
		return uvm ? (struct facts){ uvm->name, uvm->args } : (struct facts){};
	default:
		return (struct facts){};
	}
}

static const char *number_name(const struct rm_version *v, enum rm_number what,
			       uint32_t nr)
{
	switch (what) {
	case RM_NUMBER_STATUS:
		return rm_status_name(nr);
	case RM_NUMBER_XID:
		return rm_xid_name(v, nr);
	default:
		return rm_str(facts_of(v, what, nr).name);
	}
}

const char *rm_number_args(const struct rm_version *v, enum rm_number what,
			   uint32_t nr)
{
	return rm_str(facts_of(v, what, nr).args);
}

/* a command is class << 16 | category << 8 | index */
static void describe_control(struct rm_out *out, uint32_t nr)
{
	static const char hex[] = "0123456789ABCDEF";

	rm_out_str(out, "NV");
	for (int shift = 28; shift >= 16; shift -= 4)
		rm_out_char(out, hex[nr >> shift & 15]);
	rm_out_str(out, " ctrl category ");
	rm_out_hex(out, nr >> 8 & 0xff);
	rm_out_str(out, " index ");
	rm_out_hex(out, nr & 0xff);
}

static void describe_escape(struct rm_out *out, uint32_t nr)
{
	rm_out_str(out, "escape ");
	rm_out_hex(out, nr);
	if (nr < RM_IOC_BASE || nr > 0xff)
		return;
	rm_out_str(out, ", NV_IOCTL_BASE + ");
	rm_out_dec(out, nr - RM_IOC_BASE);
}

static void describe_plain(struct rm_out *out, const char *what, uint32_t nr)
{
	rm_out_str(out, what);
	rm_out_hex(out, nr);
}

static void describe_unknown(enum rm_number what, uint32_t nr, struct rm_out *out)
{
	switch (what) {
	case RM_NUMBER_CONTROL:
		describe_control(out, nr);
		break;
	case RM_NUMBER_ESCAPE:
		describe_escape(out, nr);
		break;
	case RM_NUMBER_CLASS:
		describe_plain(out, "class ", nr);
		break;
	case RM_NUMBER_UVM:
		describe_plain(out, "UVM ioctl ", nr);
		break;
	case RM_NUMBER_STATUS:
		describe_plain(out, "NV_STATUS ", nr);
		break;
	case RM_NUMBER_XID:
		rm_out_str(out, "Xid ");
		rm_out_dec(out, nr);
		break;
	}
	rm_out_str(out, " (unknown)");
}

bool rm_number_describe(const struct rm_version *v, enum rm_number what,
			uint32_t nr, struct rm_out *out)
{
	const char *name = number_name(v, what, nr);

	if (name)
		rm_out_str(out, name);
	else
		describe_unknown(what, nr, out);
	return name;
}
