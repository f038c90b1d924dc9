// SPDX-License-Identifier: GPL-2.0
/* Crashes into a store and out again: whole, counted, limited, made anew. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <utime.h>

#include "crash_records.h"
#include "store/remake.h"
#include "store/store.h"

#define SEC	1000000000ull
#define META	"driver=535.261.03\nkernel=6.1.0-32-amd64\nclock_offset=1700000000000000000\n"

static char dir[64];		/* of the store */
static struct store *store;
static struct store_entry kept;	/* what the last put said */
static int put_err;
static unsigned int puts_done;

static void keep(void *ctx, const struct report *r)
{
	(void)ctx;
	if (!store_wanted(r))
		return;
	put_err = store_put(store, r, &kept);
	puts_done++;
}

/* as run_begin(), and the reports go to the store, too */
static void begin(struct run *run)
{
	struct crash_view_opts opts = { .keep = keep };
	int fd;

	memset(run, 0, sizeof(*run));
	strcpy(run->path, "/tmp/rmsnoop-crash-XXXXXX");
	fd = mkstemp(run->path);
	if (fd < 0 || sink_open(run->path, &run->sink) ||
	    model_new(MODEL_CALLS, META, &run->model))
		exit(1);
	close(fd);
	opts.out = run->sink;
	run->view = crash_view_new(&opts);
	if (!run->view || run->view->ops->begin(run->view, META))
		exit(1);
}

static const struct test_map maps[] = {
	{ 0x7f0000000000, 0x7f0000100000, 0x3000, R | X, 0, 8, 1, 12, "/x/libone.so" },
	{ 0x7f0000200000, 0x7f0000201000, 0, R | W | S, RMS_MAP_CHARDEV, 195, 255, 20,
	  "/dev/nvidiactl" },
	{ 0x7ffd00000000, 0x7ffd00021000, 0, R | W, RMS_MAP_STACK, 0, 0, 0, NULL },
};

static void give_process(struct run *run, uint32_t pid)
{
	static const char words[] = "/opt/prog\0--a b";
	struct {
		struct rms_exec e;
		char name[16];
	} x = {
		.e = {
			.h = header(RMS_EXEC, sizeof(x.e), 9, 5, pid, pid),
			.start = 1, .old_tid = pid, .name_len = 9, .comm = "prog",
		},
		.name = "/opt/prog",
	};
	struct {
		struct rms_process p;
		char words[16];
	} r = {
		.p = {
			.h = header(RMS_PROCESS, sizeof(r.p), sizeof(words), 10,
				    pid, pid),
			.start = 1, .ppid = 42, .len = sizeof(words), .comm = "prog",
		},
	};

	memcpy(r.words, words, sizeof(words));
	run_record(run, &x, x.e.h.size);
	run_record(run, &r, r.p.h.size);
}

/* all that a crash can have: calls before and across it, stack, code, an end */
static void give_crash(struct run *run, uint32_t pid, uint64_t ip, uint64_t at)
{
	static const uint8_t code[] = { 0x90, 0x90, 0x8b, 0x07, 0xc3 };
	uint64_t stack[9] = { 0x1111, 0x7f0000000123, 3 };
	struct rms_signal s = signal_make(at, pid, pid + 1, SIGSEGV, 1);
	struct rms_gap gap = {
		.h = header(RMS_GAP, sizeof(gap), 0, 4, 0, 0),
		.count = 17, .cause = RMS_LOSS_RING,
	};

	run_record(run, &gap, sizeof(gap));
	give_process(run, pid);
	for (unsigned int i = 0; i < 50; i++)
		run_call(run, RMS_CALL, at - SEC + i * 1000, at - SEC + i * 1000 + 500,
			 pid, pid + i % 3, i, i % 5 ? 0 : 0x56, 0);
	run_call(run, RMS_INFLIGHT, at - 500, at - 400, pid, pid + 2, 77, 0, 0);
	s.regs[RMS_REG_IP] = ip;
	s.code_addr = ip - 2;
	s.stack_addr = s.regs[RMS_REG_SP];
	run_signal(run, s, code, sizeof(code), stack, sizeof(stack));
	run_maps(run, &s.h, maps, 3);
	run_call(run, RMS_CALL, at - 700, at + 10, pid, pid, 78, 0, RMS_CALL_DIED);
	run_exit(run, at + 30, pid, pid, 11, true);
}

