/*
 * A libze_loader.so.1 for machines without a GPU (fake-streams.h).  FAKE_ZE lists the
 * ip-versions of its devices ("12.60.7,12.55.8").  A module is SPIR-V: a kernel is there if it
 * is an entry point, and its arguments must be set, with the sizes that their types have.
 */
#define FAKE "FAKE_ZE"
#include "fake-streams.h"

enum { NOT_READY = 1, NO_MEMORY = 0x70000003, BUILD_FAILURE = 0x70000004, INVALID_ARGUMENT = 0x78000004, INVALID_HANDLE = 0x78000005,
	INVALID_SIZE = 0x78000008, INVALID_BINARY = 0x7800000f, INVALID_KERNEL = 0x78000011, INVALID_GROUP = 0x78000013,
	INVALID_INDEX = 0x78000015, INVALID_ARGUMENT_SIZE = 0x78000016 };
enum { LOCAL = 65536, MAX_GROUP = 1024, MAX_DEVICES = 4, TICK = 80 };

struct device { int number; };
struct timed { struct event event; uint64_t start, end; };
struct list { struct stream *stream; int device; };
struct module { bool alive; int device; uint32_t *word; size_t n; };
struct argument { size_t size; bool set; unsigned char value[4096]; };
struct kernel {
	struct module *module;
	char name[512];
	uint32_t group[3], nargs;
	struct argument argument[3];
};

static struct device device[MAX_DEVICES] = { { 0 }, { 1 }, { 2 }, { 3 } };
static int the_driver, the_context, the_pool;

/* Its ip-version, 0 when there is no such device. */
static uint32_t
version_of(int number)
{
	const char *p = getenv("FAKE_ZE");
	unsigned a = 0, b = 0, c = 0;

	for (; p && *p && number > 0; number--) {
		p = strchr(p, ',');
		p = p ? p + 1 : NULL;
	}
	return p && sscanf(p, "%u.%u.%u", &a, &b, &c) == 3 ? a << 22 | b << 14 | c : 0;
}

static int
count_devices(void)
{
	int n = 0;

	while (n < MAX_DEVICES && version_of(n))
		n++;
	return n;
}

/* Writes the bytes at that offset of a structure of Level Zero. */
#define PUT(AT, TYPE, VALUE) \
	do { \
		TYPE put_value = (TYPE)(VALUE); \
		memcpy((char *)p + (AT), &put_value, sizeof put_value); \
	} while (0)

/* The structure says what it is. */
static bool
is(const void *p, uint32_t stype)
{
	return memcmp(p, &stype, sizeof stype) == 0;
}

int zeInit(uint32_t flags) { (void)flags; MAY_FAIL; return 0; }
int zeDriverGet(uint32_t *n, void **p) { MAY_FAIL; *n = count_devices() > 0; *p = &the_driver; return 0; }
int zeDriverGetApiVersion(void *driver, uint32_t *version) { (void)driver; MAY_FAIL; *version = 1 << 16 | 5; return 0; }

int
zeDriverGetProperties(void *driver, void *p)
{
	(void)driver;
	MAY_FAIL;
	PUT(32, uint32_t, 16909060);
	return is(p, 1) ? 0 : INVALID_ARGUMENT;
}

int
zeDeviceGet(void *driver, uint32_t *n, struct device **list)
{
	MAY_FAIL;
	*n = (uint32_t)count_devices();
	for (uint32_t i = 0; i < *n; i++)
		list[i] = &device[i];
	return driver == &the_driver ? 0 : INVALID_HANDLE;
}

