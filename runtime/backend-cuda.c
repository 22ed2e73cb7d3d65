/*
 * NVIDIA GPUs through CUDA's driver API, which is loaded at run time: CUDA is not
 * needed to build this.  Each device has one context, the primary one, which CUDA
 * libraries in the same process share.
 */
#include "backend.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"

/* --- what of the driver is used --- */

typedef struct CUctx *CUcontext;
typedef struct CUmod *CUmodule;
typedef struct CUfunc *CUfunction;
typedef struct CUstr *CUstream;
typedef struct CUev *CUevent;
typedef struct CUlink *CUlinkState;
typedef uint64_t CUdeviceptr;

enum { CUDA_SUCCESS = 0, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_READY = 600 };
enum { STREAM_NON_BLOCKING = 1, EVENT_DISABLE_TIMING = 2 };
enum attribute {
	MAX_THREADS_PER_BLOCK = 1, MAX_GRID_DIM_X = 5, MAX_GRID_DIM_Y = 6, MAX_SHARED_MEMORY_PER_BLOCK = 8, WARP_SIZE = 10,
	CLOCK_RATE = 13, MULTIPROCESSOR_COUNT = 16, CAN_MAP_HOST_MEMORY = 19, L2_CACHE_SIZE = 38, UNIFIED_ADDRESSING = 41,
	COMPUTE_CAPABILITY_MAJOR = 75, COMPUTE_CAPABILITY_MINOR = 76, MANAGED_MEMORY = 83, PAGEABLE_MEMORY_ACCESS = 88,
	CONCURRENT_MANAGED_ACCESS = 89, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
};
enum function_attribute { FUNC_MAX_THREADS = 0, FUNC_SHARED_SIZE = 1, FUNC_LOCAL_SIZE = 3, FUNC_MAX_DYNAMIC_SHARED = 8 };
enum input { INPUT_CUBIN = 0, INPUT_PTX = 1, INPUT_FATBINARY = 2 };
enum { HOST_LOCATION = -1, LAST_ADVICE = 6, P2P_ATOMICS = 3 };
enum jit_option { JIT_INFO_LOG = 3, JIT_INFO_SIZE = 4, JIT_ERROR_LOG = 5, JIT_ERROR_SIZE = 6 };
enum { MEM_ATTACH_GLOBAL = 1, HOST_ALLOC_PORTABLE_MAPPED = 3 };
/* The stream of the calling thread, which does not wait for other streams. */
#define STREAM_PER_THREAD ((CUstream)(uintptr_t)2)

#define FUNCTIONS(F) \
	F(Init, (unsigned flags)) \
	F(DriverGetVersion, (int *version)) \
	F(GetErrorName, (int error, const char **name)) \
	F(GetErrorString, (int error, const char **text)) \
	F(DeviceGetCount, (int *count)) \
	F(DeviceGet, (int *device, int number)) \
	F(DeviceGetName, (char *name, int size, int device)) \
	F(DeviceGetAttribute, (int *value, int attribute, int device)) \
	F(DeviceTotalMem_v2, (size_t *size, int device)) \
	F(DevicePrimaryCtxRetain, (CUcontext *context, int device)) \
	F(CtxSetCurrent, (CUcontext context)) \
	F(CtxGetCurrent, (CUcontext *context)) \
	F(MemAlloc_v2, (CUdeviceptr *memory, size_t size)) \
	F(MemFree_v2, (CUdeviceptr memory)) \
	F(MemGetInfo_v2, (size_t *free, size_t *total)) \
	F(MemAllocManaged, (CUdeviceptr *memory, size_t size, unsigned flags)) \
	F(MemHostAlloc, (void **memory, size_t size, unsigned flags)) \
	F(MemFreeHost, (void *memory)) \
	F(Memcpy, (CUdeviceptr to, CUdeviceptr from, size_t size)) \
	F(MemsetD8_v2, (CUdeviceptr to, unsigned char value, size_t count)) \
	F(MemsetD16_v2, (CUdeviceptr to, unsigned short value, size_t count)) \
	F(MemsetD32_v2, (CUdeviceptr to, unsigned value, size_t count)) \
	F(ModuleLoadDataEx, (CUmodule *module, const void *image, unsigned n, int *option, void **value)) \
	F(ModuleUnload, (CUmodule module)) \
	F(ModuleGetFunction, (CUfunction *function, CUmodule module, const char *name)) \
	F(ModuleGetGlobal_v2, (CUdeviceptr *address, size_t *size, CUmodule module, const char *name)) \
	F(FuncGetAttribute, (int *value, int attribute, CUfunction function)) \
	F(FuncSetAttribute, (CUfunction function, int attribute, int value)) \
	F(LaunchKernel, (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, \
		unsigned shared, CUstream stream, void **parameters, void **extra)) \
	F(StreamSynchronize, (CUstream stream)) \
	F(StreamCreate, (CUstream *stream, unsigned flags)) \
	F(StreamWaitEvent, (CUstream stream, CUevent event, unsigned flags)) \
	F(CtxSynchronize, (void)) \
	F(MemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)) \
	F(MemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream)) \
	F(MemsetD16Async, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream)) \
	F(MemsetD32Async, (CUdeviceptr to, unsigned value, size_t count, CUstream stream)) \
	F(EventCreate, (CUevent *event, unsigned flags)) \
	F(EventRecord, (CUevent event, CUstream stream)) \
	F(EventQuery, (CUevent event)) \
	F(EventSynchronize, (CUevent event)) \
	F(EventElapsedTime, (float *milliseconds, CUevent begin, CUevent end)) \
	F(LinkCreate_v2, (unsigned n, int *option, void **value, CUlinkState *state)) \
	F(LinkAddData_v2, (CUlinkState state, int type, void *data, size_t size, const char *name, unsigned n, int *option, void **value)) \
	F(LinkComplete, (CUlinkState state, void **code, size_t *size)) \
	F(LinkDestroy, (CUlinkState state)) \
	F(DeviceCanAccessPeer, (int *can, int device, int peer)) \
	F(DeviceGetP2PAttribute, (int *value, int attribute, int device, int peer)) \
	F(CtxEnablePeerAccess, (CUcontext peer, unsigned flags)) \
	F(CtxDisablePeerAccess, (CUcontext peer))

