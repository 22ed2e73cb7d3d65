/* Images without samplers, of every format and channel order, on the device and on the host; images of SYCL 1.2.1. */
#include <sycl/sycl.hpp>

#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "../check.hpp"

using namespace sycl;

template <typename T>
static bool same(const T &a, const T &b)
{
	for (int i = 0; i < 4; i++)
		if (!(a[i] == b[i]))
			return false;
	return true;
}

template <typename Function>
static errc thrown(const Function &f)
{
	try {
		f();
	} catch (const exception &e) {
		return static_cast<errc>(e.code().value());
	}
	return errc::success;
}

/* Writes the colour on the device, compares the bytes in memory, reads them on the device and on the host. */
template <typename T>
static void format(queue &q, image_format format, const T &color, const std::vector<unsigned char> &bytes, const T &back)
{
	constexpr int width = 3, height = 2;
	std::vector<unsigned char> memory(bytes.size() * width * height, 0xee);
	T read(99);
	{
		unsampled_image<2> image(memory.data(), format, { width, height });

		check(image.byte_size() == memory.size() && image.size() == width * height && image.get_pitch()[0] == width * bytes.size());
		q.submit([&](handler &h) {
			unsampled_image_accessor<T, 2, access_mode::write> out(image, h);

			h.single_task([=] { out.write(int2(1, 1), color); });
		});
		{
			buffer<T> to(&read, range<1>(1));

			q.submit([&](handler &h) {
				unsampled_image_accessor<const T, 2, access_mode::read> in(image, h);
				accessor where(to, h, write_only);

				h.single_task([=] { where[0] = in.read(int2(1, 1)); });
			});
		}
		host_unsampled_image_accessor<T, 2, access_mode::read> here(image);

		check(same(here.read(int2(1, 1)), back) && here.size() == 6);
	}
	if (!same(read, back))
		std::printf("format %d: %g %g %g %g\n", int(format), double(read[0]), double(read[1]), double(read[2]), double(read[3]));
	check(same(read, back));
	for (std::size_t i = 0; i < memory.size(); i++)
		check(memory[i] == (i / bytes.size() == width + 1 ? bytes[i % bytes.size()] : 0xee));
}

static void formats(queue &q)
{
	using f = image_format;

	format(q, f::r8g8b8a8_unorm, float4(0, 1, 0.2f, 2), { 0, 255, 51, 255 }, float4(0, 1, 51 / 255.0f, 1));
	format(q, f::b8g8r8a8_unorm, float4(0, 1, 0.2f, -3), { 51, 255, 0, 0 }, float4(0, 1, 51 / 255.0f, 0));
	format(q, f::r8g8b8a8_unorm, half4(0.0f, 1.0f, 0.5f, 0.25f), { 0, 255, 128, 64 }, half4(0.0f, 1.0f, 128 / 255.0f, 64 / 255.0f));
	format(q, f::r16g16b16a16_unorm, float4(0, 1, 0.2f, 0.5f), { 0, 0, 255, 255, 0x33, 0x33, 0, 0x80 },
		float4(0, 1, 0x3333 / 65535.0f, 0x8000 / 65535.0f));
	format(q, f::r8g8b8a8_sint, int4(-1, 127, -128, 5), { 255, 127, 128, 5 }, int4(-1, 127, -128, 5));
	format(q, f::r8g8b8a8_sint, int4(-1000, 1000, 128, -129), { 128, 127, 127, 128 }, int4(-128, 127, 127, -128));
	format(q, f::r16g16b16a16_sint, int4(-1, 32767, -40000, 40000), { 255, 255, 255, 127, 0, 128, 255, 127 }, int4(-1, 32767, -32768, 32767));
	format(q, f::r32b32g32a32_sint, int4(-2, 1, -2147483647, 0x12345678),
		{ 254, 255, 255, 255, 1, 0, 0, 0, 1, 0, 0, 128, 0x78, 0x56, 0x34, 0x12 }, int4(-2, 1, -2147483647, 0x12345678));
	format(q, f::r8g8b8a8_uint, uint4(0, 255, 256, 4000000000u), { 0, 255, 255, 255 }, uint4(0, 255, 255, 255));
	format(q, f::r16g16b16a16_uint, uint4(0, 65535, 65536, 258), { 0, 0, 255, 255, 255, 255, 2, 1 }, uint4(0, 65535, 65535, 258));
	format(q, f::r32b32g32a32_uint, uint4(0, 4294967295u, 1, 0x12345678),
		{ 0, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0x78, 0x56, 0x34, 0x12 }, uint4(0, 4294967295u, 1, 0x12345678));
	format(q, f::r16b16g16a16_sfloat, float4(1, -2, 65504, 6e-8f), { 0, 0x3c, 0, 0xc0, 0xff, 0x7b, 1, 0 }, float4(1, -2, 65504, 5.9604645e-8f));
	format(q, f::r16b16g16a16_sfloat, half4(1.0f, -2.0f, 0.5f, 0.0f), { 0, 0x3c, 0, 0xc0, 0, 0x38, 0, 0 }, half4(1.0f, -2.0f, 0.5f, 0.0f));
	format(q, f::r32g32b32a32_sfloat, float4(1, -2, 1e30f, 0.1f), { 0, 0, 128, 63, 0, 0, 0, 192, 0xca, 0xf2, 0x49, 0x71, 0xcd, 0xcc, 0xcc, 0x3d },
		float4(1, -2, 1e30f, 0.1f));
}

