// SPDX-License-Identifier: GPL-2.0
/* What an object is in a short word. */
#include <stdlib.h>
#include <string.h>

#include "objects_in.h"

/* by RM's internal class, in order; what is not here goes by its class's name */
static const struct word {
	const char *internal;
	const char *word;
} words[] = {
	{ "AccessCounterBuffer", "access-counters" },
	{ "BinaryApi", "binapi" },
	{ "BinaryApiPrivileged", "binapi" },
	{ "ComputeInstanceSubscription", "compute-instance" },
	{ "ConfidentialComputeApi", "confidential-compute" },
	{ "ConsoleMemory", "memory" },
	{ "ContextDma", "ctxdma" },
	{ "Device", "device" },
	{ "DiagApi", "diag" },
	{ "DispCommon", "display" },
	{ "Event", "event" },
	{ "EventApi", "event" },
	{ "EventBuffer", "event-buffer" },
	{ "ExtendedGpuMemory", "memory" },
	{ "FlaMemory", "memory" },
	{ "FmSessionApi", "fabric-session" },
	{ "GPUInstanceSubscription", "gpu-instance" },
	{ "GpuUserSharedData", "shared-data" },
	{ "I2cApi", "i2c" },
	{ "ImexSessionApi", "imex-session" },
	{ "KernelCeContext", "copy-engine" },
	{ "KernelChannel", "channel" },
	{ "KernelChannelGroupApi", "channel-group" },
	{ "KernelCtxShareApi", "ctxshare" },
	{ "KernelGraphicsContext", "graphics-context" },
	{ "KernelGraphicsObject", "engine" },
	{ "KernelSMDebuggerSession", "debugger" },
	{ "MIGConfigSession", "mig-config" },
	{ "MIGMonitorSession", "mig-monitor" },
	{ "MemoryExport", "memory-export" },
	{ "MemoryFabric", "fabric-memory" },
	{ "MemoryFabricImportV2", "fabric-memory" },
	{ "MemoryFabricImportedRef", "fabric-memory" },
	{ "MemoryHwResources", "memory" },
	{ "MemoryList", "memory" },
	{ "MemoryMapper", "memory-mapper" },
	{ "MemoryMulticastFabric", "multicast-memory" },
	{ "MmuFaultBuffer", "fault-buffer" },
	{ "MpsApi", "mps" },
	{ "MsencContext", "encoder" },
	{ "NoDeviceMemory", "memory" },
	{ "NvdecContext", "decoder" },
	{ "NvjpgContext", "jpeg-engine" },
	{ "OfaContext", "optical-flow" },
	{ "OsDescMemory", "memory" },
	{ "P2PApi", "p2p" },
	{ "PerfBuffer", "perf-buffer" },
	{ "PhysicalMemory", "memory" },
	{ "Profiler", "profiler" },
	{ "ProfilerCtx", "profiler" },
	{ "ProfilerDev", "profiler" },
	{ "RegisterMemory", "registers" },
	{ "RmClientResource", "client" },
	{ "Sec2Context", "security-engine" },
	{ "SemaphoreSurface", "semaphores" },
	{ "Subdevice", "subdevice" },
	{ "SyncpointMemory", "memory" },
	{ "SystemMemory", "memory" },
	{ "ThirdPartyP2P", "third-party-p2p" },
	{ "TimerApi", "timer" },
	{ "UserModeApi", "usermode" },
	{ "UvmChannelRetainer", "uvm-channel" },
	{ "VaSpaceApi", "vaspace" },
	{ "VideoMemory", "memory" },
	{ "VirtualMemory", "virtual-memory" },
	{ "VirtualMemoryRange", "virtual-memory" },
	{ "ZbcApi", "zbc" },
};

static int word_order(const void *internal, const void *word)
{
	return strcmp(internal, ((const struct word *)word)->internal);
}

static const struct rm_class *class_of(const struct model *m,
				       const struct object *o)
{
	return o->cls_known ? rm_class(&m->version, o->cls) : NULL;
}

const char *object_word(const struct model *m, const struct object *o)
{
	const struct rm_class *cls = class_of(m, o);
	const char *internal = cls ? rm_str(cls->internal) : NULL;
	const struct word *w = NULL;

	if (o->client == o->handle)
		return "client";
	if (internal)
		w = bsearch(internal, words, sizeof(words) / sizeof(*words),
			    sizeof(*words), word_order);
	if (w)
		return w->word;
	return cls ? rm_str(cls->name) : NULL;
}

const char *object_class_name(const struct model *m, const struct object *o)
{
	const struct rm_class *cls = class_of(m, o);

	return cls ? rm_str(cls->name) : NULL;
}