/* What drivers before 12.4 lack; the last two are those of before 13, which may go one day. */
#define NEW_FUNCTIONS(F) \
	F(ModuleGetFunctionCount, (unsigned *count, CUmodule module)) \
	F(ModuleEnumerateFunctions, (CUfunction *function, unsigned n, CUmodule module)) \
	F(FuncLoad, (CUfunction function)) \
	F(MemPrefetchAsync, (CUdeviceptr memory, size_t size, int to, CUstream stream)) \
	F(MemAdvise, (CUdeviceptr memory, size_t size, int advice, int device))

#define DECLARE(NAME, PARAMETERS) int (*NAME) PARAMETERS;
static struct {
	FUNCTIONS(DECLARE)
	NEW_FUNCTIONS(DECLARE)
} cu;

/* One kernel of a module. */
struct cuda_kernel {
	struct rt_loaded loaded;
	const char *name;
	CUfunction function;
	uint32_t required[3];		/* work-group size, in CUDA's order; all 0: any */
	int max_threads, shared;	/* of a work-group; static local memory */
	_Atomic int dynamic;		/* bytes of dynamic local memory that the driver was told of */
	struct cuda_kernel *next;
};

/* A block that is larger than what the program got, for its alignment; in a list of them all. */
struct padded {
	void *given, *block;
	struct padded *next;
};

/* Specialization constants in the device's memory. */
struct constants {
	CUdeviceptr memory;
	uint8_t *values;
	struct constants *next;
};

/* An image on a device. */
struct rt_module {
	const struct sycl_rt_device *device;
	uint64_t linked[2];		/* hash of the images that it is linked with; 0: with none */
	CUmodule module;
	struct cuda_kernel *kernel;
	struct constants *constants;
	struct rt_module *next;
};

/* The data of sycl_rt_device.own. */
struct cuda_device {
	int device, capability;		/* its handle; 90 for 9.0 */
	CUcontext context;
	CUstream lane[RT_LANES];	/* guarded by the caller of start(), like what follows */
	CUevent reference;		/* its time is reference_time of sycl_rt_now() */
	uint64_t reference_time;
	struct mark *spare[2];		/* to be used again; [1]: with times */
};

/* Started work. */
struct mark {
	const struct sycl_rt_device *device;
	CUevent begin, end;		/* begin is NULL unless it was started with timed */
	CUevent reference;		/* of the device when it was started */
	uint64_t reference_time;
	struct mark *next;		/* of those to be used again */
};

