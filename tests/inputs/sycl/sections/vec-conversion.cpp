/* 4.14.2: conversions between all element types, in every rounding mode, saturating nothing. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	const vec<float, 4> f(1.5f, -1.5f, 2.5f, -2.6f);

	const auto even = f.convert<int, rounding_mode::rte>(), zero = f.convert<int, rounding_mode::rtz>();
	const auto up = f.convert<int, rounding_mode::rtp>(), down = f.convert<int, rounding_mode::rtn>();
	const auto is = [](const vec<int, 4> &v, int a, int b, int c, int d) { return v[0] == a && v[1] == b && v[2] == c && v[3] == d; };
	check(is(even, 2, -2, 2, -3) && is(zero, 1, -1, 2, -2) && is(up, 2, -1, 3, -2) && is(down, 1, -2, 2, -3));
	check(is(f.convert<int>(), 1, -1, 2, -2));
	const auto halves = f.convert<half>();
	const auto bytes = vec<int, 4>(1, -1, 127, 65).convert<signed char>();
	check(halves[3] == half(-2.6f) && bytes[1] == -1 && bytes[2] == 127);
	const auto bits = vec<float, 2>(1.0f, -2.0f).as<vec<std::uint32_t, 2>>();
	check(bits[0] == 0x3f800000 && bits[1] == 0xc0000000);
	const auto shorts = vec<int, 2>(0x10002, 0x30004).as<vec<short, 4>>();
	check(shorts[0] == 2 && shorts[1] == 1 && shorts[3] == 3);
	const vec<int, 3> three = vec<double, 3>(1.9, 2.1, -3.9).convert<int>();
	check(three[0] == 1 && three[1] == 2 && three[2] == -3 && sizeof(three) == 16);
	check((vec<bool, 2>(true, false).convert<int>()[0]) == 1);
	/* Less than half of the least number: 0 with the sign, or that number. */
	const auto sign = [](const vec<float, 2> &v, float a, float b) { return all(v.as<vec<std::int32_t, 2>>() == vec<float, 2>(a, b).as<vec<std::int32_t, 2>>()); };
	const vec<double, 2> tiny(1e-46, -1e-46);
	const vec<float, 2> small(1e-9f, -1e-9f);
	const float least = std::numeric_limits<float>::denorm_min(), half_least = 0x1p-24f;
	check(sign(tiny.convert<float, rounding_mode::rtz>(), 0, -0.0f) && sign(tiny.convert<float, rounding_mode::rte>(), 0, -0.0f));
	check(sign(tiny.convert<float, rounding_mode::rtp>(), least, -0.0f) && sign(tiny.convert<float, rounding_mode::rtn>(), 0, -least));
	check(sign(small.convert<half, rounding_mode::rtz>().convert<float>(), 0, -0.0f));
	check(sign(small.convert<half, rounding_mode::rtp>().convert<float>(), half_least, -0.0f));
	check(sign(small.convert<half, rounding_mode::rtn>().convert<float>(), 0, -half_least));
	return done();
}
