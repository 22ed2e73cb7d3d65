/* Vectors, half, and the built-in functions, on the device and on the host. */
#include <sycl/sycl.hpp>

#include <cmath>

#include "check.hpp"

using namespace sycl;

/* Fills three arrays; kernels and the host run the same text. */
static void compute(float *f, double *d, int *n)
{
	float c, whole;
	int e;

	f[0] = sycl::sin(1.0f);
	f[1] = sycl::pow(2.0f, 3);
	f[2] = sycl::fmax(1.0f, 2.0f);
	f[3] = sycl::rsqrt(4.0f);
	f[4] = sycl::clamp(5.0f, 0.0f, 2.0f);
	f[5] = sycl::mix(1.0f, 3.0f, 0.5f);
	f[6] = sycl::length(float3(1, 2, 2));
	f[7] = sycl::dot(float4(1), float4(2));
	f[8] = sycl::fma(2.0f, 3.0f, 4.0f);
	f[9] = sycl::cross(float3(1, 0, 0), float3(0, 1, 0)).z();
	f[10] = sycl::sqrt(float2(4, 9)).y();
	f[11] = sycl::ldexp(1.5f, 3);
	f[12] = sycl::sincos(0.5f, &c);
	f[13] = c;
	f[14] = sycl::frexp(12.0f, &e);
	f[15] = static_cast<float>(e);
	f[16] = sycl::pown(2.0f, 5);
	f[17] = sycl::modf(-2.75f, &whole);
	f[18] = whole;
	f[19] = static_cast<float>(sycl::sin(half(1.0f)));
	f[20] = sycl::smoothstep(0.0f, 2.0f, 1.0f);
	f[21] = sycl::native::sqrt(16.0f);
	f[22] = sycl::atan2(1.0f, 1.0f);
	f[23] = sycl::normalize(float2(3, 4)).y();
	d[0] = sycl::cos(1.0);
	d[1] = sycl::pow(2.0, 0.5);
	d[2] = sycl::floor(2.7);
	d[3] = sycl::hypot(3.0, 4.0);
	n[0] = sycl::abs(-3);
	n[1] = sycl::min(4, 3);
	n[2] = sycl::clz(1);
	n[3] = static_cast<int>(sycl::popcount(255u));
	n[4] = sycl::mul_hi(1 << 30, 8);
	n[5] = sycl::add_sat(2147483647, 5);
	n[6] = static_cast<int>(sycl::rotate(1u, 4u));
	n[7] = sycl::max(int2(1, 9), int2(5, 2)).y();
	n[8] = sycl::select(1, 2, true);
	n[9] = sycl::bit_cast<int>(1.0f);
	n[10] = sycl::any(int4(0, 0, -1, 0));
	n[11] = static_cast<int>(sycl::ctz(8ul) + sycl::ext::intel::ctz(sycl::ulong2(8, 1))[1]);
	n[12] = sycl::isnan(std::numeric_limits<float>::quiet_NaN()) + 2 * sycl::isinf(f[0]) + 4 * sycl::isfinite(f[0]);
	n[13] = sycl::isless(float2(1, 5), float2(2, 2)).x();
	n[14] = static_cast<int>(sycl::mul_hi(std::uint64_t(1) << 63, std::uint64_t(6)));
	n[15] = static_cast<int>(sycl::abs_diff(-5, 7));
}

static void verify(const float *f, const double *d, const int *n)
{
	const float want_f[] = { 0.841471f, 8, 2, 0.5f, 2, 2, 3, 8, 10, 1, 3, 12, 0.479426f, 0.877583f, 0.75f, 4, 32, -0.75f, -2,
		0.841471f, 0.5f, 4, 0.785398f, 0.8f };
	const double want_d[] = { 0.5403023058681398, 1.4142135623730951, 2, 5 };
	const int want_n[] = { 3, 3, 31, 8, 2, 2147483647, 16, 9, 2, 0x3f800000, 1, 3, 5, -1, 3, 12 };

	for (int i = 0; i < 24; i++)
		check(std::fabs(f[i] - want_f[i]) < 5e-4f);
	for (int i = 0; i < 4; i++)
		check(std::fabs(d[i] - want_d[i]) < 1e-12);
	for (int i = 0; i < 16; i++)
		check(n[i] == want_n[i]);
}

static void vectors(queue &q)
{
	float4 *v = malloc_shared<float4>(64, q);
	half *h = malloc_shared<half>(64, q);

	q.parallel_for(64, [=](id<1> i) {
		 float4 a(static_cast<float>(i[0]), 1, 2, 3), b(2.0f), c = a * b + 1;

		 c.x() += 10;
		 c.xy() = c.yx();
		 v[i] = float4(c.lo() - c.hi(), c.zw());
		 v[i].w() = (a < b).y() ? 7.0f : 8.0f;
		 h[i] = half(static_cast<float>(i[0])) * 0.5f;
		 h[i] += half(1);
	 }).wait();
	for (int i = 0; i < 64; i++) {
		check(v[i].x() == 3 - 5 && v[i].y() == 2 * i + 11 - 7 && v[i].z() == 5 && v[i].w() == 7);
		check(h[i] == half(static_cast<float>(i) * 0.5f + 1));
	}
	marray<int, 5> m(1, 2, 3, 4, 5);
	m += 2;
	check(m[4] == 7 && (m == 7)[4]);
	check((float4(1.7f, -1.7f, 2.5f, -2.5f).convert<int, rounding_mode::rtn>()[1]) == -2);
	check((float4(1.7f, -1.7f, 2.5f, -2.5f).convert<int, rounding_mode::rte>()[2]) == 2);
	check((int2{ 1, 2 }.swizzle<elem::s1, elem::s0>()[0]) == 2);
	check(float4(1).as<int4>()[3] == 0x3f800000);
	check(sizeof(float3) == 16 && sizeof(half) == 2 && sizeof(vec<double, 16>) == 128);
	check(static_cast<float>(std::numeric_limits<half>::max()) == 65504.0f && half(1.0f) + 1 == 2.0f);
	check(static_cast<float>(ext::oneapi::bfloat16(1.00390625f)) == 1.0f);
	check(reinterpret_cast<const std::uint16_t &>(static_cast<const half &>(half(0.1f))) == 0x2e66);
	free(v, q);
	free(h, q);
}

int main()
{
	queue q;
	float *f = malloc_shared<float>(24, q), host_f[24];
	double *d = malloc_shared<double>(4, q), host_d[4];
	int *n = malloc_shared<int>(16, q), host_n[16];

	q.single_task([=] { compute(f, d, n); }).wait();
	verify(f, d, n);
	compute(host_f, host_d, host_n);
	verify(host_f, host_d, host_n);
	vectors(q);
	return done();
}
