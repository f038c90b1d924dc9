// SPDX-License-Identifier: GPL-2.0
/*
 * Files of a store and the manifest of a bundle, as others may have written them:
 * changed at random from whole ones, by a seed that is told.  Nothing may be read
 * beyond its end (the sanitizers watch), and what is taken keeps its promises.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/bundle_inside.h"
#include "store/inside.h"
#include "tap.h"

#define ROUNDS	20000

static uint64_t state = 0x9e3779b97f4a7c15;

/* xorshift64* */
static uint32_t draw(uint32_t below)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * 0x2545f4914f6cdd1dull) >> 33) % below;
}

/* a few bytes of @text changed, dropped, doubled or replaced by a part of it */
static size_t mutate(char *text, size_t len, size_t room)
{
	static const char bytes[] = "{}[]\",:0123456789abcdef\\u-+.eE \n\xff\x80";

	for (uint32_t n = 1 + draw(4); n && len > 8; n--) {
		size_t at = draw((uint32_t)len), many = 1 + draw(7);

		if (many > len - at)
			many = len - at;
		switch (draw(4)) {
		case 0:
			text[at] = bytes[draw(sizeof(bytes) - 1)];
			break;
		case 1:
			memmove(text + at, text + at + many, len - at - many);
			len -= many;
			break;
		case 2:
			if (len + many >= room)
				break;
			memmove(text + at + many, text + at, len - at);
			len += many;
			break;
		case 3:
			memmove(text + at, text + draw((uint32_t)(len - many)), many);
			break;
		}
	}
	text[len] = '\0';
	return len;
}

static void manifest_fill(struct bundle_list *list)
{
	for (size_t i = 0; i < 4; i++) {
		strcpy(list->v[i].name, bundle_own[i]);
		list->v[i].size = 1000 + i;
	}
	for (size_t i = 4; i < 7; i++) {
		struct bundle_file *f = &list->v[i];

		memset(f->sha256, (int)(i * 17), sizeof(f->sha256));
		strcpy(f->name, "lib/");
		bundle_hex(f->sha256, sizeof(f->sha256), f->name + 4);
		strcpy(f->path, "/usr/lib/x\"y\n\xc3\xa4.so");
		strcpy(f->build_id, "abcdef");
		f->inode = 12345678901 + i;
		f->major = 8;
		f->size = i << 20;
	}
	list->n = 7;
}

static void test_manifest_round(char **ret_text, size_t *ret_len)
{
	struct bundle_file files[7] = {};
	struct bundle_list list = { .v = files }, got;

	manifest_fill(&list);
	tap_is(bundle_manifest_make(&list, ret_text, ret_len), 0, "a manifest is made");
	(*ret_text)[*ret_len] = '\0';
	tap_is(bundle_manifest_read(*ret_text, &got), 0, "and read");
	tap_is(got.n, 7, "with all its files");
	for (size_t i = 0; i < got.n; i++)
		tap_ok(!strcmp(got.v[i].name, files[i].name) &&
		       !strcmp(got.v[i].path, files[i].path) &&
		       !strcmp(got.v[i].build_id, files[i].build_id) &&
		       !memcmp(got.v[i].sha256, files[i].sha256, BUNDLE_SHA256) &&
		       got.v[i].size == files[i].size && got.v[i].inode == files[i].inode &&
		       got.v[i].major == files[i].major && !got.v[i].seen,
		       "file %zu as it was", i);
	free(got.v);
}

/* what a manifest that was taken must be, whatever its text */
static bool promises_kept(const struct bundle_list *list)
{
	uint64_t sum = 0;

	if (!list->n || list->n > BUNDLE_FILES_MAX)
		return false;
	for (size_t i = 0; i < list->n; i++) {
		const char *name = list->v[i].name;
		bool own = false;

		for (size_t k = 0; k < BUNDLE_OWN; k++)
			own |= !strcmp(name, bundle_own[k]);
		if (!own && (strncmp(name, "lib/", 4) || strlen(name) != 68 ||
			     strchr(name + 4, '/') || strchr(name, '.')))
			return false;
		for (size_t k = 0; k < i; k++)
			if (!strcmp(name, list->v[k].name))
				return false;
		sum += list->v[i].size;
	}
	return sum <= BUNDLE_SIZE_MAX;
}

static void test_manifest_changed(const char *text, size_t len)
{
	size_t room = len + 64;
	char *copy = malloc(room);
	unsigned int taken = 0, broken = 0, strange = 0;

	for (unsigned int i = 0; i < ROUNDS; i++) {
		struct bundle_list list;
		int err;

		memcpy(copy, text, len);
		mutate(copy, len, room);
		err = bundle_manifest_read(copy, &list);
		if (err && err != -EBADMSG)
			strange++;
		if (!err) {
			taken++;
			broken += !promises_kept(&list);
			free(list.v);
		}
	}
	tap_ok(taken > 10 && taken < ROUNDS, "%u of %u changed manifests are taken",
	       taken, ROUNDS);
	tap_is(broken, 0, "of those none breaks a promise");
	tap_is(strange, 0, "the others make no sense");
	free(copy);
}

