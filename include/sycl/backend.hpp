/*
 * What programs ask about a backend.  No backend here gives its own objects to
 * programs, so the types of those are not defined, and the functions that take or
 * give them are not there for overload resolution.
 */
#ifndef SYCL_BACKEND_HPP
#define SYCL_BACKEND_HPP

#include <sycl/buffer.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace detail {

/* A backend's own type of an object; a backend that has one defines its member type. */
template <backend Backend, typename T>
struct native_object {};

[[noreturn]] inline void lack_native_objects()
{
	throw exception(make_error_code(errc::backend_mismatch), "the backend does not give its own objects to programs");
}

}

template <backend Backend>
class backend_traits {
public:
	template <typename T>
	using input_type = typename detail::native_object<Backend, T>::type;
	template <typename T>
	using return_type = typename detail::native_object<Backend, T>::type;
	using errc = sycl::errc;
};

template <backend Backend, typename T>
using backend_input_t = typename backend_traits<Backend>::template input_type<T>;
template <backend Backend, typename T>
using backend_return_t = typename backend_traits<Backend>::template return_type<T>;
template <backend Backend>
using errc_for = typename backend_traits<Backend>::errc;

template <backend Backend>
const std::error_category &error_category_for() noexcept
{
	return sycl_category();
}

template <backend Backend, typename T>
backend_return_t<Backend, T> get_native(const T &)
{
	detail::lack_native_objects();
}
template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &)
{
	detail::lack_native_objects();
}
template <backend Backend>
device make_device(const backend_input_t<Backend, device> &)
{
	detail::lack_native_objects();
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &, async_handler = {})
{
	detail::lack_native_objects();
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &, const context &, async_handler = {})
{
	detail::lack_native_objects();
}
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &, const context &)
{
	detail::lack_native_objects();
}
template <backend Backend, typename T, int Dimensions = 1, typename Allocator = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, Allocator> make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, Allocator>> &, const context &, event = {})
{
	detail::lack_native_objects();
}

}

#endif
