/*
 * Devices of OpenCL drivers that take SPIR-V, or SPIR 1.2 where a translator for
 * it is installed.  The ICD loader is loaded at run time, and no header of OpenCL is
 * needed to build this.  Kernels get pointers inside of their function objects, so
 * that a device needs USM (cl_intel_unified_shared_memory) or shared virtual memory.
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

/* --- what of OpenCL is used --- */

typedef struct cl_plat *cl_platform;
typedef struct cl_dev *cl_device;
typedef struct cl_ctx *cl_context;
typedef struct cl_que *cl_queue;
typedef struct cl_prog *cl_program;
typedef struct cl_kern *cl_kernel;
typedef struct cl_ev *cl_event;

enum { CL_SUCCESS = 0, CL_OUT_OF_RESOURCES = -5, CL_OUT_OF_HOST_MEMORY = -6, CL_MEM_ALLOCATION_FAILURE = -4, CL_COMPLETE = 0 };
enum { PLATFORM_VERSION = 0x0901, PLATFORM_NAME = 0x0902, PLATFORM_VENDOR = 0x0903, PLATFORM_EXTENSIONS = 0x0904 };
enum info {
	TYPE = 0x1000, VENDOR_ID = 0x1001, COMPUTE_UNITS = 0x1002, MAX_WORK_GROUP_SIZE = 0x1004, MAX_CLOCK = 0x100c,
	MAX_PARAMETER_SIZE = 0x1017, CACHE_LINE = 0x101d, CACHE_SIZE = 0x101e, GLOBAL_SIZE = 0x101f, LOCAL_SIZE = 0x1023,
	AVAILABLE = 0x1027, NAME = 0x102b, VENDOR = 0x102c, DRIVER_VERSION = 0x102d, VERSION = 0x102f, EXTENSIONS = 0x1030,
	DOUBLE_CONFIG = 0x1032, NATIVE_WIDTH_CHAR = 0x1036, SVM_CAPABILITIES = 0x1053, IL_VERSION = 0x105b,
	SUB_GROUP_SIZES = 0x4108, HOST_CAPABILITIES = 0x4190, DEVICE_CAPABILITIES = 0x4191, SHARED_CAPABILITIES = 0x4192,
	SYSTEM_CAPABILITIES = 0x4194
};
enum { TYPE_ALL = -1, TYPE_CPU = 2, TYPE_GPU = 4, TYPE_ACCELERATOR = 8 };
enum { SVM_COARSE = 1, SVM_FINE = 2, SVM_SYSTEM = 4, SVM_ATOMICS = 8, USM_ACCESS = 1, USM_ATOMICS = 2 };
enum { MEM_READ_WRITE = 1, MEM_SVM_FINE = 1 << 10, MEM_SVM_ATOMICS = 1 << 11, QUEUE_PROFILING = 2 };
enum { PROGRAM_BUILD_LOG = 0x1183, KERNEL_NUM_ARGS = 0x1191, EVENT_STATUS = 0x11d3 };
enum { KERNEL_WORK_GROUP_SIZE = 0x11b0, KERNEL_COMPILED_SIZE = 0x11b1, KERNEL_LOCAL = 0x11b2, KERNEL_MULTIPLE = 0x11b3,
	KERNEL_PRIVATE = 0x11b4 };
enum { EXEC_SVM_POINTERS = 0x11b6, EXEC_INDIRECT_HOST = 0x4200, EXEC_INDIRECT_DEVICE = 0x4201, EXEC_INDIRECT_SHARED = 0x4202 };
enum { PROFILING_QUEUED = 0x1280, PROFILING_START = 0x1282, PROFILING_END = 0x1283 };

