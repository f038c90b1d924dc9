// SPDX-License-Identifier: GPL-2.0
/*
 * A 32-bit program without libc that makes one RM_CONTROL on descriptor 77, with
 * 24 payload bytes 0x5a: built with -m32 -nostdlib -static.  argv[1]: the device.
 * Exit status 0 when it could make the call, whatever came of it.
 */
#define NR_EXIT		1
#define NR_OPEN		5
#define NR_IOCTL	54
#define NR_DUP2		63
#define RM_IOC_CONTROL	0xc020462aU
#define FD		77

struct control {
	unsigned int client, object, cmd, flags;
	unsigned long long params;
	unsigned int size, status;
};

static int call(int nr, int a, int b, int c)
{
	int ret;

	__asm__ volatile ("int $0x80" : "=a"(ret) : "a"(nr), "b"(a), "c"(b), "d"(c)
			  : "memory");
	return ret;
}

static unsigned char payload[24];

__attribute__((used, noreturn)) static void run(char **argv)
{
	struct control arg = {
		.cmd = 0x2080f004, .params = (unsigned int)payload, .size = sizeof(payload),
	};
	unsigned int i;
	int fd = call(NR_OPEN, (int)argv[1], 2, 0);

	for (i = 0; i < sizeof(payload); i++)
		payload[i] = 0x5a;
	if (fd >= 0 && call(NR_DUP2, fd, FD, 0) == FD) {
		call(NR_IOCTL, FD, RM_IOC_CONTROL, (int)&arg);
		call(NR_EXIT, 0, 0, 0);
	}
	call(NR_EXIT, 1, 0, 0);
	for (;;)
		;
}

/* argc lies at the stack's top, argv behind it */
__asm__(".globl _start\n_start: leal 4(%esp), %eax\n pushl %eax\n call run\n");
