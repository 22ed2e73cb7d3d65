/* 4.3: namespace sycl as another name of cl::sycl, programs and their kernels, and the first names of extensions, as public programs have them. */
#include <CL/sycl.hpp>
#if __SYCL_COMPILER_VERSION > 20200827	/* as programs ask that were written for two releases */
#include <CL/sycl/INTEL/fpga_extensions.hpp>
#else
#error the program would take names of the first releases
#endif
#include <CL/sycl/intel/fpga_extensions.hpp>
#include <CL/sycl/ONEAPI/atomic_ref.hpp>
#include <CL/sycl/backend/level_zero.hpp>
#include <CL/sycl/usm/usm_allocator.hpp>

#include "../check.hpp"

namespace sycl = cl::sycl;

namespace app {
namespace sycl = cl::sycl;
struct point {
	float x, y;
};
}

namespace sycl {
template <>
struct is_device_copyable<app::point> : std::true_type {};
}

template <typename T, int N>
class scale;
class named;
class ranged;
class grouped;
class plain;
class held;
class writer;
class reader;

template <typename T, int N>
void scale_all(sycl::queue &q, sycl::buffer<sycl::vec<T, N>> &b, T factor)
{
	q.submit([&](sycl::handler &cgh) {
		auto a = b.template get_access<sycl::access::mode::read_write>(cgh);
		cgh.parallel_for<scale<T, N>>(b.get_range(), [=](cl::sycl::id<1> i) { a[i] *= factor; });
	});
}

/* Programs of OpenCL C, where a device takes them. */
void sources(sycl::queue &q)
{
	const char *const twice = "kernel void twice(global int *p) { p[get_global_id(0)] *= FACTOR; }",
		*const more = "kernel void more(global int *p, int by) { p[get_global_id(0)] += by; }";
	sycl::program built(q.get_context()), first(q.get_context()), second(q.get_context());
	std::vector<int> values{ 1, 2, 3, 4 };

	if (!q.get_device().ext_oneapi_can_build(sycl::ext::oneapi::experimental::source_language::opencl)) {
		try {
			built.build_with_source(twice);
			check(false);
		} catch (const sycl::feature_not_supported &) {
		}
		return;
	}
	built.build_with_source(twice, "-DFACTOR=2  -cl-mad-enable");
	check(built.has_kernel("twice") && !built.has_kernel("more") && built.get_build_options() == "-DFACTOR=2  -cl-mad-enable");
	check(built.get_state() == sycl::program_state::linked);
	first.compile_with_source(twice, "-DFACTOR=10");
	second.compile_with_source(more);
	check(first.get_state() == sycl::program_state::compiled && !first.has_kernel("twice"));
	sycl::program both({ first, second });
	check(both.has_kernel("twice") && both.has_kernel("more"));
	{
		sycl::buffer<int, 1> b(values.data(), sycl::range<1>(4));

		q.submit([&](sycl::handler &h) {
			h.set_args(b.get_access<sycl::access::mode::read_write>(h));
			h.parallel_for(sycl::range<1>(4), built.get_kernel("twice"));
		});
		q.submit([&](sycl::handler &h) {
			h.set_arg(0, b.get_access<sycl::access::mode::read_write>(h));
			h.set_arg(1, 5);
			h.parallel_for(sycl::range<1>(4), both.get_kernel("more"));
		});
		q.submit([&](sycl::handler &h) {
			h.set_args(b.get_access<sycl::access::mode::read_write>(h));
			h.parallel_for(sycl::range<1>(4), both.get_kernel("twice"));
		});
	}
	check(values[0] == 70 && values[3] == 130);
	try {
		both.get_kernel("none");
		check(false);
	} catch (const sycl::invalid_object_error &) {
	}
	try {
		sycl::program(q.get_context()).build_with_source("kernel void wrong( {}");
		check(false);
	} catch (const sycl::compile_program_error &) {
	}
}

