/*
 * GPUs through Level Zero, whose loader is loaded at run time: no header of it is
 * needed to build this.  Structures and numbers are those of ze_api.h 1.5.  The
 * devices of a driver share a context.  Work goes to immediate command lists, one for
 * each lane; a barrier before each command keeps their order.
 */
#include "backend.h"
#include "modules.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"

/* --- what of Level Zero is used --- */

typedef struct ze_driver *ze_driver;
typedef struct ze_device *ze_device;
typedef struct ze_context *ze_context;
typedef struct ze_list *ze_list;
typedef struct ze_pool *ze_pool;
typedef struct ze_event *ze_event;
typedef struct ze_module *ze_module;
typedef struct ze_kernel *ze_kernel;
typedef struct ze_log *ze_log;

enum { SUCCESS = 0, NOT_READY = 1, OUT_OF_HOST_MEMORY = 0x70000002, OUT_OF_DEVICE_MEMORY = 0x70000003 };
enum stype {
	DRIVER_PROPERTIES = 0x1, DEVICE_PROPERTIES = 0x3, COMPUTE_PROPERTIES = 0x4, MODULE_PROPERTIES = 0x5, GROUP_PROPERTIES = 0x6,
	MEMORY_PROPERTIES = 0x7, ACCESS_PROPERTIES = 0x8, CACHE_PROPERTIES = 0x9, P2P_PROPERTIES = 0xb, CONTEXT_DESC = 0xd,
	QUEUE_DESC = 0xe, POOL_DESC = 0x10, EVENT_DESC = 0x11, DEVICE_MEMORY_DESC = 0x15, HOST_MEMORY_DESC = 0x16, MODULE_DESC = 0x1b,
	KERNEL_DESC = 0x1d, KERNEL_PROPERTIES = 0x1e, PREFERRED_GROUP_SIZE = 0x21, IP_VERSION = 0x1000f, MODULE_PROGRAM = 0x20002
};
enum { TYPE_GPU = 1, TYPE_CPU = 2, GROUP_COMPUTE = 1, MODE_ASYNCHRONOUS = 2 };
enum { MODULE_FP16 = 1, MODULE_FP64 = 2, MODULE_ATOMIC64 = 4 };
enum { ACCESS_RW = 1, ACCESS_ATOMIC = 2, ACCESS_CONCURRENT_ATOMIC = 8, P2P_ATOMICS = 2 };
enum { POOL_HOST_VISIBLE = 1, POOL_TIMESTAMP = 4, SCOPE_HOST = 4, INDIRECT_ALL = 7 };
enum { FORMAT_SPIRV = 0, FORMAT_NATIVE = 1 };

struct ip_version { enum stype stype; void *next; uint32_t version; };
struct driver_properties { enum stype stype; void *next; uint8_t uuid[16]; uint32_t version; };
struct device_properties {
	enum stype stype;
	void *next;
	uint32_t type, vendor, device, flags, subdevice, clock;	/* MHz */
	uint64_t max_alloc;
	uint32_t contexts, priority, threads_per_eu, simd_width, eus_per_subslice, subslices_per_slice, slices;
	uint64_t timer_resolution;	/* nanoseconds of a tick */
	uint32_t timestamp_bits, kernel_timestamp_bits;
	uint8_t uuid[16];
	char name[256];
};
struct compute_properties {
	enum stype stype;
	void *next;
	uint32_t max_group, max_size[3], max_count[3], local_memory, nsub_group_size, sub_group_size[8];
};
struct module_properties {
	enum stype stype;
	void *next;
	uint32_t spirv, flags, fp16, fp32, fp64, max_arguments, printf_size;
	uint8_t native_kernel[16];
};
struct group_properties { enum stype stype; void *next; uint32_t flags; size_t max_pattern; uint32_t queues; };
struct memory_properties { enum stype stype; void *next; uint32_t flags, clock, width; uint64_t size; char name[256]; };
struct access_properties { enum stype stype; void *next; uint32_t host, device, shared, cross, system; };
struct cache_properties { enum stype stype; void *next; uint32_t flags; size_t size; };
struct p2p_properties { enum stype stype; void *next; uint32_t flags; };
struct preferred_group_size { enum stype stype; void *next; uint32_t multiple; };
struct kernel_properties {
	enum stype stype;
	void *next;
	uint32_t nargs, required[3], required_sub_groups, required_sub_group_size, max_sub_group_size, max_sub_groups, local_bytes,
		private_bytes, spill_bytes;
	uint8_t uuid[32];
};
struct context_desc { enum stype stype; const void *next; uint32_t flags; };
struct queue_desc { enum stype stype; const void *next; uint32_t ordinal, index, flags, mode, priority; };
struct pool_desc { enum stype stype; const void *next; uint32_t flags, count; };
struct event_desc { enum stype stype; const void *next; uint32_t index, signal, wait; };
struct device_memory_desc { enum stype stype; const void *next; uint32_t flags, ordinal; };
struct host_memory_desc { enum stype stype; const void *next; uint32_t flags; };
struct kernel_desc { enum stype stype; const void *next; uint32_t flags; const char *name; };
struct module_desc {
	enum stype stype;
	const void *next;
	uint32_t format;
	size_t size;
	const uint8_t *code;
	const char *options;
	const void *constants;
};
/* Several modules as one. */
struct module_program {
	enum stype stype;
	const void *next;
	uint32_t n;
	const size_t *size;
	const uint8_t **code;
	const char **options;
	const void **constants;
};
struct timestamps { uint64_t start, end, context_start, context_end; };
struct group_count { uint32_t n[3]; };

