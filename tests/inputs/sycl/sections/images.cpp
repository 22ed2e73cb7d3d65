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
	free(r, q);
	return done();
}