enum { MAX_DEVICES = 16, LOG_SIZE = 8192, RANGE_WORK_GROUP = 256, MAX_LOCAL_Z = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* contexts, and all modules */

/* The driver's error as an exception's text. */
static int
fail(enum sycl_rt_status status, int error, const char *what)
{
	const char *name = NULL, *text = NULL;

	cu.GetErrorName(error, &name);
	cu.GetErrorString(error, &text);
	if (error == CUDA_ERROR_OUT_OF_MEMORY)
		status = SYCL_RT_MEMORY_ALLOCATION;
	return rt_fail(status, "%s failed: %s (%s)", what, name ? name : "unknown error", text ? text : "no text");
}

static int
attribute(int device, enum attribute which)
{
	int value = 0;

	return cu.DeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

/* Makes the device current for this thread; returns a status. */
static int
enter(const struct sycl_rt_device *device)
{
	struct cuda_device *own = device->own;
	int error = CUDA_SUCCESS;

	pthread_mutex_lock(&lock);
	if (!own->context)
		error = cu.DevicePrimaryCtxRetain(&own->context, own->device);
	pthread_mutex_unlock(&lock);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "cuDevicePrimaryCtxRetain");
	error = cu.CtxSetCurrent(own->context);
	return error ? fail(SYCL_RT_RUNTIME, error, "cuCtxSetCurrent") : SYCL_RT_SUCCESS;
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

/* Loads the driver; false, with a line in the trace, when it cannot be used. */
static bool
load_driver(void)
{
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *symbol;
	const char *name = "unknown error";
	int error;

	if (!driver) {
		rt_device_missing("cuda: no driver: %s", dlerror());
		return false;
	}
#define FIND(NAME, PARAMETERS) \
	symbol = dlsym(driver, "cu" #NAME); \
	if (!symbol) { \
		rt_device_missing("cuda: the driver lacks 'cu" #NAME "': it is too old"); \
		return false; \
	} \
	memcpy(&cu.NAME, &symbol, sizeof symbol);
	FUNCTIONS(FIND)
#define FIND_NEW(NAME, PARAMETERS) \
	symbol = dlsym(driver, "cu" #NAME); \
	memcpy(&cu.NAME, &symbol, sizeof symbol);
	NEW_FUNCTIONS(FIND_NEW)
	error = cu.Init(0);
	if (error == CUDA_SUCCESS)
		return true;
	cu.GetErrorName(error, &name);
	rt_device_missing("cuda: cuInit failed: %s", name);
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
	if (cu.DeviceGetCount(&n) != CUDA_SUCCESS || n == 0)
		rt_device_missing("cuda: the driver has no device");
	for (int i = 0; i < n && i < MAX_DEVICES; i++) {
		if (cu.DeviceGet(&handle, i) != CUDA_SUCCESS
		    || cu.DeviceGetName(device[i].name, sizeof device[i].name, handle) != CUDA_SUCCESS) {
			rt_device_missing("cuda: device %d does not answer", i);
			continue;
		}
		capability = attribute(handle, COMPUTE_CAPABILITY_MAJOR) * 10 + attribute(handle, COMPUTE_CAPABILITY_MINOR);
		if (capability < targets[0].capability || !attribute(handle, UNIFIED_ADDRESSING)) {
			rt_device_missing("cuda: '%s' (compute capability %d.%d) is too old", device[i].name, capability / 10,
				capability % 10);
			continue;
		}
		own[i] = (struct cuda_device){ .device = handle, .capability = capability };
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
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return (uint64_t)attribute(own->device, MULTIPROCESSOR_COUNT);
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE: return device->can.max_work_group_size;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return cu.DeviceTotalMem_v2(&size, own->device) == CUDA_SUCCESS ? size : 0;
	case SYCL_RT_DEVICE_FREE_MEM_SIZE:
		return enter(device) == SYCL_RT_SUCCESS && cu.MemGetInfo_v2(&size, &total) == CUDA_SUCCESS ? size : 0;
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return (uint64_t)attribute(own->device, L2_CACHE_SIZE);
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return 128;
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE:
		size = (size_t)attribute(own->device, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
		return size ? size : (uint64_t)attribute(own->device, MAX_SHARED_MEMORY_PER_BLOCK);
	case SYCL_RT_DEVICE_CLOCK_MHZ: return (uint64_t)attribute(own->device, CLOCK_RATE) / 1000;
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
		cu.DriverGetVersion(&version);
		snprintf(text, sizeof text, "CUDA %d.%d", version / 1000, version % 1000 / 10);
		return text;
	default: return "";
	}
}

/* --- memory --- */

static struct padded *padded;		/* guarded by lock */

/* The block that the address is in, which is in the list no more; the address itself when it is in none. */
static void *
take_padded(void *given)
{
	struct padded **at = &padded, *found;
	void *block = given;

	pthread_mutex_lock(&lock);
	while (*at && (*at)->given != given)
		at = &(*at)->next;
	found = *at;
	if (found) {
		*at = found->next;
		block = found->block;
		free(found);
	}
	pthread_mutex_unlock(&lock);
	return block;
}

static void *
add_padded(void *block, size_t align)
{
	struct padded *added = malloc(sizeof *added);

	if (!added)
		return NULL;
	added->block = block;
	added->given = (char *)block + (align - (uintptr_t)block % align) % align;
	pthread_mutex_lock(&lock);
	added->next = padded;
	padded = added;
	pthread_mutex_unlock(&lock);
	return added->given;
}

static void release(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory);

static void *
allocate(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	/* The driver aligns to 256 bytes at least. */
	const size_t more = align > 256 ? align : 0;
	CUdeviceptr memory = 0;
	void *host = NULL, *given;
	int error;

	if (__builtin_add_overflow(size, more, &size) || enter(device) != SYCL_RT_SUCCESS)
		return NULL;
	if (kind == SYCL_RT_MEMORY_HOST) {
		error = cu.MemHostAlloc(&host, size, HOST_ALLOC_PORTABLE_MAPPED);
		memory = (uintptr_t)host;
	} else if (kind == SYCL_RT_MEMORY_SHARED) {
		error = cu.MemAllocManaged(&memory, size, MEM_ATTACH_GLOBAL);
	} else {
		error = cu.MemAlloc_v2(&memory, size);
	}
	if (error || !more)
		return error ? NULL : (void *)(uintptr_t)memory;
	given = add_padded((void *)(uintptr_t)memory, align);
	if (!given)
		release(device, kind, (void *)(uintptr_t)memory);
	return given;
}

static void
release(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory)
{
	if (enter(device) != SYCL_RT_SUCCESS)
		return;
	/* Nothing that was started uses it any more. */
	cu.CtxSynchronize();
	memory = take_padded(memory);
	if (kind == SYCL_RT_MEMORY_HOST)
		cu.MemFreeHost(memory);
	else
		cu.MemFree_v2((uintptr_t)memory);
}

static int
copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	int status = enter(device), error;

	if (status)
		return status;
	error = cu.Memcpy((uintptr_t)to, (uintptr_t)from, size);
	/* A copy from pageable memory may not have ended. */
	if (!error)
		error = cu.StreamSynchronize(NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "cuMemcpy") : SYCL_RT_SUCCESS;
}

/* Patterns of other sizes: copies the first one, then doubles the filled part. */
static int
fill_by_copies(char *to, const void *pattern, size_t pattern_size, size_t size)
{
	int error = cu.Memcpy((uintptr_t)to, (uintptr_t)pattern, pattern_size);

	for (size_t done = pattern_size; done < size && !error; done *= 2)
		error = cu.Memcpy((uintptr_t)(to + done), (uintptr_t)to, done < size - done ? done : size - done);
	return error;
}

static int
fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	const struct sycl_rt_device *owner;
	enum sycl_rt_memory kind = sycl_rt_memory_kind(to, &owner);
	int status = SYCL_RT_SUCCESS, error;
	uint16_t two;
	uint32_t four;

	if (kind == SYCL_RT_MEMORY_UNKNOWN || kind == SYCL_RT_MEMORY_HOST)
		return rt_backend_cpu.fill(device, to, pattern, pattern_size, count);
	status = enter(device);
	if (status)
		return status;
	if (pattern_size == 1) {
		error = cu.MemsetD8_v2((uintptr_t)to, *(const unsigned char *)pattern, count);
	} else if (pattern_size == 2 && (uintptr_t)to % 2 == 0) {
		memcpy(&two, pattern, sizeof two);
		error = cu.MemsetD16_v2((uintptr_t)to, two, count);
	} else if (pattern_size == 4 && (uintptr_t)to % 4 == 0) {
		memcpy(&four, pattern, sizeof four);
		error = cu.MemsetD32_v2((uintptr_t)to, four, count);
	} else {
		error = fill_by_copies(to, pattern, pattern_size, pattern_size * count);
	}
	if (!error)
		error = cu.StreamSynchronize(NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "filling memory") : SYCL_RT_SUCCESS;
}

/* --- images --- */

/* The image's bytes followed by a NUL, which PTX needs; malloc()ed. */
static char *
image_text(const struct rt_image *image, size_t *size, int *status)
{
	struct rt_bytes open;
	char *text;

	if (rt_image_open(&open, image, status) != 0)
		return NULL;
	text = malloc(open.size + 1);
	if (text) {
		memcpy(text, open.bytes, open.size);
		text[open.size] = '\0';
		*size = open.size;
	} else {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a device image of %zu bytes", open.size);
	}
	free(open.owned);
	return text;
}

/* Drivers load a kernel when it is first launched, and that waits for all kernels that run: better now. */
static void
load_functions(CUmodule module)
{
	CUfunction *function;
	unsigned n = 0;

	if (!cu.ModuleGetFunctionCount || !cu.ModuleEnumerateFunctions || !cu.FuncLoad
	    || cu.ModuleGetFunctionCount(&n, module) != CUDA_SUCCESS || n == 0)
		return;
	function = calloc(n, sizeof *function);
	if (function && cu.ModuleEnumerateFunctions(function, n, module) == CUDA_SUCCESS)
		for (unsigned i = 0; i < n; i++)
			cu.FuncLoad(function[i]);
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
	const char *name = "unknown error";

	build->log[sizeof build->log - 1] = '\0';
	cu.GetErrorName(error, &name);
	return rt_fail(SYCL_RT_BUILD, "building the device image for '%s' failed on device '%s': %s%s%s", image->desc->target,
		device->name, name, *build->log ? ":\n" : "", build->log);
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
	char *text = image_text(image, &size, status);
	enum input type;
	int error;

	if (!text)
		return CUDA_SUCCESS;
	type = input_type(text, size);
	/* The NUL is part of PTX. */
	error = cu.LinkAddData_v2(state, type, text, size + (type == INPUT_PTX), image->desc->target, 0, NULL, NULL);
	free(text);
	return error;
}

/* The image with those that it imports functions of, linked. */
static CUmodule
link_module(const struct sycl_rt_device *device, const struct rt_image *image, const struct rt_links *links, int *status)
{
	struct build build;
	CUlinkState state;
	CUmodule module = NULL;
	size_t size;
	void *code;
	int error;

	build_init(&build);
	error = cu.LinkCreate_v2(2, build.option, build.value, &state);
	if (error) {
		*status = build_fail(&build, device, image, error);
		return NULL;
	}
	error = add_linked(state, image, status);
	for (size_t i = 0; i < links->n && !error && !*status; i++)
		error = add_linked(state, links->image[i], status);
	if (!error && !*status)
		error = cu.LinkComplete(state, &code, &size);
	if (!error && !*status)
		error = cu.ModuleLoadDataEx(&module, code, 0, NULL, NULL);
	if (error)
		*status = build_fail(&build, device, image, error);
	cu.LinkDestroy(state);
	return module;
}

static CUmodule
load_module(const struct sycl_rt_device *device, const struct rt_image *image, int *status)
{
	struct build build;
	CUmodule module = NULL;
	size_t size;
	char *text = image_text(image, &size, status);
	int error;

	if (!text)
		return NULL;
	build_init(&build);
	error = cu.ModuleLoadDataEx(&module, text, 2, build.option, build.value);
	free(text);
	if (error)
		*status = build_fail(&build, device, image, error);
	return module;
}

/* The image on the device, loaded at its first use; with the lock held. */
static struct rt_module *
find_module(const struct sycl_rt_device *device, struct rt_image *image, const struct rt_links *links, int *status)
{
	const uint64_t linked[2] = { links ? links->hash[0] : 0, links ? links->hash[1] : 0 };
	struct rt_module *module = image->module[SYCL_RT_BACKEND_CUDA];

	while (module && (module->device != device || memcmp(module->linked, linked, sizeof linked) != 0))
		module = module->next;
	if (module)
		return module;
	module = calloc(1, sizeof *module);
	if (!module) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a device image");
		return NULL;
	}
	module->device = device;
	memcpy(module->linked, linked, sizeof linked);
	module->module = links ? link_module(device, image, links, status) : load_module(device, image, status);
	if (!module->module) {
		free(module);
		return NULL;
	}
	load_functions(module->module);
	rt_trace(RT_TRACE_IMAGES, "%s: loaded the image for '%s', with %zu others", device->name, image->desc->target, links ? links->n : 0);
	module->next = image->module[SYCL_RT_BACKEND_CUDA];
	image->module[SYCL_RT_BACKEND_CUDA] = module;
	return module;
}

/* The work-group size that the image requires; images are split by it. */
static void
read_required_size(struct cuda_kernel *kernel, const struct rt_image *image)
{
	const struct requirements *req = &image->req;

	for (size_t i = 0; req->nwork_group_size && i < 3; i++)
		kernel->required[i] = i < req->nwork_group_size ? (uint32_t)req->work_group_size[req->nwork_group_size - 1 - i] : 1;
}

static const struct rt_loaded *
find_kernel(struct rt_module *module, struct rt_image *image, const char *name, int *status)
{
	struct cuda_kernel *kernel = module->kernel;
	int error;

	while (kernel && strcmp(kernel->name, name) != 0)
		kernel = kernel->next;
	if (kernel)
		return &kernel->loaded;
	kernel = calloc(1, sizeof *kernel);
	if (!kernel) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a kernel");
		return NULL;
	}
	error = cu.ModuleGetFunction(&kernel->function, module->module, name);
	if (error) {
		free(kernel);
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks kernel %s", image->desc->target, name);
		return NULL;
	}
	kernel->loaded = (struct rt_loaded){ .image = image, .functor_size = rt_functor_size(image, name) };
	kernel->name = name;
	cu.FuncGetAttribute(&kernel->max_threads, FUNC_MAX_THREADS, kernel->function);
	cu.FuncGetAttribute(&kernel->shared, FUNC_SHARED_SIZE, kernel->function);
	read_required_size(kernel, image);
	kernel->next = module->kernel;
	module->kernel = kernel;
	return &kernel->loaded;
}

static void *
find_variable(void *module, const char *name)
{
	CUdeviceptr address = 0;

	return cu.ModuleGetGlobal_v2(&address, NULL, module, name) == CUDA_SUCCESS ? (void *)(uintptr_t)address : NULL;
}

static const struct rt_loaded *
load(const struct sycl_rt_device *device, struct rt_image *image, const char *kernel, const uint8_t *values,
	const struct rt_links *links, int *status)
{
	const struct rt_loaded *loaded = NULL;
	struct rt_module *module;

	(void)values;	/* only for SPIR-V */
	*status = enter(device);
	if (*status)
		return NULL;
	pthread_mutex_lock(&lock);
	module = find_module(device, image, links, status);
	if (module)
		loaded = find_kernel(module, image, kernel, status);
	pthread_mutex_unlock(&lock);
	if (loaded)
		*status = rt_globals_place(device, image, find_variable, module->module);
	return *status ? NULL : loaded;
}

static void
free_module(struct rt_module *module)
{
	struct cuda_kernel *kernel;
	struct constants *constants;
	bool entered = enter(module->device) == SYCL_RT_SUCCESS;

	while ((kernel = module->kernel)) {
		module->kernel = kernel->next;
		free(kernel);
	}
	while ((constants = module->constants)) {
		module->constants = constants->next;
		if (entered)
			cu.MemFree_v2(constants->memory);
		free(constants->values);
		free(constants);
	}
	if (entered)
		cu.ModuleUnload(module->module);
	free(module);
}

static void
unload(struct rt_image *image)
{
	struct rt_module *module;

	while ((module = image->module[SYCL_RT_BACKEND_CUDA])) {
		image->module[SYCL_RT_BACKEND_CUDA] = module->next;
		free_module(module);
	}
}

static int
facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts)
{
	const struct cuda_kernel *kernel = (const struct cuda_kernel *)loaded;
	int status = enter(device), private_bytes = 0;

	if (status)
		return status;
	cu.FuncGetAttribute(&private_bytes, FUNC_LOCAL_SIZE, kernel->function);
	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = kernel->max_threads > 0 ? (uint64_t)kernel->max_threads : device->can.max_work_group_size,
		.preferred_multiple = 32, .private_bytes = (uint64_t)private_bytes, .local_bytes = (uint64_t)kernel->shared,
		.sub_group_size = 32,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = kernel->required[2 - d];
	return SYCL_RT_SUCCESS;
}

/* --- launches --- */

/* The buffer of specialization constants in the device's memory; a status. */
static int
upload_constants(const struct sycl_rt_device *device, const struct rt_image *image, const void *buffer, CUdeviceptr *memory)
{
	struct rt_module *module = image->module[SYCL_RT_BACKEND_CUDA];
	struct constants *constants;
	size_t size = image->spec.size;
	int error = CUDA_SUCCESS;

	pthread_mutex_lock(&lock);
	while (module->device != device)
		module = module->next;
	constants = module->constants;
	while (constants && memcmp(constants->values, buffer, size) != 0)
		constants = constants->next;
	if (!constants) {
		constants = calloc(1, sizeof *constants);
		if (constants)
			constants->values = malloc(size);
		error = !constants || !constants->values ? CUDA_ERROR_OUT_OF_MEMORY : cu.MemAlloc_v2(&constants->memory, size);
		if (!error)
			error = cu.Memcpy(constants->memory, (uintptr_t)buffer, size);
		if (!error)
			error = cu.StreamSynchronize(NULL);
		if (!error) {
			memcpy(constants->values, buffer, size);
			constants->next = module->constants;
			module->constants = constants;
		} else if (constants) {
			if (constants->memory)
				cu.MemFree_v2(constants->memory);
			free(constants->values);
			free(constants);
		}
	}
	pthread_mutex_unlock(&lock);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "copying specialization constants");
	*memory = constants->memory;
	return SYCL_RT_SUCCESS;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t
divide_up(uint64_t n, uint64_t by)
{
	return (n + by - 1) / by;
}

/* The local size of a range: along the fastest dimension, along others only if the grid's limits require it. */
static void
choose_local(const struct cuda_kernel *kernel, const uint64_t global[3], uint64_t local[3])
{
	uint64_t most = kernel->max_threads > 0 ? (uint64_t)kernel->max_threads : 1024, depth[3] = { 1, 1, 1 };

	if (kernel->required[0]) {
		for (int d = 0; d < 3; d++)
			local[d] = kernel->required[d];
		return;
	}
	for (int d = 1; d < 3; d++)
		while (divide_up(global[d], depth[d]) > 65535 && depth[d] < 1024)
			depth[d] *= 2;
	most = least(most, RANGE_WORK_GROUP > depth[1] * depth[2] ? RANGE_WORK_GROUP : depth[1] * depth[2]);
	local[2] = depth[2];
	local[1] = depth[1];
	local[0] = least(divide_up(global[0], 32) * 32, most / (depth[1] * depth[2]) ? most / (depth[1] * depth[2]) : 1);
	if (local[0] > global[0] && global[0] * depth[1] * depth[2] < 32)
		local[0] = global[0];
	while (local[1] * 2 * local[0] * local[2] <= most && local[1] < global[1])
		local[1] *= 2;
	while (local[2] * 2 * local[0] * local[1] <= most && local[2] < global[2] && local[2] < MAX_LOCAL_Z)
		local[2] *= 2;
}

/* The grid and the work-groups of a launch, in CUDA's order; a status. */
static int
lay_out(const struct cuda_kernel *kernel, const struct sycl_rt_launch *launch, unsigned grid[3], unsigned block[3])
{
	uint64_t global[3] = { 1, 1, 1 }, local[3] = { 1, 1, 1 }, groups, items = 1;

	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++) {
		global[launch->dims - 1 - d] = launch->global[d];
		if (launch->kind == SYCL_RT_KIND_ND_RANGE)
			local[launch->dims - 1 - d] = launch->local[d];
	}
	if (launch->kind == SYCL_RT_KIND_RANGE && global[0] && global[1] && global[2])
		choose_local(kernel, global, local);
	for (int d = 0; d < 3; d++) {
		groups = divide_up(global[d], local[d]);
		if (groups > (d ? 65535 : INT32_MAX))
			return rt_fail(SYCL_RT_ND_RANGE, "The launch has %" PRIu64 " work-groups in a dimension where the device takes %d at most",
				groups, d ? 65535 : INT32_MAX);
		if (d == 2 && local[d] > MAX_LOCAL_Z)
			return rt_fail(SYCL_RT_ND_RANGE, "The work-group has %" PRIu64 " work-items in the first of three dimensions, where"
				" the device takes %d at most", local[d], MAX_LOCAL_Z);
		grid[d] = (unsigned)groups;
		block[d] = (unsigned)local[d];
		items *= local[d];
	}
	if (kernel->max_threads > 0 && items > (uint64_t)kernel->max_threads)
		return rt_fail(SYCL_RT_ND_RANGE, "The work-group has %" PRIu64 " work-items, but the device runs this kernel with %d at most",
			items, kernel->max_threads);
	return SYCL_RT_SUCCESS;
}