#define FUNCTIONS(F) \
	F(int, GetPlatformIDs, (unsigned room, cl_platform *platform, unsigned *n)) \
	F(int, GetPlatformInfo, (cl_platform platform, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, GetDeviceIDs, (cl_platform platform, int64_t type, unsigned room, cl_device *device, unsigned *n)) \
	F(int, GetDeviceInfo, (cl_device device, unsigned which, size_t room, void *value, size_t *size)) \
	F(cl_context, CreateContext, (const intptr_t *properties, unsigned n, const cl_device *device, void *notify, void *user, int *error)) \
	F(cl_queue, CreateCommandQueue, (cl_context context, cl_device device, uint64_t properties, int *error)) \
	F(cl_program, CreateProgramWithBinary, (cl_context context, unsigned n, const cl_device *device, const size_t *size, \
		const unsigned char **binary, int *status, int *error)) \
	F(int, BuildProgram, (cl_program program, unsigned n, const cl_device *device, const char *options, void *notify, void *user)) \
	F(int, CompileProgram, (cl_program program, unsigned n, const cl_device *device, const char *options, unsigned nheader, \
		const cl_program *header, const char **name, void *notify, void *user)) \
	F(cl_program, LinkProgram, (cl_context context, unsigned n, const cl_device *device, const char *options, unsigned nprogram, \
		const cl_program *program, void *notify, void *user, int *error)) \
	F(int, GetProgramBuildInfo, (cl_program program, cl_device device, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, ReleaseProgram, (cl_program program)) \
	F(cl_kernel, CreateKernel, (cl_program program, const char *name, int *error)) \
	F(int, ReleaseKernel, (cl_kernel kernel)) \
	F(int, GetKernelInfo, (cl_kernel kernel, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, GetKernelWorkGroupInfo, (cl_kernel kernel, cl_device device, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, SetKernelArg, (cl_kernel kernel, unsigned index, size_t size, const void *value)) \
	F(int, EnqueueNDRangeKernel, (cl_queue queue, cl_kernel kernel, unsigned dims, const size_t *offset, const size_t *global, \
		const size_t *local, unsigned n, const cl_event *after, cl_event *event)) \
	F(int, EnqueueMarkerWithWaitList, (cl_queue queue, unsigned n, const cl_event *after, cl_event *event)) \
	F(int, Flush, (cl_queue queue)) \
	F(int, Finish, (cl_queue queue)) \
	F(int, WaitForEvents, (unsigned n, const cl_event *event)) \
	F(int, GetEventInfo, (cl_event event, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, GetEventProfilingInfo, (cl_event event, unsigned which, size_t room, void *value, size_t *size)) \
	F(int, RetainEvent, (cl_event event)) \
	F(int, ReleaseEvent, (cl_event event)) \
	F(void *, GetExtensionFunctionAddressForPlatform, (cl_platform platform, const char *name))

/* What loaders before OpenCL 2.1 lack. */
#define NEW_FUNCTIONS(F) \
	F(cl_program, CreateProgramWithIL, (cl_context context, const void *code, size_t size, int *error)) \
	F(void *, SVMAlloc, (cl_context context, uint64_t flags, size_t size, unsigned align)) \
	F(void, SVMFree, (cl_context context, void *memory)) \
	F(int, EnqueueSVMMemcpy, (cl_queue queue, unsigned blocking, void *to, const void *from, size_t size, unsigned n, \
		const cl_event *after, cl_event *event)) \
	F(int, EnqueueSVMMemFill, (cl_queue queue, void *to, const void *pattern, size_t pattern_size, size_t size, unsigned n, \
		const cl_event *after, cl_event *event)) \
	F(int, SetKernelExecInfo, (cl_kernel kernel, unsigned which, size_t size, const void *value))

#define DECLARE(RESULT, NAME, PARAMETERS) RESULT (*NAME) PARAMETERS;
static struct {
	FUNCTIONS(DECLARE)
	NEW_FUNCTIONS(DECLARE)
} cl;

/* A platform's own functions; NULL what it lacks. */
struct platform {
	cl_platform id;
	char name[128], vendor[128], version[128], extensions[4096];
	cl_program (*create_with_il)(cl_context context, const void *code, size_t size, int *error);
	void *(*alloc[3])(void);	/* by enum sycl_rt_memory; the host's has no device among its parameters */
	int (*free)(cl_context context, void *memory);
	int (*copy)(cl_queue queue, unsigned blocking, void *to, const void *from, size_t size, unsigned n, const cl_event *after,
		cl_event *event);
	int (*fill)(cl_queue queue, void *to, const void *pattern, size_t pattern_size, size_t size, unsigned n,
		const cl_event *after, cl_event *event);
};
typedef void *alloc_host(cl_context context, const void *properties, size_t size, unsigned align, int *error);
typedef void *alloc_device(cl_context context, cl_device device, const void *properties, size_t size, unsigned align, int *error);

/* The data of sycl_rt_device.own. */
struct opencl_device {
	cl_device id;
	const struct platform *platform;
	cl_context context;		/* made when it is first used; guarded by lock, like what follows */
	cl_queue lane[RT_LANES], plain;
	bool usm;			/* memory is from the platform's functions, else from SVMAlloc() */
	uint64_t svm, has[3];		/* capabilities; of each kind of memory */
	const char *translator;		/* SPIR-V becomes LLVM's modules; NULL: it takes SPIR-V */
	void **memory, **given;		/* shared virtual memory, of which kernels must be told; and the address in it */
	size_t nmemory;
	uint64_t generation;		/* of that list */
};

/* One kernel of a program. */
struct opencl_kernel {
	struct rt_loaded loaded;
	const char *name;
	cl_kernel kernel;
	unsigned nargs;
	size_t required[3];		/* work-group size, in OpenCL's order; all 0: any */
	size_t most;			/* work-items of a work-group */
	uint64_t generation;		/* of the memory that it was told of */
	struct opencl_kernel *next;
};

/* Started work. */
struct mark {
	const struct sycl_rt_device *device;
	cl_event event;
	uint64_t queued;		/* its time of sycl_rt_now() */
};

enum { MAX_DEVICES = 16, MAX_PLATFORMS = 8, LOG_SIZE = 3000 };
enum { ASPECT_CPU = 1, ASPECT_GPU, ASPECT_ACCELERATOR, ASPECT_CUSTOM, NUMBER_SPIR64 = 0x10000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* contexts, programs, and the parameters of kernels */
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

/* The error as an exception's text. */
static int
fail(enum sycl_rt_status status, int error, const char *what)
{
	static const struct {
		int error;
		const char *name;
	} names[] = {
		{ -2, "CL_DEVICE_NOT_AVAILABLE" }, { -4, "CL_MEM_OBJECT_ALLOCATION_FAILURE" }, { -5, "CL_OUT_OF_RESOURCES" },
		{ -6, "CL_OUT_OF_HOST_MEMORY" }, { -11, "CL_BUILD_PROGRAM_FAILURE" },
		{ -14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST" }, { -30, "CL_INVALID_VALUE" }, { -33, "CL_INVALID_DEVICE" },
		{ -34, "CL_INVALID_CONTEXT" }, { -36, "CL_INVALID_COMMAND_QUEUE" }, { -42, "CL_INVALID_BINARY" },
		{ -44, "CL_INVALID_PROGRAM" }, { -45, "CL_INVALID_PROGRAM_EXECUTABLE" }, { -46, "CL_INVALID_KERNEL_NAME" },
		{ -48, "CL_INVALID_KERNEL" }, { -49, "CL_INVALID_ARG_INDEX" }, { -50, "CL_INVALID_ARG_VALUE" },
		{ -51, "CL_INVALID_ARG_SIZE" }, { -52, "CL_INVALID_KERNEL_ARGS" }, { -54, "CL_INVALID_WORK_GROUP_SIZE" },
		{ -55, "CL_INVALID_WORK_ITEM_SIZE" }, { -59, "CL_INVALID_OPERATION" }, { -63, "CL_INVALID_GLOBAL_WORK_SIZE" },
	};
	const char *name = NULL;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].error == error)
			name = names[i].name;
	if (error == CL_MEM_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY)
		status = SYCL_RT_MEMORY_ALLOCATION;
	if (name)
		return rt_fail(status, "%s failed: %s", what, name);
	return rt_fail(status, "%s failed: error %d", what, error);
}

static int
fail_memory(const char *what)
{
	return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for %s", what);
}

/* Makes the device's context and queue; with the lock held; a status. */
static int
enter(struct opencl_device *own)
{
	int error = CL_SUCCESS;

	if (!own->context)
		own->context = cl.CreateContext(NULL, 1, &own->id, NULL, NULL, &error);
	if (!own->context)
		return fail(SYCL_RT_RUNTIME, error, "clCreateContext");
	if (!own->plain)
		own->plain = cl.CreateCommandQueue(own->context, own->id, 0, &error);
	return own->plain ? SYCL_RT_SUCCESS : fail(SYCL_RT_RUNTIME, error, "clCreateCommandQueue");
}

static int
enter_locked(struct opencl_device *own)
{
	int status;

	pthread_mutex_lock(&lock);
	status = enter(own);
	pthread_mutex_unlock(&lock);
	return status;
}

/* --- devices --- */

static uint64_t
number(cl_device device, enum info which)
{
	union {
		uint32_t four;
		uint64_t eight;
	} value = { .eight = 0 };
	size_t size = 0;

	if (cl.GetDeviceInfo(device, which, sizeof value, &value, &size) != CL_SUCCESS)
		return 0;
	return size == sizeof value.four ? value.four : value.eight;
}

/* "" when there is none. */
static void
text_of(cl_device device, enum info which, char *text, size_t room)
{
	text[0] = '\0';
	if (cl.GetDeviceInfo(device, which, room - 1, text, NULL) != CL_SUCCESS)
		text[0] = '\0';
	text[room - 1] = '\0';
}

static bool
has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += length)
		if ((p == list || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

static void
describe_aspects(struct sycl_rt_device *device, const char *extensions)
{
	const struct opencl_device *own = device->own;
	static const char *const types[] = { "", "cpu", "gpu", "accelerator", "custom" };
	const struct rt_aspect list[] = {
		{ types[device->type], true }, { "online_compiler", true }, { "online_linker", true }, { "queue_profiling", true },
		{ "ext_oneapi_device_wait", true }, { "ext_oneapi_graph", true }, { "ext_oneapi_limited_graph", true },
		{ "fp64", number(own->id, DOUBLE_CONFIG) != 0 }, { "fp16", has_word(extensions, "cl_khr_fp16") },
		{ "atomic64", has_word(extensions, "cl_khr_int64_base_atomics") && has_word(extensions, "cl_khr_int64_extended_atomics") },
		{ "usm_device_allocations", own->has[SYCL_RT_MEMORY_DEVICE] & USM_ACCESS },
		{ "usm_host_allocations", own->has[SYCL_RT_MEMORY_HOST] & USM_ACCESS },
		{ "usm_shared_allocations", own->has[SYCL_RT_MEMORY_SHARED] & USM_ACCESS },
		{ "usm_atomic_host_allocations", own->has[SYCL_RT_MEMORY_HOST] & USM_ATOMICS },
		{ "usm_atomic_shared_allocations", own->has[SYCL_RT_MEMORY_SHARED] & USM_ATOMICS },
		{ "usm_system_allocations", own->svm & SVM_SYSTEM || number(own->id, SYSTEM_CAPABILITIES) & USM_ACCESS },
	};

	rt_device_aspects(&device->can, list, sizeof list / sizeof *list);
}

static void
describe_sub_groups(struct sycl_rt_device *device, const char *extensions)
{
	const struct opencl_device *own = device->own;
	static uint32_t one[] = { 1 };
	size_t sizes[16], size = 0;
	uint32_t *list;

	/* Where no size can be required, none but that of single work-items is promised. */
	device->can.sub_group_size = one;
	device->can.nsub_group_size = 1;
	if (!has_word(extensions, "cl_intel_required_subgroup_size")
	    || cl.GetDeviceInfo(own->id, SUB_GROUP_SIZES, sizeof sizes, sizes, &size) != CL_SUCCESS || size < sizeof *sizes)
		return;
	device->can.nsub_group_size = 0;
	list = calloc(size / sizeof *sizes + 1, sizeof *list);
	for (size_t i = 0; list && i < size / sizeof *sizes; i++) {
		size_t at = device->can.nsub_group_size++;

		for (; at > 0 && list[at - 1] > sizes[i]; at--)
			list[at] = list[at - 1];
		list[at] = (uint32_t)sizes[i];
	}
	device->can.sub_group_size = list;
}

static void
describe(struct sycl_rt_device *device, const char *extensions)
{
	static const char *const portable[] = { "spir64", "spir64-unknown-unknown", "spirv64", "spirv64-unknown-unknown" };
	const struct opencl_device *own = device->own;
	uint64_t type = number(own->id, TYPE);
	char vendor[128];

	device->backend = &rt_backend_opencl;
	device->type = type & TYPE_GPU ? ASPECT_GPU : type & TYPE_ACCELERATOR ? ASPECT_ACCELERATOR
		: type & TYPE_CPU ? ASPECT_CPU : ASPECT_CUSTOM;
	text_of(own->id, VENDOR, vendor, sizeof vendor);
	device->vendor = strdup(vendor);
	device->vendor = device->vendor ? device->vendor : "";
	device->can = (struct target){
		.name = device->name, .number = NUMBER_SPIR64, .triple = "spirv64-unknown-unknown",
		.max_work_group_size = number(own->id, MAX_WORK_GROUP_SIZE), .aot_program = "", .aot_options = "",
	};
	describe_aspects(device, extensions);
	describe_sub_groups(device, extensions);
	for (size_t i = 0; i < sizeof portable / sizeof *portable; i++)
		device->accept[i] = (struct image_accept){ portable[i], true };
	device->select.accept = device->accept;
	device->select.naccept = sizeof portable / sizeof *portable;
	device->select.name = device->name;
	device->select.can = &device->can;
}

/* Where its memory comes from; false without USM and shared virtual memory. */
static bool
find_memory(struct opencl_device *own, const char *extensions)
{
	static const enum info info[] = { HOST_CAPABILITIES, DEVICE_CAPABILITIES, SHARED_CAPABILITIES };
	const struct platform *platform = own->platform;

	own->svm = number(own->id, SVM_CAPABILITIES);
	own->usm = has_word(extensions, "cl_intel_unified_shared_memory") && platform->alloc[SYCL_RT_MEMORY_DEVICE] && platform->free
		&& platform->copy && platform->fill;
	if (own->usm) {
		for (int kind = 0; kind < 3; kind++)
			own->has[kind] = platform->alloc[kind] ? number(own->id, info[kind]) : 0;
		return own->has[SYCL_RT_MEMORY_DEVICE] & USM_ACCESS && cl.SetKernelExecInfo;
	}
	if (!(own->svm & (SVM_COARSE | SVM_FINE)) || !cl.SVMAlloc || !cl.SVMFree || !cl.EnqueueSVMMemcpy || !cl.EnqueueSVMMemFill
	    || !cl.SetKernelExecInfo)
		return false;
	own->has[SYCL_RT_MEMORY_DEVICE] = USM_ACCESS;
	if (own->svm & SVM_FINE)
		own->has[SYCL_RT_MEMORY_HOST] = own->has[SYCL_RT_MEMORY_SHARED] =
			USM_ACCESS | (own->svm & SVM_ATOMICS ? USM_ATOMICS : 0);
	return true;
}

/*
 * How it takes device code: SPIR-V, or else SPIR 1.2 in the form of the LLVM that its platform names,
 * which llvm-spirv of that version writes, or an older one, whose modules newer LLVMs read.
 * False, with a line in the trace, when it takes neither.
 */
static bool
find_form(struct opencl_device *own, const char *name, const char *extensions)
{
	enum { OLDEST = 14 };
	char il[256], program[32];
	const char *version = strstr(own->platform->version, "LLVM ");

	text_of(own->id, IL_VERSION, il, sizeof il);
	if (strstr(il, "SPIR-V") && (cl.CreateProgramWithIL || own->platform->create_with_il))
		return true;
	if (!has_word(extensions, "cl_khr_spir") || !version) {
		rt_device_missing("opencl: '%s' takes no SPIR-V", name);
		return false;
	}
	for (int number = atoi(version + 5); number >= OLDEST && !own->translator; number--) {
		snprintf(program, sizeof program, "llvm-spirv-%d", number);
		own->translator = rt_program(program);
	}
	if (!own->translator)
		rt_device_missing("opencl: '%s' takes no SPIR-V, but SPIR 1.2: for that the program 'llvm-spirv-%d' is missing", name,
			atoi(version + 5));
	return own->translator != NULL;
}

static void
find_device(cl_device id, const struct platform *platform)
{
	struct sycl_rt_device *device = calloc(1, sizeof *device);
	struct opencl_device *own = calloc(1, sizeof *own);
	char extensions[8192];

	if (!device || !own) {
		free(device);
		free(own);
		return;
	}
	device->own = own;
	own->id = id;
	own->platform = platform;
	text_of(id, NAME, device->name, sizeof device->name);
	text_of(id, EXTENSIONS, extensions, sizeof extensions);
	device->platform_name = platform->name;
	device->platform_vendor = platform->vendor;
	if (!number(id, AVAILABLE)) {
		rt_device_missing("opencl: '%s' is not available", device->name);
	} else if (!find_form(own, device->name, extensions)) {
		;
	} else if (!find_memory(own, extensions)) {
		rt_device_missing("opencl: '%s' has neither unified shared memory nor shared virtual memory", device->name);
	} else {
		describe(device, extensions);
		rt_device_add(device);
		return;
	}
	free(own);
	free(device);
}

static void
find_extensions(cl_platform id, struct platform *platform)
{
	static const struct {
		const char *name;
		size_t at;
	} functions[] = {
		{ "clCreateProgramWithILKHR", offsetof(struct platform, create_with_il) },
		{ "clHostMemAllocINTEL", offsetof(struct platform, alloc[SYCL_RT_MEMORY_HOST]) },
		{ "clDeviceMemAllocINTEL", offsetof(struct platform, alloc[SYCL_RT_MEMORY_DEVICE]) },
		{ "clSharedMemAllocINTEL", offsetof(struct platform, alloc[SYCL_RT_MEMORY_SHARED]) },
		{ "clMemFreeINTEL", offsetof(struct platform, free) },
		{ "clEnqueueMemcpyINTEL", offsetof(struct platform, copy) },
		{ "clEnqueueMemFillINTEL", offsetof(struct platform, fill) },
	};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *symbol = cl.GetExtensionFunctionAddressForPlatform(id, functions[i].name);

		memcpy((char *)platform + functions[i].at, &symbol, sizeof symbol);
	}
}

/* Loads the loader of drivers; false, with a line in the trace, when it cannot be used. */
static bool
load_loader(void)
{
	void *loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL), *symbol;

	if (!loader) {
		rt_device_missing("opencl: no loader of drivers: %s", dlerror());
		return false;
	}
#define FIND(RESULT, NAME, PARAMETERS) \
	symbol = dlsym(loader, "cl" #NAME); \
	if (!symbol) { \
		rt_device_missing("opencl: the loader lacks 'cl" #NAME "': it is too old"); \
		return false; \
	} \
	memcpy(&cl.NAME, &symbol, sizeof symbol);
	FUNCTIONS(FIND)
#define FIND_NEW(RESULT, NAME, PARAMETERS) \
	symbol = dlsym(loader, "cl" #NAME); \
	memcpy(&cl.NAME, &symbol, sizeof symbol);
	NEW_FUNCTIONS(FIND_NEW)
	return true;
}

static void
find(void)
{
	static struct platform platform[MAX_PLATFORMS];
	cl_platform id[MAX_PLATFORMS];
	cl_device device[MAX_DEVICES];
	unsigned n = 0, ndevice;

	if (!load_loader())
		return;
	if (cl.GetPlatformIDs(MAX_PLATFORMS, id, &n) != CL_SUCCESS || n == 0)
		rt_device_missing("opencl: there is no driver");
	for (unsigned i = 0; i < n && i < MAX_PLATFORMS; i++) {
		platform[i].id = id[i];
		cl.GetPlatformInfo(id[i], PLATFORM_NAME, sizeof platform[i].name - 1, platform[i].name, NULL);
		cl.GetPlatformInfo(id[i], PLATFORM_VENDOR, sizeof platform[i].vendor - 1, platform[i].vendor, NULL);
		cl.GetPlatformInfo(id[i], PLATFORM_VERSION, sizeof platform[i].version - 1, platform[i].version, NULL);
		cl.GetPlatformInfo(id[i], PLATFORM_EXTENSIONS, sizeof platform[i].extensions - 1, platform[i].extensions, NULL);
		find_extensions(id[i], &platform[i]);
		ndevice = 0;
		if (cl.GetDeviceIDs(id[i], TYPE_ALL & 0xffffffff, MAX_DEVICES, device, &ndevice) != CL_SUCCESS || ndevice == 0)
			rt_device_missing("opencl: '%s' has no device", platform[i].name);
		for (unsigned k = 0; k < ndevice && k < MAX_DEVICES; k++)
			find_device(device[k], &platform[i]);
	}
}

static uint64_t
ask_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	const struct opencl_device *own = device->own;

	switch (which) {
	case SYCL_RT_DEVICE_VENDOR_ID: return number(own->id, VENDOR_ID);
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return number(own->id, COMPUTE_UNITS);
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE: return device->can.max_work_group_size;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return number(own->id, GLOBAL_SIZE);
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return number(own->id, CACHE_SIZE);
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return number(own->id, CACHE_LINE);
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE: return number(own->id, LOCAL_SIZE);
	case SYCL_RT_DEVICE_CLOCK_MHZ: return number(own->id, MAX_CLOCK);
	case SYCL_RT_DEVICE_VECTOR_BYTES: return number(own->id, NATIVE_WIDTH_CHAR);
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return number(own->id, MAX_PARAMETER_SIZE);
	default: return 0;
	}
}

static const char *
ask_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	static _Thread_local char text[8192];
	const struct opencl_device *own = device->own;

	switch (which) {
	case SYCL_RT_DEVICE_VERSION: text_of(own->id, VERSION, text, sizeof text); return text;
	case SYCL_RT_DEVICE_DRIVER_VERSION: text_of(own->id, DRIVER_VERSION, text, sizeof text); return text;
	case SYCL_RT_DEVICE_EXTENSIONS: text_of(own->id, EXTENSIONS, text, sizeof text); return text;
	case SYCL_RT_PLATFORM_VERSION: return own->platform->version;
	case SYCL_RT_PLATFORM_EXTENSIONS: return own->platform->extensions;
	default: return "";
	}
}

/* --- memory --- */

static void *
allocate_usm(struct opencl_device *own, enum sycl_rt_memory kind, size_t size, size_t align)
{
	void *(*function)(void) = own->platform->alloc[kind], *memory;
	alloc_host *host;
	alloc_device *others;
	int error = CL_SUCCESS;

	if (kind == SYCL_RT_MEMORY_HOST) {
		memcpy(&host, &function, sizeof host);
		memory = host(own->context, NULL, size, (unsigned)align, &error);
	} else {
		memcpy(&others, &function, sizeof others);
		memory = others(own->context, own->id, NULL, size, (unsigned)align, &error);
	}
	return error ? NULL : memory;
}

/* Kernels are told of all shared virtual memory: they may find pointers to it anywhere. */
static bool
note_memory(struct opencl_device *own, void *memory, void *given)
{
	void **more = reallocarray(own->memory, own->nmemory + 1, sizeof *more), **addresses;

	if (!more)
		return false;
	own->memory = more;
	addresses = reallocarray(own->given, own->nmemory + 1, sizeof *addresses);
	if (!addresses)
		return false;
	own->given = addresses;
	more[own->nmemory] = memory;
	addresses[own->nmemory++] = given;
	own->generation++;
	return true;
}

/* Drivers align to the size of the largest type; more is made of a larger block. */
static void *
allocate_svm(struct opencl_device *own, size_t size, size_t align)
{
	enum { ALIGN_OF_LONG16 = 128 };
	uint64_t flags = MEM_READ_WRITE;
	size_t more = align > ALIGN_OF_LONG16 ? align : 0;
	char *memory, *given;
	bool noted;

	if (own->svm & SVM_FINE)
		flags |= MEM_SVM_FINE | (own->svm & SVM_ATOMICS ? MEM_SVM_ATOMICS : 0);
	if (size > SIZE_MAX - more)
		return NULL;
	memory = cl.SVMAlloc(own->context, flags, size + more, more ? 0 : (unsigned)align);
	if (!memory)
		return NULL;
	given = more ? memory + (align - (uintptr_t)memory % align) % align : memory;
	pthread_mutex_lock(&memory_lock);
	noted = note_memory(own, memory, given);
	pthread_mutex_unlock(&memory_lock);
	if (noted)
		return given;
	cl.SVMFree(own->context, memory);
	return NULL;
}

static void *
allocate(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	struct opencl_device *own = device->own;

	if (!(own->has[kind] & USM_ACCESS) || enter_locked(own) != SYCL_RT_SUCCESS)
		return NULL;
	return own->usm ? allocate_usm(own, kind, size, align) : allocate_svm(own, size, align);
}

/* All that was started has ended. */
static void
finish(struct opencl_device *own)
{
	for (int i = 0; i < RT_LANES; i++)
		if (own->lane[i])
			cl.Finish(own->lane[i]);
}

static void
release(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory)
{
	struct opencl_device *own = device->own;

	(void)kind;
	finish(own);
	if (own->usm) {
		own->platform->free(own->context, memory);
		return;
	}
	pthread_mutex_lock(&memory_lock);
	for (size_t i = 0; i < own->nmemory; i++)
		if (own->given[i] == memory) {
			memory = own->memory[i];
			own->memory[i] = own->memory[--own->nmemory];
			own->given[i] = own->given[own->nmemory];
			own->generation++;
			break;
		}
	pthread_mutex_unlock(&memory_lock);
	cl.SVMFree(own->context, memory);
}

static int
put_copy(const struct opencl_device *own, cl_queue queue, bool wait, void *to, const void *from, size_t size, unsigned n,
	const cl_event *after, cl_event *event)
{
	return (own->usm ? own->platform->copy : cl.EnqueueSVMMemcpy)(queue, wait, to, from, size, n, after, event);
}

/* The device's own memory that p points into, when the device is another one. */
static const struct sycl_rt_device *
owner_of(const struct sycl_rt_device *device, const void *p)
{
	const struct sycl_rt_device *owner;

	if (sycl_rt_memory_kind(p, &owner) != SYCL_RT_MEMORY_DEVICE || owner == device || owner->backend->host_memory)
		return NULL;
	return owner;
}

/* Drivers copy only between regions that do not overlap. */
static bool
overlap(const void *a, const void *b, size_t size)
{
	return (uintptr_t)a < (uintptr_t)b + size && (uintptr_t)b < (uintptr_t)a + size;
}

/* Between devices the bytes go through the host. */
static int
copy_between(const struct sycl_rt_device *to_device, void *to, const struct sycl_rt_device *from_device, const void *from, size_t size)
{
	void *block = malloc(size);
	int status;

	if (!block)
		return fail_memory("a copy between devices");
	status = from_device->backend->copy(from_device, block, from, size);
	if (!status)
		status = to_device->backend->copy(to_device, to, block, size);
	free(block);
	return status;
}

static int
copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	const struct sycl_rt_device *to_other = owner_of(device, to), *from_other = owner_of(device, from);
	struct opencl_device *own = device->own;
	int status, error;

	if (to_other || from_other || overlap(to, from, size))
		return copy_between(to_other ? to_other : device, to, from_other ? from_other : device, from, size);
	status = enter_locked(own);
	if (status)
		return status;
	error = put_copy(own, own->plain, true, to, from, size, 0, NULL, NULL);
	return error ? fail(SYCL_RT_RUNTIME, error, "copying memory") : SYCL_RT_SUCCESS;
}

/* Drivers fill with patterns of a power of two of bytes, up to 128, at addresses that fit; others are copied and doubled. */
static int
put_fill(const struct opencl_device *own, cl_queue queue, const struct sycl_rt_work *work, unsigned n, const cl_event *after,
	cl_event *event)
{
	const size_t size = work->size * work->count;
	char *to = work->to;
	int error;

	if (work->size <= 128 && (work->size & (work->size - 1)) == 0 && (uintptr_t)to % work->size == 0)
		return (own->usm ? own->platform->fill : cl.EnqueueSVMMemFill)(queue, to, work->from, work->size, size, n, after, event);
	error = put_copy(own, queue, true, to, work->from, work->size, n, after, NULL);
	for (size_t done = work->size; done < size && !error; done *= 2)
		error = put_copy(own, queue, false, to + done, to, done < size - done ? done : size - done, 0, NULL, NULL);
	return error ? error : cl.EnqueueMarkerWithWaitList(queue, 0, NULL, event);
}

static int
fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_FILL, .to = to, .from = pattern, .size = pattern_size, .count = count };
	struct opencl_device *own = device->own;
	const struct sycl_rt_device *owner;
	enum sycl_rt_memory kind = sycl_rt_memory_kind(to, &owner);
	int status, error;

	if (kind == SYCL_RT_MEMORY_UNKNOWN || kind == SYCL_RT_MEMORY_HOST)
		return rt_backend_cpu.fill(device, to, pattern, pattern_size, count);
	status = enter_locked(own);
	if (status)
		return status;
	error = put_fill(own, own->plain, &work, 0, NULL, NULL);
	if (!error)
		error = cl.Finish(own->plain);
	return error ? fail(SYCL_RT_RUNTIME, error, "filling memory") : SYCL_RT_SUCCESS;
}

/* --- images --- */

static int
fail_build(const struct sycl_rt_device *device, const struct rt_image *image, cl_program program, int error)
{
	const struct opencl_device *own = device->own;
	char log[LOG_SIZE] = "";
	size_t size = 0, length;
	char *all = NULL;

	if (program && cl.GetProgramBuildInfo(program, own->id, PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS && size)
		all = calloc(1, size + 1);
	if (all && cl.GetProgramBuildInfo(program, own->id, PROGRAM_BUILD_LOG, size, all, NULL) == CL_SUCCESS)
		snprintf(log, sizeof log, "%s", all);
	free(all);
	for (length = strlen(log); length && log[length - 1] == '\n';)
		log[--length] = '\0';
	return rt_fail(SYCL_RT_BUILD, "building the device image for '%s' failed on device '%s': error %d%s%s", image->desc->target,
		device->name, error, *log ? ":\n" : "", log);
}

/* The driver's program of an image with these values, not built yet; links are for the translator, which links. */
static cl_program
create_program(const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	int *status)
{
	struct opencl_device *own = device->own;
	cl_program program = NULL;
	struct rt_bytes code;
	const unsigned char *bytes;
	int error = CL_SUCCESS, loaded = CL_SUCCESS;

	if (rt_spirv_open(&code, image, values, own->translator ? links : NULL, own->translator, status) != 0)
		return NULL;
	bytes = code.bytes;
	if (own->translator)
		program = cl.CreateProgramWithBinary(own->context, 1, &own->id, &code.size, &bytes, &loaded, &error);
	else if (own->platform->create_with_il && !cl.CreateProgramWithIL)
		program = own->platform->create_with_il(own->context, code.bytes, code.size, &error);
	else
		program = cl.CreateProgramWithIL(own->context, code.bytes, code.size, &error);
	free(code.owned);
	if (program && !loaded)
		return program;
	*status = fail_build(device, image, program, loaded ? loaded : error);
	if (program)
		cl.ReleaseProgram(program);
	return NULL;
}

static const char *
build_options(const struct opencl_device *own)
{
	return own->translator ? "-x spir -spir-std=1.2" : "";
}

/* The program of the image and of those that it needs, linked. */
static cl_program
link_program(const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	int *status)
{
	struct opencl_device *own = device->own;
	cl_program *part = calloc(links->n + 1, sizeof *part), linked = NULL;
	int error = CL_SUCCESS;
	size_t n = 0;

	if (!part)
		*status = fail_memory("a list of device images");
	for (; part && n <= links->n && !*status; n++) {
		const struct rt_image *one = n ? links->image[n - 1] : image;

		part[n] = create_program(device, one, n ? NULL : values, NULL, status);
		if (!part[n])
			break;
		error = cl.CompileProgram(part[n], 1, &own->id, build_options(own), 0, NULL, NULL, NULL, NULL);
		if (error)
			*status = fail_build(device, one, part[n], error);
	}
	if (part && !*status) {
		linked = cl.LinkProgram(own->context, 1, &own->id, "", (unsigned)n, part, NULL, NULL, &error);
		if (!linked || error)
			*status = fail_build(device, image, linked, error);
	}
	for (size_t i = 0; part && i < n; i++)
		if (part[i])
			cl.ReleaseProgram(part[i]);
	free(part);
	if (*status && linked)
		cl.ReleaseProgram(linked);
	return *status ? NULL : linked;
}

static void *
load_program(const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	int *status)
{
	struct opencl_device *own = device->own;
	cl_program program;
	int error;

	if (links && !own->translator)
		return link_program(device, image, values, links, status);
	program = create_program(device, image, values, links, status);
	if (!program)
		return NULL;
	error = cl.BuildProgram(program, 1, &own->id, build_options(own), NULL, NULL);
	if (error) {
		*status = fail_build(device, image, program, error);
		cl.ReleaseProgram(program);
		return NULL;
	}
	rt_trace(RT_TRACE_IMAGES, "%s: built the image for '%s'%s", device->name, image->desc->target,
		own->translator ? ", translated to SPIR 1.2" : "");
	return program;
}

static void
release_module(struct rt_module *module)
{
	struct opencl_kernel *kernel;

	while ((kernel = module->kernel)) {
		module->kernel = kernel->next;
		cl.ReleaseKernel(kernel->kernel);
		free(kernel);
	}
	for (struct constants *constants = module->constants; constants; constants = constants->next)
		release(module->device, SYCL_RT_MEMORY_DEVICE, constants->memory);
	cl.ReleaseProgram(module->built);
}

static const struct module_driver modules = { SYCL_RT_BACKEND_OPENCL, load_program, release_module };

/* What the driver tells of a new kernel; a status. */
static int
describe_kernel(struct opencl_kernel *kernel, const struct opencl_device *own)
{
	static const uint32_t yes = 1;
	int error = CL_SUCCESS;

	cl.GetKernelInfo(kernel->kernel, KERNEL_NUM_ARGS, sizeof kernel->nargs, &kernel->nargs, NULL);
	cl.GetKernelWorkGroupInfo(kernel->kernel, own->id, KERNEL_WORK_GROUP_SIZE, sizeof kernel->most, &kernel->most, NULL);
	cl.GetKernelWorkGroupInfo(kernel->kernel, own->id, KERNEL_COMPILED_SIZE, sizeof kernel->required, kernel->required, NULL);
	for (unsigned kind = 0; own->usm && kind < 3 && !error; kind++)
		if (own->has[kind] & USM_ACCESS)
			error = cl.SetKernelExecInfo(kernel->kernel, EXEC_INDIRECT_HOST + kind, sizeof yes, &yes);
	return error ? fail(SYCL_RT_RUNTIME, error, "clSetKernelExecInfo") : SYCL_RT_SUCCESS;
}

static struct opencl_kernel *
find_kernel(struct rt_module *module, struct rt_image *image, const char *name, int *status)
{
	struct opencl_kernel *kernel = module->kernel;
	char *plain;
	int error;

	while (kernel && strcmp(kernel->name, name) != 0)
		kernel = kernel->next;
	if (kernel)
		return kernel;
	kernel = calloc(1, sizeof *kernel);
	plain = strdup(name);
	if (kernel && plain) {
		rt_spirv_plain_name(plain);
		kernel->kernel = cl.CreateKernel(module->built, plain, &error);
		if (!kernel->kernel)
			*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks kernel %s (error %d)", image->desc->target, name, error);
		else
			*status = describe_kernel(kernel, module->device->own);
	} else {
		*status = fail_memory("a kernel");
	}
	free(plain);
	if (*status) {
		free(kernel);
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
	struct opencl_kernel *kernel = NULL;
	struct rt_module *module = NULL;

	if (propfile_find(&image->props, PROPSET_GLOBAL_VARIABLES)) {
		*status = rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "the kernel uses a device_global, which OpenCL devices do not have here");
		return NULL;
	}
	pthread_mutex_lock(&lock);
	*status = enter(device->own);
	if (!*status)
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
	for (struct rt_module *module = image->module[SYCL_RT_BACKEND_OPENCL]; module; module = module->next)
		finish(module->device->own);
	modules_free(&modules, image);
}

static int
facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts)
{
	const struct opencl_kernel *kernel = (const struct opencl_kernel *)loaded;
	const struct opencl_device *own = device->own;
	uint64_t local = 0, private_bytes = 0;
	size_t multiple = 1;

	cl.GetKernelWorkGroupInfo(kernel->kernel, own->id, KERNEL_LOCAL, sizeof local, &local, NULL);
	cl.GetKernelWorkGroupInfo(kernel->kernel, own->id, KERNEL_PRIVATE, sizeof private_bytes, &private_bytes, NULL);
	cl.GetKernelWorkGroupInfo(kernel->kernel, own->id, KERNEL_MULTIPLE, sizeof multiple, &multiple, NULL);
	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = kernel->most ? kernel->most : device->can.max_work_group_size, .preferred_multiple = multiple,
		.private_bytes = private_bytes, .local_bytes = local,
		.sub_group_size = device->can.nsub_group_size ? device->can.sub_group_size[device->can.nsub_group_size - 1] : 1,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = kernel->required[2 - d];
	return SYCL_RT_SUCCESS;
}

/* --- launches --- */

/* The buffer of specialization constants in the device's memory; with the lock held; a status. */
static int
upload_constants(const struct sycl_rt_device *device, const struct rt_image *image, const void *buffer, void **memory)
{
	struct rt_module *module = image->module[SYCL_RT_BACKEND_OPENCL];
	struct opencl_device *own = device->own;
	struct constants *constants;
	size_t size = image->spec.size;
	int error;

	while (module->device != device)
		module = module->next;
	for (constants = module->constants; constants; constants = constants->next)
		if (memcmp(constants->values, buffer, size) == 0) {
			*memory = constants->memory;
			return SYCL_RT_SUCCESS;
		}
	constants = calloc(1, sizeof *constants);
	if (constants)
		constants->values = malloc(size);
	if (!constants || !constants->values) {
		free(constants);
		return fail_memory("specialization constants");
	}
	pthread_mutex_unlock(&lock);
	constants->memory = allocate(device, SYCL_RT_MEMORY_DEVICE, size, 0);
	pthread_mutex_lock(&lock);
	error = constants->memory ? put_copy(own, own->plain, true, constants->memory, buffer, size, 0, NULL, NULL)
		: CL_MEM_ALLOCATION_FAILURE;
	if (error) {
		free(constants->values);
		free(constants);
		return fail(SYCL_RT_RUNTIME, error, "copying specialization constants");
	}
	memcpy(constants->values, buffer, size);
	constants->next = module->constants;
	module->constants = constants;
	*memory = constants->memory;
	return SYCL_RT_SUCCESS;
}

/* The kernel's parameters, and the memory that it may use; with the lock held; an error of OpenCL. */
static int
set_parameters(struct opencl_device *own, struct opencl_kernel *kernel, const struct sycl_rt_launch *launch, void *constants)
{
	struct rt_kargs kargs;
	int error = cl.SetKernelArg(kernel->kernel, 0, launch->functor_size, launch->functor);

	rt_fill_kargs(&kargs, launch, constants);
	if (!error && kernel->nargs > 1)
		error = cl.SetKernelArg(kernel->kernel, 1, sizeof kargs, &kargs);
	if (!error && kernel->nargs > 2)
		error = cl.SetKernelArg(kernel->kernel, 2, launch->local_bytes ? launch->local_bytes : 1, NULL);
	if (error || own->usm)
		return error;
	pthread_mutex_lock(&memory_lock);
	if (kernel->generation != own->generation && own->nmemory)
		error = cl.SetKernelExecInfo(kernel->kernel, EXEC_SVM_POINTERS, own->nmemory * sizeof *own->memory, own->memory);
	if (!error)
		kernel->generation = own->generation;
	pthread_mutex_unlock(&memory_lock);
	return error;
}

/* Puts the launch into the queue; with the lock held; *event is NULL when there is nothing to run; a status. */
static int
put_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer, cl_queue queue, unsigned n, const cl_event *after, cl_event *event)
{
	struct opencl_kernel *kernel = (struct opencl_kernel *)loaded;
	size_t global[3], local[3];
	void *constants = NULL;
	bool any = rt_lay_out(launch, kernel->required, kernel->most, global, local);
	int status = rt_check_sizes(device, launch, kernel->required, kernel->most, local), error;

	*event = NULL;
	if (!status && buffer)
		status = upload_constants(device, loaded->image, buffer, &constants);
	if (status)
		return status;
	rt_trace(RT_TRACE_COMMANDS, "%s: %s: %zux%zux%zu work-groups of %zux%zux%zu, %" PRIu64 " bytes of local memory", device->name,
		kernel->name, global[2] / local[2], global[1] / local[1], global[0] / local[0], local[2], local[1], local[0],
		launch->local_bytes);
	if (!any) {
		error = n ? cl.EnqueueMarkerWithWaitList(queue, n, after, event) : CL_SUCCESS;
		return error ? fail(SYCL_RT_RUNTIME, error, "clEnqueueMarkerWithWaitList") : SYCL_RT_SUCCESS;
	}
	error = set_parameters(device->own, kernel, launch, constants);
	if (error)
		return fail(SYCL_RT_RUNTIME, error, "clSetKernelArg");
	error = cl.EnqueueNDRangeKernel(queue, kernel->kernel, 3, NULL, global, local, n, after, event);
	return error ? fail(SYCL_RT_RUNTIME, error, "clEnqueueNDRangeKernel") : SYCL_RT_SUCCESS;
}

static int
wait_event(cl_event event)
{
	int error = event ? cl.WaitForEvents(1, &event) : CL_SUCCESS;

	if (event)
		cl.ReleaseEvent(event);
	return error ? fail(SYCL_RT_RUNTIME, error, "the kernel") : SYCL_RT_SUCCESS;
}

/* The queue of a lane, made when it is first used; a status. */
static int
find_queue(struct opencl_device *own, unsigned lane, cl_queue *queue)
{
	int status, error = CL_SUCCESS;

	pthread_mutex_lock(&lock);
	status = enter(own);
	if (!status && !own->lane[lane])
		own->lane[lane] = cl.CreateCommandQueue(own->context, own->id, QUEUE_PROFILING, &error);
	*queue = own->lane[lane];
	pthread_mutex_unlock(&lock);
	return status || *queue ? status : fail(SYCL_RT_RUNTIME, error, "clCreateCommandQueue");
}

static int
launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	cl_queue queue;
	cl_event event = NULL;
	int status = find_queue(device->own, rt_task_lane(), &queue);

	if (status)
		return status;
	if (launch->times)
		launch->times->start = sycl_rt_now();
	pthread_mutex_lock(&lock);
	status = put_launch(device, launch, loaded, buffer, queue, 0, NULL, &event);
	pthread_mutex_unlock(&lock);
	cl.Flush(queue);
	if (!status)
		status = wait_event(event);
	if (launch->times)
		launch->times->end = sycl_rt_now();
	return status;
}

