/*
 * A libcuda.so.1 for machines without a GPU (fake-streams.h).  FAKE_CUDA lists the
 * compute capabilities of its devices ("90,75").
 */
#define FAKE "FAKE_CUDA"
#include "fake-streams.h"

enum { NO_DEVICE = 100, NOT_FOUND = 500, NOT_READY = 600 };

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

/* --- streams --- */

int cuStreamSynchronize(void *stream) { MAY_FAIL; drain(stream); return 0; }

int cuCtxSynchronize(void) { drain_all(); return 0; }

int
cuStreamCreate(struct stream **stream, unsigned flags)
{
	(void)flags;
	MAY_FAIL;
	note("stream on %d", current);
	*stream = make_stream();
	return 0;
}

int cuEventCreate(void **event, unsigned flags) { (void)flags; MAY_FAIL; *event = calloc(1, sizeof(struct event)); return 0; }

int cuEventRecord(struct event *event, struct stream *stream) { MAY_FAIL; return record(event, stream); }
int cuEventQuery(struct event *event) { MAY_FAIL; return has_ended(event) ? 0 : NOT_READY; }
int cuEventSynchronize(struct event *event) { MAY_FAIL; wait_for_event(event); return 0; }

int
cuStreamWaitEvent(struct stream *stream, struct event *event, unsigned flags)
{
	(void)flags;
	note("wait");
	return put(stream, &(struct work){ .event = event, .turn = event->recorded });
}

int cuEventElapsedTime(float *milliseconds, void *begin, void *end) { (void)begin, (void)end; *milliseconds = 1; return 0; }

/* --- memory --- */

int cuMemAlloc_v2(void **memory, size_t size) { MAY_FAIL; return allocate("device memory", size, 0, memory); }
int cuMemAllocManaged(void **memory, size_t size, unsigned f) { (void)f; MAY_FAIL; return allocate("shared memory", size, 0, memory); }
int cuMemHostAlloc(void **memory, size_t size, unsigned flags) { (void)flags; MAY_FAIL; return allocate("host memory", size, 0, memory); }
int cuMemFree_v2(ptr memory) { return release("free", memory); }
int cuMemFreeHost(ptr memory) { return release("free host", memory); }

int
cuMemcpyAsync(ptr to, ptr from, size_t size, struct stream *stream)
{
	MAY_FAIL;
	note("start copy %zu", size);
	return put_copy(to, from, size, stream);
}

int cuMemsetD8Async(ptr to, unsigned char value, size_t n, void *stream) { return start_set(to, value, 1, n, stream); }
int cuMemsetD16Async(ptr to, unsigned short value, size_t n, void *stream) { return start_set(to, value, 2, n, stream); }
int cuMemsetD32Async(ptr to, unsigned value, size_t n, void *stream) { return start_set(to, value, 4, n, stream); }

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

/* Linking puts texts of PTX behind each other. */
struct link {
	char *text;
	size_t size;
};

int
cuLinkCreate_v2(unsigned n, int *option, void **value, struct link **made)
{
	(void)n, (void)option, (void)value;
	*made = calloc(1, sizeof **made);
	return 0;
}

int
cuLinkAddData_v2(struct link *made, int type, void *data, size_t size, const char *name, unsigned n, int *option, void **value)
{
	(void)n, (void)option, (void)value;
	MAY_FAIL;
	note("link %s, type %d", name, type);
	if (type != 1 || ((char *)data)[size - 1] != '\0')
		return 200;
	made->text = realloc(made->text, made->size + size);
	memcpy(made->text + made->size, data, size);
	made->size += size - 1;
	return 0;
}

int
cuLinkComplete(struct link *made, void **code, size_t *size)
{
	MAY_FAIL;
	*code = made->text;
	*size = made->size;
	return 0;
}

int cuLinkDestroy(struct link *made) { free(made->text); free(made); return 0; }

/* --- hints and peers --- */

int
cuMemPrefetchAsync(ptr memory, size_t size, int to, void *stream)
{
	MAY_FAIL;
	note("prefetch %zu to %d", size, to);
	return is_ours(memory) && is_ours(memory + size - 1) ? put(stream, &(struct work){ .run = do_nothing }) : 1;
}

int
cuMemAdvise(ptr memory, size_t size, int advice, int device)
{
	note("advice %d of %zu for %d", advice, size, device);
	return is_ours(memory) && advice >= 1 && advice <= 6 ? 0 : 1;
}

/* Devices reach their neighbours. */
int cuDeviceCanAccessPeer(int *can, int device, int peer) { *can = device - peer == 1 || peer - device == 1; return 0; }
int cuDeviceGetP2PAttribute(int *value, int which, int device, int peer) { *value = which == 3 && device < peer; return 0; }
int cuCtxEnablePeerAccess(intptr_t peer, unsigned flags) { (void)flags; note("enable %d to %d", current, (int)peer - 1); return 0; }
int cuCtxDisablePeerAccess(intptr_t peer) { note("disable %d to %d", current, (int)peer - 1); return failure("cuCtxDisablePeerAccess"); }

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

/* It has the variable when its PTX says "NAME[SIZE]" or, with the first bytes, "NAME[SIZE] = {1, 2}". */
int
cuModuleGetGlobal_v2(ptr *address, size_t *size, struct module *module, const char *name)
{
	size_t length = strlen(name), bytes;

	for (const char *p = module->text; (p = strstr(p, name)); p += length) {
		bytes = p[length] == '[' ? strtoul(p + length + 1, NULL, 10) : 0;
		if (!bytes)
			continue;
		if (size)
			*size = bytes;
		return find_variable(name, bytes, strstr(p + length, "] = {") == strchr(p + length, ']') ? strchr(p, '{') + 1 : "", address);
	}
	return NOT_FOUND;
}

int cuPointerGetAttribute(unsigned *value, int attribute, ptr p) { MAY_FAIL; return pointer_attribute(value, attribute, p); }

int
cuFuncGetAttribute(int *value, int attribute, struct function *function)
{
	(void)function;
	*value = attribute == 0 ? 1024 : attribute == 1 ? 128 : 0;
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
	uint64_t kargs[7];

	(void)extra;
	MAY_FAIL;
	memcpy(kargs, parameters[1], sizeof kargs);
	note("launch %s on %d: %u,%u,%u of %u,%u,%u, %u local, range %d,%d,%d offset %d", function->name, current, gx, gy, gz, bx, by,
		bz, shared, (int)kargs[0], (int)kargs[1], (int)kargs[2], (int)kargs[3]);
	if (current != function->module->device)
		return 201;
	if (kargs[6])
		note("constant %d", *(int *)kargs[6]);
	return put_kernel(function->name, parameters[0], stream);
}
