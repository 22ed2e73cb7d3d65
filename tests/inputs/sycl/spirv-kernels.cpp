/* Kernels of SPIR-V that the program reads, argv[1], beside its own: arguments of every kind, shapes, what is refused. */
#include <sycl/sycl.hpp>

#include <cstring>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;

struct mixed {
	int a;
	char b;
	double c;
};

static std::vector<std::byte> read_file(const char *path)
{
	std::ifstream file(path, std::ios::binary);
	const std::string text((std::istreambuf_iterator<char>(file)), {});
	std::vector<std::byte> bytes(text.size());

	std::memcpy(bytes.data(), text.data(), text.size());
	return bytes;
}

template <typename Function>
static bool refused(sycl::errc code, const char *words, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		if (e.code() == code && std::strstr(e.what(), words))
			return true;
		std::printf("%s\n", e.what());
	}
	return false;
}

static void arguments(sycl::queue &q, const sycl::kernel &all)
{
	int out[8] = {}, *constants = sycl::malloc_shared<int>(2, q);

	constants[1] = 20000;
	{
		sycl::buffer<int> buffer(out, 8);

		q.submit([&](sycl::handler &h) {
			sycl::accessor a(buffer, h, sycl::write_only, sycl::no_init);
			sycl::local_accessor<float> t(4, h);
			sycl::local_accessor<int> u(4, h);

			h.set_args(a, char(1), sycl::float3(1, 2, 30), mixed{ 500, 2, 7000.0 }, t, constants, std::uint64_t(100000), u);
			h.parallel_for(sycl::nd_range<1>(8, 4), all);
		});
	}
	for (int i = 0; i < 8; i++)
		check(out[i] == 1 + 30 + 502 + 7000 + 100000 + 20000 + i / 4 * 4 + (3 - i % 4) + 1000 * (i / 4));
	sycl::free(constants, q);
}

static void shapes(sycl::queue &q, const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle)
{
	int *x = sycl::malloc_shared<int>(24, q);
	float *f = sycl::malloc_shared<float>(16, q);
	const sycl::kernel ids = bundle.ext_oneapi_get_kernel("ids"), scaled = bundle.ext_oneapi_get_kernel("scaled");

	q.submit([&](sycl::handler &h) {
		h.set_args(x);
		h.parallel_for(sycl::range<3>(2, 3, 4), ids);
	}).wait();
	for (int i = 0; i < 24; i++)
		check(x[i] == i / 12 * 100 + i / 4 % 3 * 10 + i % 4);
	q.submit([&](sycl::handler &h) {
		h.set_args(x);
		h.parallel_for(sycl::nd_range<2>({ 4, 6 }, { 2, 3 }), ids);
	}).wait();
	for (int i = 0; i < 24; i++)
		check(x[i] == i / 6 * 10 + i % 6);
	for (int i = 0; i < 16; i++)
		f[i] = static_cast<float>(i);
	q.submit([&](sycl::handler &h) {
		h.set_arg(1, 1.5f);
		h.set_arg(0, f);
		h.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 4 }), scaled);
	}).wait();
	for (int i = 0; i < 16; i++)
		check(f[i] == 1.5f * static_cast<float>(i));
	check(refused(sycl::errc::nd_range, "requires", [&] {
		q.submit([&](sycl::handler &h) {
			h.set_args(f, 1.0f);
			h.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 4, 2 }), scaled);
		}).wait_and_throw();
	}));
	q.submit([&](sycl::handler &h) {
		h.set_args(x, short(-3), static_cast<unsigned char>(200), 45l);
		h.single_task(bundle.ext_oneapi_get_kernel("one"));
	});
	q.single_task(bundle.ext_oneapi_get_kernel("nothing"));
	q.wait();
	check(*x == -3000000 + 200000 + 45);
	/* A kernel of the program itself, behind one of SPIR-V. */
	sycl::event before = q.submit([&](sycl::handler &h) {
		h.set_args(x);
		h.parallel_for(sycl::range<1>(10), ids);
	});
	q.submit([&](sycl::handler &h) {
		h.depends_on(before);
		h.parallel_for(10, [=](sycl::id<1> i) { x[i] += 5; });
	}).wait();
	check(x[0] == 5 && x[9] == 14);
	sycl::free(x, q);
	sycl::free(f, q);
}

/* An accessor stands for its address alone; placeholders are placed before that. */
static void placeholders(sycl::queue &q, const sycl::kernel &one, const sycl::kernel &ids)
{
	int out[6] = {};
	{
		sycl::buffer<int> buffer(out, 6);
		sycl::accessor<int, 1, sycl::access_mode::write, sycl::target::device, sycl::access::placeholder::true_t> a(buffer);

		check(a.is_placeholder());
		q.submit([&](sycl::handler &h) {
			h.require(a);
			h.set_args(a);
			h.parallel_for(sycl::range<1>(6), ids);
		});
		q.submit([&](sycl::handler &h) {
			h.set_arg(3, 7l);
			h.set_arg(0, a);
			h.set_arg(1, short(0));
			h.set_arg(2, static_cast<unsigned char>(0));
			h.require(a);
			h.single_task(one);
		});
		check(refused(sycl::errc::kernel_argument, "require", [&] {
			q.submit([&](sycl::handler &h) {
				h.set_args(a);
				h.parallel_for(sycl::range<1>(6), ids);
			}).wait_and_throw();
		}));
	}
	for (int i = 0; i < 6; i++)
		check(out[i] == (i ? i : 7));
}

