// SPDX-License-Identifier: GPL-2.0
/* Objects, files and mappings: what each call, close, fork and exit does. */
#include "objects_forge.h"
#include "tap.h"

#define C1	0xc1d00001
#define C2	0xc1d00002

static void begin(void)
{
	model_begin();
	open_file(100, 3, RMS_DEV_CTL, 255, 0x33);
	rm_client(100, 3, C1);
	rm_alloc(100, 3, C1, C1, 0x5c000001, 0x80);
	rm_alloc(100, 3, C1, 0x5c000001, 0x5c000002, 0x2080);
}

static void end(const char *what)
{
	forge_exit(&forge, 100, 100, 0, true);
	apply();
	tap_is(count_objects() + count_ranges(), 0, "%s: nothing outlives its process",
	       what);
	model_settle(model, &newest);
	model_free(model);
}

static void test_free(void)
{
	const struct object_change *c;
	size_t n;

	begin();
	tap_str(object_word(model, alive(C1, 0x5c000002)), "subdevice", "what it is");
	rm_free(100, 3, C1, 0x5c000001, 0);
	c = model_changes(model, &n);
	tap_is(n, 2, "a device and its subdevice are freed");
	tap_ok(c[0].object->handle == 0x5c000002 && c[0].why == WHY_CASCADE &&
	       c[1].object->handle == 0x5c000001 && c[1].why == WHY_CALL,
	       "the child first, and each with its reason");
	tap_ok(model_object(model, C1, 0x5c000001) && !alive(C1, 0x5c000001),
	       "it can be named while its end is looked at");
	rm_free(100, 3, C1, C1, 0x57);
	tap_ok(!model_object(model, C1, 0x5c000001), "and not any more");
	tap_ok(alive(C1, C1), "a free that failed changes nothing");
	end("free");
}

/* what names itself as its parent, or a parent nobody made */
static void test_wild(void)
{
	const struct object *o;
	unsigned int steps = 0;

	begin();
	rm_alloc(100, 3, C1, 0x66, 0x66, 0x2080);
	rm_alloc(100, 3, C1, 0x77, 0x88, 0x2080);
	rm_alloc(100, 3, C1, 0x88, 0x77, 0x2080);	/* its own grandparent */
	for (o = alive(C1, C1); o && steps < 100;
	     o = object_walk_next(alive(C1, C1), o, NULL))
		steps++;
	tap_is(steps, count_objects(), "the tree is one, without a cycle");
	rm_free(100, 3, 0xffffffff, 0xffffffff, 0);
	rm_control_call(100, 3, C2, 0x5c000009, 0x20800110, NULL, 0);
	o = alive(C2, 0x5c000009);
	tap_ok(o && o->flags == (OBJECT_BEFORE | OBJECT_GUESS) && o->cls == 0x2080,
	       "one that was there before is known by a call, its class a guess");
	tap_ok(alive(C2, C2) && alive(C2, C2)->flags & OBJECT_BEFORE,
	       "and so is its client");
	end("wild");
}

static void test_dup_chain(void)
{
	begin();
	for (uint32_t i = 0; i < 5000; i++)
		rm_dup(100, 3, C1, C1, 0, 0x6000 + i, C1,
		       i ? 0x6000 + i - 1 : 0x5c000002);
	tap_is(alive(C1, 0x6000 + 4999)->cls, 0x2080, "a dup of a dup of a ...");
	rm_free(100, 3, C1, 0x5c000001, 0);
	tap_is(count_objects(), 5001, "outlives the original");
	for (uint32_t i = 0; i < 5000; i++)
		rm_alloc(100, 3, C1, i ? 0x8000 + i - 1 : C1, 0x8000 + i, 0x2080);
	rm_free(100, 3, C1, 0x8000, 0);
	tap_is(count_objects(), 5001, "5,000 below each other go at once");
	end("dup chain");
}

/* NV0000_CTRL_OS_UNIX_{EXPORT_OBJECT_TO,IMPORT_OBJECT_FROM}_FD_PARAMS */
static void test_export(void)
{
	uint32_t out[6] = { 1, 0x5c000001, C1, 0x5c000002, 5, 0 };
	uint32_t in[5] = { 6, 1, 0x5c000011, 0x5c000011, 0x5c000012 };
	const struct object *o;

	begin();
	open_file(100, 5, RMS_DEV_CTL, 255, 0x55);
	rm_control_call(100, 3, C1, C1, 0x3d05, out, sizeof(out));
	tap_ok(alive(C1, 0x5c000002)->flags & OBJECT_EXPORTED, "an object is exported");
	/* sent to another process: the same file under another number */
	open_file(200, 6, RMS_DEV_CTL, 255, 0x55);
	open_file(200, 3, RMS_DEV_CTL, 255, 0x66);
	rm_client(200, 3, C2);
	rm_alloc(200, 3, C2, C2, 0x5c000011, 0x80);
	rm_free(100, 3, C1, 0x5c000002, 0);
	rm_control_call(200, 3, C2, C2, 0x3d06, in, sizeof(in));
	o = alive(C2, 0x5c000012);
	tap_ok(o && o->flags & OBJECT_IMPORT && o->cls == 0x2080,
	       "and imported elsewhere, though the original is gone");
	tap_ok(o && o->src_client == C1 && o->src == 0x5c000002,
	       "with where it is from");
	forge_exit(&forge, 200, 200, 0, true);
	apply();
	tap_is(count_objects(), 2, "the importer's end leaves the exporter's");
	end("export");
}

