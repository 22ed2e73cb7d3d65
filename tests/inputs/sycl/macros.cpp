/* Compiled with every upper-case letter but T, and usual words, defined as macros: see headers.bats. */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main()
{
	sycl::queue queue;
	std::vector<float> values(64, 1.5f);
	sycl::marray<int, 3> counts{ 1, 2, 3 };
	float sum = 0;

	{
		sycl::buffer<float, 2> whole(values.data(), sycl::range<2>(8, 8));
		sycl::buffer<float> total(&sum, 1);

		queue.submit([&](sycl::handler &group) {
			sycl::accessor inside(whole, group, sycl::read_write);
			sycl::local_accessor<float> local(8, group);

			group.parallel_for(sycl::nd_range<2>({ 8, 8 }, { 1, 8 }), [=](sycl::nd_item<2> item) {
				const sycl::float4 four(inside[item.get_global_id()], 2, 3, 4);

				local[item.get_local_id(1)] = sycl::clamp(sycl::dot(four, four), 0.0f, 2.0f);
				sycl::group_barrier(item.get_group());
				inside[item.get_global_id()] = local[7 - item.get_local_id(1)] * four.xy().y() + sycl::sqrt(0.0f);
			});
		});
		queue.submit([&](sycl::handler &group) {
			sycl::accessor inside(whole, group, sycl::read_only);

			group.parallel_for(sycl::range<2>(8, 8), sycl::reduction(total, group, sycl::plus<>()),
				[=](sycl::id<2> id, auto &to) { to += inside[id] + static_cast<float>(counts[2]); });
		});
	}
	std::printf("%g\n", sum);
	return sum == 64 * (2 * 2 + 3) ? 0 : 1;
}
