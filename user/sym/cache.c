// SPDX-License-Identifier: GPL-2.0
/*
 * The files behind mappings, kept open by device, inode and build-id, and
 * only used while they are what was mapped.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "elf.h"

#define PARSED_MAX	16	/* files whose tables are held in memory */

/**
 * struct sym_file - a file that a mapping spoke of
 * @fd: -1 unless @state is SYM_OK, SYM_NOT_ELF or SYM_DAMAGED
 * @size, @mtime: as they were when it was verified
 * @parsed: @elf is open
 * @given: it comes from sym_cache_files(), whose word counts where no build-id is known
 * @used: number of the last use, for eviction
 */
struct sym_file {
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
	bool has_id;
	uint8_t id[SYM_KERNEL_ID_LEN];
	int fd;
	enum sym_state state;
	int error;
	off_t size;
	struct timespec mtime;
	uint32_t build_id_len;
	uint8_t build_id[SYM_BUILD_ID_MAX];
	bool parsed;
	bool given;
	struct elf_file elf;
	uint64_t used;
};

struct sym_cache {
	bool live;
	sym_open_fn opener;	/* NULL: this machine's */
	void *opener_ctx;
	uint64_t uses;
	size_t n;
	struct sym_file *files[SYM_FILES_MAX];
};

struct sym_cache *sym_cache_new(bool live)
{
	struct sym_cache *cache = calloc(1, sizeof(*cache));

	if (cache)
		cache->live = live;
	return cache;
}

void sym_cache_files(struct sym_cache *cache, sym_open_fn fn, void *ctx)
{
	cache->opener = fn;
	cache->opener_ctx = ctx;
}

static void file_unparse(struct sym_file *f)
{
	if (f->parsed)
		elf_file_close(&f->elf);
	f->parsed = false;
}

static void file_drop(struct sym_file *f)
{
	file_unparse(f);
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

static void file_free(struct sym_file *f)
{
	file_drop(f);
	free(f);
}

void sym_cache_free(struct sym_cache *cache)
{
	size_t i;

	if (!cache)
		return;
	for (i = 0; i < cache->n; i++)
		file_free(cache->files[i]);
	free(cache);
}

/* a kernel's build-id is cut at 20 bytes, and a shorter one filled with zeroes */
static bool build_id_same(const uint8_t *kernel, const uint8_t *id, size_t len)
{
	static const uint8_t zeroes[SYM_KERNEL_ID_LEN];

	if (!len)
		return false;
	if (len >= SYM_KERNEL_ID_LEN)
		return !memcmp(kernel, id, SYM_KERNEL_ID_LEN);
	return !memcmp(kernel, id, len) &&
	       !memcmp(kernel + len, zeroes, SYM_KERNEL_ID_LEN - len);
}

/* a regular file for reading; a device or a pipe is not even opened */
static int reopen_regular(int path_fd)
{
	char name[32];
	struct stat st;
	int fd;

	if (path_fd < 0)
		return path_fd;
	fd = -ENOEXEC;
	if (!fstat(path_fd, &st) && S_ISREG(st.st_mode)) {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", path_fd);
		fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (fd < 0)
			fd = -errno;
	}
	close(path_fd);
	return fd;
}

static int open_path(const char *path)
{
	int fd = open(path, O_PATH | O_CLOEXEC);

	return reopen_regular(fd < 0 ? -errno : fd);
}

/* the mapped file itself, whatever its name; needs privilege */
static int open_map_file(const struct sym_map *map)
{
	char path[96];

	snprintf(path, sizeof(path), "/proc/%u/map_files/%llx-%llx", map->pid,
		 (unsigned long long)map->start, (unsigned long long)map->end);
	return open_path(path);
}

/* the path as the process sees it: in a container its links end there, too */
static int open_in_root(const struct sym_map *map)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_IN_ROOT,
	};
	char root[32];
	int dir, fd;

	snprintf(root, sizeof(root), "/proc/%u/root", map->pid);
	dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -errno;
	fd = (int)syscall(SYS_openat2, dir, map->path, &how, sizeof(how));
	if (fd < 0)
		fd = -errno;
	close(dir);
	return reopen_regular(fd);
}

