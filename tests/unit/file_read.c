// SPDX-License-Identifier: GPL-2.0
/* Recordings: whole, cut at every byte, damaged, of other versions, from pipes. */
#include <errno.h>
#include <fcntl.h>

#include "forge.h"
#include "record.h"
#include "source/source.h"
#include "tap.h"

struct seen {
	size_t records;		/* but gaps */
	size_t bytes;
	size_t gaps;		/* of cause FILE */
	bool end;
	int stop_after;
};

static int on_record(void *ctx, const void *data, size_t len)
{
	struct seen *s = ctx;
	struct record rec;

	if (record_parse(data, len, &rec))
		return 0;
	if (rec.h.kind == RMS_GAP && rec.gap.cause == RMS_LOSS_FILE) {
		s->gaps++;
		return 0;
	}
	s->records++;
	s->bytes += len;
	s->end = rec.h.kind == RMS_END;
	return s->stop_after && (int)s->records == s->stop_after ? -EPIPE : 0;
}

static int pump_all(struct source *src, struct seen *s)
{
	int more, turns = 0;

	do {
		more = source_pump(src, on_record, s);
	} while (more > 0 && ++turns < 100000);
	return more;
}

static int read_path(const char *path, struct seen *s)
{
	struct source *src;
	int err = source_file_open(path, &src);

	memset(s, 0, sizeof(*s));
	if (err)
		return err;
	err = pump_all(src, s);
	source_close(src);
	return err;
}

static int read_bytes(const char *data, size_t len, struct seen *s)
{
	const char *path = forge_write(data, len);
	int err = read_path(path, s);

	unlink(path);
	return err;
}

static struct forge forge;
static char *file;
static size_t file_len, head_len;

static void make_recording(void)
{
	forge_exec(&forge, 10, "/usr/bin/app");
	forge_map(&forge, 10, 0x1000, 0x3000, 0, "/usr/lib/libcuda.so.1", 0);
	forge_control(&forge, 10, 10, 0x20800110, 0);
	forge_control(&forge, 10, 11, 0x20800110, 0x56);
	forge_exit(&forge, 10, 10, 0, true);
	forge_end(&forge, 5);
	file = forge_file(&forge, &file_len);
	head_len = file_len - forge.len;
}

/* whole records in the first @len bytes of the stream, by walking the sizes
 * that forge.h wrote */
static size_t whole_records(size_t len)
{
	size_t pos = 0, n = 0;

	while (pos < forge.len) {
		uint32_t size;

		memcpy(&size, forge.data + pos, sizeof(size));
		if (pos + size > len)
			break;
		pos += size;
		n++;
	}
	return n;
}

static void test_whole(void)
{
	const char *path;
	struct source *src;
	struct seen s;

	tap_is(read_bytes(file, file_len, &s), 0, "a whole recording is read");
	tap_is(s.records, 6, "six records");
	tap_is(s.bytes, forge.len, "all their bytes");
	tap_ok(s.end && !s.gaps, "an end, no gap");

	path = forge_write(file, file_len);
	tap_is(source_file_open(path, &src), 0, "open");
	unlink(path);
	tap_str(source_meta(src), FORGE_META, "the lines of its header");
	source_close(src);
}

static void test_cut(void)
{
	size_t header = 0, records = 0, told = 0;
	struct seen s;

	for (size_t len = 0; len < file_len; len++) {
		int err = read_bytes(file, len, &s);

		if (len < head_len) {
			header += err == -ENODATA;
			continue;
		}
		records += err == 0 && s.records == whole_records(len - head_len);
		told += s.gaps == 1 && !s.end;
	}
	tap_is(header, head_len, "cut inside the header: that is told");
	tap_is(records, file_len - head_len,
	       "cut at each byte behind it: all whole records are read");
	tap_is(told, file_len - head_len, "and the loss is told, once");
}