#define FUNCTIONS(F) \
	F(Init, (uint32_t flags)) \
	F(DriverGet, (uint32_t *n, ze_driver *driver)) \
	F(DriverGetProperties, (ze_driver driver, struct driver_properties *properties)) \
	F(DriverGetApiVersion, (ze_driver driver, uint32_t *version)) \
	F(DeviceGet, (ze_driver driver, uint32_t *n, ze_device *device)) \
	F(DeviceGetProperties, (ze_device device, struct device_properties *properties)) \
	F(DeviceGetComputeProperties, (ze_device device, struct compute_properties *properties)) \
	F(DeviceGetModuleProperties, (ze_device device, struct module_properties *properties)) \
	F(DeviceGetCommandQueueGroupProperties, (ze_device device, uint32_t *n, struct group_properties *properties)) \
	F(DeviceGetMemoryProperties, (ze_device device, uint32_t *n, struct memory_properties *properties)) \
	F(DeviceGetMemoryAccessProperties, (ze_device device, struct access_properties *properties)) \
	F(DeviceGetCacheProperties, (ze_device device, uint32_t *n, struct cache_properties *properties)) \
	F(DeviceCanAccessPeer, (ze_device device, ze_device peer, uint8_t *can)) \
	F(DeviceGetP2PProperties, (ze_device device, ze_device peer, struct p2p_properties *properties)) \
	F(DeviceGetGlobalTimestamps, (ze_device device, uint64_t *host, uint64_t *ticks)) \
	F(ContextCreate, (ze_driver driver, const struct context_desc *desc, ze_context *context)) \
	F(CommandListCreateImmediate, (ze_context context, ze_device device, const struct queue_desc *desc, ze_list *list)) \
	F(CommandListAppendBarrier, (ze_list list, ze_event event, uint32_t n, ze_event *after)) \
	F(CommandListAppendMemoryCopy, (ze_list list, void *to, const void *from, size_t size, ze_event event, uint32_t n, ze_event *after)) \
	F(CommandListAppendMemoryFill, (ze_list list, void *to, const void *pattern, size_t pattern_size, size_t size, ze_event event, \
		uint32_t n, ze_event *after)) \
	F(CommandListAppendMemoryPrefetch, (ze_list list, const void *memory, size_t size)) \
	F(CommandListAppendLaunchKernel, (ze_list list, ze_kernel kernel, const struct group_count *groups, ze_event event, uint32_t n, \
		ze_event *after)) \
	F(EventPoolCreate, (ze_context context, const struct pool_desc *desc, uint32_t n, ze_device *device, ze_pool *pool)) \
	F(EventCreate, (ze_pool pool, const struct event_desc *desc, ze_event *event)) \
	F(EventHostReset, (ze_event event)) \
	F(EventQueryStatus, (ze_event event)) \
	F(EventHostSynchronize, (ze_event event, uint64_t timeout)) \
	F(EventQueryKernelTimestamp, (ze_event event, struct timestamps *times)) \
	F(MemAllocDevice, (ze_context context, const struct device_memory_desc *desc, size_t size, size_t align, ze_device device, void **memory)) \
	F(MemAllocHost, (ze_context context, const struct host_memory_desc *desc, size_t size, size_t align, void **memory)) \
	F(MemAllocShared, (ze_context context, const struct device_memory_desc *desc, const struct host_memory_desc *host, size_t size, \
		size_t align, ze_device device, void **memory)) \
	F(MemFree, (ze_context context, void *memory)) \
	F(ModuleCreate, (ze_context context, ze_device device, const struct module_desc *desc, ze_module *module, ze_log *log)) \
	F(ModuleDestroy, (ze_module module)) \
	F(ModuleBuildLogGetString, (ze_log log, size_t *size, char *text)) \
	F(ModuleBuildLogDestroy, (ze_log log)) \
	F(KernelCreate, (ze_module module, const struct kernel_desc *desc, ze_kernel *kernel)) \
	F(KernelDestroy, (ze_kernel kernel)) \
	F(KernelSetGroupSize, (ze_kernel kernel, uint32_t x, uint32_t y, uint32_t z)) \
	F(KernelSetArgumentValue, (ze_kernel kernel, uint32_t index, size_t size, const void *value)) \
	F(KernelSetIndirectAccess, (ze_kernel kernel, uint32_t flags)) \
	F(KernelGetProperties, (ze_kernel kernel, struct kernel_properties *properties))

#define DECLARE(NAME, PARAMETERS) int (*NAME) PARAMETERS;
static struct {
	FUNCTIONS(DECLARE)
} ze;

/* A driver, with the context of its devices. */
struct driver {
	ze_driver id;
	char name[32];
	ze_context context;
};

/* The data of sycl_rt_device.own. */
struct ze_own {
	ze_device id;
	struct driver *driver;
	struct device_properties properties;
	struct compute_properties compute;
	struct module_properties module;
	struct access_properties access;
	uint64_t memory, cache;
	size_t max_pattern;
	uint32_t ordinal;		/* of the command queues that run kernels */
	pthread_mutex_t lock;		/* lists, events and parameters of kernels */
	ze_list lane[RT_LANES], plain;
	ze_pool pool;
	unsigned used;			/* events of the pool */
	struct mark *spare, *dropped;	/* events to be used again, and those that may still be waited for */
};

/* One kernel of a module. */
struct ze_kernel_of {
	struct rt_loaded loaded;
	const char *name;
	ze_kernel kernel;
	struct kernel_properties properties;
	uint32_t multiple;
	struct ze_kernel_of *next;
};

/* Started work.  Its event is used again when it has ended and nothing that waits for it is under way. */
struct mark {
	const struct sycl_rt_device *device;
	ze_event event;
	uint64_t time, ticks;		/* of sycl_rt_now() and of the device, at the same moment */
	struct mark **after;		/* the marks that it waits for; NULL when it has ended */
	size_t nafter;
	_Atomic unsigned waiters;	/* also of other devices */
	struct mark *next;
};

enum { MAX_DEVICES = 16, MAX_DRIVERS = 4, POOL_SIZE = 256, LOG_SIZE = 3000 };
enum { NUMBER_SPIR64 = 0x10000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* contexts, and all modules; taken before a device's own */

/* The error as an exception's text. */
static int
fail(enum sycl_rt_status status, int error, const char *what)
{
	static const struct {
		unsigned error;
		const char *name;
	} names[] = {
		{ 0x70000001, "DEVICE_LOST" }, { 0x70000002, "OUT_OF_HOST_MEMORY" }, { 0x70000003, "OUT_OF_DEVICE_MEMORY" },
		{ 0x70000004, "MODULE_BUILD_FAILURE" }, { 0x70000005, "MODULE_LINK_FAILURE" }, { 0x78000001, "UNINITIALIZED" },
		{ 0x78000002, "UNSUPPORTED_VERSION" }, { 0x78000003, "UNSUPPORTED_FEATURE" }, { 0x78000004, "INVALID_ARGUMENT" },
		{ 0x78000005, "INVALID_NULL_HANDLE" }, { 0x78000007, "INVALID_NULL_POINTER" }, { 0x78000008, "INVALID_SIZE" },
		{ 0x78000009, "UNSUPPORTED_SIZE" }, { 0x7800000a, "UNSUPPORTED_ALIGNMENT" },
		{ 0x7800000b, "INVALID_SYNCHRONIZATION_OBJECT" }, { 0x7800000c, "INVALID_ENUMERATION" },
		{ 0x7800000f, "INVALID_NATIVE_BINARY" }, { 0x78000011, "INVALID_KERNEL_NAME" },
		{ 0x78000013, "INVALID_GROUP_SIZE_DIMENSION" }, { 0x78000015, "INVALID_KERNEL_ARGUMENT_INDEX" },
		{ 0x78000016, "INVALID_KERNEL_ARGUMENT_SIZE" }, { 0x78000018, "INVALID_MODULE_UNLINKED" }, { 0x7ffffffe, "UNKNOWN" },
	};

	if (error == OUT_OF_HOST_MEMORY || error == OUT_OF_DEVICE_MEMORY)
		status = SYCL_RT_MEMORY_ALLOCATION;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].error == (unsigned)error)
			return rt_fail(status, "%s failed: ZE_RESULT_ERROR_%s", what, names[i].name);
	return rt_fail(status, "%s failed: error 0x%x", what, (unsigned)error);
}