int
zeDeviceGetProperties(struct device *of, void *p)
{
	void *next;

	MAY_FAIL;
	PUT(16, uint32_t, 1);		/* a GPU */
	PUT(20, uint32_t, 0x8086);
	PUT(36, uint32_t, 1600);
	PUT(60, uint32_t, 16);
	PUT(64, uint32_t, 8);
	PUT(68, uint32_t, 8);
	PUT(72, uint32_t, 2);
	PUT(80, uint64_t, TICK);
	PUT(88, uint32_t, 36);
	PUT(92, uint32_t, 32);
	snprintf((char *)p + 112, 256, "Fake %d", of->number);
	memcpy(&next, (char *)p + 8, sizeof next);
	if (next && is(next, 0x1000f)) {
		uint32_t version = version_of(of->number);

		memcpy((char *)next + 16, &version, sizeof version);
	}
	return is(p, 3) ? 0 : INVALID_ARGUMENT;
}

int
zeDeviceGetComputeProperties(struct device *of, void *p)
{
	(void)of;
	MAY_FAIL;
	PUT(16, uint32_t, MAX_GROUP);
	for (size_t i = 0; i < 3; i++) {
		PUT(20 + 4 * i, uint32_t, MAX_GROUP);
		PUT(32 + 4 * i, uint32_t, UINT32_MAX);
	}
	PUT(44, uint32_t, LOCAL);
	PUT(48, uint32_t, 2);
	PUT(52, uint32_t, 16);
	PUT(56, uint32_t, 32);
	return is(p, 4) ? 0 : INVALID_ARGUMENT;
}

/* The second device has neither fp64 nor atomic64. */
int
zeDeviceGetModuleProperties(struct device *of, void *p)
{
	MAY_FAIL;
	PUT(16, uint32_t, 1 << 16 | 4);
	PUT(20, uint32_t, of->number == 1 ? 1 : 7);
	PUT(36, uint32_t, 2048);
	return is(p, 5) ? 0 : INVALID_ARGUMENT;
}

/* The first one only copies. */
int
zeDeviceGetCommandQueueGroupProperties(struct device *of, uint32_t *n, void *p)
{
	(void)of;
	MAY_FAIL;
	*n = 2;
	PUT(16, uint32_t, 2);
	PUT(40 + 16, uint32_t, 1);
	PUT(40 + 24, size_t, 16);
	return is(p, 6) && is((char *)p + 40, 6) ? 0 : INVALID_ARGUMENT;
}

int
zeDeviceGetMemoryProperties(struct device *of, uint32_t *n, void *p)
{
	(void)of;
	MAY_FAIL;
	*n = 1;
	PUT(32, uint64_t, (uint64_t)8 << 30);
	return is(p, 7) ? 0 : INVALID_ARGUMENT;
}

int
zeDeviceGetMemoryAccessProperties(struct device *of, void *p)
{
	(void)of;
	MAY_FAIL;
	PUT(16, uint32_t, 3);
	PUT(20, uint32_t, 3);
	PUT(24, uint32_t, 15);
	return is(p, 8) ? 0 : INVALID_ARGUMENT;
}

int
zeDeviceGetCacheProperties(struct device *of, uint32_t *n, void *p)
{
	(void)of;
	MAY_FAIL;
	*n = 1;
	PUT(24, size_t, 4 << 20);
	return is(p, 9) ? 0 : INVALID_ARGUMENT;
}

/* Devices reach their neighbours. */
int
zeDeviceCanAccessPeer(struct device *one, struct device *other, uint8_t *can)
{
	MAY_FAIL;
	*can = one->number - other->number == 1 || other->number - one->number == 1;
	return 0;
}

int
zeDeviceGetP2PProperties(struct device *one, struct device *other, void *p)
{
	MAY_FAIL;
	PUT(16, uint32_t, one->number < other->number ? 3 : 1);
	return is(p, 0xb) ? 0 : INVALID_ARGUMENT;
}

static uint64_t
ticks(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec) / TICK;
}

int
zeDeviceGetGlobalTimestamps(struct device *of, uint64_t *host, uint64_t *at)
{
	(void)of;
	MAY_FAIL;
	*host = 0;
	*at = ticks() & (((uint64_t)1 << 36) - 1);
	return 0;
}

