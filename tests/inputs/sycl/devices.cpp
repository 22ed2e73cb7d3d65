/*
 * Several devices at once: what a program sees of them, and buffers that move
 * between them.  The drivers of tests/c/fake-streams.h run fake_doubles.
 */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "check.hpp"
#include "throws.hpp"

class fake_doubles_accessor;
class fake_doubles_pointer;
class fake_doubles_placeholder;
class other_kernel;

constexpr sycl::specialization_id<int> factor(5);

static void double_buffer(sycl::queue &q, sycl::buffer<int> &b)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h);

		h.parallel_for<fake_doubles_accessor>(b.get_range(), [=](sycl::id<1> i) { a[i] *= 2; });
	});
}

static void print_errors(const sycl::exception_list &list)
{
	for (const std::exception_ptr &one : list)
		try {
			std::rethrow_exception(one);
		} catch (const sycl::exception &e) {
			std::printf("late: %d: %s\n", e.code().value(), e.what());
		}
}

static void list()
{
	for (const sycl::platform &p : sycl::platform::get_platforms()) {
		std::printf("%s (%zu):", p.get_info<sycl::info::platform::name>().c_str(), p.get_devices().size());
		for (const sycl::device &d : p.get_devices()) {
			std::printf(" [%s]", !d.is_cpu() ?
				d.get_info<sycl::info::device::name>().c_str() : "cpu");
			check(d.get_platform() == p && d.get_backend() == p.get_backend());
		}
		std::printf("\n");
	}
	const sycl::device d;
	std::printf("default: %s\n", d.is_gpu() ? d.get_info<sycl::info::device::name>().c_str() : "cpu");
	if (d.get_backend() == sycl::backend::ext_oneapi_cuda)
		check(d.get_info<sycl::info::device::local_mem_size>() == 94 * 1024
			&& d.get_info<sycl::info::device::sub_group_sizes>() == std::vector<std::size_t>{ 32 }
			&& d.get_info<sycl::info::device::max_work_group_size>() == 1024
			&& d.get_info<sycl::info::device::global_mem_size>() == std::size_t(8) << 30
			&& d.get_info<sycl::info::device::driver_version>() == "CUDA 13.0" && d.has(sycl::aspect::fp64));
}

/* A buffer goes round all devices, and by the host. */
static void move(std::vector<sycl::queue> &queues)
{
	std::vector<int> data(100), original(100);

	std::iota(data.begin(), data.end(), 1);
	original = data;
	int by = 1;
	{
		sycl::buffer<int> b(data);
		sycl::buffer<int> part(b, sycl::id<1>(50), sycl::range<1>(50));

		for (int round = 0; round < 2; round++)
			for (sycl::queue &q : queues) {
			check(q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));	/* graphs are the headers' own */
				double_buffer(q, b);
				by *= 2;
			}
		{
			sycl::host_accessor a(b);

			check(a[3] == 4 * by);
			a[3] = 1;
		}
		for (sycl::queue &q : queues)
			double_buffer(q, part);
		{
			sycl::host_accessor a(b, sycl::read_only);

			check(a[3] == 1 && a[49] == 50 * by && a[50] == (51 * by) << queues.size());
		}
		for (sycl::queue &q : queues) {
			q.submit([&](sycl::handler &h) {
				sycl::accessor to(b, h, sycl::write_only, sycl::no_init);

				h.fill(to, 7);
			});
			double_buffer(q, b);
		}
		int before = 14;
		for (sycl::queue &q : queues) {
			int copied[100] = { 0 };

			q.submit([&](sycl::handler &h) {
				sycl::accessor from(b, h, sycl::read_only);

				h.copy(from, copied);
			}).wait();
			check(copied[0] == before++ && copied[99] == 14);
			q.submit([&](sycl::handler &h) {
				sycl::accessor a(b, h, sycl::read_write_host_task);

				h.host_task([=] { a[0]++; });
			}).wait();
		}
		by = before;
	}
	check(data[0] == by && data[99] == 14);
	sycl::buffer<int> placed(data.data(), sycl::range<1>(100));
	for (sycl::queue &q : queues) {
		sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> a(placed);

		q.submit([&](sycl::handler &h) {
			h.require(a);
			h.parallel_for<fake_doubles_placeholder>(100, [=](sycl::id<1> i) { a[i] *= 2; });
		});
	}
	check(sycl::host_accessor(placed)[99] == 14 << queues.size());
}

