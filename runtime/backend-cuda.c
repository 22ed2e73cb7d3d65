/*
 * NVIDIA GPUs through CUDA's driver API, which is loaded at run time: CUDA is not
 * needed to build this.  Each device has one context, the primary one, which CUDA
 * libraries in the same process share.
 */
#include "backend-streams.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"

/* --- what of the driver is used --- */

typedef struct CUctx *CUcontext;
typedef struct CUlink *CUlinkState;

enum attribute {
	MAX_THREADS_PER_BLOCK = 1, MAX_GRID_DIM_X = 5, MAX_GRID_DIM_Y = 6, MAX_SHARED_MEMORY_PER_BLOCK = 8, WARP_SIZE = 10,
	CLOCK_RATE = 13, MULTIPROCESSOR_COUNT = 16, CAN_MAP_HOST_MEMORY = 19, L2_CACHE_SIZE = 38, UNIFIED_ADDRESSING = 41,
	COMPUTE_CAPABILITY_MAJOR = 75, COMPUTE_CAPABILITY_MINOR = 76, MANAGED_MEMORY = 83, PAGEABLE_MEMORY_ACCESS = 88,
	CONCURRENT_MANAGED_ACCESS = 89, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
};
enum input { INPUT_CUBIN = 0, INPUT_PTX = 1, INPUT_FATBINARY = 2 };
enum { P2P_ATOMICS = 3 };
enum jit_option { JIT_INFO_LOG = 3, JIT_INFO_SIZE = 4, JIT_ERROR_LOG = 5, JIT_ERROR_SIZE = 6 };

/* What struct stream_driver does not have. */
static struct cuda_functions {
	int (*init)(unsigned flags);
	int (*driver_get_version)(int *version);
	int (*get_error_name)(int error, const char **name);
	int (*get_error_string)(int error, const char **text);
	int (*device_get_count)(int *count);
	int (*device_get)(int *device, int number);
	int (*device_get_name)(char *name, int size, int device);
	int (*device_get_attribute)(int *value, int attribute, int device);
	int (*device_total_mem)(size_t *size, int device);
	int (*primary_ctx_retain)(CUcontext *context, int device);
	int (*ctx_set_current)(CUcontext context);
	int (*mem_get_info)(size_t *free, size_t *total);
	int (*module_load_data)(module_handle *module, const void *image, unsigned n, int *option, void **value);
	int (*link_create)(unsigned n, int *option, void **value, CUlinkState *state);
	int (*link_add_data)(CUlinkState state, int type, void *data, size_t size, const char *name, unsigned n, int *option,
		void **value);
	int (*link_complete)(CUlinkState state, void **code, size_t *size);
	int (*link_destroy)(CUlinkState state);
	int (*ctx_enable_peer_access)(CUcontext peer, unsigned flags);
	int (*ctx_disable_peer_access)(CUcontext peer);
	int (*device_get_p2p_attribute)(int *value, int attribute, int device, int peer);
	/* What drivers before 12.4 lack. */
	int (*module_get_function_count)(unsigned *count, module_handle module);
	int (*module_enumerate_functions)(function_handle *function, unsigned n, module_handle module);
	int (*func_load)(function_handle function);
} cu;

/* The data of sycl_rt_device.own. */
struct cuda_device {
	struct stream_device stream;
	int capability;			/* 90 for 9.0 */
	CUcontext context;		/* guarded by lock until it is set */
};

