// Kernels of all kinds with the real headers.
#include <sycl/sycl.hpp>

struct not_trivial {
	float *p;
	not_trivial(float *q) : p(q) {}
	not_trivial(const not_trivial &other) : p(other.p) {}
	void operator()() const { p[0] = 1; }
};

void run(sycl::queue &q, float *p)
{
	static const float table[4] = {1, 2, 3, 4};

	q.single_task<class task>([=] { p[0] = table[1]; });
	q.single_task<class task2>(not_trivial(p));
	q.submit([&](sycl::handler &h) {
		h.parallel_for<class range>(sycl::range<1>(8), [=](sycl::id<1> i) { p[i] += 1; });
	});
	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<float, 1> local(sycl::range<1>(4), h);
		h.parallel_for<class nd_range>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
			local[it.get_local_id(0)] = p[it.get_global_id(0)];
			sycl::group_barrier(it.get_group());
			p[it.get_global_id(0)] = local[3 - it.get_local_id(0)];
		});
	});
}
