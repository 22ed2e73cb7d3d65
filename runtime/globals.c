/*
 * Device globals: each has one object on a device, which all images share.  The
 * variable of an image has the object's address from when the image is loaded.
 */
#include "backend.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sycl-cc/device-global.h"

struct object {
	const struct sycl_rt_device *device;	/* NULL: those that use the host's memory */
	uint64_t id;
	size_t size;
	void *memory;
	struct object *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *objects;

static const struct sycl_rt_device *
owner_of(const struct sycl_rt_device *device)
{
	return device && !device->backend->host_memory ? device : NULL;
}

static int
copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	if (device)
		return device->backend->copy(device, to, from, size);
	memcpy(to, from, size);
	return SYCL_RT_SUCCESS;
}

/* Sets the memory to the initial value, NULL: zero. */
static int
initialize(const struct sycl_rt_device *device, void *memory, const void *initial, size_t size)
{
	static const unsigned char zero;

	if (initial)
		return copy(device, memory, initial, size);
	return device ? device->backend->fill(device, memory, &zero, 1, size) : SYCL_RT_SUCCESS;
}

/* Zeroed and aligned; large memory costs only what is used of it.  NULL when out of memory. */
static void *
host_memory(size_t size)
{
	char *memory = calloc(1, size + MUX_ALIGN);

	return memory ? memory + (MUX_ALIGN - (uintptr_t)memory % MUX_ALIGN) : NULL;
}

static struct object *
find_object(const struct sycl_rt_device *device, uint64_t id)
{
	struct object *object = objects;

	while (object && (object->device != device || object->id != id))
		object = object->next;
	return object;
}

/* The object, made with that initial value when it is new; with the lock held. */
static int
get_object(const struct sycl_rt_device *device, uint64_t id, size_t size, const void *initial, void **memory)
{
	struct object *object = find_object(device, id);
	int status = SYCL_RT_SUCCESS;

	if (object && object->size != size)
		return rt_fail(SYCL_RT_INVALID, "a device_global has %zu bytes in one image and %zu in another", object->size, size);
	if (object) {
		*memory = object->memory;
		return SYCL_RT_SUCCESS;
	}
	object = calloc(1, sizeof *object);
	if (object)
		object->memory = device ? sycl_rt_alloc(device, SYCL_RT_MEMORY_DEVICE, size, 0) : host_memory(size);
	if (object && object->memory)
		status = initialize(device, object->memory, initial, size);
	if (!object || !object->memory || status) {
		free(object);
		return status ? status : rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for a device_global of %zu bytes", size);
	}
	object->device = device;
	object->id = id;
	object->size = size;
	object->next = objects;
	objects = object;
	*memory = object->memory;
	return SYCL_RT_SUCCESS;
}

static int
place(const struct sycl_rt_device *device, const struct rt_image *image, char *variable)
{
	struct sycl_device_global head;
	int status = copy(device, &head, variable, sizeof head);

	if (!status && head.magic != SYCL_DEVICE_GLOBAL_MAGIC)
		return rt_fail(SYCL_RT_BUILD, "the device image for '%s' has another form of device_global", image->desc->target);
	if (!status)
		status = get_object(device, head.id, head.size, head.offset ? variable + head.offset : NULL, &head.object);
	return status ? status : copy(device, variable, &head, sizeof head.object);
}

int
rt_globals_place(const struct sycl_rt_device *device, const struct rt_image *image, void *(*find)(void *module, const char *name),
	void *module)
{
	const struct propset *names = propfile_find(&image->props, PROPSET_GLOBAL_VARIABLES);
	int status = SYCL_RT_SUCCESS;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; names && i < names->nprop && !status; i++) {
		const struct prop *prop = &names->prop[i];
		char name[512];
		size_t size = 0;
		const uint8_t *bytes = prop->type == PROP_BYTES ? prop_bytes(prop, &size) : NULL;
		void *variable;

		snprintf(name, sizeof name, "%.*s", (int)size, bytes ? (const char *)bytes : "");
		variable = find(module, name);
		if (variable)
			status = place(owner_of(device), image, variable);
		else
			status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks the device_global '%s'", image->desc->target, name);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

/* The id under which images have it: of this unit's copy, else of all units'. */
static uint64_t
global_id(const struct sycl_rt_global *global)
{
	uint64_t own = sycl_device_global_id(global->declaration, global->unit);
	char name[20];

	sprintf(name, "%016" PRIx64, global->declaration);
	return rt_registry_has_global(name) ? global->declaration : own;
}

API int
sycl_rt_global_address(const struct sycl_rt_device *device, const struct sycl_rt_global *global, void **address)
{
	uint64_t id = global_id(global);
	int status;

	pthread_mutex_lock(&lock);
	status = get_object(owner_of(device), id, global->size, global->initial, address);
	pthread_mutex_unlock(&lock);
	return status;
}
