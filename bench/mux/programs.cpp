// The whole way: SYCL source through sycl-cc and the runtime against OpenMP's
// loops, on one thread (SYCL_CC_THREADS=1, OMP_NUM_THREADS=1), processor time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sycl/sycl.hpp>
#include <vector>

extern "C" {
void omp_nbody(const float *body, float *force, int n, float soft);
void omp_matrix(const float *a, const float *b, float *c, int n);
}

constexpr int runs = 5;

template <typename T>
struct page_allocator {
	using value_type = T;
	T *allocate(std::size_t n) { return static_cast<T *>(std::aligned_alloc(4096, (n * sizeof(T) + 4095) / 4096 * 4096)); }
	void deallocate(T *p, std::size_t) { std::free(p); }
	bool operator==(const page_allocator &) const { return true; }
	bool operator!=(const page_allocator &) const { return false; }
};
using floats = std::vector<float, page_allocator<float>>;

// The middle one of the runs: processor time may jump, both ways, where a thread moves to another processor.
template <typename F>
double usual_time(F f)
{
	std::vector<double> time(runs);

	f();	// may compile
	for (double &t : time) {
		const std::clock_t start = std::clock();
		f();
		t = double(std::clock() - start) / CLOCKS_PER_SEC;
	}
	std::sort(time.begin(), time.end());
	return time[runs / 2];
}

void report(const char *name, double sycl_time, double openmp_time, const floats &got, const floats &want)
{
	for (std::size_t i = 0; i < got.size(); i++)
		if (!(std::fabs(got[i] - want[i]) <= 1e-3f * (std::fabs(want[i]) + 1))) {
			std::fprintf(stderr, "%s: element %zu is %g, OpenMP has %g\n", name, i, got[i], want[i]);
			std::exit(1);
		}
	std::printf("%-12s SYCL    %8.2f ms   OpenMP %8.2f ms   ratio %5.2f\n", name, sycl_time * 1e3, openmp_time * 1e3,
		    openmp_time / sycl_time);
}

/* Aligned alike for both sides. */
floats numbers(std::size_t n)
{
	floats v(n);

	for (std::size_t i = 0; i < n; i++)
		v[i] = float(i * 2654435761u % 1000) / 1000.0f;
	return v;
}

void matrix(sycl::queue &q)
{
	constexpr std::size_t n = 512, tile = 16;
	floats a = numbers(n * n), b = a, c(n * n), want(n * n);
	double time, openmp;
	{
		sycl::buffer<float, 2> ab(a.data(), {n, n}), bb(b.data(), {n, n}), cb(c.data(), {n, n});

		time = usual_time([&] {
			q.submit([&](sycl::handler &h) {
				 sycl::accessor A(ab, h, sycl::read_only), B(bb, h, sycl::read_only);
				 sycl::accessor C(cb, h, sycl::write_only);
				 sycl::local_accessor<float, 2> left({tile, tile}, h), right({tile, tile}, h);
				 h.parallel_for(sycl::nd_range<2>({n, n}, {tile, tile}), [=](sycl::nd_item<2> it) {
					 const std::size_t y = it.get_global_id(0), x = it.get_global_id(1);
					 const std::size_t ly = it.get_local_id(0), lx = it.get_local_id(1);
					 float sum = 0;

					 for (std::size_t t = 0; t < n; t += tile) {
						 left[ly][lx] = A[y][t + lx];
						 right[ly][lx] = B[t + ly][x];
						 sycl::group_barrier(it.get_group());
						 for (std::size_t k = 0; k < tile; k++)
							 sum += left[ly][k] * right[k][lx];
						 sycl::group_barrier(it.get_group());
					 }
					 C[y][x] = sum;
				 });
			 }).wait();
		});
	}
	openmp = usual_time([&] { omp_matrix(a.data(), b.data(), want.data(), int(n)); });
	report("matrix", time, openmp, c, want);
}

struct body {
	float x, y, z, mass;
};

void nbody(sycl::queue &q)
{
	constexpr std::size_t n = 4096;
	floats bodies = numbers(4 * n), force(4 * n), want(4 * n);
	double time, openmp;
	{
		sycl::buffer<body> bb(reinterpret_cast<body *>(bodies.data()), n);
		sycl::buffer<body> fb(reinterpret_cast<body *>(force.data()), n);

		time = usual_time([&] {
			q.submit([&](sycl::handler &h) {
				 sycl::accessor in(bb, h, sycl::read_only);
				 sycl::accessor out(fb, h, sycl::write_only);
				 h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
					 const body me = in[i];
					 float x = 0, y = 0, z = 0;

					 for (std::size_t j = 0; j < n; j++) {
						 const body you = in[j];
						 const float dx = you.x - me.x, dy = you.y - me.y, dz = you.z - me.z;
						 const float r = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
						 const float f = you.mass * r * r * r;
						 x += f * dx;
						 y += f * dy;
						 z += f * dz;
					 }
					 out[i] = body{x, y, z, 0};
				 });
			 }).wait();
		});
	}
	openmp = usual_time([&] { omp_nbody(bodies.data(), want.data(), int(n), 0.01f); });
	report("nbody", time, openmp, force, want);
}

int main()
{
	sycl::queue q;

	matrix(q);
	nbody(q);
}
