void other_unit(sycl::queue &q, int *p);

template <typename F>
void now(const F &f)
{
	f();
}

inline void common(sycl::queue &q, int *p, int i)
{
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[i] = 100 + i; }); });
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[i] += 1000; }); });
}
