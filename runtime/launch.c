/* Kernel launches: checks, work-group sizes, parameters, and the loop over work-groups. */
#include "rt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	RANGE_WORK_GROUP = 256,		/* work-items of a group when the program does not choose the size */
	PARAM_FUNCTOR = 0, PARAM_KARGS = 1, PARAM_LOCAL = 2
};

/* The second parameter of every kernel (doc/graph.md). */
struct kargs {
	uint64_t range[3];
	uint64_t offset[3];
	const void *spec_constants;
};

struct job {
	const struct mux_kernel *kernel;
	struct mux_wg wg;
	const char *packed;
	uint64_t local_bytes;		/* of the launch */
	uint64_t work_items;		/* of a work-group */
	_Atomic bool no_memory;
};

API int
sycl_rt_kernel_check(const struct sycl_rt_device *device, const char *kernel, const char *unit)
{
	struct rt_kernel *found;
	struct rt_image *image;
	int status = rt_choose_image(device, kernel, unit, false, &found, &image);

	rt_registry_release();
	return status;
}

API int
sycl_rt_kernel_ask(const struct sycl_rt_device *device, const char *kernel, const char *unit,
	struct sycl_rt_kernel_facts *facts)
{
	const struct sycl_rt_launch launch = { .kernel = kernel, .unit = unit };
	const struct rt_loaded *loaded;
	const void *buffer;
	int status = rt_choose(device, &launch, &loaded, &buffer);

	if (status)
		return status;
	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = sycl_rt_device_number(device, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE),
		.preferred_multiple = loaded->mux->width ? loaded->mux->width : 1,
		.private_bytes = loaded->mux->scratch_per_item,
		.local_bytes = loaded->mux->local_size,
		.sub_group_size = loaded->mux->sub_group_size ? loaded->mux->sub_group_size : 1,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = loaded->mux->reqd_wg_size[2 - d];
	return SYCL_RT_SUCCESS;
}

API int
sycl_rt_spec_ask(const struct sycl_rt_device *device, const char *kernel, const char *unit,
	const char *name, const char *name_unit, struct sycl_rt_spec_facts *facts)
{
	struct rt_kernel *found;
	struct rt_image *image;
	int status = rt_choose_image(device, kernel, unit, true, &found, &image);

	if (!status)
		*facts = (struct sycl_rt_spec_facts){
			.constants = image->spec.n,
			.native = image->spec.n && image->spec.mode == SPECCONST_NATIVE,
			.has = name && specconst_find(&image->spec, name, name_unit),
		};
	rt_registry_release();
	return status;
}

/* --- sizes --- */