/* Images of 1, 2 and 3 dimensions, with pitches; what is outside reads as 0 and is not written. */
static void sizes(queue &q)
{
	std::vector<float> line(4 * 5, 1), area(4 * 8 * 3, 1), space(4 * (8 * 4 * 2), 1);
	int failed = 0;
	{
		unsampled_image<1> a(line.data(), image_format::r32g32b32a32_sfloat, { 5 });
		unsampled_image<2> b(area.data(), image_format::r32g32b32a32_sfloat, { 5, 3 }, range<1>(8 * 16));
		unsampled_image<3> c(space.data(), image_format::r32g32b32a32_sfloat, { 5, 3, 2 }, range<2>(8 * 16, 8 * 4 * 16));
		buffer<int> fails(&failed, 1);

		check(b.get_pitch() == range<1>(128) && c.get_pitch() == range<2>(128, 512) && c.byte_size() == 1024 && c.size() == 30);
		check(a.get_range() == range<1>(5) && b.get_range() == range<2>(5, 3) && c.get_range() == range<3>(5, 3, 2));
		q.submit([&](handler &h) {
			unsampled_image_accessor<float4, 1, access_mode::write> x(a, h);
			auto y = b.get_access<float4, access_mode::write>(h);
			auto z = c.get_access<float4, access_mode::write>(h, no_init);

			check(z.has_property<property::no_init>() && !y.has_property<property::no_init>());
			h.parallel_for(range<3>(4, 5, 7), [=](item<3> at) {
				const int i = int(at[2]) - 1, j = int(at[1]) - 1, k = int(at[0]) - 1;

				if (j == 0 && k == 0)
					x.write(i, float4(float(i + 10)));
				if (k == 0)
					y.write(int2(i, j), float4(float(i + 10 * j)));
				z.write(int4(i, j, k, 99), float4(float(i + 10 * j + 100 * k)));
			});
		});
		q.submit([&](handler &h) {
			unsampled_image_accessor<float4, 1, access_mode::read> x(a, h);
			auto y = b.get_access<const float4>(h);
			auto z = c.get_access<float4, access_mode::read>(h);
			accessor out(fails, h);

			h.single_task([=] {
				for (int k = -1; k < 3; k++)
					for (int j = -1; j < 4; j++)
						for (int i = -1; i < 6; i++) {
							const bool in_row = i >= 0 && i < 5, in_area = in_row && j >= 0 && j < 3, in_space = in_area && k >= 0 && k < 2;

							out[0] += x.read(i)[3] != (in_row ? float(i + 10) : 0.0f);
							out[0] += y.read(int4(9, i, j, 9).swizzle<1, 2>())[0] != (in_area ? float(i + 10 * j) : 0.0f);
							out[0] += z.read(int4(i, j, k, 0))[1] != (in_space ? float(i + 10 * j + 100 * k) : 0.0f);
						}
			});
		});
	}
	check(failed == 0);
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 8; x++)
			check(area[std::size_t(4 * (8 * y + x))] == (x < 5 ? float(x + 10 * y) : 1.0f));
	check(line[4 * 4] == 14 && space[4 * (32 + 16 + 4)] == 124 && space[4 * (32 + 24)] == 1 && space[4 * 5] == 1);
}

