/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an address means: from a mapping of a file and an offset to the file's
 * own address, symbol and function.
 *
 * Only plain data passes here, no library handles: the parsing behind it runs in
 * another process, without privileges.  Files are opened when they are first seen and stay open,
 * so that they can be read after their process, or their name, is gone.  A file
 * that is not the one that was mapped is never used.
 */
#ifndef SYM_SYM_H
#define SYM_SYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYM_BUILD_ID_MAX	64	/* longer notes are cut */
#define SYM_KERNEL_ID_LEN	20	/* what the kernel keeps of a build-id */
#define SYM_NAME_MAX		256
#define SYM_FILES_MAX		512	/* files kept open, the oldest go first */

/**
 * struct sym_map - the mapping by which a file is known
 * @pid: who has it mapped, for /proc; 0: gone, or on another machine
 * @start, @end: addresses
 * @prot: RMS_MAP_READ ...
 * @path: as that process sees it, "" when it has none
 * @build_id: as the kernel read it, at most 20 bytes, zeroes behind shorter ones
 * @vdso: it is the kernel's own code in each process; has no path and no inode
 */
struct sym_map {
	uint32_t pid;
	uint32_t major;
	uint32_t minor;
	uint32_t prot;
	uint64_t inode;
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	const char *path;
	bool vdso;
	bool has_build_id;
	uint8_t build_id[SYM_KERNEL_ID_LEN];
};

enum sym_state {
	SYM_OK = 0,
	SYM_NONE = 1,		/* the mapping has no file */
	SYM_UNOPENED = 2,	/* the file cannot be opened: @error */
	SYM_OTHER = 3,		/* another file has that name now */
	SYM_CHANGED = 4,	/* it was written to: the build-id differs */
	SYM_NOT_ELF = 5,
	SYM_DAMAGED = 6,	/* an ELF file that makes no sense */
	SYM_SLOW = 7,		/* parsing it took too long */
};

/**
 * struct sym_place - what is known about one offset of a file
 * @state: whether the file could be used at all; if not, only @offset and the
 *	build-id (where @build_id_len is not 0) are valid
 * @error: errno, for SYM_UNOPENED
 * @offset: in the file, bytes
 * @vaddr: the file's own address of that byte, valid with @has_vaddr
 * @build_id: the file's, of any length
 * @symbol: the function or object whose size covers @vaddr, "": none
 * @symbol_vaddr, @symbol_size: its bounds
 * @before: where there is no such symbol: the nearest function before, "": none
 * @fde_start, @fde_end: the function by the unwind tables, 0 and 0: unknown
 */
struct sym_place {
	enum sym_state state;
	int error;
	uint64_t offset;
	bool has_vaddr;
	uint64_t vaddr;
	uint32_t build_id_len;
	uint8_t build_id[SYM_BUILD_ID_MAX];
	char symbol[SYM_NAME_MAX];
	uint64_t symbol_vaddr;
	uint64_t symbol_size;
	char before[SYM_NAME_MAX];
	uint64_t before_vaddr;
	uint64_t before_size;
	uint64_t fde_start;
	uint64_t fde_end;
};

struct sym_cache;

/** sym_cache_new() - NULL: no memory
 *  @live: processes of the records may still be there: /proc is asked */
struct sym_cache *sym_cache_new(bool live);
void sym_cache_free(struct sym_cache *cache);

/** what opens files for a cache: for @map's, a descriptor for reading that it
 *  gives away, or -errno; whether it is the right one is found out by the cache */
typedef int (*sym_open_fn)(void *ctx, const struct sym_map *map);

/** sym_cache_files() - files come from @fn from now on, and from nowhere else */
void sym_cache_files(struct sym_cache *cache, sym_open_fn fn, void *ctx);

/** sym_open() - a descriptor of its own of the file that was mapped, or -errno;
 *  -ESTALE: the file there is another one */
int sym_open(struct sym_cache *cache, const struct sym_map *map);

/** sym_see() - a file was mapped: open it while it can be found */
void sym_see(struct sym_cache *cache, const struct sym_map *map);

/** struct sym_identity - which file a mapping shows */
struct sym_identity {
	enum sym_state state;
	uint64_t size;		/* bytes; this and the rest: 0 if it could not be opened */
	uint32_t build_id_len;	/* 0: it has none */
	uint8_t build_id[SYM_BUILD_ID_MAX];
};

/** sym_identify() - as sym_see(), and tell which file it is */
void sym_identify(struct sym_cache *cache, const struct sym_map *map,
		  struct sym_identity *ret);

/**
 * sym_find() - what is at @addr, which lies inside @map
 * @ret: always filled; @ret->state says whether the file was of use
 */
void sym_find(struct sym_cache *cache, const struct sym_map *map, uint64_t addr,
	      struct sym_place *ret);

struct cfi_row;

/** sym_row() - the unwind rules of @map's file at @vaddr, the file's own address
 *  Return: 0, -ENOENT: it has none there, or -errno */
int sym_row(struct sym_cache *cache, const struct sym_map *map, uint64_t vaddr,
	    struct cfi_row *ret);

/** struct sym_line - a line of source; @file as the debug information has it */
struct sym_line {
	uint32_t line;
	char file[508];
};

/** sym_line() - the source line of @vaddr; 0, or -ENOENT: not known, or -errno */
int sym_line(struct sym_cache *cache, const struct sym_map *map, uint64_t vaddr,
	     struct sym_line *ret);

/** sym_read() - bytes of the file as they are mapped at @addr
 *  Return: how many; 0: none could be read */
size_t sym_read(struct sym_cache *cache, const struct sym_map *map,
		uint64_t addr, void *buf, size_t size);

/** sym_state_text() - "the file was changed since it was mapped", ... */
const char *sym_state_text(enum sym_state state);

/**
 * sym_place_text() - "cuFoo+0x12", "after cuFoo+0x91, size 0x40", "no symbol;
 * FDE function 0x32ad00..0x32af10"; not escaped
 * Return: the length written, cut at @size - 1.
 */
size_t sym_place_text(const struct sym_place *place, char *buf, size_t size);

/**
 * sym_insn_text() - the instruction at the front of @code, in Intel syntax
 * @addr: its address, for relative operands
 * Return: its length in bytes; 0: unknown, or built without capstone.
 */
size_t sym_insn_text(const void *code, size_t len, uint64_t addr, char *buf,
		     size_t size);

/** sym_insn_calls() - does a call instruction end at the end of @code?
 *  false as well when built without capstone */
bool sym_insn_calls(const uint8_t *code, size_t len);

#endif