/* Allows the launch that much local memory; returns a status. */
static int
allow_local(const struct sycl_rt_device *device, struct cuda_kernel *kernel, uint64_t bytes)
{
	const uint64_t sum = bytes + (uint64_t)kernel->shared;
	uint64_t most;
	int error;

	/* More than the default limit must be requested from the driver. */
	if (sum <= 40 * 1024)
		return SYCL_RT_SUCCESS;
	most = ask_number(device, SYCL_RT_DEVICE_LOCAL_MEM_SIZE);
	if (sum > most)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "%" PRIu64 " bytes of local memory are asked for, a work-group has %" PRIu64
			" at most", sum, most);
	if ((uint64_t)kernel->dynamic >= bytes)
		return SYCL_RT_SUCCESS;
	error = cu.FuncSetAttribute(kernel->function, FUNC_MAX_DYNAMIC_SHARED, (int)bytes);
	if (error)
		return fail(SYCL_RT_MEMORY_ALLOCATION, error, "cuFuncSetAttribute");
	kernel->dynamic = (int)bytes;
	return SYCL_RT_SUCCESS;
}

/* Puts the launch into the stream; a status. */
static int
put_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer, CUstream stream)
{
	struct cuda_kernel *kernel = (struct cuda_kernel *)loaded;
	unsigned grid[3], block[3];
	uint32_t local_offset = 0;
	struct rt_kargs kargs;
	CUdeviceptr constants = 0;
	void *parameters[] = { (void *)launch->functor, &kargs, &local_offset };
	int status = SYCL_RT_SUCCESS, error;

	if (launch->kind != SYCL_RT_KIND_RANGE && kernel->required[0])
		status = rt_check_required_size(launch, kernel->required);
	if (!status)
		status = lay_out(kernel, launch, grid, block);
	if (!status)
		status = allow_local(device, kernel, launch->local_bytes);
	if (!status && buffer)
		status = upload_constants(device, loaded->image, buffer, &constants);
	if (status)
		return status;
	rt_fill_kargs(&kargs, launch, (void *)(uintptr_t)constants);
	rt_trace(RT_TRACE_COMMANDS, "%s: %s: %ux%ux%u work-groups of %ux%ux%u, %" PRIu64 " bytes of local memory", device->name,
		kernel->name, grid[2], grid[1], grid[0], block[2], block[1], block[0], launch->local_bytes);
	if (!grid[0] || !grid[1] || !grid[2])
		return SYCL_RT_SUCCESS;
	error = cu.LaunchKernel(kernel->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
		(unsigned)launch->local_bytes, stream, parameters, NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "cuLaunchKernel") : SYCL_RT_SUCCESS;
}

