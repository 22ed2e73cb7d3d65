/* 4.5.4: property lists are made of any properties in any order; classes say which they take, have and give. */
#include <sycl/sycl.hpp>

#include <mutex>

#include "../check.hpp"

using namespace sycl;

template <typename Property, typename... Classes>
constexpr bool belongs = is_property_v<Property> && (... && is_property_of_v<Property, Classes>);
static_assert(belongs<property::buffer::use_host_ptr, buffer<int>, buffer<float, 3>> && belongs<property::buffer::use_mutex, buffer<int>> && belongs<property::buffer::context_bound, buffer<int, 2>>);
static_assert(belongs<property::image::use_host_ptr, unsampled_image<1>, sampled_image<2>> && belongs<property::image::use_mutex, unsampled_image<3>> && belongs<property::image::context_bound, sampled_image<1>>);
static_assert(belongs<property::no_init, accessor<int>, host_accessor<int>, accessor<int, 3, access_mode::write, target::host_task>> && belongs<property::queue::enable_profiling, queue> && belongs<property::queue::in_order, queue>);
static_assert(is_property_v<property::reduction::initialize_to_identity> && !is_property_v<int> && !is_property_v<queue> && !is_property_of_v<property::queue::in_order, buffer<int>> && !is_property_of_v<property::no_init, queue> && !is_property_of_v<int, queue>);
static_assert(is_property<property::no_init>::value && is_property_of<property::queue::in_order, queue>::value && std::is_base_of_v<std::false_type, is_property<double>>);
static_assert(std::is_same_v<std::remove_const_t<decltype(no_init)>, property::no_init> && std::is_default_constructible_v<property_list> && std::is_copy_constructible_v<property_list>);

template <typename Property, typename Class>
bool lacks(const Class &object)
{
	try {
		object.template get_property<Property>();
	} catch (const sycl::exception &e) {
		return e.code() == errc::invalid && !object.template has_property<Property>();
	}
	return false;
}

int main()
{
	std::mutex m;
	const context c;
	const property_list list{ property::buffer::use_mutex(m), property::buffer::use_host_ptr(), property::buffer::context_bound(c) };
	int data[4] = {};
	{
		buffer<int> b(data, range<1>(4), list);
		check(b.has_property<property::buffer::use_mutex>() && b.has_property<property::buffer::use_host_ptr>() && b.has_property<property::buffer::context_bound>());
		check(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &m && b.get_property<property::buffer::context_bound>().get_context() == c);
		static_assert(noexcept(b.has_property<property::buffer::use_mutex>()) && std::is_same_v<decltype(b.get_property<property::buffer::use_host_ptr>()), property::buffer::use_host_ptr>);
		const buffer<int> plain(range<1>(3));
		check(lacks<property::buffer::use_mutex>(plain) && lacks<property::buffer::context_bound>(plain) && lacks<property::buffer::use_host_ptr>(plain));
		buffer<int> same = b;
		check(same.has_property<property::buffer::use_host_ptr>());
		/* a sub-buffer is of the same memory */
		buffer<int> part(b, id<1>(0), range<1>(2));
		check(part.size() == 2);
	}
	const queue q(c, default_selector_v, { property::queue::in_order(), property::queue::enable_profiling() });
	check(q.has_property<property::queue::in_order>() && q.has_property<property::queue::enable_profiling>() && lacks<property::queue::in_order>(queue()));
	buffer<int> b(range<1>(2));
	const host_accessor discards(b, write_only, { no_init }), keeps(b, write_only);
	check(discards.has_property<property::no_init>() && lacks<property::no_init>(keeps));
	unsampled_image<2> image(image_format::r8g8b8a8_unorm, range<2>(2, 2), property_list{ property::image::use_mutex(m) });
	check(image.has_property<property::image::use_mutex>() && image.get_property<property::image::use_mutex>().get_mutex_ptr() == &m && lacks<property::image::use_host_ptr>(image));
	return done();
}
