/* Programs that dpct translated without USM: pointers find buffers, from which kernels get accessors. */
#define DPCT_USM_LEVEL_NONE
#include <dpct/dpct.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"

static dpct::constant_memory<float, 1> factors(sycl::range<1>(3), { 2, 3, 5 });
static dpct::global_memory<int, 2> table(4, 3);
static dpct::global_memory<int, 0> counter(7);

static void multiply(const float *in, float *out, const float *by, int n, const sycl::nd_item<3> &it)
{
	const int i = int(it.get_group(2) * it.get_local_range(2) + it.get_local_id(2));

	if (i < n)
		out[i] = in[i] * by[i % 3];
}

static void kernels()
{
	static constexpr int n = 100;
	sycl::queue &q = dpct::get_default_queue();
	std::vector<float> in(n), out(n, -1);
	float *const a = static_cast<float *>(dpct::dpct_malloc(sizeof(float) * n));
	float *const b = (float *)dpct::dpct_malloc(n * sizeof(float) * 2);

	for (int i = 0; i < n; i++)
		in[std::size_t(i)] = float(i);
	check(dpct::is_device_ptr(a) && dpct::is_device_ptr(a + n - 1) && !dpct::is_device_ptr(in.data()) && !dpct::is_device_ptr(5));
	dpct::dpct_memset(b, 0, n * sizeof(float) * 2);
	dpct::dpct_memcpy(a, in.data(), sizeof(float) * n, dpct::host_to_device);
	factors.init();
	{
		const std::pair<dpct::buffer_t, std::size_t> out_buffer = dpct::get_buffer_and_offset(b + 10);
		dpct::buffer_t buffer = dpct::get_buffer(a), to = out_buffer.first;
		const std::size_t offset = out_buffer.second;

		q.submit([&](sycl::handler &h) {
			const auto by = factors.get_access(h);
			const auto in_access = buffer.get_access<sycl::access::mode::read_write>(h);
			const auto out_access = to.get_access<sycl::access::mode::read_write>(h);

			h.parallel_for(sycl::nd_range<3>({ 1, 1, 128 }, { 1, 1, 32 }), [=](sycl::nd_item<3> it) {
				multiply((const float *)(&in_access[0]), (float *)(&out_access[0] + offset), by.get_pointer().get(), n, it);
			});
		});
	}
	dpct::dpct_memcpy(out.data(), b + 10, sizeof(float) * n, dpct::device_to_host);
	for (int i = 0; i < n; i++)
		check(out[std::size_t(i)] == float(i) * (i % 3 == 0 ? 2.f : i % 3 == 1 ? 3.f : 5.f));
	/* A later piece of the same allocation, by wrappers. */
	q.submit([&](sycl::handler &h) {
		const dpct::access_wrapper<const float *> from(b + 10, h);
		const dpct::access_wrapper to(b + n + 10, h);
		const auto t = table.get_access(h);
		const auto c = counter.get_access(h);

		h.parallel_for(sycl::range<2>(4, 3), [=](sycl::id<2> i) {
			const std::size_t at = i[0] * 3 + i[1];

			to.get_raw_pointer()[at] = from.get_raw_pointer()[at] + 1;
			t[i] = int(at) + c;
		});
	}).wait();
	dpct::async_dpct_memcpy(a, b + n + 10, 12 * sizeof(float), dpct::device_to_device, q);
	dpct::async_dpct_memcpy(in.data(), a, 12 * sizeof(float), dpct::automatic, q);
	q.wait();
	for (int i = 0; i < 12; i++)
		check(in[std::size_t(i)] == out[std::size_t(i)] + 1);
	check(*dpct::get_host_ptr<float>(b + n + 11) == 4 && dpct::get_buffer<float>(b).size() == 2 * n);
	check(dpct::get_host_ptr<int>(table.get_ptr())[11] == 18 && factors[2] == 5);
	dpct::dpct_free(a);
	check(!dpct::is_device_ptr(a));
	dpct::async_dpct_free({ b, nullptr }, {}, q);
}

static void rows()
{
	std::size_t pitch = 0;
	int *const p = static_cast<int *>(dpct::dpct_malloc(pitch, 5 * sizeof(int), 3));
	dpct::pitched_data box = dpct::dpct_malloc(sycl::range<3>(5 * sizeof(int), 3, 2));
	int in[15], out[30] = {};

	for (int i = 0; i < 15; i++)
		in[i] = i;
	dpct::dpct_memcpy(p, pitch, in, 5 * sizeof(int), 5 * sizeof(int), 3);
	dpct::dpct_memset(box, 1, sycl::range<3>(5 * sizeof(int), 3, 2));
	dpct::dpct_memset_d32(static_cast<char *>(box.get_data_ptr()) + box.get_pitch(), 77, 5);
	dpct::dpct_memcpy(box, sycl::id<3>(0, 0, 1), dpct::pitched_data(p, pitch, 5 * sizeof(int), 3), sycl::id<3>(0, 0, 0),
		sycl::range<3>(5 * sizeof(int), 3, 1));
	dpct::dpct_memcpy(dpct::pitched_data(out, 5 * sizeof(int), 5 * sizeof(int), 3), sycl::id<3>(0, 0, 0), box, sycl::id<3>(0, 0, 0),
		sycl::range<3>(5 * sizeof(int), 3, 2));
	check(out[0] == 0x1010101 && out[5] == 77 && out[9] == 77 && out[10] == 0x1010101);
	for (int i = 0; i < 15; i++)
		check(out[15 + i] == i);
	dpct::dpct_free(p);
	dpct::dpct_free(box.get_data_ptr());
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

int main()
{
	int host = 0;
	void *const p = dpct::dpct_malloc(16);

	kernels();
	rows();
	check(refuses([&] { dpct::get_buffer(&host); }) && refuses([&] { dpct::dpct_free(&host); }));
	check(refuses([&] { dpct::dpct_memcpy(p, &host, 17); }) && refuses([&] { dpct::dpct_memset(static_cast<char *>(p) + 8, 0, 9); }));
	check(!dpct::dpct_malloc(0));
	check(refuses([] { dpct::global_memory<int, 1>(sycl::range<1>(2), { 1, 2, 3 }); }));
	check(refuses([] { dpct::constant_memory<int, 2>(sycl::range<2>(2, 1), { { 1 }, { 2, 3 } }); }));
	dpct::dpct_free(nullptr);
	return done();
}
