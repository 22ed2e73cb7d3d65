/* 4.14.2: as() keeps the bits between vecs of one size, convert() converts between all element types in every rounding mode. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(std::is_same_v<decltype(std::declval<const float4 &>().convert<int>()), int4> && std::is_same_v<decltype(std::declval<const int2 &>().convert<double, rounding_mode::rtz>()), double2>
	&& std::is_same_v<decltype(std::declval<const float4 &>().as<uint4>()), uint4> && std::is_same_v<decltype(std::declval<const int4 &>().as<short8>()), short8> && std::is_same_v<decltype(std::declval<float4 &>().xy().convert<int>()), int2>);
static_assert(noexcept(float4::size()) && rounding_mode::automatic != rounding_mode::rte);

template <typename To, typename From>
int numbers()
{
	const vec<From, 4> v(From(0), From(1), From(100), From(27));
	const vec<To, 4> c = v.template convert<To>(), z = v.template convert<To, rounding_mode::rtz>();
	int wrong = 0;
	for (int i = 0; i < 4; i++)
		wrong += c[i] != To(v[i]) || z[i] != To(v[i]);
	return wrong;
}
template <typename From>
int to_all()
{
	return numbers<char, From>() + numbers<unsigned char, From>() + numbers<short, From>() + numbers<unsigned short, From>() + numbers<int, From>() + numbers<unsigned, From>() + numbers<long, From>() + numbers<unsigned long, From>()
		+ numbers<half, From>() + numbers<float, From>() + numbers<double, From>();
}
static int wrong_modes()
{
	const vec<float, 8> f(2.5f, -2.5f, 3.5f, 0.4f, -0.4f, 1.6f, -1.6f, 7.0f);
	const int even[] = { 2, -2, 4, 0, 0, 2, -2, 7 }, zero[] = { 2, -2, 3, 0, 0, 1, -1, 7 }, up[] = { 3, -2, 4, 1, 0, 2, -1, 7 }, down[] = { 2, -3, 3, 0, -1, 1, -2, 7 };
	const auto e = f.convert<int, rounding_mode::rte>(), z = f.convert<int, rounding_mode::rtz>(), p = f.convert<int, rounding_mode::rtp>(), n = f.convert<int, rounding_mode::rtn>(), a = f.convert<int>();
	int wrong = 0;
	for (int i = 0; i < 8; i++)
		wrong += e[i] != even[i] || z[i] != zero[i] || p[i] != up[i] || n[i] != down[i] || a[i] != zero[i];
	const vec<double, 2> d(16777217.0, -16777217.0);
	const auto de = d.convert<float, rounding_mode::rte>(), dp = d.convert<float, rounding_mode::rtp>(), dn = d.convert<float, rounding_mode::rtn>(), dz = d.convert<float, rounding_mode::rtz>();
	wrong += de[0] != 16777216.0f || dp[0] != 16777218.0f || dn[0] != 16777216.0f || dz[1] != -16777216.0f || dn[1] != -16777218.0f || dp[1] != -16777216.0f;
	const vec<int, 2> big(16777219, -16777219);
	wrong += big.convert<float, rounding_mode::rtz>()[0] != 16777218.0f || big.convert<float, rounding_mode::rtp>()[0] != 16777220.0f || big.convert<float, rounding_mode::rtn>()[1] != -16777220.0f;
	return wrong;
}
static int wrong_bits()
{
	const float4 f(1.0f, -2.0f, 0.0f, 0.5f);
	const uint4 u = f.as<uint4>();
	const int4 back = f.as<int4>();
	int wrong = u[0] != 0x3f800000u || u[1] != 0xc0000000u || back.as<float4>()[3] != 0.5f || f.as<vec<unsigned char, 16>>()[3] != 0x3f || f.as<ulong2>()[0] != 0xc00000003f800000ul || f.as<double2>().as<float4>()[1] != -2.0f;
	wrong += short8(1, 0, 2, 0, 3, 0, 4, 0).as<int4>()[3] != 4 || half2(half(1), half(-1)).as<vec<unsigned, 1>>()[0] != 0xbc003c00u || int3(1, 2, 3).as<uint3>()[2] != 3u || float3(1, 2, 4).as<int3>()[2] != 0x40800000;
	wrong += f.lo().as<uint2>()[1] != 0xc0000000u || f.wzyx().convert<int>()[2] != -2;
	return wrong;
}

int main()
{
	check(to_all<char>() + to_all<unsigned char>() + to_all<short>() + to_all<unsigned short>() + to_all<int>() + to_all<unsigned>() + to_all<long>() + to_all<unsigned long>() + to_all<half>() + to_all<float>() + to_all<double>() == 0);
	check(wrong_modes() == 0);
	check(wrong_bits() == 0);
	queue q;
	int *const n = malloc_shared<int>(3, q);
	q.single_task([=] { n[0] = to_all<int>() + to_all<float>(); }).wait();
	q.single_task([=] { n[1] = wrong_modes(); }).wait();
	q.single_task([=] { n[2] = wrong_bits(); }).wait();
	check(n[0] == 0 && n[1] == 0 && n[2] == 0);
	free(n, q);
	return done();
}
