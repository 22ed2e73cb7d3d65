// The kernels of kernels.hpp, launches and copies as a program does them with SYCL's runtime;
// program.cu does the same with CUDA's.  Each line: name, microseconds, sum of the result.
#include "kernels.hpp"
#include "sizes.hpp"

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	const std::vector<float> in = numbers();
	std::vector<float> result(FLOATS);
	float *a = sycl::malloc_device<float>(FLOATS, q), *b = sycl::malloc_device<float>(FLOATS, q);
	float *out = sycl::malloc_device<float>(FLOATS, q), *host = sycl::malloc_host<float>(FLOATS, q);
	const auto wait = [&] { q.wait(); };
	const auto measure = [&](const char *name, int count, std::size_t n, const auto &launch) {
		q.memset(out, 0, FLOATS * sizeof(float)).wait();
		const double time = time_of(count, launch, wait);
		q.memcpy(result.data(), out, n * sizeof(float)).wait();
		print(name, time, sum_of(result, n));
	};
	const sycl::range<2> whole(SIDE, SIDE), tile(TILE, TILE);
	const sycl::range<1> line(TILE * TILE);

	std::fprintf(stderr, "device: %s\n", q.get_device().get_info<sycl::info::device::name>().c_str());
	q.memcpy(a, in.data(), FLOATS * sizeof(float));
	q.memcpy(b, in.data() + 1, (FLOATS - 1) * sizeof(float)).wait();

	measure("triad", 20, FLOATS, [&] { q.parallel_for(sycl::range<1>(FLOATS), triad{ out, a, b, 1.5f }); });
	measure("dot", 20, GROUPS, [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for(sycl::nd_range<1>(GROUPS * GROUP, GROUP), dot{ a, b, out, FLOATS, sycl::local_accessor<float, 1>(GROUP, h) });
		});
	});
	measure("tiles", 3, SIDE * SIDE, [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for(sycl::nd_range<2>(whole, tile), tiles{ a, b, out, SIDE, sycl::local_accessor<float, 1>(line, h),
				sycl::local_accessor<float, 1>(line, h) });
		});
	});
	measure("product", 3, SIDE * SIDE, [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for(sycl::nd_range<2>(whole, tile), product{ a, b, out, SIDE, sycl::local_accessor<float, 2>(tile, h),
				sycl::local_accessor<float, 2>(tile, h) });
		});
	});
	measure("bodies", 3, 4 * BODIES, [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for(sycl::nd_range<1>(BODIES, GROUP), bodies{ a, out, BODIES, sycl::local_accessor<float, 1>(4 * GROUP, h) });
		});
	});
	measure("blocks", 20, BLOCKS / GROUP, [&] { q.parallel_for(sycl::nd_range<1>(BLOCKS, GROUP), blocks{ a, out }); });
	measure("launch", 10000, 1, [&] { q.single_task(nothing()); });
	measure("launch-wait", 1000, 1, [&] { q.single_task(nothing()).wait(); });
	std::copy(in.begin(), in.end(), host);
	measure("to-device", 5, FLOATS, [&] { q.memcpy(out, host, FLOATS * sizeof(float)); });
	measure("on-device", 20, FLOATS, [&] { q.memcpy(out, a, FLOATS * sizeof(float)); });
	measure("to-host", 5, 1, [&] { q.memcpy(host, b, FLOATS * sizeof(float)); });
	measure("from-pageable", 3, FLOATS, [&] { q.memcpy(out, in.data(), FLOATS * sizeof(float)); });
	sycl::free(a, q), sycl::free(b, q), sycl::free(out, q), sycl::free(host, q);
}
