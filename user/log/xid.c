// SPDX-License-Identifier: GPL-2.0
/*
 * Xid messages: "Xid (PCI:0000:01:00): 31, pid=7, name=x, channel 0x2, ...".
 * Names of programs may hold anything but ", "; older drivers print neither them
 * nor "PCI:".
 */
#include <string.h>

#include "nvrm.h"

static struct scan take_while(struct scan *s, const char *chars)
{
	struct scan word = { s->p, s->p };

	while (s->p < s->end && *s->p && strchr(chars, *s->p))
		s->p++;
	word.end = s->p;
	return word;
}

/* "(PCI:0000:01:00 GPU-I:05): " */
static bool xid_device(struct scan *s, struct log_nvrm *m)
{
	static const char hex_colons[] = "0123456789abcdefABCDEF:";
	struct scan in = *s;

	scan_lit(&in, "PCI:");
	m->pci = take_while(&in, hex_colons);
	if (scan_lit(&in, " GPU-I:"))
		m->instance = take_while(&in, "0123456789");
	if (!scan_len(m->pci) || !scan_lit(&in, "): "))
		return false;
	*s = in;
	return true;
}

/* "pid=7, " or "name=x, ": up to the comma, or all that is left */
static bool xid_word(struct scan *s, const char *key, struct scan *ret)
{
	struct scan in = *s;

	scan_blanks(&in);
	if (!scan_lit(&in, key))
		return false;
	if (!scan_until(&in, ", ", ret)) {
		*ret = in;
		in.p = in.end;
		if (ret->end > ret->p && ret->end[-1] == ',')
			ret->end--;
	}
	*s = in;
	return true;
}

static void xid_process(struct scan *s, struct log_nvrm *m)
{
	struct scan digits;
	uint64_t pid;

	if (xid_word(s, "pid=", &m->pid_text)) {
		digits = m->pid_text;
		if (scan_dec(&digits, &pid) && digits.p == digits.end &&
		    pid <= UINT32_MAX) {
			m->pid = (uint32_t)pid;
			m->has |= LOG_NVRM_PID;
		}
	}
	xid_word(s, "name=", &m->name);
}

static void xid_channel(struct scan s, struct log_nvrm *m)
{
	static const char *const words[] = {
		"Channel ID ", "channel ", "Channel ", "Ch ", "ChId ", "ChID ",
	};
	uint64_t v;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const char *at = scan_find(s, words[i]);
		struct scan in = { at, s.end };

		if (!at || (at > s.p && scan_is_word(at[-1])))
			continue;
		in.p += strlen(words[i]);
		m->channel_text.p = in.p;
		if (!scan_hex(&in, &v) || v > UINT32_MAX)
			continue;
		m->channel_text.end = in.p;
		m->channel = (uint32_t)v;
		m->has |= LOG_NVRM_CHANNEL;
		return;
	}
	m->channel_text = (struct scan){ NULL, NULL };
}

/* "0x7f29_5b8c9000": the high half, and 8 digits of the low one */
static bool fault_address(struct scan *s, struct log_nvrm *m)
{
	uint64_t high, low;
	struct scan in = *s;
	const char *digits;

	if (!scan_hex(&in, &high))
		return false;
	if (scan_lit(&in, "_")) {
		digits = in.p;
		if (!scan_hex(&in, &low) || in.p - digits != 8 || high >> 32)
			return false;
		high = high << 32 | low;
	}
	m->address = high;
	m->has |= LOG_NVRM_ADDRESS;
	*s = in;
	return true;
}

/* "ENGINE GRAPHICS GPC0 GPCCLIENT_T1_1 ": the client is the last word */
static void fault_place(struct scan words, struct log_nvrm *m)
{
	struct scan unit;

	if (!scan_until(&words, "ENGINE ", &unit))
		return;
	while (words.end > words.p && words.end[-1] == ' ')
		words.end--;
	m->client = (struct scan){ words.end, words.end };
	while (m->client.p > words.p && m->client.p[-1] != ' ')
		m->client.p--;
	m->engine = (struct scan){ words.p, m->client.p };
	if (m->engine.end > m->engine.p)
		m->engine.end--;
}

static struct scan fault_word(struct scan *s)
{
	struct scan word = { s->p, s->p };

	while (word.end < s->end && scan_is_word(*word.end))
		word.end++;
	s->p = word.end;
	return word;
}

static void xid_fault(struct scan s, struct log_nvrm *m)
{
	struct scan before;

	if (!scan_until(&s, "faulted @ ", &before) || !fault_address(&s, m))
		return;
	fault_place(before, m);
	if (!scan_lit(&s, ". Fault is of type "))
		return;
	m->fault = fault_word(&s);
	if (scan_lit(&s, " "))
		m->access = fault_word(&s);
}

static void xid_cause(struct scan s, struct log_nvrm *m)
{
	struct scan before;
	uint64_t v;

	if (!scan_until(&s, "caused by previous Xid ", &before) ||
	    !scan_dec(&s, &v) || v > UINT32_MAX)
		return;
	m->caused_by = (uint32_t)v;
	m->has |= LOG_NVRM_CAUSED_BY;
}

bool log_xid_parse(struct scan *s, struct log_nvrm *m)
{
	struct scan in = *s;
	uint64_t xid;

	if (!scan_lit(&in, "Xid (") || !xid_device(&in, m) ||
	    !scan_dec(&in, &xid) || xid > UINT32_MAX) {
		m->pci = m->instance = (struct scan){ NULL, NULL };
		return false;
	}
	m->kind = LOG_NVRM_XID;
	m->xid = (uint32_t)xid;
	if (scan_lit(&in, ","))
		scan_blanks(&in);
	xid_process(&in, m);
	xid_channel(in, m);
	xid_fault(in, m);
	xid_cause(in, m);
	*s = in;
	return true;
}

const char *log_nvrm_fault_words(struct scan fault)
{
	/* the names are those of the open driver's kgmmuGetFaultTypeString */
	static const struct {
		const char *name;
		const char *words;
	} types[] = {
		{ "FAULT_PDE", "nothing is mapped there: no page directory entry" },
		{ "FAULT_PDE_SIZE", "beyond the size of the page table" },
		{ "FAULT_PTE", "not mapped: no valid page table entry" },
		{ "FAULT_VA_LIMIT_VIOLATION", "beyond the limit of the address space" },
		{ "FAULT_UNBOUND_INST_BLOCK", "the channel has no address space" },
		{ "FAULT_PRIV_VIOLATION", "the page is for privileged access only" },
		{ "FAULT_RO_VIOLATION", "write to a read-only page" },
		{ "FAULT_WO_VIOLATION", "read of a write-only page" },
		{ "FAULT_POISONED", "the memory is marked as damaged" },
		{ "FAULT_ATOMIC_VIOLATION", "atomic access to a page without atomics" },
		{ "FAULT_UNSUPPORTED_APERTURE", "the page's aperture is not supported" },
		{ "FAULT_UNSUPPORTED_KIND", "the page's kind is not supported" },
		{ "FAULT_REGION_VIOLATION", "the region may not be accessed" },
	};
	size_t len = scan_len(fault);

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strlen(types[i].name) == len && len &&
		    !memcmp(fault.p, types[i].name, len))
			return types[i].words;
	return NULL;
}