/* Where contents come from and go to. */
static void memories(queue &q)
{
	std::vector<unsigned> final(8, 7), inserted;
	unsigned in_place[8] = {}, kept[8] = {};
	const auto shared = std::make_shared<std::vector<unsigned>>(8, 3u);
	std::shared_ptr<void> owner(shared, shared->data());
	const auto alive = std::shared_ptr<unsigned[]>(new unsigned[8]());
	std::weak_ptr<unsigned> dead;
	std::mutex mutex;
	const auto fill = [&q](unsampled_image<1> image, unsigned value) {
		q.submit([&](handler &h) {
			unsampled_image_accessor<uint4, 1, access_mode::write> out(image, h);

			h.parallel_for(2, [=](id<1> i) { out.write(int(i[0]), uint4(value)); });
		});
	};
	{
		unsampled_image<1> own(image_format::r32b32g32a32_uint, { 2 }), a(in_place, image_format::r32b32g32a32_uint, { 2 }),
			b(owner, image_format::r32b32g32a32_uint, { 2 }), c(kept, image_format::r32b32g32a32_uint, { 2 }),
			d(image_format::r32b32g32a32_uint, { 2 }, image_allocator(), { property::image::use_mutex(mutex), property::image::use_host_ptr() }),
			e(image_format::r32b32g32a32_uint, { 2 }), f(image_format::r32b32g32a32_uint, { 2 }), copy = a;

		own.set_final_data(static_cast<void *>(final.data()));
		d.set_final_data(std::back_inserter(inserted));
		c.set_write_back(false);
		e.set_final_data(std::weak_ptr<unsigned[]>(alive));
		f.set_final_data(dead);
		for (auto &image : { own, a, b, c, d, e, f })
			fill(image, 40);
		check(copy == a && a != b && std::hash<unsampled_image<1>>()(copy) == std::hash<unsampled_image<1>>()(a));
		check(d.has_property<property::image::use_mutex>() && !d.has_property<property::image::context_bound>());
		check(d.get_property<property::image::use_mutex>().get_mutex_ptr() == &mutex);
		{
			host_unsampled_image_accessor<uint4, 1> both(a);

			check(same(both.read(1), uint4(40)));
			both.write(1, uint4(1, 2, 3, 4));
			check(same(both.read(1), uint4(1, 2, 3, 4)));
		}
		/* a host task, which the next kernel waits for */
		q.submit([&](handler &h) {
			unsampled_image_accessor<uint4, 1, access_mode::write, image_target::host_task> out(b, h);

			h.host_task([=] { out.write(0, uint4(77)); });
		});
		q.submit([&](handler &h) {
			unsampled_image_accessor<uint4, 1, access_mode::read> in(b, h);
			unsampled_image_accessor<uint4, 1, access_mode::write> out(own, h);

			h.single_task([=] { out.write(1, in.read(0)); });
		});
	}
	check(final[3] == 40 && final[4] == 77 && inserted == std::vector<unsigned>(8, 40));
	check(in_place[0] == 40 && in_place[4] == 1 && in_place[7] == 4 && kept[0] == 0);
	check((*shared)[0] == 77 && (*shared)[4] == 40 && alive[0] == 40 && alive[7] == 40);
}