/* Kernels start behind a host task, when bundle and kernel are gone. */
static void late(sycl::queue &q, const sycl::kernel_bundle<sycl::bundle_state::ext_oneapi_source> &source)
{
	int *x = sycl::malloc_shared<int>(6, q);
	std::promise<void> go;

	for (int i = 0; i < 6; i++)
		x[i] = -1;
	{
		const sycl::kernel ids = ex::build(source).ext_oneapi_get_kernel("ids");
		const sycl::event before = q.submit([&](sycl::handler &h) {
			h.host_task([&] { go.get_future().wait(); });
		});

		q.submit([&](sycl::handler &h) {
			h.depends_on(before);
			h.set_args(x);
			h.parallel_for(sycl::range<1>(6), ids);
		});
	}
	check(x[5] == -1);
	go.set_value();
	q.wait();
	for (int i = 0; i < 6; i++)
		check(x[i] == i);
	sycl::free(x, q);
}

static void refuse(sycl::queue &q, const std::vector<std::byte> &bytes, const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle)
{
	const sycl::context context = q.get_context();
	const sycl::kernel one = bundle.ext_oneapi_get_kernel("one");
	int *x = sycl::malloc_shared<int>(1, q);
	std::string log = "old";
	auto launch = [&](auto... values) {
		q.submit([&](sycl::handler &h) {
			h.set_args(values...);
			h.single_task(one);
		});
	};

	check(refused(sycl::errc::kernel_argument, "another number", [&] { launch(x, short(1)); }));
	check(refused(sycl::errc::kernel_argument, "larger", [&] { launch(x, 1, static_cast<unsigned char>(2), 3l); }));
	check(refused(sycl::errc::kernel_argument, "smaller", [&] { launch(x, short(1), static_cast<unsigned char>(2), 3); }));
	check(refused(sycl::errc::invalid, "no kernel 'two'", [&] { bundle.ext_oneapi_get_kernel("two"); }));
	check(refused(sycl::errc::invalid, "own kernels", [&] {
		sycl::get_kernel_bundle<sycl::bundle_state::executable>(context).ext_oneapi_get_kernel("one");
	}));
	check(refused(sycl::errc::invalid, "bytes", [&] {
		ex::create_kernel_bundle_from_source(context, ex::source_language::spirv, std::string("kernel void k() {}"));
	}));
	for (const std::size_t size : { bytes.size() - 4, bytes.size() - 1, std::size_t(20), std::size_t(0) }) {
		const std::vector<std::byte> less(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));

		check(refused(sycl::errc::build, "", [&] {
			ex::build(ex::create_kernel_bundle_from_source(context, ex::source_language::spirv, less), ex::properties{ ex::save_log{ &log } });
		}));
		check(!log.empty() && log != "old");
	}
	sycl::free(x, q);
}

/* Kernels that the program brings have names, and no ids. */
static bool bundle_has_no_ids(sycl::queue &q, const std::vector<std::byte> &bytes)
{
	return ex::build(ex::create_kernel_bundle_from_source(q.get_context(), ex::source_language::spirv, bytes)).get_kernel_ids().empty();
}

int main(int argc, char **argv)
{
	sycl::queue q;
	const std::vector<std::byte> bytes = read_file(argc > 1 ? argv[1] : "spirv-kernels.spv");
	const std::size_t own = sycl::get_kernel_ids().size();
	std::string log = "old";

	check(q.get_device().ext_oneapi_can_build(ex::source_language::spirv) && bundle_has_no_ids(q, bytes));
	check(ex::is_source_kernel_bundle_supported(q.get_backend(), ex::source_language::spirv));
	auto source = ex::create_kernel_bundle_from_source(q.get_context(), ex::source_language::spirv, bytes);
	auto bundle = ex::build(source, ex::properties{ ex::save_log{ &log } });

	check(log.empty() && bundle.ext_oneapi_has_kernel("all") && bundle.ext_oneapi_has_kernel("ids", q.get_device()) && !bundle.ext_oneapi_has_kernel("two"));
	{
		/* The same module twice, and a kernel that outlives its bundle. */
		const sycl::kernel all = ex::build(source, { q.get_device() }).ext_oneapi_get_kernel("all");

		check(all.get_info<sycl::info::kernel::num_args>() == 8 && all.get_info<sycl::info::kernel::function_name>() == "all");
		arguments(q, all);
	}
	arguments(q, bundle.ext_oneapi_get_kernel("all"));
	const sycl::range<3> required = bundle.ext_oneapi_get_kernel("scaled").get_info<sycl::info::kernel_device_specific::compile_work_group_size>(q.get_device());
	check(required[1] == 2 && required[2] == 4);
	shapes(q, bundle);
	placeholders(q, bundle.ext_oneapi_get_kernel("one"), bundle.ext_oneapi_get_kernel("ids"));
	late(q, source);
	check(own && sycl::get_kernel_ids().size() == own);
	refuse(q, bytes, bundle);
	return done();
}
