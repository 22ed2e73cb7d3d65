/* Images of programs that dpct translated: of matrices, of memory in a row and in rows, arrays, and images without a type. */
#include <dpct/dpct.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "check.hpp"

constexpr int width = 7, height = 5, depth = 3;

static dpct::image_wrapper<float, 2> picture;
static dpct::image_wrapper<sycl::uchar4, 1> row;

static void matrices()
{
	sycl::queue &q = dpct::get_default_queue();
	dpct::image_matrix_p pixels = new dpct::image_matrix(dpct::image_channel(32, 0, 0, 0, dpct::image_channel_data_type::fp), sycl::range<2>(width, height));
	std::vector<float> in(width * height);
	float *const out = sycl::malloc_shared<float>(width * height * 3, q);

	for (int i = 0; i < width * height; i++)
		in[std::size_t(i)] = float(i * i);
	dpct::dpct_memcpy(pixels->to_pitched_data(), sycl::id<3>(0, 0, 0), dpct::pitched_data(in.data(), width * sizeof(float), width * sizeof(float), 1),
		sycl::id<3>(0, 0, 0), sycl::range<3>(width * sizeof(float), height, 1));
	check(pixels->get_dims() == 2 && pixels->get_range() == sycl::range<3>(width, height, 1) && pixels->get_channel().get_total_size() == 4);
	picture.set(sycl::addressing_mode::clamp_to_edge, sycl::filtering_mode::linear, sycl::coordinate_normalization_mode::unnormalized);
	picture.attach(pixels);
	q.submit([&](sycl::handler &h) {
		const auto image = picture.get_access(h);
		const auto sampler = picture.get_sampler();

		h.parallel_for(sycl::nd_range<3>({ 1, height, width }, { 1, 1, width }), [=](sycl::nd_item<3> it) {
			const int x = int(it.get_global_id(2)), y = int(it.get_global_id(1));
			dpct::image_accessor_ext<float, 2> texture(sampler, image);

			out[y * width + x] = texture.read(float(x) + 0.5f, float(y) + 0.5f);
			out[width * height + y * width + x] = texture.read(float(x) + 1.0f, float(y) + 0.5f);
			out[2 * width * height + y * width + x] = texture.read(x - 2, y);
		});
	}).wait();
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++) {
			const auto at = [&](int i, int j) { return in[std::size_t((j < 0 ? 0 : j) * width + (i < 0 ? 0 : i < width ? i : width - 1))]; };

			check(out[y * width + x] == at(x, y));
			check(out[width * height + y * width + x] == (at(x, y) + at(x + 1, y)) / 2);
			/* A pixel's number is the place of its corner, as in CUDA. */
			check(out[2 * width * height + y * width + x] == (at(x - 2, y) + at(x - 3, y) + at(x - 2, y - 1) + at(x - 3, y - 1)) / 4);
		}
	picture.detach();
	sycl::free(out, q);
	delete pixels;
}

static void memory()
{
	sycl::queue &q = dpct::get_default_queue();
	sycl::uchar4 *const colors = sycl::malloc_device<sycl::uchar4>(9, q);
	std::size_t pitch = 0;
	std::int16_t *const rows = static_cast<std::int16_t *>(dpct::dpct_malloc(pitch, width * sizeof(sycl::short2), height));
	sycl::uchar4 *const out = sycl::malloc_shared<sycl::uchar4>(9, q);
	sycl::short2 *const out2 = sycl::malloc_shared<sycl::short2>(width * height, q);
	dpct::image_wrapper<sycl::short2, 2> image;

	q.parallel_for(sycl::range<1>(9), [=](sycl::id<1> i) {
		const std::uint8_t n = std::uint8_t(i[0]);

		colors[i] = { n, std::uint8_t(n * 2), std::uint8_t(255 - n), std::uint8_t(1) };
	}).wait();
	row.attach(colors, 9 * sizeof(sycl::uchar4));
	q.submit([&](sycl::handler &h) {
		const auto access = row.get_access(h, q);
		const auto sampler = row.get_sampler();

		h.parallel_for(sycl::range<1>(9), [=](sycl::item<1> i) {
			out[i] = dpct::image_accessor_ext<sycl::uchar4, 1>(sampler, access).read(int(i[0]));
		});
	}).wait();
	for (int i = 0; i < 9; i++)
		check(out[i].x() == i && out[i].y() == 2 * i && out[i].z() == 255 - i && out[i].w() == 1);

	const std::size_t step = pitch / sizeof(std::int16_t);
	q.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> i) {
		rows[i[0] * step + 2 * i[1]] = std::int16_t(i[0] * 100 + i[1]);
		rows[i[0] * step + 2 * i[1] + 1] = std::int16_t(-int(i[1]));
	}).wait();
	image.attach(rows, width, height, pitch);
	image.set(sycl::addressing_mode::repeat, sycl::filtering_mode::nearest, 1);
	check(image.is_coordinate_normalized() && image.get_channel_num() == 2 && image.get_channel_size() == 16);
	q.submit([&](sycl::handler &h) {
		const auto access = image.get_access(h);
		const auto sampler = image.get_sampler();

		h.parallel_for(sycl::range<2>(height, width), [=](sycl::id<2> i) {
			dpct::image_accessor_ext<sycl::short2, 2> texture(sampler, access);

			out2[i[0] * width + i[1]] = texture.read((float(i[1]) + 0.5f) / width + 1, (float(i[0]) + 0.5f) / height);
		});
	}).wait();
	for (int i = 0; i < width * height; i++)
		check(out2[i].x() == i / width * 100 + i % width && out2[i].y() == -(i % width));
	row.detach();
	sycl::free(colors, q);
	dpct::dpct_free(rows);
	sycl::free(out, q);
	sycl::free(out2, q);
}

