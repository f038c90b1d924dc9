// SPDX-License-Identifier: GPL-2.0
/*
 * The files behind mappings, kept open by device, inode and build-id, and
 * only used while they are what was mapped.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "open.h"
#include "worker.h"

#define PLACES		256	/* answers kept; a power of two */

/**
 * struct sym_file - a file that a mapping spoke of
 * @fd: -1 unless @state is SYM_OK, SYM_NOT_ELF or SYM_DAMAGED
 * @size, @mtime: as they were when it was verified
 * @number: by which the parser knows its contents
 * @given: it comes from sym_cache_files(), whose word counts where no build-id is
 *	known; or it is the vDSO
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
	bool given;
	bool vdso;
	uint64_t number;
	uint64_t used;
};

/** struct place_kept - an answer of the parser; @file 0: none */
struct place_kept {
	uint64_t file;
	uint64_t offset;
	uint32_t prot;
	struct sym_place place;
};

struct sym_cache {
	bool live;
	sym_open_fn opener;	/* NULL: this machine's */
	void *opener_ctx;
	uint64_t uses;
	size_t n;
	struct sym_file *files[SYM_FILES_MAX];
	struct place_kept places[PLACES];
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

static void file_drop(struct sym_file *f)
{
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

/* is it an ELF file, and which one? */
static int file_identify(struct sym_file *f, int fd)
{
	struct parse_request req = {
		.op = PARSE_IDENTITY, .file = worker_file(),
	};
	struct parse_answer answer;
	int err = worker_ask(&req, fd, &answer);

	f->number = req.file;
	f->build_id_len = 0;
	if (err)
		return err;
	f->build_id_len = answer.identity.build_id_len;
	memcpy(f->build_id, answer.identity.build_id, sizeof(f->build_id));
	return 0;
}

/* what an error of the parser says of the file */
static enum sym_state state_of(int err)
{
	switch (err) {
	case 0:			return SYM_OK;
	case -ENOEXEC:		return SYM_NOT_ELF;
	case -ETIMEDOUT:	return SYM_SLOW;
	default:		return SYM_DAMAGED;
	}
}

/* remember @fd's file as the one, or say why it is not */
static enum sym_state file_verify(struct sym_file *f, int fd, bool by_mapping)
{
	bool same_inode, same_dev;
	struct stat st;
	int err;

	if (fstat(fd, &st))
		return SYM_UNOPENED;
	same_inode = st.st_ino == f->inode;
	same_dev = major(st.st_dev) == f->major && minor(st.st_dev) == f->minor;
	f->size = st.st_size;
	f->mtime = st.st_mtim;
	err = file_identify(f, fd);
	if (f->has_id) {
		if (!build_id_same(f->id, f->build_id, f->build_id_len))
			return same_inode && same_dev ? SYM_CHANGED : SYM_OTHER;
	} else if (!f->given && (!same_inode || !(same_dev || by_mapping))) {
		/* overlays and btrfs show another device than mappings do */
		return SYM_OTHER;
	}
	return state_of(err);
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
	if (map->vdso) {
		/* on another machine it is another one */
		file_try(f, cache->live ? open_vdso() : -ENOENT, false);
		return;
	}
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
	if (f->vdso != map->vdso || f->inode != map->inode || f->major != map->major ||
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
	f->given = cache->opener || map->vdso;
	f->vdso = map->vdso;
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

/* written to since it was verified: look again whether it is what was mapped */
static void file_recheck(struct sym_file *f)
{
	struct stat st;

	if (f->fd < 0 || (!fstat(f->fd, &st) && st.st_size == f->size &&
			  st.st_mtim.tv_sec == f->mtime.tv_sec &&
			  st.st_mtim.tv_nsec == f->mtime.tv_nsec))
		return;
	f->state = f->has_id ? file_verify(f, f->fd, true) : SYM_CHANGED;
	if (f->state == SYM_OTHER)
		f->state = SYM_CHANGED;
}

/* ask about a file that is what was mapped; it is not asked again once the parser
 * could not stand it */
static int file_ask(struct sym_file *f, const struct parse_request *req,
		    struct parse_answer *ret)
{
	int err = worker_ask(req, f->fd, ret);

	if (err == -EBADMSG || err == -ETIMEDOUT)
		f->state = state_of(err);
	return err;
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

	if (map->inode || map->path[0] || map->vdso)
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

static struct place_kept *place_slot(struct sym_cache *cache, uint64_t file,
				     uint64_t offset, uint32_t prot)
{
	uint64_t h = (offset ^ file << 20 ^ prot << 8) * 0x9e3779b97f4a7c15ull;

	return &cache->places[h >> 32 & (PLACES - 1)];
}

/* fill in what the file says of @ret->offset */
static void file_place(struct sym_cache *cache, struct sym_file *f,
		       const struct sym_map *map, struct sym_place *ret)
{
	struct place_kept *kept = place_slot(cache, f->number, ret->offset,
					     map->prot);
	struct parse_request req = {
		.op = PARSE_PLACE, .file = f->number, .prot = map->prot,
		.at = ret->offset,
	};
	struct parse_answer answer;

	if (kept->file == f->number && kept->offset == ret->offset &&
	    kept->prot == map->prot) {
		*ret = kept->place;
		return;
	}
	if (file_ask(f, &req, &answer))
		return;
	*ret = answer.place;
	*kept = (struct place_kept){
		.file = f->number, .offset = ret->offset, .prot = map->prot,
		.place = *ret,
	};
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
}

/* the file of a mapping when it can be read, looked at again; or NULL */
static struct sym_file *cache_use(struct sym_cache *cache,
				  const struct sym_map *map)
{
	struct sym_file *f = NULL;

	if (map->inode || map->path[0] || map->vdso)
		f = cache_get(cache, map);
	if (f)
		file_recheck(f);
	return f;
}

void sym_find(struct sym_cache *cache, const struct sym_map *map, uint64_t addr,
	      struct sym_place *ret)
{
	struct sym_file *f = cache_use(cache, map);

	memset(ret, 0, sizeof(*ret));
	ret->state = SYM_NONE;
	ret->offset = addr - map->start + map->offset;
	if (!f)
		return;
	if (f->state == SYM_OK)
		file_place(cache, f, map, ret);
	ret->state = f->state;
	ret->error = f->error;
	ret->build_id_len = f->build_id_len;
	memcpy(ret->build_id, f->build_id, sizeof(ret->build_id));
}

static int ask_at(struct sym_cache *cache, const struct sym_map *map,
		  enum parse_op op, uint64_t vaddr, struct parse_answer *ret)
{
	struct sym_file *f = cache_use(cache, map);
	struct parse_request req = { .op = op, .at = vaddr };

	if (!f || f->state != SYM_OK)
		return -ENOENT;
	req.file = f->number;
	return file_ask(f, &req, ret);
}

int sym_row(struct sym_cache *cache, const struct sym_map *map, uint64_t vaddr,
	    struct cfi_row *ret)
{
	struct parse_answer answer;
	int err = ask_at(cache, map, PARSE_ROW, vaddr, &answer);

	if (!err)
		*ret = answer.row;
	return err;
}

int sym_line(struct sym_cache *cache, const struct sym_map *map, uint64_t vaddr,
	     struct sym_line *ret)
{
	struct parse_answer answer;
	int err = ask_at(cache, map, PARSE_LINE, vaddr, &answer);

	if (!err)
		*ret = answer.line;
	return err;
}

size_t sym_read(struct sym_cache *cache, const struct sym_map *map,
		uint64_t addr, void *buf, size_t size)
{
	struct sym_file *f = cache_use(cache, map);
	ssize_t n;

	if (!f || f->state != SYM_OK || addr < map->start || addr >= map->end)
		return 0;
	if (size > map->end - addr)
		size = map->end - addr;
	n = pread(f->fd, buf, size, (off_t)(addr - map->start + map->offset));
	return n < 0 ? 0 : (size_t)n;
}