static void file_set_id(struct sym_file *f, const struct elf_file *elf)
{
	f->build_id_len = elf->build_id_len;
	memcpy(f->build_id, elf->build_id, sizeof(f->build_id));
}

/* remember @fd's file as the one, or say why it is not */
static enum sym_state file_verify(struct sym_file *f, int fd, bool by_mapping)
{
	bool same_inode, same_dev;
	struct elf_file elf;
	struct stat st;
	int err;

	if (fstat(fd, &st))
		return SYM_UNOPENED;
	same_inode = st.st_ino == f->inode;
	same_dev = major(st.st_dev) == f->major && minor(st.st_dev) == f->minor;
	f->size = st.st_size;
	f->mtime = st.st_mtim;
	f->build_id_len = 0;
	err = elf_file_open(fd, &elf);
	if (!err) {
		file_set_id(f, &elf);
		elf_file_close(&elf);
	}
	if (f->has_id) {
		if (!build_id_same(f->id, f->build_id, f->build_id_len))
			return same_inode && same_dev ? SYM_CHANGED : SYM_OTHER;
	} else if (!f->given && (!same_inode || !(same_dev || by_mapping))) {
		/* overlays and btrfs show another device than mappings do */
		return SYM_OTHER;
	}
	return !err ? SYM_OK : err == -ENOEXEC ? SYM_NOT_ELF : SYM_DAMAGED;
}

/* one way to open it; true: that was the file */
static bool file_try(struct sym_file *f, int fd, bool by_mapping)
{
	if (fd == -ESRCH)	/* the process is gone, and its view of files */
		fd = -ENOENT;
	if (fd < 0) {
		if (f->state == SYM_UNOPENED && (!f->error || fd != -ENOENT))
			f->error = -fd;
		return false;
	}
	f->state = file_verify(f, fd, by_mapping);
	if (f->state == SYM_OTHER || f->state == SYM_CHANGED ||
	    f->state == SYM_UNOPENED) {
		close(fd);
		return false;
	}
	f->fd = fd;
	f->error = 0;
	return true;
}

static void file_open(struct sym_file *f, const struct sym_map *map,
		      const struct sym_cache *cache)
{
	f->state = SYM_UNOPENED;
	f->error = 0;
	if (cache->opener) {
		file_try(f, cache->opener(cache->opener_ctx, map), false);
		return;
	}
	if (cache->live && map->pid &&
	    (file_try(f, open_map_file(map), true) ||
	     (map->path[0] == '/' && file_try(f, open_in_root(map), false))))
		return;
	if (map->path[0] == '/')
		file_try(f, open_path(map->path), false);
	else if (!f->error)
		f->error = ENOENT;
}

static bool file_matches(const struct sym_file *f, const struct sym_map *map)
{
	if (f->inode != map->inode || f->major != map->major ||
	    f->minor != map->minor)
		return false;
	if (!map->has_build_id)
		return true;
	if (f->has_id)
		return !memcmp(f->id, map->build_id, sizeof(f->id));
	return f->fd >= 0 && build_id_same(map->build_id, f->build_id,
					   f->build_id_len);
}

/* make room by dropping the file that was not used for longest */
static size_t cache_evict(struct sym_cache *cache)
{
	size_t i, oldest = 0;

	for (i = 1; i < cache->n; i++) {
		if (cache->files[i]->used < cache->files[oldest]->used)
			oldest = i;
	}
	file_free(cache->files[oldest]);
	return oldest;
}

static struct sym_file *cache_add(struct sym_cache *cache,
				  const struct sym_map *map)
{
	struct sym_file *f = calloc(1, sizeof(*f));
	size_t i;

	if (!f)
		return NULL;
	f->fd = -1;
	f->major = map->major;
	f->minor = map->minor;
	f->inode = map->inode;
	f->has_id = map->has_build_id;
	f->given = cache->opener;
	memcpy(f->id, map->build_id, sizeof(f->id));
	i = cache->n < SYM_FILES_MAX ? cache->n++ : cache_evict(cache);
	cache->files[i] = f;
	return f;
}