enum { MAX_DEVICES = 16, LOG_SIZE = 8192, MAX_LOCAL_Z = 64, MAX_GROUPS = 65535 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* contexts */

static struct stream_driver driver;

static const char *
error_name(int error)
{
	const char *name = NULL;

	cu.get_error_name(error, &name);
	return name;
}

static const char *
error_text(int error)
{
	const char *text = NULL;

	cu.get_error_string(error, &text);
	return text;
}

static int
attribute(int device, enum attribute which)
{
	int value = 0;

	return cu.device_get_attribute(&value, which, device) == STREAM_SUCCESS ? value : 0;
}

/* Makes the device current for this thread; returns a status. */
static int
enter(const struct sycl_rt_device *device)
{
	struct cuda_device *own = device->own;
	int error = STREAM_SUCCESS;

	pthread_mutex_lock(&lock);
	if (!own->context)
		error = cu.primary_ctx_retain(&own->context, own->stream.device);
	pthread_mutex_unlock(&lock);
	if (error)
		return streams_fail(&driver, SYCL_RT_RUNTIME, error, "cuDevicePrimaryCtxRetain");
	error = cu.ctx_set_current(own->context);
	return error ? streams_fail(&driver, SYCL_RT_RUNTIME, error, "cuCtxSetCurrent") : SYCL_RT_SUCCESS;
}

/* --- devices --- */

/* The targets whose images a device accepts, by capability; numbers of share/target-numbers.txt. */
static const struct {
	int capability;
	uint32_t number;
	const char *name;
} targets[] = {
	{ 50, 0x1002c, "nvidia_gpu_sm_50" }, { 52, 0x1002d, "nvidia_gpu_sm_52" }, { 53, 0x1002e, "nvidia_gpu_sm_53" },
	{ 60, 0x1002f, "nvidia_gpu_sm_60" }, { 61, 0x10030, "nvidia_gpu_sm_61" }, { 62, 0x10031, "nvidia_gpu_sm_62" },
	{ 70, 0x10032, "nvidia_gpu_sm_70" }, { 72, 0x10033, "nvidia_gpu_sm_72" }, { 75, 0x10034, "nvidia_gpu_sm_75" },
	{ 80, 0x10035, "nvidia_gpu_sm_80" }, { 86, 0x10036, "nvidia_gpu_sm_86" }, { 87, 0x10037, "nvidia_gpu_sm_87" },
	{ 89, 0x10038, "nvidia_gpu_sm_89" }, { 90, 0x10039, "nvidia_gpu_sm_90" },
};
enum { N_TARGETS = sizeof targets / sizeof *targets, NUMBER_SM_90A = 0x1003a, NUMBER_PTX = 0x1003b };

/* The aspects of the device, from its driver's attributes. */
static void
describe_aspects(struct target *can, int device, int capability)
{
	const struct rt_aspect list[] = {
		{ "gpu", true }, { "fp64", true }, { "online_compiler", true }, { "online_linker", true }, { "queue_profiling", true },
		{ "ext_intel_free_memory", true }, { "ext_oneapi_device_wait", true }, { "ext_oneapi_graph", true }, { "ext_oneapi_limited_graph", true },
		{ "fp16", capability >= 53 }, { "atomic64", capability >= 60 },
		{ "usm_device_allocations", attribute(device, UNIFIED_ADDRESSING) },
		{ "usm_host_allocations", attribute(device, CAN_MAP_HOST_MEMORY) },
		{ "usm_shared_allocations", attribute(device, MANAGED_MEMORY) },
		{ "usm_system_allocations", attribute(device, PAGEABLE_MEMORY_ACCESS) },
		{ "usm_atomic_host_allocations", attribute(device, CAN_MAP_HOST_MEMORY) && capability >= 60 },
		{ "usm_atomic_shared_allocations", attribute(device, CONCURRENT_MANAGED_ACCESS) },
	};

	rt_device_aspects(can, list, sizeof list / sizeof *list);
}

/* Accepts images for the device itself, for older ones (their PTX is compiled for this one), and for all. */
static void
accept_targets(struct sycl_rt_device *device, int capability)
{
	static const char *const portable[] = { "nvptx64-nvidia-cuda", "nvptx64", "ptx64", "nvptx64-nvidia-cuda-sycldevice" };
	size_t n = 0;

	if (capability == 90)
		device->accept[n++] = (struct image_accept){ "nvidia_gpu_sm_90a", true };
	for (size_t i = N_TARGETS; i-- > 0;)
		if (targets[i].capability <= capability)
			device->accept[n++] = (struct image_accept){ targets[i].name, true };
	/* PTX for all devices is that of sm_75. */
	for (size_t i = 0; i < sizeof portable / sizeof *portable && capability >= 75; i++)
		device->accept[n++] = (struct image_accept){ portable[i], true };
	device->select.accept = device->accept;
	device->select.naccept = n;
}

static void
describe(struct sycl_rt_device *device, int handle, int capability)
{
	static uint32_t sub_group_size[] = { 32 };
	/* Targets that the device is, besides its own. */
	static uint32_t more[] = { NUMBER_PTX, NUMBER_SM_90A };
	int threads = attribute(handle, MAX_THREADS_PER_BLOCK);

	device->backend = &rt_backend_cuda;
	device->type = (uint32_t)aspect_number("gpu");
	device->vendor = "NVIDIA Corporation";
	device->can = (struct target){
		.name = device->name, .triple = "nvptx64-nvidia-cuda", .sub_group_size = sub_group_size, .nsub_group_size = 1,
		.max_work_group_size = threads > 0 ? (uint64_t)threads : 1024, .aot_program = "", .aot_options = "",
	};
	for (size_t i = 0; i < N_TARGETS; i++)
		if (targets[i].capability <= capability)
			device->can.number = targets[i].number;
	device->select.number = more;
	device->select.nnumber = capability == 90 ? 2 : 1;
	device->select.name = device->name;
	device->select.can = &device->can;
	describe_aspects(&device->can, handle, capability);
	accept_targets(device, capability);
}

#define CU(MEMBER) offsetof(struct cuda_functions, MEMBER)
#define STREAM(MEMBER) offsetof(struct stream_driver, MEMBER)
static const struct stream_symbol own_symbols[] = {
	{ "cuInit", CU(init), false }, { "cuDriverGetVersion", CU(driver_get_version), false },
	{ "cuGetErrorName", CU(get_error_name), false }, { "cuGetErrorString", CU(get_error_string), false },
	{ "cuDeviceGetCount", CU(device_get_count), false }, { "cuDeviceGet", CU(device_get), false },
	{ "cuDeviceGetName", CU(device_get_name), false }, { "cuDeviceGetAttribute", CU(device_get_attribute), false },
	{ "cuDeviceTotalMem_v2", CU(device_total_mem), false }, { "cuDevicePrimaryCtxRetain", CU(primary_ctx_retain), false },
	{ "cuCtxSetCurrent", CU(ctx_set_current), false }, { "cuMemGetInfo_v2", CU(mem_get_info), false },
	{ "cuModuleLoadDataEx", CU(module_load_data), false }, { "cuLinkCreate_v2", CU(link_create), false },
	{ "cuLinkAddData_v2", CU(link_add_data), false }, { "cuLinkComplete", CU(link_complete), false },
	{ "cuLinkDestroy", CU(link_destroy), false }, { "cuCtxEnablePeerAccess", CU(ctx_enable_peer_access), false },
	{ "cuCtxDisablePeerAccess", CU(ctx_disable_peer_access), false },
	{ "cuDeviceGetP2PAttribute", CU(device_get_p2p_attribute), false },
	{ "cuModuleGetFunctionCount", CU(module_get_function_count), true },
	{ "cuModuleEnumerateFunctions", CU(module_enumerate_functions), true }, { "cuFuncLoad", CU(func_load), true },
};
/* The last two are those of before 13, which may go one day. */
static const struct stream_symbol stream_symbols[] = {
	{ "cuMemAlloc_v2", STREAM(mem_alloc), false }, { "cuMemAllocManaged", STREAM(mem_alloc_managed), false },
	{ "cuMemHostAlloc", STREAM(mem_host_alloc), false }, { "cuMemFree_v2", STREAM(mem_free), false },
	{ "cuMemFreeHost", STREAM(mem_free_host), false }, { "cuPointerGetAttribute", STREAM(pointer_get_attribute), false },
	{ "cuMemcpyAsync", STREAM(memcpy_async), false },
	{ "cuMemsetD8Async", STREAM(memset_d8_async), false }, { "cuMemsetD16Async", STREAM(memset_d16_async), false },
	{ "cuMemsetD32Async", STREAM(memset_d32_async), false }, { "cuModuleUnload", STREAM(module_unload), false },
	{ "cuModuleGetFunction", STREAM(module_get_function), false }, { "cuModuleGetGlobal_v2", STREAM(module_get_global), false },
	{ "cuFuncGetAttribute", STREAM(func_get_attribute), false }, { "cuFuncSetAttribute", STREAM(func_set_attribute), false },
	{ "cuLaunchKernel", STREAM(launch_kernel), false }, { "cuStreamCreate", STREAM(stream_create), false },
	{ "cuStreamSynchronize", STREAM(stream_synchronize), false }, { "cuStreamWaitEvent", STREAM(stream_wait_event), false },
	{ "cuEventCreate", STREAM(event_create), false }, { "cuEventRecord", STREAM(event_record), false },
	{ "cuEventQuery", STREAM(event_query), false }, { "cuEventSynchronize", STREAM(event_synchronize), false },
	{ "cuEventElapsedTime", STREAM(event_elapsed_time), false }, { "cuCtxSynchronize", STREAM(synchronize), false },
	{ "cuDeviceCanAccessPeer", STREAM(peer_access), false }, { "cuMemPrefetchAsync", STREAM(mem_prefetch_async), true },
	{ "cuMemAdvise", STREAM(mem_advise), true },
};

/* Loads the driver; false, with a line in the trace, when it cannot be used. */
static bool
load_driver(void)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	const char *name;
	int error;

