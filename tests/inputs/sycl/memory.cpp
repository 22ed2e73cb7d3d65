/* Buffers, accessors, shared memory, copies, events and errors. */
#include <sycl/sycl.hpp>

#include <memory>
#include <numeric>
#include <vector>

#include "check.hpp"

static void buffers(sycl::queue &q)
{
	std::vector<int> v(12), copy(12);
	std::iota(v.begin(), v.end(), 0);
	const std::vector<int> constant = v;
	{
		sycl::buffer<int> b(v), c(constant);
		sycl::buffer<int, 2> part(sycl::range<2>(3, 4));
		sycl::buffer<int> half(b, 6, 6);

		q.submit([&](sycl::handler &h) {
			auto in = c.get_access<sycl::access::mode::read>(h);
			sycl::accessor out(part, h, sycl::write_only);

			h.parallel_for(sycl::range<2>(3, 4), [=](sycl::id<2> i) { out[i] = in[i[0] * 4 + i[1]] * 2; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(half, h);

			h.parallel_for(6, [=](sycl::id<1> i) { a[i] += 100; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h, sycl::range<1>(2), sycl::id<1>(1));

			h.fill(a, -1);
		});
		q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(part, h, sycl::read_only), copy.data()); });
		sycl::host_accessor host(part, sycl::read_only);
		check(host[2][3] == 22);
		check(b.get_host_access()[7] == 107);
	}
	check(copy[11] == 22 && copy[0] == 0);
	check(v[0] == 0 && v[1] == -1 && v[2] == -1 && v[3] == 3 && v[5] == 5 && v[6] == 106 && v[11] == 111);
	check(constant[11] == 11);
}

static void write_back(sycl::queue &q)
{
	std::vector<int> v(4, 1), other(4, 5);
	auto shared = std::make_shared<int>(3);
	{
		sycl::buffer<int> b(v), o(other), k(other.begin(), other.end());
		sycl::buffer<int> s(shared, sycl::range<1>(1));

		b.set_final_data(other.begin());
		o.set_write_back(false);
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(b, h), y(o, h), z(k, h), w(s, h);

			h.parallel_for(4, [=](sycl::id<1> i) {
				x[i] += 10;
				y[i] = 77;
				z[i] = 88;
				if (i == 0)
					w[0] = 4;
			});
		});
	}
	check(v[0] == 1 && other[0] == 11 && other[3] == 11);
	check(*shared == 4);
	{
		sycl::buffer<int> none(v);

		none.set_final_data(nullptr);
		q.submit([&](sycl::handler &h) {
			sycl::accessor x(none, h);

			h.single_task([=] { x[0] = 5; });
		});
	}
	check(v[0] == 1);
}

static void shared_memory(sycl::queue &q)
{
	double *d = sycl::malloc_device<double>(10, q), host[10];
	int *i = static_cast<int *>(sycl::aligned_alloc_host(256, 40, q));

	q.fill(d, 1.5, 10).wait();
	q.parallel_for(10, [=](sycl::id<1> k) { d[k] += double(k[0]); }).wait();
	q.memcpy(host, d, sizeof host).wait();
	check(host[0] == 1.5 && host[9] == 10.5);
	q.memset(i, 0xff, 40).wait();
	check(i[9] == -1 && reinterpret_cast<std::size_t>(i) % 256 == 0);
	q.copy(host + 1, host, 2).wait();
	check(host[0] == 2.5);
	check(sycl::get_pointer_type(d + 3, q.get_context()) == sycl::usm::alloc::device);
	check(sycl::get_pointer_type(i, q.get_context()) == sycl::usm::alloc::host);
	check(sycl::get_pointer_type(host, q.get_context()) == sycl::usm::alloc::unknown);
	check(sycl::get_pointer_device(d, q.get_context()) == q.get_device());
	check(sycl::malloc_device<int>(std::size_t(1) << 60, q) == nullptr);
	check(sycl::malloc_shared<int>(0, q) == nullptr);
	std::vector<int, sycl::usm_allocator<int, sycl::usm::alloc::shared>> v(8, sycl::usm_allocator<int, sycl::usm::alloc::shared>(q));
	int *p = v.data();
	q.parallel_for(8, [=](int k) { p[k] = k; }).wait();
	check(v[7] == 7);
	sycl::free(d, q);
	sycl::free(i, q);
	sycl::free(nullptr, q);
}

static void events()
{
	sycl::queue q{ sycl::property_list{ sycl::property::queue::enable_profiling(), sycl::property::queue::in_order() } }, plain;
	int *a = sycl::malloc_shared<int>(1, q);
	sycl::event first = q.single_task([=] { *a = 1; });
	sycl::event second = q.parallel_for(sycl::range<1>(1), first, [=](sycl::id<1>) { *a += 1; });
	sycl::event third = q.submit([&](sycl::handler &h) {
		h.depends_on({ first, second });
		h.host_task([=] { *a += 1; });
	});
	using namespace sycl::info::event_profiling;

	third.wait();
	check(*a == 3);
	check(second.get_profiling_info<command_submit>() <= second.get_profiling_info<command_start>());
	check(second.get_profiling_info<command_start>() < second.get_profiling_info<command_end>());
	check(second.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	check(q.is_in_order() && q.has_property<sycl::property::queue::in_order>() && !plain.is_in_order());
	try {
		plain.single_task([=] { *a = 1; }).get_profiling_info<command_end>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
	sycl::free(a, q);
}

static void errors()
{
	int caught = 0;
	sycl::queue q{ sycl::default_selector_v, [&](sycl::exception_list list) {
			      for (const std::exception_ptr &e : list) {
				      try {
					      std::rethrow_exception(e);
				      } catch (const std::runtime_error &error) {
					      caught += error.what()[0] == 'x';
				      }
			      }
		      } };

	q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("x"); }); });
	check(caught == 0);
	q.wait_and_throw();
	check(caught == 1);
	q.throw_asynchronous();
	check(caught == 1);
	try {
		q.parallel_for(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) {});
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range && e.category() == sycl::sycl_category() && !e.has_context());
	}
	try {
		const sycl::device none(sycl::gpu_selector_v);
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::runtime);
	}
	try {
		std::vector<int> v(4);
		sycl::buffer<int> b(v);
		sycl::host_accessor a(b, sycl::range<1>(4), sycl::id<1>(1));
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
}

static void devices()
{
	const sycl::device d = sycl::queue().get_device();
	using namespace sycl::info::device;

	check(d.is_cpu() && !d.is_gpu() && d.has(sycl::aspect::fp64) && !d.has(sycl::aspect::accelerator));
	check(d.get_info<max_compute_units>() > 0 && d.get_info<max_work_group_size>() >= 1024);
	check(!d.get_info<name>().empty() && d.get_info<local_mem_size>() >= 32768 && d.get_info<global_mem_size>() > 1000000);
	check(d.get_info<max_work_item_sizes<3>>()[2] >= 1024 && !d.get_info<sub_group_sizes>().empty());
	check(sycl::device::get_devices().size() == 1 && sycl::platform::get_platforms()[0].get_devices()[0] == d);
	check(sycl::device::get_devices(sycl::info::device_type::gpu).empty());
	check(sycl::device(sycl::aspect_selector(sycl::aspect::fp16)) == d);
	check(d.get_info<sycl::info::device::aspects>().size() > 5);
}

int main()
{
	sycl::queue q;

	buffers(q);
	write_back(q);
	shared_memory(q);
	events();
	errors();
	devices();
	return done();
}
