/*
 * AMD GPUs through HIP, which is loaded at run time: ROCm is not needed to build
 * this.  Numbers and structures are those of HIP 6 (hip_runtime_api.h).
 */
#include "backend-streams.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"

/* --- what of HIP is used --- */

enum { MEMCPY_DEFAULT = 4, P2P_NATIVE_ATOMICS = 2 };

/* hipDeviceProp_tR0600; what lies between the members used here is left out of their names. */
struct properties {
	char name[256];
	char before_memory[32];
	size_t total_memory, shared_per_block;
	int registers, warp_size;
	size_t pitch;
	int max_threads, max_threads_dim[3], max_grid[3], clock_rate;	/* kHz */
	char before_processors[36];
	int processors, before_map[2], can_map_host_memory;
	char before_addressing[200];
	int unified_addressing, before_cache[2], l2_cache_size;
	char before_managed[32];
	int managed_memory, before_atomics[2], host_native_atomics, before_pageable, pageable_access, concurrent_managed;
	char before_arch[480];
	char arch_name[256];		/* "gfx90a:sramecc+:xnack-" */
	char rest[56];
};
_Static_assert(offsetof(struct properties, total_memory) == 288 && offsetof(struct properties, max_threads) == 320
	&& offsetof(struct properties, processors) == 388 && offsetof(struct properties, unified_addressing) == 604
	&& offsetof(struct properties, managed_memory) == 652 && offsetof(struct properties, arch_name) == 1160
	&& sizeof(struct properties) == 1472, "the layout of hipDeviceProp_tR0600");

/* What struct stream_driver does not have, or has with other parameters. */
static struct hip_functions {
	int (*init)(unsigned flags);
	int (*driver_get_version)(int *version);
	const char *(*get_error_name)(int error);
	const char *(*get_error_string)(int error);
	int (*get_device_count)(int *count);
	int (*get_properties)(struct properties *properties, int device);
	int (*set_device)(int device);
	int (*mem_get_info)(size_t *free, size_t *total);
	int (*memcpy_async)(void *to, const void *from, size_t size, int kind, stream_handle stream);
	int (*module_load_data)(module_handle *module, const void *image);
	int (*device_get_p2p_attribute)(int *value, int attribute, int device, int peer);
	int (*device_enable_peer_access)(int peer, unsigned flags);
	int (*device_disable_peer_access)(int peer);
} hip;

/* The data of sycl_rt_device.own. */
struct hip_device {
	struct stream_device stream;
	struct properties properties;
	char target[32];		/* "amd_gpu_gfx90a" */
	uint32_t sub_group_size[1];
};

enum { MAX_DEVICES = 16, VENDOR_AMD = 0x1002 };

static struct stream_driver driver;

static int
enter(const struct sycl_rt_device *device)
{
	const struct hip_device *own = device->own;
	int error = hip.set_device(own->stream.device);

	return error ? streams_fail(&driver, SYCL_RT_RUNTIME, error, "hipSetDevice") : SYCL_RT_SUCCESS;
}

static int
copy_async(void *to, const void *from, size_t size, stream_handle stream)
{
	return hip.memcpy_async(to, from, size, MEMCPY_DEFAULT, stream);
}

static int
peer_enable(const struct sycl_rt_device *other)
{
	return hip.device_enable_peer_access(((const struct stream_device *)other->own)->device, 0);
}

static int
peer_disable(const struct sycl_rt_device *other)
{
	return hip.device_disable_peer_access(((const struct stream_device *)other->own)->device);
}

static int
peer_atomics(int *can, int device, int other)
{
	return hip.device_get_p2p_attribute(can, P2P_NATIVE_ATOMICS, device, other);
}

/* --- devices --- */

static const char *
error_name(int error)
{
	return hip.get_error_name(error);
}

static const char *
error_text(int error)
{
	return hip.get_error_string(error);
}