/* What is copied out of a buffer is there when the buffer is gone. */
static void copied_out(sycl::queue &q)
{
	for (int i = 1; i < 20; i++) {
		std::vector<int> to(5000);
		{
			sycl::buffer<int> b(sycl::range<1>(5000));

			q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), i); });
			double_buffer(q, b);
			q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), to.data()); });
		}
		check(to[0] == 2 * i && to[4999] == 2 * i);
	}
}

/* Buffers of the same memory at the same time, which all but one of them read. */
static void same_memory(sycl::queue &q)
{
	std::vector<int> in(5000), start(37), out(5000);
	std::iota(in.begin(), in.end(), 0);
	{
		sycl::buffer<int> few(in.data(), 37), all(in.data(), 5000), to_few(start), to_all(out);

		q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(few, h, sycl::read_only), sycl::accessor(to_few, h, sycl::write_only)); });
		q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(all, h, sycl::read_only), sycl::accessor(to_all, h, sycl::write_only)); });
	}
	check(out == in && start[36] == 36);
	for (bool first : { true, false }) {
		std::optional<sycl::buffer<int>> written, read;

		in.assign(5000, 3);
		if (!first)
			read.emplace(in);
		written.emplace(in);
		if (first)
			read.emplace(in);
		q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(*read, h, sycl::read_only), out.data()); }).wait();
		double_buffer(q, *written);
		written.reset();
		check(out[4999] == 3 && in[0] == 6 && in[4999] == 6);
		read.reset();
		check(in[0] == 6 && in[4999] == 6);
	}
	/* A buffer that takes the place of one is made before that one writes back. */
	{
		sycl::buffer<int> b(in);

		double_buffer(q, b);
		b = sycl::buffer<int>(in);
		double_buffer(q, b);
		q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), out.data()); }).wait();
		check(out[0] == 24 && out[4999] == 24);
	}
	check(in[0] == 24 && in[4999] == 24);
	/* Threads use a buffer at once for the first time. */
	for (int n = 0; n < 20; n++) {
		sycl::buffer<int> first(in), second(in);
		std::vector<std::thread> threads;

		(void)sycl::host_accessor(first, sycl::read_only);
		for (int t = 0; t < 4; t++)
			threads.emplace_back([&, t] {
				sycl::queue(q.get_device()).submit([&](sycl::handler &h) {
					h.fill(sycl::accessor(second, h, sycl::range<1>(1000), sycl::id<1>(1000 * t), sycl::write_only), n + t);
				});
			});
		for (std::thread &t : threads)
			t.join();
		const sycl::host_accessor a(second);
		check(a[0] == n && a[3999] == n + 3 && a[4999] == 24 && in[0] == (n ? n - 1 : 24));
	}
	check(in[0] == 19 && in[1000] == 20);
}

