// Specialization constants of types that are local to the translation unit; the other one has types of the same names.
#include <cstdio>

#include <sycl/sycl.hpp>

namespace {
struct coef { float a; int b; };
struct outer { coef c[2]; coef d; char e; };
enum class kind : long { none, some = 1l << 40 };
constexpr sycl::specialization_id<coef> one { coef { 1.5f, 2 } };
constexpr sycl::specialization_id<outer> two { outer { { { 1, 2 }, { 3, 4 } }, { 5, 6 }, 'e' } };
constexpr sycl::specialization_id<kind> three { kind::some };
}
static constexpr auto make_local()
{
	struct local { short x[3]; coef c; } l { { 7, 8, 9 }, { 10, 11 } };
	return l;
}
static constexpr sycl::specialization_id<decltype(make_local())> four { make_local() };

void other(sycl::queue &q, double *p);

int main()
{
	sycl::queue q;
	double *p = sycl::malloc_shared<double>(16, q);

	other(q, p + 8);
	for (int set = 0; set < 2; set++) {
		q.submit([&](sycl::handler &h) {
			if (set) {
				h.set_specialization_constant<one>(coef { 21, 22 });
				h.set_specialization_constant<two>(outer { { { 1, 2 }, { 3, 24 } }, { 25, 6 }, 'f' });
				h.set_specialization_constant<three>(kind::none);
				h.set_specialization_constant<four>(decltype(make_local()) { { 1, 28, 3 }, { 4, 29 } });
			}
			h.single_task([=](sycl::kernel_handler k) {
				const auto v = k.get_specialization_constant<one>();
				const auto w = k.get_specialization_constant<two>();
				const auto l = k.get_specialization_constant<four>();

				p[0] = v.a, p[1] = v.b, p[2] = w.c[1].b, p[3] = w.d.a, p[4] = w.e;
				p[5] = k.get_specialization_constant<three>() == kind::some;
				p[6] = l.x[1], p[7] = l.c.b;
			});
		}).wait();
		for (int i = 0; i < 12; i++)
			std::printf("%g ", p[i]);
		std::puts("");
	}
}
