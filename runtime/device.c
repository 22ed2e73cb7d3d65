/* The devices of all backends, those that ONEAPI_DEVICE_SELECTOR takes, and what can be asked of them. */
#include "backend.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"

enum { MAX_DEVICES = 32, MAX_SELECTED = 1024, MAX_PARTS = 256 };

const struct rt_backend *const rt_backends[] = { &rt_backend_cpu, &rt_backend_opencl, &rt_backend_cuda, &rt_backend_hip,
	&rt_backend_level_zero };
const size_t rt_nbackend = sizeof rt_backends / sizeof *rt_backends;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct arena arena;
static struct devconfig config;
static struct sycl_rt_device *all[MAX_DEVICES];		/* all that were found */
static const struct sycl_rt_device *selected[MAX_SELECTED];	/* devices, and parts of devices */
static size_t nall, nselected;
static char failure[1024];	/* why there is no device, "" when there may be one */

static void
read_targets(void)
{
	const char *extra = secure_getenv("SYCL_CC_DEVICE_CONFIG");

	rt_keep_reports();
	if (devconfig_read(&config, &arena, rt_device_config(), extra && *extra ? extra : NULL) != 0)
		config = (struct devconfig){ .ntarget = 0 };
}

const struct devconfig *
rt_targets(void)
{
	static pthread_once_t read_once = PTHREAD_ONCE_INIT;

	pthread_once(&read_once, read_targets);
	return &config;
}

void
rt_device_add(struct sycl_rt_device *device)
{
	if (nall == MAX_DEVICES)
		return;
	device->index = (unsigned)nall;
	all[nall++] = device;
}

void
rt_device_aspects(struct target *can, const struct rt_aspect *list, size_t n)
{
	can->aspect = calloc(n, sizeof *can->aspect);
	for (size_t i = 0; can->aspect && i < n; i++) {
		uint32_t number = (uint32_t)aspect_number(list[i].name);
		size_t at = can->naspect;

		if (!list[i].there)
			continue;
		for (; at > 0 && can->aspect[at - 1] > number; at--)
			can->aspect[at] = can->aspect[at - 1];
		can->aspect[at] = number;
		can->naspect++;
	}
}

void
rt_device_fail(const char *text)
{
	snprintf(failure, sizeof failure, "%s", text);
}

/* The device and its parts, as the candidate is, if the selector takes them. */
static void
select_device(const struct sycl_rt_device *device, const char *selector, const struct rt_candidate *candidate)
{
	const struct sycl_rt_device *part[MAX_PARTS];
	struct rt_candidate next = *candidate;
	size_t n = 0;

	if (nselected < MAX_SELECTED && (!selector || rt_selector_takes(selector, candidate)))
		selected[nselected++] = device;
	if (!selector || !rt_selector_names_parts(selector) || candidate->levels == 2
	    || !(sycl_rt_device_number(device, SYCL_RT_DEVICE_PARTITIONS) >> SYCL_RT_PARTITION_BY_DOMAIN & 1)
	    || sycl_rt_device_split(device, SYCL_RT_PARTITION_BY_DOMAIN, NULL, 0, SYCL_RT_DOMAIN_NEXT, part, MAX_PARTS, &n))
		return;
	next.levels++;
	for (size_t i = 0; i < n && i < MAX_PARTS; i++) {
		next.part[candidate->levels] = (unsigned)i;
		select_device(part[i], selector, &next);
	}
}

/* The devices of the backend, which is not even asked when the selector takes none of them. */
static void
find_devices(const struct rt_backend *backend, const char *selector)
{
	struct rt_candidate candidate = { .backend = backend->name, .number = UINT_MAX };
	size_t first = nall, before;

	/* The CPU is always there: programs built for an older runtime know nothing else. */
	if (!backend->host_memory && selector && !rt_selector_takes(selector, &candidate)) {
		rt_device_missing("%s: left out by ONEAPI_DEVICE_SELECTOR", backend->name);
		return;
	}
	if (backend->on_request && (!selector || *selector == '!')) {
		rt_device_missing("%s: not asked: ONEAPI_DEVICE_SELECTOR does not select it", backend->name);
		return;
	}
	backend->find();
	for (size_t i = first; i < nall; i++) {
		candidate = (struct rt_candidate){ .backend = backend->name, .number = (unsigned)(i - first), .type = all[i]->type };
		before = nselected;
		select_device(all[i], selector, &candidate);
		rt_trace(RT_TRACE_IMAGES, "%s:%zu: %s%s", backend->name, i - first, all[i]->name,
			nselected > before ? "" : " (left out by ONEAPI_DEVICE_SELECTOR)");
	}
}

static void
find_all(void)
{
	const char *selector = secure_getenv("ONEAPI_DEVICE_SELECTOR"), *error = NULL;

	arena_init_quiet(&arena);
	if (selector && !*selector)
		selector = NULL;
	if (selector)
		error = rt_selector_error(selector, &arena);
	for (size_t i = 0; i < rt_nbackend; i++)
		find_devices(rt_backends[i], error ? "native_cpu:*" : selector);
	if (error && !failure[0])
		snprintf(failure, sizeof failure, "ONEAPI_DEVICE_SELECTOR=%s: %s", selector, error);
}

size_t
rt_device_count(void)
{
	pthread_once(&once, find_all);
	return nall;
}

