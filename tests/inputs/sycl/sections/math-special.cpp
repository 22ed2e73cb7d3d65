/* 4.17.5: mathematical functions at special values: signs, infinities, NaN, ties. */
#include <sycl/sycl.hpp>
#include <algorithm>
#include <cmath>
#include <limits>

#include "../check.hpp"

template <typename T>
static bool same(T a, T b)
{
	return (a != a && b != b) || (a == b && std::signbit(static_cast<double>(a)) == std::signbit(static_cast<double>(b)));
}

/* Signs, parts and quotients of every pair of these, as <cmath> of double tells them. */
template <typename T>
static bool edges(sycl::queue &q)
{
	using limits = std::numeric_limits<T>;
	const T values[] = { T(0), T(-0.0f), T(1), T(-1), T(2.5f), T(-2.5f), T(0.3f), T(-7), T(100), T(-1000), T(1023.5f), limits::max(), limits::lowest(),
		limits::min(), limits::denorm_min(), limits::infinity(), -limits::infinity(), limits::quiet_NaN() };
	constexpr int count = sizeof values / sizeof *values;
	T *const a = sycl::malloc_shared<T>(count, q), *const rest = sycl::malloc_shared<T>(count * count, q), *const r = sycl::malloc_shared<T>(count * 3, q);
	int *const quotient = sycl::malloc_shared<int>(count * count, q), *const sign = sycl::malloc_shared<int>(count, q);
	bool right = true;

	std::copy(values, values + count, a);
	q.parallel_for(sycl::range<2>(count, count), [=](sycl::id<2> i) {
		rest[i[0] * count + i[1]] = sycl::remquo(a[i[0]], a[i[1]], &quotient[i[0] * count + i[1]]);
	});
	q.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
		r[i * 3] = sycl::sign(a[i]);
		r[i * 3 + 1] = sycl::fract(a[i], &r[i * 3 + 2]);
		sycl::lgamma_r(a[i], &sign[i]);
	});
	q.wait();
	for (int i = 0; i < count; i++) {
		const double x = a[i], whole = std::floor(x);
		const double part = x == 0 || x != x ? x : std::isinf(x) ? std::copysign(0.0, x) : std::fmin(x - whole, 1 - static_cast<double>(limits::epsilon()) / 2);

		right &= same(r[i * 3], T(x > 0 ? 1 : x < 0 ? -1 : x == 0 ? x : 0)) && same(r[i * 3 + 1], T(part)) && same(r[i * 3 + 2], T(whole));
		right &= sign[i] == (x == 0 ? (std::signbit(x) ? -1 : 1) : whole != x && std::fmod(whole, 2) == -1 ? -1 : 1);
		for (int k = 0; k < count; k++) {
			const double y = a[k], remainder = std::remainder(x, y);
			const int n = quotient[i * count + k];
			const double low = std::abs(y) <= std::numeric_limits<double>::max() / 128 ? std::fmod(x, y * 128) : x;

			right &= same(rest[i * count + k], T(remainder));
			if (remainder != remainder || std::isinf(y))
				right &= n == 0;
			else
				right &= (n - static_cast<int>(std::rint((low - remainder) / y))) % 128 == 0 && (n == 0 || (n < 0) == ((x < 0) != (y < 0)));
		}
	}
	for (void *memory : { static_cast<void *>(a), static_cast<void *>(rest), static_cast<void *>(r), static_cast<void *>(quotient), static_cast<void *>(sign) })
		sycl::free(memory, q);
	return right;
}

/* Sums that a float rounds to the middle between two halves. */
static bool fused(sycl::queue &q)
{
	const float cases[][4] = { { -180, 0x1.64p1f, -0x1p-22f, -0x1.f4cp8f }, { -5, -0x1.4d8p6f, -0x1.6p-21f, 0x1.a0cp8f },
		{ 130, 0x1.88p1f, 0x1.8p-20f, 0x1.8e4p8f }, { -80, -0x1.588p1f, 0x1.ep-21f, 0x1.aecp7f }, { 65504, 2, -65504, 65504 } };
	sycl::half *const r = sycl::malloc_shared<sycl::half>(4, q);
	bool right = true;

	for (const auto &c : cases) {
		r[0] = c[0], r[1] = c[1], r[2] = c[2];
		q.single_task([=] { r[3] = sycl::fma(r[0], r[1], r[2]); }).wait();
		right &= r[3] == c[3] && sycl::fma(r[0], r[1], r[2]) == c[3];
	}
	sycl::free(r, q);
	return right;
}

