/* A blur, and every sampler, against a reference in C. */
#include <sycl/sycl.hpp>

#include <cmath>
#include <vector>

#include "../check.hpp"
#include "reference.h"

using namespace sycl;

static constexpr addressing_mode modes[] = {
	addressing_mode::mirrored_repeat, addressing_mode::repeat, addressing_mode::clamp_to_edge, addressing_mode::clamp, addressing_mode::none
};

/* Coordinates in, on and around an image, whose elements are at numbers up to size. */
static std::vector<float> coordinates(int size, bool normalized, addressing_mode mode)
{
	std::vector<float> list;

	for (int i = -2 * size * 8; i <= 3 * size * 8; i++) {
		const float u = float(i) / 8;

		if (mode == addressing_mode::none && (u < 0.5f || u > float(size) - 0.5f))
			continue;
		list.push_back(normalized ? u / float(size) : u);
	}
	if (mode == addressing_mode::clamp || mode == addressing_mode::clamp_to_edge)
		for (float u : { 1e30f, -1e30f, 3e9f, -3e9f })
			list.push_back(u);
	return list;
}

template <int Dimensions>
using coordinate = std::conditional_t<Dimensions == 1, float, vec<float, Dimensions == 3 ? 4 : 2>>;

template <int Dimensions>
static coordinate<Dimensions> make(const float *from)
{
	if constexpr (Dimensions == 1)
		return *from;
	else if constexpr (Dimensions == 2)
		return { from[0], from[1] };
	else
		return { from[0], from[1], from[2], 7.0f };
}

static bool near(const float4 &a, const float *b, bool exactly)
{
	for (int i = 0; i < 4; i++)
		if (exactly ? a[i] != b[i] : std::fabs(a[i] - b[i]) > 0.002f * (1 + std::fabs(b[i])))
			return false;
	return true;
}

template <int Dimensions>
static void all_samplers(queue &q, range<Dimensions> size)
{
	std::vector<float> texels;
	picture p = { nullptr, { 1, 1, 1 } };
	int n = 1;

	for (int d = 0; d < Dimensions; d++)
		n *= p.size[d] = int(size[d]);
	for (int i = 0; i < 4 * n; i++)
		texels.push_back(float(i * 37 % 101) / 4 - 9);
	p.texel = texels.data();
	for (addressing_mode mode : modes)
		for (bool normalized : { true, false })
			for (bool linear : { false, true }) {
				if (!normalized && (mode == addressing_mode::repeat || mode == addressing_mode::mirrored_repeat))
					continue;	/* has no meaning */
				std::vector<float> list[3];
				std::vector<coordinate<Dimensions>> at;
				std::vector<float> expected;

				for (int d = 0; d < 3; d++)
					list[d] = d < Dimensions ? coordinates(p.size[d], normalized, mode) : std::vector<float>{ 0 };
				for (std::size_t k = 0; k < list[2].size(); k += 5)
					for (std::size_t j = 0; j < list[1].size(); j += Dimensions)
						for (std::size_t i = 0; i < list[0].size(); i += Dimensions) {
							const float here[] = { list[0][i], list[1][j], list[2][k] };
							float out[4];

							picture_sample(&p, Dimensions, picture_addressing(mode), normalized, linear, here, out);
							expected.insert(expected.end(), out, out + 4);
							at.push_back(make<Dimensions>(here));
						}
				const image_sampler how = { mode, normalized ? coordinate_normalization_mode::normalized
					: coordinate_normalization_mode::unnormalized, linear ? filtering_mode::linear : filtering_mode::nearest };
				sampled_image<Dimensions> image(texels.data(), image_format::r32g32b32a32_sfloat, how, size);
				sycl::image<Dimensions> old(static_cast<const void *>(texels.data()), image_channel_order::rgba, image_channel_type::fp32, size);
				const sampler old_how(how.coordinate, how.addressing, how.filtering);
				std::vector<float4> found(at.size()), old_found(at.size());
				{
					buffer places(at);
					buffer<float4> results(found), old_results(old_found);

					q.submit([&](handler &h) {
						auto in = image.template get_access<float4>(h);
						auto old_in = old.template get_access<float4, access_mode::read>(h);
						accessor where(places, h, read_only);
						accessor out(results, h, write_only);
						accessor old_out(old_results, h, write_only);

						h.parallel_for(range<1>(at.size()), [=](sycl::id<1> i) {
							out[i] = in.read(where[i]);
							old_out[i] = old_in.read(where[i], old_how);
						});
					});
				}
				host_sampled_image_accessor<float4, Dimensions> here(image);
				int wrong = 0;

				for (std::size_t i = 0; i < at.size(); i++)
					wrong += !near(found[i], &expected[4 * i], !linear) || !near(old_found[i], &expected[4 * i], !linear)
						|| !near(here.read(at[i]), &expected[4 * i], !linear);
				if (wrong)
					std::printf("%d-D addressing %d normalized %d linear %d: %d of %zu\n", Dimensions, int(mode), normalized, linear, wrong, at.size());
				check(wrong == 0 && !at.empty());
			}
}

static void blur(queue &q)
{
	constexpr int width = 37, height = 23;
	std::vector<unsigned char> from(4 * width * height), to(from.size()), expected(from.size());

	for (std::size_t i = 0; i < from.size(); i++)
		from[i] = static_cast<unsigned char>(i * i % 251);
	picture_blur(from.data(), expected.data(), width, height);
	{
		sampled_image<2> in(from.data(), image_format::r8g8b8a8_uint,
			{ addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized, filtering_mode::nearest }, { width, height });
		unsampled_image<2> out(to.data(), image_format::r8g8b8a8_uint, { width, height });

		q.submit([&](handler &h) {
			sampled_image_accessor<uint4, 2> source(in, h);
			unsampled_image_accessor<uint4, 2, access_mode::write> result(out, h, no_init);

			h.parallel_for(range<2>(height, width), [=](item<2> at) {
				const int x = int(at[1]), y = int(at[0]);
				uint4 sum(0);

				for (int dy = -1; dy <= 1; dy++)
					for (int dx = -1; dx <= 1; dx++)
						sum += source.read(float2(float(x + dx), float(y + dy)));
				result.write(int2(x, y), (sum + 4u) / 9u);
			});
		});
	}
	check(to == expected);
}

int main()
{
	queue q;

	all_samplers<1>(q, { 7 });
	all_samplers<1>(q, { 1 });
	all_samplers<2>(q, { 5, 3 });
	all_samplers<3>(q, { 4, 2, 3 });
	blur(q);
	return done();
}