static struct sym_file *cache_get(struct sym_cache *cache,
				  const struct sym_map *map)
{
	struct sym_file *f = NULL;
	size_t i;

	for (i = 0; i < cache->n && !f; i++) {
		if (file_matches(cache->files[i], map))
			f = cache->files[i];
	}
	if (!f)
		f = cache_add(cache, map);
	if (!f)
		return NULL;
	f->used = ++cache->uses;
	if (f->fd < 0)
		file_open(f, map, cache);
	return f;
}

/* tables of at most PARSED_MAX files stay in memory */
static void cache_trim(struct sym_cache *cache)
{
	struct sym_file *oldest = NULL;
	size_t i, parsed = 0;

	for (i = 0; i < cache->n; i++) {
		if (!cache->files[i]->parsed)
			continue;
		parsed++;
		if (!oldest || cache->files[i]->used < oldest->used)
			oldest = cache->files[i];
	}
	if (parsed > PARSED_MAX)
		file_unparse(oldest);
}

/* written to since it was verified: look again whether it is what was mapped */
static void file_recheck(struct sym_file *f)
{
	struct stat st;

	if (f->fd < 0 || (!fstat(f->fd, &st) && st.st_size == f->size &&
			  st.st_mtim.tv_sec == f->mtime.tv_sec &&
			  st.st_mtim.tv_nsec == f->mtime.tv_nsec))
		return;
	file_unparse(f);
	f->state = f->has_id ? file_verify(f, f->fd, true) : SYM_CHANGED;
	if (f->state == SYM_OTHER)
		f->state = SYM_CHANGED;
}

static void file_parse(struct sym_file *f)
{
	int err;

	if (f->state != SYM_OK || f->parsed)
		return;
	err = elf_file_open(f->fd, &f->elf);
	f->parsed = !err;
	if (err)
		f->state = SYM_DAMAGED;
}

void sym_see(struct sym_cache *cache, const struct sym_map *map)
{
	if (map->inode || map->path[0])
		cache_get(cache, map);
}

int sym_open(struct sym_cache *cache, const struct sym_map *map)
{
	struct sym_file *f = NULL;
	int fd;

	if (map->inode || map->path[0])
		f = cache_get(cache, map);
	if (!f)
		return -ENOENT;
	if (f->fd < 0)
		return f->state == SYM_UNOPENED ? -(f->error ? f->error : EIO) :
		       -ESTALE;
	file_recheck(f);
	if (f->state == SYM_CHANGED)
		return -ESTALE;
	fd = fcntl(f->fd, F_DUPFD_CLOEXEC, 3);
	return fd < 0 ? -errno : fd;
}

static void file_place(struct sym_file *f, const struct sym_map *map,
		       struct sym_place *ret)
{
	const struct elf_segment *s;

	s = elf_offset_segment(&f->elf, ret->offset, map->prot);
	if (!s)
		return;
	ret->has_vaddr = true;
	ret->vaddr = s->vaddr + (ret->offset - s->offset);
	elf_symbols_find(&f->elf, ret->vaddr, ret);
	if (s->flags & PF_X)
		elf_fde_find(&f->elf, ret->vaddr, ret);
}

void sym_identify(struct sym_cache *cache, const struct sym_map *map,
		  struct sym_identity *ret)
{
	struct sym_file *f = cache_get(cache, map);

	memset(ret, 0, sizeof(*ret));
	ret->state = SYM_UNOPENED;
	if (!f)
		return;
	ret->state = f->state;
	ret->size = f->size;
	ret->build_id_len = f->build_id_len;
	memcpy(ret->build_id, f->build_id, sizeof(ret->build_id));
	cache_trim(cache);
}

void sym_find(struct sym_cache *cache, const struct sym_map *map, uint64_t addr,
	      struct sym_place *ret)
{
	struct sym_file *f = NULL;

	memset(ret, 0, sizeof(*ret));
	ret->state = SYM_NONE;
	ret->offset = addr - map->start + map->offset;
	if (map->inode || map->path[0])
		f = cache_get(cache, map);
	if (!f)
		return;
	file_recheck(f);
	file_parse(f);
	cache_trim(cache);
	ret->state = f->state;
	ret->error = f->error;
	ret->build_id_len = f->build_id_len;
	memcpy(ret->build_id, f->build_id, sizeof(ret->build_id));
	if (f->state == SYM_OK)
		file_place(f, map, ret);
}