static int
fail_memory(const char *what)
{
	return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for %s", what);
}

/* Makes the context of the device's driver; a status. */
static int
enter(struct ze_own *own)
{
	const struct context_desc desc = { .stype = CONTEXT_DESC };
	int error = SUCCESS;

	pthread_mutex_lock(&lock);
	if (!own->driver->context)
		error = ze.ContextCreate(own->driver->id, &desc, &own->driver->context);
	pthread_mutex_unlock(&lock);
	return error ? fail(SYCL_RT_RUNTIME, error, "zeContextCreate") : SYCL_RT_SUCCESS;
}

/* A command list, made when it is first used; with the device's lock held; an error of the driver. */
static int
find_list(struct ze_own *own, ze_list *list)
{
	const struct queue_desc desc = { .stype = QUEUE_DESC, .ordinal = own->ordinal, .mode = MODE_ASYNCHRONOUS };

	return *list ? SUCCESS : ze.CommandListCreateImmediate(own->driver->context, own->id, &desc, list);
}

/* --- devices --- */

static void
describe_aspects(struct sycl_rt_device *device)
{
	const struct ze_own *own = device->own;
	const struct access_properties *access = &own->access;
	const struct rt_aspect list[] = {
		{ own->properties.type == TYPE_GPU ? "gpu" : own->properties.type == TYPE_CPU ? "cpu" : "accelerator", true },
		{ "online_compiler", true }, { "online_linker", true }, { "queue_profiling", own->properties.timer_resolution != 0 },
		{ "fp16", own->module.flags & MODULE_FP16 }, { "fp64", own->module.flags & MODULE_FP64 },
		{ "atomic64", own->module.flags & MODULE_ATOMIC64 }, { "ext_oneapi_graph", true }, { "ext_oneapi_limited_graph", true },
		{ "usm_device_allocations", access->device & ACCESS_RW }, { "usm_host_allocations", access->host & ACCESS_RW },
		{ "usm_shared_allocations", access->shared & ACCESS_RW }, { "usm_system_allocations", access->system & ACCESS_RW },
		{ "usm_atomic_host_allocations", access->host & ACCESS_CONCURRENT_ATOMIC },
		{ "usm_atomic_shared_allocations", access->shared & ACCESS_CONCURRENT_ATOMIC },
	};

	rt_device_aspects(&device->can, list, sizeof list / sizeof *list);
	device->type = (uint32_t)aspect_number(list[0].name);
}

/* The target whose native images the device takes: that of its ip-version; NULL: none. */
static const struct target *
find_target(uint32_t version)
{
	const struct devconfig *config = rt_targets();
	char text[32];

	/* Architecture, release and revision, as Intel's GPUs have them in their register GMD_ID. */
	snprintf(text, sizeof text, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, version >> 22, version >> 14 & 0xff, version & 0x3f);
	for (size_t i = 0; version && i < config->ntarget; i++)
		if (config->target[i].ip_version && strcmp(config->target[i].ip_version, text) == 0)
			return &config->target[i];
	return NULL;
}

static void
describe(struct sycl_rt_device *device, uint32_t version)
{
	static const char *const portable[] = { "spir64", "spir64-unknown-unknown", "spirv64", "spirv64-unknown-unknown" };
	struct ze_own *own = device->own;
	const struct target *native = find_target(version);
	size_t n = 0;

	snprintf(device->name, sizeof device->name, "%.255s", own->properties.name);
	device->backend = &rt_backend_level_zero;
	device->platform_name = own->driver->name;
	device->vendor = own->properties.vendor == 0x8086 ? "Intel(R) Corporation" : "";
	device->can = (struct target){
		.name = device->name, .number = native ? native->number : NUMBER_SPIR64, .triple = "spirv64-unknown-unknown",
		.ip_version = native ? native->ip_version : NULL, .sub_group_size = own->compute.sub_group_size,
		.nsub_group_size = own->compute.nsub_group_size, .max_work_group_size = own->compute.max_group, .aot_program = "",
		.aot_options = "",
	};
	describe_aspects(device);
	if (native)
		device->accept[n++] = (struct image_accept){ native->name, true };
	for (size_t i = 0; i < sizeof portable / sizeof *portable; i++)
		device->accept[n++] = (struct image_accept){ portable[i], true };
	device->select.accept = device->accept;
	device->select.naccept = n;
	device->select.name = device->name;
	device->select.can = &device->can;
}

/* The first group of command queues that run kernels; false when there is none. */
static bool
find_group(struct ze_own *own)
{
	struct group_properties group[8];
	uint32_t n = sizeof group / sizeof *group;

	for (uint32_t i = 0; i < n; i++)
		group[i] = (struct group_properties){ .stype = GROUP_PROPERTIES };
	if (ze.DeviceGetCommandQueueGroupProperties(own->id, &n, group) != SUCCESS)
		return false;
	for (own->ordinal = 0; own->ordinal < n && own->ordinal < sizeof group / sizeof *group; own->ordinal++)
		if (group[own->ordinal].flags & GROUP_COMPUTE) {
			own->max_pattern = group[own->ordinal].max_pattern;
			return true;
		}
	return false;
}

static void
find_sizes(struct ze_own *own)
{
	struct memory_properties memory[4];
	struct cache_properties cache[4];
	uint32_t n = 4;

	for (int i = 0; i < 4; i++) {
		memory[i] = (struct memory_properties){ .stype = MEMORY_PROPERTIES };
		cache[i] = (struct cache_properties){ .stype = CACHE_PROPERTIES };
	}
	if (ze.DeviceGetMemoryProperties(own->id, &n, memory) == SUCCESS)
		for (uint32_t i = 0; i < n && i < 4; i++)
			own->memory += memory[i].size;
	n = 4;
	if (ze.DeviceGetCacheProperties(own->id, &n, cache) == SUCCESS)
		for (uint32_t i = 0; i < n && i < 4; i++)
			own->cache = cache[i].size > own->cache ? cache[i].size : own->cache;
}

