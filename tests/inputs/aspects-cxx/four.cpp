// A kernel that reaches double, half, a 64-bit atomic_ref and a type that the
// user marked, through two functions and a template.
#include <sycl/sycl.hpp>

struct [[__sycl_detail__::__uses_aspects__(sycl::aspect::ext_intel_matrix)]] tile {
	int rows = 2;
};

template <typename T>
void
add(T *p, T x)
{
	sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device> cell(*p);
	cell.fetch_add(x);
}

int
inner(long *p, sycl::half *h, double d)
{
	h[0] = h[1] + h[2];
	add(p, (long)(d * 2.0));
	return (int)p[1];
}

int
outer(long *p, sycl::half *h, double *d)
{
	tile t;
	return inner(p, h, *d) + t.rows;
}

int
main()
{
	sycl::queue q;
	long *p = sycl::malloc_shared<long>(4, q);
	sycl::half *h = sycl::malloc_shared<sycl::half>(4, q);
	double *d = sycl::malloc_shared<double>(4, q);
	int *small = sycl::malloc_shared<int>(4, q);

	q.single_task<class everything>([=]() [[sycl::device_has(sycl::aspect::fp64, sycl::aspect::fp16, sycl::aspect::ext_intel_matrix)]] {
		p[1] = outer(p, h, d);
	});
	q.single_task<class nothing>([=]() { add(small, 1); });
	q.wait();
}
