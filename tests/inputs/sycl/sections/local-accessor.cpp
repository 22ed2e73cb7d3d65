/* 4.7.6.11: local accessors in 1-D, 2-D and 3-D, of structs and arrays, several at once. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct pair_of {
	int a;
	double b;
};

int main()
{
	using namespace sycl;
	queue q;
	int *const out = malloc_shared<int>(24, q);

	q.submit([&](handler &h) {
		local_accessor<int, 3> cube({ 2, 3, 4 }, h);
		local_accessor<pair_of, 1> pairs(24, h);
		local_accessor<char[3], 1> arrays(24, h);
		local_accessor<float, 2> none;

		check(cube.size() == 24 && cube.get_range() == range<3>(2, 3, 4) && cube.byte_size() == 96 && none.empty());
		h.parallel_for(nd_range<3>({ 2, 3, 4 }, { 2, 3, 4 }), [=](nd_item<3> it) {
			const std::size_t me = it.get_local_linear_id();

			cube[it.get_local_id()] = int(me);
			pairs[me] = { int(me), 0.5 };
			arrays[me][2] = char(me);
			group_barrier(it.get_group());
			out[me] = cube[it.get_local_id(0)][it.get_local_id(1)][3 - it.get_local_id(2)] + int(pairs[23 - me].a * 100 * (pairs[me].b * 2))
				+ arrays[23 - me][2] * 10000;
		});
	}).wait();
	for (int i = 0; i < 24; i++)
		check(out[i] == i / 4 * 4 + 3 - i % 4 + (23 - i) * 100 + (23 - i) * 10000);
	free(out, q);
	return done();
}
