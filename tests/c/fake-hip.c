/*
 * A libamdhip64.so.6 for machines without a GPU (fake-streams.h).  FAKE_HIP lists the
 * architectures of its devices ("gfx90a:sramecc+:xnack-,gfx1030").  A module is a code object:
 * a kernel is there if the file has its descriptor, and a launch must fit what that says.
 */
#define FAKE "FAKE_HIP"
#include "fake-streams.h"

#include <elf.h>

enum { INVALID_IMAGE = 200, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600, NO_DEVICE = 100, INVALID_DEVICE = 101 };
enum { SHARED = 65536, MAX_THREADS = 1024, KARGS = 56 };

struct function {
	char name[512];
	struct module *module;
	uint32_t shared, arguments;	/* bytes, as the code object has them */
};
struct module {
	int device;
	bool loaded;
	const char *bytes;		/* of the caller, who keeps them */
	struct function function[16];
	int n;
};

/* The name of that architecture in the list; NULL when there are fewer. */
static const char *
architecture(int device, size_t *length)
{
	const char *p = getenv("FAKE_HIP");

	for (; p && *p && device > 0; device--) {
		p = strchr(p, ',');
		p = p ? p + 1 : NULL;
	}
	*length = p ? strcspn(p, ",") : 0;
	return p && *p ? p : NULL;
}

static int
count_devices(void)
{
	size_t length;
	int n = 0;

	while (architecture(n, &length))
		n++;
	return n;
}

int hipInit(unsigned flags) { (void)flags; MAY_FAIL; return count_devices() ? 0 : NO_DEVICE; }
int hipDriverGetVersion(int *version) { MAY_FAIL; *version = 60342134; return 0; }
int hipGetDeviceCount(int *count) { MAY_FAIL; *count = count_devices(); return 0; }
int hipSetDevice(int device) { MAY_FAIL; current = device; return device < count_devices() ? 0 : INVALID_DEVICE; }
int hipMemGetInfo(size_t *free, size_t *total) { MAY_FAIL; *free = (size_t)3 << 30, *total = (size_t)8 << 30; return 0; }
const char *hipGetErrorString(int error) { (void)error; return "made up"; }

const char *
hipGetErrorName(int error)
{
	static _Thread_local char text[40];

	snprintf(text, sizeof text, "hipError%d", error);
	return text;
}

static void
put_int(void *properties, size_t at, int value)
{
	memcpy((char *)properties + at, &value, sizeof value);
}

/* Offsets of hipDeviceProp_tR0600. */
int
hipGetDevicePropertiesR0600(void *properties, int device)
{
	size_t length, memory = (size_t)8 << 30, shared = SHARED;
	const char *name = architecture(device, &length);

	MAY_FAIL;
	if (!name)
		return INVALID_DEVICE;
	memset(properties, 0, 1472);
	snprintf(properties, 256, "Fake %.*s", (int)strcspn(name, ":,"), name);
	memcpy((char *)properties + 288, &memory, sizeof memory);
	memcpy((char *)properties + 296, &shared, sizeof shared);
	put_int(properties, 308, strncmp(name, "gfx9", 4) ? 32 : 64);
	put_int(properties, 320, MAX_THREADS);
	for (size_t i = 0; i < 3; i++)
		put_int(properties, 324 + 4 * i, 1024);
	put_int(properties, 336, INT32_MAX);
	put_int(properties, 340, 65536);
	put_int(properties, 344, 65536);
	put_int(properties, 348, 1700000);
	put_int(properties, 388, 104);
	put_int(properties, 400, 1);
	put_int(properties, 604, 1);
	put_int(properties, 616, 8 << 20);
	put_int(properties, 652, 1);
	put_int(properties, 664, device == 0);
	put_int(properties, 676, 1);
	memcpy((char *)properties + 1160, name, length);
	return 0;
}

/* --- streams and events --- */