static void test_header(void)
{
	struct rms_file_hdr h;
	struct seen s;
	char *copy = malloc(file_len);

	memcpy(copy, file, file_len);
	copy[0] = 'X';
	tap_is(read_bytes(copy, file_len, &s), -EBADMSG, "another magic");
	tap_is(read_bytes(copy, 4, &s), -EBADMSG, "another magic, cut short");
	memcpy(&h, file, sizeof(h));
	h.version = RMS_WIRE_VERSION + 1;
	memcpy(copy, &h, sizeof(h));
	tap_is(read_bytes(copy, file_len, &s), -EPROTO, "another version");
	h.version = 0;
	memcpy(copy, &h, sizeof(h));
	tap_is(read_bytes(copy, file_len, &s), -EPROTO, "version 0");
	h.version = RMS_WIRE_VERSION;
	h.meta_len = 0xfffffff8;
	memcpy(copy, &h, sizeof(h));
	tap_is(read_bytes(copy, file_len, &s), -EBADMSG, "4 GiB of lines");
	h.meta_len = 13;
	memcpy(copy, &h, sizeof(h));
	tap_is(read_bytes(copy, file_len, &s), -EBADMSG, "lines out of step");
	tap_is(read_path("/nonexistent/file", &s), -ENOENT, "no such file");
	tap_is(read_path("/tmp", &s), -EISDIR, "a directory");
	free(copy);
}

static void test_damage(void)
{
	static const unsigned char values[] = { 0, 1, 8, 0x80, 0xff };
	char *copy = malloc(file_len + 64);
	size_t done = 0;
	struct seen s;

	for (size_t i = 0; i < file_len; i++) {
		for (size_t v = 0; v < sizeof(values); v++) {
			memcpy(copy, file, file_len);
			copy[i] = values[v];
			read_bytes(copy, file_len, &s);
			done += s.records <= file_len / 32;
		}
	}
	tap_is(done, file_len * sizeof(values), "any damaged byte: reading ends");

	memcpy(copy, file, file_len);
	memset(copy + head_len + whole_records(0), 0, 4);
	read_bytes(copy, file_len, &s);
	tap_ok(s.records == 0 && s.gaps == 1, "a first record of size 0");

	memcpy(copy, file, file_len);
	memset(copy + file_len, 'x', 64);
	tap_is(read_bytes(copy, file_len + 64, &s), 0, "bytes behind the end");
	tap_ok(s.records == 6 && s.end && !s.gaps, "are ignored");
	free(copy);
}

static void test_callback(void)
{
	struct seen s = { .stop_after = 2 };
	const char *path = forge_write(file, file_len);
	struct source *src;

	source_file_open(path, &src);
	tap_is(pump_all(src, &s), -EPIPE, "who gets the records can stop");
	tap_is(s.records, 2, "at once");
	source_close(src);

	memset(&s, 0, sizeof(s));
	source_file_open(path, &src);
	source_finish(src);
	tap_is(pump_all(src, &s), 0, "a finished source ends");
	tap_is(s.gaps, 0, "and tells no loss");
	source_close(src);
	unlink(path);
}

/* a writer that is slow and cuts its writes anywhere */
static void test_pipe(void)
{
	struct seen s = { 0 };
	char path[32];
	struct source *src;
	int fds[2], more = 1, early;

	if (pipe(fds) || write(fds[1], file, head_len + 100) < 0)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	tap_is(source_file_open(path, &src), 0, "a pipe is opened");
	close(fds[0]);
	tap_ok(src->fd >= 0, "it can be waited for");
	tap_is(source_pump(src, on_record, &s), 1, "what is there is read");
	early = s.records;
	tap_is(early, whole_records(100), "no more than that, without waiting");
	for (size_t pos = head_len + 100; pos < file_len; pos += 61) {
		size_t n = file_len - pos < 61 ? file_len - pos : 61;

		if (write(fds[1], file + pos, n) < 0)
			abort();
		more = source_pump(src, on_record, &s);
		if (more != 1)
			break;
	}
	close(fds[1]);
	tap_is(more, 1, "it goes on until the writer ends");
	tap_is(pump_all(src, &s), 0, "then it ends");
	tap_ok(s.records == 6 && s.end && !s.gaps, "with all records");
	source_close(src);
}

/* many records, more than one buffer and one batch */
static void test_large(void)
{
	struct forge f = { 0 };
	struct seen s;
	char *data;
	size_t len;

	for (int i = 0; i < 10007; i++)
		forge_control(&f, 10, 10, 0x20800110, 0);
	forge_end(&f, 10007);
	data = forge_file(&f, &len);
	tap_is(read_bytes(data, len, &s), 0, "a larger recording");
	tap_is(s.records, 10008, "has all its records");
	free(data);
	free(f.data);
}

int main(void)
{
	/* the warnings about each cut file are not what is tested here */
	if (!freopen("/dev/null", "w", stderr))
		abort();
	make_recording();
	test_whole();
	test_cut();
	test_header();
	test_damage();
	test_callback();
	test_pipe();
	test_large();
	free(file);
	free(forge.data);
	return tap_done();
}
