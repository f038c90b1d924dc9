// SPDX-License-Identifier: GPL-2.0
/* Receives one datagram on a unix socket into a file: socket PATH FILE */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	static char buf[1 << 20];
	int s = socket(AF_UNIX, SOCK_DGRAM, 0), fd;
	ssize_t n;

	if (argc != 3 || s < 0)
		return 1;
	snprintf(a.sun_path, sizeof(a.sun_path), "%s", argv[1]);
	if (bind(s, (struct sockaddr *)&a, sizeof(a)))
		return 1;
	n = recv(s, buf, sizeof(buf), 0);
	fd = open(argv[2], O_WRONLY | O_CREAT, 0600);
	return n > 0 && fd >= 0 && write(fd, buf, (size_t)n) == n ? 0 : 1;
}
