/* Constant pointers to member functions in kernels: template arguments, constants, of bases, within each other. */
#include <cstdio>
#include <sycl/sycl.hpp>

struct scale {
	int by;
	int times(int a) const { return a * by; }
	int plus(int a) noexcept { return a + by++; }
};
struct shift {
	int by = 2;
	int left(int a) const { return a << by; }
};
struct both : scale, shift {
	int neither(int a) const { return -a; }
};
template <auto Function, typename T>
struct kernel {
	T object;
	int *p;
	void operator()(sycl::id<1> i) const
	{
		T copy = object;

		p[i] = (copy.*Function)((copy.*Function)(static_cast<int>(i[0])));
	}
};
template <typename T, int (T::*Function)(int) const>
static int apply(const T *object, int a)
{
	return (object->*Function)(a);
}

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	int *const p = sycl::malloc_shared<int>(8, q);

	q.parallel_for(sycl::range<1>(8), kernel<&scale::times, scale>{ { 3 }, p }).wait();
	std::printf("%d ", p[5]);
	q.parallel_for(sycl::range<1>(8), kernel<&scale::plus, scale>{ { 3 }, p }).wait();
	std::printf("%d ", p[5]);
	q.parallel_for(sycl::range<1>(8), kernel<&both::left, both>{ { { 3 }, {} }, p }).wait();
	std::printf("%d ", p[5]);
	q.single_task([=] {
		constexpr auto constant = &both::neither;
		const both object{ { 3 }, {} };

		p[0] = (object.*constant)(apply<shift, &shift::left>(&object, apply<scale, &scale::times>(&object, 7)));
	}).wait();
	std::printf("%d\n", p[0]);
	sycl::free(p, q);
}