	if (!library) {
		rt_device_missing("cuda: no driver: %s", dlerror());
		return false;
	}
	if (!streams_find_symbols("cuda", library, &cu, own_symbols, sizeof own_symbols / sizeof *own_symbols)
	    || !streams_find_symbols("cuda", library, &driver, stream_symbols, sizeof stream_symbols / sizeof *stream_symbols))
		return false;
	error = cu.init(0);
	if (error == STREAM_SUCCESS)
		return true;
	name = error_name(error);
	rt_device_missing("cuda: cuInit failed: %s", name ? name : "unknown error");
	return false;
}

static void
find(void)
{
	static struct sycl_rt_device device[MAX_DEVICES];
	static struct cuda_device own[MAX_DEVICES];
	int n = 0, handle, capability;

	if (!load_driver())
		return;
	if (cu.device_get_count(&n) != STREAM_SUCCESS || n == 0)
		rt_device_missing("cuda: the driver has no device");
	for (int i = 0; i < n && i < MAX_DEVICES; i++) {
		if (cu.device_get(&handle, i) != STREAM_SUCCESS
		    || cu.device_get_name(device[i].name, sizeof device[i].name, handle) != STREAM_SUCCESS) {
			rt_device_missing("cuda: device %d does not answer", i);
			continue;
		}
		capability = attribute(handle, COMPUTE_CAPABILITY_MAJOR) * 10 + attribute(handle, COMPUTE_CAPABILITY_MINOR);
		if (capability < targets[0].capability || !attribute(handle, UNIFIED_ADDRESSING)) {
			rt_device_missing("cuda: '%s' (compute capability %d.%d) is too old", device[i].name, capability / 10,
				capability % 10);
			continue;
		}
		own[i] = (struct cuda_device){
			.stream = { .driver = &driver, .device = handle, .max_grid = { INT32_MAX, MAX_GROUPS, MAX_GROUPS }, .max_depth = MAX_LOCAL_Z,
				.sub_group = 32, .max_items = UINT64_MAX, .moves_managed = attribute(handle, CONCURRENT_MANAGED_ACCESS) },
			.capability = capability,
		};
		device[i].own = &own[i];
		describe(&device[i], handle, capability);
		rt_device_add(&device[i]);
	}
}

