/* SPDX-License-Identifier: GPL-2.0 */
/* For sym_*.c: libraries made by the system's compiler in a directory that goes
 * away, and what nm and readelf say of them. */
#ifndef SYM_BUILD_H
#define SYM_BUILD_H

#include <ftw.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <rmsnoop/record.h>

#include "sym/sym.h"
#include "tap.h"

static char build_dir[64];

__attribute__((format(printf, 1, 2), unused))
static const char *build_path(const char *fmt, ...)
{
	static char paths[4][256];
	static unsigned int next;
	char *path = paths[next++ % 4];
	int n = snprintf(path, sizeof(paths[0]), "%s/", build_dir);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path + n, sizeof(paths[0]) - (size_t)n, fmt, ap);
	va_end(ap);
	return path;
}

/* runs a shell command in the directory; true: it succeeded */
__attribute__((format(printf, 1, 2), unused))
static bool build_run(const char *fmt, ...)
{
	char cmd[1024];
	int n = snprintf(cmd, sizeof(cmd), "cd %s && ", build_dir);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(cmd + n, sizeof(cmd) - (size_t)n, fmt, ap);
	va_end(ap);
	return system(cmd) == 0;
}

static int build_unlink(const char *path, const struct stat *st, int type,
			struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void build_remove(void)
{
	if (build_dir[0])
		nftw(build_dir, build_unlink, 16, FTW_DEPTH | FTW_PHYS);
}

__attribute__((unused))
static void build_init(void)
{
	strcpy(build_dir, "/tmp/rmsnoop-sym-XXXXXX");
	if (!mkdtemp(build_dir))
		exit(1);
	atexit(build_remove);
}

__attribute__((unused))
static void build_write(const char *name, const char *text)
{
	FILE *f = fopen(build_path("%s", name), "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		exit(1);
}

/* the first line of a command's output that holds @word, into @line */
__attribute__((format(printf, 4, 5), unused))
static bool build_grep(char *line, size_t size, const char *word,
		       const char *fmt, ...)
{
	char cmd[1024];
	bool found = false;
	int n = snprintf(cmd, sizeof(cmd), "cd %s && ", build_dir);
	va_list ap;
	FILE *p;

	va_start(ap, fmt);
	vsnprintf(cmd + n, sizeof(cmd) - (size_t)n, fmt, ap);
	va_end(ap);
	p = popen(cmd, "r");
	while (p && fgets(line, (int)size, p)) {
		if (!found && strstr(line, word)) {
			found = true;
			break;
		}
	}
	if (p)
		pclose(p);
	return found;
}

/* nm's value of a symbol; 0: it has none of that name */
__attribute__((unused))
static uint64_t build_nm(const char *file, const char *name)
{
	char line[512], word[128];

	snprintf(word, sizeof(word), " %s\n", name);
	if (!build_grep(line, sizeof(line), word, "nm %s", file))
		return 0;
	return strtoull(line, NULL, 16);
}

/* a mapping of a whole file at offset 0, by what stat says of it */
__attribute__((unused))
static bool build_map(const char *path, struct sym_map *ret)
{
	struct stat st;

	if (stat(path, &st))
		return false;
	*ret = (struct sym_map){
		.major = major(st.st_dev),
		.minor = minor(st.st_dev),
		.inode = st.st_ino,
		.prot = RMS_MAP_READ | RMS_MAP_EXEC,
		.start = 0x10000000,
		.end = 0x90000000,
		.path = path,
	};
	return true;
}

#endif
