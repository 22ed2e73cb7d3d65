// The kernels that tests/gpu/run-ptx.c launches.  Named function objects with
// members in a known order: their bytes are the first argument of each kernel.
#include <sycl/sycl.hpp>

#include <cmath>

struct add_vectors {
	const float *a, *b;
	float *c;

	void operator()(sycl::id<1> i) const { c[i] = a[i] + b[i]; }
};

// Local memory, a barrier, the work-group, and mathematics of both spellings.
struct sum_groups {
	const float *in;
	float *out;
	sycl::local_accessor<float, 1> sines;

	void operator()(sycl::nd_item<1> item) const
	{
		const std::size_t me = item.get_local_id(0), n = item.get_local_range(0);

		sines[n - 1 - me] = sycl::sin(in[item.get_global_id(0)]) + std::exp(in[item.get_global_id(0)]);
		sycl::group_barrier(item.get_group());
		const float sum = sycl::reduce_over_group(item.get_group(), sines[me], sycl::plus<>());

		if (me == 0)
			out[item.get_group(0)] = sum;
	}
};

// Sub-groups: the sum over each, by shuffles, and its size.
struct sum_sub_groups {
	const int *in;
	int *out;

	void operator()(sycl::nd_item<1> item) const
	{
		const auto group = item.get_sub_group();
		const int before = sycl::exclusive_scan_over_group(group, in[item.get_global_id(0)], sycl::plus<>());

		out[item.get_global_id(0)] = before * 100 + static_cast<int>(group.get_local_linear_range());
	}
};

// Atomic operations on integers, in float and in double.
struct count {
	int *number;
	float *sum;
	double *wide_sum;

	void operator()(sycl::item<1> item) const
	{
		using sycl::memory_order, sycl::memory_scope;

		sycl::atomic_ref<int, memory_order::relaxed, memory_scope::device>(number[item[0] % 4]).fetch_add(1);
		sycl::atomic_ref<float, memory_order::acq_rel, memory_scope::device>(*sum).fetch_add(0.5f);
		sycl::atomic_ref<double, memory_order::relaxed, memory_scope::device>(*wide_sum).fetch_add(0.25);
	}
};

int main()
{
	sycl::queue q;
	const int n = 64;
	float *f = sycl::malloc_shared<float>(n, q), *sums = sycl::malloc_shared<float>(n, q);
	int *i = sycl::malloc_shared<int>(n, q), *scanned = sycl::malloc_shared<int>(n, q);
	double *wide = sycl::malloc_shared<double>(1, q);

	q.fill(f, 1.0f, n).wait();
	q.fill(i, 1, n).wait();
	wide[0] = 0;
	q.parallel_for(sycl::range<1>(n), add_vectors{f, f, sums}).wait();
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(n, 16), sum_groups{f, sums, sycl::local_accessor<float, 1>(16, h)});
	}).wait();
	q.parallel_for(sycl::nd_range<1>(n, 16), sum_sub_groups{i, scanned}).wait();
	q.parallel_for(sycl::range<1>(n), count{i, f, wide}).wait();
	return wide[0] == 0.25 * n ? 0 : 1;
}