static uint64_t
ask_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	const struct cuda_device *own = device->own;
	size_t size = 0, total;

	switch (which) {
	case SYCL_RT_DEVICE_VENDOR_ID: return 0x10de;
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return (uint64_t)attribute(own->stream.device, MULTIPROCESSOR_COUNT);
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE: return device->can.max_work_group_size;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return cu.device_total_mem(&size, own->stream.device) == STREAM_SUCCESS ? size : 0;
	case SYCL_RT_DEVICE_FREE_MEM_SIZE:
		return enter(device) == SYCL_RT_SUCCESS && cu.mem_get_info(&size, &total) == STREAM_SUCCESS ? size : 0;
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return (uint64_t)attribute(own->stream.device, L2_CACHE_SIZE);
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return 128;
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE:
		size = (size_t)attribute(own->stream.device, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
		return streams_local_memory(size ? size : (uint64_t)attribute(own->stream.device, MAX_SHARED_MEMORY_PER_BLOCK));
	case SYCL_RT_DEVICE_CLOCK_MHZ: return (uint64_t)attribute(own->stream.device, CLOCK_RATE) / 1000;
	case SYCL_RT_DEVICE_VECTOR_BYTES: return 4;
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return 4000;
	default: return 0;
	}
}

static const char *
ask_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	static _Thread_local char text[32];
	const struct cuda_device *own = device->own;
	int version = 0;

	switch (which) {
	case SYCL_RT_DEVICE_VERSION:
		snprintf(text, sizeof text, "%d.%d", own->capability / 10, own->capability % 10);
		return text;
	case SYCL_RT_DEVICE_DRIVER_VERSION:
	case SYCL_RT_PLATFORM_VERSION:
		cu.driver_get_version(&version);
		snprintf(text, sizeof text, "CUDA %d.%d", version / 1000, version % 1000 / 10);
		return text;
	default: return "";
	}
}

