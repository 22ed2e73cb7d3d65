/* 4.7.3: images are written and read by kernels, and sampled. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;

	if (!q.get_device().has(aspect::image))
		return done();
	unsampled_image<2> image(image_format::r32g32b32a32_sfloat, range<2>(4, 8));
	check(image.get_range() == range<2>(4, 8) && image.size() == 32 && image.byte_size() == 32 * 16);
	q.submit([&](handler &h) {
		unsampled_image_accessor<float4, 2, access_mode::write> out(image, h);

		h.parallel_for(range<2>(4, 8), [=](item<2> it) { out.write(int2(int(it[0]), int(it[1])), float4(float(it[0]), float(it[1]), 1, 2)); });
	});
	{
		host_unsampled_image_accessor<float4, 2, access_mode::read> in(image);
		const float4 v = in.read(int2(2, 5));

		check(v[0] == 2 && v[1] == 5 && v[3] == 2);
	}
	float4 pixels[4] = { float4(0), float4(1), float4(2), float4(3) };
	sampled_image<1> sampled(pixels, image_format::r32g32b32a32_sfloat,
		image_sampler{ addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized, filtering_mode::linear }, range<1>(4));
	float *const r = malloc_shared<float>(3, q);
	q.submit([&](handler &h) {
		sampled_image_accessor<float4, 1> in(sampled, h);

		h.single_task([=] {
			r[0] = in.read(1.5f)[0];
			r[1] = in.read(2.0f)[1];
			r[2] = in.read(9.0f)[2];
		});
	}).wait();
	check(r[0] == 1 && r[1] == 1.5f && r[2] == 3);
	/* A tag says what the accessor's type says. */
	static_assert(!std::is_constructible_v<unsampled_image_accessor<float4, 2, access_mode::write>, unsampled_image<2> &, handler &, decltype(read_only)>);
	static_assert(!std::is_constructible_v<sampled_image_accessor<float4, 1>, sampled_image<1> &, handler &, decltype(read_only_host_task)>);
	q.submit([&](handler &h) {
		unsampled_image_accessor<float4, 2, access_mode::write> out(image, h, write_only, no_init);

		h.single_task([=] { out.write(int2(1, 1), float4(7)); });
	});
	q.submit([&](handler &h) {
		unsampled_image_accessor<float4, 2, access_mode::read, image_target::host_task> in(image, h, read_only_host_task);
		sampled_image_accessor<float4, 1, image_target::host_task> through(sampled, h, read_only_host_task);

		h.host_task([=] { r[0] = in.read(int2(1, 1))[3], r[1] = through.read(2.0f)[0]; });
	}).wait();
	check(r[0] == 7 && r[1] == 1.5f);
	check((host_unsampled_image_accessor<float4, 2, access_mode::read>(image, read_only).read(int2(1, 1))[0]) == 7);
	check((host_sampled_image_accessor<float4, 1>(sampled, read_only).read(1.5f)[0]) == 1);
	free(r, q);
	return done();
}
