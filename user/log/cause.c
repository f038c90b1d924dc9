// SPDX-License-Identifier: GPL-2.0
/*
 * Why a logged crash happened.  What the error code is depends on the line: a
 * page fault's bits, a selector, arm64's ESR, 32-bit arm's FSR.
 */
#include <string.h>

#include "crash.h"
#include "crash/names.h"
#include "view/words.h"

/* arm64: Exception Syndrome Register, Arm ARM D24.2.40 */
#define ESR_EC(esr)		((unsigned int)((esr) >> 26 & 0x3f))
#define ESR_EC_IABT_LOWER	0x20u
#define ESR_EC_DABT_LOWER	0x24u
#define ESR_WNR			0x40u	/* data aborts: it was a write */
#define ESR_STATUS(esr)		((unsigned int)((esr) & 0x3f))

static const char *esr_status(unsigned int status)
{
	static const char *const kinds[] = {
		"address size fault", "translation fault",
		"access flag fault", "permission fault",
	};

	if (status < 16)
		return kinds[status >> 2];
	switch (status) {
	case 0x10:	return "synchronous external abort";
	case 0x11:	return "synchronous tag check fault";
	case 0x21:	return "alignment fault";
	default:	return NULL;
	}
}

static void esr_words(uint64_t esr, struct rm_out *out)
{
	unsigned int ec = ESR_EC(esr), status = ESR_STATUS(esr);
	const char *kind = esr_status(status);

	if (ec != ESR_EC_DABT_LOWER && ec != ESR_EC_IABT_LOWER)
		return;
	rm_out_str(out, ec == ESR_EC_DABT_LOWER ? "data abort, lower EL" :
		   "instruction abort, lower EL");
	if (kind) {
		rm_out_str(out, ", ");
		if (status < 16) {
			rm_out_str(out, "level ");
			rm_out_dec(out, status & 3);
			rm_out_char(out, ' ');
		}
		rm_out_str(out, kind);
	}
	if (ec == ESR_EC_DABT_LOWER)
		rm_out_str(out, esr & ESR_WNR ? ", write" : ", read");
}

static void put_signal(const struct log_crash *crash, struct rm_out *out)
{
	if (!(crash->has & LOG_HAS_SIGNAL))
		return;
	if (out->len)
		rm_out_str(out, ", ");
	rm_out_str(out, "signal ");
	rm_out_dec(out, crash->sig);
	rm_out_str(out, " (");
	words_signal(out, (int)crash->sig);
	rm_out_char(out, ')');
	if (crash->has & LOG_HAS_SICODE) {
		const char *name = names_code((int)crash->sig,
					      (int)crash->sicode);

		rm_out_str(out, ", si_code ");
		rm_out_hex(out, crash->sicode);
		if (name) {
			rm_out_str(out, " (");
			rm_out_str(out, name);
			rm_out_char(out, ')');
		}
	}
}

static void trap_cause(const struct log_crash *crash, struct rm_out *out)
{
	rm_out_str(out, crash->words);
	if (!(crash->has & LOG_HAS_ERROR))
		return;
	if (!strcmp(crash->words, "control protection")) {
		rm_out_str(out, ": ");
		rm_out_str(out, names_control(crash->error));
	} else if (crash->error) {
		rm_out_str(out, ", selector ");
		rm_out_hex(out, crash->error);
	}
}

void log_cause(const struct log_crash *crash, struct rm_out *out)
{
	switch (crash->form) {
	case LOG_X86_FAULT:
		if (crash->has & LOG_HAS_ERROR)
			names_page_fault(out, crash->error);
		else
			rm_out_str(out, "page fault, its error code is cut away");
		return;
	case LOG_X86_TRAP:
		trap_cause(crash, out);
		return;
	case LOG_ARM64:
	case LOG_ARM64_EXCEPTION:
		if (crash->has & LOG_HAS_ERROR)
			esr_words(crash->error, out);
		if (!out->len)
			rm_out_str(out, crash->words);
		break;
	case LOG_ARM32:
		rm_out_str(out, crash->words);
		break;
	case LOG_ARM_UNDEFINED:
		rm_out_str(out, "undefined instruction");
		break;
	default:
		break;
	}
	put_signal(crash, out);
}