void run_programs(sycl::queue &q)
{
	sycl::program program(q.get_context());
	int value = 0;
	std::vector<int> values(12);

	check(program.get_state() == sycl::program_state::none && !program.has_kernel<named>());
	program.build_with_kernel_type<named>("-cl-fast-relaxed-math");
	check(program.has_kernel<named>() && !program.has_kernel<ranged>() && program.get_build_options() == "-cl-fast-relaxed-math");
	check(program.get_devices().size() == 1 && program.get_context() == q.get_context() && !program.is_host());
	check(program.get_info<sycl::info::program::devices>().size() == 1);
	try {
		program.get_kernel<ranged>();
		check(false);
	} catch (const sycl::invalid_object_error &) {
	}
	try {
		program.compile_with_kernel_type<ranged>();
		check(false);
	} catch (const sycl::invalid_object_error &) {
	}
	sources(q);

	sycl::program first(q.get_context()), second(q.get_context());
	first.compile_with_kernel_type<ranged>();
	second.compile_with_kernel_type<grouped>();
	sycl::program both({ first, second }, "-link");
	check(both.has_kernel<ranged>() && both.has_kernel<grouped>() && both.get_link_options() == "-link");
	{
		sycl::buffer<int, 1> b(&value, sycl::range<1>(1)), all(values.data(), sycl::range<1>(values.size()));
		q.submit([&](sycl::handler &cgh) {
			auto a = b.get_access<sycl::access::mode::discard_write>(cgh);
			cgh.single_task<named>(program.get_kernel<named>(), [=]() { a[0] = 42; });
		});
		q.submit([&](sycl::handler &cgh) {
			auto a = all.get_access<sycl::access::mode::discard_write>(cgh);
			cgh.parallel_for<ranged>(both.get_kernel<ranged>(), sycl::range<2>(3, 4),
				[=](sycl::item<2> i) { a[i.get_linear_id()] = static_cast<int>(10 * i[0] + i[1]); });
		});
		q.submit([&](sycl::handler &cgh) {
			auto a = all.get_access<sycl::access::mode::read_write>(cgh);
			cgh.parallel_for<grouped>(both.get_kernel<grouped>(), sycl::nd_range<3>({ 1, 3, 4 }, { 1, 1, 4 }),
				[=](sycl::nd_item<3> i) { a[i.get_global_linear_id()] += static_cast<int>(100 * i.get_group(1)); });
		});
	}
	check(value == 42);
	for (int i = 0; i < 12; i++)
		check(values[i] == 110 * (i / 4) + i % 4);
}

/* The algorithms of a sub-group as its members, among 52 work-items in sub-groups of up to 32, which all devices have. */
void members(sycl::queue &q)
{
	constexpr int size = 52, results = 10, lanes = 32;
	using sums = sycl::ONEAPI::plus<int>;
	int *const found = sycl::malloc_shared<int>(size * results, q);

	q.parallel_for<class of_members>(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(lanes)]] {
		const sycl::ONEAPI::sub_group g = item.get_sub_group();
		const int i = static_cast<int>(item.get_local_id(0));
		int *const f = found + i * results;

		f[0] = g.any(i == 40);
		f[1] = g.all(i < 40);
		f[2] = g.broadcast(i, sycl::id<1>(3));
		f[3] = g.reduce(i, sums());
		f[4] = g.reduce(i, 100, sums());
		f[5] = g.exclusive_scan(i, sums());
		f[6] = g.exclusive_scan(i, 100, sums());
		f[7] = g.inclusive_scan(i, sums());
		f[8] = g.inclusive_scan(i, sums(), 100);
		f[9] = static_cast<int>(g.get_uniform_group_range()[0]);
	}).wait();
	for (int i = 0; i < size; i++) {
		const int first = i / lanes * lanes, last = first ? size - 1 : lanes - 1, *const f = found + i * results;
		const int before = (first + i - 1) * (i - first) / 2, all = (first + last) * (last - first + 1) / 2;

		check(f[0] == (first == lanes) && f[1] == (first == 0) && f[2] == first + 3 && f[3] == all && f[4] == all + 100);
		check(f[5] == before && f[6] == before + 100 && f[7] == before + i && f[8] == before + i + 100 && f[9] == 2);
	}
	sycl::free(found, q);
}

/* What does not keep a buffer's contents, by its first name. */
static void fill(sycl::queue q)
{
	sycl::buffer<int> b(sycl::range<1>(4));

	static_assert(std::is_same_v<sycl::property::noinit, sycl::property::no_init>);
	q.submit([&](sycl::handler &cgh) {
		const sycl::accessor a(b, cgh, sycl::read_write, sycl::property::noinit());

		check(a.has_property<sycl::property::noinit>());
		cgh.parallel_for<class fills>(sycl::range<1>(4), [=](sycl::id<1> i) { a[i] = int(i[0]); });
	});
	q.submit([&](sycl::handler &cgh) {
		const sycl::accessor a(b, cgh, sycl::write_only, sycl::noinit);

		cgh.parallel_for<class fills_again>(sycl::range<1>(4), [=](sycl::id<1> i) { a[i] = 2 * int(i[0]); });
	});
	check(sycl::host_accessor(b)[3] == 6);
}

