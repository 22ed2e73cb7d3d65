/* 4.6.5.3: shortcuts wait for one event, several events, and events in braces. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q;
	int *const p = sycl::malloc_shared<int>(8, q), *const r = sycl::malloc_shared<int>(8, q);

	const sycl::event a = q.fill(p, 3, 8);
	const sycl::event b = q.memset(r, 0, 8 * sizeof(int));
	const sycl::event c = q.copy(p, r, 8, std::vector<sycl::event>{ a, b });
	const sycl::event d = q.parallel_for(sycl::range<1>(8), c, [=](sycl::id<1> i) { r[i] *= 2; });
	const sycl::event e = q.parallel_for(sycl::nd_range<1>(8, 4), { d, a }, [=](sycl::nd_item<1> it) { r[it.get_global_id(0)] += 1; });
	const sycl::event f = q.single_task({ d, e }, [=] { r[0] = 100; });
	const sycl::event g = q.memcpy(p, r, 4 * sizeof(int), f);
	q.prefetch(p, 8 * sizeof(int), g);
	q.mem_advise(p, 8 * sizeof(int), 0, { g });
	q.wait();
	check(p[0] == 100 && p[3] == 7 && p[4] == 3 && r[7] == 7);
	q.parallel_for({ 2, 4 }, [=](sycl::item<2> it) { p[it.get_linear_id()] = int(it[0] * 10 + it[1]); }).wait();
	check(p[7] == 13);
	q.parallel_for({ 2, 2, 2 }, sycl::event(), [=](sycl::id<3> i) { p[i[0] * 4 + i[1] * 2 + i[2]] = int(i[0]); }).wait();
	check(p[3] == 0 && p[4] == 1);
	sycl::free(p, q);
	sycl::free(r, q);
	return done();
}
