/* What is common to drivers with streams and events (backend-streams.h). */
#include "backend-streams.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One kernel of a module. */
struct stream_kernel {
	struct rt_loaded loaded;
	const char *name;
	function_handle function;
	uint32_t required[3];		/* work-group size, in the driver's order; all 0: any */
	int max_threads, shared;	/* of a work-group; static local memory */
	_Atomic int dynamic;		/* bytes of dynamic local memory that the driver was told of */
	struct stream_kernel *next;
};

/* A block that is larger than what the program got, for its alignment; in a list of them all. */
struct padded {
	void *given, *block;
	struct padded *next;
};

/* Specialization constants in the device's memory. */
struct constants {
	void *memory;
	uint8_t *values;
	struct constants *next;
};

/* An image on a device. */
struct rt_module {
	const struct sycl_rt_device *device;
	uint64_t linked[2];		/* hash of the images that it is linked with; 0: with none */
	module_handle module;
	void *kept;			/* memory that the driver reads */
	struct stream_kernel *kernel;
	struct constants *constants;
	struct rt_module *next;
};

/*
 * Started work.  Its end event costs the device time between two kernels.  So it is recorded
 * when something asks for it or when the next work follows in the lane; and not even
 * then when nobody asks for that work alone: it ends when what follows does.
 */
struct mark {
	const struct sycl_rt_device *device;
	unsigned lane;
	uint64_t place;			/* of its last command in the lane, from 1 */
	bool recorded;			/* the end event is in the stream */
	bool dropped;			/* to be used again when nobody waits for its event */
	unsigned waiters;
	struct mark *newer;		/* the next one in the lane; not valid once that has ended */
	event_handle begin, end;	/* begin is NULL unless it was started with timed */
	event_handle reference;		/* of the device when it was started */
	uint64_t reference_time;
	struct mark *next;		/* of those to be used again */
};

enum { RANGE_WORK_GROUP = 256, HOST_LOCATION = -1, LAST_ADVICE = 6 };
enum { GROUP_MEMORY = 2048 };	/* of local memory: the turns of 32 sub-groups, and twice their parts of 4, 8 and 16 bytes */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* the list of padded blocks, and all modules */

bool
streams_find_symbols(const char *label, void *library, void *table, const struct stream_symbol *symbols, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		void *symbol = dlsym(library, symbols[i].name);

		if (!symbol && !symbols[i].optional) {
			rt_device_missing("%s: the driver lacks '%s': it is too old", label, symbols[i].name);
			return false;
		}
		memcpy((char *)table + symbols[i].at, &symbol, sizeof symbol);
	}
	return true;
}

int
streams_fail(const struct stream_driver *driver, enum sycl_rt_status status, int error, const char *what)
{
	const char *name = driver->error_name(error), *text = driver->error_text(error);

	if (error == STREAM_OUT_OF_MEMORY)
		status = SYCL_RT_MEMORY_ALLOCATION;
	return rt_fail(status, "%s failed: %s (%s)", what, name ? name : "unknown error", text ? text : "no text");
}

static const struct stream_driver *
driver_of(const struct sycl_rt_device *device)
{
	return ((const struct stream_device *)device->own)->driver;
}