int zeContextCreate(void *driver, const void *p, void **context) { (void)driver; MAY_FAIL; *context = &the_context; return is(p, 0xd) ? 0 : INVALID_ARGUMENT; }

/* --- events --- */

int zeEventPoolCreate(void *c, const void *p, uint32_t n, void *d, void **pool) { (void)c, (void)n, (void)d; MAY_FAIL; *pool = &the_pool; return is(p, 0x10) ? 0 : INVALID_ARGUMENT; }

int
zeEventCreate(void *pool, const void *p, struct timed **event)
{
	MAY_FAIL;
	*event = calloc(1, sizeof **event);
	(*event)->event.recorded = 1;
	return pool == &the_pool && is(p, 0x11) ? 0 : INVALID_ARGUMENT;
}

/* Nothing may wait for it. */
int
zeEventHostReset(struct timed *event)
{
	MAY_FAIL;
	pthread_mutex_lock(&lock);
	event->event.reached = 0;
	pthread_mutex_unlock(&lock);
	return 0;
}

int zeEventQueryStatus(struct timed *event) { MAY_FAIL; return has_ended(&event->event) ? 0 : NOT_READY; }
int zeEventHostSynchronize(struct timed *event, uint64_t timeout) { (void)timeout; MAY_FAIL; wait_for_event(&event->event); return 0; }

int
zeEventQueryKernelTimestamp(struct timed *event, uint64_t times[4])
{
	MAY_FAIL;
	times[0] = event->start & UINT32_MAX;
	times[1] = event->end & UINT32_MAX;
	return has_ended(&event->event) ? 0 : NOT_READY;
}

/* --- command lists --- */

int
zeCommandListCreateImmediate(void *context, struct device *of, const void *p, struct list **list)
{
	uint32_t desc[9];

	MAY_FAIL;
	memcpy(desc, p, sizeof desc);
	note("list on %d, group %u, mode %u", of->number, desc[4], desc[7]);
	*list = calloc(1, sizeof **list);
	**list = (struct list){ make_stream(), of->number };
	return context == &the_context && desc[0] == 0xe && desc[4] == 1 ? 0 : INVALID_ARGUMENT;
}

static void
begin(struct work *work)
{
	((struct timed *)(void *)work->to)->start = ticks();
}

static void
end(struct work *work)
{
	((struct timed *)(void *)work->to)->end = ticks();
}

/* The event happens when the work that is put after this and before finish_with() has ended. */
static void
start_with(struct list *list, struct timed *event, uint32_t n, struct timed **after)
{
	for (uint32_t i = 0; i < n; i++)
		put(list->stream, &(struct work){ .event = &after[i]->event, .turn = 1 });
	if (event)
		put(list->stream, &(struct work){ .run = begin, .to = (char *)event });
}

static int
finish_with(struct list *list, struct timed *event)
{
	return event ? put(list->stream, &(struct work){ .run = end, .to = (char *)event, .event = &event->event, .turn = 1 }) : 0;
}

int
zeCommandListAppendBarrier(struct list *list, struct timed *event, uint32_t n, struct timed **after)
{
	MAY_FAIL;
	start_with(list, event, n, after);
	return finish_with(list, event);
}

int
zeCommandListAppendMemoryCopy(struct list *list, ptr to, ptr from, size_t size, struct timed *event, uint32_t n, struct timed **after)
{
	MAY_FAIL;
	note("copy %zu on %d", size, list->device);
	if (to < from + size && from < to + size)
		return INVALID_ARGUMENT;
	start_with(list, event, n, after);
	put_copy(to, from, size, list->stream);
	return finish_with(list, event);
}

static void
set_pattern(struct work *work)
{
	for (size_t i = 0; i < work->count; i++)
		memcpy(work->to + i * work->size, work->from, work->size);
	free(work->from);
}

