// SPDX-License-Identifier: GPL-2.0
/*
 * Attaches the floor of the benchmark to a function, then runs a command.
 *
 * usage: floor FUNCTION COMMAND...
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/libbpf.h>

#include "bench.skel.h"

static int run(char **argv)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		execvp(argv[0], argv);
		perror(argv[0]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	struct bench_bpf *skel;
	int status = 1;

	if (argc < 3) {
		fprintf(stderr, "usage: floor FUNCTION COMMAND...\n");
		return 2;
	}
	skel = bench_bpf__open();
	if (!skel ||
	    bpf_program__set_attach_target(skel->progs.floor_enter, 0, argv[1]) ||
	    bpf_program__set_attach_target(skel->progs.floor_exit, 0, argv[1]) ||
	    bench_bpf__load(skel) || bench_bpf__attach(skel))
		fprintf(stderr, "floor: failed to attach to %s: %s\n", argv[1], strerror(errno));
	else
		status = run(argv + 2);
	if (skel)
		bench_bpf__destroy(skel);
	return status;
}
