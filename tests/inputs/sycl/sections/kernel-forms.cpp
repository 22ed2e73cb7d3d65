/* 4.9.4.2: kernels are lambdas, functors and templates, with names and without. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <typename T>
struct scale {
	T *data;
	T by;
	void operator()(sycl::id<1> i) const { data[i] *= by; }
};
struct task {
	int *data;
	void operator()() const { data[0] = -1; }
};
template <typename T>
class named;

template <typename T>
static void generic(sycl::queue q, T *p)
{
	q.parallel_for<named<T>>(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] += T(1); }).wait();
}

int main()
{
	sycl::queue q;
	int *const p = sycl::malloc_shared<int>(4, q);
	double *const d = sycl::malloc_shared<double>(4, q);
	float *const f = sycl::malloc_shared<float>(4, q);

	q.fill(p, 3, 4).wait();
	q.fill(f, 1.5f, 4).wait();
	q.parallel_for(sycl::range<1>(4), scale<int>{ p, 5 }).wait();
	q.parallel_for(sycl::range<1>(4), scale<float>{ f, 2 }).wait();
	check(p[3] == 15 && f[2] == 3);
	generic(q, p);
	generic(q, f);
	check(p[3] == 16 && f[2] == 4);
	q.single_task(task{ p }).wait();
	const auto lambda = [=](auto i) { p[i] += int(sizeof(i) > 0); };
	q.parallel_for(sycl::range<1>(4), lambda).wait();
	check(p[0] == 0 && p[1] == 17);
	struct local {
		int *data;
		int values[3];
		void operator()() const { data[1] = values[0] + values[2]; }
	};
	q.single_task(local{ p, { 1, 2, 3 } }).wait();
	check(p[1] == 4);
	if (q.get_device().has(sycl::aspect::fp64)) {
		q.fill(d, 2.0, 4).wait();
		generic(q, d);
		check(d[1] == 3);
	}
	sycl::free(p, q);
	sycl::free(d, q);
	sycl::free(f, q);
	return done();
}