static int
launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	int status = enter(device), error;

	if (status)
		return status;
	if (launch->times)
		launch->times->start = sycl_rt_now();
	status = put_launch(device, launch, loaded, buffer, STREAM_PER_THREAD);
	if (status)
		return status;
	error = cu.StreamSynchronize(STREAM_PER_THREAD);
	if (launch->times)
		launch->times->end = sycl_rt_now();
	return error ? fail(SYCL_RT_RUNTIME, error, "the kernel") : SYCL_RT_SUCCESS;
}

/* --- work that goes on while the program does --- */

static void
drop(void *p)
{
	struct mark *mark = p, **spare = &((struct cuda_device *)mark->device->own)->spare[mark->begin != NULL];

	mark->next = *spare;
	*spare = mark;
}

/* The times of events are offsets from another event, whose time is known: one of the last ten seconds. */
static int
refresh_reference(struct cuda_device *own)
{
	enum { SECONDS = 10 };
	uint64_t now = sycl_rt_now();
	CUevent event;
	int error;

	if (own->reference && now - own->reference_time < (uint64_t)SECONDS * 1000000000)
		return CUDA_SUCCESS;
	/* In a stream that nothing waits in. */
	error = cu.EventCreate(&event, 0);	/* older marks keep the old one: it is not destroyed */
	/* Twice: the first record of an event takes long.  It is done between asking for it and having waited. */
	for (int i = 0; i < 2 && !error; i++) {
		now = sycl_rt_now();
		error = cu.EventRecord(event, STREAM_PER_THREAD);
		if (!error)
			error = cu.EventSynchronize(event);
	}
	own->reference = event;
	own->reference_time = now + (sycl_rt_now() - now) / 2;
	return error;
}

