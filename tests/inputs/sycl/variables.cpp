/* For debuggers: variables of a kernel of 4 x 4 work-items before and behind a barrier; prints 0 when all is right. */
#include <cstdio>
#include <sycl/sycl.hpp>

class tiles;

int helper(int outer)
{
	int inner = outer + 1;

	return inner * 2;	/* in the helper */
}

int main()
{
	sycl::queue queue;
	int *const result = sycl::malloc_shared<int>(16, queue);

	queue.submit([&](sycl::handler &handler) {
		sycl::local_accessor<int, 1> tile(4, handler);
		handler.parallel_for<tiles>(sycl::nd_range<2>({4, 4}, {2, 2}), [=](sycl::nd_item<2> item) {
			const int place = static_cast<int>(item.get_global_linear_id());
			const bool odd = place & 1;
			int past[2] = {place, place * 3};
			int total = helper(place);	/* before the barrier */

			tile[item.get_local_linear_id()] = place;
			sycl::group_barrier(item.get_group());
			for (int round = 0; round < 4; round++)
				total += tile[round] + past[round & 1];	/* behind the barrier */
			result[place] = total + odd;	/* the result */
		});
	}).wait();
	int wrong = 0;
	for (int place = 0; place < 16; place++) {
		const int first = place / 8 * 8 + place % 4 / 2 * 2;
		const int tile = first + first + 1 + first + 4 + first + 5;
		wrong += result[place] != (place + 1) * 2 + tile + 8 * place + place % 2;
	}
	std::printf("%d\n", wrong);
	sycl::free(result, queue);
}
