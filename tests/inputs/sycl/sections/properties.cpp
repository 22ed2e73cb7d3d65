/* 4.5.4: lists of properties say what they hold, and which objects take which properties. */
#include <sycl/sycl.hpp>
#include <mutex>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	std::mutex mutex;
	const property_list none, list{ property::buffer::use_mutex(mutex), property::buffer::use_host_ptr() };
	int data[4] = { 1, 2, 3, 4 };

	check(!none.has_property<property::queue::in_order>() && list.has_property<property::buffer::use_mutex>());
	check(list.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
	static_assert(is_property_v<property::no_init> && is_property_v<property::queue::in_order> && is_property_v<property::buffer::context_bound>
		&& is_property_v<property::reduction::initialize_to_identity> && !is_property_v<int> && is_property<property::queue::enable_profiling>::value);
	static_assert(is_property_of_v<property::queue::in_order, queue> && !is_property_of_v<property::queue::in_order, buffer<int>>
		&& is_property_of_v<property::buffer::use_host_ptr, buffer<float, 2>> && is_property_of_v<property::no_init, accessor<int>>
		&& is_property_of_v<property::no_init, host_accessor<int>> && is_property_of_v<property::image::use_mutex, unsampled_image<2>>);
	const buffer<int> b(data, range<1>(4), { property::buffer::use_host_ptr() });
	check(b.has_property<property::buffer::use_host_ptr>() && !b.has_property<property::buffer::use_mutex>());
	try {
		b.get_property<property::buffer::use_mutex>();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::invalid);
	}
	queue q{ property_list{ property::queue::in_order(), property::queue::enable_profiling() } };
	check(q.is_in_order() && q.has_property<property::queue::enable_profiling>());
	(void)q.get_property<property::queue::in_order>();
	return done();
}
