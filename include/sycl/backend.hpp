/*
 * What programs ask about a backend, and its own objects.  Where a backend has none
 * of a kind the type is not defined, and the functions that take or give it are not
 * there for overload resolution.
 */
#ifndef SYCL_BACKEND_HPP
#define SYCL_BACKEND_HPP

#include <sycl/buffer.hpp>
#include <sycl/detail/native.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/info.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace detail {

[[noreturn]] inline void lack_foreign_objects()
{
	detail::refuse(errc::feature_not_supported,
		"a queue, event, buffer or kernel cannot be made of an object of the backend: commands go to queues of the runtime's own");
}

SYCL_CC_ON_DEMAND
std::uintptr_t native_of(backend wanted, const platform &of)
{
	return ask_native(wanted, of.ext_oneapi_device_at_index(0), SYCL_RT_NATIVE_PLATFORM);
}
inline std::uintptr_t native_of(backend wanted, const device &of) { return ask_native(wanted, of, SYCL_RT_NATIVE_DEVICE); }
SYCL_CC_ON_DEMAND
std::uintptr_t native_of(backend wanted, const context &of)
{
	return ask_native(wanted, of.detail_devices()[0], SYCL_RT_NATIVE_CONTEXT);
}
inline std::uintptr_t native_of(backend wanted, const queue &of)
{
	return ask_native(wanted, of.get_device(), SYCL_RT_NATIVE_QUEUE, &recorder_access::state(of));
}
/* Of a command that has not been asked for its end. */
inline std::uintptr_t native_of(backend wanted, const event &of)
{
	const event_state &state = recorder_access::state(of);

	if (!state.queue)
		detail::refuse(errc::invalid, "no command belongs to this event");
	return ask_native(wanted, state.queue->device, SYCL_RT_NATIVE_EVENT, state.task);
}

/* Of objects of which the runtime gives none. */
template <typename T>
[[noreturn]] std::uintptr_t native_of(backend wanted, const T &of)
{
	if (!same(of.get_backend(), wanted))
		detail::refuse(errc::backend_mismatch, "the object is of another backend than the one that is asked");
	detail::refuse(errc::feature_not_supported, "kernels and bundles have no objects of the backend that a program gets");
}
template <typename T, int Dimensions, typename Allocator>
[[noreturn]] std::uintptr_t native_of(backend, const buffer<T, Dimensions, Allocator> &)
{
	detail::refuse(errc::feature_not_supported, "a buffer has no object of the backend: interop_handle has its address on the device");
}

/* The device of which that is the object. */
template <backend Backend, typename Object>
device device_of_native(sycl_rt_native what, const Object &object)
{
	for (std::size_t i = 0; i < sycl_rt_device_total(); i++) {
		const device one = platform::detail_device(i);

		if (same(one.get_backend(), Backend) && native_as<Object>(ask_native(Backend, one, what)) == object)
			return one;
	}
	detail::refuse(errc::invalid, "no device of this program has that object of the backend");
}

}

template <backend Backend>
class backend_traits {
public:
	template <typename T>
	using input_type = typename detail::native_input<Backend, T>::type;
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
backend_return_t<Backend, T> get_native(const T &object)
{
	return detail::native_as<backend_return_t<Backend, T>>(detail::native_of(Backend, object));
}
template <backend Backend>
platform make_platform(const backend_input_t<Backend, platform> &object)
{
	return detail::device_of_native<Backend>(SYCL_RT_NATIVE_PLATFORM, object).get_platform();
}
template <backend Backend>
device make_device(const backend_input_t<Backend, device> &object)
{
	return detail::device_of_native<Backend>(SYCL_RT_NATIVE_DEVICE, object);
}
/* Each device has a context of its own: that one, and no other. */
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &object, async_handler handler = {})
{
	return context(detail::device_of_native<Backend>(SYCL_RT_NATIVE_CONTEXT, object), handler);
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &, const context &, async_handler = {})
{
	detail::lack_foreign_objects();
}
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &, const context &)
{
	detail::lack_foreign_objects();
}
template <backend Backend, typename T, int Dimensions = 1, typename Allocator = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, Allocator> make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, Allocator>> &, const context &, event = {})
{
	detail::lack_foreign_objects();
}
template <backend Backend, bundle_state State>
kernel_bundle<State> make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &, const context &)
{
	detail::lack_foreign_objects();
}
template <backend Backend, typename Kernel = kernel>
Kernel make_kernel(const backend_input_t<Backend, kernel> &, const context &)
{
	detail::lack_foreign_objects();
}

}

#endif
