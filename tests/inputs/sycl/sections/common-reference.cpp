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

/* Two accessors of the same elements are no copies of each other, of which command, mode and dimensions they are. */
static void twins(sycl::queue &q)
{
	using namespace sycl;
	buffer<int> line(range<1>(4));
	buffer<int, 2> plane(range<2>(2, 2));
	float4 pixels[4] = {};
	const image_sampler sampler = { addressing_mode::clamp, coordinate_normalization_mode::unnormalized, filtering_mode::nearest };
	sampled_image<2> first(pixels, image_format::r32g32b32a32_sfloat, sampler, range<2>(2, 2));
	sampled_image<2> second(pixels, image_format::r32g32b32a32_sfloat, sampler, range<2>(2, 2));
	unsampled_image<1> image(image_format::r32g32b32a32_sfloat, range<1>(4));

	is_reference(buffer<int>(line, id<1>(0), range<1>(2)), buffer<int>(line, id<1>(0), range<1>(2)));
	is_reference(host_accessor(line, read_only), host_accessor(line, read_only));
	is_reference(host_accessor(plane, range<2>(1, 2), read_only), host_accessor(plane, range<2>(1, 2), read_only));
	is_reference(host_accessor<int, 0, access_mode::read>(line), host_accessor<int, 0, access_mode::read>(line));
	is_reference(accessor(line), accessor(line));
	is_reference(accessor(plane, write_only, no_init), accessor(plane, write_only, no_init));
	is_reference(accessor<int, 0>(line), accessor<int, 0>(line));
	is_reference(host_unsampled_image_accessor<float4, 1, access_mode::read>(image), host_unsampled_image_accessor<float4, 1, access_mode::read>(image));
	is_reference(host_sampled_image_accessor<float4, 2>(first), host_sampled_image_accessor<float4, 2>(second));
	q.submit([&](handler &h) {
		const accessor in(line, h, read_only);

		is_reference(accessor(line, h), accessor(line, h));
		is_reference(in, accessor(line, h, read_only));
		is_reference(accessor(plane, h, write_only), accessor(plane, h, write_only));
		is_reference(accessor<int, 0>(line, h), accessor<int, 0>(line, h));
		is_reference(accessor(line, h, read_only_host_task), accessor(line, h, read_only_host_task));
		is_reference(unsampled_image_accessor<float4, 1, access_mode::read>(image, h), unsampled_image_accessor<float4, 1, access_mode::read>(image, h));
		is_reference(sampled_image_accessor<float4, 2>(first, h), sampled_image_accessor<float4, 2>(second, h));
	});
}

int main()
{
	sycl::queue q, r;

	twins(q);
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