static uint64_t
round_up(uint64_t n, uint64_t multiple)
{
	return (n + multiple - 1) / multiple * multiple;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The local size of a range kernel: enough groups for all threads, a multiple of the code's chunk width. */
static void
choose_local(const struct mux_kernel *kernel, const uint64_t global[3], uint64_t local[3])
{
	uint64_t width = kernel->width ? kernel->width : 1, items = global[0] * global[1] * global[2];
	uint64_t share = round_up(items / ((uint64_t)rt_pool_threads() * 4) + 1, width);
	uint64_t most = round_up(least(share, RANGE_WORK_GROUP), width);

	if (kernel->reqd_wg_size[0]) {
		for (int d = 0; d < 3; d++)
			local[d] = kernel->reqd_wg_size[d];
		return;
	}
	local[0] = least(round_up(global[0], width), most);
	local[1] = least(global[1], most / local[0] ? most / local[0] : 1);
	local[2] = least(global[2], most / (local[0] * local[1]) ? most / (local[0] * local[1]) : 1);
}

/* "{2, 4, 8}": the sizes of dims dimensions, in SYCL order. */
static void
size_text(char text[80], const uint64_t *size, unsigned dims)
{
	char *p = text;

	for (unsigned d = 0; d < dims; d++)
		p += sprintf(p, "%s%" PRIu64, d ? ", " : "{", size[d]);
	strcpy(p, "}");
}

/* The work-group size of the launch is the one that the kernel requires. */
static int
check_required_size(const struct sycl_rt_launch *launch, const struct mux_kernel *kernel)
{
	uint64_t wants[3], has[3] = { 1, 1, 1 };
	unsigned first = 0, hidden = 3 - launch->dims;
	char wanted[80], is[80];

	for (unsigned d = 0; d < 3; d++) {
		wants[d] = kernel->reqd_wg_size[2 - d];
		if (d >= hidden && launch->kind == SYCL_RT_KIND_ND_RANGE)
			has[d] = launch->local[d - hidden];
	}
	if (memcmp(wants, has, sizeof wants) == 0)
		return SYCL_RT_SUCCESS;
	/* As many dimensions as the launch has, or else the kernel. */
	while (first < 2 && wants[first] == 1 && (first < hidden || launch->kind == SYCL_RT_KIND_SINGLE_TASK))
		first++;
	size_text(wanted, wants + first, 3 - first);
	size_text(is, has + hidden, launch->dims);
	if (launch->kind == SYCL_RT_KIND_SINGLE_TASK)
		return rt_fail(SYCL_RT_ND_RANGE, "The kernel requires work-groups of %s, but single_task() runs one work-item", wanted);
	return rt_fail(SYCL_RT_ND_RANGE, "The local size dimension of submitted nd_range doesn't match the required work-group"
		" size dimension: it is %s, the kernel requires %s", is, wanted);
}

static int
check_nd_range(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch)
{
	uint64_t most = sycl_rt_device_number(device, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE), items = 1;

	for (unsigned d = 0; d < launch->dims; d++) {
		if (launch->local[d] == 0 || launch->global[d] % launch->local[d] != 0)
			return rt_fail(SYCL_RT_ND_RANGE, "Non-uniform work-groups are not supported: global size %" PRIu64
				" is no multiple of local size %" PRIu64 " in dimension %u", launch->global[d], launch->local[d], d);
		if (__builtin_mul_overflow(items, launch->local[d], &items) || items > most)
			return rt_fail(SYCL_RT_ND_RANGE, "The work-group has more than the device's maximum of %" PRIu64
				" work-items", most);
	}
	return SYCL_RT_SUCCESS;
}

/* Every id of a work-item fits into 63 bits, and so does their number. */
static int
check_range(const struct sycl_rt_launch *launch)
{
	uint64_t items = 1, last;
	bool fits = true;

	for (unsigned d = 0; d < launch->dims; d++)
		if (launch->global[d] == 0)
			return SYCL_RT_SUCCESS;
	for (unsigned d = 0; d < launch->dims; d++)
		fits = fits && !__builtin_mul_overflow(items, launch->global[d], &items)
			&& !__builtin_add_overflow(launch->global[d], launch->offset[d], &last) && last <= INT64_MAX;
	if (fits && items <= INT64_MAX)
		return SYCL_RT_SUCCESS;
	return rt_fail(SYCL_RT_ND_RANGE, "The range has more work-items than 63 bits can count");
}

/* Fills job->wg except the group's id; returns the number of groups, 0 for an empty range. */
static uint64_t
lay_out(struct job *job, const struct sycl_rt_launch *launch)
{
	uint64_t global[3] = { 1, 1, 1 }, local[3] = { 1, 1, 1 }, total = 1;

	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++) {
		global[launch->dims - 1 - d] = launch->global[d];
		if (launch->kind == SYCL_RT_KIND_ND_RANGE)
			local[launch->dims - 1 - d] = launch->local[d];
	}
	if (global[0] == 0 || global[1] == 0 || global[2] == 0)
		return 0;
	if (launch->kind == SYCL_RT_KIND_RANGE)
		choose_local(job->kernel, global, local);
	job->work_items = 1;
	for (int d = 0; d < 3; d++) {
		job->wg.local_size[d] = local[d];
		job->wg.num_groups[d] = (global[d] + local[d] - 1) / local[d];
		job->work_items *= local[d];
		total *= job->wg.num_groups[d];
	}
	job->wg.work_dim = launch->dims;
	return total;
}

/* --- parameters --- */

static void
put(char *packed, const struct mux_arg *arg, const void *value, uint64_t size)
{
	memcpy(packed + arg->offset, value, size < arg->size ? size : arg->size);
}

/*
 * A by-value parameter is in the packed block; one that the compiler passes by
 * address points to our copy.
 */
static void
put_by_value(char *packed, const struct mux_arg *arg, const void *value, uint64_t size)
{
	if (arg->kind == MUX_ARG_POINTER)
		memcpy(packed + arg->offset, &value, sizeof value);
	else
		put(packed, arg, value, size);
}

static int
check_parameters(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded)
{
	const struct mux_kernel *kernel = loaded->mux;

	if (loaded->functor_size && loaded->functor_size != launch->functor_size)
		return rt_fail(SYCL_RT_KERNEL_ARGUMENT, "The kernel's function object has %" PRIu64 " bytes on the host and %"
			PRIu64 " bytes on the device: does it hold a long double?", launch->functor_size, loaded->functor_size);
	if (launch->local_bytes > UINT32_MAX)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "%" PRIu64 " bytes of local memory are asked for, a work-group has %" PRIu32
			" at most", launch->local_bytes, UINT32_MAX);
	if (kernel->nargs < 1 || kernel->nargs > 3)
		return rt_fail(SYCL_RT_BUILD, "kernel %s has %u parameters, 1 to 3 are wanted", launch->kernel, kernel->nargs);
	return SYCL_RT_SUCCESS;
}

