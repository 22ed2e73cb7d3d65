/*
 * Memory that the program asks for (USM): what is kept is where each piece
 * came from and which kind the program asked for.
 */
#include "backend.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* An allocation; the array is sorted by address. */
struct allocation {
	const char *begin;
	size_t size;
	enum sycl_rt_memory kind;
	const struct sycl_rt_device *device;
	uint64_t context;	/* its number; 0: no one's */
	bool registered;	/* the program's own */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct allocation *allocation;
static size_t n_allocations, room;

/* The number of allocations that begin at or before p. */
static size_t
position(const void *p)
{
	size_t low = 0, high = n_allocations;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)allocation[middle].begin <= (uintptr_t)p)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
remember(const struct allocation *a)
{
	struct allocation *more = allocation;
	size_t at;

	if (n_allocations == room) {
		more = reallocarray(allocation, room * 2 + 64, sizeof *more);
		if (!more)
			return false;
		allocation = more;
		room = room * 2 + 64;
	}
	at = position(a->begin);
	memmove(allocation + at + 1, allocation + at, (n_allocations - at) * sizeof *allocation);
	allocation[at] = *a;
	n_allocations++;
	return true;
}

static void
forget(size_t at)
{
	memmove(allocation + at, allocation + at + 1, (n_allocations - at - 1) * sizeof *allocation);
	n_allocations--;
}

API int
sycl_rt_memory_register(const struct sycl_rt_device *device, void *memory, size_t size)
{
	const struct allocation a = { .begin = memory, .size = size, .kind = SYCL_RT_MEMORY_HOST, .device = device, .registered = true };
	size_t at;
	bool taken, kept = false;

	pthread_mutex_lock(&lock);
	at = position(memory);
	taken = (at > 0 && (uintptr_t)memory - (uintptr_t)allocation[at - 1].begin < allocation[at - 1].size)
		|| (at < n_allocations && (uintptr_t)allocation[at].begin - (uintptr_t)memory < size);
	if (!taken)
		kept = remember(&a);
	pthread_mutex_unlock(&lock);
	if (taken)
		return rt_fail(SYCL_RT_RUNTIME, "a part of the memory is registered, or an allocation of USM, already");
	return kept ? SYCL_RT_SUCCESS : rt_fail(SYCL_RT_RUNTIME, "out of memory");
}

API int
sycl_rt_memory_unregister(void *memory)
{
	size_t at;
	bool found;

	pthread_mutex_lock(&lock);
	at = position(memory);
	found = at > 0 && allocation[at - 1].begin == memory && allocation[at - 1].registered;
	if (found)
		forget(at - 1);
	pthread_mutex_unlock(&lock);
	return found ? SYCL_RT_SUCCESS : rt_fail(SYCL_RT_RUNTIME, "no registered memory begins at the pointer");
}

API void *
sycl_rt_alloc(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	struct allocation a = { .size = size, .kind = kind, .device = device };
	void *memory;
	bool kept;

	if (align < MUX_ALIGN)
		align = align & (align - 1) ? 1 : MUX_ALIGN;
	if (size == 0 || size > PTRDIFF_MAX || align & (align - 1) || align == 1)
		return NULL;
	memory = device->backend->alloc(device, kind, size, align);
	if (!memory)
		return NULL;
	a.begin = memory;
	pthread_mutex_lock(&lock);
	kept = remember(&a);
	pthread_mutex_unlock(&lock);
	if (kept)
		return memory;
	device->backend->free(device, kind, memory);
	return NULL;
}

API void
sycl_rt_free(void *memory)
{
	struct allocation a = { .begin = NULL };
	size_t at;

	pthread_mutex_lock(&lock);
	at = position(memory);
	/* What is not ours is left alone. */
	if (at > 0 && allocation[at - 1].begin == memory && !allocation[at - 1].registered) {
		a = allocation[at - 1];
		forget(at - 1);
	}
	pthread_mutex_unlock(&lock);
	if (!a.begin)
		return;
	/* Programs free what their last kernels still use; drivers of GPUs wait, too. */
	rt_finish_kernels();
	a.device->backend->free(a.device, a.kind, memory);
}

API enum sycl_rt_memory
sycl_rt_memory_kind(const void *p, const struct sycl_rt_device **device)
{
	enum sycl_rt_memory kind = SYCL_RT_MEMORY_UNKNOWN;
	size_t at;

	*device = NULL;
	pthread_mutex_lock(&lock);
	at = position(p);
	if (at > 0 && (uintptr_t)p - (uintptr_t)allocation[at - 1].begin < allocation[at - 1].size) {
		kind = allocation[at - 1].kind;
		*device = allocation[at - 1].device;
	}
	pthread_mutex_unlock(&lock);
	return kind;
}

