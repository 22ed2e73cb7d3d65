/* 5.2: kernel names: nested classes, templates, types of namespaces, forward declarations on the spot. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace names {
class outer;
template <typename T, int Number>
struct wrapped;
}
template <template <typename, int> class Template, typename... T>
class of_template;
struct holder {
	class inner;
};

int main()
{
	sycl::queue q;
	int *const p = sycl::malloc_shared<int>(1, q);

	*p = 0;
	q.single_task<names::outer>([=] { *p += 1; }).wait();
	q.single_task<names::wrapped<int, 3>>([=] { *p += 10; }).wait();
	q.single_task<names::wrapped<const char *, -3>>([=] { *p += 100; }).wait();
	q.single_task<of_template<names::wrapped, int, float>>([=] { *p += 1000; }).wait();
	q.single_task<holder::inner>([=] { *p += 10000; }).wait();
	q.single_task<class here>([=] { *p += 100000; }).wait();
	check(*p == 111111);
	sycl::free(p, q);
	return done();
}