int hipStreamCreateWithFlags(struct stream **stream, unsigned flags) { MAY_FAIL; note("stream %u", flags); *stream = make_stream(); return 0; }
int hipStreamSynchronize(void *stream) { MAY_FAIL; drain(stream); return 0; }
int hipDeviceSynchronize(void) { MAY_FAIL; drain_all(); return 0; }
int hipEventCreateWithFlags(void **event, unsigned flags) { (void)flags; MAY_FAIL; *event = calloc(1, sizeof(struct event)); return 0; }
int hipEventRecord(struct event *event, struct stream *stream) { MAY_FAIL; return record(event, stream); }
int hipEventQuery(struct event *event) { MAY_FAIL; return has_ended(event) ? 0 : NOT_READY; }
int hipEventSynchronize(struct event *event) { MAY_FAIL; wait_for_event(event); return 0; }
int hipEventElapsedTime(float *milliseconds, void *begin, void *end) { (void)begin, (void)end; MAY_FAIL; *milliseconds = 1; return 0; }

int
hipStreamWaitEvent(struct stream *stream, struct event *event, unsigned flags)
{
	(void)flags;
	MAY_FAIL;
	return put(stream, &(struct work){ .event = event, .turn = event->recorded });
}

/* --- memory --- */

int hipMalloc(void **memory, size_t size) { MAY_FAIL; return allocate("device memory", size, 0, memory); }
int hipMallocManaged(void **memory, size_t size, unsigned f) { MAY_FAIL; return f == 1 ? allocate("shared memory", size, 0, memory) : INVALID_VALUE; }
int hipHostMalloc(void **memory, size_t size, unsigned flags) { (void)flags; MAY_FAIL; return allocate("host memory", size, 0, memory); }
int hipFree(ptr memory) { MAY_FAIL; return release("free", memory); }
int hipHostFree(ptr memory) { MAY_FAIL; return release("free", memory); }
int hipMemsetD8Async(ptr to, unsigned char value, size_t n, void *stream) { MAY_FAIL; return start_set(to, value, 1, n, stream); }
int hipMemsetD16Async(ptr to, unsigned short value, size_t n, void *stream) { MAY_FAIL; return start_set(to, value, 2, n, stream); }
int hipMemsetD32Async(ptr to, int value, size_t n, void *stream) { MAY_FAIL; return start_set(to, (unsigned)value, 4, n, stream); }

int
hipMemcpyAsync(ptr to, ptr from, size_t size, int kind, struct stream *stream)
{
	MAY_FAIL;
	note("start copy %zu", size);
	return kind == 4 ? put_copy(to, from, size, stream) : INVALID_VALUE;
}

int
hipMemPrefetchAsync(ptr memory, size_t size, int to, void *stream)
{
	MAY_FAIL;
	note("prefetch %zu to %d", size, to);
	return is_ours(memory) && is_ours(memory + size - 1) ? put(stream, &(struct work){ .run = do_nothing }) : INVALID_VALUE;
}

int
hipMemAdvise(ptr memory, size_t size, int advice, int device)
{
	MAY_FAIL;
	note("advice %d of %zu for %d", advice, size, device);
	return is_ours(memory) && advice >= 1 && advice <= 6 ? 0 : INVALID_VALUE;
}

/* Devices reach their neighbours. */
int hipDeviceCanAccessPeer(int *can, int device, int peer) { MAY_FAIL; *can = device - peer == 1 || peer - device == 1; return 0; }
int hipDeviceGetP2PAttribute(int *value, int which, int device, int peer) { MAY_FAIL; *value = which == 2 && device < peer; return 0; }
int hipDeviceEnablePeerAccess(int peer, unsigned flags) { (void)flags; MAY_FAIL; note("enable %d to %d", current, peer); return 0; }
int hipDeviceDisablePeerAccess(int peer) { MAY_FAIL; note("disable %d to %d", current, peer); return 0; }

/* --- modules --- */

/* The section header of that number. */
static const Elf64_Shdr *
section(const char *bytes, unsigned i)
{
	const Elf64_Ehdr *head = (const Elf64_Ehdr *)bytes;

	return (const Elf64_Shdr *)(bytes + head->e_shoff + (size_t)i * head->e_shentsize);
}

