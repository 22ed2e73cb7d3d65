// Kernels that go through memory once: time of the best run of each on one
// thread (SYCL_CC_THREADS=1), which may be another one than that of the program: "NAME SECONDS" a line.  The dot product is
// that of most programs: a loop in strides of the launch, then a tree in local
// memory; reductions are sycl::reduction().  Sums are those of each 32 numbers, by exchanges within sub-groups.
// openmp-dot and openmp-sums are the plain loops in C.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <vector>

extern "C" {
double omp_dot(const double *a, const double *b, long n);
void omp_sums(const double *a, double *sums, long n);
}

constexpr int runs = 12;
constexpr std::size_t n = 1 << 22;

template <typename F>
void measure(const char *name, F f)
{
	double best = 1e9;

	for (int i = 0; i <= runs; i++) {
		const auto start = std::chrono::steady_clock::now();
		f();
		const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
		if (i && time < best)	// the first run may compile
			best = time;
	}
	std::printf("%s %.6f\n", name, best);
}

void check(const char *name, double got, double want)
{
	if (std::fabs(got - want) <= 1e-9 * std::fabs(want))
		return;
	std::fprintf(stderr, "%s is %.17g, wanted %.17g\n", name, got, want);
	std::exit(1);
}

void dot(sycl::queue &q, const char *name, const double *a, const double *b, std::size_t groups, std::size_t size)
{
	double *sums = sycl::malloc_shared<double>(groups, q), sum = 0;

	measure(name, [&] {
		q.submit([&](sycl::handler &h) {
			 sycl::local_accessor<double, 1> part(size, h);

			 h.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
				 const std::size_t local = item.get_local_id(0), stride = item.get_global_range(0);

				 part[local] = 0;
				 for (std::size_t i = item.get_global_id(0); i < n; i += stride)
					 part[local] += a[i] * b[i];
				 for (std::size_t half = item.get_local_range(0) / 2; half; half /= 2) {
					 sycl::group_barrier(item.get_group());
					 if (local < half)
						 part[local] += part[local + half];
				 }
				 if (local == 0)
					 sums[item.get_group_linear_id()] = part[0];
			 });
		 }).wait();
	});
	for (std::size_t i = 0; i < groups; i++)
		sum += sums[i];
	check(name, sum, omp_dot(a, b, long(n)));
	sycl::free(sums, q);
}

void sums(sycl::queue &q, const double *a, double *got, double *want)
{
	measure("sums", [&] {
		q.parallel_for(sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> item) {
			 const sycl::sub_group s = item.get_sub_group();
			 double x = a[item.get_global_id(0)];

			 for (unsigned d = 16; d > 0; d /= 2)
				 x += sycl::permute_group_by_xor(s, x, d);
			 if (s.leader())
				 got[item.get_global_id(0) / 32] = x;
		 }).wait();
	});
	measure("openmp-sums", [&] { omp_sums(a, want, long(n)); });
	for (std::size_t i = 0; i < n / 32; i++)
		check("sums", got[i], want[i]);
}

/* The dot product as a reduction, of numbers in a row and in a square. */
void reduced_dot(sycl::queue &q, const double *a, const double *b)
{
	constexpr std::size_t side = 1 << 11;
	static_assert(side * side == n);
	double *sum = sycl::malloc_shared<double>(1, q);
	const auto fresh = [=] { return sycl::reduction(sum, sycl::plus<>(), sycl::property::reduction::initialize_to_identity()); };

	measure("reduction", [&] {
		q.parallel_for(sycl::range<1>(n), fresh(), [=](sycl::id<1> i, auto &x) { x += a[i] * b[i]; }).wait();
	});
	check("reduction", *sum, omp_dot(a, b, long(n)));
	measure("reduction-2d", [&] {
		q.parallel_for(sycl::range<2>(side, side), fresh(), [=](sycl::id<2> i, auto &x) {
			 const std::size_t at = i[0] * side + i[1];

			 x += a[at] * b[at];
		 }).wait();
	});
	check("reduction-2d", *sum, omp_dot(a, b, long(n)));
	sycl::free(sum, q);
}

int main()
{
	sycl::queue q;
	double *a = sycl::malloc_shared<double>(n, q), *b = sycl::malloc_shared<double>(n, q);
	double *c = sycl::malloc_shared<double>(n, q), sum = 0;
	const double scalar = 0.4;
	const sycl::range<1> all(n);

	for (std::size_t i = 0; i < n; i++) {
		a[i] = 0.1 + double(i % 7);
		b[i] = 0.2;
	}
	measure("copy", [&] { q.parallel_for(all, [=](sycl::id<1> i) { c[i] = a[i]; }).wait(); });
	measure("mul", [&] { q.parallel_for(all, [=](sycl::id<1> i) { b[i] = scalar * c[i]; }).wait(); });
	measure("add", [&] { q.parallel_for(all, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait(); });
	measure("triad", [&] { q.parallel_for(all, [=](sycl::id<1> i) { a[i] = b[i] + scalar * c[i]; }).wait(); });
	dot(q, "dot", a, b, 8, q.get_device().get_info<sycl::info::device::max_work_group_size>());
	dot(q, "dot-256", a, b, 64, 256);
	reduced_dot(q, a, b);
	sums(q, a, c, b);
	measure("openmp-dot", [&] { sum = omp_dot(a, b, long(n)); });
	return sum == 0;
}