/* Powers with an exponent that the compiler knows, against those with one that it does not. */
template <typename T>
static bool powers(sycl::queue &q)
{
	T *const in = sycl::malloc_shared<T>(12, q), *const out = sycl::malloc_shared<T>(8 * 12, q);
	int *const n = sycl::malloc_shared<int>(1, q);
	const T inf = std::numeric_limits<T>::infinity(), most = std::numeric_limits<T>::max();
	const T values[] = { T(0), T(-0.0f), T(1.5f), T(-3), inf, -inf, std::numeric_limits<T>::quiet_NaN(), most, -most, std::numeric_limits<T>::min(), T(0.001f), T(-7) };

	std::copy(values, values + 12, in);
	*n = 2;
	q.parallel_for(12, [=](sycl::id<1> i) {
		const T a = in[i];
		const T results[] = { sycl::pow(a, T(2)), sycl::pow(a, T(*n)), sycl::pown(a, 2), sycl::pown(a, *n), sycl::pown(a, 3), sycl::pown(a, *n + 1), sycl::pown(a, 4), sycl::pown(a, *n + 2) };

		for (int k = 0; k < 8; k++)
			out[8 * i + k] = results[k];
	}).wait();
	bool same = true;
	for (int k = 0; k < 8 * 12; k += 2) {
		const double x = double(out[k]), y = double(out[k + 1]);

		same = same && (x == y ? std::signbit(x) == std::signbit(y) : (std::isnan(x) && std::isnan(y)) || std::fabs(x / y - 1) < (sizeof(T) < 4 ? 4e-3 : 4e-6));
	}
	sycl::free(in, q), sycl::free(out, q), sycl::free(n, q);
	return same;
}

template <typename T>
static bool alike(T a, T b)
{
	return same(a, b) || std::fabs(static_cast<double>(a) / static_cast<double>(b) - 1) < (sizeof(T) < 4 ? 4e-3 : 1e-6);
}

