// SPDX-License-Identifier: GPL-2.0
/*
 * Every layout, in every version that has it: a payload of its size that ends at
 * an inaccessible page is walked whole, then cut to shorter sizes.
 */
#include "rm/rm.h"
#include "rm_guard.h"
#include "tap.h"

#define CUTS	24	/* sizes tried of a big struct; all of a small one */
#define BIG	(1u << 20)

struct seen {
	const uint8_t *bytes;
	size_t len;
	uint32_t size;
	unsigned int leaves;
	unsigned int cut;
	unsigned int wrong;
};

/* what must hold of any leaf, whatever the payload */
static bool leaf_holds(const struct rm_field *f, const struct seen *s)
{
	uint64_t bytes = (uint64_t)f->size * f->count, left = 0;

	if (f->offset < s->len)
		left = s->len - f->offset;
	return f->path[0] && f->type && f->size && f->count &&
	       f->offset + bytes <= s->size &&
	       f->avail == (bytes < left ? bytes : left) &&
	       f->truncated == (f->avail < bytes) &&
	       (f->avail ? f->bytes == s->bytes + f->offset : !f->bytes) &&
	       (f->avail < f->size || f->kind == RM_TYPE_UUID ||
		f->kind == RM_TYPE_OPAQUE || f->size > 8 ||
		!memcmp(&f->value, f->bytes, f->size));
}

static int on_leaf(const struct rm_field *f, void *ctx)
{
	struct seen *s = ctx;
	uint8_t last = f->avail ? f->bytes[f->avail - 1] : 0;

	(void)*(volatile uint8_t *)&last;
	s->leaves++;
	s->cut += f->truncated;
	if (!leaf_holds(f, s) && !s->wrong++)
		printf("# wrong: %s at %u\n", f->path, f->offset);
	return 0;
}

static struct seen walk(const struct rm_version *v, const struct rm_layout *l,
			const struct guard *g, size_t len)
{
	struct seen s = { .bytes = g->end - len, .len = len, .size = l->size };

	if (rm_walk(v, l, len ? s.bytes : NULL, len, on_leaf, &s))
		s.wrong++;
	return s;
}

static unsigned int whole(const struct rm_version *v, const struct rm_layout *l,
			  const struct guard *g)
{
	struct seen s = walk(v, l, g, l->size);

	return s.wrong || s.cut || (l->nfields && !s.leaves);
}

static unsigned int cut(const struct rm_version *v, const struct rm_layout *l,
			const struct guard *g)
{
	uint32_t step = l->size > 256 ? l->size / CUTS + 1 : 1;
	unsigned int wrong = 0;

	for (uint32_t len = 0; len < l->size; len += step)
		wrong += walk(v, l, g, len).wrong != 0;
	wrong += l->size && walk(v, l, g, l->size - 1).wrong != 0;
	return wrong;
}

/* text of every field, into buffers too small for it */
static int on_text(const struct rm_field *f, void *ctx)
{
	char text[24];
	struct rm_out out;
	unsigned int *bad = ctx;

	rm_out_init(&out, text, f->offset % sizeof(text));
	if (f->offset % sizeof(text))
		rm_format_value(&out, f);
	*bad += out.size && (out.len >= out.size || text[out.len]);
	return 0;
}

static void fill(const struct guard *g)
{
	uint32_t x = 12345;

	for (size_t i = 1; i <= g->size; i++) {
		x = x * 1664525u + 1013904223u;
		g->end[-(ptrdiff_t)i] = (uint8_t)(x >> 24);
	}
}

static void all_layouts(const struct guard *g)
{
	unsigned int n = rm_layout_count(), walked = 0, bad = 0, bad_cut = 0;
	unsigned int bad_text = 0, first;
	struct rm_version v;

	for (unsigned int i = 0; i < n; i++) {
		const struct rm_layout *l = rm_layout_at(i);

		first = 0;
		for (unsigned int j = 0; rm_version_at(j, &v); j++) {
			if (!rm_in_version(&v, l->versions))
				continue;
			walked++;
			if (whole(&v, l, g) && !bad++)
				printf("# %s in %s\n", rm_str(l->name), v.name);
			if (first++)
				continue;
			bad_cut += cut(&v, l, g);
			rm_walk(&v, l, g->end - l->size, l->size, on_text,
				&bad_text);
		}
		bad += !first;
	}
	tap_ok(n >= 2879, "%u layouts", n);
	tap_is(bad, 0, "%u layouts and versions walk whole payloads", walked);
	tap_is(bad_cut, 0, "... and shorter ones");
	tap_is(bad_text, 0, "... and stay inside small buffers as text");
	tap_ok(!rm_layout_at(n), "nothing behind the last layout");
}

struct names {
	const char *const *want;
	unsigned int n;
	unsigned int at;
	bool same;
};

static int on_name(const struct rm_field *f, void *ctx)
{
	struct names *names = ctx;
	char text[128];

	snprintf(text, sizeof(text), "%s@%u:%s%s", f->path, f->offset, f->type,
		 f->is_array ? "[]" : "");
	if (names->at >= names->n || strcmp(text, names->want[names->at])) {
		printf("# got %s\n", text);
		names->same = false;
	}
	names->at++;
	return 0;
}