#define HIP(MEMBER) offsetof(struct hip_functions, MEMBER)
#define STREAM(MEMBER) offsetof(struct stream_driver, MEMBER)
static const struct stream_symbol own_symbols[] = {
	{ "hipInit", HIP(init), false }, { "hipDriverGetVersion", HIP(driver_get_version), false },
	{ "hipGetErrorName", HIP(get_error_name), false }, { "hipGetErrorString", HIP(get_error_string), false },
	{ "hipGetDeviceCount", HIP(get_device_count), false }, { "hipGetDevicePropertiesR0600", HIP(get_properties), false },
	{ "hipSetDevice", HIP(set_device), false }, { "hipMemGetInfo", HIP(mem_get_info), false },
	{ "hipMemcpyAsync", HIP(memcpy_async), false },
	{ "hipModuleLoadData", HIP(module_load_data), false },
	{ "hipDeviceGetP2PAttribute", HIP(device_get_p2p_attribute), false },
	{ "hipDeviceEnablePeerAccess", HIP(device_enable_peer_access), false },
	{ "hipDeviceDisablePeerAccess", HIP(device_disable_peer_access), false },
};
static const struct stream_symbol stream_symbols[] = {
	{ "hipMalloc", STREAM(mem_alloc), false }, { "hipMallocManaged", STREAM(mem_alloc_managed), false },
	{ "hipHostMalloc", STREAM(mem_host_alloc), false }, { "hipFree", STREAM(mem_free), false },
	{ "hipHostFree", STREAM(mem_free_host), false }, { "hipPointerGetAttribute", STREAM(pointer_get_attribute), false },
	{ "hipMemsetD8Async", STREAM(memset_d8_async), false }, { "hipMemsetD16Async", STREAM(memset_d16_async), false },
	{ "hipMemsetD32Async", STREAM(memset_d32_async), false }, { "hipModuleUnload", STREAM(module_unload), false },
	{ "hipModuleGetFunction", STREAM(module_get_function), false }, { "hipModuleGetGlobal", STREAM(module_get_global), false },
	{ "hipFuncGetAttribute", STREAM(func_get_attribute), false }, { "hipModuleLaunchKernel", STREAM(launch_kernel), false },
	{ "hipStreamCreateWithFlags", STREAM(stream_create), false }, { "hipStreamSynchronize", STREAM(stream_synchronize), false },
	{ "hipStreamWaitEvent", STREAM(stream_wait_event), false }, { "hipEventCreateWithFlags", STREAM(event_create), false },
	{ "hipEventRecord", STREAM(event_record), false }, { "hipEventQuery", STREAM(event_query), false },
	{ "hipEventSynchronize", STREAM(event_synchronize), false }, { "hipEventElapsedTime", STREAM(event_elapsed_time), false },
	{ "hipDeviceSynchronize", STREAM(synchronize), false }, { "hipDeviceCanAccessPeer", STREAM(peer_access), false },
	{ "hipMemPrefetchAsync", STREAM(mem_prefetch_async), true }, { "hipMemAdvise", STREAM(mem_advise), true },
};

/* Loads the driver; false, with a line in the trace, when it cannot be used. */
static bool
load_driver(void)
{
	void *library = dlopen("libamdhip64.so.6", RTLD_NOW | RTLD_LOCAL);
	const char *name;
	int error;

	if (!library)
		library = dlopen("libamdhip64.so", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		rt_device_missing("hip: no driver: %s", dlerror());
		return false;
	}
	if (!streams_find_symbols("hip", library, &hip, own_symbols, sizeof own_symbols / sizeof *own_symbols)
	    || !streams_find_symbols("hip", library, &driver, stream_symbols, sizeof stream_symbols / sizeof *stream_symbols))
		return false;
	error = hip.init(0);
	if (error == STREAM_SUCCESS)
		return true;
	name = hip.get_error_name(error);
	rt_device_missing("hip: hipInit failed: %s", name ? name : "unknown error");
	return false;
}

