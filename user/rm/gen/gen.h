/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The generator: reads tables/ and writes one C file of const data.
 *
 * It is a host program that runs once; it allocates and never frees, and the
 * first thing wrong ends it: "file:line: message", exit status 1.
 */
#ifndef RM_GEN_H
#define RM_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../tables.h"

/* ---- tsv.c: lines and columns */
#define ROW_COLS 8
struct row {
	const char *file;
	unsigned int line;
	unsigned int ncol;
	char *col[ROW_COLS];
};
struct table {
	struct row *row;
	size_t n;
};
/* @ncol: columns a row must have, 0: any */
struct table table_read(const char *dir, const char *name, unsigned int ncol);
_Noreturn void row_die(const struct row *row, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
uint32_t row_number(const struct row *row, unsigned int col, uint32_t max);
/* "-" is none: NULL */
const char *row_text(const struct row *row, unsigned int col);

/* ---- mem.c: memory that is there */
void *mem_alloc(size_t size);
void *mem_grow(void *old, size_t *cap, size_t need, size_t size);
char *mem_dup(const char *s, size_t len);
#define LIST(type) struct { type *v; size_t n, cap; }
#define list_add(l) \
	((l)->v = mem_grow((l)->v, &(l)->cap, (l)->n + 1, sizeof(*(l)->v)), \
	 &(l)->v[(l)->n++])

/* ---- pool.c: each string once */
uint32_t pool_add(const char *s);	/* NULL: 0 */
const char *pool_text(uint32_t ref);
void pool_emit(FILE *out);

/* ---- versions.c */
void versions_read(const char *dir);
uint64_t versions_parse(const struct row *row, unsigned int col);
uint16_t versions_ref(uint64_t set);
uint64_t versions_set(uint16_t ref);
void versions_emit(FILE *out);
uint32_t versions_count(void);

/* ---- types.c: scalar types and enums */
void types_read(const char *dir);
void enums_read(const char *dir);
/* index into rm_types; dies when the name is no type, enum or struct */
uint16_t type_find(const struct row *row, const char *name);
const struct rm_type *type_at(uint16_t index);
void types_emit(FILE *out);
void enums_emit(FILE *out);
uint32_t types_count(void);
uint32_t enums_count(void);

/* ---- structs.c: layouts as the table has them */
struct field {
	const struct row *row;
	const char *path;
	const char *leaf;	/* its last component */
	unsigned int parent;	/* index in the layout + 1; 0: none */
	uint32_t offset;
	uint32_t count;
	bool array;
	uint16_t type;
	uint16_t kids;
	uint16_t link;		/* index in the links + 1; 0: none */
	uint32_t size;		/* bytes of one element; 0: unknown */
	uint32_t align;
	bool overlaps;
};
struct layout {
	const struct row *row;
	const char *name;
	uint32_t size;
	bool is_union;
	uint64_t versions;
	uint32_t align;
	bool checked;
	struct field *field;
	size_t nfields;
	uint32_t first_member;
	uint32_t first_role;
	uint32_t nroles;
};
void structs_read(const char *dir);
uint16_t struct_find(const char *name);	/* reference; 0: none */
const char *struct_name(uint16_t ref);
/* layouts of a struct, *ret_n of them */
struct layout *struct_layouts(uint16_t ref, size_t *ret_n);
struct layout *structs_all(size_t *ret_n);
void structs_emit(FILE *out);
uint32_t structs_count(void);

/* ---- check.c: do layouts hold together? */
void layouts_check(void);

/* ---- roles.c */
void roles_read(const char *dir);
void roles_emit(FILE *out);

/* ---- links.c: what fields say of others, before anything is emitted */
void links_read(const char *dir);
void links_emit(FILE *out);

/* ---- pointers.c */
void pointers_read(const char *dir);
void pointers_emit(FILE *out);

/* ---- numbers.c: everything looked up by number */
void numbers_read(const char *dir);
void numbers_emit(FILE *out);
struct rm_counts numbers_count(void);

/* ---- words.c: words of the tables for enum values of rm.h */
int kind_word(const char *word);	/* enum rm_kind; -1: none */
int type_word(const char *word);	/* enum rm_type_kind */
int role_word(const char *word);	/* enum rm_role */

#endif