/* --- images --- */

/* Drivers load a kernel when it is first launched, and that waits for all kernels that run: better now. */
static void
load_functions(module_handle module)
{
	function_handle *function;
	unsigned n = 0;

	if (!cu.module_get_function_count || !cu.module_enumerate_functions || !cu.func_load
	    || cu.module_get_function_count(&n, module) != STREAM_SUCCESS || n == 0)
		return;
	function = calloc(n, sizeof *function);
	if (function && cu.module_enumerate_functions(function, n, module) == STREAM_SUCCESS)
		for (unsigned i = 0; i < n; i++)
			cu.func_load(function[i]);
	free(function);
}

/* What the driver's compiler and linker say. */
struct build {
	char log[LOG_SIZE];
	int option[2];
	void *value[2];
};

static void
build_init(struct build *build)
{
	*build = (struct build){ .option = { JIT_ERROR_LOG, JIT_ERROR_SIZE }, .value = { build->log, (void *)(uintptr_t)sizeof build->log } };
}

/* The error of building the image, as a status. */
static int
build_fail(struct build *build, const struct sycl_rt_device *device, const struct rt_image *image, int error)
{
	const char *name = error_name(error);

	build->log[sizeof build->log - 1] = '\0';
	return rt_fail(SYCL_RT_BUILD, "building the device image for '%s' failed on device '%s': %s%s%s", image->desc->target,
		device->name, name ? name : "unknown error", *build->log ? ":\n" : "", build->log);
}

static enum input
input_type(const char *bytes, size_t size)
{
	static const unsigned char fat[] = { 0x50, 0xed, 0x55, 0xba };

	if (size > 4 && memcmp(bytes, "\177ELF", 4) == 0)
		return INPUT_CUBIN;
	return size > 4 && memcmp(bytes, fat, sizeof fat) == 0 ? INPUT_FATBINARY : INPUT_PTX;
}

/* Adds the image to what is linked; an error of the driver, or 0, maybe with *status set. */
static int
add_linked(CUlinkState state, const struct rt_image *image, int *status)
{
	size_t size;
	char *text = streams_image_text(image, &size, status);
	enum input type;
	int error;

	if (!text)
		return STREAM_SUCCESS;
	type = input_type(text, size);
	/* The NUL is part of PTX. */
	error = cu.link_add_data(state, type, text, size + (type == INPUT_PTX), image->desc->target, 0, NULL, NULL);
	free(text);
	return error;
}

/* The image with those that it imports functions of, linked. */
static module_handle
link_module(const struct sycl_rt_device *device, const struct rt_image *image, const struct rt_links *links, int *status)
{
	struct build build;
	CUlinkState state;
	module_handle module = NULL;
	size_t size;
	void *code;
	int error;

	build_init(&build);
	error = cu.link_create(2, build.option, build.value, &state);
	if (error) {
		*status = build_fail(&build, device, image, error);
		return NULL;
	}
	error = add_linked(state, image, status);
	for (size_t i = 0; i < links->n && !error && !*status; i++)
		error = add_linked(state, links->image[i], status);
	if (!error && !*status)
		error = cu.link_complete(state, &code, &size);
	if (!error && !*status)
		error = cu.module_load_data(&module, code, 0, NULL, NULL);
	if (error)
		*status = build_fail(&build, device, image, error);
	cu.link_destroy(state);
	return module;
}

