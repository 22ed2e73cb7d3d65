/* Mathematics of extensions: complex numbers and bfloat16, in kernels and on the host, against std::complex and float. */
#include <sycl/ext/oneapi/experimental/complex/complex_math.hpp>
#include <sycl/ext/oneapi/experimental/sycl_complex.hpp>
#include <sycl/sycl.hpp>

#include <sstream>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::bfloat16;

static bool near(double a, double b, double bound)
{
	return a - b <= bound * (1 + std::fabs(b)) && b - a <= bound * (1 + std::fabs(b));
}

template <typename T>
static void complex_numbers(sycl::queue &q, double bound)
{
	using number = ex::complex<T>;
	using standard = std::complex<double>;
	constexpr int n = 17;
	number *r = sycl::malloc_shared<number>(n, q);
	T *real = sycl::malloc_shared<T>(4, q);
	const number a(T(1.5f), T(-0.5f)), b(T(0.25f), T(2.0f));
	const standard x(1.5, -0.5), y(0.25, 2.0);
	const standard expected[n] = { x + y, x - y, x * y, x / y, x + 2.0, 2.0 - x, x * 2.0, 2.0 / x, std::exp(x), std::log(x), std::sqrt(x),
		std::sin(x), std::tanh(x), std::pow(x, y), std::conj(x), std::polar(2.0, 0.5), std::acosh(x) };

	q.single_task([=] {
		const T two(2.0f);
		number sum = a;

		sum += b;
		r[0] = sum;
		sum = a;
		sum -= b;
		r[1] = sum;
		r[2] = a * b;
		r[3] = a / b;
		r[4] = a + two;
		r[5] = two - a;
		r[6] = a * two;
		r[7] = two / a;
		r[8] = ex::exp(a);
		r[9] = ex::log(a);
		r[10] = ex::sqrt(a);
		r[11] = ex::sin(a);
		r[12] = ex::tanh(a);
		r[13] = ex::pow(a, b);
		r[14] = ex::conj(a);
		r[15] = ex::polar(T(2.0f), T(0.5f));
		r[16] = ex::acosh(a);
		real[0] = ex::abs(a);
		real[1] = ex::arg(a);
		real[2] = ex::norm(a);
		sycl::marray<number, 2> many{ a, b };
		many = many * b + ex::conj(many);
		real[3] = ex::imag(many)[1];
	}).wait();
	for (int i = 0; i < n; i++)
		check((near(r[i].real(), expected[i].real(), bound) && near(r[i].imag(), expected[i].imag(), bound))
			|| (std::printf("%d of %zu bytes\n", i, sizeof(T)), false));
	check(near(real[0], std::abs(x), bound) && near(real[1], std::arg(x), bound) && near(real[2], std::norm(x), bound));
	check(near(real[3], (y * y + std::conj(y)).imag(), bound));
	check(a == number(T(1.5f), T(-0.5f)) && a != b && number(T(2.0f)) == T(2.0f) && std::complex<float>(a).imag() == -0.5f);
	std::stringstream text;
	number read;
	text << a;
	check(text.str() == "(1.5,-0.5)");
	text >> read;
	check(read == a);
	sycl::free(r, q);
	sycl::free(real, q);
}

/* Functions of arguments of different types: the parts of the result have the larger type; integers are double alone. */
template <typename T, typename Found>
static bool is(const Found &found, const std::complex<double> &expected)
{
	static_assert(std::is_same_v<Found, ex::complex<T>>);
	return near(found.real(), expected.real(), 4e-3) && near(found.imag(), expected.imag(), 4e-3);
}