API uint64_t
sycl_rt_context_number(void)
{
	static _Atomic uint64_t last;

	return ++last;
}

API void
sycl_rt_memory_give(void *memory, uint64_t context)
{
	size_t at;

	pthread_mutex_lock(&lock);
	at = position(memory);
	if (at > 0 && allocation[at - 1].begin == memory)
		allocation[at - 1].context = context;
	pthread_mutex_unlock(&lock);
}

API uint64_t
sycl_rt_memory_context(const void *p)
{
	uint64_t context = 0;
	size_t at;

	pthread_mutex_lock(&lock);
	at = position(p);
	if (at > 0 && (uintptr_t)p - (uintptr_t)allocation[at - 1].begin < allocation[at - 1].size)
		context = allocation[at - 1].context;
	pthread_mutex_unlock(&lock);
	return context;
}

API int
sycl_rt_copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	if (size > PTRDIFF_MAX)
		return rt_fail(SYCL_RT_INVALID, "copy of %zu bytes: no memory has so many", size);
	if (size > 0 && (!to || !from))
		return rt_fail(SYCL_RT_INVALID, "copy of %zu bytes %s a null pointer", size, to ? "from" : "to");
	return size > 0 ? device->backend->copy(device, to, from, size) : SYCL_RT_SUCCESS;
}

API int
sycl_rt_fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	size_t size;

	if (__builtin_mul_overflow(pattern_size, count, &size) || size > PTRDIFF_MAX)
		return rt_fail(SYCL_RT_INVALID, "fill with %zu elements of %zu bytes: no memory has so many", count, pattern_size);
	if (count > 0 && !to)
		return rt_fail(SYCL_RT_INVALID, "fill of a null pointer");
	return size > 0 ? device->backend->fill(device, to, pattern, pattern_size, count) : SYCL_RT_SUCCESS;
}

/* --- memory of the headers' own commands --- */

/* A block on a device that is used again, of a size that is a power of two. */
struct scratch {
	void *memory;
	size_t size;
	enum sycl_rt_memory kind;
	const struct sycl_rt_device *device;
	bool taken;
	struct sycl_rt_task *last;	/* that used it; NULL: it has ended */
	struct scratch *next;
};
static pthread_mutex_t scratch_lock = PTHREAD_MUTEX_INITIALIZER;
static struct scratch *scratch;

static bool
is_free(struct scratch *block)
{
	if (block->taken)
		return false;
	if (block->last && sycl_rt_task_ask(block->last) == SYCL_RT_TASK_ENDED) {
		sycl_rt_task_drop(block->last);
		block->last = NULL;
	}
	return !block->last;
}

/* A block that nobody uses, or a new one. */
static struct scratch *
take_block(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size)
{
	struct scratch *block;

	pthread_mutex_lock(&scratch_lock);
	for (block = scratch; block; block = block->next)
		if (block->size == size && block->kind == kind && block->device == device && is_free(block))
			break;
	if (block)
		block->taken = true;
	pthread_mutex_unlock(&scratch_lock);
	if (block)
		return block;
	block = calloc(1, sizeof *block);
	if (!block)
		return NULL;
	*block = (struct scratch){ .size = size, .kind = kind, .device = device, .taken = true };
	block->memory = sycl_rt_alloc(device, kind, size, 0);
	if (!block->memory) {
		free(block);
		return NULL;
	}
	pthread_mutex_lock(&scratch_lock);
	block->next = scratch;
	scratch = block;
	pthread_mutex_unlock(&scratch_lock);
	return block;
}

API void *
sycl_rt_scratch_take(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	enum { LEAST = 256, MOST = 1 << 26 };
	size_t rounded = LEAST;
	const struct scratch *block;

	while (rounded < size && rounded < MOST)
		rounded *= 2;
	/* Blocks of devices are aligned to 256 bytes. */
	if (device->backend->host_memory || size > MOST || size == 0 || align > LEAST)
		return sycl_rt_alloc(device, kind, size, align);
	block = take_block(device, kind, rounded);
	return block ? block->memory : NULL;
}

API void
sycl_rt_scratch_drop(void *memory, struct sycl_rt_task *last)
{
	struct scratch *block;

	pthread_mutex_lock(&scratch_lock);
	for (block = scratch; block && block->memory != memory; block = block->next)
		;
	if (block) {
		block->last = last ? rt_task_keep(last) : NULL;
		block->taken = false;
	}
	pthread_mutex_unlock(&scratch_lock);
	if (!block)
		sycl_rt_free(memory);
}
