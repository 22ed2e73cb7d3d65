/*
 * What programs here use of CUDA's driver, found when they run: its headers are
 * not needed.  For tests/gpu and bench/gpu.
 */
#ifndef GPU_CUDA_H
#define GPU_CUDA_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FUNCTION(member, symbol, parameters) */
#define CUDA_FUNCTIONS(FUNCTION)                                                       \
	FUNCTION(init, cuInit, (unsigned))                                             \
	FUNCTION(device_get, cuDeviceGet, (int *, int))                                \
	FUNCTION(device_name, cuDeviceGetName, (char *, int, int))                     \
	FUNCTION(retain, cuDevicePrimaryCtxRetain, (void **, int))                     \
	FUNCTION(set_current, cuCtxSetCurrent, (void *))                               \
	FUNCTION(load, cuModuleLoadData, (void **, const void *))                      \
	FUNCTION(function, cuModuleGetFunction, (void **, void *, const char *))       \
	FUNCTION(alloc, cuMemAlloc_v2, (uint64_t *, size_t))                           \
	FUNCTION(to_device, cuMemcpyHtoD_v2, (uint64_t, const void *, size_t))         \
	FUNCTION(to_host, cuMemcpyDtoH_v2, (void *, uint64_t, size_t))                 \
	FUNCTION(set, cuMemsetD8_v2, (uint64_t, unsigned char, size_t))                \
	FUNCTION(launch, cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
		void *, void **, void **))                                             \
	FUNCTION(synchronize, cuCtxSynchronize, (void))                                \
	FUNCTION(error_name, cuGetErrorName, (int, const char **))                     \
	FUNCTION(event, cuEventCreate, (void **, unsigned))                            \
	FUNCTION(record, cuEventRecord, (void *, void *))                              \
	FUNCTION(wait, cuEventSynchronize, (void *))                                   \
	FUNCTION(elapsed, cuEventElapsedTime, (float *, void *, void *))

static struct {
#define CUDA_MEMBER(member, symbol, parameters) int (*member) parameters;
	CUDA_FUNCTIONS(CUDA_MEMBER)
#undef CUDA_MEMBER
} cuda;

/* The second argument of every kernel of ours (doc/graph.md, "Contracts"). */
struct kernel_args {
	uint64_t range[3], offset[3];
	uint64_t spec_constants;
};

/* Finds all of them.  NULL, or what is missing. */
static const char *
cuda_find(void)
{
	void *driver = dlopen("libcuda.so.1", RTLD_NOW), *found;

	if (!driver)
		return "no libcuda.so.1";
#define CUDA_FIND(member, symbol, parameters)            \
	found = dlsym(driver, #symbol);                  \
	if (!found)                                      \
		return "no " #symbol;                    \
	memcpy(&cuda.member, &found, sizeof found);
	CUDA_FUNCTIONS(CUDA_FIND)
#undef CUDA_FIND
	return NULL;
}

#endif