static void usm(const sycl::device &d)
{
	sycl::queue q(d, sycl::property::queue::in_order());
	int *device = sycl::malloc_device<int>(64, q), *shared = sycl::malloc_shared<int>(64, q), *host = sycl::malloc_host<int>(64, q);
	struct { char c[12]; } pattern = { "abcdefghijk" };

	for (int i = 0; i < 64; i++)
		host[i] = i;
	q.memcpy(device, host, 64 * sizeof(int)).wait();
	const struct {
		int *p;
		std::size_t n;
	} what = { device, 64 };
	q.parallel_for<fake_doubles_pointer>(64, [=](sycl::id<1> i) { what.p[i] *= what.n == 64 ? 2 : 1; }).wait();
	q.copy(device, shared, 64).wait();
	check(shared[63] == 126 && shared[1] == 2);
	q.fill(device, 9, 64);
	q.memset(device + 32, 1, 16);
	q.fill(device + 40, pattern, 4);
	q.fill(reinterpret_cast<short *>(device) + 1, short(5), 3).wait();
	q.memcpy(shared, device, 64 * sizeof(int)).wait();
	check(shared[32] == 0x01010101 && shared[35] == 0x01010101 && shared[36] == 9 && shared[31] == 9);
	check(std::memcmp(shared + 40 + 9, "abcdefghijk", 12) == 0 && shared[52] == 9 && shared[1] == 0x50005 && shared[2] == 9);
	check(sycl::get_pointer_type(device, q.get_context()) == sycl::usm::alloc::device
		&& sycl::get_pointer_type(host + 63, q.get_context()) == sycl::usm::alloc::host
		&& sycl::get_pointer_device(shared, q.get_context()) == q.get_device());
	sycl::free(device, q);
	sycl::free(shared, q);
	sycl::free(host, q);
	for (std::size_t align = 8; align <= 65536; align *= 8)
		for (sycl::usm::alloc kind : { sycl::usm::alloc::device, sycl::usm::alloc::host, sycl::usm::alloc::shared }) {
			char *aligned = static_cast<char *>(sycl::aligned_alloc(align, 100, q, kind));

			check(aligned && reinterpret_cast<std::size_t>(aligned) % align == 0);
			q.memset(aligned, 1, 100).wait();
			sycl::free(aligned, q);
		}
}

/* Sizes, local memory and constants, as the log has them. */
static void launches(sycl::queue &q)
{
	int *p = sycl::malloc_shared<int>(1, q);
	const auto launch = [&](int value, std::size_t bytes) {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<char> l(bytes, h);

			if (value)
				h.set_specialization_constant<factor>(value);
			h.parallel_for<other_kernel>(sycl::nd_range<3>({ 2, 6, 64 }, { 1, 3, 32 }, { 7, 0, 0 }),
				[=](sycl::nd_item<3>, sycl::kernel_handler k) { l[0] = 1, *p = k.get_specialization_constant<factor>() + l[0]; });
		});
	};

	launch(0, 10);
	launch(6, 50000);
	launch(6, 50000);
	if (q.get_backend() == sycl::backend::ext_oneapi_cuda) {
		/* All that the device tells, beside the 128 bytes of the kernel's own; no more. */
		const std::size_t most = q.get_device().get_info<sycl::info::device::local_mem_size>();

		launch(6, most);
		try {
			launch(6, most + 1);
			check(false);
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::memory_allocation);
		}
	}
	sycl::free(p, q);
}