static int
enter(const struct sycl_rt_device *device)
{
	return driver_of(device)->enter(device);
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

void *
streams_alloc(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	const struct stream_driver *driver = driver_of(device);
	/* The driver aligns to 256 bytes at least. */
	const size_t more = align > 256 ? align : 0;
	void *memory = 0;
	void *host = NULL, *given;
	int error;

	if (__builtin_add_overflow(size, more, &size) || enter(device) != SYCL_RT_SUCCESS)
		return NULL;
	if (kind == SYCL_RT_MEMORY_HOST) {
		error = driver->mem_host_alloc(&host, size, HOST_ALLOC_PORTABLE_MAPPED);
		memory = host;
	} else if (kind == SYCL_RT_MEMORY_SHARED) {
		error = driver->mem_alloc_managed(&memory, size, MEM_ATTACH_GLOBAL);
	} else {
		error = driver->mem_alloc(&memory, size);
	}
	if (error || !more)
		return error ? NULL : memory;
	given = add_padded(memory, align);
	if (!given)
		streams_free(device, kind, memory);
	return given;
}

void
streams_free(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory)
{
	const struct stream_driver *driver = driver_of(device);

	if (enter(device) != SYCL_RT_SUCCESS)
		return;
	/* Nothing that was started uses it any more. */
	driver->synchronize();
	memory = take_padded(memory);
	if (kind == SYCL_RT_MEMORY_HOST)
		driver->mem_free_host(memory);
	else
		driver->mem_free(memory);
}

/* What sycl_rt_memory_kind() does not know is a device_global or made by another library, if the driver knows it. */
static bool
is_on_host(const struct sycl_rt_device *device, const void *p)
{
	const struct sycl_rt_device *owner;
	enum sycl_rt_memory kind = sycl_rt_memory_kind(p, &owner);
	unsigned where = 0;
	int error;

	if (kind != SYCL_RT_MEMORY_UNKNOWN || enter(device))
		return kind == SYCL_RT_MEMORY_HOST;
	error = driver_of(device)->pointer_get_attribute(&where, POINTER_MEMORY_TYPE, p);
	return error ? error == STREAM_INVALID_VALUE : where <= MEMORY_TYPE_HOST;
}

int
streams_find_lane(const struct sycl_rt_device *device, unsigned lane, stream_handle *stream)
{
	static pthread_mutex_t stream_lock = PTHREAD_MUTEX_INITIALIZER;
	const struct stream_driver *driver = driver_of(device);
	struct stream_device *own = device->own;
	int status = enter(device), error = STREAM_SUCCESS;

	*stream = own->lane[lane];
	if (status || *stream)
		return status;
	pthread_mutex_lock(&stream_lock);
	*stream = own->lane[lane];
	if (!*stream)
		error = driver->stream_create(stream, STREAM_NON_BLOCKING);
	own->lane[lane] = *stream;
	pthread_mutex_unlock(&stream_lock);
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.stream_create) : SYCL_RT_SUCCESS;
}

/* CUDA waits in its call to copy from the host to the host, and lets no other thread's call go on meanwhile. */
int
streams_copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	const struct stream_driver *driver = driver_of(device);
	stream_handle stream;
	int status, error;

	if (is_on_host(device, to) && is_on_host(device, from))
		return rt_backend_cpu.copy(device, to, from, size);
	status = streams_find_lane(device, RT_LANES, &stream);
	if (status)
		return status;
	error = driver->memcpy_async(to, from, size, stream);
	if (!error)
		error = driver->stream_synchronize(stream);
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.memcpy_async) : SYCL_RT_SUCCESS;
}

/* The pattern once.  A copy would have to read it before the stream comes to it, and drivers may wait for that. */
static int
put_pattern(const struct stream_driver *driver, char *to, const unsigned char *pattern, size_t size, stream_handle stream)
{
	int error = STREAM_SUCCESS;
	uint32_t four;
	size_t i = 0;

	for (; i + sizeof four <= size && (uintptr_t)to % sizeof four == 0 && !error; i += sizeof four) {
		memcpy(&four, pattern + i, sizeof four);
		error = driver->memset_d32_async(to + i, four, 1, stream);
	}
	for (; i < size && !error; i++)
		error = driver->memset_d8_async(to + i, pattern[i], 1, stream);
	return error;
}

/* Whether one command of the driver fills with patterns of that size. */
static bool
is_plain_fill(const void *to, size_t pattern_size)
{
	return pattern_size <= 4 && pattern_size != 3 && (uintptr_t)to % pattern_size == 0;
}

/* Patterns of other sizes: puts the first one, then doubles the filled part. */
static int
put_fill(const struct stream_driver *driver, char *to, const void *pattern, size_t pattern_size, size_t count, stream_handle stream)
{
	const size_t size = pattern_size * count;
	uint16_t two;
	uint32_t four;
	int error;

	if (!size)
		return STREAM_SUCCESS;
	if (!is_plain_fill(to, pattern_size)) {
		error = put_pattern(driver, to, pattern, pattern_size, stream);
		for (size_t done = pattern_size; done < size && !error; done *= 2)
			error = driver->memcpy_async(to + done, to, done < size - done ? done : size - done, stream);
		return error;
	}
	switch (pattern_size) {
	case sizeof two:
		memcpy(&two, pattern, sizeof two);
		return driver->memset_d16_async(to, two, count, stream);
	case sizeof four:
		memcpy(&four, pattern, sizeof four);
		return driver->memset_d32_async(to, four, count, stream);
	default:
		return driver->memset_d8_async(to, *(const unsigned char *)pattern, count, stream);
	}
}

int
streams_fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	const struct stream_driver *driver = driver_of(device);
	stream_handle stream;
	int status, error;

	if (is_on_host(device, to))
		return rt_backend_cpu.fill(device, to, pattern, pattern_size, count);
	status = streams_find_lane(device, RT_LANES, &stream);
	if (status)
		return status;
	error = put_fill(driver, to, pattern, pattern_size, count, stream);
	if (!error)
		error = driver->stream_synchronize(stream);
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, "filling memory") : SYCL_RT_SUCCESS;
}

