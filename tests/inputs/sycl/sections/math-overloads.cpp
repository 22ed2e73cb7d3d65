/* 4.17.5: every mathematical function takes numbers, vecs, swizzles and marrays of float, double and half, has the right type, and does the same to each element. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static int wrong;

/* Functions of one, two and three arguments, by their values for each element. */
#define SAME(type, whole, one)                                                                                             \
	do {                                                                                                               \
		const auto r = whole;                                                                                      \
		static_assert(std::is_same_v<decltype(whole), type>, #whole);                                              \
		for (int i = 0; i < n; i++) {                                                                              \
			const auto w = one;                                                                                \
			if (!(r[i] == w) && !(r[i] != r[i] && w != w))                                                     \
				wrong++;                                                                                   \
		}                                                                                                          \
	} while (0)
#define F1(f) SAME(V, f(x), f(T(x[i])));
#define F2(f) SAME(V, f(x, y), f(T(x[i]), T(y[i])));
#define F3(f) SAME(V, f(x, y, z), f(T(x[i]), T(y[i]), T(z[i])));
#define ONES(F) F(acos) F(acosh) F(acospi) F(asin) F(asinh) F(asinpi) F(atan) F(atanh) F(atanpi) F(cbrt) F(ceil) F(cos) F(cosh) F(cospi) F(erf) F(erfc) F(exp) F(exp2) F(expm1) F(fabs) F(floor) \
	F(lgamma) F(log) F(log2) F(log10) F(log1p) F(logb) F(rint) F(round) F(rsqrt) F(sin) F(sinh) F(sinpi) F(sqrt) F(tan) F(tanh) F(tanpi) F(tgamma) F(trunc) F(degrees) F(radians) F(sign)
#define TWOS(F) F(atan2) F(atan2pi) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(maxmag) F(minmag) F(nextafter) F(pow) F(powr) F(remainder) F(max) F(min) F(step)
#define THREES(F) F(fma) F(mad) F(clamp) F(mix) F(smoothstep)

/* V is a vec or an marray of n elements T; I one of int. */
template <typename T, typename V, typename I>
void of_many(const V &x, const V &y, const V &z, int n, const I &integers)
{
	ONES(F1)
	TWOS(F2)
	THREES(F3)
	SAME(V, fmax(x, T(0.5f)), fmax(T(x[i]), T(0.5f)));
	SAME(V, fmin(x, T(0.5f)), fmin(T(x[i]), T(0.5f)));
	SAME(V, max(x, T(0.5f)), max(T(x[i]), T(0.5f)));
	SAME(V, min(x, T(0.5f)), min(T(x[i]), T(0.5f)));
	SAME(V, clamp(x, T(0.25f), T(0.5f)), clamp(T(x[i]), T(0.25f), T(0.5f)));
	SAME(V, mix(x, y, T(0.5f)), mix(T(x[i]), T(y[i]), T(0.5f)));
	SAME(V, step(T(0.5f), x), step(T(0.5f), T(x[i])));
	SAME(V, smoothstep(T(0), T(1), x), smoothstep(T(0), T(1), T(x[i])));
	SAME(V, ldexp(x, integers), ldexp(T(x[i]), int(integers[i])));
	SAME(V, ldexp(x, 3), ldexp(T(x[i]), 3));
	SAME(V, pown(x, integers), pown(T(x[i]), int(integers[i])));
	SAME(V, rootn(x, integers), rootn(T(x[i]), int(integers[i])));
	SAME(I, ilogb(x), ilogb(T(x[i])));
	V whole, cosine;
	I exponent, sign, quotient;
	const V fraction = modf(x, &whole), sine = sincos(x, &cosine), part = frexp(x, &exponent), gamma = lgamma_r(x, &sign), rest = remquo(x, y, &quotient);
	V floor_of;
	const V above = fract(x, &floor_of);
	for (int i = 0; i < n; i++) {
		T w, c, f;
		int e, s, q;
		wrong += fraction[i] != modf(T(x[i]), &w) || whole[i] != w || sine[i] != sincos(T(x[i]), &c) || cosine[i] != c || part[i] != frexp(T(x[i]), &e) || exponent[i] != e
			|| gamma[i] != lgamma_r(T(x[i]), &s) || sign[i] != s || rest[i] != remquo(T(x[i]), T(y[i]), &q) || quotient[i] != q || above[i] != fract(T(x[i]), &f) || floor_of[i] != f;
	}
}

template <typename T, typename Bits>
void of()
{
	vec<T, 3> x, y, z;
	marray<T, 5> mx, my, mz;
	vec<int, 3> iv(1, 2, 3);
	marray<int, 5> im(1, 2, 3, 4, 5);
	for (int i = 0; i < 5; i++) {
		const std::size_t k = std::size_t(i);
		mx[k] = T(0.125f + 0.15f * float(i)), my[k] = T(0.75f - 0.11f * float(i)), mz[k] = T(0.2f * float(i));
		if (i < 3)
			x[i] = mx[k], y[i] = my[k], z[i] = mz[k];
	}
	of_many<T>(x, y, z, 3, iv);
	of_many<T>(mx, my, mz, 5, im);
	const vec<T, 16> wide(T(0.5f));
	static_assert(std::is_same_v<decltype(sin(x.xy())), vec<T, 2>> && std::is_same_v<decltype(fma(x.zyx(), y, z)), vec<T, 3>> && std::is_same_v<decltype(pow(x, y.xyz())), vec<T, 3>> && std::is_same_v<decltype(exp(wide)), vec<T, 16>>);
	static_assert(std::is_same_v<decltype(sin(T(1))), T> && std::is_same_v<decltype(ldexp(T(1), 2)), T> && std::is_same_v<decltype(ilogb(T(1))), int> && std::is_same_v<decltype(nan(Bits(1))), T> && std::is_same_v<decltype(nan(vec<Bits, 4>(Bits(1)))), vec<T, 4>>);
	const T n = nan(Bits(1));
	wrong += n == n || cos(wide)[15] != cos(T(0.5f)) || fmax(x.zz(), y.xy())[0] != fmax(T(x[2]), T(y[0]));
}

int main()
{
	of<float, std::uint32_t>();
	check(wrong == 0);
	of<double, std::uint64_t>();
	check(wrong == 0);
	of<half, std::uint16_t>();
	check(wrong == 0);
	/* On the device, some of each kind. */
	queue q;
	int *const bad = malloc_shared<int>(1, q);
	*bad = 0;
	q.single_task([=] {
		const float3 x(0.25f, 0.5f, 0.75f), y(2, 3, 4);
		const marray<double, 4> m(1.0, 4.0, 9.0, 16.0);
		const half2 h(half(0.5f), half(1));
		int2 e;
		*bad += any(fabs(pow(x, y) - float3(0.0625f, 0.125f, 0.31640625f)) > 1e-6f) || sqrt(m)[3] != 4.0 || any(exp2(h * half(2)) != half2(half(2), half(4))) || hypot(3.0, 4.0) != 5.0;
		const float2 f = frexp(y.xz(), &e);
		*bad += f[0] != 0.5f || e[0] != 2 || e[1] != 3 || any(fmax(x, 0.5f) != float3(0.5f, 0.5f, 0.75f)) || ilogb(m)[2] != 3 || clamp(5.0f, 1.0f, 3.0f) != 3.0f || mix(x, y, 0.0f)[1] != 0.5f;
	}).wait();
	check(*bad == 0);
	free(bad, q);
	return done();
}
