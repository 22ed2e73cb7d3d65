/* ext::intel::math in kernels: each result against what the host works out another way. */
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/math.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "check.hpp"

namespace im = sycl::ext::intel::math;

static void conversions(sycl::queue &q)
{
	int *i = sycl::malloc_shared<int>(16, q);
	float *f = sycl::malloc_shared<float>(8, q);
	sycl::half *h = sycl::malloc_shared<sycl::half>(6, q);
	const float x = *f = -2.5f;
	const double third = f[1] = 1.0f;

	h[0] = sycl::half(3.5f);
	q.single_task([=] {
		i[0] = im::float2int_rd(f[0]), i[1] = im::float2int_rn(f[0]), i[2] = im::float2int_ru(f[0]), i[3] = im::float2int_rz<int, float>(f[0]);
		i[4] = static_cast<int>(im::float2uint_ru(f[1] + 0.25f));
		i[5] = im::half2int_rn(h[0]), i[6] = im::half2int_rz(h[0]), i[7] = im::half2short_ru(h[0]);
		i[8] = im::float2ll_rd(-1e12f) < -900000000000ll;
		i[9] = im::float_as_int(f[1]), i[10] = static_cast<int>(im::float_as_uint(f[0]));
		f[2] = im::int2float_rd(16777217), f[3] = im::int2float_ru(16777217), f[4] = im::ull2float_rz(~0ull), f[5] = im::int_as_float(0x40490fdb);
		h[1] = im::float2half_rd(1.0001f), h[2] = im::float2half_ru(1.0001f), h[3] = im::uint2half_rz(2049u), h[4] = im::ushort_as_half(0x3c00);
		f[6] = im::half2float(h[0]);
	}).wait();
	check(i[0] == -3 && i[1] == -2 && i[2] == -2 && i[3] == -2 && i[4] == 2);
	check(i[5] == 4 && i[6] == 3 && i[7] == 4 && i[8] && i[9] == 0x3f800000 && static_cast<unsigned>(i[10]) == 0xc0200000 && x == -2.5f);
	check(f[2] == 16777216.0f && f[3] == 16777218.0f && f[4] == std::nextafter(18446744073709551616.0f, 0.0f) && f[5] > 3.14159f && f[5] < 3.1416f && f[6] == 3.5f);
	check(h[1] == sycl::half(1.0f) && h[2] == sycl::half(1.0009765625f) && h[3] == sycl::half(2048.0f) && h[4] == sycl::half(1.0f));
	if (q.get_device().has(sycl::aspect::fp64)) {
		double *d = sycl::malloc_shared<double>(3, q);

		d[0] = third / 3;
		q.single_task([=] {
			f[0] = im::double2float_rd(d[0]), f[1] = im::double2float_ru(d[0]);
			d[1] = im::hiloint2double(im::double2hiint(d[0]), im::double2loint(d[0]));
			d[2] = im::ll2double_ru(9007199254740993ll);
			i[0] = im::double2int_rn(2.5), i[1] = im::double_as_longlong(1.0) == 0x3ff0000000000000ll;
		}).wait();
		check(f[0] < d[0] && f[1] > d[0] && std::nextafter(f[0], 1.0f) == f[1] && d[1] == d[0] && d[2] == 9007199254740994.0 && i[0] == 2 && i[1]);
		sycl::free(d, q);
	}
	sycl::free(i, q);
	sycl::free(f, q);
	sycl::free(h, q);
}