/* --- images --- */

/* The image's bytes followed by a NUL, which PTX needs; malloc()ed. */
char *
streams_image_text(const struct rt_image *image, size_t *size, int *status)
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


/* The image on the device, loaded at its first use; with the lock held. */
static struct rt_module *
find_module(const struct sycl_rt_device *device, struct rt_image *image, const struct rt_links *links, int *status)
{
	const uint64_t linked[2] = { links ? links->hash[0] : 0, links ? links->hash[1] : 0 };
	struct rt_module **first = &image->module[driver_of(device)->number], *module = *first;

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
	module->module = driver_of(device)->load_image(device, image, links, &module->kept, status);
	if (!module->module) {
		free(module);
		return NULL;
	}
	rt_trace(RT_TRACE_IMAGES, "%s: loaded the image for '%s', with %zu others", device->name, image->desc->target, links ? links->n : 0);
	module->next = *first;
	*first = module;
	return module;
}

/* The work-group size that the image requires; images are split by it. */
static void
read_required_size(struct stream_kernel *kernel, const struct rt_image *image)
{
	const struct requirements *req = &image->req;

	for (size_t i = 0; req->nwork_group_size && i < 3; i++)
		kernel->required[i] = i < req->nwork_group_size ? (uint32_t)req->work_group_size[req->nwork_group_size - 1 - i] : 1;
}

static const struct rt_loaded *
find_kernel(struct rt_module *module, struct rt_image *image, const char *name, int *status)
{
	struct stream_kernel *kernel = module->kernel;
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
	error = driver_of(module->device)->module_get_function(&kernel->function, module->module, name);
	if (error) {
		free(kernel);
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks kernel %s (error %d)", image->desc->target, name, error);
		return NULL;
	}
	kernel->loaded = (struct rt_loaded){ .image = image, .functor_size = rt_functor_size(image, name) };
	kernel->name = name;
	driver_of(module->device)->func_get_attribute(&kernel->max_threads, FUNC_MAX_THREADS, kernel->function);
	driver_of(module->device)->func_get_attribute(&kernel->shared, FUNC_SHARED_SIZE, kernel->function);
	read_required_size(kernel, image);
	kernel->next = module->kernel;
	module->kernel = kernel;
	return &kernel->loaded;
}

static void *
find_variable(void *p, const char *name)
{
	const struct rt_module *module = p;
	void *address = NULL;

	return driver_of(module->device)->module_get_global(&address, NULL, module->module, name) == STREAM_SUCCESS ? address : NULL;
}

const struct rt_loaded *
streams_load(const struct sycl_rt_device *device, struct rt_image *image, const char *kernel, const uint8_t *values,
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
		*status = rt_globals_place(device, image, find_variable, module);
	return *status ? NULL : loaded;
}

static void
free_module(struct rt_module *module)
{
	const struct stream_driver *driver = driver_of(module->device);
	struct stream_kernel *kernel;
	struct constants *constants;
	bool entered = enter(module->device) == SYCL_RT_SUCCESS;

	while ((kernel = module->kernel)) {
		module->kernel = kernel->next;
		free(kernel);
	}
	while ((constants = module->constants)) {
		module->constants = constants->next;
		if (entered)
			driver->mem_free(constants->memory);
		free(constants->values);
		free(constants);
	}
	if (entered)
		driver->module_unload(module->module);
	free(module->kept);
	free(module);
}

void
streams_unload(struct rt_image *image, enum sycl_rt_backend number)
{
	struct rt_module *module;

	while ((module = image->module[number])) {
		image->module[number] = module->next;
		free_module(module);
	}
}

int
streams_facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts)
{
	const struct stream_kernel *kernel = (const struct stream_kernel *)loaded;
	const struct stream_device *own = device->own;
	int status = enter(device), private_bytes = 0;

	if (status)
		return status;
	own->driver->func_get_attribute(&private_bytes, FUNC_LOCAL_SIZE, kernel->function);
	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = kernel->max_threads > 0 ? (uint64_t)kernel->max_threads : device->can.max_work_group_size,
		.preferred_multiple = own->sub_group, .private_bytes = (uint64_t)private_bytes, .local_bytes = (uint64_t)kernel->shared,
		.sub_group_size = own->sub_group,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = kernel->required[2 - d];
	return SYCL_RT_SUCCESS;
}

/* --- launches --- */

