/*
 * A libcuda.so.1 for machines without a GPU.  FAKE_CUDA lists the compute
 * capabilities of its devices ("90,75"), FAKE_CUDA_LOG names a file that gets a
 * line for every important call, FAKE_CUDA_FAIL=FUNCTION=ERROR makes one function
 * fail.  Device memory is other memory of the host; the only kernel with an effect
 * is fake_doubles, which doubles the ints of an accessor or of a pointer and a
 * size.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t ptr;

enum { OUT_OF_MEMORY = 2, NO_DEVICE = 100, NOT_FOUND = 500 };

struct function {
	char name[512];
	struct module *module;
};
struct module {
	int device;
	char *text;
	struct function function[16];
	int n;
};

static _Thread_local int current = -1;

static void
note(const char *format, ...)
{
	const char *path = getenv("FAKE_CUDA_LOG");
	FILE *file = path ? fopen(path, "a") : NULL;
	va_list args;

	if (!file)
		return;
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	fputc('\n', file);
	fclose(file);
}

static int
failure(const char *function)
{
	const char *wanted = getenv("FAKE_CUDA_FAIL");
	size_t length = strlen(function);

	return wanted && strncmp(wanted, function, length) == 0 && wanted[length] == '=' ? atoi(wanted + length + 1) : 0;
}

#define MAY_FAIL \
	do { \
		int error = failure(__func__); \
		if (error) \
			return error; \
	} while (0)

/* Its capability, 0 when there is no such device. */
static int
capability(int device)
{
	const char *p = getenv("FAKE_CUDA");

	for (; p && *p && device > 0; device--) {
		p = strchr(p, ',');
		p = p ? p + 1 : NULL;
	}
	return p ? atoi(p) : 0;
}

int cuInit(unsigned flags) { (void)flags; MAY_FAIL; return capability(0) ? 0 : NO_DEVICE; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGet(int *device, int number) { MAY_FAIL; *device = number; return 0; }
int cuCtxSetCurrent(intptr_t context) { MAY_FAIL; current = (int)context - 1; return 0; }
int cuCtxGetCurrent(intptr_t *context) { *context = current + 1; return 0; }
int cuDevicePrimaryCtxRetain(intptr_t *context, int device) { MAY_FAIL; note("context %d", device); *context = device + 1; return 0; }
int cuMemGetInfo_v2(size_t *free, size_t *total) { *free = (size_t)3 << 30, *total = (size_t)8 << 30; return 0; }
int cuDeviceTotalMem_v2(size_t *size, int device) { (void)device; *size = (size_t)8 << 30; return 0; }

int
cuGetErrorName(int error, const char **name)
{
	static _Thread_local char text[40];

	snprintf(text, sizeof text, "CUDA_ERROR_%d", error);
	*name = text;
	return 0;
}

int
cuGetErrorString(int error, const char **text)
{
	(void)error;
	*text = "made up";
	return 0;
}

int
cuDeviceGetCount(int *count)
{
	MAY_FAIL;
	for (*count = 0; capability(*count); ++*count)
		;
	return 0;
}

int
cuDeviceGetName(char *name, int size, int device)
{
	MAY_FAIL;
	snprintf(name, (size_t)size, "Fake sm_%d", capability(device));
	return 0;
}

int
cuDeviceGetAttribute(int *value, int attribute, int device)
{
	switch (attribute) {
	case 1: *value = 1024; break;
	case 8: *value = 48 * 1024; break;
	case 97: *value = 96 * 1024; break;
	case 10: *value = 32; break;
	case 13: *value = 1500000; break;
	case 16: *value = 40; break;
	case 75: *value = capability(device) / 10; break;
	case 76: *value = capability(device) % 10; break;
	default: *value = 1;
	}
	return 0;
}

static int
allocate(const char *kind, size_t size, void **memory)
{
	*memory = aligned_alloc(256, (size + 255) / 256 * 256);
	note("%s %zu on %d", kind, size, current);
	return *memory ? 0 : OUT_OF_MEMORY;
}

int cuMemAlloc_v2(void **memory, size_t size) { MAY_FAIL; return allocate("device memory", size, memory); }
int cuMemAllocManaged(void **memory, size_t size, unsigned f) { (void)f; MAY_FAIL; return allocate("shared memory", size, memory); }
int cuMemHostAlloc(void **memory, size_t size, unsigned flags) { (void)flags; MAY_FAIL; return allocate("host memory", size, memory); }
int cuMemFree_v2(ptr memory) { note("free"); free((void *)memory); return 0; }
int cuMemFreeHost(void *memory) { note("free host"); free(memory); return 0; }
int cuStreamSynchronize(void *stream) { (void)stream; MAY_FAIL; return 0; }

int cuCtxSynchronize(void) { return 0; }
int cuStreamCreate(void **stream, unsigned flags) { (void)flags; MAY_FAIL; *stream = malloc(1); note("stream on %d", current); return 0; }
int cuEventCreate(void **event, unsigned flags) { (void)flags; MAY_FAIL; *event = malloc(1); return 0; }
int cuEventDestroy_v2(void *event) { free(event); return 0; }
int cuEventRecord(void *event, void *stream) { (void)event, (void)stream; MAY_FAIL; return 0; }
int cuEventQuery(void *event) { (void)event; MAY_FAIL; return 0; }
int cuEventSynchronize(void *event) { (void)event; MAY_FAIL; return 0; }
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) { (void)stream, (void)event, (void)flags; note("wait"); return 0; }
int cuEventElapsedTime(float *milliseconds, void *begin, void *end) { (void)begin, (void)end; *milliseconds = 1; return 0; }

