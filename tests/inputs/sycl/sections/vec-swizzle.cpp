/* 4.14.2.2: swizzles read, write, are operands and functions' arguments. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	float4 v(1, 2, 3, 4);
	const float4 c(5, 6, 7, 8);

	v.xy() = c.swizzle<elem::w, elem::z>();
	check(v[0] == 8 && v[1] == 7 && v[2] == 3);
	v.swizzle<3, 0>() = float2(-1, -2);
	check(v.w() == -1 && v.x() == -2);
	v.lo() += v.hi();
	check(v.x() == 1 && v.y() == 6);
	v.odd() *= 2.0f;
	check(v[1] == 12 && v[3] == -2);
	const float2 sum = v.xy() + c.zw() - 1.0f;
	check(sum[0] == 7 && sum[1] == 19 && dot(v.xy(), c.xy()) == 5 + 72 && sycl::max(v.zw(), c.xy())[0] == 5);
	float x = v.z();
	x += c.x();
	check(x == 8);
	const auto nested = c.wzyx().swizzle<1, 0>();
	check(nested[0] == 7 && nested[1] == 8);
	int16 wide(0);
	wide.s9() = 4, wide.sF() = 5;
	check(wide[9] == 4 && wide.hi().hi()[3] == 5 && wide.even().even().odd()[0] == 0);
	v.xyz() = float3(0);
	check(v.x() == 0 && v.y() == 0 && v.z() == 0 && v.w() == -2);
	v = float4(v.yx(), c.xy());
	check(v[2] == 5 && all(v.xy() == float2(0)));
	return done();
}