/* What the driver says of the device; NULL, or why it cannot be used. */
static const char *
ask_device(struct ze_own *own, struct ip_version *version)
{
	*version = (struct ip_version){ .stype = IP_VERSION };
	own->properties = (struct device_properties){ .stype = DEVICE_PROPERTIES, .next = version };
	own->compute = (struct compute_properties){ .stype = COMPUTE_PROPERTIES };
	own->module = (struct module_properties){ .stype = MODULE_PROPERTIES };
	own->access = (struct access_properties){ .stype = ACCESS_PROPERTIES };
	if (ze.DeviceGetProperties(own->id, &own->properties) != SUCCESS)
		return "does not answer";
	own->properties.name[sizeof own->properties.name - 1] = '\0';
	if (ze.DeviceGetComputeProperties(own->id, &own->compute) != SUCCESS
	    || ze.DeviceGetModuleProperties(own->id, &own->module) != SUCCESS
	    || ze.DeviceGetMemoryAccessProperties(own->id, &own->access) != SUCCESS)
		return "does not tell its properties";
	if (own->compute.nsub_group_size > 8 || !own->compute.max_group || !own->compute.max_count[0])
		return "tells no sizes of work-groups";
	if (!own->module.spirv)
		return "takes no SPIR-V";
	if (!(own->access.device & ACCESS_RW))
		return "has no device memory";
	return find_group(own) ? NULL : "runs no kernels";
}

static void
find_device(ze_device id, struct driver *driver)
{
	struct sycl_rt_device *device = calloc(1, sizeof *device);
	struct ze_own *own = calloc(1, sizeof *own);
	struct ip_version version;
	const char *why;

	if (device && own) {
		*own = (struct ze_own){ .id = id, .driver = driver };
		pthread_mutex_init(&own->lock, NULL);
		device->own = own;
		why = ask_device(own, &version);
		if (!why) {
			find_sizes(own);
			describe(device, version.version);
			rt_device_add(device);
			return;
		}
		rt_device_missing("level_zero: '%s' %s", *own->properties.name ? own->properties.name : "a device", why);
	}
	free(device);
	free(own);
}

/* Loads the loader; false, with a line in the trace, when it cannot be used. */
static bool
load_loader(void)
{
	void *loader = dlopen("libze_loader.so.1", RTLD_NOW | RTLD_LOCAL), *symbol;
	int error;

	if (!loader) {
		rt_device_missing("level_zero: no loader of drivers: %s", dlerror());
		return false;
	}
#define FIND(NAME, PARAMETERS) \
	symbol = dlsym(loader, "ze" #NAME); \
	if (!symbol) { \
		rt_device_missing("level_zero: the loader lacks 'ze" #NAME "': it is too old"); \
		return false; \
	} \
	memcpy(&ze.NAME, &symbol, sizeof symbol);
	FUNCTIONS(FIND)
	error = ze.Init(0);
	if (error)
		rt_device_missing("level_zero: zeInit failed: error 0x%x", (unsigned)error);
	return !error;
}

static void
find(void)
{
	static struct driver driver[MAX_DRIVERS];
	ze_driver id[MAX_DRIVERS];
	ze_device device[MAX_DEVICES];
	uint32_t n = MAX_DRIVERS, ndevice;

	if (!load_loader())
		return;
	if (ze.DriverGet(&n, id) != SUCCESS || n == 0) {
		rt_device_missing("level_zero: there is no driver");
		return;
	}
	for (uint32_t i = 0; i < n && i < MAX_DRIVERS; i++) {
		driver[i].id = id[i];
		snprintf(driver[i].name, sizeof driver[i].name, i ? "Level Zero %u" : "Level Zero", i + 1);
		ndevice = MAX_DEVICES;
		if (ze.DeviceGet(id[i], &ndevice, device) != SUCCESS || ndevice == 0) {
			rt_device_missing("level_zero: driver %u has no device", i);
			continue;
		}
		for (uint32_t k = 0; k < ndevice && k < MAX_DEVICES; k++)
			find_device(device[k], &driver[i]);
	}
}

static uint64_t
ask_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	const struct ze_own *own = device->own;
	const struct device_properties *has = &own->properties;

	switch (which) {
	case SYCL_RT_DEVICE_VENDOR_ID: return has->vendor;
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return (uint64_t)has->eus_per_subslice * has->subslices_per_slice * has->slices;
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE: return device->can.max_work_group_size;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return own->memory;
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return own->cache;
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return 64;
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE: return own->compute.local_memory;
	case SYCL_RT_DEVICE_CLOCK_MHZ: return has->clock;
	case SYCL_RT_DEVICE_VECTOR_BYTES: return 4;
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return own->module.max_arguments;
	default: return 0;
	}
}

static const char *
ask_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	static _Thread_local char text[48];
	const struct ze_own *own = device->own;
	struct driver_properties properties = { .stype = DRIVER_PROPERTIES };
	uint32_t version = 0;

	switch (which) {
	case SYCL_RT_DEVICE_VERSION: return device->can.ip_version ? device->can.ip_version : "";
	case SYCL_RT_DEVICE_DRIVER_VERSION:
		ze.DriverGetProperties(own->driver->id, &properties);
		snprintf(text, sizeof text, "%" PRIu32, properties.version);
		return text;
	case SYCL_RT_PLATFORM_VERSION:
		ze.DriverGetApiVersion(own->driver->id, &version);
		snprintf(text, sizeof text, "%" PRIu32 ".%" PRIu32, version >> 16, version & 0xffff);
		return text;
	default: return "";
	}
}

/* --- events: all with the device's lock held --- */

/* The work of the mark has ended: it waits for nothing. */
static void
settle(struct mark *mark)
{
	for (size_t i = 0; i < mark->nafter; i++)
		mark->after[i]->waiters--;
	free(mark->after);
	mark->after = NULL;
	mark->nafter = 0;
}

/* Marks that nobody asks for or waits for any more are spare ones. */
static void
sort_dropped(struct ze_own *own)
{
	struct mark **at = &own->dropped, *mark;

	while ((mark = *at)) {
		if (mark->after && ze.EventQueryStatus(mark->event) != NOT_READY)
			settle(mark);
		if (mark->after || mark->waiters || ze.EventQueryStatus(mark->event) == NOT_READY) {
			at = &mark->next;
			continue;
		}
		*at = mark->next;
		mark->next = own->spare;
		own->spare = mark;
	}
}

/* A mark with an event that has not happened; an error of the driver. */
static int
make_mark(const struct sycl_rt_device *device, struct mark **made)
{
	struct ze_own *own = device->own;
	const struct pool_desc pool = { .stype = POOL_DESC, .flags = POOL_HOST_VISIBLE | POOL_TIMESTAMP, .count = POOL_SIZE };
	struct event_desc desc = { .stype = EVENT_DESC, .index = own->used, .signal = SCOPE_HOST, .wait = SCOPE_HOST };
	struct mark *mark;
	int error = SUCCESS;

	*made = NULL;
	sort_dropped(own);
	mark = own->spare;
	if (mark) {
		error = ze.EventHostReset(mark->event);
		if (error)
			return error;
		own->spare = mark->next;
	} else {
		mark = calloc(1, sizeof *mark);
		if (!mark)
			return OUT_OF_HOST_MEMORY;
		/* Pools live as long as the process. */
		if (!own->pool || own->used == POOL_SIZE) {
			own->pool = NULL;
			own->used = desc.index = 0;
			error = ze.EventPoolCreate(own->driver->context, &pool, 0, NULL, &own->pool);
		}
		if (!error)
			error = ze.EventCreate(own->pool, &desc, &mark->event);
		if (error) {
			free(mark);
			return error;
		}
		own->used++;
	}
	mark->device = device;
	mark->time = mark->ticks = 0;
	*made = mark;
	return SUCCESS;
}