static void names_are(const char *version, const char *name, uint32_t size,
		      const char *const *want, unsigned int n)
{
	struct names names = { want, n, 0, true };
	const struct rm_layout *l;
	struct rm_version v;

	rm_version_find(version, &v);
	l = rm_struct(&v, name);
	tap_ok(l && l->size == size, "%s has %u bytes in %s", name, size, version);
	if (l)
		rm_walk(&v, l, NULL, 0, on_name, &names);
	tap_ok(names.same && names.at == n, "... and its %u fields", n);
}

#define NAMES(version, name, size, ...)						\
	do {									\
		static const char *const want_[] = { __VA_ARGS__ };		\
		names_are(version, name, size, want_,				\
			  sizeof(want_) / sizeof(want_[0]));			\
	} while (0)

static void known_layouts(void)
{
	NAMES("530.41.03", "NVOS21_PARAMETERS", 32, "hRoot@0:NvHandle",
	      "hObjectParent@4:NvHandle", "hObjectNew@8:NvHandle",
	      "hClass@12:NvV32", "pAllocParms@16:NvP64", "status@24:NvV32");
	NAMES("535.54.03", "NVOS21_PARAMETERS", 32, "hRoot@0:NvHandle",
	      "hObjectParent@4:NvHandle", "hObjectNew@8:NvHandle",
	      "hClass@12:NvV32", "pAllocParms@16:NvP64", "paramsSize@24:NvU32",
	      "status@28:NvV32");
	NAMES("520.61.05", "NVOS64_PARAMETERS", 40, "hRoot@0:NvHandle",
	      "hObjectParent@4:NvHandle", "hObjectNew@8:NvHandle",
	      "hClass@12:NvV32", "pAllocParms@16:NvP64",
	      "pRightsRequested@24:NvP64", "status@32:NvV32");
	NAMES("530.41.03", "NVOS64_PARAMETERS", 40, "hRoot@0:NvHandle",
	      "hObjectParent@4:NvHandle", "hObjectNew@8:NvHandle",
	      "hClass@12:NvV32", "pAllocParms@16:NvP64",
	      "pRightsRequested@24:NvP64", "flags@32:NvU32", "status@36:NvV32");
	NAMES("570.144", "NVOS64_PARAMETERS", 48, "hRoot@0:NvHandle",
	      "hObjectParent@4:NvHandle", "hObjectNew@8:NvHandle",
	      "hClass@12:NvV32", "pAllocParms@16:NvP64",
	      "pRightsRequested@24:NvP64", "paramsSize@32:NvU32",
	      "flags@36:NvU32", "status@40:NvV32");
	/* a named struct, in it a union without a name, in it a struct */
	NAMES("535.261.03", "NV0000_CTRL_OS_UNIX_IMPORT_OBJECT_FROM_FD_PARAMS", 20,
	      "fd@0:fd", "object.type@4:NV0000_CTRL_OS_UNIX_EXPORT_OBJECT_TYPE",
	      "object.data.rmObject.hDevice@8:NvHandle",
	      "object.data.rmObject.hParent@12:NvHandle",
	      "object.data.rmObject.hObject@16:NvHandle");
	NAMES("550.163.01", "nv_ioctl_numa_info_t", 560, "nid@0:int32_t",
	      "status@4:int32_t", "memblock_size@8:uint64_t",
	      "numa_mem_addr@16:uint64_t", "numa_mem_size@24:uint64_t",
	      "use_auto_online@32:uint8_t",
	      "offline_addresses.addresses@40:uint64_t[]",
	      "offline_addresses.numEntries@552:uint32_t");
}

struct element {
	const char *path;
	uint64_t value;
	bool found;
};

static int on_element(const struct rm_field *f, void *ctx)
{
	struct element *e = ctx;

	if (strcmp(f->path, e->path))
		return 0;
	e->found = f->value == e->value;
	return 77;
}

/* elements of arrays of structs: named ones, and anonymous ones */
static void elements(void)
{
	struct element e = { "perGpuAttributes[31].gpuCompressionType", 0x1234,
			     false };
	static uint8_t bytes[9264];
	struct rm_version v;
	const struct rm_layout *l;

	rm_version_find("535.261.03", &v);
	l = rm_struct(&v, "UVM_MAP_EXTERNAL_ALLOCATION_PARAMS");
	memcpy(bytes + 24 + 31 * 36 + 32, "\x34\x12", 2);
	tap_is(rm_walk(&v, l, bytes, l->size, on_element, &e), 77,
	       "the callback's answer ends the walk");
	tap_ok(e.found, "the last member of the last of 32 structs");

	l = rm_struct(&v, "NV5070_CTRL_CMD_IS_MODE_POSSIBLE_PARAMS");
	e = (struct element){ "Head[0].RasterSize.Height", 0x55667788, false };
	memcpy(bytes + 20, "\x88\x77\x66\x55", 4);
	rm_walk(&v, l, bytes, l->size, on_element, &e);
	tap_ok(e.found, "a member of an anonymous struct in an array");
}

int main(void)
{
	struct guard g = guard_create(BIG);

	fill(&g);
	all_layouts(&g);
	known_layouts();
	elements();
	return tap_done();
}
