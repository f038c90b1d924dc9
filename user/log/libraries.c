// SPDX-License-Identifier: GPL-2.0
/* The libraries that the user gave, by the names that logs call them. */
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "place.h"

#define DEPTH_MAX	8	/* directories below the one given */
#define FOUND_MAX	64	/* libraries, opened or not */

/**
 * struct given - a file
 * @itself: given by its own name, not found in a directory
 * @real: its name behind all links
 */
struct given {
	char *path;
	char *real;
	bool itself;
	bool tried;
	struct sym_library *lib;	/* NULL: not opened, or no library */
};

struct log_libraries {
	size_t n_files;
	struct given files[FOUND_MAX];
	size_t n_dirs;
	char *dirs[FOUND_MAX];
	char last[LOG_MODULE_MAX];	/* directories were searched for it */
};

struct log_libraries *log_libraries_new(void)
{
	return calloc(1, sizeof(struct log_libraries));
}

void log_libraries_free(struct log_libraries *libs)
{
	if (!libs)
		return;
	for (size_t i = 0; i < libs->n_files; i++) {
		sym_library_free(libs->files[i].lib);
		free(libs->files[i].path);
		free(libs->files[i].real);
	}
	for (size_t i = 0; i < libs->n_dirs; i++)
		free(libs->dirs[i]);
	free(libs);
}

static int add_file(struct log_libraries *libs, const char *path, bool itself)
{
	struct given *g;

	for (size_t i = 0; i < libs->n_files; i++)
		if (!strcmp(libs->files[i].path, path))
			return 0;
	if (libs->n_files == FOUND_MAX)
		return -E2BIG;
	g = &libs->files[libs->n_files];
	g->path = strdup(path);
	if (!g->path)
		return -ENOMEM;
	g->real = realpath(path, NULL);
	g->itself = itself;
	libs->n_files++;
	return 0;
}

int log_libraries_add(struct log_libraries *libs, const char *path)
{
	struct stat st;
	struct sym_library *lib;
	int err;

	if (stat(path, &st))
		return -errno;
	if (!S_ISDIR(st.st_mode)) {
		err = sym_library_open(path, &lib);
		if (err)
			return err;
		sym_library_free(lib);
		return add_file(libs, path, true);
	}
	if (libs->n_dirs == FOUND_MAX)
		return -E2BIG;
	libs->dirs[libs->n_dirs] = strdup(path);
	return libs->dirs[libs->n_dirs++] ? 0 : -ENOMEM;
}

static const char *base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static bool has_name(const struct given *g, const char *name)
{
	return !strcmp(base_name(g->path), name) ||
	       (g->real && !strcmp(base_name(g->real), name));
}

/* nftw() has no argument for its caller */
static struct log_libraries *walk_libs;
static const char *walk_name;

static int walk_file(const char *path, const struct stat *st, int type,
		     struct FTW *ftw)
{
	(void)st;
	if (type == FTW_D && ftw->level >= DEPTH_MAX)
		return FTW_SKIP_SUBTREE;
	if (type == FTW_F && !strcmp(path + ftw->base, walk_name))
		add_file(walk_libs, path, false);
	return FTW_CONTINUE;
}

static void search_dirs(struct log_libraries *libs, const char *name)
{
	if (!strcmp(libs->last, name))
		return;
	strncpy(libs->last, name, sizeof(libs->last) - 1);
	walk_libs = libs;
	walk_name = name;
	for (size_t i = 0; i < libs->n_dirs; i++)
		nftw(libs->dirs[i], walk_file, 16, FTW_ACTIONRETVAL);
}

static struct sym_library *open_given(struct given *g)
{
	if (!g->tried && sym_library_open(g->path, &g->lib))
		g->lib = NULL;
	g->tried = true;
	return g->lib;
}

struct sym_library *log_libraries_get(struct log_libraries *libs,
				      const char *name, size_t i,
				      bool *ret_named)
{
	search_dirs(libs, name);
	for (int named = 1; named >= 0; named--) {
		for (size_t k = 0; k < libs->n_files; k++) {
			struct given *g = &libs->files[k];

			if (has_name(g, name) != named ||
			    (!named && !g->itself) || !open_given(g) || i--)
				continue;
			*ret_named = named;
			return g->lib;
		}
	}
	return NULL;
}