static void test_manifest_refused(void)
{
	static const char *const texts[] = {
		"", "{}", "[]", "null", "{\"schema\":1}", "{\"schema\":1,\"files\":[]}",
		"{\"schema\":1,\"files\":{}}", "{\"schema\":1,\"files\":[1,2]}",
		"{\"schema\":1e99,\"files\":[{}]}",
		"{\"schema\":99999999999999999999999,\"files\":[{}]}",
	};
	struct bundle_list list;
	char *deep = malloc(200001);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		tap_is(bundle_manifest_read(texts[i], &list), -EBADMSG, "no manifest: %s",
		       texts[i]);
	memset(deep, '[', 200000);
	deep[200000] = '\0';
	tap_is(bundle_manifest_read(deep, &list), -EBADMSG, "no manifest: deep");
	free(deep);
}

static void put_meta(int dir, const char *text, size_t len)
{
	int fd = openat(dir, STORE_META, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		exit(1);
	close(fd);
}

static bool ends(const char *s, size_t size)
{
	return strnlen(s, size) < size;
}

static void test_meta(void)
{
	char dir_name[] = "/tmp/rmsnoop-meta-XXXXXX", text[4096], copy[4200];
	struct store_entry e = {
		.id = "0123456789abcdef", .first = 5, .last = 1796097024118020739,
		.count = 3, .pid = 7, .last_pid = 4194304, .fatal = true, .size = 99,
		.signal = "SIGSEGV", .comm = "a\"\\\n\xff", .exe = "/bin/x",
		.cause = "c", .place = "p", .build_id = "abcd",
	}, got;
	unsigned int taken = 0, broken = 0;
	int dir, fd;
	ssize_t len;

	if (!mkdtemp(dir_name))
		exit(1);
	dir = open(dir_name, O_RDONLY | O_DIRECTORY);
	tap_is(store_meta_read(dir, &got), -ENOENT, "no meta.json");
	tap_is(store_meta_write(dir, STORE_META, &e), 0, "written");
	tap_is(store_meta_read(dir, &got), 0, "and read");
	tap_ok(got.first == e.first && got.last == e.last && got.count == 3 &&
	       got.pid == 7 && got.last_pid == 4194304 && got.fatal && got.size == 99,
	       "numbers as they were");
	tap_str(got.signal, "SIGSEGV", "a string as it was");
	tap_str(got.comm, "a\"\\\n\\xff", "bytes that are no UTF-8 as JSON has them");
	fd = openat(dir, STORE_META, O_RDONLY);
	len = read(fd, text, sizeof(text));
	close(fd);
	for (unsigned int i = 0; i < ROUNDS / 10 && len > 0; i++) {
		size_t n;

		memcpy(copy, text, (size_t)len);
		n = mutate(copy, (size_t)len, sizeof(copy));
		put_meta(dir, copy, n);
		if (store_meta_read(dir, &got))
			continue;
		taken++;
		broken += !got.count || !ends(got.signal, sizeof(got.signal)) ||
			  !ends(got.exe, sizeof(got.exe)) ||
			  !ends(got.place, sizeof(got.place)) ||
			  !ends(got.comm, sizeof(got.comm));
	}
	tap_ok(taken > 10, "%u changed ones are taken", taken);
	tap_is(broken, 0, "none breaks a promise");
	memset(copy, ' ', sizeof(copy));
	put_meta(dir, copy, sizeof(copy));
	tap_is(store_meta_read(dir, &got), -EBADMSG, "blanks are none");
	unlinkat(dir, STORE_META, 0);
	symlinkat("/etc/passwd", dir, STORE_META);
	tap_is(store_meta_read(dir, &got), -ELOOP, "a link is none");
	unlinkat(dir, STORE_META, 0);
	close(dir);
	rmdir(dir_name);
}

static void test_ids(void)
{
	tap_ok(store_is_id("0123456789abcdef"), "an id");
	tap_ok(!store_is_id("0123456789abcde") && !store_is_id("0123456789abcdef0") &&
	       !store_is_id("0123456789ABCDEF") && !store_is_id("../4567890123456") &&
	       !store_is_id(""), "none");
}

int main(void)
{
	char *text;
	size_t len;

	test_manifest_round(&text, &len);
	test_manifest_changed(text, len);
	free(text);
	test_manifest_refused();
	test_meta();
	test_ids();
	return tap_done();
}
