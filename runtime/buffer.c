/*
 * Tracks where the contents of buffers are: in the host's memory, in copies on
 * devices, or both.  Only for buffers that a device with memory of its own has
 * used; programs that use only the CPU do not need this.
 */
#include "backend.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A buffer's copy on a device. */
struct copy {
	const struct sycl_rt_device *device;
	char *begin;
	bool valid;			/* it has the contents */
	struct copy *next;
};

struct buffer {
	char *begin;			/* in the host's memory */
	size_t size;
	bool valid;			/* the host's memory has the contents */
	struct copy *copy;
	struct buffer *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buffer *buffers;		/* guarded by lock */
static _Atomic size_t nbuffers;

static bool
is_in(const void *p, const char *begin, size_t size)
{
	return (uintptr_t)p - (uintptr_t)begin < (size ? size : 1);
}

/* The buffer of the host's address. */
static struct buffer *
find_buffer(const void *p)
{
	struct buffer *buffer = buffers;

	while (buffer && !is_in(p, buffer->begin, buffer->size))
		buffer = buffer->next;
	return buffer;
}

static struct copy *
find_copy(const struct buffer *buffer, const struct sycl_rt_device *device)
{
	struct copy *copy = buffer->copy;

	while (copy && copy->device != device)
		copy = copy->next;
	return copy;
}

/* The host's address that corresponds to an address in a copy; p itself when it is in none. */
static const void *
host_address(const void *p)
{
	for (const struct buffer *buffer = buffers; buffer; buffer = buffer->next)
		for (const struct copy *copy = buffer->copy; copy; copy = copy->next)
			if (is_in(p, copy->begin, buffer->size))
				return buffer->begin + ((const char *)p - copy->begin);
	return p;
}

static struct buffer *
add_buffer(const struct sycl_rt_region *whole)
{
	struct buffer *buffer = calloc(1, sizeof *buffer);

	if (!buffer)
		return NULL;
	buffer->begin = (char *)whole->begin;
	buffer->size = (size_t)((const char *)whole->end - (const char *)whole->begin);
	buffer->valid = true;
	buffer->next = buffers;
	buffers = buffer;
	nbuffers++;
	return buffer;
}

static struct copy *
add_copy(struct buffer *buffer, const struct sycl_rt_device *device)
{
	struct copy *copy = calloc(1, sizeof *copy);

	if (!copy)
		return NULL;
	copy->begin = sycl_rt_alloc(device, SYCL_RT_MEMORY_DEVICE, buffer->size ? buffer->size : 1, 0);
	if (!copy->begin) {
		free(copy);
		return NULL;
	}
	copy->device = device;
	copy->next = buffer->copy;
	buffer->copy = copy;
	return copy;
}

static bool
is_host(const struct sycl_rt_device *device)
{
	return !device || device->backend->host_memory;
}

API int
sycl_rt_buffer_copies(void)
{
	return atomic_load_explicit(&nbuffers, memory_order_relaxed) != 0;
}

/* Some device has memory of its own. */
static bool
may_copy(void)
{
	const struct sycl_rt_device *device;

	for (size_t i = 0; i < sycl_rt_device_total(); i++)
		if (sycl_rt_device_at(i, &device) == SYCL_RT_SUCCESS && !device->backend->host_memory)
			return true;
	return false;
}

API void
sycl_rt_buffer_note(const struct sycl_rt_region *whole)
{
	if (!may_copy())
		return;
	pthread_mutex_lock(&lock);
	if (whole->begin != whole->end && !find_buffer(whole->begin))
		add_buffer(whole);
	pthread_mutex_unlock(&lock);
}

API int
sycl_rt_buffer_address(const struct sycl_rt_device *device, const struct sycl_rt_region *whole, const void *p, void **address)
{
	struct buffer *buffer;
	struct copy *copy = NULL;

	*address = (void *)p;
	if (whole && whole->begin == whole->end)
		return SYCL_RT_SUCCESS;
	pthread_mutex_lock(&lock);
	p = host_address(p);
	buffer = find_buffer(p);
	if (!buffer && whole && !is_host(device))
		buffer = add_buffer(whole);
	if (buffer && !is_host(device)) {
		copy = find_copy(buffer, device);
		copy = copy ? copy : add_copy(buffer, device);
	}
	if (copy)
		*address = copy->begin + ((const char *)p - buffer->begin);
	else if (is_host(device))
		*address = (void *)p;
	pthread_mutex_unlock(&lock);
	if (copy || is_host(device) || !whole)
		return SYCL_RT_SUCCESS;
	return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: device '%s' has no space for a buffer of %zu bytes", device->name,
		(size_t)((const char *)whole->end - (const char *)whole->begin));
}

