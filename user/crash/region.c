// SPDX-License-Identifier: GPL-2.0
/* Kinds of mappings and their names. */
#include <string.h>

#include "region.h"
#include "view/escape.h"

#define NVIDIA_MAJOR	195u	/* registered for nvidia.ko */
#define NVIDIA_CTL	255u
#define NVIDIA_MODESET	254u

static bool has_prefix(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static enum region file_region(const struct mapping *map)
{
	const char *path = map->file->path;

	if (has_prefix(path, "/memfd:"))
		return REGION_MEMFD;
	if (has_prefix(path, "/SYSV") || (!strcmp(path, "/dev/zero") &&
					  (map->flags & RMS_MAP_DELETED)))
		return REGION_SHARED;
	if (map->prot & RMS_MAP_EXEC)
		return REGION_CODE;
	return map->prot & RMS_MAP_WRITE ? REGION_DATA : REGION_RODATA;
}

enum region region_of(const struct mapping *map)
{
	if (map->flags & RMS_MAP_CHARDEV)
		return REGION_DEVICE;
	if (map->flags & RMS_MAP_VDSO)
		return REGION_VDSO;
	if (map->flags & RMS_MAP_HEAP)
		return REGION_HEAP;
	if (map->flags & (RMS_MAP_STACK | RMS_MAP_GROWSDOWN))
		return REGION_STACK;
	if (map->file->path[0] || map->file->inode || map->file->path_unknown)
		return file_region(map);
	return REGION_ANON;
}

const char *region_key(enum region region)
{
	static const char *const keys[] = {
		[REGION_ANON] = "anonymous",
		[REGION_HEAP] = "heap",
		[REGION_STACK] = "stack",
		[REGION_VDSO] = "vdso",
		[REGION_CODE] = "code",
		[REGION_DATA] = "data",
		[REGION_RODATA] = "rodata",
		[REGION_DEVICE] = "device",
		[REGION_MEMFD] = "memfd",
		[REGION_SHARED] = "shared",
	};

	return keys[region];
}

static void put_escaped(struct rm_out *out, const char *text)
{
	escape_text(out, text, strlen(text));
}

/* a device without a path is told by its number */
static void device_name(struct rm_out *out, const struct mapping *map)
{
	const struct map_file *f = map->file;

	if (f->path[0]) {
		put_escaped(out, f->path);
	} else if (f->major == NVIDIA_MAJOR && f->minor == NVIDIA_CTL) {
		rm_out_str(out, "/dev/nvidiactl");
	} else if (f->major == NVIDIA_MAJOR && f->minor == NVIDIA_MODESET) {
		rm_out_str(out, "/dev/nvidia-modeset");
	} else if (f->major == NVIDIA_MAJOR) {
		rm_out_str(out, "/dev/nvidia");
		rm_out_dec(out, f->minor);
	} else {
		rm_out_str(out, "character device ");
		rm_out_dec(out, f->major);
		rm_out_char(out, ':');
		rm_out_dec(out, f->minor);
	}
}

static void file_name(struct rm_out *out, const struct mapping *map,
		      const char *part)
{
	put_escaped(out, mapping_name(map));
	rm_out_str(out, " (");
	rm_out_str(out, part);
	rm_out_str(out, map->flags & RMS_MAP_DELETED ? ", deleted file)" : ")");
}

void region_name(struct rm_out *out, const struct mapping *map)
{
	switch (region_of(map)) {
	case REGION_ANON:
		rm_out_str(out, map->prot & RMS_MAP_EXEC ?
			   "anonymous executable memory" : "anonymous memory");
		break;
	case REGION_HEAP:
		rm_out_str(out, "the heap");
		break;
	case REGION_STACK:
		rm_out_str(out, "the stack");
		break;
	case REGION_VDSO:
		rm_out_str(out, "the vDSO");
		break;
	case REGION_CODE:
		file_name(out, map, "code");
		break;
	case REGION_DATA:
		file_name(out, map, "data");
		break;
	case REGION_RODATA:
		file_name(out, map, map->prot & RMS_MAP_READ ?
			  "read-only data" : "no access");
		break;
	case REGION_DEVICE:
		device_name(out, map);
		break;
	case REGION_MEMFD:
		put_escaped(out, mapping_name(map));
		break;
	case REGION_SHARED:
		rm_out_str(out, "shared memory");
		break;
	}
}

void region_path(struct rm_out *out, const struct mapping *map)
{
	enum region region = region_of(map);

	if (region == REGION_DEVICE)
		device_name(out, map);
	else if (map->file->path[0])
		put_escaped(out, map->file->path);
	else if (region != REGION_ANON)
		rm_out_str(out, mapping_name(map));
	if ((map->flags & RMS_MAP_DELETED) && map->file->path[0])
		rm_out_str(out, " (deleted)");
}

void region_prot(const struct mapping *map, char ret[5])
{
	ret[0] = map->prot & RMS_MAP_READ ? 'r' : '-';
	ret[1] = map->prot & RMS_MAP_WRITE ? 'w' : '-';
	ret[2] = map->prot & RMS_MAP_EXEC ? 'x' : '-';
	ret[3] = map->prot & RMS_MAP_SHARED ? 's' : 'p';
	ret[4] = '\0';
}