/* The buffer of specialization constants in the device's memory; a status. */
static int
upload_constants(const struct sycl_rt_device *device, const struct rt_image *image, const void *buffer, void **memory)
{
	const struct stream_driver *driver = driver_of(device);
	struct rt_module *module = image->module[driver->number];
	struct constants *constants;
	size_t size = image->spec.size;
	stream_handle stream;
	int status = streams_find_lane(device, RT_LANES, &stream), error = STREAM_SUCCESS;

	if (status)
		return status;
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
		error = !constants || !constants->values ? STREAM_OUT_OF_MEMORY : driver->mem_alloc(&constants->memory, size);
		if (!error)
			error = driver->memcpy_async(constants->memory, buffer, size, stream);
		if (!error)
			error = driver->stream_synchronize(stream);
		if (!error) {
			memcpy(constants->values, buffer, size);
			constants->next = module->constants;
			module->constants = constants;
		} else if (constants) {
			if (constants->memory)
				driver->mem_free(constants->memory);
			free(constants->values);
			free(constants);
		}
	}
	pthread_mutex_unlock(&lock);
	if (error)
		return streams_fail(driver, SYCL_RT_RUNTIME, error, "copying specialization constants");
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
choose_local(const struct stream_device *own, const struct stream_kernel *kernel, const uint64_t global[3], uint64_t local[3])
{
	const uint64_t deepest[3] = { 1, 1024, least(1024, own->max_depth) };
	uint64_t most = kernel->max_threads > 0 ? (uint64_t)kernel->max_threads : 1024, depth[3] = { 1, 1, 1 };

	if (kernel->required[0]) {
		for (int d = 0; d < 3; d++)
			local[d] = kernel->required[d];
		return;
	}
	for (int d = 1; d < 3; d++)
		while (divide_up(global[d], depth[d]) > own->max_grid[d] && depth[d] < deepest[d])
			depth[d] *= 2;
	most = least(most, RANGE_WORK_GROUP > depth[1] * depth[2] ? RANGE_WORK_GROUP : depth[1] * depth[2]);
	local[2] = depth[2];
	local[1] = depth[1];
	local[0] = least(divide_up(global[0], own->sub_group) * own->sub_group, most / (depth[1] * depth[2]) ? most / (depth[1] * depth[2]) : 1);
	if (local[0] > global[0] && (depth[1] * depth[2] > 1 || global[0] < own->sub_group))
		local[0] = global[0];
	while (local[1] * 2 * local[0] * local[2] <= most && local[1] < global[1])
		local[1] *= 2;
	while (local[2] * 2 * local[0] * local[1] <= most && local[2] < global[2] && local[2] < own->max_depth)
		local[2] *= 2;
}

/* The grid and the work-groups of a launch, in the driver's order; a status. */
static int
lay_out(const struct stream_device *own, const struct stream_kernel *kernel, const struct sycl_rt_launch *launch, unsigned grid[3], unsigned block[3])
{
	uint64_t global[3] = { 1, 1, 1 }, local[3] = { 1, 1, 1 }, groups, items = 1;

	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++) {
		global[launch->dims - 1 - d] = launch->global[d];
		if (launch->kind == SYCL_RT_KIND_ND_RANGE)
			local[launch->dims - 1 - d] = launch->local[d];
	}
	/* However large its other dimensions are. */
	if (!global[0] || !global[1] || !global[2]) {
		memset(grid, 0, 3 * sizeof *grid);
		memset(block, 0, 3 * sizeof *block);
		return SYCL_RT_SUCCESS;
	}
	if (launch->kind == SYCL_RT_KIND_RANGE)
		choose_local(own, kernel, global, local);
	for (int d = 0; d < 3; d++) {
		groups = divide_up(global[d], local[d]);
		if (groups > own->max_grid[d])
			return rt_fail(SYCL_RT_ND_RANGE, "The launch has %" PRIu64 " work-groups in a dimension where the device takes %u at most",
				groups, own->max_grid[d]);
		if (groups * local[d] > own->max_items)
			return rt_fail(SYCL_RT_ND_RANGE, "The launch has %" PRIu64 " work-items in a dimension where the device takes %" PRIu64
				" at most", groups * local[d], own->max_items);
		if (d == 2 && local[d] > own->max_depth)
			return rt_fail(SYCL_RT_ND_RANGE, "The work-group has %" PRIu64 " work-items in the first of three dimensions, where"
				" the device takes %u at most", local[d], own->max_depth);
		grid[d] = (unsigned)groups;
		block[d] = (unsigned)local[d];
		items *= local[d];
	}
	if (kernel->max_threads > 0 && items > (uint64_t)kernel->max_threads)
		return rt_fail(SYCL_RT_ND_RANGE, "The work-group has %" PRIu64 " work-items, but the device runs this kernel with %d at most",
			items, kernel->max_threads);
	return SYCL_RT_SUCCESS;
}