/* The mark is of no work: its event can be used again at once. */
static void
give_back(struct ze_own *own, struct mark *mark)
{
	settle(mark);
	mark->next = own->spare;
	own->spare = mark;
}

/* --- work: with the device's lock held --- */

/* Patterns that the driver does not fill with are copied once and doubled; the last command signals the event. */
static int
put_fill(const struct ze_own *own, ze_list list, const struct sycl_rt_work *work, ze_event event)
{
	const size_t size = work->size * work->count;
	char *to = work->to;
	int error;

	if (work->size <= own->max_pattern && (work->size & (work->size - 1)) == 0 && (uintptr_t)to % work->size == 0)
		return ze.CommandListAppendMemoryFill(list, to, work->from, work->size, size, event, 0, NULL);
	/* Bytes of the pattern, which is gone when this returns. */
	error = SUCCESS;
	for (size_t i = 0; i < work->size && !error; i++)
		error = ze.CommandListAppendMemoryFill(list, to + i, (const char *)work->from + i, 1, 1, NULL, 0, NULL);
	for (size_t done = work->size; done < size && !error; done *= 2) {
		error = ze.CommandListAppendBarrier(list, NULL, 0, NULL);
		if (!error)
			error = ze.CommandListAppendMemoryCopy(list, to + done, to, done < size - done ? done : size - done, NULL, 0, NULL);
	}
	return error ? error : ze.CommandListAppendBarrier(list, event, 0, NULL);
}

/* Puts the launch into the list; a status. */
static int
put_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *constants, ze_list list, ze_event event)
{
	struct ze_kernel_of *kernel = (struct ze_kernel_of *)loaded;
	const struct ze_own *own = device->own;
	const uint32_t *wanted = kernel->properties.required;
	const size_t required[3] = { wanted[0], wanted[1], wanted[2] };
	size_t global[3], local[3];
	struct group_count groups;
	struct rt_kargs kargs;
	bool any = rt_lay_out(launch, required, device->can.max_work_group_size, global, local);
	int status = rt_check_sizes(device, launch, required, device->can.max_work_group_size, local), error;

	for (int d = 0; d < 3 && !status; d++) {
		groups.n[d] = (uint32_t)(global[d] / local[d]);
		if (global[d] / local[d] > own->compute.max_count[d])
			status = rt_fail(SYCL_RT_ND_RANGE, "The launch has %zu work-groups in a dimension where the device takes %" PRIu32
				" at most", global[d] / local[d], own->compute.max_count[d]);
		else if (local[d] > own->compute.max_size[d])
			status = rt_fail(SYCL_RT_ND_RANGE, "The work-group has %zu work-items in a dimension where the device takes %" PRIu32
				" at most", local[d], own->compute.max_size[d]);
	}
	if (status)
		return status;
	rt_trace(RT_TRACE_COMMANDS, "%s: %s: %" PRIu32 "x%" PRIu32 "x%" PRIu32 " work-groups of %zux%zux%zu, %" PRIu64
		" bytes of local memory", device->name, kernel->name, groups.n[2], groups.n[1], groups.n[0], local[2], local[1], local[0],
		launch->local_bytes);
	if (!any) {
		error = ze.CommandListAppendBarrier(list, event, 0, NULL);
		return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendBarrier") : SYCL_RT_SUCCESS;
	}
	rt_fill_kargs(&kargs, launch, constants);
	error = ze.KernelSetArgumentValue(kernel->kernel, 0, launch->functor_size, launch->functor);
	if (!error && kernel->properties.nargs > 1)
		error = ze.KernelSetArgumentValue(kernel->kernel, 1, sizeof kargs, &kargs);
	if (!error && kernel->properties.nargs > 2)
		error = ze.KernelSetArgumentValue(kernel->kernel, 2, launch->local_bytes ? launch->local_bytes : 1, NULL);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "zeKernelSetArgumentValue");
	error = ze.KernelSetGroupSize(kernel->kernel, (uint32_t)local[0], (uint32_t)local[1], (uint32_t)local[2]);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "zeKernelSetGroupSize");
	error = ze.CommandListAppendLaunchKernel(list, kernel->kernel, &groups, event, 0, NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendLaunchKernel") : SYCL_RT_SUCCESS;
}

