/* What programs that dpct translated call: devices and queues by reference, memory, errors as numbers, parts of sub-groups. */
#include <dpct/dpct.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "check.hpp"

#define WARP 32

static dpct::global_memory<int, 1> counters(4);
static dpct::constant_memory<float, 1> factors(sycl::range<1>(3), { 1, 2, 3 });
static dpct::global_memory<int, 2> table(2, 3);

/* A sum of each work-item and those in front of it in its work-group. */
static void scan(int *data, int width, const sycl::nd_item<3> &it, int *sums)
{
	const int id = int(it.get_group(2) * it.get_local_range(2) + it.get_local_id(2));
	const int lane = int(it.get_local_id(2) % WARP), warp = int(it.get_local_id(2) / WARP);
	int value = data[id];

	for (int i = 1; i < width; i *= 2) {
		const int other = dpct::shift_sub_group_right(it.get_sub_group(), value, unsigned(i), width);

		if (lane >= i)
			value += other;
	}
	if (lane == WARP - 1)
		sums[warp] = value;
	it.barrier(sycl::access::fence_space::local_space);
	for (int i = 0; i < warp; i++)
		value += sums[i];
	data[id] = value;
}

static void devices()
{
	dpct::device_ext &device = dpct::get_current_device();
	sycl::queue &q = device.default_queue();
	dpct::device_info facts;
	std::size_t left = 0, all = 0;
	dpct::queue_ptr stream = device.create_queue();

	check(&q == &dpct::get_default_queue() && &q == &dpct::get_in_order_queue() && q.is_in_order());
	check(!dpct::get_out_of_order_queue().is_in_order() && &dpct::get_out_of_order_queue() == &device.out_of_order_queue());
	check(device.get_saved_queue() == &q && stream != &q && stream->get_context() == dpct::get_default_context());
	device.set_saved_queue(stream);
	check(device.get_saved_queue() == stream);
	device.destroy_queue(stream);
	check(!stream && device.get_saved_queue() == &q);
	dpct::dev_mgr::instance().get_device(0).get_device_info(facts);
	check(facts.get_name() == device.get_info<sycl::info::device::name>() && facts.get_max_work_group_size() == device.get_max_work_group_size());
	device.get_memory_info(left, all);
	check(left <= all && all == device.get_global_mem_size());
	check(dpct::dev_mgr::instance().select_device(0) == 0 && &dpct::get_device(dpct::get_device_id(device)) == &device);
	check(dpct::device_count() == dpct::dev_mgr::instance().device_count() && dpct::get_current_device_id() == 0);
	device.has_capability_or_fail({ sycl::aspect::usm_device_allocations });
	check(DPCT_CHECK_ERROR(dpct::get_device(1000)) == dpct::default_error);
	check(DPCT_CHECK_ERROR(q.wait()) == dpct::success);
	check(dpct::get_error_string_dummy(0) == std::string("no error") && dpct::get_error_string_dummy(dpct::default_error) != std::string("no error"));
	check(syclcompat::get_default_queue() == q);
}

static void memory()
{
	std::vector<int> in(64), out(64);
	int *const p = static_cast<int *>(dpct::dpct_malloc(64 * sizeof(int)));
	std::size_t pitch = 0;
	char *const rows = static_cast<char *>(dpct::dpct_malloc(pitch, 20, 3));
	std::vector<char> back(60, 'x');
	const dpct::err0 result = (dpct::dpct_memset(p, 1, 64 * sizeof(int)), 0);
	sycl::queue &q = dpct::get_default_queue();

	for (int i = 0; i < 64; i++)
		in[std::size_t(i)] = i;
	check(result == 0);
	dpct::dpct_memcpy(out.data(), p, 64 * sizeof(int), dpct::device_to_host);
	check(out[63] == 0x1010101);
	dpct::async_dpct_memset_d32(p, 70000, 60, q);
	dpct::dpct_memset_d16(p + 60, 3, 8);
	dpct::dpct_memcpy(out.data(), p, 64 * sizeof(int));
	check(out[59] == 70000 && out[60] == 0x30003 && out[63] == 0x30003);
	dpct::async_dpct_memcpy(p, in.data(), 64 * sizeof(int), dpct::host_to_device, q);
	dpct::async_dpct_memcpy(out.data(), p, 64 * sizeof(int), dpct::automatic, q);
	q.wait();
	check(out == in);
	dpct::dpct_memset(rows, pitch, 'a', 20, 3);
	dpct::dpct_memcpy(back.data(), 20, rows, pitch, 20, 3, dpct::device_to_host);
	check(pitch >= 20 && back == std::vector<char>(60, 'a'));
	dpct::dpct_free(p);
	dpct::async_dpct_free({ rows }, {}, q);
	dpct::get_current_device().queues_wait_and_throw();
}

