// SPDX-License-Identifier: GPL-2.0
/* The process that parses files: what it may do, and what its end means. */
#include <dirent.h>
#include <signal.h>

#include "sym/worker.h"
#include "sym_build.h"

static struct sym_cache *cache;
static uint64_t function;

static enum sym_state ask(uint64_t more, struct sym_place *ret)
{
	struct sym_map map;

	if (!build_map(build_path("w.so"), &map))
		exit(1);
	sym_find(cache, &map, map.start + function + more, ret);
	return ret->state;
}

/* the only child of this process; 0: there is none */
static int worker_pid(void)
{
	char path[64];
	FILE *f;
	int pid = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid());
	f = fopen(path, "r");
	if (!f || fscanf(f, "%d", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	return pid;
}

/* the value of a line of /proc/PID/status */
static const char *status(int pid, const char *key)
{
	static char line[256];
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, key, strlen(key)) &&
		    line[strlen(key)] == ':') {
			fclose(f);
			line[strcspn(line, "\n")] = 0;
			return line + strlen(key) + 2;
		}
	}
	if (f)
		fclose(f);
	return "";
}

static int count_files(int pid)
{
	char path[64];
	int n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	d = opendir(path);
	if (!d)
		return -1;
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static void test_cell(void)
{
	struct sym_place place;
	int pid;

	tap_is(ask(0, &place), SYM_OK, "a file is read");
	tap_str(place.symbol, "w_f", "its symbol");
	pid = worker_pid();
	if (!tap_ok(pid, "by another process"))
		return;
	tap_str(status(pid, "Seccomp"), "2", "its system calls are filtered");
	tap_str(status(pid, "NoNewPrivs"), "1", "it gains nothing by exec");
	if (!geteuid()) {
		tap_str(status(pid, "Uid"), "65534\t65534\t65534\t65534",
			"it is nobody");
		tap_str(status(pid, "CapEff"), "0000000000000000",
			"it has no capability");
		tap_str(status(pid, "CapPrm"), "0000000000000000",
			"and cannot get one");
		/* its socket and the file, the sanitizer's three beside */
		tap_is(count_files(pid), 5, "it has no other descriptors");
	}
}

static void test_killed(void)
{
	struct sym_place place;
	unsigned int deaths = worker_deaths();
	int pid = worker_pid();

	kill(pid, SIGKILL);
	tap_is(ask(1, &place), SYM_OK, "killed between: another answers");
	tap_str(place.symbol, "w_f", "the same");
	tap_is(worker_deaths(), deaths + 1, "its death was noticed");
	tap_ok(worker_pid() && worker_pid() != pid, "there is a new one");
}

/* an answer that was given before needs nobody */
static void test_kept(void)
{
	struct sym_place place;
	int pid = worker_pid();

	kill(pid, SIGSTOP);
	tap_is(ask(0, &place), SYM_OK, "asked again: the answer was kept");
	tap_str(place.symbol, "w_f", "whole");
	tap_is(worker_pid(), pid, "nobody was disturbed");
	kill(pid, SIGCONT);
}

static void test_slow(void)
{
	struct sym_place place;
	int pid = worker_pid();

	kill(pid, SIGSTOP);
	tap_is(ask(2, &place), SYM_SLOW, "no answer in time");
	tap_ok(!place.has_vaddr && !place.symbol[0], "gives no place");
	tap_ok(worker_pid() != pid, "and it was ended");
	tap_is(ask(2, &place), SYM_SLOW, "the file is not tried again");
}

int main(void)
{
	build_init();
	build_write("c.c", "int w_f(int a) { return a * 3; }\n");
	if (!build_run("${CC:-cc} -shared -fPIC -O1 c.c -o w.so"))
		return 1;
	function = build_nm("w.so", "w_f");
	cache = sym_cache_new(false);
	test_cell();
	test_kept();
	test_killed();
	test_slow();
	sym_cache_free(cache);
	return tap_done();
}
