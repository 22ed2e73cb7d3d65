/* 4.5.2: copies are equal and have one hash; different objects are different. */
#include <sycl/sycl.hpp>
#include <unordered_map>
#include <utility>

#include "../check.hpp"

template <typename T>
static void is_reference(T first, T second, bool different = true)
{
	const T copy(first);
	T assigned(second);

	assigned = first;
	check(copy == first && assigned == first && !(copy != first));
	check(std::hash<T>()(copy) == std::hash<T>()(first));
	const T moved(std::move(assigned));
	check(moved == first);
	if (different)
		check(first != second && !(first == second));
	std::unordered_map<T, int> map;
	map[first] = 1;
	map[second] = 2;
	check(map.size() == (different ? 2u : 1u) && map[copy] == (different ? 1 : 2));
}

int main()
{
	sycl::queue q, r;
	sycl::buffer<int> a(sycl::range<1>(4)), b(sycl::range<1>(4));

	is_reference(q, r);
	is_reference(sycl::context(q.get_device()), sycl::context(q.get_device()));
	is_reference(q.get_device(), r.get_device(), false);
	is_reference(q.get_device().get_platform(), r.get_device().get_platform(), false);
	is_reference(a, b);
	is_reference(q.single_task([] {}), sycl::event());
	is_reference(sycl::event(), sycl::event());
	is_reference(sycl::host_accessor(a), sycl::host_accessor(b));
	is_reference(sycl::unsampled_image<1>(sycl::image_format::r32b32g32a32_sint, sycl::range<1>(4)),
		sycl::unsampled_image<1>(sycl::image_format::r32b32g32a32_sint, sycl::range<1>(4)));
	const auto input = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	is_reference(input, sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context()), false);	/* they hold the same */
	q.submit([&](sycl::handler &h) {
		const sycl::accessor one(a, h), other(b, h);
		const sycl::local_accessor<int, 1> local(4, h), second(8, h);
		const sycl::stream out(64, 16, h);

		is_reference(one, other);
		is_reference(local, second);
		is_reference(out, sycl::stream(64, 16, h));
	});
	return done();
}