/* --- work that goes on while the program does --- */

static void
drop(void *p)
{
	struct mark *mark = p;

	cl.ReleaseEvent(mark->event);
	free(mark);
}

/* The events of the marks; those of other devices are waited for here, since events of two contexts do not mix. */
static unsigned
list_events(const struct sycl_rt_device *device, const struct rt_start *start, cl_event *event)
{
	unsigned n = 0;

	for (size_t i = 0; i < start->nafter; i++) {
		const struct mark *mark = start->after[i];

		if (mark->device == device)
			event[n++] = mark->event;
		else
			cl.WaitForEvents(1, &mark->event);
	}
	return n;
}

/* Puts the work into the queue; with the lock held; a status. */
static int
put_work(const struct sycl_rt_device *device, const struct rt_start *start, cl_queue queue, unsigned n, const cl_event *after,
	cl_event *event)
{
	const struct sycl_rt_work *work = start->work;
	const struct opencl_device *own = device->own;
	int error;

	if (work->kind == SYCL_RT_WORK_KERNEL)
		return put_launch(device, work->launch, start->loaded, start->buffer, queue, n, after, event);
	if (work->kind == SYCL_RT_WORK_BARRIER) {
		error = cl.EnqueueMarkerWithWaitList(queue, n, after, event);
		return error ? fail(SYCL_RT_RUNTIME, error, "clEnqueueMarkerWithWaitList") : SYCL_RT_SUCCESS;
	}
	rt_trace(RT_TRACE_COMMANDS, "%s: %s of %zu bytes", device->name, work->kind == SYCL_RT_WORK_COPY ? "copy" : "fill",
		work->kind == SYCL_RT_WORK_COPY ? work->size : work->size * work->count);
	error = work->kind == SYCL_RT_WORK_FILL ? put_fill(own, queue, work, n, after, event)
		: put_copy(own, queue, false, work->to, work->from, work->size, n, after, event);
	return error ? fail(SYCL_RT_RUNTIME, error, work->kind == SYCL_RT_WORK_FILL ? "filling memory" : "copying memory")
		: SYCL_RT_SUCCESS;
}

