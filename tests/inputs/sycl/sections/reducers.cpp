/* 4.9.2: every operator of a reducer, with user's operations, arrays and several variables. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct keep_larger {
	int operator()(int a, int b) const { return a > b ? a : b; }
};

int main()
{
	using namespace sycl;
	queue q;
	int *const v = malloc_shared<int>(8, q);
	float *const f = malloc_shared<float>(2, q);

	for (int i = 0; i < 8; i++)
		v[i] = i == 1 || i == 2 ? ~0 : 0;
	f[0] = 1e30f, f[1] = 1;
	q.parallel_for(range<1>(100), reduction(v, plus<int>()), reduction(v + 1, bit_and<int>()), reduction(v + 2, minimum<int>()),
		reduction(f, 1e30f, minimum<float>()), [=](id<1> i, auto &sum, auto &bits, auto &least, auto &small) {
			sum += int(i[0]);
			++sum;
			sum++;
			bits &= 0xff ^ (i[0] == 50 ? 4 : 0);
			least.combine(-int(i[0]) - 5);
			small.combine(float(i[0]) + 0.5f);
			static_assert(std::remove_reference_t<decltype(sum)>::dimensions == 0);
		}).wait();
	check(v[0] == 4950 + 200 && v[1] == 0xfb && v[2] == -104 && f[0] == 0.5f);
	q.parallel_for(nd_range<2>({ 8, 8 }, { 4, 2 }), reduction(v + 3, 0, keep_larger()), reduction(v + 4, bit_or<>()), reduction(v + 5, bit_xor<>()),
		reduction(f + 1, multiplies<float>()), [=](nd_item<2> it, auto &largest, auto &any, auto &odd, auto &product) {
			largest.combine(int(it.get_global_linear_id()));
			any |= 1 << it.get_global_id(0);
			odd ^= int(it.get_global_linear_id());
			product *= it.get_global_linear_id() < 3 ? 2.0f : 1.0f;
		}).wait();
	check(v[3] == 63 && v[4] == 255 && v[5] == 0 && f[1] == 8);
	/* ++ adds 1 to each element of a vector. */
	int2 *const pair = malloc_shared<int2>(1, q);
	*pair = int2(3, 4);
	q.parallel_for(nd_range<1>(64, 16), reduction(pair, plus<int2>()), [=](nd_item<1>, auto &sum) { ++sum, sum++; }).wait();
	check(pair->x() == 131 && pair->y() == 132);
	free(pair, q);
	buffer<long> b(range<1>(1));
	host_accessor{ b }[0] = 1000;
	q.submit([&](handler &h) {
		h.parallel_for(range<3>(2, 3, 4), reduction(b, h, plus<>(), property::reduction::initialize_to_identity()),
			[=](item<3> it, auto &sum) { sum += long(it.get_linear_id()); });
	});
	check(host_accessor{ b }[0] == 276);
	q.parallel_for(range<1>(64), reduction(span<int, 4>(v, 4), plus<int>(), property::reduction::initialize_to_identity()), [=](id<1> i, auto &sums) {
		/* operator[] is const. */
		const auto &elements = sums;

		if (i[0] % 2)
			elements[i[0] % 4] += int(i[0]);
		else
			sums[i[0] % 4] += int(i[0]);
	}).wait();
	check(v[0] == 480 && v[3] == 528);
	free(v, q);
	free(f, q);
	return done();
}
