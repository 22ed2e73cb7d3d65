/* 4.14.4: spans of arrays, containers and parts, in kernels and on the host. */
#include <sycl/sycl.hpp>
#include <array>
#include <vector>

#include "../check.hpp"

int main()
{
	using sycl::span;
	int raw[6] = { 1, 2, 3, 4, 5, 6 };
	std::array<int, 3> array{ 7, 8, 9 };
	std::vector<int> vector{ 1, 2 };
	const span<int, 6> fixed(raw);
	const span<int> all(raw), of_array(array), of_vector(vector);
	const span deduced(raw);

	static_assert(std::is_same_v<decltype(deduced), const span<int, 6>> && fixed.extent == 6 && all.extent == sycl::dynamic_extent);
	check(fixed.size() == 6 && all.size_bytes() == 24 && !all.empty() && of_array[2] == 9 && of_vector.back() == 2 && all.front() == 1);
	check(fixed.first<2>()[1] == 2 && fixed.last<2>()[0] == 5 && fixed.subspan<1, 3>().size() == 3 && all.subspan(4)[1] == 6 && all.first(3).back() == 3);
	const span<const int> constant = all;
	int sum = 0;
	for (const int v : constant)
		sum += v;
	check(sum == 21 && *constant.rbegin() == 6 && sycl::as_bytes(all).size() == 24);
	sycl::queue q;
	int *const p = sycl::malloc_shared<int>(4, q);
	const span<int> s(p, 4);
	q.parallel_for(4, [=](sycl::id<1> i) { s[i] = int(i[0] * s.size()); }).wait();
	check(p[3] == 12);
	sycl::free(p, q);
	return done();
}
