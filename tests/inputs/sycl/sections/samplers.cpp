/* 4.7.8: image_sampler is three enumerations; sampled images read with every one of them, in 1-D, by float and int coordinates. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(std::is_trivially_copyable_v<image_sampler> && std::is_same_v<decltype(image_sampler::addressing), addressing_mode> && std::is_same_v<decltype(image_sampler::coordinate), coordinate_normalization_mode> && std::is_same_v<decltype(image_sampler::filtering), filtering_mode>);

static float at(const float *data, int n, addressing_mode mode, int i)
{
	switch (mode) {
	case addressing_mode::clamp_to_edge: return data[i < 0 ? 0 : i >= n ? n - 1 : i];
	case addressing_mode::clamp: return i < 0 || i >= n ? 0 : data[i];
	case addressing_mode::repeat: return data[((i % n) + n) % n];
	case addressing_mode::mirrored_repeat: {
		const int m = ((i % (2 * n)) + 2 * n) % (2 * n);
		return data[m < n ? m : 2 * n - 1 - m];
	}
	default: return data[i];
	}
}

int main()
{
	constexpr int n = 8;
	queue q;
	float4 data[n];
	float plain[n];
	for (int i = 0; i < n; i++)
		plain[i] = float(i * i + 1), data[i] = float4(plain[i], 0, -plain[i], 1);
	const addressing_mode modes[] = { addressing_mode::mirrored_repeat, addressing_mode::repeat, addressing_mode::clamp_to_edge, addressing_mode::clamp };
	for (const addressing_mode mode : modes)
		for (const filtering_mode filter : { filtering_mode::nearest, filtering_mode::linear })
			for (const coordinate_normalization_mode coordinates : { coordinate_normalization_mode::normalized, coordinate_normalization_mode::unnormalized }) {
				if (coordinates == coordinate_normalization_mode::unnormalized && (mode == addressing_mode::repeat || mode == addressing_mode::mirrored_repeat))
					continue;
				sampled_image<1> image(data, image_format::r32g32b32a32_sfloat, image_sampler{ mode, coordinates, filter }, range<1>(n));
				constexpr int points = 40;
				buffer<float4> result{ range<1>(points) };
				q.submit([&](handler &h) {
					sampled_image_accessor<float4, 1, image_target::device> in(image, h);
					accessor out(result, h, write_only, no_init);
					h.parallel_for(points, [=](id<1> i) {
						const float x = (float(i[0]) - 10) * 0.6875f + 0.03125f;
						out[i] = in.read(coordinates == coordinate_normalization_mode::normalized ? x / n : x);
					});
				});
				const host_accessor out(result, read_only);
				int wrong = 0;
				for (int i = 0; i < points; i++) {
					const float x = (float(i) - 10) * 0.6875f + 0.03125f;
					float wanted;
					if (filter == filtering_mode::nearest) {
						wanted = at(plain, n, mode, int(std::floor(x)));
					} else {
						const float left = std::floor(x - 0.5f), part = x - 0.5f - left;
						wanted = at(plain, n, mode, int(left)) * (1 - part) + at(plain, n, mode, int(left) + 1) * part;
					}
					wrong += std::fabs(out[std::size_t(i)][0] - wanted) > 0.3f || std::fabs(out[std::size_t(i)][2] + wanted) > 0.3f;
				}
				if (wrong)
					std::printf("addressing %d, filter %d, coordinates %d: %d wrong\n", int(mode), int(filter), int(coordinates), wrong), failures++;
			}
	return done();
}
