/*
 * What a device refuses, and why; and values of specialization constants: for devices whose
 * features are those of an OpenCL driver without half precision and sub-groups.
 */
#include <sycl/sycl.hpp>

#include <cstdio>

#include "check.hpp"

struct pair {
	char c;
	int i;
	bool operator==(const pair &other) const { return c == other.c && i == other.i; }
};
constexpr sycl::specialization_id<int> number(4);
constexpr sycl::specialization_id<pair> both(pair{ 'a', 5 });

template <typename Function>
static void told(const char *what, const Function &f)
{
	try {
		f();
		std::printf("%s: no exception\n", what);
	} catch (const sycl::exception &e) {
		std::printf("%s: %d: %s\n", what, e.code().value(), e.what());
	}
}

static void constants(sycl::queue &q)
{
	int *p = sycl::malloc_shared<int>(3, q);

	for (int value : { 4, 7, 9, 7 }) {
		q.submit([&](sycl::handler &h) {
			if (value != 4)
				h.set_specialization_constant<number>(value);
			if (value == 9)
				h.set_specialization_constant<both>(pair{ 'z', -1 });
			check(h.get_specialization_constant<number>() == value);
			h.single_task<class reads_constants>([=](sycl::kernel_handler k) {
				p[0] = k.get_specialization_constant<number>();
				p[1] = k.get_specialization_constant<both>().c;
				p[2] = k.get_specialization_constant<both>().i;
			});
		}).wait();
		check(p[0] == value && p[1] == (value == 9 ? 'z' : 'a') && p[2] == (value == 9 ? -1 : 5));
	}
	sycl::free(p, q);
}

int main()
{
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(1, q);

	told("half", [&] { q.single_task<class uses_half>([=] { *p = sycl::half(*p) * sycl::half(2.0f); }).wait(); });
	told("size", [&] {
		q.parallel_for<class needs_size>(sycl::nd_range<2>({ 8, 8 }, { 4, 2 }),
			[=](sycl::nd_item<2> i) [[sycl::reqd_work_group_size(2, 4)]] { *p = i.get_local_id(0); }).wait();
	});
	told("dimensions", [&] {
		q.parallel_for<class needs_other_size>(sycl::nd_range<1>(8, 8),
			[=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(8)]] { *p = i.get_local_id(0); }).wait();
		q.parallel_for<class needs_dimensions>(sycl::nd_range<3>({ 1, 2, 8 }, { 1, 2, 4 }),
			[=](sycl::nd_item<3> i) [[sycl::reqd_work_group_size(4, 2, 1)]] { *p = i.get_local_id(0); }).wait();
	});
	told("sub-group", [&] {
		q.parallel_for<class needs_sub_group>(sycl::nd_range<1>(64, 64),
			[=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(64)]] { *p = 1; }).wait();
	});
	told("uneven", [&] { q.parallel_for<class uneven>(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) { *p = 1; }).wait(); });
	told("local", [&] {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<char> l(std::size_t(1) << 30, h);

			h.parallel_for<class much_local>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { *p = l[0] = 1; });
		}).wait();
	});
	constants(q);
	sycl::free(p, q);
	return done();
}