static void
fill_kargs(struct kargs *kargs, const struct sycl_rt_launch *launch, const void *buffer)
{
	memset(kargs, 0, sizeof *kargs);
	kargs->spec_constants = buffer;
	for (unsigned d = 0; d < 3; d++) {
		kargs->range[d] = d < launch->dims ? launch->global[d] : 1;
		kargs->offset[d] = d < launch->dims ? launch->offset[d] : 0;
	}
}

/* --- running --- */

static void
run_groups(void *arg, uint64_t begin, uint64_t end)
{
	struct job *job = arg;
	const struct mux_kernel *kernel = job->kernel;
	uint64_t fixed = round_up(kernel->local_size, MUX_ALIGN), scratch = mux_scratch_size(kernel, job->work_items);
	uint64_t dynamic = round_up(job->local_bytes, MUX_ALIGN);
	const void *block = job->packed;
	struct mux_wg wg = job->wg;
	char *local = rt_pool_memory(RT_LOCAL, fixed + dynamic + kernel->packed_size), *packed;

	wg.local_mem = local;
	wg.scratch = rt_pool_memory(RT_SCRATCH, scratch);
	if (!local || !wg.scratch) {
		job->no_memory = true;
		return;
	}
	if (kernel->nargs > PARAM_LOCAL) {
		/* A copy of the packed block for this thread, after its local memory. */
		packed = memcpy(local + fixed + dynamic, job->packed, kernel->packed_size);
		local += fixed;
		memcpy(packed + kernel->args[PARAM_LOCAL].offset, &local, sizeof local);
		block = packed;
	}
	for (uint64_t i = begin; i < end; i++) {
		wg.group_id[0] = i % wg.num_groups[0];
		wg.group_id[1] = i / wg.num_groups[0] % wg.num_groups[1];
		wg.group_id[2] = i / wg.num_groups[0] / wg.num_groups[1];
		kernel->entry(block, &wg);
	}
}

static int
run(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer)
{
	const struct mux_kernel *kernel = loaded->mux;
	struct job job = { .kernel = kernel, .local_bytes = launch->local_bytes };
	char *packed = rt_pool_memory(RT_PARAMS, kernel->packed_size);
	struct kargs kargs;
	uint64_t groups = lay_out(&job, launch);

	if (!packed)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for the kernel's parameters");
	fill_kargs(&kargs, launch, buffer);
	put_by_value(packed, &kernel->args[PARAM_FUNCTOR], launch->functor, launch->functor_size);
	if (kernel->nargs > PARAM_KARGS)
		put_by_value(packed, &kernel->args[PARAM_KARGS], &kargs, sizeof kargs);
	job.packed = packed;
	rt_pool_run(run_groups, &job, groups);
	if (job.no_memory)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no local memory for the kernel's work-groups");
	return SYCL_RT_SUCCESS;
}

static int
check_and_run(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	int status = check_parameters(launch, loaded);

	if (!status && launch->kind != SYCL_RT_KIND_SINGLE_TASK)
		status = check_range(launch);
	if (!status && launch->kind == SYCL_RT_KIND_ND_RANGE)
		status = check_nd_range(device, launch);
	/* Other kernels of the image may have other sizes: use this kernel's.  For a range we choose the size. */
	if (!status && launch->kind != SYCL_RT_KIND_RANGE && loaded->mux->reqd_wg_size[0])
		status = check_required_size(launch, loaded->mux);
	if (status)
		return status;
	if (launch->times)
		launch->times->start = sycl_rt_now();
	status = run(launch, loaded, buffer);
	if (launch->times)
		launch->times->end = sycl_rt_now();
	return status;
}

API int
sycl_rt_launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch)
{
	const struct rt_loaded *loaded;
	const void *buffer;
	int status;

	if (launch->abi != SYCL_RT_ABI)
		return rt_fail(SYCL_RT_RUNTIME, "the program was compiled for version %u of the runtime, this is version %d",
			launch->abi, SYCL_RT_ABI);
	status = rt_choose(device, launch, &loaded, &buffer);
	if (status)
		return status;
	status = check_and_run(device, launch, loaded, buffer);
	rt_native_done(loaded);
	return status;
}
