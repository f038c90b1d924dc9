// SPDX-License-Identifier: GPL-2.0
/* What was recognised, as JSON. */
#include <linux/ioctl.h>

#include "view.h"
#include "view/json_out.h"

static void put_text(struct json_out *j, const char *key, struct scan s)
{
	if (scan_len(s))
		json_text(j, key, s.p, scan_len(s));
}

/* "name": null when there is none */
static void put_name(struct json_out *j, const struct rm_version *v,
		     enum rm_number what, uint32_t nr)
{
	char buf[256];
	struct rm_out out;
	bool known;

	rm_out_init(&out, buf, sizeof(buf));
	known = rm_number_describe(v, what, nr, &out);
	if (known)
		json_text(j, "name", buf, out.len);
	else
		json_null(j, "name");
	if (!known && what != RM_NUMBER_XID)
		json_text(j, "words", buf, out.len);
}

static void put_params(struct json_out *j, const struct rm_version *v,
		       enum rm_number what, uint32_t nr, uint64_t size)
{
	const struct rm_layout *l = decode_params(v, what, nr, size);

	if (!l)
		return;
	json_str(j, "struct", rm_str(l->name));
	json_unsigned(j, "struct_size", l->size);
}

static const char *interface_name(enum decode_interface interface)
{
	static const char *const names[] = {
		[DECODE_RM] = "rm", [DECODE_UVM] = "uvm",
		[DECODE_UVM_MAYBE] = "uvm?", [DECODE_MODESET] = "modeset",
		[DECODE_DXG] = "dxgkrnl", [DECODE_FOREIGN] = "other",
	};

	return names[interface];
}

static void put_request(struct json_out *j, const struct rm_version *v,
			const struct decode_request *r)
{
	bool rm = r->interface == DECODE_RM;

	json_hex(j, "request", r->request);
	json_bool(j, "read", r->dir & _IOC_READ);
	json_bool(j, "write", r->dir & _IOC_WRITE);
	json_hex(j, "type", r->type);
	json_hex(j, "nr", r->nr);
	json_unsigned(j, "size", r->size);
	json_str(j, "interface", interface_name(r->interface));
	if (decode_interface_words(r->interface)) {
		json_null(j, "name");
		json_str(j, "words", decode_interface_words(r->interface));
		return;
	}
	put_name(j, v, rm ? RM_NUMBER_ESCAPE : RM_NUMBER_UVM,
		 rm ? r->nr : r->request);
	put_params(j, v, rm ? RM_NUMBER_ESCAPE : RM_NUMBER_UVM,
		   rm ? r->nr : r->request, r->size);
}

static void put_flags(struct json_out *j, const struct rm_version *v, uint32_t cmd)
{
	const struct rm_control *ctl = rm_control(v, cmd);

	if (!ctl || !(ctl->known & RM_CONTROL_FLAGS))
		return;
	json_array_begin(j, "flags");
	for (uint32_t bit = 0; bit < 32; bit++) {
		char buf[16];
		struct rm_out out;

		if (!(ctl->flags >> bit & 1))
			continue;
		rm_out_init(&out, buf, sizeof(buf));
		rm_out_hex(&out, 1u << bit);
		json_str(j, NULL, rm_rmctrl_flag(1u << bit) ?
				  rm_rmctrl_flag(1u << bit) : buf);
	}
	json_array_end(j);
}

static void put_number(struct json_out *j, const struct rm_version *v,
		       const struct decode_number *n)
{
	json_str(j, "as", decode_number_kind(n->what));
	json_hex(j, "number", n->nr);
	put_name(j, v, n->what, n->nr);
	if (n->has_size)
		json_unsigned(j, "size", n->size);
	put_params(j, v, n->what, n->nr, n->has_size ? n->size : 0);
	if (n->what == RM_NUMBER_CONTROL)
		put_flags(j, v, n->nr);
}

static void put_fault(struct json_out *j, const struct log_nvrm *m)
{
	json_hex(j, "address", m->address);
	put_text(j, "engine", m->engine);
	put_text(j, "client", m->client);
	put_text(j, "fault", m->fault);
	put_text(j, "access", m->access);
	if (log_nvrm_fault_words(m->fault))
		json_str(j, "fault_words", log_nvrm_fault_words(m->fault));
}

static void put_xid(struct json_out *j, const struct rm_version *v,
		    const struct log_nvrm *m)
{
	put_text(j, "pci", m->pci);
	put_text(j, "gpu_instance", m->instance);
	json_unsigned(j, "xid", m->xid);
	put_name(j, v, RM_NUMBER_XID, m->xid);
	if (m->has & LOG_NVRM_PID)
		json_unsigned(j, "pid", m->pid);
	else
		put_text(j, "pid", m->pid_text);
	put_text(j, "process", m->name);
	put_text(j, "channel", m->channel_text);
	if (m->has & LOG_NVRM_ADDRESS)
		put_fault(j, m);
	if (m->has & LOG_NVRM_CAUSED_BY)
		json_unsigned(j, "caused_by_xid", m->caused_by);
}

void decode_message_json(struct json_out *j, const struct rm_version *v,
			 const struct log_nvrm *m)
{
	if (m->kind == LOG_NVRM_XID)
		put_xid(j, v, m);
	if (m->has & LOG_NVRM_FUNCTION) {
		json_unsigned(j, "rpc", m->function);
		put_text(j, "rpc_name", m->function_name);
	}
	if (m->has & LOG_NVRM_SIZE)
		json_unsigned(j, "params_size", m->size);
	if (m->n_numbers) {
		json_array_begin(j, "numbers");
		for (size_t i = 0; i < m->n_numbers; i++) {
			json_object_begin(j, NULL);
			json_str(j, "key", m->numbers[i].key);
			json_str(j, "as", decode_number_kind(m->numbers[i].what));
			json_hex(j, "number", m->numbers[i].nr);
			put_name(j, v, m->numbers[i].what, m->numbers[i].nr);
			json_object_end(j);
		}
		json_array_end(j);
	}
	put_text(j, "driver", m->driver);
	put_text(j, "text", m->text);
}

void decode_json(struct json_out *j, const struct rm_version *v,
		 const struct decode_thing *thing, uint64_t line)
{
	static const char *const kinds[] = {
		[DECODE_REQUEST] = "request", [DECODE_NUMBER] = "number",
		[DECODE_MESSAGE] = "nvrm",
	};
	bool xid = thing->kind == DECODE_MESSAGE &&
		   thing->message.kind == LOG_NVRM_XID;

	json_line_begin(j);
	json_str(j, "kind", xid ? "xid" : kinds[thing->kind]);
	json_unsigned(j, "line", line);
	switch (thing->kind) {
	case DECODE_REQUEST:
		put_request(j, v, &thing->request);
		break;
	case DECODE_NUMBER:
		put_number(j, v, &thing->number);
		break;
	case DECODE_MESSAGE:
		decode_message_json(j, v, &thing->message);
		break;
	}
	json_line_end(j);
}