uint64_t
streams_local_memory(uint64_t bytes)
{
	return bytes > GROUP_MEMORY ? bytes - GROUP_MEMORY : bytes;
}

/* Allows the launch that much local memory, beside the kernel's own; returns a status. */
static int
allow_local(const struct sycl_rt_device *device, struct stream_kernel *kernel, uint64_t bytes)
{
	const struct stream_driver *driver = driver_of(device);
	const uint64_t own = (uint64_t)kernel->shared, asked = bytes + (own > GROUP_MEMORY ? own - GROUP_MEMORY : 0);
	uint64_t most;
	int error;

	/* More than the default limit must be requested from the driver. */
	if (bytes + own <= 40 * 1024)
		return SYCL_RT_SUCCESS;
	most = device->backend->ask_number(device, SYCL_RT_DEVICE_LOCAL_MEM_SIZE);
	if (asked > most)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "%" PRIu64 " bytes of local memory are asked for, a work-group has %" PRIu64
			" at most", asked, most);
	if (!driver->func_set_attribute || (uint64_t)kernel->dynamic >= bytes)
		return SYCL_RT_SUCCESS;
	error = driver->func_set_attribute(kernel->function, FUNC_MAX_DYNAMIC_SHARED, (int)bytes);
	if (error)
		return streams_fail(driver, SYCL_RT_MEMORY_ALLOCATION, error, driver->call.func_set_attribute);
	kernel->dynamic = (int)bytes;
	return SYCL_RT_SUCCESS;
}

/* Puts the launch into the stream; a status. */
static int
put_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer, stream_handle stream)
{
	const struct stream_driver *driver = driver_of(device);
	struct stream_kernel *kernel = (struct stream_kernel *)loaded;
	unsigned grid[3], block[3];
	uint32_t local_offset = 0;
	struct rt_kargs kargs;
	void *constants = 0;
	void *parameters[] = { (void *)launch->functor, &kargs, &local_offset };
	int status = SYCL_RT_SUCCESS, error;

	if (launch->kind != SYCL_RT_KIND_RANGE && kernel->required[0])
		status = rt_check_required_size(launch, kernel->required);
	if (!status)
		status = lay_out(device->own, kernel, launch, grid, block);
	if (!status)
		status = allow_local(device, kernel, launch->local_bytes);
	if (!status && buffer)
		status = upload_constants(device, loaded->image, buffer, &constants);
	if (status)
		return status;
	rt_fill_kargs(&kargs, launch, constants);
	rt_trace(RT_TRACE_COMMANDS, "%s: %s: %ux%ux%u work-groups of %ux%ux%u, %" PRIu64 " bytes of local memory", device->name,
		kernel->name, grid[2], grid[1], grid[0], block[2], block[1], block[0], launch->local_bytes);
	if (!grid[0] || !grid[1] || !grid[2])
		return SYCL_RT_SUCCESS;
	error = driver->launch_kernel(kernel->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
		(unsigned)launch->local_bytes, stream, parameters, NULL);
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.launch_kernel) : SYCL_RT_SUCCESS;
}

/* --- work that goes on while the program does --- */

/* The times of events are offsets from another event, whose time is known: one of the last ten seconds. */
static int
refresh_reference(struct stream_device *own)
{
	const struct stream_driver *driver = own->driver;
	enum { SECONDS = 10 };
	uint64_t now = sycl_rt_now();
	event_handle event;
	int error;

	if (own->reference && now - own->reference_time < (uint64_t)SECONDS * 1000000000)
		return STREAM_SUCCESS;
	error = driver->event_create(&event, 0);	/* older marks keep the old one: it is not destroyed */
	/* Twice: the first record of an event takes long.  It is done between asking for it and having waited. */
	for (int i = 0; i < 2 && !error; i++) {
		now = sycl_rt_now();
		error = driver->event_record(event, own->lane[RT_LANES]);
		if (!error)
			error = driver->event_synchronize(event);
	}
	own->reference = event;
	own->reference_time = now + (sycl_rt_now() - now) / 2;
	return error;
}

/* A mark with its events; an error of the driver. */
static int
make_mark(const struct sycl_rt_device *device, bool timed, struct mark **made)
{
	const struct stream_driver *driver = driver_of(device);
	struct stream_device *own = device->own;
	int error = timed ? refresh_reference(own) : STREAM_SUCCESS;
	struct mark *mark = own->spare[timed];

	*made = NULL;
	if (mark) {
		own->spare[timed] = mark->next;
	} else {
		mark = calloc(1, sizeof *mark);
		if (!mark)
			return STREAM_OUT_OF_MEMORY;
		if (!error)
			error = driver->event_create(&mark->end, timed ? 0 : EVENT_DISABLE_TIMING);
		if (!error && timed)
			error = driver->event_create(&mark->begin, 0);
		if (error) {
			free(mark);
			return error;
		}
	}
	mark->device = device;
	mark->lane = 0;
	mark->place = 0;	/* in no lane yet */
	mark->dropped = false;
	mark->reference = own->reference;
	mark->reference_time = own->reference_time;
	*made = mark;
	return error;
}