/* A mark with its events; an error of the driver. */
static int
make_mark(const struct sycl_rt_device *device, bool timed, struct mark **made)
{
	struct cuda_device *own = device->own;
	int error = timed ? refresh_reference(own) : CUDA_SUCCESS;
	struct mark *mark = own->spare[timed];

	*made = NULL;
	if (mark) {
		own->spare[timed] = mark->next;
	} else {
		mark = calloc(1, sizeof *mark);
		if (!mark)
			return CUDA_ERROR_OUT_OF_MEMORY;
		if (!error)
			error = cu.EventCreate(&mark->end, timed ? 0 : EVENT_DISABLE_TIMING);
		if (!error && timed)
			error = cu.EventCreate(&mark->begin, 0);
		if (error) {
			free(mark);
			return error;
		}
	}
	mark->device = device;
	mark->reference = own->reference;
	mark->reference_time = own->reference_time;
	*made = mark;
	return error;
}

/* The pattern once.  A copy would have to read it before the stream comes to it, and drivers may wait for that. */
static int
put_pattern(uintptr_t to, const unsigned char *pattern, size_t size, CUstream stream)
{
	int error = CUDA_SUCCESS;
	uint32_t four;
	size_t i = 0;

	for (; i + sizeof four <= size && to % sizeof four == 0 && !error; i += sizeof four) {
		memcpy(&four, pattern + i, sizeof four);
		error = cu.MemsetD32Async(to + i, four, 1, stream);
	}
	for (; i < size && !error; i++)
		error = cu.MemsetD8Async(to + i, pattern[i], 1, stream);
	return error;
}