/* Writes a 5 there. */
template <int Dimensions, typename Accessor>
static void put(const Accessor &out, int x, int y, int z)
{
	if constexpr (Dimensions == 1)
		out.write(x, uint4(5));
	else if constexpr (Dimensions == 2)
		out.write(int2(x, y), uint4(5));
	else
		out.write(int4(x, y, z, 0), uint4(5));
}

/* Where results go, said after the commands. */
template <int Dimensions>
static void taken_back(queue &q)
{
	range<Dimensions> size;
	std::size_t n = 4;

	for (int d = 0; d < Dimensions; d++)
		size[d] = 2, n *= 2;
	std::vector<unsigned> kept[5], wanted(n, 9), other(n, 1);
	const auto write = [&](unsampled_image<Dimensions> image) {
		q.submit([&](handler &h) {
			unsampled_image_accessor<uint4, Dimensions, access_mode::write> out(image, h);

			h.parallel_for(size, [=](item<Dimensions> i) {
				put<Dimensions>(out, int(i[0]), int(i[Dimensions > 1 ? 1 : 0]), int(i[Dimensions - 1]));
			});
		});
	};

	for (auto &memory : kept)
		memory.assign(n, 3);
	{
		unsampled_image<Dimensions> a(kept[0].data(), image_format::r32b32g32a32_uint, size), b(kept[1].data(), image_format::r32b32g32a32_uint, size),
			c(kept[2].data(), image_format::r32b32g32a32_uint, size), again(wanted.data(), image_format::r32b32g32a32_uint, size);
		image<Dimensions> old(kept[3].data(), image_channel_order::rgba, image_channel_type::unsigned_int32, size);
		image<Dimensions> on_host(kept[4].data(), image_channel_order::rgba, image_channel_type::unsigned_int32, size);

		write(a);
		a.set_write_back(false);
		write(b);
		b.set_final_data(other.data());
		write(c);
		c.set_final_data();
		c.set_write_back(true);
		write(again);
		again.set_write_back(false);
		again.set_write_back(true);
		q.submit([&](handler &h) {
			accessor<uint4, Dimensions, access::mode::write, access::target::image> out(old, h);

			h.single_task([=] { put<Dimensions>(out, 1, 1, 1); });
		});
		old.set_write_back(false);
		{
			accessor<uint4, Dimensions, access::mode::write, access::target::host_image> out(on_host);

			put<Dimensions>(out, 1, 1, 1);
		}
		on_host.set_final_data(nullptr);
	}
	for (const auto &memory : kept)
		check(memory == std::vector<unsigned>(n, 3));
	check(wanted == std::vector<unsigned>(n, 5) && other == wanted);
}

static void conversions(queue &q)
{
	int4 data[2] = { int4(1), int4(2) };
	sampled_image<1> sampled(data, image_format::r32b32g32a32_sint,
		{ addressing_mode::clamp, coordinate_normalization_mode::unnormalized, filtering_mode::linear }, { 2 });
	unsampled_image<1> image(data, image_format::r32b32g32a32_sint, { 2 });

	q.submit([&](handler &h) {
		unsampled_image_accessor<int4, 1, access_mode::read> a(image, h);
		unsampled_image_accessor<const int4, 1, access_mode::read> b(a);
		sampled_image_accessor<int4, 1> c(sampled, h), same_c = c;
		sampled_image_accessor<const int4, 1> d(c);
		static_assert(std::is_same_v<decltype(a)::value_type, const int4> && std::is_same_v<decltype(c)::reference, const int4 &>);

		check(c == same_c && std::hash<decltype(c)>()(c) == std::hash<decltype(c)>()(same_c) && a.size() == 2);
		h.single_task([=] { (void)(b.read(0) + d.read(0.5f)); });
	});
	host_sampled_image_accessor<int4, 1> here(sampled);

	check(same(here.read(1.5f), int4(2)) && same(here.read(-0.5f), int4(0)));	/* integers are not blended */
	check(thrown([&] { host_unsampled_image_accessor<int4, 1, access_mode::read>(image, no_init); }) == errc::invalid);
	check(thrown([&] { unsampled_image<2>(data, image_format::r32b32g32a32_sint, { 2, 1 }, range<1>(31)); }) == errc::invalid);
	check(thrown([] { unsampled_image<1>(image_format::r32b32g32a32_sint, { 0 }); }) == errc::invalid);
	check(thrown([] { unsampled_image<3>(image_format::r32b32g32a32_sint, { 1 << 30, 1 << 30, 1 << 30 }); }) == errc::memory_allocation);
	check(thrown([] { unsampled_image<1>(image_format::r32b32g32a32_sint, { (1u << 30) + 1 }); }) == errc::invalid);
}