/* Shared memory moves before it is used.  Others are where they are. */
static int
put_prefetch(const struct sycl_rt_device *device, const struct sycl_rt_work *work, stream_handle stream)
{
	const struct stream_driver *driver = driver_of(device);
	const struct stream_device *own = device->own;
	const struct sycl_rt_device *owner;

	if (!driver->mem_prefetch_async || sycl_rt_memory_kind(work->to, &owner) != SYCL_RT_MEMORY_SHARED
	    || !own->moves_managed)
		return STREAM_SUCCESS;
	return driver->mem_prefetch_async(work->to, work->size, work->count ? HOST_LOCATION : own->device, stream);
}

/* The driver's own numbers: the odd ones set, the next ones take back; 0 takes all back.  It has effect at once. */
static int
advise(const struct sycl_rt_device *device, const struct sycl_rt_work *work)
{
	const struct stream_driver *driver = driver_of(device);
	const struct stream_device *own = device->own;
	const struct sycl_rt_device *owner;
	int error = STREAM_SUCCESS;

	if (!driver->mem_advise || sycl_rt_memory_kind(work->to, &owner) != SYCL_RT_MEMORY_SHARED
	    || !own->moves_managed)
		return STREAM_SUCCESS;
	if (work->count)
		return driver->mem_advise(work->to, work->size, work->count > LAST_ADVICE ? LAST_ADVICE + 1 : (int)work->count, own->device);
	for (int advice = 2; advice <= LAST_ADVICE && !error; advice += 2)
		error = driver->mem_advise(work->to, work->size, advice, own->device);
	return error;
}

/* Puts a command that is no kernel into the stream; a status. */
static int
put_memory_work(const struct sycl_rt_device *device, const struct sycl_rt_work *work, stream_handle stream)
{
	const struct stream_driver *driver = driver_of(device);
	const struct {
		const char *name, *failed;
	} kind[] = {
		[SYCL_RT_WORK_COPY] = { "copy", driver->call.memcpy_async }, [SYCL_RT_WORK_FILL] = { "fill", "filling memory" },
		[SYCL_RT_WORK_PREFETCH] = { "prefetch", driver->call.mem_prefetch }, [SYCL_RT_WORK_ADVISE] = { "advice", driver->call.mem_advise },
		[SYCL_RT_WORK_BARRIER] = { "barrier", NULL },
	};
	int error;

	rt_trace(RT_TRACE_COMMANDS, "%s: %s of %zu bytes", device->name, kind[work->kind].name,
		work->kind == SYCL_RT_WORK_FILL ? work->size * work->count : work->size);
	switch (work->kind) {
	case SYCL_RT_WORK_FILL: error = put_fill(driver, work->to, work->from, work->size, work->count, stream); break;
	case SYCL_RT_WORK_PREFETCH: error = put_prefetch(device, work, stream); break;
	case SYCL_RT_WORK_ADVISE: error = advise(device, work); break;
	case SYCL_RT_WORK_BARRIER: error = STREAM_SUCCESS; break;
	default: error = driver->memcpy_async(work->to, work->from, work->size, stream);
	}
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, kind[work->kind].failed) : SYCL_RT_SUCCESS;
}

/* --- the ends of work; with lane_lock held --- */

static pthread_mutex_t lane_lock = PTHREAD_MUTEX_INITIALIZER;

static int
record_end(struct mark *mark)
{
	const struct stream_driver *driver = driver_of(mark->device);
	struct stream_device *own = mark->device->own;
	int error = driver->event_record(mark->end, own->lane[mark->lane]);

	mark->recorded = !error;
	if (error)
		return streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.event_record);
	own->nrecorded[mark->lane] = mark->place;
	return SYCL_RT_SUCCESS;
}

/* That many commands were put into the lane's stream. */
static void
put_in_lane(struct mark *mark, unsigned lane, uint64_t ncommand)
{
	struct stream_device *own = mark->device->own;

	mark->lane = lane;
	mark->place = own->nplace[lane] += ncommand;
	mark->recorded = false;
	mark->newer = NULL;
	if (own->newest[lane])
		own->newest[lane]->newer = mark;
	own->newest[lane] = mark;
}