int
zeCommandListAppendMemoryFill(struct list *list, ptr to, const void *pattern, size_t pattern_size, size_t size, struct timed *event,
	uint32_t n, struct timed **after)
{
	char *copy = malloc(pattern_size);

	MAY_FAIL;
	note("fill %zu with %zu on %d", size, pattern_size, list->device);
	if (pattern_size == 0 || pattern_size > 16 || (pattern_size & (pattern_size - 1)) || size % pattern_size || to % pattern_size)
		return INVALID_SIZE;
	memcpy(copy, pattern, pattern_size);
	start_with(list, event, n, after);
	put(list->stream, &(struct work){ .run = set_pattern, .to = (char *)to, .from = copy, .size = pattern_size, .count = size / pattern_size });
	return finish_with(list, event);
}

int
zeCommandListAppendMemoryPrefetch(struct list *list, ptr memory, size_t size)
{
	MAY_FAIL;
	note("prefetch %zu to %d", size, list->device);
	return is_ours(memory) && is_ours(memory + size - 1) ? 0 : INVALID_ARGUMENT;
}

int
zeCommandListAppendLaunchKernel(struct list *list, struct kernel *kernel, const uint32_t groups[3], struct timed *event, uint32_t n,
	struct timed **after)
{
	uint64_t kargs[7];

	MAY_FAIL;
	if (!kernel->module->alive || kernel->module->device != list->device)
		return INVALID_HANDLE;
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!kernel->argument[i].set)
			return INVALID_ARGUMENT;
	memcpy(kargs, kernel->argument[1].value, sizeof kargs);
	note("launch %s on %d: %u,%u,%u of %u,%u,%u, %zu local, range %d,%d,%d offset %d", kernel->name, list->device, groups[0], groups[1],
		groups[2], kernel->group[0], kernel->group[1], kernel->group[2], kernel->nargs > 2 ? kernel->argument[2].size : 0,
		(int)kargs[0], (int)kargs[1], (int)kargs[2], (int)kargs[3]);
	start_with(list, event, n, after);
	put_kernel(kernel->name, kernel->argument[0].value, list->stream);
	return finish_with(list, event);
}

/* --- memory --- */

int zeMemAllocHost(void *c, const void *p, size_t size, size_t align, void **memory) { (void)c; MAY_FAIL; return is(p, 0x16) ? allocate("host memory", size, align, memory) : INVALID_ARGUMENT; }
int zeMemFree(void *c, ptr memory) { (void)c; MAY_FAIL; return release("free", memory); }

int
zeMemAllocDevice(void *context, const void *p, size_t size, size_t align, struct device *of, void **memory)
{
	MAY_FAIL;
	current = of->number;
	return context == &the_context && is(p, 0x15) ? allocate("device memory", size, align, memory) : INVALID_ARGUMENT;
}

int
zeMemAllocShared(void *context, const void *p, const void *host, size_t size, size_t align, struct device *of, void **memory)
{
	MAY_FAIL;
	current = of->number;
	return context == &the_context && is(p, 0x15) && is(host, 0x16) ? allocate("shared memory", size, align, memory) : INVALID_ARGUMENT;
}

/* --- modules --- */

enum { OP_ENTRY_POINT = 15, OP_FUNCTION = 54, OP_TYPE_FUNCTION = 33, EXECUTION_KERNEL = 6 };

static char made_log[] = "error: made up\n";

int
zeModuleCreate(void *context, struct device *of, const void *p, struct module **module, void **log)
{
	uint32_t format;
	size_t size;
	const void *code, *next;

	memcpy(&next, (const char *)p + 8, sizeof next);
	memcpy(&format, (const char *)p + 16, sizeof format);
	memcpy(&size, (const char *)p + 24, sizeof size);
	memcpy(&code, (const char *)p + 32, sizeof code);
	*log = made_log;
	MAY_FAIL;
	if (context != &the_context || !is(p, 0x1b))
		return INVALID_ARGUMENT;
	if (format == 0 ? size < 20 || *(const uint32_t *)code != 0x07230203 : memcmp(code, "\177ELF", 4) != 0)
		return INVALID_BINARY;
	*module = calloc(1, sizeof **module);
	**module = (struct module){ .alive = true, .device = of->number, .word = malloc(size), .n = size / 4 };
	memcpy((*module)->word, code, size);
	note("module on %d, format %u%s", of->number, format, next ? ", of several" : "");
	return 0;
}

