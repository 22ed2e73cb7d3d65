/* The types of the objects that backends give to programs, and what asks for these objects. */
#ifndef SYCL_DETAIL_NATIVE_HPP
#define SYCL_DETAIL_NATIVE_HPP

#include <cstdint>
#include <type_traits>
#include <vector>

#include <sycl/device.hpp>

/* CUDA's, HIP's, Level Zero's and OpenCL's own names, whose headers a program may include. */
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct ihipStream_t;
struct ihipEvent_t;
struct ihipGraph;
struct _ze_driver_handle_t;
struct _ze_device_handle_t;
struct _ze_context_handle_t;
struct _ze_command_list_handle_t;
struct _ze_event_handle_t;
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_command_buffer_khr;
struct _cl_mem;
struct _cl_kernel;
struct _cl_program;
struct _ze_kernel_handle_t;
struct _ze_module_handle_t;

namespace sycl {

class queue;
class event;
class kernel;
enum class bundle_state : int;
template <bundle_state State>
class kernel_bundle;
template <typename T, int Dimensions, typename Allocator>
class buffer;
template <int Dimensions, typename Allocator>
class sampled_image;
template <int Dimensions, typename Allocator>
class unsampled_image;

namespace ext::oneapi::experimental {
enum class graph_state { modifiable, executable };
template <graph_state State>
class command_graph;
}

namespace detail {

using executable_graph = ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable>;

/* A backend's own type of an object; a backend that has one defines its member type. */
template <backend Backend, typename T>
struct native_object {};

template <typename T>
struct native_is {
	using type = T;
};
template <>
struct native_object<backend::ext_oneapi_cuda, device> : native_is<int> {};
template <>
struct native_object<backend::ext_oneapi_cuda, context> : native_is<CUctx_st *> {};
template <>
struct native_object<backend::ext_oneapi_cuda, queue> : native_is<CUstream_st *> {};
template <>
struct native_object<backend::ext_oneapi_cuda, event> : native_is<CUevent_st *> {};
template <typename T, int Dimensions, typename Allocator>
struct native_object<backend::ext_oneapi_cuda, buffer<T, Dimensions, Allocator>> : native_is<unsigned long long> {};
/* HIP has devices without contexts. */
template <>
struct native_object<backend::ext_oneapi_hip, device> : native_is<int> {};
template <>
struct native_object<backend::ext_oneapi_hip, queue> : native_is<ihipStream_t *> {};
template <>
struct native_object<backend::ext_oneapi_hip, event> : native_is<ihipEvent_t *> {};
template <typename T, int Dimensions, typename Allocator>
struct native_object<backend::ext_oneapi_hip, buffer<T, Dimensions, Allocator>> : native_is<void *> {};
/* A queue's commands go to an immediate command list. */
template <>
struct native_object<backend::ext_oneapi_level_zero, platform> : native_is<_ze_driver_handle_t *> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, device> : native_is<_ze_device_handle_t *> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, context> : native_is<_ze_context_handle_t *> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, queue> : native_is<_ze_command_list_handle_t *> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, event> : native_is<_ze_event_handle_t *> {};
template <typename T, int Dimensions, typename Allocator>
struct native_object<backend::ext_oneapi_level_zero, buffer<T, Dimensions, Allocator>> : native_is<void *> {};
template <>
struct native_object<backend::opencl, platform> : native_is<_cl_platform_id *> {};
template <>
struct native_object<backend::opencl, device> : native_is<_cl_device_id *> {};
template <>
struct native_object<backend::opencl, context> : native_is<_cl_context *> {};
template <>
struct native_object<backend::opencl, queue> : native_is<_cl_command_queue *> {};
template <>
struct native_object<backend::opencl, event> : native_is<std::vector<_cl_event *>> {};
/* Of graphs and of what follows there are the types alone: no graph is a backend's, */
template <>
struct native_object<backend::ext_oneapi_cuda, executable_graph> : native_is<CUgraph_st *> {};
template <>
struct native_object<backend::ext_oneapi_hip, executable_graph> : native_is<ihipGraph *> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, executable_graph> : native_is<_ze_command_list_handle_t *> {};
template <>
struct native_object<backend::opencl, executable_graph> : native_is<_cl_command_buffer_khr *> {};
/* commands are not made of the others, and memory of buffers and images is no memory object. */
template <typename T, int Dimensions, typename Allocator>
struct native_object<backend::opencl, buffer<T, Dimensions, Allocator>> : native_is<std::vector<_cl_mem *>> {};
template <int Dimensions, typename Allocator>
struct native_object<backend::opencl, sampled_image<Dimensions, Allocator>> : native_is<std::vector<_cl_mem *>> {};
template <int Dimensions, typename Allocator>
struct native_object<backend::opencl, unsampled_image<Dimensions, Allocator>> : native_is<std::vector<_cl_mem *>> {};
template <>
struct native_object<backend::opencl, kernel> : native_is<_cl_kernel *> {};
template <bundle_state State>
struct native_object<backend::opencl, kernel_bundle<State>> : native_is<std::vector<_cl_program *>> {};
template <>
struct native_object<backend::ext_oneapi_level_zero, kernel> : native_is<_ze_kernel_handle_t *> {};
template <bundle_state State>
struct native_object<backend::ext_oneapi_level_zero, kernel_bundle<State>> : native_is<std::vector<_ze_module_handle_t *>> {};

/* The types of objects that make_* take, where they differ. */
template <backend Backend, typename T>
struct native_input : native_object<Backend, T> {};
template <typename T, int Dimensions, typename Allocator>
struct native_input<backend::opencl, buffer<T, Dimensions, Allocator>> : native_is<_cl_mem *> {};
template <int Dimensions, typename Allocator>
struct native_input<backend::opencl, sampled_image<Dimensions, Allocator>> : native_is<_cl_mem *> {};
template <int Dimensions, typename Allocator>
struct native_input<backend::opencl, unsampled_image<Dimensions, Allocator>> : native_is<_cl_mem *> {};
template <bundle_state State>
struct native_input<backend::opencl, kernel_bundle<State>> : native_is<_cl_program *> {};
template <bundle_state State>
struct native_input<backend::ext_oneapi_level_zero, kernel_bundle<State>> : native_is<_ze_module_handle_t *> {};

/* The driver's object as that type. */
template <typename To>
To native_as(std::uintptr_t object)
{
	if constexpr (std::is_pointer_v<To>)
		return reinterpret_cast<To>(object);
	else if constexpr (std::is_integral_v<To>)
		return static_cast<To>(object);
	else
		return To{ reinterpret_cast<typename To::value_type>(object) };
}

/* An object of the device's driver; of is the queue or task that it belongs to. */
inline std::uintptr_t ask_native(backend wanted, const device &of_device, sycl_rt_native what, const void *of = nullptr)
{
	std::uintptr_t object;

	if (!same(of_device.get_backend(), wanted))
		detail::refuse(errc::backend_mismatch, "the object is of another backend than the one that is asked");
	check_status(sycl_rt_native_object(of_device.detail_get(), what, of, &object));
	return object;
}

}

}

#endif
