/* Sizes that no memory and no counter has are refused before anything is touched; ranges over 2^32 items run. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "check.hpp"

constexpr std::size_t big = std::size_t(1) << 32, huge_size = std::size_t(1) << 61;

static bool refused(sycl::errc wanted, const std::function<void()> &what)
{
	try {
		what();
	} catch (const sycl::exception &e) {
		if (e.code() != wanted)
			std::printf("%s\n", e.what());
		return e.code() == wanted;
	}
	return false;
}

class Local;
class Local2;
class Range1;
class Range2;
class Range3;
class Nd;
class Offset;
class Reduced;
class ReducedNd;
class Empty;
class Many1;
class Many3;
class ManyNd;

static void memory(sycl::queue &q, int *a)
{
	using sycl::errc;
	std::vector<long> data(16, 7);
	long some = 5;

	check(refused(errc::memory_allocation, [&] {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<long> local(huge_size, h);
			h.parallel_for<Local>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { local[0] = 1, *a = 1; });
		});
	}));
	check(refused(errc::memory_allocation, [&] {
		q.submit([&](sycl::handler &h) {
			sycl::local_accessor<char> first(big - 16, h);
			sycl::local_accessor<char, 2> local({ 2, 16 }, h);
			h.parallel_for<Local2>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { local[0][0] = 1, *a = 1; });
		});
	}));
	check(refused(errc::memory_allocation, [] { sycl::buffer<double, 3> b({ big / 2, big / 2, 16 }); }));
	check(refused(errc::memory_allocation, [] { sycl::buffer<double> b(huge_size); }));
	check(refused(errc::memory_allocation, [] { sycl::buffer<char> b(huge_size); }));
	check(refused(errc::invalid, [&] { sycl::buffer<long> b(&some, huge_size); }));
	check((sycl::buffer<double, 3>({ huge_size, huge_size, 0 }).byte_size() == 0));
	sycl::buffer<long> b(data.data(), 16);
	check(refused(errc::invalid, [&] { sycl::buffer<long> part(b, 8, ~std::size_t(0)); }));
	check(refused(errc::invalid, [&] { b.reinterpret<long, 1>(sycl::range<1>(huge_size + 16)); }));
	check(refused(errc::invalid, [&] { sycl::host_accessor(b, sycl::range<1>(~std::size_t(0)), sycl::id<1>(2)); }));
	check(sycl::malloc_shared<long>(huge_size, q) == nullptr && sycl::malloc_device<long>(huge_size * 2, q) == nullptr);
	check(refused(errc::invalid, [&] { q.copy(&some, data.data(), huge_size); }));
	check(refused(errc::invalid, [&] { q.fill(data.data(), some, huge_size); }));
	check(refused(errc::invalid, [&] { q.memcpy(data.data(), &some, ~std::size_t(0)); }));
	check(refused(errc::invalid, [&] { q.memset(data.data(), 1, ~std::size_t(0)); }));
	check(data == std::vector<long>(16, 7));
}

static void ranges(sycl::queue &q, int *a)
{
	using sycl::errc;

	check(refused(errc::nd_range, [&] { q.parallel_for<Range1>(sycl::range<1>(~std::size_t(0)), [=](sycl::id<1>) { *a = 1; }); }));
	check(refused(errc::nd_range, [&] { q.parallel_for<Range2>(sycl::range<2>(big, big), [=](sycl::id<2>) { *a = 1; }); }));
	check(refused(errc::nd_range, [&] { q.parallel_for<Range3>(sycl::range<3>(big, big, 2), [=](sycl::id<3>) { *a = 1; }); }));
	check(refused(errc::nd_range, [&] { q.parallel_for<Nd>(sycl::nd_range<2>({ big, big }, { 1, 1 }), [=](sycl::nd_item<2>) { *a = 1; }); }));
	check(refused(errc::nd_range, [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for<Offset>(sycl::range<1>(2), sycl::id<1>(~std::size_t(0)), [=](sycl::item<1>) { *a = 1; });
		});
	}));
	check(refused(errc::nd_range, [&] {
		q.parallel_for<Reduced>(sycl::range<2>(big, big), sycl::reduction(a, sycl::plus<int>()), [=](sycl::id<2>, auto &sum) { sum += 1; });
	}));
	check(refused(errc::nd_range, [&] {
		q.parallel_for<ReducedNd>(sycl::nd_range<2>({ big, big }, { 1, 1 }), sycl::reduction(a, sycl::plus<int>()),
			[=](sycl::nd_item<2>, auto &sum) { sum += 1; });
	}));
	q.parallel_for<Empty>(sycl::range<3>(big, big, 0), [=](sycl::id<3>) { *a = 1; });
	check(*a == 0);
}

/* Only the work-items past 2^32 do something. */
static void many(sycl::queue &q, int *a)
{
	q.parallel_for<Many1>(sycl::range<1>(big + 8), [=](sycl::id<1> i) {
		if (i[0] >= big)
			a[i[0] - big] = int(i[0] - big) + 1;
	}).wait();
	check(std::accumulate(a, a + 16, 0) == 36 && a[0] == 1 && a[7] == 8);
	q.parallel_for<Many3>(sycl::range<3>(3, 1 << 16, 1 << 15), [=](sycl::item<3> i) {
		if (i.get_linear_id() >= big + big / 2 - 4)
			a[i.get_linear_id() - (big + big / 2 - 4)] = int(i[0] * 10 + (i[2] & 7));
	}).wait();
	check(a[0] == 24 && a[3] == 27 && a[4] == 5);
	q.parallel_for<ManyNd>(sycl::nd_range<1>(big + 2048, 1024), [=](sycl::nd_item<1> i) {
		if (i.get_global_id(0) >= big + 2040)
			a[i.get_global_id(0) - big - 2040] = int(i.get_group(0) - (big >> 10)) * 10000 + int(i.get_local_id(0));
	}).wait();
	check(a[0] == 10000 + 1016 && a[7] == 10000 + 1023);
}

int main(int argc, char **)
{
	sycl::queue q;
	int *a = sycl::malloc_shared<int>(16, q);

	std::fill(a, a + 16, 0);
	memory(q, a);
	ranges(q, a);
	if (argc > 1)
		many(q, a);
	sycl::free(a, q);
	return done();
}
