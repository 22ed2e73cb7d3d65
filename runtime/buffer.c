/*
 * Tracks where the contents of buffers are: in the host's memory, in copies on
 * devices, or both, separately for the parts that commands have used.  Only for
 * buffers that a device with memory of its own has used; programs that use only
 * the CPU do not need this.
 */
#include "backend.h"

#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { HOST = 1 };			/* the bit of the host's memory; copies have those above */

/* A buffer's copy on a device. */
struct copy {
	const struct sycl_rt_device *device;
	char *begin;
	uint32_t bit;
	struct copy *next;
};

/* A part of a buffer, up to the next one. */
struct part {
	size_t begin;
	uint32_t valid;			/* bits of the memories that have the contents */
};

struct buffer {
	char *begin;			/* in the host's memory */
	size_t size;
	bool busy;			/* a thread moves contents, and alone looks at the parts */
	struct part *part;		/* in order; the first one begins at 0 */
	size_t npart, room;
	struct copy *copy;
	struct buffer *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
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

	if (buffer)
		buffer->part = malloc((buffer->room = 4) * sizeof *buffer->part);
	if (!buffer || !buffer->part) {
		free(buffer);
		return NULL;
	}
	buffer->part[buffer->npart++] = (struct part){ .begin = 0, .valid = HOST };
	buffer->begin = (char *)whole->begin;
	buffer->size = (size_t)((const char *)whole->end - (const char *)whole->begin);
	buffer->next = buffers;
	buffers = buffer;
	nbuffers++;
	return buffer;
}

