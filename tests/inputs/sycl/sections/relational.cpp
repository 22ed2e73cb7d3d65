/* 4.17.9: select, bitselect, any and all, of numbers, vecs and marrays. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	const int4 a(1, 2, 3, 4), b(-1, -2, -3, -4);

	check(all(a > 0) && any(a == 3) && !any(b > 0) && !all(a == 1) && any(int2(0, -1)) && !any(int2(1, 1)));
	const auto s = select(a, b, int4(0, -1, 1, std::numeric_limits<int>::min()));
	check(s[0] == 1 && s[1] == -2 && s[2] == 3 && s[3] == -4);
	check(select(1.0f, 2.0f, true) == 2 && select(1, 2, false) == 1);
	check(bitselect(0xf0, 0x0f, 0x3c) == ((0xf0 & ~0x3c) | (0x0f & 0x3c)) && bitselect(1.0f, 2.0f, 0.0f) == 1);
	const marray<int, 3> m{ 1, 2, 3 }, n(9);
	check(select(m, n, marray<bool, 3>{ true, false, true })[2] == 9 && select(m, n, marray<bool, 3>(false))[0] == 1 && all(m < n) && any(m == 2));
	const float2 f(1, std::numeric_limits<float>::quiet_NaN());
	check(isnan(f)[1] == -1 && isnan(f)[0] == 0 && isequal(f, f)[0] == -1 && isequal(f, f)[1] == 0 && isgreater(f, float2(0))[0] == -1);
	static_assert(std::is_same_v<decltype(isnan(f)), vec<std::int32_t, 2>> && std::is_same_v<decltype(isnan(double2())), vec<std::int64_t, 2>>
		&& std::is_same_v<decltype(isnan(half2())), vec<std::int16_t, 2>> && std::is_same_v<decltype(isnan(1.0)), bool>
		&& std::is_same_v<decltype(isnan(marray<half, 2>())), marray<bool, 2>>);
	return done();
}