/* Before work is put into the lane: the end of what is there, unless it may be that of the work.  A status. */
static int
close_lane(const struct sycl_rt_device *device, const struct rt_start *start)
{
	enum { MOST = 16 };	/* that end together, so that not too much is known late */
	struct stream_device *own = device->own;
	struct mark *newest = own->newest[start->lane];

	if (!newest || newest->recorded || (newest == start->joins && newest->place - own->nrecorded[start->lane] < MOST))
		return SYCL_RT_SUCCESS;
	return record_end(newest);
}

/* The mark whose end event says that the work has ended; NULL: it has, or *status says why there is none. */
static struct mark *
find_end(struct mark *mark, int *status)
{
	const struct stream_device *own = mark->device->own;

	*status = SYCL_RT_SUCCESS;
	if (mark->place <= own->nended[mark->lane])
		return NULL;
	/* Newer ones have not ended either, so that they are all there. */
	while (!mark->recorded && mark->newer)
		mark = mark->newer;
	if (!mark->recorded)
		*status = record_end(mark);
	return *status ? NULL : mark;
}

/* All in the lane up to that place has ended. */
static void
note_ended(struct stream_device *own, unsigned lane, uint64_t place)
{
	if (own->nended[lane] < place)
		own->nended[lane] = place;
}

/* To be used again.  Work that was put into its lane has ended. */
static void
free_mark(struct mark *mark)
{
	struct stream_device *own = mark->device->own;
	struct mark **spare = &own->spare[mark->begin != NULL];

	note_ended(own, mark->lane, mark->place);
	if (own->newest[mark->lane] == mark)
		own->newest[mark->lane] = NULL;
	mark->dropped = true;
	if (mark->waiters > 0)
		return;
	mark->next = *spare;
	*spare = mark;
}

/* How many commands of the driver the work takes, at most. */
static uint64_t
count_commands(const struct sycl_rt_work *work)
{
	uint64_t n = 1;

	if (work->kind != SYCL_RT_WORK_FILL || is_plain_fill(work->to, work->size))
		return 1;
	for (size_t done = 1; done < work->count; done *= 2)
		n++;
	return n + work->size;
}

/* Puts the work into the stream, behind the marks and between the events; a status. */
static int
put_work(const struct sycl_rt_device *device, const struct rt_start *start, stream_handle stream, struct mark *mark)
{
	const struct stream_driver *driver = driver_of(device);
	const struct sycl_rt_work *work = start->work;
	int error = STREAM_SUCCESS, status;

	status = close_lane(device, start);
	for (size_t i = 0; i < start->nafter && !status && !error; i++) {
		const struct mark *end = find_end(start->after[i], &status);

		if (end)
			error = driver->stream_wait_event(stream, end->end, 0);
	}
	if (status)
		return status;
	if (!error && mark->begin)
		error = driver->event_record(mark->begin, stream);
	if (error)
		return streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.stream_wait_event);
	status = work->kind == SYCL_RT_WORK_KERNEL ? put_launch(device, work->launch, start->loaded, start->buffer, stream)
		: put_memory_work(device, work, stream);
	if (status)
		return status;
	put_in_lane(mark, start->lane, count_commands(work));
	if (mark->begin)
		status = record_end(mark);
	if (status)
		driver->stream_synchronize(stream);	/* nothing else says when it ends */
	return status;
}

int
streams_start(const struct sycl_rt_device *device, const struct rt_start *start, void **mark)
{
	const struct stream_driver *driver = driver_of(device);
	struct mark *made = NULL;
	stream_handle stream;
	int status = start->timed ? streams_find_lane(device, RT_LANES, &stream) : SYCL_RT_SUCCESS, error;

	if (!status)
		status = streams_find_lane(device, start->lane, &stream);
	if (status)
		return status;
	pthread_mutex_lock(&lane_lock);
	error = make_mark(device, start->timed, &made);
	status = error ? streams_fail(driver, SYCL_RT_RUNTIME, error, driver->call.event_create) : put_work(device, start, stream, made);
	if (status && made)
		free_mark(made);
	pthread_mutex_unlock(&lane_lock);
	if (!status)
		*mark = made;
	return status;
}

void
streams_drop(void *mark)
{
	pthread_mutex_lock(&lane_lock);
	free_mark(mark);
	pthread_mutex_unlock(&lane_lock);
}