static int
put_fill(const struct sycl_rt_work *work, CUstream stream)
{
	const size_t size = work->size * work->count;
	const uintptr_t to = (uintptr_t)work->to;
	uint16_t two;
	uint32_t four;
	int error;

	if (work->size == sizeof two && to % sizeof two == 0) {
		memcpy(&two, work->from, sizeof two);
		return cu.MemsetD16Async(to, two, work->count, stream);
	}
	if (work->size == sizeof four && to % sizeof four == 0) {
		memcpy(&four, work->from, sizeof four);
		return cu.MemsetD32Async(to, four, work->count, stream);
	}
	if (work->size == 1)
		return cu.MemsetD8Async(to, *(const unsigned char *)work->from, work->count, stream);
	/* Doubling from the first pattern, as fill_by_copies(). */
	error = put_pattern(to, work->from, work->size, stream);
	for (size_t done = work->size; done < size && !error; done *= 2)
		error = cu.MemcpyAsync(to + done, to, done < size - done ? done : size - done, stream);
	return error;
}

/* Shared memory moves before it is used.  Others are where they are. */
static int
put_prefetch(const struct sycl_rt_device *device, const struct sycl_rt_work *work, CUstream stream)
{
	const struct cuda_device *own = device->own;
	const struct sycl_rt_device *owner;

	if (!cu.MemPrefetchAsync || sycl_rt_memory_kind(work->to, &owner) != SYCL_RT_MEMORY_SHARED
	    || !attribute(own->device, CONCURRENT_MANAGED_ACCESS))
		return CUDA_SUCCESS;
	return cu.MemPrefetchAsync((uintptr_t)work->to, work->size, work->count ? HOST_LOCATION : own->device, stream);
}

/* CUDA's own numbers: the odd ones set, the next ones take back; 0 takes all back.  It has effect at once. */
static int
advise(const struct sycl_rt_device *device, const struct sycl_rt_work *work)
{
	const struct cuda_device *own = device->own;
	const struct sycl_rt_device *owner;
	int error = CUDA_SUCCESS;

	if (!cu.MemAdvise || sycl_rt_memory_kind(work->to, &owner) != SYCL_RT_MEMORY_SHARED
	    || !attribute(own->device, CONCURRENT_MANAGED_ACCESS))
		return CUDA_SUCCESS;
	if (work->count)
		return cu.MemAdvise((uintptr_t)work->to, work->size, work->count > LAST_ADVICE ? LAST_ADVICE + 1 : (int)work->count, own->device);
	for (int advice = 2; advice <= LAST_ADVICE && !error; advice += 2)
		error = cu.MemAdvise((uintptr_t)work->to, work->size, advice, own->device);
	return error;
}

/* Puts a command that is no kernel into the stream; a status. */
static int
put_memory_work(const struct sycl_rt_device *device, const struct sycl_rt_work *work, CUstream stream)
{
	static const struct {
		const char *name, *failed;
	} kind[] = {
		[SYCL_RT_WORK_COPY] = { "copy", "cuMemcpyAsync" }, [SYCL_RT_WORK_FILL] = { "fill", "filling memory" },
		[SYCL_RT_WORK_PREFETCH] = { "prefetch", "cuMemPrefetchAsync" }, [SYCL_RT_WORK_ADVISE] = { "advice", "cuMemAdvise" },
	};
	int error;

	rt_trace(RT_TRACE_COMMANDS, "%s: %s of %zu bytes", device->name, kind[work->kind].name,
		work->kind == SYCL_RT_WORK_FILL ? work->size * work->count : work->size);
	switch (work->kind) {
	case SYCL_RT_WORK_FILL: error = put_fill(work, stream); break;
	case SYCL_RT_WORK_PREFETCH: error = put_prefetch(device, work, stream); break;
	case SYCL_RT_WORK_ADVISE: error = advise(device, work); break;
	default: error = cu.MemcpyAsync((uintptr_t)work->to, (uintptr_t)work->from, work->size, stream);
	}
	return error ? fail(SYCL_RT_RUNTIME, error, kind[work->kind].failed) : SYCL_RT_SUCCESS;
}

