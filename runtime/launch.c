/* Kernel launches: what is checked before a backend runs one, and questions about kernels. */
#include "backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	status = device->backend->facts(device, loaded, facts);
	facts->reqd_sub_group_size = loaded->image->req.nsub_group_size ? loaded->image->req.sub_group_size[0] : 0;
	rt_native_done(loaded);
	return status;
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

void
rt_size_text(char text[80], const uint64_t *size, unsigned dims)
{
	char *p = text;

	for (unsigned d = 0; d < dims; d++)
		p += sprintf(p, "%s%" PRIu64, d ? ", " : "{", size[d]);
	strcpy(p, "}");
}

int
rt_check_required_size(const struct sycl_rt_launch *launch, const uint32_t required[3])
{
	uint64_t wants[3], has[3] = { 1, 1, 1 };
	unsigned first = 0, hidden = 3 - launch->dims;
	char wanted[80], is[80];

	for (unsigned d = 0; d < 3; d++) {
		wants[d] = required[2 - d];
		if (d >= hidden && launch->kind == SYCL_RT_KIND_ND_RANGE)
			has[d] = launch->local[d - hidden];
	}
	if (memcmp(wants, has, sizeof wants) == 0)
		return SYCL_RT_SUCCESS;
	/* As many dimensions as the launch has, or else the kernel. */
	while (first < 2 && wants[first] == 1 && (first < hidden || launch->kind == SYCL_RT_KIND_SINGLE_TASK))
		first++;
	rt_size_text(wanted, wants + first, 3 - first);
	rt_size_text(is, has + hidden, launch->dims);
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
				" is not a multiple of local size %" PRIu64 " in dimension %u", launch->global[d], launch->local[d], d);
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

/* --- parameters --- */

int
rt_check_functor(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded)
{
	if (loaded->functor_size && loaded->functor_size != launch->functor_size)
		return rt_fail(SYCL_RT_KERNEL_ARGUMENT, "The kernel's function object has %" PRIu64 " bytes on the host and %"
			PRIu64 " bytes on the device: does it hold a long double, does an attribute call a member of a local object, "
			"or does g++ keep a local constant in it (make that static)?", launch->functor_size, loaded->functor_size);
	return SYCL_RT_SUCCESS;
}

/* --- running --- */

int
rt_launch_prepare(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded **loaded,
	const void **buffer)
{
	int status;

	if (launch->abi != SYCL_RT_ABI)
		return rt_fail(SYCL_RT_RUNTIME, "the program was compiled for version %u of the runtime, this is version %d",
			launch->abi, SYCL_RT_ABI);
	status = rt_choose(device, launch, loaded, buffer);
	if (status)
		return status;
	status = rt_check_functor(launch, *loaded);
	if (!status && launch->kind != SYCL_RT_KIND_SINGLE_TASK)
		status = check_range(launch);
	if (!status && launch->kind == SYCL_RT_KIND_ND_RANGE)
		status = check_nd_range(device, launch);
	if (status)
		rt_native_done(*loaded);
	return status;
}

API int
sycl_rt_launch_check(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch)
{
	int status = sycl_rt_kernel_check(device, launch->kernel, launch->unit);

	if (!status && launch->kind != SYCL_RT_KIND_SINGLE_TASK)
		status = check_range(launch);
	if (!status && launch->kind == SYCL_RT_KIND_ND_RANGE)
		status = check_nd_range(device, launch);
	return status;
}

API int
sycl_rt_launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch)
{
	const struct rt_loaded *loaded;
	const void *buffer;
	struct rt_traced *traced;
	uint64_t start;
	int status = rt_launch_prepare(device, launch, &loaded, &buffer);

	if (status)
		return status;
	traced = rt_trace_launch(launch, rt_task_queue(), device);
	start = traced ? sycl_rt_now() : 0;
	status = device->backend->launch(device, launch, loaded, buffer);
	if (traced)
		rt_trace_end(traced, start, sycl_rt_now());
	free(traced);
	rt_native_done(loaded);
	return status;
}

static size_t
least(uint64_t a, uint64_t b)
{
	return (size_t)(a < b ? a : b);
}

/* The local size of a range: along the fastest dimension first. */
static void
choose_local(const size_t required[3], size_t most, const size_t global[3], size_t local[3])
{
	enum { RANGE_WORK_GROUP = 256 };

	most = most && most < RANGE_WORK_GROUP ? most : RANGE_WORK_GROUP;
	for (int d = 0; d < 3; d++) {
		local[d] = required[0] ? required[d] : least(global[d], most);
		most = most / local[d] ? most / local[d] : 1;
	}
}

bool
rt_lay_out(const struct sycl_rt_launch *launch, const size_t required[3], size_t most, size_t global[3], size_t local[3])
{
	for (int d = 0; d < 3; d++)
		global[d] = local[d] = 1;
	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++) {
		global[launch->dims - 1 - d] = launch->global[d];
		if (launch->kind == SYCL_RT_KIND_ND_RANGE)
			local[launch->dims - 1 - d] = launch->local[d];
	}
	if (!global[0] || !global[1] || !global[2])
		return false;
	if (launch->kind == SYCL_RT_KIND_RANGE)
		choose_local(required, most, global, local);
	for (int d = 0; d < 3; d++)
		global[d] = (global[d] + local[d] - 1) / local[d] * local[d];
	return true;
}

int
rt_check_sizes(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const size_t required[3], size_t most,
	const size_t local[3])
{
	const uint32_t wanted[] = { (uint32_t)required[0], (uint32_t)required[1], (uint32_t)required[2] };
	uint64_t most_local = device->backend->ask_number(device, SYCL_RT_DEVICE_LOCAL_MEM_SIZE);
	int status = SYCL_RT_SUCCESS;

	if (launch->kind != SYCL_RT_KIND_RANGE && wanted[0])
		status = rt_check_required_size(launch, wanted);
	if (!status && most && local[0] * local[1] * local[2] > most)
		status = rt_fail(SYCL_RT_ND_RANGE, "The work-group has %zu work-items, but the device runs this kernel with %zu at most",
			local[0] * local[1] * local[2], most);
	if (!status && launch->local_bytes > most_local)
		status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "%" PRIu64 " bytes of local memory are asked for, a work-group has %" PRIu64
			" at most", launch->local_bytes, most_local);
	return status;
}
