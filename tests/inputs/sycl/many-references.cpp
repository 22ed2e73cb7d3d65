// More than 100 function objects that kernels make refer to variables of the kernel.
#include <sycl/sycl.hpp>
#include <utility>

template <int I> void add_two(int *p)
{
	int n = 0;
	auto add = [&](int v) { p[n++] += v; };

	add(I);
	add(I + 1);
}

template <int... I> void add_all(int *p, std::integer_sequence<int, I...>) { (add_two<I>(p), ...); }

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(2, q), host = 1;

	q.single_task([=] { p[0] = p[1] = 0; add_all(p, std::make_integer_sequence<int, 130>()); }).wait();
#ifdef REFUSED
	q.single_task([&] { p[0] = host; });
#endif
	return p[0] != 129 * 65 || p[1] != 129 * 65 + 130 || host != 1;
}
