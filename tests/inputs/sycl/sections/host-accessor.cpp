/* 4.7.6.10: host accessors of every mode, their conversions and comparisons. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	buffer<float, 3> b(range<3>(2, 3, 4));
	{
		host_accessor w(b, write_only, no_init);

		static_assert(std::is_same_v<decltype(w), host_accessor<float, 3, access_mode::write>>);
		for (std::size_t i = 0; i < 2; i++)
			for (std::size_t j = 0; j < 3; j++)
				for (std::size_t k = 0; k < 4; k++)
					w[i][j][k] = float(i * 100 + j * 10 + k);
	}
	host_accessor rw(b);
	host_accessor<const float, 3> from_rw = rw;
	host_accessor<float, 3, access_mode::read> same = from_rw;
	static_assert(std::is_same_v<decltype(host_accessor(b, read_only)), host_accessor<float, 3, access_mode::read>>);
	static_assert(std::is_same_v<decltype(from_rw[id<3>()]), const float &>);
	check((from_rw[{ 1, 2, 3 }]) == 123 && same[1][2][3] == 123 && rw.get_range() == range<3>(2, 3, 4));
	check(*rw.get_pointer() == 0 && rw.size() == 24 && !rw.empty() && rw.get_offset() == id<3>(0, 0, 0));
	const host_accessor copy(rw);
	check(copy == rw && std::hash<decltype(rw)>()(copy) == std::hash<decltype(rw)>()(rw));
	return done();
}
