/* weak_object, owner_less: objects that are watched and not owned. */
#include <sycl/access/access_base.hpp>
#include <sycl/ext/oneapi/properties/property_utils.hpp>
#include <sycl/ext/oneapi/weak_object_base.hpp>
#include <sycl/property_list_conversion.hpp>
#include <sycl/sycl.hpp>

#include <map>

#include "check.hpp"

namespace ext = sycl::ext::oneapi;

template <typename T>
static bool orders(const T &object, const T *other)
{
	const ext::weak_object<T> weak(object), none;
	const ext::owner_less<T> less;
	bool right = !less(object, object) && !less(weak, object) && !less(object, weak) && !less(weak, weak)
		&& !object.ext_oneapi_owner_before(weak) && !object.ext_oneapi_owner_before(object)
		&& less(none, weak) && !less(weak, none) && !less(none, none);

	if (other)
		right = right && less(object, *other) != less(*other, object) && less(weak, *other) != less(*other, weak)
			&& less(weak, *other) == object.ext_oneapi_owner_before(*other) && weak.owner_before(*other) == weak.owner_before(ext::weak_object<T>(*other));
	return right;
}

/* As long as a copy is left, the object is there; then it is not. */
template <typename T, typename... Arguments>
static bool expires(Arguments &&...arguments)
{
	static_assert(std::is_same_v<typename ext::weak_object<T>::object_type, T> && std::is_nothrow_default_constructible_v<ext::weak_object<T>>);
	std::optional<T> object(std::in_place, std::forward<Arguments>(arguments)...), copy(object);
	ext::weak_object<T> weak(*object), other, third(weak), moved(std::move(third));
	bool right = !weak.expired() && other.expired() && !other.try_lock() && orders(*object, static_cast<const T *>(nullptr)) && *weak.try_lock() == *object;

	other = *object;
	right = right && other.lock() == *object && !moved.expired();
	object.reset();
	right = right && !weak.expired() && weak.lock() == *copy;
	copy = weak.try_lock();
	copy.reset();
	right = right && weak.expired() && !weak.try_lock() && other.expired();
	try {
		other.lock();
		right = false;
	} catch (const sycl::exception &e) {
		right = right && e.code() == sycl::errc::invalid;
	}
	weak.swap(moved);
	weak.reset();
	other = moved;
	other = std::move(moved);
	return right && weak.expired() && other.expired();
}

int main()
{
	static_assert(SYCL_EXT_ONEAPI_WEAK_OBJECT == 1);
	const sycl::property_list properties{ sycl::property::queue::in_order() };
	sycl::queue q, second(q.get_context(), q.get_device(), properties);
	sycl::buffer<int, 1> buffer(4), other_buffer(5);

	check(expires<sycl::context>(q.get_device()));
	check(expires<sycl::queue>(q.get_context(), q.get_device()) && expires<sycl::queue>(q.get_context(), q.get_device(), properties));
	check(expires<sycl::event>());
	check(expires<sycl::buffer<int, 1>>(sycl::range<1>(3)));
	check(expires<sycl::buffer<float, 3>>(sycl::range<3>(1, 2, 3), sycl::property_list{ sycl::property::buffer::context_bound(q.get_context()) }));
	check(expires<sycl::unsampled_image<2>>(sycl::image_format::r8g8b8a8_unorm, sycl::range<2>(4, 4)));
	check(expires<sycl::host_accessor<int, 1>>(buffer));
	check(expires<sycl::kernel_bundle<sycl::bundle_state::executable>>(sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context())));

	ext::weak_object<sycl::queue> weak_queue;
	{
		sycl::queue gone(q.get_context(), q.get_device(), properties);
		weak_queue = gone;
		const sycl::event done = gone.single_task([] {});
		gone.wait();
		check(weak_queue.lock().has_property<sycl::property::queue::in_order>());
	}
	check(weak_queue.expired());
	const sycl::event last = sycl::queue(q).single_task<class named>([] {});
	const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	std::optional<sycl::kernel> kernel = bundle.get_kernel<class named>();
	const ext::weak_object<sycl::kernel> weak_kernel(*kernel);
	check(weak_kernel.lock() == *kernel && orders(*kernel, static_cast<const sycl::kernel *>(nullptr)));

	check(orders(q, &second) && orders(buffer, &other_buffer) && orders(last, &last) == false);
	check(orders(q.get_device(), static_cast<sycl::device *>(nullptr)) && orders(q.get_device().get_platform(), static_cast<sycl::platform *>(nullptr)));
	check(!ext::weak_object<sycl::device>(q.get_device()).expired() && ext::weak_object<sycl::platform>(q.get_device().get_platform()).lock() == q.get_device().get_platform());
	check(!ext::weak_object<sycl::kernel_id>(sycl::get_kernel_id<class named>()).expired());
	sycl::accessor<int, 1> placeholder(buffer);
	sycl::accessor<int, 1> other_placeholder(other_buffer);
	check(orders(placeholder, &other_placeholder) && ext::weak_object(placeholder).lock() == placeholder);

	/* As keys. */
	std::map<ext::weak_object<sycl::queue>, int, ext::owner_less<sycl::queue>> numbers;
	numbers[q] = 1;
	numbers[second] = 2;
	numbers[sycl::queue(q)] += 10;
	check(numbers.size() == 2 && numbers[q] == 11);

	/* The last owner goes while others look. */
	for (int i = 0; i < 200; i++) {
		std::optional<sycl::buffer<int, 1>> owner(std::in_place, sycl::range<1>(1));
		const ext::weak_object<sycl::buffer<int, 1>> weak(*owner);
		const sycl::event looks = q.submit([&](sycl::handler &h) {
			h.host_task([&] {
				while (const auto found = weak.try_lock())
					if (found->size() != 1)
						check(false);
			});
		});
		owner.reset();
		looks.wait();
		check(weak.expired());
	}
	return done();
}
