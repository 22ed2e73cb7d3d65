/* 4.17.6: native:: and half_precision:: functions of numbers, vecs, swizzles and marrays, and fast_ functions, against the exact ones. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T>
bool near(T a, T b, T relative)
{
	return std::fabs(a - b) <= relative * std::fmax(std::fabs(b), T(1));
}

#define ONE(f)                                                                                                             \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(native::f(x)), float4> && std::is_same_v<decltype(native::f(m)), marray<float, 3>> && std::is_same_v<decltype(native::f(1.0f)), float> && std::is_same_v<decltype(native::f(x.xy())), float2>); \
		static_assert(std::is_same_v<decltype(half_precision::f(x)), float4> && std::is_same_v<decltype(half_precision::f(m)), marray<float, 3>>); \
		const float4 r = native::f(x), h = half_precision::f(x);                                                   \
		for (int i = 0; i < 4; i++)                                                                                \
			wrong += !near(r[i], sycl::f(x[i]), 1e-3f) || !near(h[i], sycl::f(x[i]), 2e-2f) || !near(native::f(x[i]), r[i], 1e-5f); \
		wrong += !near(native::f(m)[1], sycl::f(m[1]), 1e-3f) || !near(half_precision::f(m)[2], sycl::f(m[2]), 2e-2f); \
	} while (0)

static int wrong_ones()
{
	const float4 x(0.5f, 1.25f, 2.0f, 0.75f), y(2.0f, 1.5f, 0.5f, 3.0f);
	const marray<float, 3> m(0.25f, 1.5f, 1.0f);
	int wrong = 0;

	ONE(cos);
	ONE(exp);
	ONE(exp2);
	ONE(exp10);
	ONE(log);
	ONE(log2);
	ONE(log10);
	ONE(rsqrt);
	ONE(sin);
	ONE(sqrt);
	ONE(tan);
	const float4 p = native::powr(x, y), d = native::divide(x, y), r = native::recip(x), hp = half_precision::powr(x, y), hd = half_precision::divide(x, y), hr = half_precision::recip(x);
	for (int i = 0; i < 4; i++)
		wrong += !near(p[i], powr(x[i], y[i]), 1e-3f) || !near(d[i], x[i] / y[i], 1e-4f) || !near(r[i], 1 / x[i], 1e-4f) || !near(hp[i], powr(x[i], y[i]), 2e-2f) || !near(hd[i], x[i] / y[i], 2e-2f) || !near(hr[i], 1 / x[i], 2e-2f);
	wrong += !near(native::divide(3.0f, 2.0f), 1.5f, 1e-4f) || !near(native::powr(m, m)[1], powr(1.5f, 1.5f), 1e-3f) || !near(half_precision::recip(4.0f), 0.25f, 1e-2f);
	wrong += !near(fast_length(float3(2, 3, 6)), 7.0f, 2e-2f) || !near(fast_distance(float2(1, 1), float2(4, 5)), 5.0f, 2e-2f) || !near(fast_normalize(float4(0, 3, 0, 4))[3], 0.8f, 2e-2f) || fast_length(-2.0f) != 2.0f;
	wrong += !near(fast_length(marray<float, 2>(3.0f, 4.0f)), 5.0f, 2e-2f) || !near(fast_normalize(marray<float, 3>(0.0f, 0.0f, 5.0f))[2], 1.0f, 2e-2f);
	return wrong;
}

int main()
{
	check(wrong_ones() == 0);
	queue q;
	int *const n = malloc_shared<int>(1, q);
	q.single_task([=] { *n = wrong_ones(); }).wait();
	check(*n == 0);
	free(n, q);
	return done();
}