static int
put_work(const struct sycl_rt_device *device, const struct sycl_rt_work *work, const struct rt_loaded *loaded, const void *constants,
	ze_list list, ze_event event)
{
	const struct ze_own *own = device->own;
	const struct sycl_rt_device *owner;
	int error = SUCCESS;

	switch (work->kind) {
	case SYCL_RT_WORK_KERNEL: return put_launch(device, work->launch, loaded, constants, list, event);
	case SYCL_RT_WORK_FILL:
		rt_trace(RT_TRACE_COMMANDS, "%s: fill of %zu bytes", device->name, work->size * work->count);
		error = put_fill(own, list, work, event);
		return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendMemoryFill") : SYCL_RT_SUCCESS;
	case SYCL_RT_WORK_PREFETCH:
		/* Only to the device: there is no call that moves memory to the host. */
		rt_trace(RT_TRACE_COMMANDS, "%s: prefetch of %zu bytes", device->name, work->size);
		if (!work->count && sycl_rt_memory_kind(work->to, &owner) == SYCL_RT_MEMORY_SHARED)
			error = ze.CommandListAppendMemoryPrefetch(list, work->to, work->size);
		break;
	case SYCL_RT_WORK_ADVISE: break;
	case SYCL_RT_WORK_BARRIER: break;	/* one has been put there, behind the events */
	default:
		rt_trace(RT_TRACE_COMMANDS, "%s: copy of %zu bytes", device->name, work->size);
		error = ze.CommandListAppendMemoryCopy(list, work->to, work->from, work->size, event, 0, NULL);
		return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendMemoryCopy") : SYCL_RT_SUCCESS;
	}
	if (!error)
		error = ze.CommandListAppendBarrier(list, event, 0, NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendMemoryPrefetch") : SYCL_RT_SUCCESS;
}

/*
 * Runs the work in the list, without the lock; returns when it has ended; a status.  Behind a kernel in the
 * list of copies that waits for the program everything would wait.
 */
static int
run_work(const struct sycl_rt_device *device, const struct sycl_rt_work *work, const struct rt_loaded *loaded, const void *constants,
	ze_list *list)
{
	struct ze_own *own = device->own;
	struct mark *mark = NULL;
	int status = enter(own), error;

	if (status)
		return status;
	pthread_mutex_lock(&own->lock);
	error = find_list(own, list);
	if (!error)
		error = make_mark(device, &mark);
	status = error ? fail(SYCL_RT_RUNTIME, error, "making a command list or an event")
		: put_work(device, work, loaded, constants, *list, mark->event);
	if (status && mark)
		give_back(own, mark);
	pthread_mutex_unlock(&own->lock);
	if (status)
		return status;
	error = ze.EventHostSynchronize(mark->event, UINT64_MAX);
	pthread_mutex_lock(&own->lock);
	give_back(own, mark);
	pthread_mutex_unlock(&own->lock);
	return error ? fail(SYCL_RT_RUNTIME, error, "a command") : SYCL_RT_SUCCESS;
}

/* All that was started has ended. */
static void
finish(const struct sycl_rt_device *device)
{
	struct ze_own *own = device->own;
	struct mark *mark[RT_LANES] = { NULL };

	pthread_mutex_lock(&own->lock);
	for (int i = 0; i < RT_LANES; i++)
		if (own->lane[i] && make_mark(device, &mark[i]) == SUCCESS
		    && ze.CommandListAppendBarrier(own->lane[i], mark[i]->event, 0, NULL) != SUCCESS) {
			give_back(own, mark[i]);
			mark[i] = NULL;
		}
	pthread_mutex_unlock(&own->lock);
	for (int i = 0; i < RT_LANES; i++)
		if (mark[i]) {
			ze.EventHostSynchronize(mark[i]->event, UINT64_MAX);
			pthread_mutex_lock(&own->lock);
			give_back(own, mark[i]);
			pthread_mutex_unlock(&own->lock);
		}
}

/* --- memory --- */

static void *
allocate(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	const struct device_memory_desc desc = { .stype = DEVICE_MEMORY_DESC };
	const struct host_memory_desc host = { .stype = HOST_MEMORY_DESC };
	struct ze_own *own = device->own;
	const ze_context context = enter(own) == SYCL_RT_SUCCESS ? own->driver->context : NULL;
	void *memory = NULL;
	int error;

	if (!context)
		return NULL;
	switch (kind) {
	case SYCL_RT_MEMORY_HOST: error = ze.MemAllocHost(context, &host, size, align, &memory); break;
	case SYCL_RT_MEMORY_SHARED: error = ze.MemAllocShared(context, &desc, &host, size, align, own->id, &memory); break;
	default: error = ze.MemAllocDevice(context, &desc, size, align, own->id, &memory);
	}
	return error ? NULL : memory;
}

static void
release(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory)
{
	struct ze_own *own = device->own;

	(void)kind;
	finish(device);
	ze.MemFree(own->driver->context, memory);
}

static int
copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_COPY, .to = to, .from = from, .size = size };
	struct ze_own *own = device->own;

	return run_work(device, &work, NULL, NULL, &own->plain);
}

static int
fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_FILL, .to = to, .from = pattern, .size = pattern_size, .count = count };
	struct ze_own *own = device->own;
	const struct sycl_rt_device *owner;
	enum sycl_rt_memory kind = sycl_rt_memory_kind(to, &owner);

	if (kind == SYCL_RT_MEMORY_UNKNOWN || kind == SYCL_RT_MEMORY_HOST)
		return rt_backend_cpu.fill(device, to, pattern, pattern_size, count);
	return run_work(device, &work, NULL, NULL, &own->plain);
}

/* --- images --- */

/* The error of building the image, with the driver's log, which is freed; a status. */
static int
fail_build(const struct sycl_rt_device *device, const struct rt_image *image, ze_log log, int error)
{
	char text[LOG_SIZE] = "", *all = NULL;
	size_t size = 0, length;

	if (log && ze.ModuleBuildLogGetString(log, &size, NULL) == SUCCESS && size)
		all = calloc(1, size + 1);
	if (all && ze.ModuleBuildLogGetString(log, &size, all) == SUCCESS)
		snprintf(text, sizeof text, "%s", all);
	free(all);
	for (length = strlen(text); length && text[length - 1] == '\n';)
		text[--length] = '\0';
	return rt_fail(SYCL_RT_BUILD, "building the device image for '%s' failed on device '%s': error 0x%x%s%s", image->desc->target,
		device->name, (unsigned)error, *text ? ":\n" : "", text);
}

/* The image is machine code, not SPIR-V; -1 after rt_fail() with *status set. */
static int
is_native(const struct rt_image *image, int *status)
{
	struct rt_bytes open;
	int native;

	if (rt_image_open(&open, image, status) != 0)
		return -1;
	native = open.size > 4 && memcmp(open.bytes, "\177ELF", 4) == 0;
	free(open.owned);
	return native;
}

/* The driver's module of these n pieces of code; a status. */
static int
create_module(const struct sycl_rt_device *device, const struct rt_image *image, bool native, const struct rt_bytes *code, size_t n,
	ze_module *module)
{
	const struct ze_own *own = device->own;
	struct module_desc desc = { .stype = MODULE_DESC, .format = native ? FORMAT_NATIVE : FORMAT_SPIRV, .options = "" };
	struct module_program program = { .stype = MODULE_PROGRAM, .n = (uint32_t)n };
	size_t *size = calloc(n, sizeof *size);
	const uint8_t **bytes = calloc(n, sizeof *bytes);
	ze_log log = NULL;
	int status = SYCL_RT_SUCCESS, error;

	if (size && bytes) {
		for (size_t i = 0; i < n; i++) {
			size[i] = code[i].size;
			bytes[i] = code[i].bytes;
		}
		program.size = size;
		program.code = bytes;
		desc.size = size[0];
		desc.code = bytes[0];
		desc.next = n > 1 ? &program : NULL;
		error = ze.ModuleCreate(own->driver->context, own->id, &desc, module, &log);
		if (error)
			status = fail_build(device, image, log, error);
		if (log)
			ze.ModuleBuildLogDestroy(log);
	} else {
		status = fail_memory("a list of device images");
	}
	free(size);
	free(bytes);
	return status;
}

static void *
load_module(const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	int *status)
{
	const size_t n = 1 + (links ? links->n : 0);
	struct rt_bytes *code = calloc(n, sizeof *code);
	const int native = is_native(image, status);
	ze_module module = NULL;

	if (!code)
		*status = fail_memory("a device image");
	else if (native == 1 && links)
		*status = rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "the device image for '%s' calls functions of other images,"
			" and is machine code, which is not linked", image->desc->target);
	else if (native == 1)
		rt_image_open(&code[0], image, status);
	for (size_t i = 0; code && native == 0 && i < n && !*status; i++)
		rt_spirv_open(&code[i], i ? links->image[i - 1] : image, i ? NULL : values, NULL, NULL, status);
	if (code && native >= 0 && !*status)
		*status = create_module(device, image, native, code, n, &module);
	for (size_t i = 0; code && i < n; i++)
		free(code[i].owned);
	free(code);
	if (!*status)
		rt_trace(RT_TRACE_IMAGES, "%s: %s the image for '%s', with %zu others", device->name, native ? "loaded" : "built",
			image->desc->target, n - 1);
	return *status ? NULL : module;
}