/* --- SYCL 1.2.1 --- */

/* One element of each order: what the channels 1, 2, 3, 4 become, and the border. */
static void orders()
{
	using o = image_channel_order;
	const struct {
		o order;
		int4 read;
		int channels, border;
	} expected[] = {
		{ o::a, { 0, 0, 0, 1 }, 1, 0 }, { o::r, { 1, 0, 0, 1 }, 1, 1 }, { o::rx, { 1, 0, 0, 1 }, 1, 0 },
		{ o::rg, { 1, 2, 0, 1 }, 2, 1 }, { o::rgx, { 1, 2, 0, 1 }, 2, 0 }, { o::ra, { 1, 0, 0, 2 }, 2, 0 },
		{ o::rgb, { 1, 2, 3, 1 }, 3, 1 }, { o::rgbx, { 1, 2, 3, 1 }, 3, 0 }, { o::rgba, { 1, 2, 3, 4 }, 4, 0 },
		{ o::argb, { 2, 3, 4, 1 }, 4, 0 }, { o::bgra, { 3, 2, 1, 4 }, 4, 0 }, { o::abgr, { 4, 3, 2, 1 }, 4, 0 },
		{ o::intensity, { 1, 1, 1, 1 }, 1, 0 }, { o::luminance, { 1, 1, 1, 1 }, 1, 1 },
	};

	for (const auto &e : expected) {
		short memory[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
		short *const second = memory + e.channels;
		{
			sycl::image<1> image(memory, e.order, image_channel_type::signed_int16, range<1>(2));
			auto all = image.get_access<int4, access_mode::read_write>();

			check(image.get_size() == std::size_t(4 * e.channels) && image.get_count() == 2 && all.get_count() == 2);
			check(same(all.read(0), e.read) && same(all.read(-1), int4(0, 0, 0, e.border)));
			all.write(1, e.read);
		}
		for (int i = 0; i < e.channels; i++)
			check(second[i] == i + 1);
		check(memory[2 * e.channels] == 2 * e.channels + 1);
	}
}

static void channels()
{
	using o = image_channel_order;
	using c = image_channel_type;
	const struct {
		c type;
		o order;
		float4 write;
		std::size_t size;
		unsigned char bytes[8];
		float4 read;
	} expected[] = {
		{ c::snorm_int8, o::rgba, { -2, -1, 0.5f, 1 }, 4, { 128, 129, 64, 127 }, { -1, -1, 64 / 127.0f, 1 } },
		{ c::snorm_int16, o::rg, { -1, 0.5f, 9, 9 }, 4, { 1, 128, 0, 64 }, { -1, 16384 / 32767.0f, 0, 1 } },
		{ c::unorm_int16, o::r, { 0.5f, 9, 9, 9 }, 2, { 0, 128 }, { 32768 / 65535.0f, 0, 0, 1 } },
		{ c::unorm_short_565, o::rgb, { 1, 0.5f, 0, 9 }, 2, { 0, 0xfc }, { 1, 32 / 63.0f, 0, 1 } },
		{ c::unorm_short_555, o::rgbx, { 1, 0, 0.5f, 9 }, 2, { 0x10, 0x7c }, { 1, 0, 16 / 31.0f, 1 } },
		{ c::unorm_int_101010, o::rgb, { 1, 0, -5, 9 }, 4, { 0, 0, 0xf0, 0x3f }, { 1, 0, 0, 1 } },
		{ c::fp16, o::ra, { 2, 9, 9, -0.5f }, 4, { 0, 0x40, 0, 0xb8 }, { 2, 0, 0, -0.5f } },
		{ c::fp32, o::luminance, { 1, 9, 9, 9 }, 4, { 0, 0, 128, 63 }, { 1, 1, 1, 1 } },
	};

	for (const auto &e : expected) {
		unsigned char memory[8] = {};
		{
			sycl::image<2> image(memory, e.order, e.type, range<2>(1, 1));
			accessor<float4, 2, access_mode::read_write, target::host_image> all(image);

			all.write(int2(0, 0), e.write);
			check(same(all.read(int2(0, 0)), e.read) && image.get_size() == e.size);
		}
		check(std::memcmp(memory, e.bytes, 8) == 0);
	}
	check(thrown([] { sycl::image<1>(o::rgba, c::unorm_short_565, range<1>(1)); }) == errc::invalid);
}

/* An array of images, samplers, and a copy of constant memory. */
static void arrays(queue &q)
{
	constexpr int width = 4, height = 3, count = 2;
	std::vector<float> from(width * height * count), to(from.size());
	const std::vector<float> line{ 1, 2, 3, 4 };
	float sums[4] = {};

	for (std::size_t i = 0; i < from.size(); i++)
		from[i] = float(i);
	{
		sycl::image<3> in(from.data(), image_channel_order::r, image_channel_type::fp32, range<3>(width, height, count));
		sycl::image<3> out(to.data(), image_channel_order::r, image_channel_type::fp32, range<3>(width, height, count), range<2>(16, 48));
		sycl::image<1> constant(static_cast<const void *>(line.data()), image_channel_order::r, image_channel_type::fp32, range<1>(4));
		sycl::image<2> lines(from.data(), image_channel_order::r, image_channel_type::fp32, range<2>(width, height));
		buffer<float> results(sums, 4);

		q.submit([&](handler &h) {
			accessor<float4, 2, access_mode::read, target::image_array> source(in, h);
			accessor<float4, 2, access_mode::write, target::image_array> result(out, h);
			accessor<float4, 1, access_mode::read, target::image_array> rows(lines, h);
			auto row = constant.get_access<float4, access_mode::read>(h);
			accessor sum(results, h);
			const sampler nearest(coordinate_normalization_mode::unnormalized, addressing_mode::clamp_to_edge, filtering_mode::nearest);
			const sampler linear(coordinate_normalization_mode::normalized, addressing_mode::repeat, filtering_mode::linear);

			check(source.get_range() == range<3>(width, height, count) && nearest != linear);
			check(linear.get_addressing_mode() == addressing_mode::repeat && linear.get_filtering_mode() == filtering_mode::linear);
			h.parallel_for(range<3>(count, height, width), [=](item<3> at) {
				const int2 here{ int(at[2]), int(at[1]) };

				result[at[0]].write(here, source[at[0]].read(here) + source[1 - at[0]].read(here - 100, nearest));
				if (at.get_linear_id() == 0) {
					sum[0] = row.read(9, nearest)[0];
					sum[1] = row.read(0.0f, linear)[0];
					sum[2] = rows[2].read(3)[0];
					sum[3] = rows[1].read(-5, nearest)[0];
				}
			});
		});
	}
	for (std::size_t i = 0; i < to.size(); i++)
		check(to[i] == float(i) + (i < 12 ? 12.0f : 0.0f));
	check(sums[0] == 4 && sums[1] == 2.5f && sums[2] == 11 && sums[3] == 4);
}

int main()
{
	queue q;
	const device d = q.get_device();

	check(d.has(aspect::image) && d.get_info<info::device::image_support>());
	check(d.get_info<info::device::image2d_max_width>() >= 8192 && d.get_info<info::device::image3d_max_depth>() >= 2048);
	check(d.get_info<info::device::max_samplers>() >= 16 && d.get_info<info::device::image_max_buffer_size>() >= 65536);
	formats(q);
	sizes(q);
	memories(q);
	taken_back<1>(q);
	taken_back<2>(q);
	taken_back<3>(q);
	conversions(q);
	orders();
	channels();
	arrays(q);
	return done();
}