/* Puts the work into the stream, behind the marks and between the events; a status. */
static int
put_work(const struct sycl_rt_device *device, const struct rt_start *start, CUstream stream, struct mark *mark)
{
	const struct sycl_rt_work *work = start->work;
	int error = CUDA_SUCCESS, status;

	for (size_t i = 0; i < start->nafter && !error; i++)
		error = cu.StreamWaitEvent(stream, ((struct mark *)start->after[i])->end, 0);
	if (!error && mark->begin)
		error = cu.EventRecord(mark->begin, stream);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "cuStreamWaitEvent");
	status = work->kind == SYCL_RT_WORK_KERNEL ? put_launch(device, work->launch, start->loaded, start->buffer, stream)
		: put_memory_work(device, work, stream);
	if (status)
		return status;
	error = cu.EventRecord(mark->end, stream);
	return error ? fail(SYCL_RT_RUNTIME, error, "cuEventRecord") : SYCL_RT_SUCCESS;
}

/* The stream of a lane, made when it is first used; a status. */
static int
find_stream(const struct sycl_rt_device *device, unsigned lane, CUstream *stream)
{
	struct cuda_device *own = device->own;
	int status = enter(device), error = CUDA_SUCCESS;

	if (!status && !own->lane[lane])
		error = cu.StreamCreate(&own->lane[lane], STREAM_NON_BLOCKING);
	*stream = own->lane[lane];
	return error ? fail(SYCL_RT_RUNTIME, error, "cuStreamCreate") : status;
}

static int
start(const struct sycl_rt_device *device, const struct rt_start *start, void **mark)
{
	struct mark *made = NULL;
	CUstream stream;
	int status = find_stream(device, start->lane, &stream), error;

	if (status)
		return status;
	error = make_mark(device, start->timed, &made);
	status = error ? fail(SYCL_RT_RUNTIME, error, "cuEventCreate") : put_work(device, start, stream, made);
	if (status && made)
		drop(made);
	else if (status)
		return status;
	else
		*mark = made;
	return status;
}

static bool
ended(void *p, bool wait, int *status)
{
	struct mark *mark = p;
	int error;

	*status = enter(mark->device);
	if (*status)
		return true;
	error = wait ? cu.EventSynchronize(mark->end) : cu.EventQuery(mark->end);
	if (error == CUDA_ERROR_NOT_READY)
		return false;
	if (error)
		*status = fail(SYCL_RT_RUNTIME, error, "a command");
	return true;
}

static uint64_t
time_of(const struct mark *mark, CUevent event)
{
	float milliseconds = 0;

	cu.EventElapsedTime(&milliseconds, mark->reference, event);
	return mark->reference_time + (uint64_t)(milliseconds > 0 ? (double)milliseconds * 1e6 : 0);
}

static void
times(void *p, struct sycl_rt_times *times)
{
	struct mark *mark = p;

	times->start = time_of(mark, mark->begin);
	times->end = time_of(mark, mark->end);
	if (times->start < times->submit)
		times->start = times->submit;
	if (times->end < times->start)
		times->end = times->start;
}

/* --- for programs that use CUDA themselves, and for other devices --- */

static int
native(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object)
{
	const struct cuda_device *own = device->own;
	CUstream stream = NULL;
	int status = what == SYCL_RT_NATIVE_QUEUE ? find_stream(device, lane, &stream) : enter(device);

	switch (what) {
	case SYCL_RT_NATIVE_DEVICE: *object = (uintptr_t)own->device; break;
	case SYCL_RT_NATIVE_CONTEXT: *object = (uintptr_t)own->context; break;
	case SYCL_RT_NATIVE_QUEUE: *object = (uintptr_t)stream; break;
	case SYCL_RT_NATIVE_EVENT: *object = (uintptr_t)((struct mark *)mark)->end; break;
	default: return rt_fail(SYCL_RT_BACKEND_MISMATCH, "CUDA has no platforms");
	}
	return status;
}

static int
peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can)
{
	const struct cuda_device *own = device->own, *theirs = other->own;
	int status = enter(other), error;

	*can = 0;
	if (!status)
		status = enter(device);
	if (status)
		return status;
	switch (what) {
	case SYCL_RT_PEER_ENABLE: error = cu.CtxEnablePeerAccess(theirs->context, 0); break;
	case SYCL_RT_PEER_DISABLE: error = cu.CtxDisablePeerAccess(theirs->context); break;
	case SYCL_RT_PEER_ATOMICS: error = cu.DeviceGetP2PAttribute(can, P2P_ATOMICS, own->device, theirs->device); break;
	default: error = cu.DeviceCanAccessPeer(can, own->device, theirs->device);
	}
	return error ? fail(SYCL_RT_INVALID, error, "access to the memory of the other device") : SYCL_RT_SUCCESS;
}

const struct rt_backend rt_backend_cuda = {
	.name = "cuda", .number = SYCL_RT_BACKEND_CUDA, .gpu_names = true, .waits_for_host_copies = true, .has_hints = true, .platform_name = "NVIDIA CUDA", .platform_vendor = "NVIDIA Corporation",
	.find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = allocate, .free = release,
	.copy = copy, .fill = fill, .load = load, .unload = unload, .facts = facts, .launch = launch_kernel,
	.start = start, .ended = ended, .times = times, .drop = drop, .native = native, .peer = peer,
};