static struct copy *
add_copy(struct buffer *buffer, const struct sycl_rt_device *device)
{
	uint32_t bit = buffer->copy ? buffer->copy->bit << 1 : HOST << 1;
	struct copy *copy = bit ? calloc(1, sizeof *copy) : NULL;

	if (!copy)
		return NULL;
	copy->bit = bit;
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

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_own_memory;

static void
find_own_memory(void)
{
	const struct sycl_rt_device *device;

	for (size_t i = 0; i < sycl_rt_device_total(); i++)
		if (sycl_rt_device_at(i, &device) == SYCL_RT_SUCCESS && !device->backend->host_memory)
			has_own_memory = true;
}

/* Some device has memory of its own. */
static bool
may_copy(void)
{
	pthread_once(&once, find_own_memory);
	return has_own_memory;
}

/* Those of the program's memory that buffers use in place: they do not overlap.  A tree, guarded by lock. */
static void *claims;

/* Regions that share some bytes are the same one. */
static int
compare_claims(const void *a, const void *b)
{
	const struct sycl_rt_region *left = a, *right = b;

	if ((uintptr_t)left->end <= (uintptr_t)right->begin)
		return -1;
	return (uintptr_t)left->begin >= (uintptr_t)right->end;
}

API int
sycl_rt_buffer_claim(const struct sycl_rt_region *whole)
{
	struct sycl_rt_region *claim, **found;
	bool is_taken;

	if (whole->begin == whole->end || !may_copy() || !(claim = malloc(sizeof *claim)))
		return 1;
	*claim = *whole;
	pthread_mutex_lock(&lock);
	found = tsearch(claim, &claims, compare_claims);
	is_taken = found && *found != claim;
	pthread_mutex_unlock(&lock);
	if (is_taken || !found)
		free(claim);
	return !is_taken;
}

API void
sycl_rt_buffer_release(const struct sycl_rt_region *whole)
{
	struct sycl_rt_region **found, *claim = NULL;

	if (whole->begin == whole->end || !may_copy())
		return;
	pthread_mutex_lock(&lock);
	found = tfind(whole, &claims, compare_claims);
	if (found && (*found)->begin == whole->begin && (*found)->end == whole->end) {
		claim = *found;
		tdelete(whole, &claims, compare_claims);
	}
	pthread_mutex_unlock(&lock);
	free(claim);
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

/* --- parts --- */

/* The part that begins there, after it was split off if need be; there is room for it. */
static size_t
split(struct buffer *buffer, size_t begin)
{
	size_t i = 0;

	while (i < buffer->npart && buffer->part[i].begin < begin)
		i++;
	if (begin >= buffer->size || (i < buffer->npart && buffer->part[i].begin == begin))
		return i;
	memmove(buffer->part + i + 1, buffer->part + i, (buffer->npart - i) * sizeof *buffer->part);
	buffer->part[i] = (struct part){ .begin = begin, .valid = buffer->part[i - 1].valid };
	buffer->npart++;
	return i;
}

/* Neighbours whose contents are in the same places become one part. */
static void
join_parts(struct buffer *buffer)
{
	size_t n = 1;

	for (size_t i = 1; i < buffer->npart; i++)
		if (buffer->part[i].valid != buffer->part[n - 1].valid)
			buffer->part[n++] = buffer->part[i];
	buffer->npart = n;
}

static size_t
end_of(const struct buffer *buffer, size_t i)
{
	return i + 1 < buffer->npart ? buffer->part[i + 1].begin : buffer->size;
}

/* The parts *first to *end - 1 are those that the region covers; false when there is no memory. */
static bool
find_parts(struct buffer *buffer, const struct sycl_rt_region *region, size_t *first, size_t *end)
{
	size_t begin = (size_t)((const char *)region->begin - buffer->begin), behind = (size_t)((const char *)region->end - buffer->begin);
	struct part *more;

	if (buffer->room < buffer->npart + 2) {
		more = reallocarray(buffer->part, buffer->room * 2 + 2, sizeof *more);
		if (!more)
			return false;
		buffer->part = more;
		buffer->room = buffer->room * 2 + 2;
	}
	*first = split(buffer, begin);
	*end = behind >= buffer->size ? buffer->npart : split(buffer, behind);
	return true;
}

/* --- moving: the buffer is busy, and the lock not held --- */

/* No device works on those bytes. */
static void
wait_for_use(const struct buffer *buffer, size_t begin, size_t size)
{
	rt_wait_devices(&(struct sycl_rt_region){ buffer->begin + begin, buffer->begin + begin + size, SYCL_RT_WRITES });
}

/* Copies size bytes of a buffer between the host and the device of that copy. */
static int
carry(const struct copy *copy, void *to, const void *from, size_t size)
{
	const struct sycl_rt_work work = { .kind = SYCL_RT_WORK_COPY, .size = size };
	struct rt_traced *traced = rt_trace_work(&work, rt_task_queue(), copy->device);
	const uint64_t start = traced ? sycl_rt_now() : 0;
	int status = copy->device->backend->copy(copy->device, to, from, size);

	if (traced)
		rt_trace_end(traced, start, sycl_rt_now());
	free(traced);
	return status;
}

/* The host's memory has the contents of the part. */
static int
move_to_host(struct buffer *buffer, struct part *part, size_t size)
{
	const struct copy *copy;
	int status;

	if (part->valid & HOST)
		return SYCL_RT_SUCCESS;
	pthread_mutex_lock(&lock);	/* the list may get longer */
	for (copy = buffer->copy; !(part->valid & copy->bit); copy = copy->next)
		;
	pthread_mutex_unlock(&lock);
	wait_for_use(buffer, part->begin, size);
	rt_trace(RT_TRACE_COMMANDS, "a buffer of %zu bytes moves from %s to the host", size, copy->device->name);
	status = carry(copy, buffer->begin + part->begin, copy->begin + part->begin, size);
	part->valid |= status ? 0 : HOST;
	return status;
}

/* The copy, NULL for the host's memory, has them. */
static int
move_part(struct buffer *buffer, struct part *part, size_t size, const struct copy *copy)
{
	int status = move_to_host(buffer, part, size);

	if (status || !copy || part->valid & copy->bit || !size)
		return status;
	wait_for_use(buffer, part->begin, size);
	rt_trace(RT_TRACE_COMMANDS, "a buffer of %zu bytes moves from the host to %s", size, copy->device->name);
	status = carry(copy, copy->begin + part->begin, buffer->begin + part->begin, size);
	part->valid |= status ? 0 : copy->bit;
	return status;
}

/* The regions of a command, and that of them which is looked at. */
struct use {
	const struct sycl_rt_region *region;
	size_t n, at;
};

static bool
discards_all(const struct buffer *buffer, const struct sycl_rt_region *region)
{
	return (region->writes & SYCL_RT_DISCARDS) == SYCL_RT_DISCARDS && region->begin == buffer->begin
		&& (const char *)region->end == buffer->begin + buffer->size;
}

/* Nobody reads the old contents: another accessor of the command, or another command of its graph, may. */
static bool
discards(const struct buffer *buffer, struct use use)
{
	if (!discards_all(buffer, &use.region[use.at]))
		return false;
	for (size_t i = 0; i < use.n; i++)
		if (find_buffer(use.region[i].begin) == buffer && !discards_all(buffer, &use.region[i]))
			return false;
	return true;
}

/* Copies the contents to the device; other copies become invalid when the command writes. */
static int
move(struct buffer *buffer, const struct copy *copy, const struct sycl_rt_region *region, bool discarded)
{
	const uint32_t bit = copy ? copy->bit : HOST;
	int status = SYCL_RT_SUCCESS;
	size_t first, end;

	if (!find_parts(buffer, region, &first, &end))
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot move a buffer");
	for (size_t i = first; i < end && !status; i++) {
		struct part *part = &buffer->part[i];

		if (!(part->valid & bit) && !discarded)
			status = move_part(buffer, part, end_of(buffer, i) - part->begin, copy);
		if (!status && (region->writes & SYCL_RT_WRITES))
			part->valid = bit;
	}
	join_parts(buffer);
	return status;
}

/* --- with the lock held --- */

/* The buffer of the region that is not busy; NULL when it is none of those here. */
static struct buffer *
find_idle(const struct sycl_rt_region *region)
{
	struct buffer *buffer;

	while ((buffer = find_buffer(region->begin)) && buffer->busy)
		pthread_cond_wait(&idle, &lock);
	return buffer;
}

/* A command on that device would have to wait until the contents of the region can be moved. */
static bool
waits_for_move(const struct sycl_rt_device *device, struct use use)
{
	const struct sycl_rt_region *region = &use.region[use.at];
	const struct buffer *buffer = find_buffer(region->begin);
	const struct copy *copy = buffer ? find_copy(buffer, device) : NULL;
	const char *end = region->end;
	bool missing = false;

	if (!copy || region->begin == region->end || (region->writes & SYCL_RT_ON_HOST))
		return false;
	if (buffer->busy)
		return true;
	if (discards(buffer, use))
		return false;
	for (size_t i = 0; i < buffer->npart && !missing; i++)
		missing = !(buffer->part[i].valid & copy->bit) && buffer->begin + buffer->part[i].begin < end
			&& buffer->begin + end_of(buffer, i) > (const char *)region->begin;
	return missing && sycl_rt_command_waits(&(struct sycl_rt_command){
		.region = &(struct sycl_rt_region){ region->begin, region->end, SYCL_RT_WRITES }, .nregion = 1 });
}

API int
sycl_rt_buffer_waits(const struct sycl_rt_device *device, const struct sycl_rt_region *region, size_t n)
{
	bool waits = false;

	if (!sycl_rt_buffer_copies())
		return 0;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n && !waits; i++)
		waits = waits_for_move(device, (struct use){ region, n, i });
	pthread_mutex_unlock(&lock);
	return waits;
}

API int
sycl_rt_buffer_move(const struct sycl_rt_device *device, const struct sycl_rt_region *region, size_t n)
{
	int status = SYCL_RT_SUCCESS;

	if (!sycl_rt_buffer_copies())
		return SYCL_RT_SUCCESS;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < n && !status; i++) {
		const bool on_host = is_host(device) || (region[i].writes & SYCL_RT_ON_HOST);
		struct buffer *buffer = find_idle(&region[i]);
		const struct copy *copy = !buffer || on_host ? NULL : find_copy(buffer, device);

		if (!buffer || (!copy && !on_host))
			continue;
		const bool discarded = discards(buffer, (struct use){ region, n, i });

		buffer->busy = true;
		pthread_mutex_unlock(&lock);
		status = move(buffer, copy, &region[i], discarded);
		pthread_mutex_lock(&lock);
		buffer->busy = false;
		pthread_cond_broadcast(&idle);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

API void
sycl_rt_buffer_forget(const void *begin)
{
	struct buffer **at, *buffer;
	struct copy *copy;

	if (!sycl_rt_buffer_copies())
		return;
	pthread_mutex_lock(&lock);
	for (;;) {
		for (at = &buffers; *at && (*at)->begin != begin; at = &(*at)->next)
			;
		if (!*at || !(*at)->busy)
			break;
		pthread_cond_wait(&idle, &lock);
	}
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
	free(buffer ? buffer->part : NULL);
	free(buffer);
}
