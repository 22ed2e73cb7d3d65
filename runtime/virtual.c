/* Virtual memory of devices that use the host's: addresses are reserved, and memory of files without a name is mapped there. */
#include "rt.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int
protection(enum sycl_rt_virtual_access access)
{
	return access == SYCL_RT_VIRTUAL_READ_WRITE ? PROT_READ | PROT_WRITE : access == SYCL_RT_VIRTUAL_READ ? PROT_READ : PROT_NONE;
}

static int
fail_memory(const char *what, size_t size)
{
	return rt_fail(errno == ENOMEM ? SYCL_RT_MEMORY_ALLOCATION : SYCL_RT_INVALID, "cannot %s %zu bytes of virtual memory: %s", what,
		size, strerror(errno));
}

API size_t
sycl_rt_virtual_granularity(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

API int
sycl_rt_virtual_reserve(void *start, size_t size, void **address)
{
	*address = mmap(start, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return *address == MAP_FAILED ? fail_memory("reserve", size) : SYCL_RT_SUCCESS;
}

API int
sycl_rt_virtual_release(void *address, size_t size)
{
	return munmap(address, size) ? fail_memory("release", size) : SYCL_RT_SUCCESS;
}

API int
sycl_rt_physical_take(size_t size, int *memory)
{
	*memory = memfd_create("sycl-cc-physical", MFD_CLOEXEC);
	if (*memory >= 0 && size <= INT64_MAX && ftruncate(*memory, (off_t)size) == 0)
		return SYCL_RT_SUCCESS;
	if (*memory >= 0)
		close(*memory);
	return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no %zu bytes of physical memory", size);
}

API void
sycl_rt_physical_drop(int memory)
{
	close(memory);
}

API int
sycl_rt_virtual_map(int memory, uint64_t offset, void *address, size_t size, enum sycl_rt_virtual_access access)
{
	return mmap(address, size, protection(access), MAP_SHARED | MAP_FIXED, memory, (off_t)offset) == MAP_FAILED ?
		fail_memory("map", size) : SYCL_RT_SUCCESS;
}

API int
sycl_rt_virtual_unmap(void *address, size_t size)
{
	return mmap(address, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED ?
		fail_memory("unmap", size) : SYCL_RT_SUCCESS;
}

API int
sycl_rt_virtual_protect(void *address, size_t size, enum sycl_rt_virtual_access access)
{
	return mprotect(address, size, protection(access)) ? fail_memory("protect", size) : SYCL_RT_SUCCESS;
}