static void
describe(struct sycl_rt_device *device, struct hip_device *own)
{
	const struct properties *has = &own->properties;
	const struct rt_aspect list[] = {
		{ "gpu", true }, { "fp16", true }, { "fp64", true }, { "atomic64", true }, { "queue_profiling", true },
		{ "ext_intel_free_memory", true }, { "ext_oneapi_device_wait", true }, { "ext_oneapi_graph", true }, { "ext_oneapi_limited_graph", true },
		{ "usm_device_allocations", true }, { "usm_host_allocations", has->can_map_host_memory },
		{ "usm_shared_allocations", has->managed_memory }, { "usm_system_allocations", has->pageable_access },
		{ "usm_atomic_host_allocations", has->can_map_host_memory && has->host_native_atomics },
		{ "usm_atomic_shared_allocations", has->managed_memory && has->concurrent_managed },
	};
	const struct target *known;

	own->sub_group_size[0] = (uint32_t)has->warp_size;
	snprintf(own->target, sizeof own->target, "amd_gpu_%.*s", (int)strcspn(has->arch_name, ":"), has->arch_name);
	known = devconfig_find(rt_targets(), own->target);
	snprintf(device->name, sizeof device->name, "%.255s", has->name);
	device->backend = &rt_backend_hip;
	device->own = own;
	device->type = (uint32_t)aspect_number("gpu");
	device->vendor = "Advanced Micro Devices, Inc.";
	device->can = (struct target){
		.name = device->name, .number = known ? known->number : 0, .triple = "amdgcn-amd-amdhsa",
		.sub_group_size = own->sub_group_size, .nsub_group_size = 1, .max_work_group_size = (uint64_t)has->max_threads,
		.aot_program = "", .aot_options = "",
	};
	rt_device_aspects(&device->can, list, sizeof list / sizeof *list);
	device->accept[0] = (struct image_accept){ own->target, true };
	device->select.accept = device->accept;
	device->select.naccept = 1;
	device->select.name = device->name;
	device->select.can = &device->can;
}

/* NULL when the device can be used, else why not. */
static const char *
refuse(const struct properties *has)
{
	if (strncmp(has->arch_name, "gfx", 3) != 0 || strlen(has->arch_name) > 200)
		return "names no architecture";
	if (!has->unified_addressing && !has->can_map_host_memory)
		return "has an address space of its own";
	return has->warp_size > 0 && has->max_threads > 0 && has->max_grid[0] > 0 && has->max_grid[1] > 0 && has->max_grid[2] > 0
		&& has->max_threads_dim[2] > 0 ? NULL : "tells no sizes of work-groups";
}

static void
find(void)
{
	static struct sycl_rt_device device[MAX_DEVICES];
	static struct hip_device own[MAX_DEVICES];
	const char *why;
	int n = 0;

	if (!load_driver())
		return;
	if (hip.get_device_count(&n) != STREAM_SUCCESS || n == 0)
		rt_device_missing("hip: the driver has no device");
	for (int i = 0; i < n && i < MAX_DEVICES; i++) {
		struct properties *has = &own[i].properties;

		if (hip.get_properties(has, i) != STREAM_SUCCESS) {
			rt_device_missing("hip: device %d does not answer", i);
			continue;
		}
		has->name[sizeof has->name - 1] = has->arch_name[sizeof has->arch_name - 1] = '\0';
		why = refuse(has);
		if (why) {
			rt_device_missing("hip: '%s' %s", has->name, why);
			continue;
		}
		own[i].stream = (struct stream_device){
			.driver = &driver, .device = i, .max_depth = (unsigned)has->max_threads_dim[2], .sub_group = (unsigned)has->warp_size,
			.max_grid = { (unsigned)has->max_grid[0], (unsigned)has->max_grid[1], (unsigned)has->max_grid[2] },
			.max_items = UINT32_MAX, .moves_managed = has->concurrent_managed,
		};
		describe(&device[i], &own[i]);
		rt_device_add(&device[i]);
	}
}

static uint64_t
ask_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	const struct properties *has = &((const struct hip_device *)device->own)->properties;
	size_t size = 0, total;

	switch (which) {
	case SYCL_RT_DEVICE_VENDOR_ID: return VENDOR_AMD;
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return (uint64_t)has->processors;
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE: return device->can.max_work_group_size;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return has->total_memory;
	case SYCL_RT_DEVICE_FREE_MEM_SIZE:
		return enter(device) == SYCL_RT_SUCCESS && hip.mem_get_info(&size, &total) == STREAM_SUCCESS ? size : 0;
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return (uint64_t)has->l2_cache_size;
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return 64;
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE: return streams_local_memory(has->shared_per_block);
	case SYCL_RT_DEVICE_CLOCK_MHZ: return (uint64_t)has->clock_rate / 1000;
	case SYCL_RT_DEVICE_VECTOR_BYTES: return 4;
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return 4000;
	default: return 0;
	}
}