/* What the code object has at the address of a dynamic symbol; NULL when it has no such symbol. */
static const void *
find_symbol(const char *bytes, const char *name)
{
	const Elf64_Ehdr *head = (const Elf64_Ehdr *)bytes;

	for (unsigned i = 0; i < head->e_shnum; i++) {
		const Elf64_Shdr *table = section(bytes, i);
		const Elf64_Sym *symbol = (const Elf64_Sym *)(bytes + table->sh_offset);

		for (size_t k = 0; table->sh_type == SHT_DYNSYM && k < table->sh_size / sizeof *symbol; k++)
			if (strcmp(bytes + section(bytes, table->sh_link)->sh_offset + symbol[k].st_name, name) == 0) {
				const Elf64_Shdr *home = section(bytes, symbol[k].st_shndx);

				return bytes + home->sh_offset + (symbol[k].st_value - home->sh_addr);
			}
	}
	return NULL;
}

int
hipModuleLoadData(struct module **module, const char *image)
{
	MAY_FAIL;
	if (memcmp(image, ELFMAG, SELFMAG) != 0 || ((const Elf64_Ehdr *)image)->e_machine != EM_AMDGPU)
		return INVALID_IMAGE;
	*module = calloc(1, sizeof **module);
	**module = (struct module){ .device = current, .loaded = true, .bytes = image };
	note("module on %d", current);
	return 0;
}

/* It stays in memory, so that later uses are told. */
int
hipModuleUnload(struct module *module)
{
	MAY_FAIL;
	note("unload");
	if (!module->loaded)
		return INVALID_HANDLE;
	module->loaded = false;
	return 0;
}

int
hipModuleGetFunction(struct function **function, struct module *module, const char *name)
{
	const uint32_t *descriptor;
	char symbol[600];

	MAY_FAIL;
	if (!module->loaded)
		return INVALID_HANDLE;
	snprintf(symbol, sizeof symbol, "%s.kd", name);
	descriptor = find_symbol(module->bytes, symbol);
	if (!descriptor || module->n == 16)
		return NOT_FOUND;
	*function = &module->function[module->n++];
	snprintf((*function)->name, sizeof (*function)->name, "%s", name);
	(*function)->module = module;
	(*function)->shared = descriptor[0];
	(*function)->arguments = descriptor[2];
	return 0;
}

int hipPointerGetAttribute(unsigned *value, int attribute, ptr p) { MAY_FAIL; return pointer_attribute(value, attribute, p); }

/* No image has variables. */
int
hipModuleGetGlobal(uintptr_t *address, size_t *size, struct module *module, const char *name)
{
	(void)address, (void)size, (void)module, (void)name;
	return NOT_FOUND;
}

int
hipFuncGetAttribute(int *value, int attribute, struct function *function)
{
	MAY_FAIL;
	*value = attribute == 0 ? MAX_THREADS : attribute == 1 ? (int)function->shared : 0;
	return 0;
}

int
hipModuleLaunchKernel(struct function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, void *stream, void **parameters, void **extra)
{
	uint64_t kargs[KARGS / 8];

	(void)extra;
	MAY_FAIL;
	if (!function->module->loaded || current != function->module->device)
		return INVALID_HANDLE;
	if (!gx || !gy || !gz || (uint64_t)bx * by * bz == 0 || (uint64_t)bx * by * bz > MAX_THREADS || function->shared + shared > SHARED
	    || (uint64_t)gx * bx > UINT32_MAX || function->arguments < KARGS)
		return INVALID_VALUE;
	memcpy(kargs, parameters[1], sizeof kargs);
	note("launch %s on %d: %u,%u,%u of %u,%u,%u, %u local, range %d,%d,%d offset %d", function->name, current, gx, gy, gz, bx, by,
		bz, shared, (int)kargs[0], (int)kargs[1], (int)kargs[2], (int)kargs[3]);
	if (kargs[6] && is_ours(kargs[6]))
		note("constant %d", *(int *)kargs[6]);
	return put_kernel(function->name, parameters[0], stream);
}