/* A texture object, whose data and type are known at run time, and an array of images. */
static void objects()
{
	sycl::queue &q = dpct::get_default_queue();
	const auto ints = dpct::image_channel::create<int>();
	dpct::image_matrix box(ints, sycl::range<3>(width, height, depth)), layers(ints, sycl::range<3>(width, height, depth));
	std::vector<int> in(width * height * depth);
	int *const out = sycl::malloc_shared<int>(width * height * depth, q), *const layer = sycl::malloc_shared<int>(width * height * depth, q);
	dpct::memcpy_parameter copy;
	dpct::sampling_info info;
	dpct::image_wrapper<int, 3, true> array;

	for (int i = 0; i < width * height * depth; i++)
		in[std::size_t(i)] = i;
	copy.from.pitched = dpct::pitched_data(in.data(), width * sizeof(int), width, height);
	copy.to.image = &box;
	copy.size = sycl::range<3>(width * sizeof(int), height, depth);
	dpct::dpct_memcpy(copy);
	copy.to.image = &layers;
	dpct::async_dpct_memcpy(copy, q);
	q.wait();
	info.set(sycl::addressing_mode::clamp, sycl::filtering_mode::nearest, sycl::coordinate_normalization_mode::unnormalized);
	const dpct::image_wrapper_base_p texture = dpct::create_image_wrapper(dpct::image_data(&box), info);
	const std::unique_ptr<dpct::image_wrapper_base> end(texture);
	check(texture->get_data().get_data_type() == dpct::image_data_type::matrix && texture->get_addressing_mode() == sycl::addressing_mode::clamp);
	array.attach(&layers);
	q.submit([&](sycl::handler &h) {
		const auto image = static_cast<dpct::image_wrapper<int, 3> *>(texture)->get_access(h);
		const auto images = array.get_access(h);
		const auto sampler = texture->get_sampler();

		h.parallel_for(sycl::range<3>(depth, height, width), [=](sycl::item<3> i) {
			const int x = int(i[2]), y = int(i[1]), z = int(i[0]);
			dpct::image_accessor_ext<int, 3> read(sampler, image);
			dpct::image_accessor_ext<int, 2, true> read_layer(sampler, images);

			out[i.get_linear_id()] = read.read(x, y, z) + read.read(float(x) + 100, float(y), float(z));
			layer[i.get_linear_id()] = read_layer.read(z, x, y) + read_layer.read(z, float(x) + 0.5f, float(y) + 0.5f);
		});
	}).wait();
	for (int i = 0; i < width * height * depth; i++)
		check(out[i] == i && layer[i] == 2 * i);
	sycl::free(out, q);
	sycl::free(layer, q);
}

template <typename Function>
static bool refuses(const Function &f)
{
	try {
		f();
	} catch (const std::exception &) {
		return true;
	}
	return false;
}

static void refused()
{
	dpct::image_wrapper<float, 2> nothing;
	dpct::image_wrapper<float, 3> box;
	float data[4] = {};

	check(refuses([] { dpct::image_channel(8, 16, 0, 0, dpct::image_channel_data_type::signed_int); }));
	check(refuses([] { dpct::image_channel(64, 0, 0, 0, dpct::image_channel_data_type::fp).get_channel_type(); }));
	box.attach(data, 2, 2, 8);
	dpct::get_default_queue().submit([&](sycl::handler &h) {
		check(refuses([&] { nothing.get_access(h); }) && refuses([&] { box.get_access(h); }));
	});
}

int main()
{
	matrices();
	memory();
	objects();
	refused();
	return done();
}