static void mixed_complex(sycl::queue &q)
{
	using sycl::half;
	using single = ex::complex<float>;
	using pair = sycl::marray<single, 2>;
	using reals = sycl::marray<float, 2>;
	using std::complex;
	static_assert(ex::real(single(1.0f, 2.0f)) == 1.0f && ex::imag(single(1.0f, 2.0f)) == 2.0f && ex::real(3.0f) == 3.0f && ex::imag(3) == 0.0);
	static_assert(std::is_same_v<decltype(ex::real(3)), double> && std::is_same_v<decltype(ex::norm(half(2.0f))), half>);
	bool *right = sycl::malloc_shared<bool>(8, q);

	q.single_task([=] {
		const single z(1.0f, 0.5f);
		const ex::complex<double> d(0.5, 1.0);
		const ex::complex<half> h(half(0.5f), half(1.0f));
		const complex<double> x(1.0, 0.5), y(0.5, 1.0);

		right[0] = is<double>(ex::pow(z, d), std::pow(x, y)) && is<float>(ex::pow(z, h), std::pow(x, y));
		right[1] = is<double>(ex::pow(z, 2.0), x * x) && is<float>(ex::pow(z, 2), x * x) && is<half>(ex::pow(h, 2), y * y);
		right[2] = is<double>(ex::pow(2.0, z), std::pow(2.0, x)) && is<float>(ex::pow(half(2.0f), z), std::pow(2.0, x));
		right[3] = ex::arg(-1.0f) > 3.14f && ex::norm(3) == 9.0 && is<double>(ex::conj(2), 2.0) && is<double>(ex::proj(3), 3.0);
		right[4] = is<float>(ex::pow(pair{ z, z }, 2.0f)[1], x * x) && is<float>(ex::pow(z, reals{ 1.0f, 2.0f })[1], x * x)
			&& is<float>(ex::pow(pair{ z, z }, reals{ 1.0f, 2.0f })[1], x * x);
		right[5] = is<float>(ex::pow(2.0f, pair{ z, z })[1], std::pow(2.0, x)) && is<float>(ex::pow(reals{ 1.0f, 2.0f }, z)[1], std::pow(2.0, x))
			&& is<float>(ex::pow(z, pair{ z, z })[0], std::pow(x, x)) && is<float>(ex::pow(pair{ z, z }, z)[0], std::pow(x, x))
			&& is<float>(ex::pow(reals{ 1.0f, 2.0f }, pair{ z, z })[1], std::pow(2.0, x));
		right[6] = is<float>(ex::polar(reals{ 1.0f, 2.0f }, 0.5f)[1], std::polar(2.0, 0.5))
			&& is<float>(ex::polar(2.0f, reals{ 1.0f, 0.5f })[1], std::polar(2.0, 0.5))
			&& is<float>(ex::polar(reals{ 1.0f, 2.0f }, reals{ 1.0f, 0.5f })[1], std::polar(2.0, 0.5));
		right[7] = is<float>(ex::polar(reals{ 1.0f, 2.0f })[1], 2.0) && is<float>(ex::proj(reals{ 1.0f, 2.0f })[1], 2.0);
	}).wait();
	for (int i = 0; i < 8; i++)
		check(right[i] || (std::printf("%d\n", i), false));
	sycl::free(right, q);
}

static void small_floats(sycl::queue &q)
{
	bfloat16 *r = sycl::malloc_shared<bfloat16>(16, q);
	bool *b = sycl::malloc_shared<bool>(4, q);

	q.single_task([=] {
		const bfloat16 x = 1.5f, y = -2.25f;
		sycl::marray<bfloat16, 2> pair{ x, y };

		r[0] = ex::fabs(y);
		r[1] = ex::sqrt(x);
		r[2] = ex::fmax(x, y);
		r[3] = ex::exp2(x);
		r[4] = ex::fma(bfloat16(1.0078125f), bfloat16(1.0078125f), bfloat16(-1.0f));
		r[5] = ex::ceil(pair)[1];
		r[6] = x * y + 1.0f;
		r[7] = -x;
		/* Sums between two neighbours. */
		r[8] = ex::fma(bfloat16(1.0078125f), bfloat16(5.9604645e-08f), bfloat16(256.0f));
		r[9] = ex::fma(bfloat16(0.5f), bfloat16(0.0078125f), bfloat16(1.0f));
		const std::uint16_t two = sycl::bit_cast<std::uint16_t>(bfloat16(2.0f));
		const std::uint32_t both = two | std::uint32_t(sycl::bit_cast<std::uint16_t>(bfloat16(-2.0f))) << 16;
		const std::uint32_t sums = ex::fma_relu(both, std::uint32_t(two | two << 16), std::uint32_t(two | two << 16));
		r[10] = ex::fma_relu(x, bfloat16(1.0f), bfloat16(1.0f));
		r[11] = ex::fma_relu(x, y, bfloat16(0.0f));
		r[12] = static_cast<float>(ex::fma_relu(sycl::half(1.5f), sycl::half(1.0f), sycl::half(1.0f)));
		b[3] = sycl::bit_cast<bfloat16>(std::uint16_t(sums)) == 6.0f && sums >> 16 == 0;
		b[0] = ex::isnan(bfloat16(0.0f) / bfloat16(0.0f));
		b[1] = ex::isnan(pair)[0];
		b[2] = x > y && x != y && static_cast<bool>(x);
	}).wait();
	check(r[0] == 2.25f && r[1] == bfloat16(std::sqrt(1.5f)) && r[2] == 1.5f && r[3] == bfloat16(std::exp2(1.5f)));
	check(r[4] == bfloat16(1.0078125f * 1.0078125f - 1.0f) && r[5] == -2.0f && static_cast<float>(r[6]) == -2.375f && r[7] == -1.5f);
	check(r[8] == 256.0f && r[9] == bfloat16(1.00390625f));
	check(r[10] == 2.5f && r[11] == 0.0f && r[12] == 2.5f && b[3]);
	check(b[0] && !b[1] && b[2]);
	check(ex::floor(bfloat16(2.5f)) == 2.0f && ex::fmin(bfloat16(1.0f), bfloat16(2.0f)) == 1.0f);
	sycl::free(r, q);
	sycl::free(b, q);
}

