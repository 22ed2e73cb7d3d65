/* Minima and maxima where the compiler takes numbers for finite (-ffast-math): identities are finite, and results those of other programs. */
#include <sycl/sycl.hpp>

#include "check.hpp"

using namespace sycl;

static queue q;

template <typename T, typename Operation>
void of(Operation op, T start)
{
	static_assert(!__FINITE_MATH_ONLY__ || known_identity_v<Operation, T> - known_identity_v<Operation, T> == T(0));
	T *const p = malloc_shared<T>(32, q), *const to = malloc_shared<T>(32, q), wanted = op(T(5), T(11));

	for (int i = 0; i < 32; i++)
		p[i] = T(5 + i % 7);
	to[5] = to[6] = start;
	q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> i) {
		const group<1> g = i.get_group();
		/* Some of the group have no element, and some groups no value. */
		const T joint = joint_reduce(g, p, p + 9, op), over = reduce_over_group(g, p[i.get_local_id(0)], op);
		const T before = exclusive_scan_over_group(g, p[i.get_local_id(0)], op), up_to = inclusive_scan_over_group(g, p[i.get_local_id(0)], op);
		const T few = joint_reduce(i.get_sub_group(), p, p + 8, op);

		if (i.get_local_id(0) == 31)
			to[0] = joint, to[1] = over, to[2] = before, to[3] = up_to, to[4] = few;
	}).wait();
	q.parallel_for(32, reduction(to + 5, known_identity_v<Operation, T>, op), [=](id<1> i, auto &r) { r.combine(p[i]); }).wait();
	q.parallel_for(nd_range<1>(64, 8), reduction(to + 6, op), [=](nd_item<1> i, auto &r) {
		if (i.get_global_id(0) < 32)
			r.combine(p[i.get_global_id(0)]);
	}).wait();
	q.parallel_for(32, reduction(to + 7, op, property::reduction::initialize_to_identity()), [=](id<1> i, auto &r) { r.combine(p[i]); }).wait();
	for (int i = 0; i < 8; i++)
		check(to[i] == (i == 5 || i == 6 ? op(start, wanted) : wanted));
	free(p, q), free(to, q);
}

int main()
{
	of<float>(minimum<>(), 20), of<float>(maximum<float>(), 1), of<float>(minimum<float>(), 2), of<float>(maximum<>(), 30);
	of<double>(minimum<double>(), 20), of<double>(maximum<>(), 1);
	of<half>(minimum<>(), half(20)), of<half>(maximum<half>(), half(1));
	return done();
}