static void integers(sycl::queue &q)
{
	const int n = 64;
	const int none = 0;
	sycl::buffer<int> wrong(&none, 1);
	const unsigned seed = 12345;

	q.submit([&](sycl::handler &h) {
		sycl::accessor count(wrong, h);

		h.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
			const unsigned a = (static_cast<unsigned>(id[0]) * 2654435761u) ^ seed, b = static_cast<unsigned>(id[1]) * 40503u * 65537u;
			const int x = static_cast<int>(a), y = static_cast<int>(b);
			unsigned reversed = 0, bits = 0, picked = 0;
			int first = 0;

			for (int i = 0; i < 32; i++) {
				reversed |= (a >> i & 1) << (31 - i);
				bits += a >> i & 1;
				first = !first && (a >> i & 1) ? i + 1 : first;
			}
			for (int i = 0; i < 4; i++) {
				const unsigned k = b >> 4 * i & 7;

				picked |= ((k < 4 ? a >> 8 * k : b >> 8 * (k - 4)) & 255) << 8 * i;
			}
			const bool right = im::brev(a) == reversed && im::popc(a) == static_cast<int>(bits) && im::ffs(x) == first && im::byte_perm(a, b, b) == picked
				&& im::brevll(im::brevll(a * 4294967297ull)) == a * 4294967297ull && im::brevll(a) == static_cast<unsigned long long>(reversed) << 32
				&& im::popcll(a * 4294967297ull) == 2 * static_cast<int>(bits) && im::ffsll(static_cast<long long>(a) << 32) == (first ? first + 32 : 0)
				&& im::clz(x) == (a ? 32 - (32 - im::ffs(static_cast<int>(reversed)) + 1) : 32) && im::clzll(0) == 64
				&& im::mulhi(x, y) == static_cast<int>(static_cast<long long>(x) * y >> 32)
				&& im::umulhi(a, b) == static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32)
				&& im::hadd(x, y) == static_cast<int>((static_cast<long long>(x) + y) >> 1) && im::urhadd(a, b) == static_cast<unsigned>((1ull + a + b) >> 1)
				&& im::uhadd(a, b) == static_cast<unsigned>((0ull + a + b) >> 1) && im::rhadd(x, y) == static_cast<int>((1ll + x + y) >> 1)
				&& im::sad(x, y, 7u) == static_cast<unsigned>(x < y ? static_cast<long long>(y) - x : static_cast<long long>(x) - y) + 7u
				&& im::usad(a, b, 9u) == (a < b ? b - a : a - b) + 9u && im::max(x, y) + im::min(x, y) - x == y && im::umax(a, b) >= im::umin(a, b)
				&& im::mul24(x >> 9, y >> 9) == static_cast<int>(static_cast<unsigned>(x >> 9) * static_cast<unsigned>(y >> 9));

			if (!right)
				sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(count[0])++;
		});
	}).wait();
	check(wrong.get_host_access()[0] == 0);
}

static void halves(sycl::queue &q)
{
	bool *ok = sycl::malloc_shared<bool>(12, q);
	sycl::half *h = sycl::malloc_shared<sycl::half>(3, q);

	h[0] = sycl::half(0.75f), h[1] = sycl::half(-2.0f), h[2] = std::numeric_limits<sycl::half>::quiet_NaN();
	q.single_task([=] {
		const sycl::half a = h[0], b = h[1], n = h[2];

		ok[0] = im::hadd(a, b) == sycl::half(-1.25f) && im::hsub(a, b) == sycl::half(2.75f) && im::hdiv(b, a) < b && im::hneg(b) == sycl::half(2.0f);
		ok[1] = im::hadd_sat(a, b) == sycl::half(0.0f) && im::hsub_sat(a, b) == sycl::half(1.0f) && im::hfma_sat(a, a, n) == sycl::half(0.0f);
		ok[2] = im::hfma(a, b, a) == sycl::half(-0.75f) && im::hmul_sat(a, a) == sycl::half(0.5625f);
		ok[3] = im::heq(a, a) && !im::heq(n, n) && im::hequ(n, n) && im::hequ(a, a) && !im::hequ(a, b);
		ok[4] = im::hne(a, b) && !im::hne(a, n) && im::hneu(a, n) && !im::hneu(a, a);
		ok[5] = im::hlt(b, a) && !im::hlt(n, a) && im::hltu(n, a) && !im::hltu(a, b) && im::hgt(a, b) && im::hgtu(a, n) && !im::hgtu(b, a);
		ok[6] = im::hle(a, a) && im::hleu(n, a) && !im::hleu(a, b) && im::hge(a, a) && im::hgeu(a, n) && !im::hgeu(b, a);
		ok[7] = im::hmax(a, n) == a && im::hmin(n, b) == b && im::hisnan(im::hmax_nan(a, n)) && im::hmin_nan(a, b) == b;
		ok[8] = im::hisinf(im::hdiv(a, sycl::half(0.0f))) && !im::hisinf(n) && !im::hisinf(a);
		const sycl::half2 s = im::hfma2(sycl::half2(a, b), sycl::half2(b, b), sycl::half2(a, a)), c = im::ceil(sycl::half2(a, b));
		ok[9] = s.x() == sycl::half(-0.75f) && s.y() == sycl::half(4.75f) && c.x() == sycl::half(1.0f) && c.y() == b;
		ok[10] = im::saturate(1.5f) == 1.0f && im::copysign(2.0f, -1.0f) == -2.0f && im::inv(4.0f) == 0.25f && im::rsqrt(4.0f) == 0.5f;
		ok[11] = im::rint(2.5f) == 2.0f && im::trunc(-1.5f) == -1.0f && im::floor(-1.5f) == -2.0f && im::sqrt(sycl::half(4.0f)) == sycl::half(2.0f);
	}).wait();
	for (int i = 0; i < 12; i++)
		check(ok[i]);
	sycl::free(ok, q);
	sycl::free(h, q);
}

