// SPDX-License-Identifier: GPL-2.0
/* The driver's state: what is loaded, under which numbers, and its changes. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "driver.h"

/* a module counts once its init is done, not while it comes or goes */
static bool module_live(const char *name)
{
	char path[64], state[16] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/sys/module/%s/initstate", name);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (!fgets(state, sizeof(state), f))
		state[0] = 0;
	fclose(f);
	return !strncmp(state, "live", 4);
}

static bool version_from(const char *path, char *buf, size_t size)
{
	char line[256];
	const char *p;
	FILE *f = fopen(path, "re");
	size_t n;
	bool found = false;

	if (!f)
		return false;
	if (fgets(line, sizeof(line), f)) {
		/* the first number with a dot: "NVRM version: ...  535.261.03  date" */
		for (p = line; *p && !found; p += n ? n : 1) {
			n = strspn(p, "0123456789.");
			found = n >= 5 && n < size && memchr(p, '.', n) && p[0] != '.';
			if (found)
				snprintf(buf, size, "%.*s", (int)n, p);
		}
	}
	fclose(f);
	return found;
}

static void majors_read(struct driver *d)
{
	char line[128], name[64];
	unsigned int major;
	FILE *f = fopen("/proc/devices", "re");

	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "Block", 5))
			break;
		if (sscanf(line, "%u %63s", &major, name) != 2)
			continue;
		if (!strcmp(name, "nvidia-uvm"))
			d->uvm_major = major;
		else if (!strcmp(name, "nvidia-caps"))
			d->caps_major = major;
	}
	if (f)
		fclose(f);
}

void driver_read(struct driver *ret)
{
	struct driver d = {};

	d.nvidia = module_live("nvidia");
	d.uvm = module_live("nvidia_uvm");
	d.modeset = module_live("nvidia_modeset");
	if (d.nvidia && !version_from("/sys/module/nvidia/version", d.version,
				      sizeof(d.version)))
		version_from("/proc/driver/nvidia/version", d.version, sizeof(d.version));
	majors_read(&d);
	*ret = d;
}

int driver_watch_open(void)
{
	struct sockaddr_nl a = { .nl_family = AF_NETLINK, .nl_groups = 1 };
	int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
			NETLINK_KOBJECT_UEVENT);

	if (fd < 0)
		return -errno;
	if (bind(fd, (struct sockaddr *)&a, sizeof(a))) {
		int err = -errno;

		close(fd);
		return err;
	}
	return fd;
}

/* "remove@/module/nvidia" */
static void note_gone(const char *event, struct driver *gone)
{
	if (!strcmp(event, "remove@/module/nvidia"))
		gone->nvidia = true;
	else if (!strcmp(event, "remove@/module/nvidia_uvm"))
		gone->uvm = true;
	else if (!strcmp(event, "remove@/module/nvidia_modeset"))
		gone->modeset = true;
}

bool driver_watch_changed(int fd, struct driver *ret_gone)
{
	struct driver gone = {};
	char buf[4096];
	bool changed = false;
	ssize_t n;

	while ((n = recv(fd, buf, sizeof(buf) - 1, 0)) > 0 || (n < 0 && errno == ENOBUFS)) {
		if (n < 0) {	/* a full socket lost some: any may have gone */
			gone.nvidia = gone.uvm = gone.modeset = changed = true;
			continue;
		}
		buf[n] = 0;
		if (!strstr(buf, "@/module/nvidia"))
			continue;
		changed = true;
		note_gone(buf, &gone);
	}
	*ret_gone = gone;
	return changed;
}