static char *read_file(const char *path)
{
	char *text = calloc(1, 1 << 20);
	FILE *f = fopen(path, "r");

	if (f) {
		if (!fread(text, 1, (1 << 20) - 1, f))
			text[0] = '\0';
		fclose(f);
	}
	return text;
}

static const char *entry_path(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s/%s", dir, kept.id, name);
	return path;
}

/* the report made anew from the kept records, in @json or text */
static char *remade(bool json)
{
	char path[] = "/tmp/rmsnoop-crash-XXXXXX";
	struct crash_view_opts opts = { .json = json };
	char *text;
	int fd = mkstemp(path);

	if (fd < 0 || sink_open(path, &opts.out))
		exit(1);
	close(fd);
	tap_is(store_remake(entry_path(STORE_RECORDING), &opts), 0,
	       "the records can be read again");
	sink_close(opts.out);
	text = read_file(path);
	unlink(path);
	return text;
}

static void test_whole(void)
{
	char *text, *again, *json;
	struct stat st;
	struct run run;

	begin(&run);
	give_crash(&run, 500, 0x7f0000000010, 3 * SEC);
	tap_is(puts_done, 1, "one crash was kept");
	tap_is(put_err, 0, "without an error");
	text = read_file(entry_path(STORE_TEXT));
	tap_str(text, run_text(&run), "its text is the report");
	again = remade(false);
	tap_str(again, text, "made anew from the records it is the same");
	free(again);
	json = read_file(entry_path(STORE_JSON));
	again = remade(true);
	tap_ok(strchr(again, '\n') && strlen(json) > 1000 &&
	       !strcmp(strchr(again, '\n') + 1, json), "the same as JSON");
	tap_ok(strstr(json, "\"ring full\":17"), "with the losses until then");
	tap_ok(strstr(json, "\"exe\":\"/opt/prog\""), "with the program");
	tap_is(count_of(strstr(json, "\"in_flight\""), "\"tid\""), 2,
	       "with both calls in flight");
	tap_is(kept.count, 1, "it came once");
	tap_is(kept.first, 1700000003000000000, "at the time of its signal");
	tap_str(kept.comm, "prog", "by the process's name");
	tap_str(kept.kernel, "6.1.0-32-amd64", "on the kernel of the session");
	tap_ok(!stat(entry_path(STORE_RECORDING), &st) &&
	       (st.st_mode & 0777) == 0600, "its files are private");
	tap_ok(!stat(dir, &st) && (st.st_mode & 0777) == 0700,
	       "and so is the store");
	free(again);
	free(json);
	free(text);
	run_free(&run);
}

static void test_count(void)
{
	struct store_entry first = kept, e;
	struct run run;

	begin(&run);
	give_crash(&run, 600, 0x7f0000000010, 4 * SEC);
	tap_str(kept.id, first.id, "the same crash has the same id");
	tap_is(kept.count, 2, "and is counted");
	tap_is(kept.pid, 500, "the first one is kept");
	tap_is(kept.last_pid, 600, "the last one is known");
	tap_is(kept.last - kept.first, SEC, "with both times");
	give_crash(&run, 700, 0x7f0000000020, 5 * SEC);
	tap_ok(strcmp(kept.id, first.id), "another place has another id");
	tap_is(kept.count, 1, "and came once");
	tap_is(store_find(store, "last", &e), 0, "the last one");
	tap_str(e.id, kept.id, "is found");
	tap_is(store_find(store, "", &e), -ENOENT, "nothing is no id");
	tap_is(store_find(store, "zz", &e), -ENOENT, "nor is anything else");
	first.id[15] = '\0';
	tap_is(store_find(store, first.id, &e), 0, "the front of an id");
	tap_is(e.count, 2, "is that one");
	run_free(&run);
}