/* Numbers of all kinds: zeros, least and greatest ones, infinities, NaN, powers of two and their neighbours, and others. */
template <typename Number>
static std::vector<Number> numbers(std::size_t n)
{
	using limits = std::numeric_limits<Number>;
	std::vector<Number> list { Number(0), -Number(0), limits::denorm_min(), -limits::denorm_min(), limits::min(), -limits::min() * Number(1.5),
		limits::max(), -limits::max(), limits::infinity(), -limits::infinity(), limits::quiet_NaN(), Number(1), Number(-1), Number(1) + limits::epsilon(),
		Number(1) - limits::epsilon() / 2, Number(3), Number(0.1f), limits::min() * Number(7) / 8 };
	unsigned seed = 2463534242u;

	while (list.size() < n) {
		seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
		const int power = static_cast<int>(seed >> 8 & 1023) % (list.size() % 3 ? 8 : limits::max_exponent - limits::min_exponent) / (list.size() % 2 ? 1 : 2);
		list.push_back(std::ldexp(Number(static_cast<int>(seed)) + Number(1) / 3, list.size() % 4 ? -power / 2 - 30 : power / 3 - 40));
	}
	list.resize(n);
	return list;
}

template <typename Number>
static bool same_bits(Number a, Number b)
{
	return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

/* What the processor's own modes of rounding give. */
template <typename Number, typename Function>
static Number in_mode(int mode, Function f)
{
	std::fesetround(mode);
	volatile Number result = f();
	std::fesetround(FE_TONEAREST);
	return result;
}

#define WAYS(prefix, ...) prefix##_rd(__VA_ARGS__), prefix##_rn(__VA_ARGS__), prefix##_ru(__VA_ARGS__), prefix##_rz(__VA_ARGS__)
template <typename Number>
struct single {
	static void four(int what, Number x, Number y, Number z, Number *out)
	{
		const Number all[7][4] = { { WAYS(im::fadd, x, y) }, { WAYS(im::fsub, x, y) }, { WAYS(im::fmul, x, y) }, { WAYS(im::fdiv, x, y) },
			{ WAYS(im::fmaf, x, y, z) }, { WAYS(im::frcp, x) }, { WAYS(im::fsqrt, x) } };

		for (int i = 0; i < 4; i++)
			out[i] = all[what][i];
	}
};
template <>
struct single<double> {
	static void four(int what, double x, double y, double z, double *out)
	{
		const double all[7][4] = { { WAYS(im::dadd, x, y) }, { WAYS(im::dsub, x, y) }, { WAYS(im::dmul, x, y) }, { WAYS(im::ddiv, x, y) },
			{ WAYS(im::fma, x, y, z) }, { WAYS(im::drcp, x) }, { WAYS(im::dsqrt, x) } };

		for (int i = 0; i < 4; i++)
			out[i] = all[what][i];
	}
};

template <typename Number>
class directed_kernel;

template <typename Number>
static void directed(sycl::queue q)
{
	static constexpr int modes[] = { FE_DOWNWARD, FE_TONEAREST, FE_UPWARD, FE_TOWARDZERO };
	const std::size_t n = 40;
	const std::vector<Number> list = numbers<Number>(n);
	Number *const in = sycl::malloc_shared<Number>(n, q);
	Number *const out = sycl::malloc_shared<Number>(n * n * n * 4, q);
	int wrong = 0;

	std::copy(list.begin(), list.end(), in);
	for (int what = 0; what < 7; what++) {
		const std::size_t second = what < 5 ? n : 1, third = what == 4 ? n : 1;

		q.parallel_for<directed_kernel<Number>>(sycl::range<3>(n, second, third), [=](sycl::id<3> i) {
			single<Number>::four(what, in[i[0]], in[i[1]], in[i[2]], out + ((i[0] * second + i[1]) * third + i[2]) * 4);
		}).wait();
		for (std::size_t i = 0; i < n * second * third; i++) {
			volatile Number x = list[i / third / second], y = list[i / third % second], z = list[i % third];

			for (int k = 0; k < 4; k++) {
				const Number right = in_mode<Number>(modes[k], [&]() -> Number {
					switch (what) {
					case 0: return x + y;
					case 1: return x - y;
					case 2: return x * y;
					case 3: return x / y;
					case 4: return std::fma(x, y, z);
					case 5: return Number(1) / x;
					default: return std::sqrt(x);
					}
				});
				if (!same_bits(out[4 * i + static_cast<std::size_t>(k)], right) && wrong++ < 5)
					std::printf("operation %d, way %d: %a %a %a gives %a, not %a\n", what, k, double(x), double(y), double(z),
						double(out[4 * i + static_cast<std::size_t>(k)]), double(right));
			}
		}
	}
	check(wrong == 0);
	sycl::free(in, q);
	sycl::free(out, q);
}

/* Lanes of a word, as the type that they are read as. */
template <typename Lane>
static Lane lane(unsigned word, unsigned i)
{
	return static_cast<Lane>(word >> i * sizeof(Lane) * 8);
}
template <typename Lane, typename Function>
static bool lanes_are(unsigned result, Function right)
{
	for (unsigned i = 0; i < 4 / sizeof(Lane); i++)
		if (lane<std::make_unsigned_t<Lane>>(result, i) != static_cast<std::make_unsigned_t<Lane>>(right(i)))
			return false;
	return true;
}

#define LANES(name, sign, ...) \
	(lanes_are<sign##16>(im::v##name##2(a, b), [=](unsigned i) { const long x = lane<sign##16>(a, i), y = lane<sign##16>(b, i), top = std::numeric_limits<sign##16>::max(); \
		const long bottom = std::numeric_limits<sign##16>::min(); (void)x, (void)y, (void)top, (void)bottom; return __VA_ARGS__; }) \
	&& lanes_are<sign##8>(im::v##name##4(a, b), [=](unsigned i) { const long x = lane<sign##8>(a, i), y = lane<sign##8>(b, i), top = std::numeric_limits<sign##8>::max(); \
		const long bottom = std::numeric_limits<sign##8>::min(); (void)x, (void)y, (void)top, (void)bottom; return __VA_ARGS__; }))
#define LANES_OF_ONE(name, sign, ...) \
	(lanes_are<sign##16>(im::v##name##2(a), [=](unsigned i) { const long x = lane<sign##16>(a, i), top = std::numeric_limits<sign##16>::max(); (void)top; return __VA_ARGS__; }) \
	&& lanes_are<sign##8>(im::v##name##4(a), [=](unsigned i) { const long x = lane<sign##8>(a, i), top = std::numeric_limits<sign##8>::max(); (void)top; return __VA_ARGS__; }))
#define COMPARED(name, sign, operator_) (LANES(cmp##name, sign, -(x operator_ y)) && LANES(set##name, sign, (x operator_ y)))

using signed16 = std::int16_t;
using signed8 = std::int8_t;
using unsigned16 = std::uint16_t;
using unsigned8 = std::uint8_t;

static unsigned wrong_lanes(unsigned a, unsigned b)
{
	const bool right[] = {
		LANES_OF_ONE(abs, signed, x < 0 ? -x : x) && LANES_OF_ONE(absss, signed, x < -top ? top : x < 0 ? -x : x),
		LANES_OF_ONE(neg, signed, -x) && LANES_OF_ONE(negss, signed, -x > top ? top : -x),
		LANES(absdiffs, signed, x > y ? x - y : y - x) && LANES(absdiffu, unsigned, x > y ? x - y : y - x),
		LANES(add, signed, x + y) && LANES(sub, unsigned, x - y),
		LANES(addss, signed, x + y > top ? top : x + y < bottom ? bottom : x + y) && LANES(addus, unsigned, x + y > top ? top : x + y),
		LANES(subss, signed, x - y > top ? top : x - y < bottom ? bottom : x - y) && LANES(subus, unsigned, x < y ? 0 : x - y),
		LANES(avgs, signed, (x + y + (x + y >= 0)) >> 1) && LANES(avgu, unsigned, (x + y + 1) >> 1) && LANES(haddu, unsigned, (x + y) >> 1),
		LANES(maxs, signed, x > y ? x : y) && LANES(maxu, unsigned, x > y ? x : y) && LANES(mins, signed, x < y ? x : y) && LANES(minu, unsigned, x < y ? x : y),
		COMPARED(eq, unsigned, ==) && COMPARED(ne, signed, !=) && COMPARED(lts, signed, <) && COMPARED(ltu, unsigned, <),
		COMPARED(les, signed, <=) && COMPARED(leu, unsigned, <=) && COMPARED(gts, signed, >) && COMPARED(gtu, unsigned, >),
		COMPARED(ges, signed, >=) && COMPARED(geu, unsigned, >=),
		im::vsads2(a, b) == lane<unsigned16>(im::vabsdiffs2(a, b), 0) + 0U + lane<unsigned16>(im::vabsdiffs2(a, b), 1),
		im::vsadu4(a, b) == lane<unsigned8>(im::vabsdiffu4(a, b), 0) + 0U + lane<unsigned8>(im::vabsdiffu4(a, b), 1)
			+ lane<unsigned8>(im::vabsdiffu4(a, b), 2) + lane<unsigned8>(im::vabsdiffu4(a, b), 3),
		im::vimax3_s16x2(a, b, a ^ b) == im::vmaxs2(a, im::vmaxs2(b, a ^ b)) && im::vimin3_u16x2(a, b, a ^ b) == im::vminu2(a, im::vminu2(b, a ^ b)),
		im::viaddmax_s16x2_relu(a, b, 0x80008000U) == im::vmaxs2(im::vadd2(a, b), 0U) && im::viaddmin_u16x2(a, b, 0xffffffffU) == im::vadd2(a, b),
	};
	unsigned wrong = 0;

	for (unsigned i = 0; i < sizeof right; i++)
		wrong |= right[i] ? 0 : 1U << i;
	return wrong;
}

static void words(sycl::queue q)
{
	unsigned *const wrong = sycl::malloc_shared<unsigned>(64 * 64, q);
	unsigned all = 0;

	q.parallel_for(sycl::range<2>(64, 64), [=](sycl::item<2> it) {
		const unsigned special[] = { 0, ~0U, 0x80808080U, 0x7f7f7f7fU, 0x80007fffU, 0x7fff8000U, 0x01ff0180U, 0x00ff00ffU };
		const unsigned i = static_cast<unsigned>(it[0]), k = static_cast<unsigned>(it[1]);

		wrong[it.get_linear_id()] = wrong_lanes(i < 8 ? special[i] : i * 2654435761U, k < 8 ? special[k] : (k + 77) * 2246822519U);
	}).wait();
	for (int i = 0; i < 64 * 64; i++)
		all |= wrong[i];
	check(all == 0);
	sycl::free(wrong, q);
}

template <typename Number>
class normal_kernel;

/* Inverses give back what they were made of, and the distribution is that of erfc in twice the precision. */
template <typename Number>
static void normal(sycl::queue q, double allowed)
{
	const int n = 400;
	Number *const out = sycl::malloc_shared<Number>(4 * n, q);
	double worst[3] = {};

	q.parallel_for<normal_kernel<Number>>(n, [=](sycl::id<1> id) {
		const int i = static_cast<int>(id[0]);
		const Number x = (Number(i) - 200) / 40, y = sycl::ldexp(Number(1) + Number(i % 20) / 20, sizeof(Number) == 4 ? -i / 3 : -i * 2);

		out[4 * i] = im::cdfnorm(x * 2);
		out[4 * i + 1] = im::erfinv(x / 5);
		out[4 * i + 2] = im::erfcinv(y);
		out[4 * i + 3] = im::cdfnorminv(y / 2) + im::normcdfinv(Number(0.5f)) + im::normcdf(Number(0)) - Number(0.5f);
	}).wait();
	for (int i = 0; i < n; i++) {
		const Number x = (Number(i) - 200) / 40, y = std::ldexp(Number(1) + Number(i % 20) / 20, sizeof(Number) == 4 ? -i / 3 : -i * 2);
		const auto off = [](double is, double right) { return is == right ? 0 : std::fabs(is - right) / std::fabs(right); };
		const long double v = out[4 * i + 2], w = out[4 * i + 1];

		worst[0] = std::fmax(worst[0], off(out[4 * i], double(std::erfc(-(long double)(x * 2) / std::sqrt(2.0L)) / 2)));
		/* How far the argument is off: the error of the result over its slope. */
		if (x / 5 != 0 && x / 5 != -1)
			worst[1] = std::fmax(worst[1], double(std::fabs((std::erf(w) - (long double)(x / 5)) * std::exp(w * w) * 0.886L / w)));
		worst[2] = std::fmax(worst[2], double(std::fabs((std::erfc(v) - (long double)y) * std::exp(v * v) * 0.886L / (v == 0 ? 1 : v))));
		check(off(out[4 * i + 3], -std::sqrt(2.0) * double(v)) < 1e-6);
	}
	check(worst[0] < allowed && worst[1] < allowed && worst[2] < allowed);
	if (failures)
		std::printf("cdfnorm %g, erfinv %g, erfcinv %g\n", worst[0], worst[1], worst[2]);
	const Number none = im::erfcinv(Number(3));
	check(none != none && im::erfinv(Number(1)) == std::numeric_limits<Number>::infinity() && im::erfcinv(Number(2)) < Number(-1e30f));
	sycl::free(out, q);
}

static void pairs_of_halves(sycl::queue q)
{
	bool *const ok = sycl::malloc_shared<bool>(6, q);
	sycl::half *const h = sycl::malloc_shared<sycl::half>(3, q);

	h[0] = sycl::half(0.75f), h[1] = sycl::half(-2.0f), h[2] = std::numeric_limits<sycl::half>::quiet_NaN();
	q.single_task([=] {
		const sycl::half2 a(h[0], h[1]), b(h[0], h[2]), ones(1.0f, 1.0f);
		const auto are = [](sycl::half2 v, float x, float y) { return v.x() == sycl::half(x) && v.y() == sycl::half(y); };

		ok[0] = are(im::hadd2_sat(a, a), 1, 0) && are(im::hsub2_sat(a, a), 0, 0) && are(im::hmul2_sat(a, a), 0.5625f, 1) && are(im::hfma2_sat(a, ones, ones), 1, 0);
		ok[1] = are(im::hfma2_relu(a, ones, ones), 1.75f, 0) && are(im::habs2(a), 0.75f, 2) && im::habs(h[1]) == sycl::half(2.0f) && im::hfma_relu(h[1], h[0], h[0]) == sycl::half(0.0f);
		ok[2] = are(im::heq2(a, b), 1, 0) && are(im::hne2(a, b), 0, 0) && are(im::hequ2(a, b), 1, 1) && are(im::hneu2(a, b), 0, 1) && are(im::hltu2(a, b), 0, 1)
			&& are(im::hlt2(a, ones), 1, 1) && are(im::hge2(a, ones), 0, 0) && are(im::hgt2(ones, a), 1, 1) && are(im::hle2(a, b), 1, 0);
		ok[3] = !im::hbeq2(a, b) && im::hbequ2(a, b) && im::hblt2(a, ones) && !im::hbgt2(a, ones) && im::hbleu2(a, b) && im::hbgeu2(a, b) && !im::hbne2(a, b);
		ok[4] = are(im::hmax2(a, b), 0.75f, -2) && are(im::hmin2(a, ones), 0.75f, -2) && im::hisnan(im::hmax2_nan(a, b).y()) && im::hisnan(im::hmin2_nan(b, a).y());
		ok[5] = are(im::hisnan2(b), 0, 1) && are(im::hgtu2(a, b), 0, 1) && are(im::hgeu2(a, b), 1, 1) && are(im::hleu2(a, b), 1, 1);
	}).wait();
	for (int i = 0; i < 6; i++)
		check(ok[i]);
	sycl::free(ok, q);
	sycl::free(h, q);
}

int main()
{
	sycl::queue q;

	conversions(q);
	integers(q);
	halves(q);
	pairs_of_halves(q);
	directed<float>(q);
	words(q);
	normal<float>(q, 1e-6);
	if (q.get_device().has(sycl::aspect::fp64)) {
		directed<double>(q);
		normal<double>(q, 2e-15);
	}
	return done();
}