static void
release_module(struct rt_module *module)
{
	struct ze_own *own = module->device->own;
	struct ze_kernel_of *kernel;

	finish(module->device);
	while ((kernel = module->kernel)) {
		module->kernel = kernel->next;
		ze.KernelDestroy(kernel->kernel);
		free(kernel);
	}
	for (struct constants *constants = module->constants; constants; constants = constants->next)
		ze.MemFree(own->driver->context, constants->memory);
	ze.ModuleDestroy(module->built);
}

static const struct module_driver modules = { SYCL_RT_BACKEND_LEVEL_ZERO, load_module, release_module };

/* The kernel of the module, with what the driver tells of it; an error of the driver. */
static int
create_kernel(struct ze_kernel_of *kernel, struct rt_module *module, const char *name)
{
	struct preferred_group_size preferred = { .stype = PREFERRED_GROUP_SIZE };
	const struct kernel_desc desc = { .stype = KERNEL_DESC, .name = name };
	int error = ze.KernelCreate(module->built, &desc, &kernel->kernel);

	if (error)
		return error;
	kernel->properties = (struct kernel_properties){ .stype = KERNEL_PROPERTIES, .next = &preferred };
	error = ze.KernelGetProperties(kernel->kernel, &kernel->properties);
	if (!error)
		error = ze.KernelSetIndirectAccess(kernel->kernel, INDIRECT_ALL);
	if (error)
		ze.KernelDestroy(kernel->kernel);
	kernel->multiple = preferred.multiple;
	return error;
}

static struct ze_kernel_of *
find_kernel(struct rt_module *module, struct rt_image *image, const char *name, int *status)
{
	struct ze_kernel_of *kernel = module->kernel;
	char *plain;
	int error = OUT_OF_HOST_MEMORY;

	while (kernel && strcmp(kernel->name, name) != 0)
		kernel = kernel->next;
	if (kernel)
		return kernel;
	kernel = calloc(1, sizeof *kernel);
	plain = strdup(name);
	/* SPIR-V has plain names (rt_spirv_open()). */
	if (plain && is_native(image, status) == 0)
		rt_spirv_plain_name(plain);
	if (kernel && plain && !*status)
		error = create_kernel(kernel, module, plain);
	free(plain);
	if (error) {
		free(kernel);
		if (!*status)
			*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks kernel %s (error 0x%x)", image->desc->target, name,
				(unsigned)error);
		return NULL;
	}
	kernel->loaded = (struct rt_loaded){ .image = image, .functor_size = rt_functor_size(image, name),
		.users = module->values ? &module->users : NULL };
	kernel->name = name;
	kernel->next = module->kernel;
	module->kernel = kernel;
	return kernel;
}

static const struct rt_loaded *
load(const struct sycl_rt_device *device, struct rt_image *image, const char *name, const uint8_t *values,
	const struct rt_links *links, int *status)
{
	struct ze_kernel_of *kernel = NULL;
	struct rt_module *module = NULL;

	if (propfile_find(&image->props, PROPSET_GLOBAL_VARIABLES)) {
		*status = rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "the kernel uses a device_global, which Level Zero devices do not have here");
		return NULL;
	}
	*status = enter(device->own);
	if (*status)
		return NULL;
	pthread_mutex_lock(&lock);
	module = modules_find(&modules, device, image, values, links, status);
	if (module)
		kernel = find_kernel(module, image, name, status);
	if (kernel && values) {
		module->users++;
		modules_drop_unused(&modules, image);
	}
	pthread_mutex_unlock(&lock);
	return kernel ? &kernel->loaded : NULL;
}

static void
unload(struct rt_image *image)
{
	modules_free(&modules, image);
}

static int
facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts)
{
	const struct ze_kernel_of *kernel = (const struct ze_kernel_of *)loaded;
	const struct kernel_properties *has = &kernel->properties;

	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = device->can.max_work_group_size, .preferred_multiple = kernel->multiple ? kernel->multiple : 1,
		.private_bytes = has->private_bytes, .local_bytes = has->local_bytes,
		.sub_group_size = has->required_sub_group_size ? has->required_sub_group_size : has->max_sub_group_size,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = has->required[2 - d];
	return SYCL_RT_SUCCESS;
}

/* --- launches --- */

/* The buffer of specialization constants in the device's memory; a status. */
static int
upload_constants(const struct sycl_rt_device *device, const struct rt_image *image, const void *buffer, void **memory)
{
	const size_t size = image->spec.size;
	struct ze_own *own = device->own;
	struct constants *constants, *added = NULL;
	struct rt_module *module;
	int status = SYCL_RT_SUCCESS;

	pthread_mutex_lock(&lock);
	module = image->module[SYCL_RT_BACKEND_LEVEL_ZERO];
	while (module->device != device)
		module = module->next;
	for (constants = module->constants; constants; constants = constants->next)
		if (memcmp(constants->values, buffer, size) == 0)
			break;
	pthread_mutex_unlock(&lock);
	if (!constants) {
		added = calloc(1, sizeof *added);
		if (added)
			added->values = malloc(size);
		if (added && added->values)
			added->memory = allocate(device, SYCL_RT_MEMORY_DEVICE, size, 0);
		status = added && added->memory ? copy(device, added->memory, buffer, size) : fail_memory("specialization constants");
		if (status) {
			if (added && added->memory)
				ze.MemFree(own->driver->context, added->memory);
			if (added)
				free(added->values);
			free(added);
			return status;
		}
		memcpy(added->values, buffer, size);
		pthread_mutex_lock(&lock);
		added->next = module->constants;
		module->constants = constants = added;
		pthread_mutex_unlock(&lock);
	}
	*memory = constants->memory;
	return status;
}

static int
launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_KERNEL, .launch = launch };
	struct ze_own *own = device->own;
	void *constants = NULL;
	int status = buffer ? upload_constants(device, loaded->image, buffer, &constants) : SYCL_RT_SUCCESS;

	if (launch->times)
		launch->times->start = sycl_rt_now();
	if (!status)
		status = run_work(device, &work, loaded, constants, &own->lane[rt_task_lane()]);
	if (launch->times)
		launch->times->end = sycl_rt_now();
	return status;
}

/* --- work that goes on while the program does --- */

static void
drop(void *p)
{
	struct mark *mark = p;
	struct ze_own *own = mark->device->own;

	pthread_mutex_lock(&own->lock);
	mark->next = own->dropped;
	own->dropped = mark;
	pthread_mutex_unlock(&own->lock);
}

