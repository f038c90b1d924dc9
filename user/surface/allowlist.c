// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of what is implemented: a name or a number a line, under heads or with
 * prefixes that say what numbers are.  The maps in nvproxy's Go source are such
 * lists, too: "frontendIoctl: map[...", "nvgpu.NV_ESC_CARD_INFO: feHandler(".
 */
#include <ctype.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "decode/decode.h"
#include "log.h"
#include "surface.h"
#include "view/escape.h"

#define LINE_MAX_LEN	4096

struct allowlist {
	void *tree;	/* of uint64_t: kind and number */
};

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t key_of(enum surface_kind kind, uint32_t nr)
{
	return (uint64_t)kind << 32 | nr;
}

bool allowlist_has(const struct allowlist *l, enum surface_kind kind, uint32_t nr)
{
	uint64_t key = key_of(kind, nr);

	return tfind(&key, &l->tree, compare);
}

static int add(struct allowlist *l, enum surface_kind kind, uint32_t nr)
{
	uint64_t *key;

	if (allowlist_has(l, kind, nr))
		return 0;
	key = malloc(sizeof(*key));
	if (!key)
		return -ENOMEM;
	*key = key_of(kind, nr);
	if (tsearch(key, &l->tree, compare))
		return 0;
	free(key);
	return -ENOMEM;
}

/* ---- words of a line ------------------------------------------------------------ */

/* "frontend", "Control commands", "allocationClass": a kind, or -1 */
static int kind_by_word(const char *word)
{
	static const struct {
		const char *start;
		enum surface_kind kind;
	} heads[] = {
		{ "frontend", SURFACE_FRONTEND }, { "escape", SURFACE_FRONTEND },
		{ "control", SURFACE_CONTROL }, { "class", SURFACE_CLASS },
		{ "alloc", SURFACE_CLASS }, { "uvm", SURFACE_UVM },
		{ "modeset", SURFACE_MODESET }, { "other", SURFACE_OTHER },
	};

	/* UVM_INITIALIZE is a name */
	if (strchr(word, '_'))
		return -1;
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (!strncasecmp(word, heads[i].start, strlen(heads[i].start)))
			return heads[i].kind;
	return -1;
}

static int number_by_name(const char *name, int kind, uint32_t *ret_nr)
{
	static int (*const finders[])(const char *name, uint32_t *ret_nr) = {
		[SURFACE_FRONTEND] = rm_escape_by_name,
		[SURFACE_CONTROL] = rm_control_by_name,
		[SURFACE_CLASS] = rm_class_by_name,
		[SURFACE_UVM] = rm_uvm_by_name,
	};
	char full[128];

	for (int k = SURFACE_FRONTEND; k <= SURFACE_UVM; k++)
		if ((kind < 0 || kind == k) && !finders[k](name, ret_nr))
			return k;
	snprintf(full, sizeof(full), "NV_ESC_%s", name);
	if (kind <= SURFACE_FRONTEND && !rm_escape_by_name(full, ret_nr))
		return SURFACE_FRONTEND;
	return -1;
}

/* a command has its class in the upper half; smaller numbers may be anything */
static int kind_by_number(uint64_t nr)
{
	if (nr == RM_UVM_INITIALIZE || nr == RM_UVM_DEINITIALIZE)
		return SURFACE_UVM;
	return nr > UINT16_MAX ? SURFACE_CONTROL : -1;
}

struct reader {
	struct allowlist *list;
	const char *path;
	unsigned int line;
	int kind;	/* that the last head said; -1: none yet */
};

static int refuse(const struct reader *r, const char *word, const char *why)
{
	char buf[256];
	struct rm_out out;

	rm_out_init(&out, buf, sizeof(buf));
	escape_text(&out, word, strnlen(word, 80));
	log_error("allowlist", "%s:%u: '%s' %s", r->path, r->line, buf, why);
	return -EINVAL;
}

static int read_word(struct reader *r, const char *word, int kind)
{
	struct scan s = { word, word + strlen(word) };
	uint64_t nr;
	uint32_t named;
	int named_kind;

	if (!strncmp(word, "nvgpu.", 6))
		word += 6;
	named_kind = number_by_name(word, kind, &named);
	if (named_kind >= 0)
		return add(r->list, named_kind, named);
	if (!isdigit((unsigned char)word[0]) || !decode_number_parse(s, &nr) ||
	    nr > UINT32_MAX)
		return refuse(r, word, kind < 0 ? "is no name and no number of the driver's" :
			      "is no name of that kind and no number");
	if (kind < 0)
		kind = kind_by_number(nr);
	if (kind < 0)
		return refuse(r, word, "may be of several kinds: put frontend:, control:, class: or uvm: before it");
	return add(r->list, kind, (uint32_t)nr);
}

/* ---- lines -------------------------------------------------------------------- */

static char *strip(char *s)
{
	char *end;

	s += strspn(s, " \t\r\n");
	end = s + strlen(s);
	while (end > s && strchr(" \t\r\n,", end[-1]))
		*--end = '\0';
	return s;
}

static void cut_comment(char *s)
{
	char *go = strstr(s, "//");

	s[strcspn(s, "#")] = '\0';
	if (go && go < s + strlen(s))
		*go = '\0';
}

/* "[control]", "control", "control:", "controlCmd: map[uint32]...{" */
static bool take_head(struct reader *r, char *word, const char *rest)
{
	int kind;

	if (word[0] == '[') {
		word++;
		word[strcspn(word, "]")] = '\0';
	}
	kind = kind_by_word(word);
	if (kind < 0 || (rest[0] && strncmp(rest, "map[", 4)))
		return false;
	r->kind = kind;
	return true;
}

static int read_line(struct reader *r, char *line)
{
	char *word, *rest;
	int kind = r->kind;

	cut_comment(line);
	word = strip(line);
	if (!word[0] || !word[strspn(word, "}{)(")])
		return 0;
	rest = strchr(word, ':');
	if (rest) {
		*rest++ = '\0';
		rest = strip(rest);
		word = strip(word);
	}
	if (take_head(r, word, rest ? rest : ""))
		return 0;
	if (rest && kind_by_word(word) >= 0) {
		kind = kind_by_word(word);
		word = rest;
	}
	return read_word(r, word, kind);
}

static int read_file(struct reader *r, FILE *f)
{
	char line[LINE_MAX_LEN];
	int err = 0;

	while (!err && fgets(line, sizeof(line), f)) {
		r->line++;
		if (!strchr(line, '\n') && !feof(f))
			err = refuse(r, line, "is on a line that is too long");
		else
			err = read_line(r, line);
	}
	if (!err && ferror(f))
		err = log_errno("allowlist", errno, "failed to read %s", r->path);
	return err;
}

int allowlist_read(const char *path, struct allowlist **ret)
{
	struct reader r = { .path = path, .kind = -1 };
	FILE *f = fopen(path, "re");
	int err;

	if (!f)
		return log_errno("allowlist", errno, "failed to open %s", path);
	r.list = calloc(1, sizeof(*r.list));
	err = r.list ? read_file(&r, f) : -ENOMEM;
	fclose(f);
	if (err) {
		allowlist_free(r.list);
		return err;
	}
	*ret = r.list;
	return 0;
}

void allowlist_free(struct allowlist *l)
{
	if (!l)
		return;
	tdestroy(l->tree, free);
	free(l);
}
