// SPDX-License-Identifier: GPL-2.0
/*
 * The crash report as a page: no scripts, nothing fetched, which its policy also
 * tells the browser; everything that a traced program chose is escaped.  The parts
 * are those of the text, all mappings included, and the calls as a timeline.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "version.h"
#include "view/escape.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<meta name=\"referrer\" content=\"no-referrer\">\n"
	"<link rel=\"icon\" href=\"data:,\">\n";

static const char style[] =
	"<style>\n"
	":root { color-scheme: light dark; --line: #8886; --ok: #2a7ab0; --failed: #c62828;\n"
	"  --flight: #e08a00; --dim: #777; }\n"
	"body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 1200px;\n"
	"  padding: 0 1em; }\n"
	"h1 { font: bold 15px/1.4 monospace; overflow-wrap: anywhere; }\n"
	"h2 { font-size: 16px; margin: 1.8em 0 .4em; border-bottom: 1px solid var(--line); }\n"
	"pre { font: 12.5px/1.4 monospace; overflow-x: auto; margin: 0; }\n"
	"nav a { margin-right: 1em; }\n"
	"table { border-collapse: collapse; font: 12.5px/1.35 monospace; width: 100%; }\n"
	"th, td { text-align: left; padding: 1px .7em 1px 0; white-space: nowrap;\n"
	"  vertical-align: top; }\n"
	"td.what { white-space: normal; overflow-wrap: anywhere; width: 100%; }\n"
	"th { color: var(--dim); font-weight: normal; }\n"
	"td.n, th.n { text-align: right; }\n"
	"tr:target { outline: 2px solid var(--flight); }\n"
	"tr.failed td { color: var(--failed); }\n"
	"tr.flight td { color: var(--flight); }\n"
	"svg { width: 100%; height: auto; display: block; }\n"
	"svg text { font: 11px monospace; fill: currentColor; }\n"
	"rect.ok { fill: var(--ok); }\n"
	"rect.failed { fill: var(--failed); }\n"
	"rect.flight { fill: var(--flight); }\n"
	"line.lane { stroke: var(--line); }\n"
	"line.crash { stroke: var(--failed); stroke-width: 2; }\n"
	"footer { color: var(--dim); margin: 2em 0; }\n"
	"</style>\n";

void html_text(FILE *f, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		switch (text[i]) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		case '\'':
			fputs("&#39;", f);
			break;
		default:
			fputc(text[i], f);
		}
	}
}

static void put_line(FILE *f, const struct report *r)
{
	char buf[2048];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_text(&out, r->facts->kernel_line, strlen(r->facts->kernel_line));
	html_text(f, buf, out.len);
}

/* one part of the text, which the caller frees; NULL: no memory */
static char *part_of(report_section_fn fn, const struct report *r)
{
	struct report full = *r;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	full.style = (struct view_style){ .verbose = 1 };
	fn(f, &full);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}

/* "Registers:\n..." as a heading and what follows */
static void put_part(FILE *f, const char *text)
{
	size_t title;

	while (*text == '\n')
		text++;
	title = strcspn(text, "\n");
	if (!title)
		return;
	if (text[title - 1] == ':' && text[0] != ' ') {
		fputs("<h2>", f);
		html_text(f, text, title - 1);
		fputs("</h2>\n", f);
		text += title + (text[title] == '\n');
	}
	fputs("<pre>", f);
	html_text(f, text, strlen(text));
	fputs("</pre>\n", f);
}

static void put_section(FILE *f, const struct report *r, report_section_fn fn)
{
	char *text = NULL;

	if (fn != report_calls) {
		text = part_of(fn, r);
		if (text && !text[0]) {
			free(text);
			return;
		}
	}
	fputs("<section>\n", f);
	if (fn == report_calls)
		html_calls(f, r);
	else
		put_part(f, text ? text : "\nout of memory\n");
	free(text);
	fputs("</section>\n", f);
}

void report_html(FILE *f, const struct report *r)
{
	fputs(head, f);
	fputs("<title>", f);
	put_line(f, r);
	fputs("</title>\n", f);
	fputs(style, f);
	fputs("</head>\n<body>\n<h1>", f);
	put_line(f, r);
	fputs("</h1>\n", f);
	put_section(f, r, report_head);
	/* what led to it comes first, as far as a picture tells it */
	put_section(f, r, report_calls);
	for (size_t i = 0; report_sections[i]; i++)
		if (report_sections[i] != report_calls)
			put_section(f, r, report_sections[i]);
	fputs("<footer>rmsnoop ", f);
	html_text(f, RMSNOOP_VERSION, strlen(RMSNOOP_VERSION));
	fputs("</footer>\n</body>\n</html>\n", f);
}
