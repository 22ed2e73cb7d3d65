/* 4.7.6: accessors are containers: iterators, references and swap. */
#include <sycl/sycl.hpp>
#include <algorithm>
#include <numeric>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int> a(range<1>(10)), b(range<1>(10));
	{
		host_accessor x(a), y(b);

		using type = decltype(x);
		static_assert(std::is_same_v<type::value_type, int> && std::is_same_v<type::reference, int &>
			&& std::is_same_v<std::iterator_traits<type::iterator>::iterator_category, std::random_access_iterator_tag>);
		std::iota(x.begin(), x.end(), 0);
		std::fill(y.begin(), y.end(), 7);
		check(std::accumulate(x.cbegin(), x.cend(), 0) == 45 && *x.rbegin() == 9 && *(x.crend() - 1) == 0 && x.end() - x.begin() == 10);
		x.swap(y);
		check(x[0] == 7 && y[9] == 9);
		std::reverse(y.begin(), y.end());
		check(y.begin()[0] == 9);
	}
	int *const sum = malloc_shared<int>(2, q);
	q.submit([&](handler &h) {
		accessor in(a, h, read_only);
		local_accessor<int, 1> local(10, h);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
			sum[0] = sum[1] = 0;
			for (const int v : in)
				sum[0] += v;
			int n = 0;
			for (int &v : local)
				v = n++;
			for (auto i = local.crbegin(); i != local.crend(); ++i)
				sum[1] = sum[1] * 2 + *i;
		});
	}).wait();
	int expected = 0;
	for (int i = 9; i >= 0; i--)
		expected = expected * 2 + i;
	check(sum[0] == 45 && sum[1] == expected);
	free(sum, q);
	return done();
}
