/*
 * Code for one size of work-groups: loops over work-items whose lengths are known become straight code.  A
 * kernel out of SPIR-V gets it, beside the code for all sizes, for the size that its launches have when they have
 * run long; and at once if the cache has it from an earlier run.  SYCL_CC_FIT: sycl-cc-runtime(7).
 */
#include "backend.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Several times what it takes to compile a kernel: as long as it takes to start the compiler, and longer for much code. */
enum { LEAST_NANOSECONDS = 500000000, NANOSECONDS_OF_BYTE = 60000 };
enum state { UNSEEN, WATCHED, DECIDED };

static enum { WHEN_LONG, NEVER, ALWAYS } mode;

static void
read_mode(void)
{
	const char *given = secure_getenv("SYCL_CC_FIT");

	if (given && strcmp(given, "never") == 0)
		mode = NEVER;
	else if (given && strcmp(given, "always") == 0)
		mode = ALWAYS;
	else if (given && *given)
		rt_trace(RT_TRACE_IMAGES, "SYCL_CC_FIT=%s: 'always' or 'never' is wanted", given);
}

/* The size of its work-groups, x first, if the program has chosen it; false for one that will be refused. */
static bool
read_size(const struct sycl_rt_launch *launch, uint32_t size[3])
{
	uint64_t items = 1, one;

	if (launch->kind != SYCL_RT_KIND_ND_RANGE)
		return false;
	for (unsigned d = 0; d < 3; d++) {
		one = d < launch->dims ? launch->local[launch->dims - 1 - d] : 1;
		if (__builtin_mul_overflow(items, one, &items) || !items || items > RT_MAX_WORK_GROUP)
			return false;
		size[d] = (uint32_t)one;
	}
	return true;
}

/* In one number: RT_MAX_WORK_GROUP has 13 bits. */
static uint64_t
pack(const uint32_t size[3])
{
	return size[0] | (uint64_t)size[1] << 16 | (uint64_t)size[2] << 32;
}

/* The kernel is compiled for any size, and what it computes or how fast depends on it. */
static bool
may_gain(const struct rt_loaded *loaded)
{
	return !loaded->mux->reqd_wg_size[0] && !(loaded->mux->flags & MUX_KERNEL_ANY_GROUPS) && rt_native_may_fit(loaded);
}

/* The code runs in place of the other: it takes the same parameters, and its sub-groups are the same. */
static bool
is_alike(const struct mux_kernel *code, const struct mux_kernel *other)
{
	if (code->nargs != other->nargs || code->packed_size != other->packed_size || code->local_size != other->local_size ||
	    code->sub_group_size != other->sub_group_size)
		return false;
	for (uint32_t i = 0; i < code->nargs; i++)
		if (memcmp(&code->args[i], &other->args[i], sizeof code->args[i]) != 0)
			return false;
	return true;
}

static void
take(struct rt_image *image, const struct rt_loaded *loaded, const uint32_t size[3], bool cached)
{
	const struct mux_kernel *code = rt_native_fit(image, loaded->mux->name, size, cached);

	if (!code && !cached)
		rt_trace(RT_TRACE_IMAGES, "%s: no code for work-groups of one size: %s", loaded->mux->name, sycl_rt_message());
	if (!code || memcmp(code->reqd_wg_size, size, sizeof code->reqd_wg_size) != 0 || !is_alike(code, loaded->mux))
		return;
	rt_trace(RT_TRACE_IMAGES, "%s: code for work-groups of %" PRIu32 "x%" PRIu32 "x%" PRIu32 " alone%s", loaded->mux->name,
		size[2], size[1], size[0], cached ? ", from the cache" : "");
	atomic_store_explicit(&loaded->pace->fit.code, code, memory_order_release);
}

/* How long launches must have taken. */
static int64_t
enough(const struct rt_loaded *loaded)
{
	const uint64_t compile = rt_native_size(loaded) * NANOSECONDS_OF_BYTE;

	return compile < LEAST_NANOSECONDS ? LEAST_NANOSECONDS : (int64_t)compile;
}

void
rt_fit(struct rt_image *image, const struct rt_loaded *loaded, const struct sycl_rt_launch *launch)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct rt_fit *fit = &loaded->pace->fit;
	uint32_t state = atomic_load_explicit(&fit->state, memory_order_relaxed), size[3], next = DECIDED;

	if (state == DECIDED || (state == WATCHED && atomic_load_explicit(&fit->left, memory_order_relaxed) > 0) ||
	    !read_size(launch, size))
		return;
	pthread_once(&once, read_mode);
	if (state == WATCHED && pack(size) != atomic_load_explicit(&fit->size, memory_order_relaxed))
		return;
	if (state == UNSEEN && mode == WHEN_LONG && may_gain(loaded))
		next = WATCHED;
	if (state == UNSEEN)
		atomic_store_explicit(&fit->left, enough(loaded), memory_order_relaxed);
	/* One thread does it; others go on with what they have. */
	if (!atomic_compare_exchange_strong(&fit->state, &state, next) || mode == NEVER || !may_gain(loaded))
		return;
	take(image, loaded, size, state == UNSEEN && mode == WHEN_LONG);
	if (atomic_load_explicit(&fit->code, memory_order_relaxed))
		atomic_store(&fit->state, DECIDED);
}

void
rt_fit_note(const struct rt_loaded *loaded, const uint64_t local[3], uint64_t nanoseconds)
{
	struct rt_fit *fit = &loaded->pace->fit;
	const uint32_t size[] = { (uint32_t)local[0], (uint32_t)local[1], (uint32_t)local[2] };
	int64_t left;

	if (atomic_load_explicit(&fit->state, memory_order_relaxed) != WATCHED)
		return;
	/* Threads that end launches at once may lose one: that costs less than to lock the numbers each time. */
	left = atomic_load_explicit(&fit->left, memory_order_relaxed);
	if (atomic_load_explicit(&fit->size, memory_order_relaxed) != pack(size)) {
		atomic_store_explicit(&fit->size, pack(size), memory_order_relaxed);
		left = enough(loaded);
	}
	atomic_store_explicit(&fit->left, left - (int64_t)nanoseconds, memory_order_relaxed);
}

const struct mux_kernel *
rt_fit_code(const struct rt_loaded *loaded, const struct sycl_rt_launch *launch)
{
	const struct mux_kernel *code = atomic_load_explicit(&loaded->pace->fit.code, memory_order_acquire);
	uint32_t size[3];

	return code && read_size(launch, size) && memcmp(code->reqd_wg_size, size, sizeof size) == 0 ? code : loaded->mux;
}
