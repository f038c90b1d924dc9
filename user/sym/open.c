// SPDX-License-Identifier: GPL-2.0
/* Finding the file of a mapping: through its process, or by its name. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "open.h"

/* a regular file for reading; a device or a pipe is not even opened */
static int reopen_regular(int path_fd)
{
	char name[32];
	struct stat st;
	int fd;

	if (path_fd < 0)
		return path_fd;
	fd = -ENOEXEC;
	if (!fstat(path_fd, &st) && S_ISREG(st.st_mode)) {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", path_fd);
		fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (fd < 0)
			fd = -errno;
	}
	close(path_fd);
	return fd;
}

int open_path(const char *path)
{
	int fd = open(path, O_PATH | O_CLOEXEC);

	return reopen_regular(fd < 0 ? -errno : fd);
}

/* the mapped file itself, whatever its name; needs privilege */
int open_map_file(const struct sym_map *map)
{
	char path[96];

	snprintf(path, sizeof(path), "/proc/%u/map_files/%llx-%llx", map->pid,
		 (unsigned long long)map->start, (unsigned long long)map->end);
	return open_path(path);
}

/* the path as the process sees it: in a container its links end there, too */
int open_in_root(const struct sym_map *map)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_IN_ROOT,
	};
	char root[32];
	int dir, fd;

	snprintf(root, sizeof(root), "/proc/%u/root", map->pid);
	dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -errno;
	fd = (int)syscall(SYS_openat2, dir, map->path, &how, sizeof(how));
	if (fd < 0)
		fd = -errno;
	close(dir);
	return reopen_regular(fd);
}

int open_vdso(void)
{
	const Elf64_Ehdr *eh = (const void *)getauxval(AT_SYSINFO_EHDR);
	size_t len;
	int fd;

	if (!eh)
		return -ENOENT;
	/* the kernel's linker puts the section headers last */
	len = eh->e_shoff + (size_t)eh->e_shnum * eh->e_shentsize;
	fd = memfd_create("vdso", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, eh, len) != (ssize_t)len) {
		close(fd);
		return -EIO;
	}
	return fd;
}