/* Commands that go on behind the program: their order, and their errors. */
static void late(const sycl::device &d, bool timed)
{
	sycl::queue q(d, print_errors, timed ? sycl::property_list{ sycl::property::queue::enable_profiling() } : sycl::property_list{});
	int *p = sycl::malloc_shared<int>(2, q);
	sycl::event first = q.single_task<class late_first>([=] { p[0] = 1; });
	sycl::event second = q.memset(p + 1, 0, sizeof(int));
	sycl::event join = q.single_task<class late_join>({ first, second }, [=] { p[0] += p[1]; });
	sycl::event task = q.submit([&](sycl::handler &h) {
		h.depends_on(join);
		h.host_task([] {});
	});
	q.single_task<class late_last>(task, [=] { p[0]++; });
	q.wait_and_throw();
	check(!timed || join.get_profiling_info<sycl::info::event_profiling::command_start>()
		>= join.get_profiling_info<sycl::info::event_profiling::command_submit>());
	check(join.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	sycl::free(p, q);
}

/* Waits for the program. */
struct fake_waits_for {
	int *go;
	sycl::accessor<int, 1, sycl::access_mode::read_write> on;
	void operator()() const
	{
		while (!*static_cast<volatile int *>(go))
			;
	}
};

/* Nothing that is submitted waits: not for a kernel that waits for the program, with copies, reductions and streams behind it. */
static void at_once(const sycl::device &d)
{
	using status = sycl::info::event_command_status;
	const auto status_of = [](const sycl::event &e) { return e.get_info<sycl::info::event::command_execution_status>(); };
	sycl::queue q(d), ordered(d, sycl::property::queue::in_order());
	int *go = sycl::malloc_shared<int>(2, q), *device = sycl::malloc_device<int>(64, q);
	std::vector<int> from(64, 21), to(64), out(8);
	const struct {
		char c[6];
	} pattern = { "abcde" };
	const struct {
		int *p;
		std::size_t n;
	} what = { device, 64 };
	std::vector<sycl::event> behind;
	int sum = 0;

	go[0] = go[1] = 0;
	{
		sycl::buffer<int> whole(36), total(&sum, 1);
		sycl::buffer<int> left(whole, 0, 4), right(whole, 32, 4);

		q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(whole, h, sycl::write_only), 3); }).wait();
		const sycl::event first = q.submit([&](sycl::handler &h) { h.single_task(fake_waits_for{ go, { left, h } }); });

		behind.push_back(ordered.submit([&](sycl::handler &h) {
			h.depends_on(first);
			h.memset(device, 0, 64 * sizeof *device);
		}));
		behind.push_back(ordered.memcpy(device, from.data(), 64 * sizeof *device));
		behind.push_back(ordered.parallel_for<class fake_doubles_behind>(64, [=](sycl::id<1> i) { what.p[i] *= what.n == 64 ? 2 : 1; }));
		behind.push_back(ordered.fill(device, pattern, 2));
		behind.push_back(ordered.copy(device, to.data(), 64));
		behind.push_back(q.submit([&](sycl::handler &h) {
			h.depends_on(first);
			h.parallel_for(100, sycl::reduction(total, h, sycl::plus<int>()), [=](sycl::id<1>, auto &r) { r += 1; });
		}));
		behind.push_back(q.submit([&](sycl::handler &h) {
			sycl::stream text(100, 100, h);

			h.depends_on(first);
			h.single_task([=] { text << ""; });
		}));
		behind.push_back(q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(left, h, sycl::read_only), out.data()); }));
		behind.push_back(q.single_task(first, [=] { go[1] = 0; }));
		check(behind.back().get_wait_list() == std::vector<sycl::event>{ first });
		/* The other part is the host's meanwhile. */
		check(sycl::host_accessor(right, sycl::read_only)[3] == 3);
		q.submit([&](sycl::handler &h) { h.copy(from.data(), sycl::accessor(right, h, sycl::write_only)); }).wait();
		for (const sycl::event &e : behind)
			check(status_of(e) == status::submitted);
		check(status_of(first) != status::complete && to[5] == 0);
		go[0] = 1;
		behind.back().wait();
		ordered.wait();
		q.wait();
		for (const sycl::event &e : behind)
			check(status_of(e) == status::complete && e.get_wait_list().empty());
		check(out[3] == 3 && sycl::host_accessor(whole, sycl::read_only)[32] == 21);
	}
	check(to[3] == 42 && to[63] == 42 && std::memcmp(to.data(), "abcde\0abcde", 12) == 0);
	check(d.is_gpu() || sum == 100);
	sycl::free(go, q);
	sycl::free(device, q);
}

/* What helps the driver, and what it cannot take. */
static void hints(const sycl::device &d)
{
	namespace syclex = sycl::ext::oneapi::experimental;
	sycl::queue q(d, sycl::property::queue::in_order());
	int *shared = sycl::malloc_shared<int>(64, q), *device = sycl::malloc_device<int>(64, q), local[4];

	q.prefetch(shared, 64 * sizeof *shared).wait();
	q.prefetch(shared + 1, 0);
	q.prefetch(device, 64 * sizeof *device);
	q.prefetch(local, sizeof local);
	syclex::prefetch(q, shared + 32, 32 * sizeof *shared, syclex::prefetch_type::host);
	q.mem_advise(shared, 128, 3);
	q.mem_advise(shared, 64, 0);
	q.submit([&](sycl::handler &h) { h.prefetch(shared, 4); }).wait();
	for (int bad : { 7, -1 })
		try {
			q.mem_advise(shared, 64, bad);
			check(!d.is_gpu());
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::runtime && std::strstr(e.what(), "MemAdvise failed"));
		}
	sycl::free(shared, q);
	sycl::free(device, q);
}