/* Of vecs and swizzles. */
static void small_vectors(sycl::queue &q)
{
	using four = sycl::vec<bfloat16, 4>;
	using two = sycl::vec<bfloat16, 2>;
	four *r = sycl::malloc_shared<four>(4, q);
	sycl::vec<std::int16_t, 2> *nans = sycl::malloc_shared<sycl::vec<std::int16_t, 2>>(1, q);

	q.single_task([=] {
		four a(bfloat16(1.0f), bfloat16(-4.0f), bfloat16(9.0f), bfloat16(2.5f)), b(bfloat16(2.0f));

		r[0] = ex::fabs(a);
		r[1] = ex::fmin(a, b.wzyx());
		r[2] = ex::fma(a.swizzle<0, 0, 0, 0>(), b, a);
		const two roots = ex::sqrt(a.yz()), larger = ex::fmax(a.yz(), b.xy());
		r[3] = four(roots, larger);
		*nans = ex::isnan(roots.lo().x() == roots.lo().x() ? larger : roots);
	}).wait();
	const bfloat16 expected[4][4] = { { 1.0f, 4.0f, 9.0f, 2.5f }, { 1.0f, -4.0f, 2.0f, 2.0f }, { 3.0f, -2.0f, 11.0f, 4.5f }, { 0.0f, 3.0f, 2.0f, 9.0f } };
	for (int i = 0; i < 4; i++)
		for (int k = i == 3; k < 4; k++)
			check(r[i][k] == expected[i][k]);
	check(ex::isnan(r[3][0]) && (*nans)[0] == -1 && (*nans)[1] == 0);
	check(static_cast<bfloat16>(ex::exp2(r[0].swizzle<1>())) == 16.0f);
	sycl::free(r, q);
	sycl::free(nans, q);
}

/* bfloat16 with numbers is bfloat16; it becomes a half, and a half becomes one; it has limits. */
static void conversions(sycl::queue &q)
{
	using limits = std::numeric_limits<bfloat16>;
	const bfloat16 b = 1.5f;
	const sycl::half direct(b), copied = b;

	static_assert(std::is_same_v<decltype(b + 1.0f), bfloat16> && std::is_same_v<decltype(2 * b), bfloat16> && std::is_same_v<decltype(b / 2.0), bfloat16>
		&& std::is_same_v<decltype(b - copied), bfloat16> && std::is_same_v<decltype(copied * b), bfloat16> && std::is_same_v<decltype(copied + 1.0f), float>);
	static_assert(ex::is_property_value_v<decltype(ex::work_group_size<2>)> && limits::is_specialized && limits::digits == 8 && limits::max_exponent == 128);
	check(direct == 1.5f && copied == direct && bfloat16(copied) == b && static_cast<sycl::half>(b) == copied && copied < b + copied);
	check(static_cast<float>(bfloat16(10.0f) + 0.01f) == 10.0f && static_cast<float>(limits::epsilon()) == 0.0078125f);
	check(static_cast<float>(limits::max()) == 3.38953139e38f && limits::lowest() == -limits::max() && limits::infinity() > limits::max());
	check(static_cast<float>((limits::min)()) == (std::numeric_limits<float>::min)() && ex::isnan(limits::quiet_NaN()) && limits::denorm_min() > 0);
	if (!q.get_device().has(sycl::aspect::fp16))
		return;
	sycl::half *const h = sycl::malloc_shared<sycl::half>(2, q);
	h[0] = 0.25f;
	q.single_task([=] {
		const bfloat16 sum = h[0] + b;

		h[1] = sum;
	}).wait();
	check(h[1] == 1.75f);
	sycl::free(h, q);
}