API int
sycl_rt_buffer_translate(const struct sycl_rt_device *device, const void *p, void **address)
{
	return sycl_rt_buffer_address(device, NULL, p, address);
}

/* No device works on the buffer. */
static void
wait_for_use(const struct buffer *buffer)
{
	rt_wait_devices(&(struct sycl_rt_region){ buffer->begin, buffer->begin + buffer->size, SYCL_RT_WRITES });
}

static int
move_to_host(struct buffer *buffer)
{
	struct copy *copy = buffer->copy;
	int status;

	if (buffer->valid)
		return SYCL_RT_SUCCESS;
	while (!copy->valid)
		copy = copy->next;
	wait_for_use(buffer);
	rt_trace(RT_TRACE_COMMANDS, "a buffer of %zu bytes moves from %s to the host", buffer->size, copy->device->name);
	status = copy->device->backend->copy(copy->device, buffer->begin, copy->begin, buffer->size);
	buffer->valid = !status;
	return status;
}

/* Copies the contents to the device; other copies become invalid when the command writes. */
static int
move(struct buffer *buffer, const struct sycl_rt_device *device, const struct sycl_rt_region *region)
{
	bool all = region->writes == SYCL_RT_DISCARDS && region->begin == buffer->begin
		&& (const char *)region->end == buffer->begin + buffer->size;
	struct copy *copy = is_host(device) ? NULL : find_copy(buffer, device);
	int status = SYCL_RT_SUCCESS;

	if (is_host(device)) {
		if (!all)
			status = move_to_host(buffer);
		buffer->valid |= !status;
	} else if (copy && !copy->valid) {
		if (!all)
			status = move_to_host(buffer);
		if (!all && !status && buffer->size) {
			wait_for_use(buffer);
			rt_trace(RT_TRACE_COMMANDS, "a buffer of %zu bytes moves from the host to %s", buffer->size, device->name);
			status = device->backend->copy(device, copy->begin, buffer->begin, buffer->size);
		}
		copy->valid = !status;
	}
	if (status || !region->writes)
		return status;
	buffer->valid = is_host(device);
	for (struct copy *other = buffer->copy; other; other = other->next)
		other->valid &= other == copy;
	return SYCL_RT_SUCCESS;
}

API int
sycl_rt_buffer_move(const struct sycl_rt_device *device, const struct sycl_rt_region *region, size_t n)
{
	int status = SYCL_RT_SUCCESS;

	if (!sycl_rt_buffer_copies())
		return SYCL_RT_SUCCESS;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n && !status; i++) {
		struct buffer *buffer = find_buffer(region[i].begin);

		if (buffer)
			status = move(buffer, device, &region[i]);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

API void
sycl_rt_buffer_forget(const void *begin)
{
	struct buffer **at = &buffers, *buffer;
	struct copy *copy;

	if (!sycl_rt_buffer_copies())
		return;
	pthread_mutex_lock(&lock);
	while (*at && (*at)->begin != begin)
		at = &(*at)->next;
	buffer = *at;
	if (buffer) {
		*at = buffer->next;
		nbuffers--;
	}
	pthread_mutex_unlock(&lock);
	while (buffer && (copy = buffer->copy)) {
		buffer->copy = copy->next;
		sycl_rt_free(copy->begin);
		free(copy);
	}
	free(buffer);
}
