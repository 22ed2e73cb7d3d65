/*
 * As much of SYCL as tests of the driver need: kernels of a range, SYCL_EXTERNAL, shared
 * memory, and programs that run.  A compile with these headers takes a sixth of the time.
 * Tests choose them with CPATH, which comes before the driver's own headers.
 */
#ifndef SYCL_SYCL_HPP
#define SYCL_SYCL_HPP

#include <sycl-cc/offload-descriptor.h>
#include <sycl-cc/runtime.h>
#include <sycl/aspects.hpp>

#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] unsigned long get_global_id(unsigned);
#endif
#ifndef __SYCL_TU_ID__
#define __SYCL_TU_ID__ ""
#endif

namespace sycl {

template <int Dimensions = 1>
struct range {
	range(unsigned long size) : size_(size) {}
	unsigned long operator[](int) const { return size_; }
	unsigned long size_;
};

template <int Dimensions = 1>
struct id {
	operator unsigned long() const { return at_; }
	unsigned long operator[](int) const { return at_; }
	unsigned long at_;
};

namespace detail {

/* The second parameter of every kernel (doc/graph.md, "Contracts"). */
struct kernel_args {
	unsigned long range[3], offset[3];
	void *spec_constants;
};

template <typename Name, typename Function> struct naming { using type = Name; };
template <typename Function> struct naming<void, Function> { using type = Function; };

#ifdef __SYCL_DEVICE_ONLY__

template <typename Function>
[[clang::annotate("sycl-kernel-wrapper", 0)]] inline __attribute__((always_inline)) void task(const Function &f, const kernel_args &)
{
	f();
}

template <typename Function>
[[clang::annotate("sycl-kernel-wrapper", 0)]] inline __attribute__((always_inline)) void items(const Function &f, const kernel_args &args)
{
	if (get_global_id(0) < args.range[0])
		f(id<1>{ get_global_id(0) });
}

template <typename Name, typename Function>
[[clang::sycl_kernel_entry_point(Name)]] void task_entry(Function f, kernel_args args)
{
	task<Function>(f, args);
}

template <typename Name, typename Function>
[[clang::sycl_kernel_entry_point(Name)]] void items_entry(Function f, kernel_args args)
{
	items<Function>(f, args);
}

#endif

extern "C" __attribute__((visibility("hidden"))) const char SYCL_OFFLOAD_LINKED[]
	__asm__(SYCL_OFFLOAD_SYMBOL_LINKED_MODULE __SYCL_TU_ID__);

template <typename Name, typename Function>
void launch(sycl_rt_kernel_kind kind, unsigned long size, const Function &f)
{
	const sycl_rt_device *device = nullptr;
	sycl_rt_launch launch = {};

	__asm__ volatile("" : : "r"(SYCL_OFFLOAD_LINKED));
	launch.abi = SYCL_RT_ABI;
	launch.kind = kind;
	launch.dims = 1;
	launch.kernel = __builtin_sycl_unique_stable_name(Name);
	launch.unit = __SYCL_TU_ID__;
	launch.functor = &f;
	launch.functor_size = sizeof f;
	launch.global[0] = size;
	if (sycl_rt_device_get(0, &device) || sycl_rt_launch_kernel(device, &launch))
		__builtin_abort();
}

} // namespace detail

struct event {
	void wait() {}
};

struct queue {
	template <typename Name = void, typename Function>
	event single_task(const Function &f)
	{
#ifdef __SYCL_DEVICE_ONLY__
		detail::task_entry<typename detail::naming<Name, Function>::type, Function>(f, detail::kernel_args());
#else
		detail::launch<typename detail::naming<Name, Function>::type>(SYCL_RT_KIND_SINGLE_TASK, 1, f);
#endif
		return {};
	}
	template <typename Name = void, typename Function>
	event parallel_for(range<1> size, const Function &f)
	{
#ifdef __SYCL_DEVICE_ONLY__
		(void)size;
		detail::items_entry<typename detail::naming<Name, Function>::type, Function>(f, detail::kernel_args());
#else
		detail::launch<typename detail::naming<Name, Function>::type>(SYCL_RT_KIND_RANGE, size[0], f);
#endif
		return {};
	}
};

template <typename T>
T *malloc_shared(unsigned long n, const queue &)
{
	const sycl_rt_device *device = nullptr;

	return sycl_rt_device_get(0, &device) ? nullptr : static_cast<T *>(sycl_rt_alloc(device, SYCL_RT_MEMORY_SHARED, n * sizeof(T), alignof(T)));
}

inline void free(void *memory, const queue &)
{
	sycl_rt_free(memory);
}

} // namespace sycl

#endif
