/* What is known of a kernel, kernels in shared libraries, and pointers to functions that launch kernels. */
#ifndef SYCLCOMPAT_KERNEL_HPP
#define SYCLCOMPAT_KERNEL_HPP

#include <dlfcn.h>

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>
#include <syclcompat/dims.hpp>
#include <syclcompat/util.hpp>

namespace syclcompat {

struct kernel_function_info {
	int max_work_group_size = 0;
};

/* The same for every function: what the current device allows. */
inline kernel_function_info get_kernel_function_info(const void *)
{
	return { get_current_device().get_max_work_group_size() };
}
inline void get_kernel_function_info(kernel_function_info *info, const void *function)
{
	*info = get_kernel_function_info(function);
}

/* A shared library, or none. */
class kernel_library {
public:
	constexpr kernel_library() = default;
	constexpr kernel_library(void *handle) : handle_(handle) {}
	operator void *() const { return handle_; }

private:
	void *handle_ = nullptr;
};

inline kernel_library load_kernel_library(const std::string &name)
{
	void *const handle = dlopen(name.c_str(), RTLD_LAZY);

	if (!handle)
		throw std::runtime_error(std::string("the kernel library was not loaded: ") + dlerror());
	return handle;
}
inline void unload_kernel_library(const kernel_library &library)
{
	if (library)
		dlclose(library);
}

/* A function of a library that launches a kernel. */
using kernel_functor = void (*)(sycl::queue &, const sycl::nd_range<3> &, unsigned int, void **, void **);

class kernel_function {
public:
	constexpr kernel_function() = default;
	constexpr kernel_function(kernel_functor function) : function_(function) {}
	operator void *() const { return reinterpret_cast<void *>(function_); }
	void operator()(sycl::queue &q, const sycl::nd_range<3> &size, unsigned int local_size, void **arguments, void **extra)
	{
		function_(q, size, local_size, arguments, extra);
	}

private:
	kernel_functor function_ = nullptr;
};

/* The function NAME_wrapper of the library. */
inline kernel_function get_kernel_function(kernel_library &library, const std::string &name)
{
	const auto function = reinterpret_cast<kernel_functor>(dlsym(library, (name + "_wrapper").c_str()));

	if (!function)
		throw std::runtime_error("the kernel library has no function '" + name + "_wrapper'");
	return function;
}
inline void invoke_kernel_function(kernel_function &function, sycl::queue &q, sycl::range<3> groups, sycl::range<3> local,
	unsigned int local_size, void **arguments, void **extra)
{
	function(q, sycl::nd_range<3>(groups * local, local), local_size, arguments, extra);
}

/*
 * Stands for CUDA's pointers to kernels.  A function, the wrapper, has the kernel's parameters and
 * launches it with the queue, sizes and local memory that it finds here: launch puts them
 * here for the thread, and calls it.  No queue is the current device's default one.
 */
class kernel_launcher {
	using launcher = std::function<void(dim3, dim3, void **, unsigned int, queue_ptr)>;

public:
	static inline thread_local sycl::queue *_que = nullptr;
	static inline thread_local sycl::nd_range<3> _nr = sycl::nd_range<3>();
	static inline thread_local unsigned int _local_mem_size = 0;

	/* The arguments as they are. */
	template <typename Function, typename... Arguments>
	static std::enable_if_t<std::is_invocable_v<Function *, Arguments...>> launch(Function *wrapper, dim3 groups, dim3 local,
		unsigned int local_mem_size, queue_ptr queue, Arguments... arguments)
	{
		prepare(groups, local, local_mem_size, queue);
		wrapper(arguments...);
	}
	/* Pointers to the arguments. */
	template <typename Function>
	static std::enable_if_t<std::is_function_v<Function>> launch(Function *wrapper, dim3 groups, dim3 local, void **arguments,
		unsigned int local_mem_size, queue_ptr queue)
	{
		prepare(groups, local, local_mem_size, queue);
		call(wrapper, arguments);
	}
	/* The wrapper is one that was registered, here or by wrapper_register. */
	static void launch(const void *wrapper, dim3 groups, dim3 local, void **arguments, unsigned int local_mem_size, queue_ptr queue)
	{
		launcher found;
		{
			const std::lock_guard<std::mutex> guard(mutex_);
			const auto place = registered().find(wrapper);

			if (place == registered().end())
				throw std::runtime_error("the function was not registered as one that launches a kernel");
			found = place->second;
		}
		found(groups, local, arguments, local_mem_size, queue);
	}
	static void register_kernel_ptr(const void *wrapper, launcher launches)
	{
		const std::lock_guard<std::mutex> guard(mutex_);

		registered()[wrapper] = std::move(launches);
	}

private:
	static std::map<const void *, launcher> &registered()
	{
		static std::map<const void *, launcher> all;

		return all;
	}
	static void prepare(dim3 groups, dim3 local, unsigned int local_mem_size, queue_ptr queue)
	{
		_que = queue ? queue : get_current_device().default_queue();
		_nr = sycl::nd_range<3>(sycl::range<3>(groups) * sycl::range<3>(local), sycl::range<3>(local));
		_local_mem_size = local_mem_size;
	}
	template <typename Result, typename... Types>
	static void call(Result (*wrapper)(Types...), void **arguments)
	{
		call(wrapper, arguments, std::index_sequence_for<Types...>());
	}
	template <typename Result, typename... Types, std::size_t... Index>
	static void call(Result (*wrapper)(Types...), [[maybe_unused]] void **arguments, std::index_sequence<Index...>)
	{
		wrapper(*static_cast<std::remove_reference_t<Types> *>(arguments[Index])...);
	}

	static inline std::mutex mutex_;
};

/* A wrapper that kernel_launcher::launch finds when its type is no longer known. */
template <typename Function>
class wrapper_register;
template <typename Result, typename... Types>
class wrapper_register<Result (*)(Types...)> {
public:
	using FT = Result (*)(Types...);
	FT func;

	wrapper_register(FT wrapper) : func(wrapper) { kernel_launcher::register_kernel_ptr(reinterpret_cast<const void *>(wrapper), *this); }
	void operator()(dim3 groups, dim3 local, void **arguments, unsigned int local_mem_size, queue_ptr queue)
	{
		kernel_launcher::launch(func, groups, local, arguments, local_mem_size, queue);
	}
	const FT &get() const noexcept { return func; }
	operator FT() const noexcept { return func; }
};
template <typename Result, typename... Types>
wrapper_register(Result (*)(Types...)) -> wrapper_register<Result (*)(Types...)>;

}

#endif
