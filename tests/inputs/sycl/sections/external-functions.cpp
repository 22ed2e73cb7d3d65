/* 5.10.1: functions with SYCL_EXTERNAL, in every place of the macro. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

SYCL_EXTERNAL int first(int v);
extern SYCL_EXTERNAL int second(int v);
SYCL_EXTERNAL inline int third(int v) { return v * 1000; }
namespace there {
extern "C" SYCL_EXTERNAL int fourth_of_sections(int v);
}
SYCL_EXTERNAL int first(int v) { return v; }
SYCL_EXTERNAL int second(int v) { return first(v) * 100; }
int there::fourth_of_sections(int v) { return v + 7; }

int main()
{
	sycl::queue q;
	int *const p = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *p = first(1) + second(2) + third(3) + there::fourth_of_sections(0); }).wait();
	check(*p == 3208);
	sycl::free(p, q);
	return done();
}
