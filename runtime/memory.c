/*
 * Memory that the program asks for (USM): what is kept is where each piece
 * came from and which kind the program asked for.
 */
#include "backend.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* An allocation, in a tree by address; those above have higher ranks, which the address gives by chance (a treap). */
struct allocation {
	const char *begin;
	size_t size;
	enum sycl_rt_memory kind;
	bool registered;	/* the program's own */
	const struct sycl_rt_device *device;
	uint64_t context;	/* its number; 0: no one's */
	uint64_t rank;
	struct allocation *left, *right;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct allocation *root;

static uint64_t
rank_of(const void *begin)
{
	uint64_t x = (uintptr_t)begin;

	x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
	return x ^ x >> 33;
}

static bool
is_below(const void *a, const void *b)
{
	return (uintptr_t)a < (uintptr_t)b;
}

/* The last allocation that begins at or before p. */
static struct allocation *
last_before(const void *p)
{
	struct allocation *at = root, *found = NULL;

	while (at) {
		if (is_below(p, at->begin)) {
			at = at->left;
		} else {
			found = at;
			at = at->right;
		}
	}
	return found;
}

static const struct allocation *
first_behind(const void *p)
{
	const struct allocation *at = root, *found = NULL;

	while (at) {
		if (is_below(p, at->begin)) {
			found = at;
			at = at->left;
		} else {
			at = at->right;
		}
	}
	return found;
}

/* The allocation that p points into. */
static struct allocation *
allocation_with(const void *p)
{
	struct allocation *a = last_before(p);

	return a && (uintptr_t)p - (uintptr_t)a->begin < a->size ? a : NULL;
}

/* The one that begins there. */
static struct allocation *
allocation_at(const void *begin)
{
	struct allocation *a = last_before(begin);

	return a && a->begin == begin ? a : NULL;
}

static bool
remember(const struct allocation *given)
{
	struct allocation *a = malloc(sizeof *a), **at = &root, *rest, **left, **right;

	if (!a)
		return false;
	*a = *given;
	a->rank = rank_of(a->begin);
	while (*at && (*at)->rank >= a->rank)
		at = is_below(a->begin, (*at)->begin) ? &(*at)->left : &(*at)->right;
	left = &a->left;
	right = &a->right;
	for (rest = *at; rest;) {
		if (is_below(rest->begin, a->begin)) {
			*left = rest;
			left = &rest->right;
			rest = *left;
		} else {
			*right = rest;
			right = &rest->left;
			rest = *right;
		}
	}
	*left = *right = NULL;
	*at = a;
	return true;
}

static void
forget(struct allocation *a)
{
	struct allocation **at = &root, *left = a->left, *right = a->right;

	while (*at != a)
		at = is_below(a->begin, (*at)->begin) ? &(*at)->left : &(*at)->right;
	while (left && right) {
		if (left->rank > right->rank) {
			*at = left;
			at = &left->right;
			left = *at;
		} else {
			*at = right;
			at = &right->left;
			right = *at;
		}
	}
	*at = left ? left : right;
	free(a);
}

API int
sycl_rt_memory_register(const struct sycl_rt_device *device, void *memory, size_t size)
{
	const struct allocation a = { .begin = memory, .size = size, .kind = SYCL_RT_MEMORY_HOST, .device = device, .registered = true };
	const struct allocation *next;
	bool taken, kept = false;

	pthread_mutex_lock(&lock);
	next = first_behind(memory);
	taken = allocation_with(memory) || (next && (uintptr_t)next->begin - (uintptr_t)memory < size);
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
	struct allocation *a;
	bool found;

	pthread_mutex_lock(&lock);
	a = allocation_at(memory);
	found = a && a->registered;
	if (found)
		forget(a);
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
	struct allocation a = { .begin = NULL }, *found;

	pthread_mutex_lock(&lock);
	found = allocation_at(memory);
	/* What is not ours is left alone. */
	if (found && !found->registered) {
		a = *found;
		forget(found);
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
	const struct allocation *a;

	*device = NULL;
	pthread_mutex_lock(&lock);
	a = allocation_with(p);
	if (a) {
		kind = a->kind;
		*device = a->device;
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
	struct allocation *a;

	pthread_mutex_lock(&lock);
	a = allocation_at(memory);
	if (a)
		a->context = context;
	pthread_mutex_unlock(&lock);
}

API uint64_t
sycl_rt_memory_context(const void *p)
{
	const struct allocation *a;
	uint64_t context;

	pthread_mutex_lock(&lock);
	a = allocation_with(p);
	context = a ? a->context : 0;
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