int
zeModuleBuildLogGetString(void *log, size_t *size, char *text)
{
	MAY_FAIL;
	*size = sizeof made_log;
	if (text)
		memcpy(text, log, sizeof made_log);
	return 0;
}

int zeModuleBuildLogDestroy(void *log) { MAY_FAIL; return log == made_log ? 0 : INVALID_HANDLE; }
int zeModuleDestroy(struct module *module) { MAY_FAIL; note("unload"); module->alive = false; return 0; }

/* How many parameters the entry point has; -1 when there is no such one. */
static int
find_entry(const struct module *module, const char *name)
{
	uint32_t function = 0, type = 0;

	for (size_t i = 5; i < module->n; i += module->word[i] >> 16) {
		const uint32_t *word = module->word + i, op = *word & 0xffff;

		if (*word >> 16 == 0)
			return -1;
		if (op == OP_ENTRY_POINT && word[1] == EXECUTION_KERNEL && strcmp((const char *)(word + 3), name) == 0)
			function = word[2];
		if (function && op == OP_FUNCTION && word[2] == function)
			type = word[4];
	}
	for (size_t i = 5; type && i < module->n; i += module->word[i] >> 16)
		if ((module->word[i] & 0xffff) == OP_TYPE_FUNCTION && module->word[i + 1] == type)
			return (int)(module->word[i] >> 16) - 3;
	return -1;
}

int
zeKernelCreate(struct module *module, const void *p, struct kernel **kernel)
{
	const char *name;
	int n;

	MAY_FAIL;
	memcpy(&name, (const char *)p + 24, sizeof name);
	n = module->alive && is(p, 0x1d) ? find_entry(module, name) : -1;
	if (n < 0 || n > 3)
		return INVALID_KERNEL;
	*kernel = calloc(1, sizeof **kernel);
	(*kernel)->module = module;
	(*kernel)->nargs = (uint32_t)n;
	snprintf((*kernel)->name, sizeof (*kernel)->name, "%s", name);
	return 0;
}

int zeKernelDestroy(struct kernel *kernel) { MAY_FAIL; free(kernel); return 0; }
int zeKernelSetIndirectAccess(struct kernel *kernel, uint32_t flags) { (void)kernel; MAY_FAIL; return flags == 7 ? 0 : INVALID_ARGUMENT; }

int
zeKernelGetProperties(struct kernel *kernel, void *p)
{
	MAY_FAIL;
	PUT(16, uint32_t, kernel->nargs);
	PUT(40, uint32_t, 32);
	return is(p, 0x1e) ? 0 : INVALID_ARGUMENT;
}

int
zeKernelSetGroupSize(struct kernel *kernel, uint32_t x, uint32_t y, uint32_t z)
{
	MAY_FAIL;
	kernel->group[0] = x, kernel->group[1] = y, kernel->group[2] = z;
	return (uint64_t)x * y * z - 1 < MAX_GROUP ? 0 : INVALID_GROUP;
}

/* An argument without a value is local memory. */
int
zeKernelSetArgumentValue(struct kernel *kernel, uint32_t index, size_t size, const void *value)
{
	MAY_FAIL;
	if (index >= kernel->nargs)
		return INVALID_INDEX;
	if (size == 0 || (value ? size > sizeof kernel->argument->value : size > LOCAL) || (index == 1 && size != 56) || !value != (index == 2))
		return INVALID_ARGUMENT_SIZE;
	kernel->argument[index].size = size;
	kernel->argument[index].set = true;
	if (value)
		memcpy(kernel->argument[index].value, value, size);
	return 0;
}