/* Which devices reach each other's memory: 'a' with atomic operations. */
static void peers(const std::vector<sycl::device> &devices)
{
	using sycl::ext::oneapi::peer_access;

	for (sycl::device a : devices) {
		for (const sycl::device &b : devices) {
			const bool can = a.ext_oneapi_can_access_peer(b);

			std::printf("%c", a.ext_oneapi_can_access_peer(b, peer_access::atomics_supported) ? 'a' : can ? 'y' : 'n');
			if (!can)
				continue;
			a.ext_oneapi_enable_peer_access(b);
			a.ext_oneapi_disable_peer_access(b);
		}
		std::printf("\n");
		try {
			a.ext_oneapi_enable_peer_access(devices[0] == a ? devices.back() : devices[0]);
			check(devices[0] != a && devices.back() != a && !devices[0].is_cpu());
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::feature_not_supported && std::strstr(e.what(), "does not reach the memory of"));
		}
	}
}

/* The driver's own objects. */
template <sycl::backend Own>
static void native(const sycl::device &d)
{
	constexpr auto cuda = sycl::backend::ext_oneapi_cuda;
	constexpr bool has_contexts = Own != sycl::backend::ext_oneapi_hip;
	sycl::queue q(d, sycl::property::queue::in_order());
	sycl::buffer<int> b(8);

	static_assert(std::is_same_v<sycl::backend_return_t<cuda, sycl::device>, int>
		&& std::is_same_v<sycl::backend_return_t<cuda, sycl::queue>, CUstream_st *>
		&& std::is_same_v<sycl::backend_return_t<sycl::backend::opencl, sycl::platform>, _cl_platform_id *>);
	check(throws(sycl::errc::backend_mismatch, [&] { sycl::get_native<sycl::backend::opencl>(d); }));
	check(throws(sycl::errc::invalid, [] { sycl::make_device<Own>((sycl::backend_return_t<Own, sycl::device>)77); }));
	if (d.is_cpu()) {
		check(throws(sycl::errc::backend_mismatch, [&] { sycl::get_native<cuda>(q); }));
		return;
	}
	check(sycl::make_device<Own>(sycl::get_native<Own>(d)) == d);
	if constexpr (has_contexts)
		check(sycl::make_context<Own>(sycl::get_native<Own>(sycl::context(d))).get_platform() == d.get_platform());
	const auto stream = sycl::get_native<Own>(q);

	check(stream && stream == sycl::get_native<Own>(q));
	check(sycl::make_queue<Own>(stream, q.get_context()) == q && sycl::make_queue<Own>(stream, q.get_context()).is_in_order());
	check(throws(sycl::errc::feature_not_supported, [&] {
		sycl::make_queue<Own>(reinterpret_cast<sycl::backend_input_t<Own, sycl::queue>>(&q), q.get_context());
	}));
	check(throws(sycl::errc::feature_not_supported, [&] {
		sycl::make_buffer<Own, int>(sycl::backend_input_t<Own, sycl::buffer<int>>(), q.get_context());
	}));
	check(throws(sycl::errc::invalid, [] { sycl::get_native<Own>(sycl::event()); }));
	double_buffer(q, b);
	sycl::event last = q.single_task([=] {});
	check(sycl::get_native<Own>(last) != nullptr);
	const sycl::event made = sycl::make_event<Own>(sycl::get_native<Own>(last), q.get_context());

	check(sycl::get_native<Own>(made) == sycl::get_native<Own>(last) && made.get_backend() == Own);
	q.submit([&](sycl::handler &h) {
		h.depends_on(made);
		h.single_task([=] {});
	}).wait_and_throw();
	check(made.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h, sycl::write_only, sycl::no_init);

		h.host_task([=](sycl::interop_handle handle) {
			/* The fake driver's memory is the host's. */
			int *const p = reinterpret_cast<int *>(handle.get_native_mem<Own>(a));

			check(handle.get_native_queue<Own>() == stream && handle.get_native_device<Own>() == sycl::get_native<Own>(d));
			check(handle.get_backend() == Own);
			if constexpr (has_contexts)
				check(handle.get_native_context<Own>() == sycl::get_native<Own>(sycl::context(d)));
			std::fill_n(p, 8, 33);
		});
	});
	check(sycl::host_accessor(b, sycl::read_only)[7] == 33);
	/* Accessors of the host and of the device in one task. */
	sycl::buffer<int> c{ sycl::range<1>(8) }, d2{ sycl::range<1>(8) };
	double_buffer(q, b);
	q.submit([&](sycl::handler &h) {
		sycl::accessor from(b, h, sycl::read_only_host_task);
		sycl::accessor to(c, h, sycl::write_only_host_task);
		sycl::accessor there(d2, h, sycl::write_only, sycl::no_init);

		h.host_task([=](sycl::interop_handle handle) {
			int *const p = reinterpret_cast<int *>(handle.get_native_mem<Own>(there));

			for (int i = 0; i < 8; i++)
				to[i] = from[i] + i, p[i] = i;
		});
	});
	double_buffer(q, c);
	double_buffer(q, d2);
	check(sycl::host_accessor(c, sycl::read_only)[7] == 2 * (66 + 7) && sycl::host_accessor(d2, sycl::read_only)[7] == 14);
}

