// SPDX-License-Identifier: GPL-2.0
/* What is recorded is what came; outputs that fail are told, once and for all. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "forge.h"
#include "pipeline.h"
#include "tap.h"
#include "view/sink.h"

static struct forge forge;
static struct options opts;

/* the recording @from through the pipeline into @to; the pipeline's error, or
 * the one of closing */
static int copy(const char *from, const char *to, struct totals *ret_totals)
{
	struct pipeline p = { .filter.opts = &opts };
	struct sink *sink;
	int err, close_err;

	if (source_file_open(from, &p.source) || sink_open(to, &sink) ||
	    model_new(0, NULL, &p.model) ||
	    view_recording_new(sink, &p.views[0]))
		abort();
	p.n_views = 1;
	err = pipeline_begin(&p);
	while (!err) {
		err = pipeline_pump(&p);
		if (err <= 0)
			break;
		err = 0;
	}
	if (!err)
		err = pipeline_end(&p);
	*ret_totals = p.totals;
	view_free(p.views[0]);
	close_err = sink_close(sink);
	model_free(p.model);
	source_close(p.source);
	return err ? err : close_err;
}

static char *slurp(const char *path, size_t *ret_len)
{
	int fd = open(path, O_RDONLY);
	struct stat st;
	char *data;

	if (fd < 0 || fstat(fd, &st))
		abort();
	data = malloc(st.st_size + 1);
	if (read(fd, data, st.st_size) != st.st_size)
		abort();
	close(fd);
	*ret_len = st.st_size;
	return data;
}

static void make_recording(void)
{
	struct rms_hdr odd = { .pid = 10 };

	for (int i = 0; i < 4001; i++)
		forge_control(&forge, 10, 10 + i % 3, 0x20800110, 0);
	forge_add(&forge, 900, &odd, sizeof(odd), "unknown kind", 12);
	forge_end(&forge, 4002);
}

static void test_same(const char *from, const char *data, size_t len)
{
	static const char to[] = "/tmp/rmsnoop-unit-copy";
	struct totals totals;
	struct stat st;
	size_t got_len;
	char *got;

	unlink(to);
	tap_is(copy(from, to, &totals), 0, "recorded again");
	got = slurp(to, &got_len);
	tap_ok(got_len == len && !memcmp(got, data, len),
	       "byte by byte the same, unknown kinds too");
	tap_ok(!stat(to, &st) && (st.st_mode & 0777) == 0600,
	       "readable by its owner only");
	tap_is(totals.records, 4002, "all are counted");
	tap_is(totals.unknown, 1, "the unknown one is told");
	tap_ok(totals_complete(&totals) && totals.ended, "nothing is missing");
	free(got);
	unlink(to);
}

/* a file system that is full after 100 KiB */
static void test_full(const char *from)
{
	static const char to[] = "/tmp/rmsnoop-unit-full";
	struct rlimit old, small = { .rlim_cur = 100 << 10 };
	struct totals totals;
	int err;

	getrlimit(RLIMIT_FSIZE, &old);
	small.rlim_max = old.rlim_max;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	err = copy(from, to, &totals);
	setrlimit(RLIMIT_FSIZE, &old);
	tap_is(err, -EFBIG, "a file that cannot grow: the errno");
	tap_is(copy(to, "/dev/null", &totals), 0, "what was written is readable");
	/* 232 bytes each, behind 16 of header and 56 of its lines */
	tap_is(totals.records, ((100 << 10) - 72) / 232,
	       "to the last whole record");
	tap_ok(totals.cut && !totals_complete(&totals), "and the loss is told");
	unlink(to);
	tap_is(copy(from, "/dev/full", &totals), -ENOSPC, "a full device");
}

static void test_sink(void)
{
	static char big[300 << 10];
	struct sink *s;
	int fds[2], saved;
	ssize_t n = 0, k;

	tap_is(sink_open("/nonexistent/x", &s), -ENOENT, "no such directory");
	tap_is(sink_open("/tmp", &s), -EISDIR, "a directory");

	sink_open("/dev/full", &s);
	tap_is(sink_write(s, "x", 1), 0, "a buffered byte");
	tap_is(sink_flush(s), -ENOSPC, "is refused when written");
	tap_is(sink_write(s, big, sizeof(big)), -ENOSPC, "from then on all is");
	tap_ok(!sink_room(s, 10), "no room either");
	tap_is(sink_close(s), -ENOSPC, "and closing tells it again");

	if (pipe(fds))
		abort();
	signal(SIGPIPE, SIG_IGN);
	saved = dup(STDOUT_FILENO);
	dup2(fds[1], STDOUT_FILENO);
	close(fds[1]);
	close(fds[0]);
	sink_open("-", &s);
	sink_write(s, "x", 1);
	k = sink_close(s);
	dup2(saved, STDOUT_FILENO);
	tap_is(k, -EPIPE, "a reader that went away");

	sink_open("/tmp/rmsnoop-unit-big", &s);
	sink_write(s, "ab", 2);
	sink_write(s, big, sizeof(big));
	sink_write(s, "cd", 2);
	tap_is(sink_close(s), 0, "more than the buffer holds");
	free(slurp("/tmp/rmsnoop-unit-big", (size_t *)&n));
	tap_is(n, sizeof(big) + 4, "is all written");
	unlink("/tmp/rmsnoop-unit-big");
}

int main(void)
{
	char from[64];
	size_t len;
	char *data;

	if (!freopen("/dev/null", "w", stderr))
		abort();
	make_recording();
	data = forge_file(&forge, &len);
	strcpy(from, forge_write(data, len));
	test_same(from, data, len);
	test_full(from);
	test_sink();
	unlink(from);
	free(data);
	free(forge.data);
	return tap_done();
}
