/* 4.17.2: the work-items of a sub-group wait for each other at group_barrier, in loops and where only one sub-group comes. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <unsigned N>
static void reversed(sycl::queue &q)
{
	constexpr int n = 64;
	int *out = sycl::malloc_shared<int>(3 * n, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> memory(3 * n, h), other(3 * n, h);

		h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {
			const auto sg = it.get_sub_group();
			const int lanes = N, me = static_cast<int>(sg.get_local_linear_id());
			const int first = 3 * lanes * static_cast<int>(sg.get_group_linear_id());

			/* Each writes a block and reads a stripe. */
			for (int i = 0; i < 3; i++)
				memory[first + 3 * me + i] = first + 3 * me + i;
			sycl::group_barrier(sg);
			for (int i = me; i < 3 * lanes; i += lanes)
				other[first + i] = memory[first + 3 * lanes - 1 - i];
			for (int k = 0; k < 3; k++) {
				sycl::group_barrier(sg, sycl::memory_scope::device);
				for (int i = me; i < 3 * lanes; i += lanes)
					memory[first + (i + 1) % (3 * lanes)] = other[first + i];
				sg.barrier();
				for (int i = me; i < 3 * lanes; i += lanes)
					other[first + i] = memory[first + i];
			}
			if (sg.get_group_linear_id() == 0) {
				sycl::group_barrier(sg);
				memory[me] = other[lanes - 1 - me];
				sycl::group_barrier(sg);
				other[me] = memory[lanes - 1 - me] + 1000;
			}
			sycl::group_barrier(it.get_group());
			for (int i = 0; i < 3; i++)
				out[first + 3 * me + i] = other[first + 3 * me + i];
		});
	}).wait();
	for (int i = 0; i < 3 * n; i++) {
		const int lanes = N, first = i / (3 * lanes) * 3 * lanes, from = (i - first + 3 * lanes - 3) % (3 * lanes);

		check(out[i] == first + 3 * lanes - 1 - from + (i < lanes ? 1000 : 0));
	}
	sycl::free(out, q);
}

int main()
{
	sycl::queue q;

	for (std::size_t size : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
		switch (size) {
		case 1:
			reversed<1>(q);
			break;
		case 4:
			reversed<4>(q);
			break;
		case 16:
			reversed<16>(q);
			break;
		case 32:
			reversed<32>(q);
			break;
		case 64:
			reversed<64>(q);
			break;
		default:
			break;
		}
	return done();
}