static bool
goes_through_host(const struct sycl_rt_device *device, const struct sycl_rt_work *work)
{
	return work->kind == SYCL_RT_WORK_COPY
		&& (owner_of(device, work->to) || owner_of(device, work->from) || overlap(work->to, work->from, work->size));
}

/* A copy that goes through the host, when what comes before it has ended. */
static int
copy_later(const struct sycl_rt_device *device, const struct sycl_rt_work *work, cl_queue queue, unsigned n, const cl_event *after)
{
	if (n)
		cl.WaitForEvents(n, after);
	cl.Finish(queue);
	return copy(device, work->to, work->from, work->size);
}

static int
native(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object)
{
	struct opencl_device *own = device->own;
	cl_queue queue = NULL;
	int status = what == SYCL_RT_NATIVE_QUEUE ? find_queue(own, lane, &queue) : enter_locked(own);

	switch (what) {
	case SYCL_RT_NATIVE_PLATFORM: *object = (uintptr_t)own->platform->id; break;
	case SYCL_RT_NATIVE_DEVICE: *object = (uintptr_t)own->id; break;
	case SYCL_RT_NATIVE_CONTEXT: *object = (uintptr_t)own->context; break;
	case SYCL_RT_NATIVE_QUEUE: *object = (uintptr_t)queue; break;
	default: *object = (uintptr_t)((struct mark *)mark)->event;
	}
	return status;
}

