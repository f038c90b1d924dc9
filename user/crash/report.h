/* SPDX-License-Identifier: GPL-2.0 */
/* Crash reports, as text and as JSON. */
#ifndef CRASH_REPORT_H
#define CRASH_REPORT_H

#include <stdio.h>

#include "crash.h"
#include "facts.h"
#include "view/json_out.h"

/**
 * struct report - a report being made
 * @clock_offset: ns to add to a record's time for CLOCK_REALTIME; 0: unknown
 * @lost: records lost so far, by cause
 * @meta: "key=value" lines of the session
 */
struct report {
	const struct crash *crash;
	const struct crash_facts *facts;
	struct sym_cache *sym;
	struct view_style style;
	int64_t clock_offset;
	const uint64_t *lost;
	const char *meta;
};

/* the whole report; errors of @f are the caller's to ask for */
void report_text(FILE *f, const struct report *r);

/* the fields of one JSON object, which the caller opens and closes */
void report_json(struct json_out *j, const struct report *r);

/**
 * report_recording() - the crash as a recording of its own: from it the same
 * report can be made again
 * Errors of @out are the caller's to ask for; 0 or -ENOMEM.
 */
int report_recording(struct sink *out, const struct report *r);

/** report_html() - the report as one page that needs nothing else; errors of @f
 *  are the caller's to ask for */
void report_html(FILE *f, const struct report *r);

/* inside: the text's front, and its sections in order, the last one NULL; each
 * begins with an empty line and a title that ends with a colon, or writes nothing */
typedef void (*report_section_fn)(FILE *f, const struct report *r);
extern const report_section_fn report_sections[];
void report_head(FILE *f, const struct report *r);

/* inside: parts of the text */
void report_frames(FILE *f, const struct report *r);
void report_code(FILE *f, const struct report *r);
void report_registers(FILE *f, const struct report *r);
void report_stack(FILE *f, const struct report *r);
void report_maps(FILE *f, const struct report *r);
void report_calls(FILE *f, const struct report *r);
void report_driver(FILE *f, const struct report *r);
void report_losses(FILE *f, const struct report *r);

/* inside: a part of the object */
void report_driver_json(struct json_out *j, const struct report *r);

/* inside: a part of the page */
void html_calls(FILE *f, const struct report *r);
/* text for a page: what has a meaning there is escaped */
void html_text(FILE *f, const char *text, size_t len);

/** report_map_relevant() - is it shown without -v? */
bool report_map_relevant(const struct report *r, const struct mapping *map);

/** report_code_before() - of the code bytes kept, how many lie before ip;
 *  false: ip is not among them */
bool report_code_before(const struct crash *crash, size_t *ret);

#endif