/* Any operation of three bits, in kernels, also of vectors. */
template <std::uint8_t... Index>
static bool all_operations(std::integer_sequence<std::uint8_t, Index...>)
{
	constexpr std::uint8_t a = 0xaa, b = 0xcc, c = 0xf0;

	return ((ex::ternary_bitwise<Index>(a, b, c) == Index) && ...);
}
static void bits(sycl::queue q)
{
	long *const result = sycl::malloc_shared<long>(3, q);

	static_assert(SYCL_EXT_ONEAPI_TERNARY_BITWISE == 1);
	check(all_operations(std::make_integer_sequence<std::uint8_t, 128>()) && ex::ternary_bitwise<255>(std::uint8_t(1), std::uint8_t(2), std::uint8_t(3)) == 255);
	q.single_task([=] {
		const sycl::int4 v = ex::ternary_bitwise<0x96>(sycl::int4(1), sycl::int4(3, 3, 0, 0), sycl::int4(8));

		result[0] = v[0] + 100 * v[3];
		result[1] = ex::ternary_bitwise<0xe8>(0x0fl, 0x33l, 0x55l);	/* two of three */
		result[2] = ex::ternary_bitwise<0x80>(sycl::marray<short, 2>(-1), sycl::marray<short, 2>(6), sycl::marray<short, 2>(3))[1];
	}).wait();
	check(result[0] == 10 + 900 && result[1] == 0x17 && result[2] == 2);
	sycl::free(result, q);
}

/* Bytes of floats at the ends of their range, at ties, of what is no number: in kernels and on the host. */
static void bytes(sycl::queue q)
{
	static const float in[] = { 0.5f, 1.5f, -0.5f, -2.5f, 127.49f, 127.5f, 1e30f, -128.5f, -129, -1e30f, 255.4f, 255.5f, NAN, -INFINITY, INFINITY, 126.5f };
	static const int as_signed[] = { 0, 2, 0, -2, 127, 127, 127, -128, -128, -128, 127, 127, 0, -128, 127, 126 };
	static const int as_unsigned[] = { 0, 2, 0, 0, 127, 128, 255, 0, 0, 0, 255, 255, 0, 0, 255, 126 };
	float *const from = sycl::malloc_shared<float>(16, q);
	int *const to = sycl::malloc_shared<int>(40, q);

	static_assert(SYCL_EXT_ONEAPI_SATURATING_CONVERSION == 1 && std::is_same_v<decltype(ex::float4_to_int8x4_rn(sycl::float4())), std::int32_t>);
	std::copy(in, in + 16, from);
	q.parallel_for(16, [=](sycl::id<1> i) {
		to[i] = ex::float_to_int8_rn(from[i]);
		to[16 + i[0]] = ex::float_to_uint8_rn(from[i]);
		if (i[0] % 4 == 0) {
			const sycl::float4 four(from[i[0]], from[i[0] + 1], from[i[0] + 2], from[i[0] + 3]);

			to[32 + i[0] / 4] = ex::float4_to_int8x4_rn(four);
			to[36 + i[0] / 4] = static_cast<int>(ex::float4_to_uint8x4_rn(four));
		}
	}).wait();
	for (int i = 0; i < 16; i++) {
		check(to[i] == as_signed[i] && to[16 + i] == as_unsigned[i]);
		check(ex::float_to_int8_rn(in[i]) == as_signed[i] && ex::float_to_uint8_rn(in[i]) == as_unsigned[i]);
		check(static_cast<std::int8_t>(to[32 + i / 4] >> i % 4 * 8) == as_signed[i] && static_cast<std::uint8_t>(to[36 + i / 4] >> i % 4 * 8) == as_unsigned[i]);
	}
	sycl::free(to, q);
	sycl::free(from, q);
}

int main()
{
	sycl::queue q;

	conversions(q);
	complex_numbers<float>(q, 1e-5);
	complex_numbers<double>(q, 1e-13);
	complex_numbers<sycl::half>(q, 4e-3);
	mixed_complex(q);
	small_floats(q);
	small_vectors(q);
	bits(q);
	bytes(q);
	return done();
}