static void test_files(void)
{
	begin();
	forge_fork(&forge, 100, 200, 200);
	apply();
	forge_exit(&forge, 100, 100, 0, true);
	apply();
	tap_is(count_objects(), 3, "a child keeps its parent's file open");
	open_file(200, 9, RMS_DEV_CTL, 255, 0x33);	/* dup */
	close_file(200, 3, RMS_DEV_CTL, 255, 0x33);
	tap_is(count_objects(), 3, "so does a dup");
	close_file(200, 9, RMS_DEV_CTL, 255, 0x33);
	tap_is(count_objects(), 0, "the last descriptor does not");
	model_settle(model, &newest);
	model_free(model);

	begin();
	open_file(100, 4, RMS_DEV_CTL, 255, 0x44);
	close_file(100, -1, RMS_DEV_CTL, 255, 0x44);
	tap_is(count_objects(), 3, "another file's release");
	close_file(100, -1, RMS_DEV_CTL, 255, 0x33);
	tap_is(count_objects(), 0, "the release of the client's file");
	tap_ok(!model_file(model, 100, 3), "whose descriptor is no more");
	end("files");
}

static void map_cpu(uint64_t addr, uint64_t len, int32_t fd)
{
	struct rms_mmap m = { .h = { .pid = 100, .tid = 100 }, .addr = addr,
			      .len = len, .prot = 3, .shared = 1, .fd = fd,
			      .dev = RMS_DEV_GPU };

	forge_st(&forge, MMAP, &m, NULL, 0);
	apply();
}

static void test_mappings(void)
{
	/* nv_ioctl_nvos33_parameters_with_fd: 0x2000 bytes at 0x1000 */
	uint64_t in[7] = { 0x5c00000100000000 | C1, 0x5c000003, 0x1000, 0x2000,
			   0, 0, 7 };
	struct address_hit hit[4];
	const struct range *r;

	begin();
	rm_alloc(100, 3, C1, 0x5c000001, 0x5c000003, 0x3e);
	rm_alloc(100, 3, C1, 0x5c000001, 0x5c000004, 0x90f1);
	open_file(100, 7, RMS_DEV_GPU, 0, 0x77);
	escape(100, 3, CTL(0x4e, in, in));
	map_cpu(0x7f0000000000, 0x2000, 7);
	tap_is(model_address(model, 100, 0x7f0000000010, hit, 4), 1, "an address");
	r = hit[0].range;
	tap_ok(r->object == alive(C1, 0x5c000003) && r->offset == 0x1000 &&
	       !hit[0].gpu, "is RM's memory, with its offset");
	rm_map_dma(100, 3, C1, 0x5c000004, 0x5c000003, 0x40, 0x3000, 1,
		   0x729000000);
	tap_is(model_address(model, 100, 0x729002fff, hit, 4), 1, "a GPU address");
	tap_ok(hit[0].gpu && hit[0].space == alive(C1, 0x5c000004) &&
	       hit[0].range->offset == 0x40 && hit[0].range->flags == RANGE_READ,
	       "in a vaspace, read-only");
	tap_is(model_address(model, 100, 0x729003000, hit, 4), 0, "ends where it ends");
	rm_map_dma(100, 3, C1, 0x5c000004, 0x5c000003, 0, 0x1000, 0, 0x729001000);
	tap_is(count_ranges(), 4, "a mapping into another splits it");
	model_address(model, 100, 0x729002000, hit, 4);
	tap_is(hit[0].range->offset, 0x2040, "the tail has its offset");
	rm_unmap_dma(100, 3, C1, 0x5c000004, 0x5c000003, 0x729001000);
	tap_is(model_address(model, 100, 0x729001000, hit, 4), 0, "unmapped");
	rm_free(100, 3, C1, 0x5c000003, 0);
	tap_is(count_ranges(), 1, "the GPU's mappings go with the memory");
	model_address(model, 100, 0x7f0000000010, hit, 4);
	tap_ok(hit[0].range->flags & RANGE_ORPHAN && !hit[0].range->object &&
	       hit[0].range->handle == 0x5c000003, "the process's stays, and is named");
	end("mappings");
}

int main(void)
{
	test_free();
	test_wild();
	test_dup_chain();
	test_export();
	test_files();
	test_mappings();
	free(forge.data);
	return tap_done();
}