static int
foreign(const struct sycl_rt_device *device, uintptr_t object, bool wait)
{
	const cl_event event = (cl_event)object;
	int error;

	(void)device;
	if (!wait)
		return (error = cl.RetainEvent(event)) ? fail(SYCL_RT_INVALID, error, "clRetainEvent") : SYCL_RT_SUCCESS;
	error = cl.WaitForEvents(1, &event);
	cl.ReleaseEvent(event);
	return error ? fail(SYCL_RT_RUNTIME, error, "clWaitForEvents") : SYCL_RT_SUCCESS;
}

static int
start(const struct sycl_rt_device *device, const struct rt_start *start, void **made)
{
	cl_queue queue = NULL;
	const struct sycl_rt_work *work = start->work;
	cl_event *after = calloc(start->nafter + 1, sizeof *after), event = NULL;
	struct mark *mark = calloc(1, sizeof *mark);
	int status = after && mark ? find_queue(device->own, start->lane, &queue) : fail_memory("a command");
	const unsigned n = status ? 0 : list_events(device, start, after);

	if (!status && goes_through_host(device, work)) {
		status = copy_later(device, work, queue, n, after);
	} else if (!status) {
		mark->device = device;
		mark->queued = sycl_rt_now();
		pthread_mutex_lock(&lock);
		status = put_work(device, start, queue, n, n ? after : NULL, &event);
		pthread_mutex_unlock(&lock);
		cl.Flush(queue);
	}
	free(after);
	if (status || !event) {
		free(mark);
		return status;
	}
	mark->event = event;
	*made = mark;
	return SYCL_RT_SUCCESS;
}