/* Ranges that are long where CUDA's grids are short, and empty ones. */
static void ranges(sycl::queue &q)
{
	const auto launch = [&](auto range) { q.parallel_for(range, [=](auto) {}); };

	launch(sycl::range<3>(1 << 21, 1, 1));
	launch(sycl::range<3>(1 << 20, 1 << 20, 1));
	launch(sycl::range<2>(1 << 25, 1));
	launch(sycl::range<3>(std::size_t(1) << 40, 1, 0));
	q.parallel_for(sycl::nd_range<3>({ std::size_t(1) << 40, 0, 1 }, { 1, 1, 1 }), [=](sycl::nd_item<3>) {});
	check(throws(sycl::errc::nd_range, [&] { launch(sycl::range<3>(std::size_t(1) << 25, 1, 1)); }));
}

int main(int argc, char **argv)
{
	std::vector<sycl::queue> queues;

	try {
		list();
		for (const sycl::device &d : sycl::device::get_devices())
			queues.emplace_back(d, print_errors);
		if (argc < 2 || !std::strcmp(argv[1], "move"))
			move(queues);
		if (argc > 1 && !std::strcmp(argv[1], "peers"))
			peers(sycl::device::get_devices());
		for (sycl::queue &q : queues) {
			if (argc < 2 || !std::strncmp(argv[1], "late", 4))
				late(q.get_device(), argc < 2 || !argv[1][4]);
			if (argc > 1 && !std::strcmp(argv[1], "native"))
				q.get_backend() == sycl::backend::ext_oneapi_hip ? native<sycl::backend::ext_oneapi_hip>(q.get_device())
					: q.get_backend() == sycl::backend::ext_oneapi_level_zero ?
					native<sycl::backend::ext_oneapi_level_zero>(q.get_device())
					: native<sycl::backend::ext_oneapi_cuda>(q.get_device());
			if (argc > 1 && !std::strcmp(argv[1], "hints"))
				hints(q.get_device());
			if (argc > 1 && !std::strcmp(argv[1], "at-once"))
				at_once(q.get_device());
			if (argc < 2)
				copied_out(q), same_memory(q);
			if (argc < 2 || !std::strcmp(argv[1], "usm"))
				usm(q.get_device());
			if (argc < 2 || !std::strcmp(argv[1], "launches"))
				launches(q);
			if (argc > 1 && !std::strcmp(argv[1], "ranges"))
				ranges(q);
		}
	} catch (const sycl::exception &e) {
		std::printf("%d: %s\n", e.code().value(), e.what());
		return 1;
	}
	return done();
}