static void kernels()
{
	sycl::queue &q = dpct::get_default_queue();
	const dpct::dim3 blocks(2), threads(128);
	int *const data = sycl::malloc_shared<int>(256, q);
	std::complex<float> *const z = sycl::malloc_shared<std::complex<float>>(1, q);
	dpct::event_ptr stop = new sycl::event();

	for (int i = 0; i < 256; i++)
		data[i] = i % 3;
	*stop = q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<int, 1> sums(sycl::range<1>(4), h);

		h.parallel_for<dpct_kernel_name<class scans, dpct_kernel_scalar<32>>>(
			sycl::nd_range<3>(sycl::range<3>(blocks) * sycl::range<3>(threads), threads),
			[=](sycl::nd_item<3> it) [[sycl::reqd_sub_group_size(WARP)]] {
				scan(data, WARP, it, sums.get_multi_ptr<sycl::access::decorated::no>().get());
			});
	});
	stop->wait();
	check(dpct::sycl_event_query(stop) == 0);
	for (int i = 0, sum = 0; i < 256; i++) {
		sum = i % 128 ? sum + i % 3 : i % 3;
		check(data[i] == sum);
	}
	counters.init();
	int *const c = counters.get_ptr();
	const float *const f = factors.get_ptr(q);
	q.submit([&](sycl::handler &h) {
		const dpct::accessor<int, dpct::global, 2> t = table.get_access(h);

		h.parallel_for(sycl::nd_range<3>({ 1, 1, 32 }, { 1, 1, 32 }), [=](sycl::nd_item<3> it) [[sycl::reqd_sub_group_size(WARP)]] {
			const dpct::experimental::logical_group part(it, it.get_group(), 8);
			const int lane = int(it.get_local_id(2));

			dpct::atomic_fetch_add<sycl::access::address_space::generic_space>(&c[part.get_group_linear_id()], int(part.get_local_linear_id()));
			t[1][std::size_t(lane % 3)] = int(f[lane % 3]) + dpct::min(lane, 0);
			if (dpct::permute_sub_group_by_xor(it.get_sub_group(), lane, 1) != (lane ^ 1))
				dpct::atomic_fetch_add(&c[0], 1000);
			if (lane == 0)
				z[0] = std::complex<float>(dpct::fast_length(f, 2), float(dpct::ffs(8)));
		});
	}).wait();
	q.memcpy(data, c, 4 * sizeof(int)).wait();
	check(data[0] == 28 && data[3] == 28 && z->imag() == 4 && z->real() > 2.23f && z->real() < 2.24f);
	q.memcpy(data, table.get_ptr(), 6 * sizeof(int)).wait();
	check(data[0] == 0 && data[3] == 1 && data[5] == 3);
	dpct::destroy_event(stop);
	sycl::free(data, q);
	sycl::free(z, q);
}

int main()
{
	static_assert(std::is_same_v<decltype(dpct::get_default_queue()), sycl::queue &> && DPCT_COMPATIBILITY_TEMP == 900);
	devices();
	memory();
	kernels();
	return done();
}
