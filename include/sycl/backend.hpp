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

/* An event that was made of these objects. */
template <typename Object>
struct foreign_event : later_state {
	foreign_event(backend which, const Object &made) : of(which), object(made) {}

	backend of;
	Object object;
};

/* For each of an event's objects, of which OpenCL's have several. */
template <typename Object, typename Function>
void for_each_object(const Object &object, const Function &f)
{
	if constexpr (std::is_pointer_v<Object>)
		f(reinterpret_cast<std::uintptr_t>(object));
	else
		for (const auto &one : object)
			f(reinterpret_cast<std::uintptr_t>(one));
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
	if constexpr (std::is_same_v<T, event>) {
		using made_of = detail::foreign_event<backend_return_t<Backend, event>>;

		if (const detail::later_state *const foreign = detail::recorder_access::state(object).foreign.get())
			if (detail::same(object.get_backend(), Backend))
				return static_cast<const made_of *>(foreign)->object;
	}
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
/* That queue of the program which get_native() gave the object of: commands go to queues of the runtime's own. */
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &object, const context &context, async_handler = {})
{
	for (const device &one : context.detail_devices())
		for (const detail::shared<detail::queue_state> &state : detail::queues_of(one))
			if (state->context == context && detail::native_as<backend_return_t<Backend, queue>>(
				detail::ask_native(Backend, one, SYCL_RT_NATIVE_QUEUE, state.get())) == object)
				return detail::recorder_access::queue_of<queue>(detail::queue_share::one_more(state));
	detail::refuse(errc::feature_not_supported,
		"no queue of this context has that object of the backend, and commands go to queues of the runtime's own only: take the object from get_native()");
}
/* A command that ends with what the objects are of: a thread waits for them. */
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &object, const context &context)
{
	using made_of = detail::foreign_event<backend_input_t<Backend, event>>;
	const device one = context.detail_devices()[0];
	const detail::shared<detail::later_state> foreign(new made_of(Backend, object));

	if (!detail::same(one.get_backend(), Backend))
		detail::refuse(errc::backend_mismatch, "the context is of another backend than the event");
	detail::for_each_object(object, [&](std::uintptr_t event) { detail::check_status(sycl_rt_native_keep(one.detail_get(), event)); });
	const event made = queue(context, one).submit([&](handler &h) {
		h.host_task([=] {
			detail::for_each_object(static_cast<const made_of &>(*foreign).object,
				[&](std::uintptr_t event) { detail::check_status(sycl_rt_native_wait(one.detail_get(), event)); });
		});
	});
	detail::recorder_access::own_state(made).foreign = foreign;
	return made;
}
/* Other objects of the backend cannot be used: their signatures are there. */
template <backend Backend, typename T, int Dimensions = 1, typename Allocator = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, Allocator> make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, Allocator>> &, const context &, event = {})
{
	detail::refuse(errc::feature_not_supported,
		"a buffer cannot be made of memory of the backend: its memory is the host's, with copies on devices. Use the address as a pointer of USM");
}
template <backend Backend, bundle_state State>
kernel_bundle<State> make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &, const context &)
{
	detail::refuse(errc::feature_not_supported,
		"a kernel bundle cannot be made of a program of the backend: make one of its source, create_kernel_bundle_from_source()");
}
template <backend Backend, typename Kernel = kernel>
Kernel make_kernel(const backend_input_t<Backend, kernel> &, const context &)
{
	detail::refuse(errc::feature_not_supported,
		"a kernel cannot be made of one of the backend: make a kernel bundle of its source, create_kernel_bundle_from_source()");
}

}

#endif