/* Host and device: what functions of half turns and roots are exactly, and where powr is no number. */
template <typename T>
static bool exact(sycl::queue &q)
{
	constexpr int count = 11;
	const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
	const T turns[count] = { T(0), T(-0.0f), T(0.5f), T(-0.5f), T(1), T(-1), T(1.5f), T(-7), T(1024), T(-2.5f), inf };
	const T sines[count] = { T(0), T(-0.0f), T(1), T(-1), T(0), T(-0.0f), T(-1), T(-0.0f), T(0), T(-1), nan };
	const T cosines[count] = { T(1), T(1), T(0), T(0), T(-1), T(-1), T(0), T(-1), T(1), T(0), nan };
	const T tangents[count] = { T(0), T(-0.0f), inf, -inf, T(-0.0f), T(0), -inf, T(0), T(0), -inf, nan };
	const T powers[][3] = { { T(0), T(0), nan }, { T(-0.0f), T(0), nan }, { inf, T(0), nan }, { T(1), inf, nan }, { T(1), -inf, nan }, { T(1), nan, nan }, { nan, T(0), nan },
		{ T(-1), T(2), nan }, { T(-0.0f), T(-3), inf }, { T(-0.0f), T(3), T(0) }, { T(1), T(-7), T(1) }, { T(4), T(0.5f), T(2) }, { inf, T(-1), T(0) } };
	const T roots[][3] = { { T(-27), T(3), T(-3) }, { T(16), T(-4), T(0.5f) }, { T(-16), T(4), nan }, { -inf, T(2), nan }, { -inf, T(3), -inf }, { T(-0.0f), T(-3), -inf },
		{ T(-0.0f), T(2), T(0) }, { T(-0.0f), T(3), T(-0.0f) }, { T(5), T(0), nan } };
	T *const v = sycl::malloc_shared<T>(8, q);
	bool right = true;

	for (int i = 0; i < count; i++) {
		v[0] = turns[i];
		q.single_task([=] { v[1] = sycl::sinpi(v[0]), v[2] = sycl::cospi(v[0]), v[3] = sycl::tanpi(v[0]); }).wait();
		right &= same(v[1], sines[i]) && same(v[2], cosines[i]) && same(v[3], tangents[i]);
		right &= same(sycl::sinpi(v[0]), sines[i]) && same(sycl::cospi(v[0]), cosines[i]) && same(sycl::tanpi(v[0]), tangents[i]);
	}
	for (T zero : { T(0), T(-0.0f) }) {
		v[0] = zero, v[1] = T(1), v[2] = inf;
		q.single_task([=] {
			v[3] = sycl::asinpi(v[0]), v[4] = sycl::atanpi(v[0]), v[5] = sycl::asinpi(sycl::vec<T, 4>(v[0]))[3], v[6] = sycl::atanpi(sycl::vec<T, 2>(v[0]))[1];
			v[7] = sycl::atan2pi(v[0], v[1]), v[1] = sycl::asinpi(v[1]), v[2] = sycl::atanpi(v[2]);
		}).wait();
		for (int i = 3; i < 8; i++)
			right &= same(v[i], zero);
		right &= alike(v[1], T(0.5f)) && alike(v[2], T(0.5f)) && same(sycl::asinpi(zero), zero) && same(sycl::atanpi(zero), zero);
	}
	for (const auto &p : powers) {
		v[0] = p[0], v[1] = p[1];
		q.single_task([=] { v[2] = sycl::powr(v[0], v[1]), v[3] = sycl::powr(sycl::vec<T, 2>(v[0]), sycl::vec<T, 2>(v[1]))[1]; }).wait();
		right &= alike(v[2], p[2]) && alike(v[3], p[2]) && alike(sycl::powr(v[0], v[1]), p[2]);
	}
	for (const auto &p : roots) {
		const int n = static_cast<int>(p[1]);

		v[0] = p[0];
		q.single_task([=] { v[1] = sycl::rootn(v[0], n); }).wait();
		right &= alike(v[1], p[2]) && alike(sycl::rootn(v[0], n), p[2]);
	}
	sycl::free(v, q);
	return right;
}

