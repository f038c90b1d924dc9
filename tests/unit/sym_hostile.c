// SPDX-License-Identifier: GPL-2.0
/* ELF files that lie: an answer that says so, and no crash (run with ASan). */
#include <elf.h>
#include <sys/mman.h>

#include "sym/worker.h"
#include "sym_build.h"

static uint8_t *image;
static size_t image_len;
static uint64_t function;	/* offset of some code */

static void read_image(void)
{
	FILE *f = fopen(build_path("h.so"), "r");
	struct stat st;

	if (!f || fstat(fileno(f), &st))
		exit(1);
	image_len = (size_t)st.st_size;
	image = malloc(image_len);
	if (!image || fread(image, 1, image_len, f) != image_len)
		exit(1);
	fclose(f);
}

/* what is said of a file with these contents */
static enum sym_state try_image(const uint8_t *data, size_t len,
				struct sym_place *ret)
{
	struct sym_cache *cache = sym_cache_new(false);
	int fd = memfd_create("hostile", MFD_CLOEXEC);
	struct sym_map map;
	char path[64];

	if (fd < 0 || write(fd, data, len) != (ssize_t)len)
		exit(1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	build_map(path, &map);
	sym_find(cache, &map, map.start + 0x40, ret);
	sym_find(cache, &map, map.start + function, ret);
	sym_cache_free(cache);
	close(fd);
	return ret->state;
}

static void test_truncated(void)
{
	unsigned int tried = 0, refused = 0;
	struct sym_place place;

	for (size_t len = 0; len < image_len; len += 64, tried++) {
		refused += try_image(image, len, &place) != SYM_OK &&
			   !place.has_vaddr && !place.symbol[0] &&
			   !place.fde_end;
	}
	tap_ok(tried > 100, "cut at every 64 bytes (%u)", tried);
	tap_is(refused, tried, "none of them is used");
	tap_is(try_image(image, image_len, &place), SYM_OK, "the whole one is");
	tap_str(place.symbol, "h_f", "with its symbol");
	tap_ok(place.fde_end, "and its FDE");
}

#define LIE(type, base, field, value, what)				\
	do {								\
		uint8_t *copy_ = malloc(image_len);			\
		type *t_;						\
		struct sym_place place_;				\
									\
		memcpy(copy_, image, image_len);			\
		t_ = (type *)(copy_ + (base));				\
		t_->field = (value);					\
		tap_is(try_image(copy_, image_len, &place_),		\
		       SYM_DAMAGED, "%s", what);			\
		free(copy_);						\
	} while (0)

static void test_headers(void)
{
	LIE(Elf64_Ehdr, 0, e_phnum, 0xfffe, "absurd e_phnum");
	LIE(Elf64_Ehdr, 0, e_shnum, 0xfeff, "absurd e_shnum");
	LIE(Elf64_Ehdr, 0, e_phoff, UINT64_MAX - 8, "e_phoff wraps around");
	LIE(Elf64_Ehdr, 0, e_shoff, UINT64_MAX - 8, "e_shoff wraps around");
	LIE(Elf64_Ehdr, 0, e_shoff, 1ull << 62, "e_shoff beyond the file");
}

/* the count of segments is elsewhere, and is 0 there: no address then */
static void test_no_segments(void)
{
	uint8_t *copy = malloc(image_len);
	struct sym_place place;

	memcpy(copy, image, image_len);
	((Elf64_Ehdr *)copy)->e_phnum = PN_XNUM;
	try_image(copy, image_len, &place);
	tap_ok(!place.has_vaddr && !place.symbol[0] && !place.fde_end,
	       "no segments, no address");
	free(copy);
}

/* sections that claim more than there is: no symbols, but no harm either */
static void test_sections(void)
{
	static const uint64_t sizes[] = { 1ull << 20, 1ull << 31, 1ull << 40,
					  UINT64_MAX, UINT64_MAX - 0x1000 };
	const Elf64_Ehdr *eh = (const Elf64_Ehdr *)image;
	uint8_t *copy = malloc(image_len);
	unsigned int tried = 0, sane = 0;
	struct sym_place place;

	for (unsigned int s = 0; s < eh->e_shnum; s++) {
		for (unsigned int i = 0; i < 5; i++) {
			Elf64_Shdr *sh;

			memcpy(copy, image, image_len);
			sh = (Elf64_Shdr *)(copy + eh->e_shoff) + s;
			sh->sh_size = sizes[i];
			try_image(copy, image_len, &place);
			sh->sh_size = 64;
			sh->sh_offset = sizes[i];
			try_image(copy, image_len, &place);
			tried++;
			sane += place.state != SYM_OK || place.has_vaddr;
		}
	}
	tap_is(sane, tried, "sections of absurd size and place (%u)", tried);
	free(copy);
}

/* random bytes in the headers and tables; the numbers are the same every time */
static void test_random(void)
{
	uint8_t *copy = malloc(image_len);
	const Elf64_Ehdr *eh = (const Elf64_Ehdr *)image;
	uint32_t seed = 12345;
	unsigned int sane = 0;
	struct sym_place place;

	for (unsigned int round = 0; round < 3000; round++) {
		memcpy(copy, image, image_len);
		for (unsigned int i = 0; i < 1 + round % 8; i++) {
			size_t at;

			seed = seed * 1664525 + 1013904223;
			at = (seed >> 8) % (round % 3 == 0 ? 0x400 : image_len);
			if (round % 3 == 1)
				at = eh->e_shoff + at % (image_len - eh->e_shoff);
			copy[at] = (uint8_t)(seed >> 24);
		}
		try_image(copy, image_len, &place);
		sane += place.state <= SYM_DAMAGED &&
			strlen(place.symbol) < SYM_NAME_MAX &&
			place.fde_start <= place.fde_end;
	}
	tap_is(sane, 3000, "3000 files with random bytes changed");
	free(copy);
}

/* a file that grows shorter after it was verified is a short read */
static void test_shrinking(void)
{
	struct sym_cache *cache = sym_cache_new(false);
	struct sym_place place;
	struct sym_map map;

	build_map(build_path("h.so"), &map);
	sym_see(cache, &map);
	if (truncate(build_path("h.so"), 100))
		exit(1);
	sym_find(cache, &map, map.start + function, &place);
	tap_is(place.state, SYM_CHANGED, "a file that shrank is not used");
	sym_cache_free(cache);
}

int main(void)
{
	build_init();
	build_write("h.c", "int h_f(int a) { return a * 7 + 1; }\n");
	if (!tap_ok(build_run("${CC:-cc} -shared -fPIC -O1 h.c -o h.so"),
		    "a library is built"))
		return tap_done();
	function = build_nm("h.so", "h_f");	/* its offset is its address */
	read_image();
	test_truncated();
	test_headers();
	test_no_segments();
	test_sections();
	test_random();
	test_shrinking();
	tap_is(worker_deaths(), 0, "the process that parses them lived through it all");
	return tap_done();
}