bool
streams_ended(void *p, bool wait, int *status)
{
	struct mark *mark = p;
	const struct stream_driver *driver = driver_of(mark->device);
	struct mark *end;
	int error;

	*status = enter(mark->device);
	if (*status)
		return true;
	pthread_mutex_lock(&lane_lock);
	end = find_end(mark, status);
	if (end)
		end->waiters++;
	pthread_mutex_unlock(&lane_lock);
	if (!end)
		return true;
	error = wait ? driver->event_synchronize(end->end) : driver->event_query(end->end);
	pthread_mutex_lock(&lane_lock);
	if (error == STREAM_SUCCESS)
		note_ended(end->device->own, end->lane, end->place);
	if (--end->waiters == 0 && end->dropped)
		free_mark(end);
	pthread_mutex_unlock(&lane_lock);
	if (error == STREAM_NOT_READY)
		return false;
	if (error)
		*status = streams_fail(driver, SYCL_RT_RUNTIME, error, "a command");
	return true;
}

static uint64_t
time_of(const struct mark *mark, event_handle event)
{
	float milliseconds = 0;

	driver_of(mark->device)->event_elapsed_time(&milliseconds, mark->reference, event);
	return mark->reference_time + (uint64_t)(milliseconds > 0 ? (double)milliseconds * 1e6 : 0);
}

void
streams_times(void *p, struct sycl_rt_times *times)
{
	struct mark *mark = p;

	times->start = time_of(mark, mark->begin);
	times->end = time_of(mark, mark->end);
	if (times->start < times->submit)
		times->start = times->submit;
	if (times->end < times->start)
		times->end = times->start;
}

/* CUDA takes 1,021 commands for a stream and waits in the call for the next one, in which other threads may have a part. */
bool
streams_has_room(const struct sycl_rt_device *device, const struct rt_start *start)
{
	enum { MOST = 1000 };
	const struct stream_device *own = device->own;
	const uint64_t nended = own->nended[start->lane], n = own->nplace[start->lane] - nended;

	return n == 0 || n + count_commands(start->work) <= MOST;
}

/* Without a lock; a status. */
static int
wait_for_room(const struct sycl_rt_device *device, const struct rt_start *start)
{
	const struct stream_driver *driver = driver_of(device);
	struct stream_device *own = device->own;
	stream_handle stream;
	uint64_t place;
	int status = streams_find_lane(device, start->lane, &stream), error = STREAM_SUCCESS;

	while (!status && !error && !streams_has_room(device, start)) {
		place = own->nplace[start->lane];
		error = driver->stream_synchronize(stream);
		pthread_mutex_lock(&lane_lock);
		if (!error)
			note_ended(own, start->lane, place);
		pthread_mutex_unlock(&lane_lock);
	}
	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, "a command") : status;
}

int
streams_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_KERNEL, .launch = launch };
	const struct rt_start start = {
		.work = &work, .loaded = loaded, .buffer = buffer, .lane = rt_task_lane(), .timed = launch->times != NULL,
	};
	void *mark;
	int status = wait_for_room(device, &start);

	if (!status)
		status = streams_start(device, &start, &mark);
	if (status)
		return status;
	streams_ended(mark, true, &status);
	if (!status && launch->times)
		streams_times(mark, launch->times);
	streams_drop(mark);
	return status;
}

/* --- other devices --- */

int
streams_peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can)
{
	const struct stream_device *own = device->own, *theirs = other->own;
	const struct stream_driver *driver = own->driver;
	int status = enter(other), error;

	*can = 0;
	if (!status)
		status = enter(device);
	if (status)
		return status;
	switch (what) {
	case SYCL_RT_PEER_ENABLE: error = driver->peer_enable(other); break;
	case SYCL_RT_PEER_DISABLE: error = driver->peer_disable(other); break;
	case SYCL_RT_PEER_ATOMICS: error = driver->peer_atomics(can, own->device, theirs->device); break;
	default: error = driver->peer_access(can, own->device, theirs->device);
	}
	return error ? streams_fail(driver, SYCL_RT_INVALID, error, "access to the memory of the other device") : SYCL_RT_SUCCESS;
}

event_handle
streams_mark_event(void *p)
{
	struct mark *mark = p;
	const struct mark *end = NULL;
	int status = enter(mark->device);

	pthread_mutex_lock(&lane_lock);
	if (!status)
		end = find_end(mark, &status);
	pthread_mutex_unlock(&lane_lock);
	return end ? end->end : mark->end;
}

int
streams_foreign(const struct sycl_rt_device *device, uintptr_t event, bool wait)
{
	const struct stream_driver *driver = driver_of(device);
	const int status = enter(device), error = status || !wait ? STREAM_SUCCESS : driver->event_synchronize((event_handle)event);

	return error ? streams_fail(driver, SYCL_RT_RUNTIME, error, "waiting for the program's event") : status;
}