int main()
{
	using namespace sycl;
	const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
	queue q;
	float *const r = malloc_shared<float>(40, q);
	int *const n = malloc_shared<int>(8, q);

	r[31] = 200.5f, r[0] = 0x1p-126f;
	r[32] = -0x1.778538p+86f, r[33] = -0x1.f8e28p-127f, r[34] = nan, r[35] = 34.59125f, r[36] = -34.0587f;
	q.single_task([=] {
		float part;
		int e;

		/* The gamma function far below 0, where its sign changes at each integer, and next to 0. */
		n[5] = tgamma(-r[31]) == 0 && signbit(tgamma(-r[31])) && !signbit(tgamma(1 - r[31]));
		n[6] = tgamma(r[0]) == 0x1p126f && tgamma(static_cast<double>(r[0])) == 0x1p126 && tgamma(-double(r[31])) == 0 && tgamma(half(4.0f)) == 6;
		/* Results that are denormal. */
		n[7] = sycl::exp(-r[31] / 2) == 0x1.5p-145f && exp2(r[31] - 333.5f) == 0x1p-133f && erfc(r[31] / 20) == 0x1p-149f &&
			sycl::exp(vec<float, 2>(-r[31] / 2, 0))[0] == 0x1.5p-145f && rootn(0x1p-130f, 1) == 0x1p-130f && tgamma(-double(r[31]) + 26) != 0;
		r[37] = fmod(r[32], r[33]), r[38] = sycl::remainder(r[32], r[33]), r[39] = ldexp(r[33], 2125529966);
		r[34] = ldexp(r[34], -144) + static_cast<float>(ldexp(static_cast<double>(r[34]), -144));
		r[35] = tgamma(r[35]), r[36] = tgamma(r[36]);
		r[0] = rint(2.5f), r[1] = rint(-3.5f), r[2] = sycl::round(2.5f), r[3] = sycl::round(-0.5f), r[4] = trunc(-1.9f);
		r[5] = fmod(-7.5f, 2.0f), r[6] = sycl::remainder(7.5f, 2.0f), r[7] = fmin(nan, 3.0f), r[8] = fmax(2.0f, nan), r[9] = copysign(3.0f, -0.0f);
		r[10] = frexp(12.0f, &e), n[0] = e;
		r[11] = modf(-3.25f, &part), r[12] = part;
		r[13] = sycl::pow(-2.0f, 3.0f), r[14] = pown(2.0f, -2), r[15] = rootn(-27.0f, 3), r[16] = powr(4.0f, 0.5f);
		r[17] = fract(-0.25f, &part), r[18] = part, r[19] = ldexp(1.5f, 4), n[1] = ilogb(8.5f), r[20] = logb(0.3f);
		r[21] = nextafter(1.0f, 2.0f), r[22] = fdim(5.0f, 3.0f) + fdim(3.0f, 5.0f), r[23] = maxmag(-5.0f, 4.0f) + minmag(-5.0f, 4.0f);
		r[24] = sycl::exp10(2.0f), r[25] = exp2(5.0f), r[26] = cospi(1.0f), r[27] = sinpi(0.5f), r[28] = hypot(3.0f, 4.0f), r[29] = mad(2.0f, 3.0f, 4.0f);
		r[30] = sycl::remquo(7.0f, 2.0f, &e), n[2] = e & 7;
		n[3] = isnan(nan) + isinf(inf) * 2 + isnormal(1e-40f) * 4 + signbit(-0.0f) * 8 + isordered(1.0f, nan) * 16 + isunordered(1.0f, nan) * 32;
		n[4] = islessgreater(1.0f, nan) + isequal(0.0f, -0.0f) * 2 + isnotequal(nan, nan) * 4;
	}).wait();
	check(r[0] == 2 && r[1] == -4 && r[2] == 3 && r[3] == -1 && r[4] == -1 && r[5] == -1.5f && r[6] == -0.5f && r[7] == 3 && r[8] == 2 && r[9] == -3);
	check(r[10] == 0.75f && n[0] == 4 && r[11] == -0.25f && r[12] == -3 && r[13] == -8 && r[14] == 0.25f && std::fabs(r[15] + 3) < 1e-5f && r[16] == 2);
	check(r[17] == 0.75f && r[18] == -1 && r[19] == 24 && n[1] == 3 && r[20] == -2 && r[21] == std::nextafter(1.0f, 2.0f) && r[22] == 2 && r[23] == -1);
	check(std::fabs(r[24] - 100) < 1e-3f && r[25] == 32 && r[26] == -1 && r[27] == 1 && r[28] == 5 && r[29] == 10 && r[30] == -1 && n[2] == 4);
	check(n[5] && n[6] && n[7]);
	/* Of denormal numbers, far from 1, and not numbers. */
	check(r[37] == -0x1.f70b8p-127f && r[38] == 0x1.d7p-135f && r[39] == -inf && std::isnan(r[34]));
	check(std::fabs(r[35] / std::tgamma(34.59125f) - 1) < 2e-6f && std::fabs(r[36] / std::tgamma(-34.0587f) - 1) < 2e-6f);
	check(n[3] == 1 + 2 + 8 + 32 && n[4] == 2 + 4);
	check(edges<float>(q) && powers<float>(q) && exact<float>(q));
	check(!q.get_device().has(aspect::fp64) || (edges<double>(q) && powers<double>(q) && exact<double>(q)));
	check(!q.get_device().has(aspect::fp16) || (edges<half>(q) && fused(q) && powers<half>(q) && exact<half>(q)));
	free(r, q);
	free(n, q);
	return done();
}