static bool
ended(void *p, bool wait, int *status)
{
	const struct mark *mark = p;
	int state = CL_COMPLETE, error = CL_SUCCESS;

	*status = SYCL_RT_SUCCESS;
	if (wait)
		error = cl.WaitForEvents(1, &mark->event);
	if (cl.GetEventInfo(mark->event, EVENT_STATUS, sizeof state, &state, NULL) == CL_SUCCESS && state < 0)
		error = state;
	else if (!wait && state != CL_COMPLETE)
		return false;
	if (error)
		*status = fail(SYCL_RT_RUNTIME, error, "a command");
	return true;
}

static uint64_t
profiled(const struct mark *mark, unsigned which)
{
	uint64_t time = 0;

	return cl.GetEventProfilingInfo(mark->event, which, sizeof time, &time, NULL) == CL_SUCCESS ? time : 0;
}

/* The device's clock is not ours: what counts is the time since the command was put into the queue. */
static void
times(void *p, struct sycl_rt_times *times)
{
	const struct mark *mark = p;
	uint64_t queued = profiled(mark, PROFILING_QUEUED), start = profiled(mark, PROFILING_START), end = profiled(mark, PROFILING_END);

	times->start = mark->queued + (start > queued ? start - queued : 0);
	times->end = mark->queued + (end > queued ? end - queued : 0);
	if (times->start < times->submit)
		times->start = times->submit;
	if (times->end < times->start)
		times->end = times->start;
}

const struct rt_backend rt_backend_opencl = {
	.name = "opencl", .number = SYCL_RT_BACKEND_OPENCL, .platform_name = "OpenCL", .platform_vendor = "OpenCL", .on_request = true,
	.find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = allocate, .free = release,
	.copy = copy, .fill = fill, .load = load, .unload = unload, .facts = facts, .launch = launch_kernel,
	.start = start, .ended = ended, .times = times, .drop = drop, .native = native, .foreign = foreign,
};