int
cuMemcpy(ptr to, ptr from, size_t size)
{
	MAY_FAIL;
	note("copy %zu", size);
	memmove((void *)to, (void *)from, size);
	return 0;
}

int
cuMemcpyAsync(ptr to, ptr from, size_t size, void *stream)
{
	(void)stream;
	MAY_FAIL;
	note("start copy %zu", size);
	memmove((void *)to, (void *)from, size);
	return 0;
}

int
cuMemsetD8Async(ptr to, unsigned char value, size_t n, void *stream)
{
	(void)stream;
	note("start set8 %zu", n);
	memset((void *)to, value, n);
	return 0;
}

int cuMemsetD8_v2(ptr to, unsigned char value, size_t n) { note("set8 %zu", n); memset((void *)to, value, n); return 0; }

int
cuMemsetD16_v2(ptr to, unsigned short value, size_t n)
{
	note("set16 %zu", n);
	for (size_t i = 0; i < n; i++)
		((unsigned short *)to)[i] = value;
	return 0;
}

int
cuMemsetD32_v2(ptr to, unsigned value, size_t n)
{
	note("set32 %zu", n);
	for (size_t i = 0; i < n; i++)
		((unsigned *)to)[i] = value;
	return 0;
}

int
cuModuleLoadDataEx(struct module **module, const char *image, unsigned n, int *option, void **value)
{
	int error = failure(__func__);

	for (unsigned i = 0; error && i < n; i++)
		if (option[i] == 5)
			strcpy(value[i], "ptxas fatal: made up");
	if (error)
		return error;
	*module = calloc(1, sizeof **module);
	(*module)->device = current;
	(*module)->text = strdup(image);
	note("module on %d", current);
	return 0;
}

int
cuModuleUnload(struct module *module)
{
	note("unload");
	free(module->text);
	free(module);
	return 0;
}

/* It has the kernel when its PTX says ".entry NAME(". */
int
cuModuleGetFunction(struct function **function, struct module *module, const char *name)
{
	char entry[600];

	MAY_FAIL;
	snprintf(entry, sizeof entry, ".entry %s(", name);
	if (!strstr(module->text, entry) || module->n == 16)
		return NOT_FOUND;
	*function = &module->function[module->n++];
	snprintf((*function)->name, sizeof (*function)->name, "%s", name);
	(*function)->module = module;
	return 0;
}

/* No image has variables. */
int
cuModuleGetGlobal_v2(uintptr_t *address, size_t *size, struct module *module, const char *name)
{
	(void)address;
	(void)size;
	(void)module;
	(void)name;
	return NOT_FOUND;
}

int
cuFuncGetAttribute(int *value, int attribute, struct function *function)
{
	(void)function;
	*value = attribute == 0 ? 1024 : 0;
	return 0;
}

int
cuFuncSetAttribute(struct function *function, int attribute, int value)
{
	(void)function;
	MAY_FAIL;
	note("attribute %d %d", attribute, value);
	return 0;
}

int
cuLaunchKernel(struct function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, void *stream, void **parameters, void **extra)
{
	struct {
		int *p;
		size_t n;
	} what;
	uint64_t kargs[7];

	(void)stream;
	(void)extra;
	MAY_FAIL;
	memcpy(kargs, parameters[1], sizeof kargs);
	note("launch %s on %d: %u,%u,%u of %u,%u,%u, %u local, range %d,%d,%d offset %d", function->name, current, gx, gy, gz, bx, by,
		bz, shared, (int)kargs[0], (int)kargs[1], (int)kargs[2], (int)kargs[3]);
	if (current != function->module->device)
		return 201;
	if (kargs[6])
		note("constant %d", *(int *)kargs[6]);
	if (!strstr(function->name, "fake_doubles"))
		return 0;
	memcpy(&what, parameters[0], sizeof what);
	/* An accessor has marks there, then its range. */
	if (what.n < 4)
		memcpy(&what.n, (char *)parameters[0] + sizeof what, sizeof what.n);
	for (size_t i = 0; i < what.n; i++)
		what.p[i] *= 2;
	return 0;
}
