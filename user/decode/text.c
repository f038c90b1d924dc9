// SPDX-License-Identifier: GPL-2.0
/* What was recognised, in words. */
#include <linux/ioctl.h>

#include "view.h"
#include "view/escape.h"

#define WORD_MAX	160	/* bytes of a text from the line that are shown */

const char *decode_interface_words(enum decode_interface interface)
{
	switch (interface) {
	case DECODE_MODESET:
		return "nvidia-modeset, not NVIDIA RM";
	case DECODE_DXG:
		return "WSL dxgkrnl (LX_DXIOCTL), not NVIDIA RM";
	default:
		return NULL;
	}
}

const char *decode_number_kind(enum rm_number what)
{
	static const char *const kinds[] = {
		[RM_NUMBER_CONTROL] = "ctrl", [RM_NUMBER_CLASS] = "class",
		[RM_NUMBER_ESCAPE] = "escape", [RM_NUMBER_UVM] = "uvm",
		[RM_NUMBER_STATUS] = "status", [RM_NUMBER_XID] = "xid",
	};

	return kinds[what];
}

static void put_word(struct rm_out *out, struct scan s)
{
	if (scan_len(s) > WORD_MAX)
		s.end = s.p + WORD_MAX;
	escape_text(out, s.p, scan_len(s));
}

static void put_size(struct rm_out *out, const char *what, uint64_t size)
{
	rm_out_str(out, what);
	rm_out_dec(out, size);
}

/* "request 0xc020462a: type 0x46 nr 0x2a size 32" */
static void put_bits(struct rm_out *out, const struct decode_request *r)
{
	rm_out_str(out, "request 0x");
	rm_out_hex_pad(out, r->request, 8);
	rm_out_str(out, ": type 0x");
	rm_out_hex_pad(out, r->type, 2);
	rm_out_str(out, " nr 0x");
	rm_out_hex_pad(out, r->nr, 2);
	put_size(out, " size ", r->size);
}

/* the struct of that number, and its size if the caller's is another one; some
 * escapes take any number of a struct */
static void put_params(struct rm_out *out, const struct rm_version *v,
		       enum rm_number what, uint32_t nr, bool has_size,
		       uint64_t size)
{
	const struct rm_layout *l = decode_params(v, what, nr, size);

	if (l) {
		rm_out_str(out, ", ");
		rm_out_str(out, rm_str(l->name));
	}
	if (has_size) {
		put_size(out, ", params size ", size);
		if (l && !decode_params_fit(v, what, nr, l, size))
			put_size(out, " instead of ", l->size);
	} else if (l) {
		put_size(out, ", size ", l->size);
	}
}

static void put_request(struct rm_out *out, const struct rm_version *v,
			const struct decode_request *r)
{
	enum rm_number what = RM_NUMBER_UVM;
	uint32_t nr = r->request;

	put_bits(out, r);
	rm_out_str(out, " -> ");
	if (decode_interface_words(r->interface)) {
		rm_out_str(out, decode_interface_words(r->interface));
		return;
	}
	if (r->interface == DECODE_RM) {
		what = RM_NUMBER_ESCAPE;
		nr = r->nr;
	}
	rm_number_describe(v, what, nr, out);
	if (r->interface == DECODE_UVM_MAYBE)
		rm_out_str(out, " if the fd is /dev/nvidia-uvm");
}

static void put_number(struct rm_out *out, const struct rm_version *v,
		       const struct decode_number *n)
{
	bool known;

	rm_out_str(out, decode_number_kind(n->what));
	rm_out_char(out, ' ');
	if (n->what == RM_NUMBER_XID)
		rm_out_dec(out, n->nr);
	else
		rm_out_hex(out, n->nr);
	rm_out_char(out, ' ');
	known = rm_number_describe(v, n->what, n->nr, out);
	if (known || n->has_size)
		put_params(out, v, n->what, n->nr, n->has_size, n->size);
}

static void put_fault(struct rm_out *out, const struct log_nvrm *m)
{
	const char *words = log_nvrm_fault_words(m->fault);

	if (scan_len(m->engine) || scan_len(m->client)) {
		rm_out_str(out, "; engine ");
		put_word(out, m->engine);
		rm_out_str(out, " client ");
		put_word(out, m->client);
	}
	rm_out_str(out, "; GPU VA ");
	rm_out_hex(out, m->address);
	if (!scan_len(m->fault))
		return;
	rm_out_str(out, "; ");
	put_word(out, m->fault);
	if (scan_len(m->access)) {
		rm_out_char(out, ' ');
		put_word(out, m->access);
	}
	if (words) {
		rm_out_str(out, " (");
		rm_out_str(out, words);
		rm_out_char(out, ')');
	}
}

static void put_xid(struct rm_out *out, const struct rm_version *v,
		    const struct log_nvrm *m)
{
	const char *cause;

	rm_out_str(out, "Xid ");
	rm_out_dec(out, m->xid);
	rm_out_char(out, ' ');
	rm_out_str(out, rm_xid_name(v, m->xid) ? rm_xid_name(v, m->xid) :
						 "(no name known)");
	if (m->has & LOG_NVRM_ADDRESS)
		put_fault(out, m);
	if (scan_len(m->instance)) {
		rm_out_str(out, "; GPU instance ");
		put_word(out, m->instance);
	}
	if (!(m->has & LOG_NVRM_CAUSED_BY))
		return;
	rm_out_str(out, "; caused by Xid ");
	rm_out_dec(out, m->caused_by);
	cause = rm_xid_name(v, m->caused_by);
	if (cause) {
		rm_out_char(out, ' ');
		rm_out_str(out, cause);
	}
}

void decode_message_text(struct rm_out *out, const struct rm_version *v,
			 const struct log_nvrm *m)
{
	size_t from = out->len;

	if (m->kind == LOG_NVRM_XID)
		put_xid(out, v, m);
	if (m->has & LOG_NVRM_FUNCTION) {
		rm_out_str(out, out->len > from ? "; RPC " : "RPC ");
		put_word(out, m->function_name);
		rm_out_str(out, " (");
		rm_out_dec(out, m->function);
		rm_out_char(out, ')');
	}
	for (size_t i = 0; i < m->n_numbers; i++) {
		if (out->len > from)
			rm_out_str(out, "; ");
		rm_out_str(out, m->numbers[i].key);
		rm_out_char(out, ' ');
		rm_out_hex(out, m->numbers[i].nr);
		rm_out_str(out, " = ");
		rm_number_describe(v, m->numbers[i].what, m->numbers[i].nr, out);
	}
	if (m->has & LOG_NVRM_SIZE)
		put_size(out, " params size ", m->size);
}

/* only the driver's version was told */
static bool is_silent(const struct decode_thing *thing)
{
	const struct log_nvrm *m = &thing->message;

	return thing->kind == DECODE_MESSAGE && m->kind != LOG_NVRM_XID &&
	       !m->n_numbers && !(m->has & LOG_NVRM_FUNCTION);
}

void decode_text(const struct rm_version *v, const struct decode_thing *thing,
		 struct rm_out *out)
{
	if (is_silent(thing))
		return;
	if (out->len)
		rm_out_str(out, "; ");
	switch (thing->kind) {
	case DECODE_REQUEST:
		put_request(out, v, &thing->request);
		break;
	case DECODE_NUMBER:
		put_number(out, v, &thing->number);
		break;
	case DECODE_MESSAGE:
		decode_message_text(out, v, &thing->message);
		break;
	}
}
