// SPDX-License-Identifier: GPL-2.0
/*
 * The cell of the parser: what it could reach is closed first, then its
 * privileges go, then its system calls.
 */
#include <errno.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

#define NOBODY		65534	/* the kernel's overflow id */
#define MEMORY_MAX	(2ul << 30)	/* bytes of address space */
#define FILES_MAX	64

#define ALLOW(name) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* answered with an errno: a library looks for a file and does without */
#define REFUSE(name) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define ARG_LOW(n)	(offsetof(struct seccomp_data, args) + 8 * (n))
/* allowed unless its third argument has the bit, as PROT_EXEC has */
#define ALLOW_UNLESS(name, bit) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARG_LOW(2)), \
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bit, 1, 0), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static const struct sock_filter calls[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	ALLOW(recvmsg), ALLOW(sendto), ALLOW(read), ALLOW(pread64),
	ALLOW(lseek), ALLOW(close), ALLOW(fstat), ALLOW(newfstatat),
	ALLOW(fcntl), ALLOW(brk), ALLOW(munmap), ALLOW(mremap),
	ALLOW(madvise), ALLOW(futex), ALLOW(exit), ALLOW(exit_group),
#ifdef __SANITIZE_ADDRESS__
	/* to tell what it found, and to end */
	ALLOW(write), ALLOW(getpid), ALLOW(gettid), ALLOW(sigaltstack),
	ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(tgkill),
	ALLOW(sched_yield), ALLOW(open), ALLOW(openat), ALLOW(readlink),
#else
	/* libdw asks for the name of a file with debug information */
	REFUSE(open), REFUSE(openat), REFUSE(readlink), REFUSE(readlinkat),
	REFUSE(stat), REFUSE(lstat), REFUSE(access), REFUSE(getcwd),
#endif
	ALLOW_UNLESS(mmap, PROT_EXEC),
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	ALLOW_UNLESS(mprotect, PROT_EXEC),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static int filter_calls(void)
{
	struct sock_fprog prog = {
		.len = sizeof(calls) / sizeof(calls[0]),
		.filter = (struct sock_filter *)calls,
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return -errno;
	return 0;
}

/* ring buffers and the like, which its parent still uses */
static int unmap_shared(void)
{
	unsigned long start, end;
	char line[512], prot[5];
	FILE *f = fopen("/proc/self/maps", "re");

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx %4s", &start, &end, prot) == 3 &&
		    prot[3] == 's')
			munmap((void *)start, end - start);
	}
	fclose(f);
	return 0;
}

/* standard error stays for sanitizers; everything else but @fd goes */
static int close_files(int fd)
{
	unsigned int first = 0;

#ifdef __SANITIZE_ADDRESS__
	first = 3;
#endif
	if (fd > (int)first &&
	    syscall(SYS_close_range, first, fd - 1, 0) && errno != ENOSYS)
		return -errno;
	if (syscall(SYS_close_range, fd + 1, ~0u, 0) && errno != ENOSYS)
		return -errno;
	return 0;
}

static int limit(int what, rlim_t max)
{
	struct rlimit l = { .rlim_cur = max, .rlim_max = max };

	return setrlimit(what, &l) ? -errno : 0;
}

static int set_limits(void)
{
	int err = limit(RLIMIT_CORE, 0);

	err = err ? err : limit(RLIMIT_FSIZE, 0);
	err = err ? err : limit(RLIMIT_NOFILE, FILES_MAX);
#ifndef __SANITIZE_ADDRESS__
	err = err ? err : limit(RLIMIT_AS, MEMORY_MAX);
#endif
	return err;
}

static int drop_privileges(void)
{
	if (geteuid())
		return 0;
	if (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
	    setresuid(NOBODY, NOBODY, NOBODY))
		return -errno;
	return 0;
}

int sandbox_enter(int fd)
{
	int err = unmap_shared();

	err = err ? err : close_files(fd);
	err = err ? err : set_limits();
	err = err ? err : drop_privileges();
	if (!err && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		err = -errno;
	return err ? err : filter_calls();
}
