// SPDX-License-Identifier: GPL-2.0
/* Files of this machine by their build-id. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "installed.h"

#define LDCONFIG	"/sbin/ldconfig -p 2>/dev/null"
#define DEBUG_DIR	"/usr/lib/debug/.build-id"

/** struct search - what is looked for, and what was found */
struct search {
	uint8_t id[SYM_BUILD_ID_MAX];
	size_t id_len;
	const char *hex;
	struct sym_library *found;
};

static int nibble(char c)
{
	return isdigit((unsigned char)c) ? c - '0' :
	       isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 :
	       -1;
}

bool sym_is_build_id(const char *word)
{
	size_t n = strspn(word, "0123456789abcdefABCDEF");

	return !word[n] && n >= SYM_ID_DIGITS_MIN && n % 2 == 0 &&
	       n / 2 <= SYM_BUILD_ID_MAX;
}

/* is @path the file?  A file with only debug information has no code to read */
static bool try_file(struct search *s, const char *path)
{
	struct sym_library *lib;
	struct sym_exec exec;
	const uint8_t *id;
	uint8_t first;

	if (sym_library_open(path, &lib))
		return false;
	if (sym_library_build_id(lib, &id) >= s->id_len &&
	    !memcmp(id, s->id, s->id_len) && sym_library_exec(lib, 0, &exec) &&
	    sym_library_read(lib, exec.offset, &first, 1)) {
		s->found = lib;
		return true;
	}
	sym_library_free(lib);
	return false;
}

static bool try_dir(struct search *s, const char *dir)
{
	DIR *d = opendir(dir);
	char path[PATH_MAX];
	struct dirent *e;

	if (!d)
		return try_file(s, dir);
	while (!s->found && (e = readdir(d))) {
		if (e->d_type == DT_DIR)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		try_file(s, path);
	}
	closedir(d);
	return s->found;
}

/* a link to the file itself, as distributions with such links have it */
static bool try_debug_link(struct search *s)
{
	char path[sizeof(DEBUG_DIR) + 2 * SYM_BUILD_ID_MAX + 4];
	size_t n = (size_t)snprintf(path, sizeof(path), DEBUG_DIR "/%.2s/%s",
				    s->hex, s->hex + 2);

	for (size_t i = sizeof(DEBUG_DIR) - 1; i < n; i++)
		path[i] = (char)tolower((unsigned char)path[i]);
	return try_file(s, path);
}

/* "	libc.so.6 (libc6,x86-64) => /lib/x86_64-linux-gnu/libc.so.6" a line */
static bool try_linker_cache(struct search *s)
{
	FILE *f = popen(LDCONFIG, "re");
	char line[PATH_MAX + 256];
	const char *arrow;

	if (!f)
		return false;
	while (fgets(line, sizeof(line), f)) {
		arrow = strstr(line, " => ");
		line[strcspn(line, "\n")] = 0;
		if (!s->found && arrow)
			try_file(s, arrow + 4);
	}
	pclose(f);
	return s->found;
}

/* the executable mappings of one process, as that process sees their names */
static bool try_process(struct search *s, const char *pid)
{
	char path[PATH_MAX], line[PATH_MAX + 128], *name;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%s/maps", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	while (!s->found && fgets(line, sizeof(line), f)) {
		name = strchr(line, '/');
		if (!name || !strstr(line, "r-xp "))
			continue;
		name[strcspn(name, "\n")] = 0;
		if ((size_t)snprintf(path, sizeof(path), "/proc/%s/root%s", pid,
				     name) < sizeof(path))
			try_file(s, path);
	}
	fclose(f);
	return s->found;
}

static bool try_processes(struct search *s)
{
	DIR *d = opendir("/proc");
	struct dirent *e;

	while (d && !s->found && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]))
			try_process(s, e->d_name);
	if (d)
		closedir(d);
	return s->found;
}

int sym_installed(const char *hex, const char *const *dirs, size_t n_dirs,
		  struct sym_library **ret_lib)
{
	struct search s = { .hex = hex };

	if (!sym_is_build_id(hex))
		return -EINVAL;
	s.id_len = strlen(hex) / 2;
	for (size_t i = 0; i < s.id_len; i++)
		s.id[i] = (uint8_t)(nibble(hex[2 * i]) << 4 |
				    nibble(hex[2 * i + 1]));
	for (size_t i = 0; i < n_dirs; i++)
		if (try_dir(&s, dirs[i]))
			break;
	if (!s.found && !try_debug_link(&s) && !try_linker_cache(&s) &&
	    !try_processes(&s))
		return -ENOENT;
	*ret_lib = s.found;
	return 0;
}