static void test_handled(void)
{
	struct rms_signal s = signal_make(6 * SEC, 800, 800, SIGSEGV, 1);
	unsigned int before = puts_done;
	struct run run;

	s.flags = RMS_SIG_HANDLER | RMS_SIG_KERNEL | RMS_SIG_ADDR;
	s.regs[RMS_REG_IP] = 0x7f0000000030;
	begin(&run);
	run_signal(&run, s, NULL, 0, NULL, 0);
	run_maps(&run, &s.h, maps, 3);
	run_end(&run);
	tap_is(puts_done, before, "a signal that a program lived on after is not kept");
	run_free(&run);
	begin(&run);
	run_signal(&run, s, NULL, 0, NULL, 0);
	run_maps(&run, &s.h, maps, 3);
	run_exit(&run, 6 * SEC + 1, 800, 800, 3 << 8, true);
	tap_is(puts_done, before + 1, "one whose handler ended it in failure is");
	tap_ok(!kept.fatal, "and is told apart");
	run_free(&run);
}

static size_t entries(void)
{
	struct store_list list;
	size_t n;

	if (store_scan(store, &list))
		return SIZE_MAX;
	n = list.n;
	for (size_t i = 1; i < n; i++)
		tap_ok(list.v[i - 1].last <= list.v[i].last, "sorted by time");
	store_list_free(&list);
	return n;
}

/* what a killed writer leaves, and what no writer made */
static void test_damage(void)
{
	char path[256];
	struct store_entry e, id = kept;
	struct run run;
	int fd;

	snprintf(path, sizeof(path), "%s/.new", dir);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/.new/crash.rms", dir);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	close(fd);
	tap_is(entries(), 3, "a half-written entry is not listed");
	begin(&run);
	give_crash(&run, 900, 0x7f0000000040, 7 * SEC);
	tap_is(put_err, 0, "nor in the way of the next one");
	tap_ok(access(path, F_OK), "and gone then");
	tap_is(entries(), 4, "which is there");
	/* a meta.json that is none */
	fd = open(entry_path(STORE_META), O_WRONLY | O_TRUNC);
	tap_is(write(fd, "[[[[", 4), 4, "damage one");
	close(fd);
	tap_is(store_find(store, kept.id, &e), 0, "a damaged one is found");
	tap_ok(e.damaged, "and marked");
	give_crash(&run, 901, 0x7f0000000040, 8 * SEC);
	tap_is(put_err, 0, "the same crash again");
	tap_is(kept.count, 1, "takes the place of what cannot be read");
	tap_is(entries(), 4, "alone");
	tap_is(store_remove(store, "../../etc"), -EINVAL, "only ids can be removed");
	tap_is(store_remove(store, "0123456789abcdef"), -ENOENT, "that are there");
	tap_is(store_remove(store, id.id), 0, "remove one");
	tap_is(entries(), 3, "it is gone");
	run_free(&run);
}

static void test_limits(void)
{
	struct store_limits two = { .count = 2 }, small = { .size = 1 };
	struct store_limits day = { .age = 86400 };
	struct utimbuf old = { .actime = 1000, .modtime = 1000 };
	struct store_entry e;
	struct run run;

	tap_is(store_vacuum(store, &two, NULL), 1, "two of three stay");
	tap_is(entries(), 2, "they are there");
	tap_is(store_find(store, kept.id, &e), 0, "the newest is one of them");
	tap_is(store_vacuum(store, &day, NULL), 0, "none is older than a day");
	utime(entry_path(STORE_META), &old);
	tap_is(store_vacuum(store, &day, NULL), 1, "now one is");
	tap_is(store_find(store, kept.id, &e), -ENOENT, "that one");
	store_limit(store, &small);
	begin(&run);
	give_crash(&run, 950, 0x7f0000000050, 9 * SEC);
	tap_is(put_err, 0, "one that is larger than the limit");
	tap_is(entries(), 1, "takes the place of all others");
	tap_is(store_find(store, kept.id, &e), 0, "but stays");
	run_free(&run);
}

static void test_open(void)
{
	struct store *s;

	tap_is(store_open("/tmp/no/such", true, &s), -ENOENT, "no parent");
	tap_is(store_open("/etc/passwd", false, &s), -ENOTDIR, "no directory");
	tap_is(store_open("/tmp", false, &s), -EPERM, "one that all may read");
}

int main(void)
{
	char cmd[128];

	strcpy(dir, "/tmp/rmsnoop-store-XXXXXX");
	if (!mkdtemp(dir) || store_open(dir, true, &store))
		return 1;
	setenv("TZ", "UTC", 1);
	test_whole();
	test_count();
	test_handled();
	test_damage();
	test_limits();
	test_open();
	store_close(store);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
	return system(cmd) ? 1 : tap_done();
}
