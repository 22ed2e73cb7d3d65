#include <sycl/sycl.hpp>

namespace {
struct coef { int z[4]; double a; };
enum class kind : unsigned char { none, some = 200 };
constexpr sycl::specialization_id<coef> one { coef { { 1, 2, 3, 30 }, 31.5 } };
constexpr sycl::specialization_id<kind> three { kind::some };
}
static constexpr auto make_local()
{
	struct local { char x; } l { 32 };
	return l;
}
static constexpr sycl::specialization_id<decltype(make_local())> four { make_local() };

void other(sycl::queue &q, double *p)
{
	q.submit([&](sycl::handler &h) {
		h.single_task([=](sycl::kernel_handler k) {
			p[0] = k.get_specialization_constant<one>().z[3];
			p[1] = k.get_specialization_constant<one>().a;
			p[2] = int(k.get_specialization_constant<three>());
			p[3] = k.get_specialization_constant<four>().x;
		});
	}).wait();
}