static int
get_device(const struct sycl_rt_device *const *list, size_t n, size_t index, const struct sycl_rt_device **device)
{
	*device = NULL;
	if (failure[0])
		return rt_fail(SYCL_RT_RUNTIME, "%s", failure);
	if (n == 0)
		return rt_fail(SYCL_RT_RUNTIME, "No device of requested type available: ONEAPI_DEVICE_SELECTOR=%s leaves none"
			" (SYCL_CC_TRACE=images tells what was found)", secure_getenv("ONEAPI_DEVICE_SELECTOR"));
	if (index >= n)
		return rt_fail(SYCL_RT_INVALID, "there is no device number %zu", index);
	*device = list[index];
	return SYCL_RT_SUCCESS;
}

API size_t
sycl_rt_device_total(void)
{
	pthread_once(&once, find_all);
	return failure[0] ? 1 : nselected;
}

API int
sycl_rt_device_at(size_t index, const struct sycl_rt_device **device)
{
	pthread_once(&once, find_all);
	return get_device(selected, nselected, index, device);
}

API size_t
sycl_rt_device_count(void)
{
	return 1;
}

API int
sycl_rt_device_get(size_t index, const struct sycl_rt_device **device)
{
	const struct sycl_rt_device *cpu;

	pthread_once(&once, find_all);
	cpu = all[0];
	if (index > 0)
		return rt_fail(SYCL_RT_INVALID, "there is no device number %zu", index);
	return get_device(&cpu, 1, index, device);
}

/* Among the devices of its backend, selected or not. */
static uint64_t
number_of(const struct sycl_rt_device *device)
{
	uint64_t number = 0;

	for (size_t i = 0; i < device->index; i++)
		number += all[i]->backend == device->backend;
	return number;
}

/* The first device of its driver, which has the platform's name. */
static uint64_t
platform_of(const struct sycl_rt_device *device)
{
	uint64_t first = 0;

	while (all[first]->backend != device->backend || all[first]->platform_name != device->platform_name)
		first++;
	return first;
}

API uint64_t
sycl_rt_device_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	switch (which) {
	case SYCL_RT_DEVICE_TYPE: return device->type;
	case SYCL_RT_DEVICE_BACKEND: return device->backend->number;
	case SYCL_RT_DEVICE_HOST_MEMORY: return device->backend->host_memory;
	case SYCL_RT_DEVICE_HAS_IMAGES: return rt_registry_has_images(device);
	case SYCL_RT_DEVICE_NUMBER: return number_of(device);
	case SYCL_RT_DEVICE_PLATFORM: return platform_of(device);
	case SYCL_RT_DEVICE_PARTITION: return device->part ? device->part->partition : SYCL_RT_PARTITION_NONE;
	case SYCL_RT_DEVICE_DOMAIN: return device->part ? device->part->domain : SYCL_RT_DOMAIN_NONE;
	default: return device->backend->ask_number(device, which);
	}
}

/* OpenCL's names of what the device can do, for programs of SYCL 1.2.1, which ask for these and not for aspects. */
static const char *
extensions_of_aspects(const struct sycl_rt_device *device)
{
	static const struct {
		uint32_t aspect;
		const char *names;
	} of_aspects[] = {
		{ ASPECT_fp16, " cl_khr_fp16" }, { ASPECT_fp64, " cl_khr_fp64" },
		{ ASPECT_atomic64, " cl_khr_int64_base_atomics cl_khr_int64_extended_atomics" },
	};
	static _Thread_local char text[512];
	size_t i;

	strcpy(text, "cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics"
		" cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics");
	for (i = 0; i < sizeof of_aspects / sizeof *of_aspects; i++)
		if (target_has_aspect(&device->can, of_aspects[i].aspect))
			strcat(text, of_aspects[i].names);
	if (device->can.nsub_group_size > 0)
		strcat(text, " cl_khr_subgroups");
	if (device->can.nsub_group_size > 1)
		strcat(text, " cl_intel_required_subgroup_size");
	return text;
}

API const char *
sycl_rt_device_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	const char *text;

	switch (which) {
	case SYCL_RT_DEVICE_EXTENSIONS:
		text = device->backend->ask_text(device, which);
		return *text ? text : extensions_of_aspects(device);
	case SYCL_RT_DEVICE_NAME: return device->name;
	case SYCL_RT_DEVICE_VENDOR: return device->vendor;
	case SYCL_RT_PLATFORM_NAME: return device->platform_name ? device->platform_name : device->backend->platform_name;
	case SYCL_RT_PLATFORM_VENDOR: return device->platform_vendor ? device->platform_vendor : device->backend->platform_vendor;
	default: return device->backend->ask_text(device, which);
	}
}

API int
sycl_rt_device_has(const struct sycl_rt_device *device, uint32_t aspect)
{
	return target_has_aspect(&device->can, aspect);
}

API size_t
sycl_rt_device_sub_group_sizes(const struct sycl_rt_device *device, uint32_t *sizes, size_t room)
{
	for (size_t i = 0; i < device->can.nsub_group_size && i < room; i++)
		sizes[i] = device->can.sub_group_size[i];
	return device->can.nsub_group_size;
}

API int
sycl_rt_device_peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can)
{
	const bool asks = what == SYCL_RT_PEER_ACCESS || what == SYCL_RT_PEER_ATOMICS;

	*can = 0;
	if (device != other && device->backend == other->backend && device->backend->peer)
		return device->backend->peer(device, other, what, can);
	if (asks)
		return SYCL_RT_SUCCESS;
	return rt_fail(what == SYCL_RT_PEER_ENABLE ? SYCL_RT_FEATURE_NOT_SUPPORTED : SYCL_RT_INVALID,
		what == SYCL_RT_PEER_ENABLE ? "device '%s' does not reach the memory of '%s'"
		: "access of device '%s' to the memory of '%s' is not enabled", device->name, other->name);
}