/* Puts the work into the lane, behind the events of what it waits for; with the device's lock held; a status. */
static int
put_started(const struct sycl_rt_device *device, const struct rt_start *start, const void *constants, struct mark *mark)
{
	struct ze_own *own = device->own;
	ze_list list = own->lane[start->lane];
	ze_event *after = calloc(start->nafter + 1, sizeof *after);
	uint64_t host;
	uint32_t n = 0;
	int status = SYCL_RT_SUCCESS, error = SUCCESS;

	mark->after = start->nafter ? calloc(start->nafter, sizeof *mark->after) : NULL;
	if (!after || (start->nafter && !mark->after)) {
		free(after);
		return fail_memory("a command");
	}
	for (size_t i = 0; i < start->nafter; i++) {
		struct mark *before = start->after[i];

		/* Events of two drivers do not mix. */
		if (((const struct ze_own *)before->device->own)->driver != own->driver) {
			ze.EventHostSynchronize(before->event, UINT64_MAX);
			continue;
		}
		after[n++] = before->event;
		mark->after[mark->nafter++] = before;
		before->waiters++;
	}
	error = ze.CommandListAppendBarrier(list, NULL, n, n ? after : NULL);
	free(after);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "zeCommandListAppendBarrier");
	if (start->timed) {
		mark->time = sycl_rt_now();
		error = ze.DeviceGetGlobalTimestamps(own->id, &host, &mark->ticks);
		mark->time += (sycl_rt_now() - mark->time) / 2;
		if (error)
			return fail(SYCL_RT_RUNTIME, error, "zeDeviceGetGlobalTimestamps");
	}
	status = put_work(device, start->work, start->loaded, constants, list, mark->event);
	return status;
}

static int
start(const struct sycl_rt_device *device, const struct rt_start *start, void **made)
{
	struct ze_own *own = device->own;
	struct mark *mark = NULL;
	void *constants = NULL;
	int status = enter(own), error;

	if (!status && start->buffer)
		status = upload_constants(device, start->loaded->image, start->buffer, &constants);
	if (status)
		return status;
	pthread_mutex_lock(&own->lock);
	error = find_list(own, &own->lane[start->lane]);
	if (!error)
		error = make_mark(device, &mark);
	status = error ? fail(SYCL_RT_RUNTIME, error, "making a command list or an event") : put_started(device, start, constants, mark);
	if (status && mark)
		give_back(own, mark);
	pthread_mutex_unlock(&own->lock);
	if (!status)
		*made = mark;
	return status;
}

static bool
ended(void *p, bool wait, int *status)
{
	struct mark *mark = p;
	int error = wait ? ze.EventHostSynchronize(mark->event, UINT64_MAX) : ze.EventQueryStatus(mark->event);

	*status = SYCL_RT_SUCCESS;
	if (error == NOT_READY)
		return false;
	if (error)
		*status = fail(SYCL_RT_RUNTIME, error, "a command");
	return true;
}

/* The device's ticks, of which only some bits count, in nanoseconds of sycl_rt_now(). */
static uint64_t
time_of(const struct mark *mark, uint64_t ticks)
{
	const struct device_properties *has = &((const struct ze_own *)mark->device->own)->properties;
	const uint32_t bits = has->kernel_timestamp_bits;
	const uint64_t mask = bits && bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;

	return mark->time + ((ticks - mark->ticks) & mask) * has->timer_resolution;
}

static void
times(void *p, struct sycl_rt_times *times)
{
	const struct mark *mark = p;
	struct timestamps at = { 0 };

	times->start = times->end = mark->time;
	if (ze.EventQueryKernelTimestamp(mark->event, &at) == SUCCESS) {
		times->start = time_of(mark, at.start);
		times->end = time_of(mark, at.end);
	}
	if (times->start < times->submit)
		times->start = times->submit;
	if (times->end < times->start)
		times->end = times->start;
}

/* --- for programs that use Level Zero themselves, and for other devices --- */

static int
native(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object)
{
	struct ze_own *own = device->own;
	int status = enter(own), error = SUCCESS;

	if (what == SYCL_RT_NATIVE_QUEUE && !status) {
		pthread_mutex_lock(&own->lock);
		error = find_list(own, &own->lane[lane]);
		pthread_mutex_unlock(&own->lock);
	}
	switch (what) {
	case SYCL_RT_NATIVE_PLATFORM: *object = (uintptr_t)own->driver->id; break;
	case SYCL_RT_NATIVE_DEVICE: *object = (uintptr_t)own->id; break;
	case SYCL_RT_NATIVE_CONTEXT: *object = (uintptr_t)own->driver->context; break;
	case SYCL_RT_NATIVE_QUEUE: *object = (uintptr_t)own->lane[lane]; break;
	default: *object = (uintptr_t)((struct mark *)mark)->event;
	}
	return error ? fail(SYCL_RT_RUNTIME, error, "zeCommandListCreateImmediate") : status;
}

static int
foreign(const struct sycl_rt_device *device, uintptr_t event, bool wait)
{
	const int status = enter(device->own), error = status || !wait ? SUCCESS : ze.EventHostSynchronize((ze_event)event, UINT64_MAX);

	return error ? fail(SYCL_RT_RUNTIME, error, "zeEventHostSynchronize") : status;
}

/* The devices of a driver reach each other without being told, if they can. */
static int
peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can)
{
	const struct ze_own *own = device->own, *theirs = other->own;
	struct p2p_properties properties = { .stype = P2P_PROPERTIES };
	uint8_t reaches = 0;
	int error = own->driver == theirs->driver ? ze.DeviceCanAccessPeer(own->id, theirs->id, &reaches) : SUCCESS;

	*can = reaches;
	if (!error && reaches && what == SYCL_RT_PEER_ATOMICS) {
		error = ze.DeviceGetP2PProperties(own->id, theirs->id, &properties);
		*can = properties.flags & P2P_ATOMICS ? 1 : 0;
	}
	if (error)
		return fail(SYCL_RT_INVALID, error, "access to the memory of the other device");
	if (what == SYCL_RT_PEER_ENABLE && !reaches)
		return rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "device '%s' does not reach the memory of '%s'", device->name, other->name);
	return SYCL_RT_SUCCESS;
}

const struct rt_backend rt_backend_level_zero = {
	.name = "level_zero", .number = SYCL_RT_BACKEND_LEVEL_ZERO, .platform_name = "Level Zero",
	.platform_vendor = "Intel(R) Corporation", .waits_for_host_copies = true, .has_hints = true,
	.find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = allocate, .free = release,
	.copy = copy, .fill = fill, .load = load, .unload = unload, .facts = facts, .launch = launch_kernel,
	.start = start, .ended = ended, .times = times, .drop = drop, .native = native, .foreign = foreign, .peer = peer,
};