/* The programs of the first book on DPC++ have both namespaces open. */
namespace both_open {
using namespace cl::sycl;
using namespace cl::sycl::ONEAPI;

static void run(queue &q)
{
	int sums[3] = { 0, 0, 0 };
	{
		buffer<int> b(sums, 1), most(sums + 1, 1), others(sums + 2, 1);

		q.submit([&](handler &h) {
			auto adds = reduction(b.get_access<access::mode::read_write>(h), plus<int>{});

			h.parallel_for(range<1>(64), adds, [=](id<1> i, auto &add) { add += int(i[0]); });
		});
		q.submit([&](handler &h) {
			accessor a{ most, h };

			h.parallel_for(range<1>(64), cl::sycl::reduction(a, 0, maximum<>()), [=](id<1> i, auto &m) { m.combine(int(i[0])); });
		});
		q.submit([&](handler &h) {
			accessor a{ others, h };

			h.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
				sub_group sg = it.get_sub_group();
				const int sum = reduce(it.get_group(), 1, plus<>()) * broadcast(sg, bit_or<int>()(2, 1) & minimum<int>()(7, 9));
				atomic_ref<int, memory_order::relaxed, memory_scope::device, access::address_space::global_space> at(a[0]);

				if (leader(it.get_group()))
					at += sum;
			});
		});
	}
	check(sums[0] == 2016 && sums[1] == 63 && sums[2] == 4 * 16 * 3 && has_known_identity<plus<int>, int>::value);
}
}

int main()
{
	sycl::queue q;

	fill(q);
	std::vector<sycl::float3> triples(5, sycl::float3(1, 2, 3));
	std::vector<app::point> points(4, { 1, 2 });
	int sum = 5, fresh = 5, piped = 0;

	{
		app::sycl::buffer<sycl::float3> b(triples.data(), sycl::range<1>(triples.size()));
		scale_all<float, 3>(q, b, 2);
		sycl::buffer<app::point> of_points(points.data(), sycl::range<1>(points.size()));
		q.submit([&](sycl::handler &cgh) {
			auto a = of_points.get_access<sycl::access::mode::read_write>(cgh);
			const app::point step{ 3, 4 };
			cgh.parallel_for<held>(sycl::range<1>(4), [=](sycl::item<1> i) { a[i].x += step.x * i[0], a[i].y += step.y; });
		});
	}
	for (const sycl::float3 &v : triples)
		check(v.x() == 2 && v.y() == 4 && v.z() == 6);
	for (int i = 0; i < 4; i++)
		check(points[i].x == 1 + 3 * i && points[i].y == 6);
	run_programs(q);
	both_open::run(q);
	members(q);
	{
		sycl::buffer<int> of_sum(&sum, 1), of_fresh(&fresh, 1);
		q.submit([&](sycl::handler &cgh) {
			auto s = of_sum.get_access<sycl::access::mode::read_write>(cgh);
			auto f = of_fresh.get_access<sycl::access::mode::discard_write>(cgh);
			cgh.parallel_for<plain>(sycl::nd_range<1>(100, 10), sycl::ONEAPI::reduction(s, sycl::ONEAPI::plus<int>()),
				sycl::ONEAPI::reduction(f, 0, sycl::ONEAPI::maximum<int>()), [=](sycl::nd_item<1> i, auto &add, auto &most) {
					sycl::ONEAPI::sub_group g = i.get_sub_group();
					add += static_cast<int>(i.get_global_id(0));
					sycl::ONEAPI::atomic_fence(sycl::ONEAPI::memory_order::acq_rel, sycl::ONEAPI::memory_scope_device);
					most.combine(sycl::ONEAPI::reduce(g, static_cast<int>(i.get_local_id(0)) - 20, sycl::ONEAPI::maximum<>()));
				});
		});
	}
	check(sum == 5 + 4950 && fresh == 0);
	if (q.get_device().is_cpu()) {
		using numbers = sycl::intel::pipe<class numbers_id, int, 4>;
		static_assert(std::is_same_v<numbers, sycl::INTEL::pipe<class numbers_id, int, 4>> && __LIBSYCL_MAJOR_VERSION >= 8);
		sycl::buffer<int> b(&piped, 1);
		q.submit([&](sycl::handler &cgh) {
			cgh.single_task<writer>([=]() {
				for (int i = 1; i < 5; i++)
					numbers::write(i);
			});
		});
		q.submit([&](sycl::handler &cgh) {
			auto a = b.get_access<sycl::access::mode::write>(cgh);
			cgh.single_task<reader>([=]() {
				a[0] = 0;
				for (int i = 1; i < 5; i++)
					a[0] += sycl::INTEL::fpga_reg(numbers::read());
			});
		});
		b.get_access<sycl::access::mode::read>();
		check(b.get_access<sycl::access::mode::read>()[0] == 10);
	}
	return done();
}
