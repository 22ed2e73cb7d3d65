/*
 * Memory that the host and the device share.  On the CPU device every pointer is
 * valid everywhere; only the kind that the program asked for is recorded, for
 * get_pointer_type().
 */
#include "rt.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, HUGE_SIZE = 4 << 20 };

/* An allocation; the array is sorted by address. */
struct allocation {
	const char *begin;
	size_t size;
	enum sycl_rt_memory kind;
	const struct sycl_rt_device *device;
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

API void *
sycl_rt_alloc(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	struct allocation a = { .size = size, .kind = kind, .device = device };
	void *memory;
	bool kept;

	if (align < MUX_ALIGN)
		align = align & (align - 1) ? 1 : MUX_ALIGN;
	if (size >= HUGE_SIZE && align < HUGE_PAGE)
		align = HUGE_PAGE;
	if (size == 0 || posix_memalign(&memory, align, size) != 0)
		return NULL;
	/* Kernels that read much memory would wait for page tables; a hint, which may fail. */
	if (size >= HUGE_SIZE)
		madvise(memory, size & ~((size_t)HUGE_PAGE - 1), MADV_HUGEPAGE);
	a.begin = memory;
	pthread_mutex_lock(&lock);
	kept = remember(&a);
	pthread_mutex_unlock(&lock);
	if (kept)
		return memory;
	free(memory);
	return NULL;
}

API void
sycl_rt_free(void *memory)
{
	size_t at;

	pthread_mutex_lock(&lock);
	at = position(memory);
	if (at > 0 && allocation[at - 1].begin == memory) {
		memmove(allocation + at - 1, allocation + at, (n_allocations - at) * sizeof *allocation);
		n_allocations--;
	} else {
		memory = NULL;	/* not ours: do not free it */
	}
	pthread_mutex_unlock(&lock);
	free(memory);
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

API int
sycl_rt_copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	(void)device;
	if (size > PTRDIFF_MAX)
		return rt_fail(SYCL_RT_INVALID, "copy of %zu bytes: no memory has so many", size);
	if (size > 0 && (!to || !from))
		return rt_fail(SYCL_RT_INVALID, "copy of %zu bytes %s a null pointer", size, to ? "from" : "to");
	if (size > 0)
		memmove(to, from, size);
	return SYCL_RT_SUCCESS;
}

API int
sycl_rt_fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	char *p = to;
	size_t size;

	(void)device;
	if (__builtin_mul_overflow(pattern_size, count, &size) || size > PTRDIFF_MAX)
		return rt_fail(SYCL_RT_INVALID, "fill with %zu elements of %zu bytes: no memory has so many", count, pattern_size);
	if (count > 0 && !to)
		return rt_fail(SYCL_RT_INVALID, "fill of a null pointer");
	if (pattern_size == 1 && count > 0)
		memset(to, *(const unsigned char *)pattern, count);
	else
		for (size_t i = 0; i < count; i++, p += pattern_size)
			memcpy(p, pattern, pattern_size);
	return SYCL_RT_SUCCESS;
}