static module_handle
load_module(const struct sycl_rt_device *device, const struct rt_image *image, int *status)
{
	struct build build;
	module_handle module = NULL;
	size_t size;
	char *text = streams_image_text(image, &size, status);
	int error;

	if (!text)
		return NULL;
	build_init(&build);
	error = cu.module_load_data(&module, text, 2, build.option, build.value);
	free(text);
	if (error)
		*status = build_fail(&build, device, image, error);
	return module;
}

static module_handle
load_image(const struct sycl_rt_device *device, const struct rt_image *image, const struct rt_links *links, void **kept,
	int *status)
{
	module_handle module = links ? link_module(device, image, links, status) : load_module(device, image, status);

	*kept = NULL;
	if (module)
		load_functions(module);
	return module;
}

static void
unload(struct rt_image *image)
{
	streams_unload(image, SYCL_RT_BACKEND_CUDA);
}

/* --- for programs that use CUDA themselves, and for other devices --- */

static int
native(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object)
{
	const struct cuda_device *own = device->own;
	stream_handle stream = NULL;
	int status = what == SYCL_RT_NATIVE_QUEUE ? streams_find_lane(device, lane, &stream) : enter(device);

	switch (what) {
	case SYCL_RT_NATIVE_DEVICE: *object = (uintptr_t)own->stream.device; break;
	case SYCL_RT_NATIVE_CONTEXT: *object = (uintptr_t)own->context; break;
	case SYCL_RT_NATIVE_QUEUE: *object = (uintptr_t)stream; break;
	case SYCL_RT_NATIVE_EVENT: *object = (uintptr_t)streams_mark_event(mark); break;
	default: return rt_fail(SYCL_RT_BACKEND_MISMATCH, "CUDA has no platforms");
	}
	return status;
}

static int
peer_enable(const struct sycl_rt_device *other)
{
	return cu.ctx_enable_peer_access(((const struct cuda_device *)other->own)->context, 0);
}

static int
peer_disable(const struct sycl_rt_device *other)
{
	return cu.ctx_disable_peer_access(((const struct cuda_device *)other->own)->context);
}

static int
peer_atomics(int *can, int device, int other)
{
	return cu.device_get_p2p_attribute(can, P2P_ATOMICS, device, other);
}

/* The other functions are those of the library. */
static struct stream_driver driver = {
	.number = SYCL_RT_BACKEND_CUDA,
	.call = {
		.memcpy_async = "cuMemcpyAsync", .mem_prefetch = "cuMemPrefetchAsync", .mem_advise = "cuMemAdvise",
		.func_set_attribute = "cuFuncSetAttribute", .launch_kernel = "cuLaunchKernel", .stream_create = "cuStreamCreate",
		.stream_wait_event = "cuStreamWaitEvent", .event_create = "cuEventCreate", .event_record = "cuEventRecord",
	},
	.error_name = error_name, .error_text = error_text, .enter = enter, .load_image = load_image,
	.peer_enable = peer_enable, .peer_disable = peer_disable, .peer_atomics = peer_atomics,
};

const struct rt_backend rt_backend_cuda = {
	.name = "cuda", .number = SYCL_RT_BACKEND_CUDA, .gpu_names = true, .waits_for_host_copies = true, .has_hints = true,
	.platform_name = "NVIDIA CUDA", .platform_vendor = "NVIDIA Corporation",
	.find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = streams_alloc, .free = streams_free,
	.copy = streams_copy, .fill = streams_fill, .load = streams_load, .unload = unload, .facts = streams_facts,
	.launch = streams_launch, .start = streams_start, .has_room = streams_has_room, .ended = streams_ended, .times = streams_times, .drop = streams_drop,
	.native = native, .foreign = streams_foreign, .peer = streams_peer,
};