static const char *
ask_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	static _Thread_local char text[48];
	const struct hip_device *own = device->own;
	int version = 0;

	switch (which) {
	case SYCL_RT_DEVICE_VERSION: return own->target + strlen("amd_gpu_");
	case SYCL_RT_DEVICE_DRIVER_VERSION:
	case SYCL_RT_PLATFORM_VERSION:
		hip.driver_get_version(&version);
		snprintf(text, sizeof text, "HIP %d.%d", version / 10000000, version / 100000 % 100);
		return text;
	default: return "";
	}
}

/* --- images --- */

static module_handle
load_image(const struct sycl_rt_device *device, const struct rt_image *image, const struct rt_links *links, void **kept, int *status)
{
	module_handle module = NULL;
	const char *name;
	size_t size;
	int error;

	*kept = NULL;
	if (links) {
		*status = rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "the device image for '%s' calls functions of other images,"
			" which HIP does not link: put them into one image", image->desc->target);
		return NULL;
	}
	*kept = streams_image_text(image, &size, status);
	if (!*kept)
		return NULL;
	error = hip.module_load_data(&module, *kept);
	if (!error)
		return module;
	name = hip.get_error_name(error);
	*status = rt_fail(SYCL_RT_BUILD, "loading the device image for '%s' failed on device '%s': %s", image->desc->target, device->name,
		name ? name : "unknown error");
	free(*kept);
	*kept = NULL;
	return NULL;
}

static void
unload(struct rt_image *image)
{
	streams_unload(image, SYCL_RT_BACKEND_HIP);
}

/* --- for programs that use HIP themselves --- */

static int
native(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object)
{
	stream_handle stream = NULL;
	int status = what == SYCL_RT_NATIVE_QUEUE ? streams_find_lane(device, lane, &stream) : enter(device);

	switch (what) {
	case SYCL_RT_NATIVE_DEVICE: *object = (uintptr_t)((const struct stream_device *)device->own)->device; break;
	case SYCL_RT_NATIVE_QUEUE: *object = (uintptr_t)stream; break;
	case SYCL_RT_NATIVE_EVENT: *object = (uintptr_t)streams_mark_event(mark); break;
	default: return rt_fail(SYCL_RT_BACKEND_MISMATCH, "HIP has neither platforms nor contexts");
	}
	return status;
}

/* The other functions are those of the library. */
static struct stream_driver driver = {
	.number = SYCL_RT_BACKEND_HIP,
	.call = {
		.memcpy_async = "hipMemcpyAsync", .mem_prefetch = "hipMemPrefetchAsync", .mem_advise = "hipMemAdvise",
		.launch_kernel = "hipModuleLaunchKernel", .stream_create = "hipStreamCreateWithFlags",
		.stream_wait_event = "hipStreamWaitEvent", .event_create = "hipEventCreateWithFlags", .event_record = "hipEventRecord",
	},
	.error_name = error_name, .error_text = error_text, .enter = enter, .load_image = load_image,
	.memcpy_async = copy_async, .peer_enable = peer_enable, .peer_disable = peer_disable, .peer_atomics = peer_atomics,
};

const struct rt_backend rt_backend_hip = {
	.name = "hip", .number = SYCL_RT_BACKEND_HIP, .gpu_names = true, .waits_for_host_copies = true, .has_hints = true,
	.platform_name = "AMD HIP", .platform_vendor = "Advanced Micro Devices, Inc.",
	.find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = streams_alloc, .free = streams_free,
	.copy = streams_copy, .fill = streams_fill, .load = streams_load, .unload = unload, .facts = streams_facts,
	.launch = streams_launch, .start = streams_start, .has_room = streams_has_room, .ended = streams_ended, .times = streams_times, .drop = streams_drop,
	.native = native, .foreign = streams_foreign, .peer = streams_peer,
};
