/* Floating-point numbers of 8 bits, in kernels and on the host, against the nearest of all numbers of the format. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "check.hpp"
#include <sycl/ext/oneapi/experimental/float_8bit/types.hpp>

namespace ex = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::bfloat16;
using ex::rounding;
using ex::saturation;

template <typename Number>
static Number of_bits(unsigned bits)
{
	Number number;

	number.vals[0] = static_cast<std::uint8_t>(bits);
	return number;
}

/* A positive number by its definition; NaN for other codes. */
static double value(unsigned code, int fraction, int bias, unsigned most)
{
	const unsigned exponent = code >> fraction, rest = code & ((1u << fraction) - 1);
	const double part = rest / double(1u << fraction);

	if (code > most)
		return std::nan("");
	return exponent ? std::ldexp(1 + part, int(exponent) - bias) : std::ldexp(part, 1 - bias);
}

/* Between neighbours a and b of the format, numbers go where the mode says. */
template <typename Number>
static void between(int fraction, int bias, unsigned most)
{
	for (unsigned code = 0; code <= most; code++) {
		const double at = value(code, fraction, bias, most);

		check(float(of_bits<Number>(code)) == float(at) && float(of_bits<Number>(code | 0x80)) == -float(at));
		check(Number(float(at)).vals[0] == code && Number(-float(at)).vals[0] == (code | 0x80));
		if (code == most)
			break;
		const double next = value(code + 1, fraction, bias, most), middle = (at + next) / 2, little = (next - at) / 1024;
		const float down[1] = { float(middle - little) }, up[1] = { float(middle + little) }, half[1] = { float(middle) };
		const float below[1] = { float(-middle) };

		check(Number(down).vals[0] == code && Number(up).vals[0] == code + 1 && Number(half).vals[0] == code + (code & 1));
		check(Number(down, rounding::upward).vals[0] == code + 1 && Number(up, rounding::toward_zero).vals[0] == code);
		check(Number(below, rounding::upward).vals[0] == (code | 0x80) && Number(below, rounding::toward_zero).vals[0] == (code | 0x80));
	}
}

static void ends()
{
	const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
	const float large[1] = { 1e30f }, infinite[1] = { -infinity }, near[1] = { 61440.0f };

	check(ex::fp8_e4m3(1000.0f).vals[0] == 0x7e && ex::fp8_e4m3(-infinity).vals[0] == 0xfe && std::isnan(float(ex::fp8_e4m3(nan))));
	check(ex::fp8_e5m2(1e6f).vals[0] == 0x7b && std::isnan(float(ex::fp8_e5m2(nan))) && std::isnan(float(of_bits<ex::fp8_e5m2>(0x7d))));
	check(float(of_bits<ex::fp8_e5m2>(0xfc)) == -infinity && std::isnan(float(of_bits<ex::fp8_e4m3>(0xff))));
	check(ex::fp8_e5m2(large, rounding::to_even, saturation::none).vals[0] == 0x7c && ex::fp8_e5m2(infinite, rounding::to_even, saturation::none).vals[0] == 0xfc);
	check(ex::fp8_e5m2(near, rounding::to_even, saturation::none).vals[0] == 0x7c && ex::fp8_e5m2(near, rounding::toward_zero, saturation::none).vals[0] == 0x7b);
	check(ex::fp8_e5m2(near).vals[0] == 0x7b && ex::fp8_e5m2(1e-30f).vals[0] == 0);
	/* Integers. */
	check(ex::fp8_e4m3(17).vals[0] == ex::fp8_e4m3(16.0f).vals[0] && ex::fp8_e4m3(-3L).vals[0] == ex::fp8_e4m3(-3.0f).vals[0]);
	check(int(ex::fp8_e4m3(-2.75f)) == -2 && unsigned(ex::fp8_e4m3(-2.75f)) == 0 && static_cast<signed char>(ex::fp8_e4m3(300.0f)) == 127);
	check(static_cast<short>(of_bits<ex::fp8_e5m2>(0xfc)) == std::numeric_limits<short>::min() && static_cast<short>(ex::fp8_e5m2(57344.0f)) == 32767);
	check(static_cast<unsigned short>(ex::fp8_e5m2(57344.0f)) == 57344 && static_cast<unsigned long long>(of_bits<ex::fp8_e5m2>(0x7c)) == ~0ull);
	check(!bool(ex::fp8_e4m3(-0.0f)) && bool(ex::fp8_e4m3(0.01f)) && bool(of_bits<ex::fp8_e8m0>(0)));
	ex::fp8_e4m3 number;
	check((number = 2.5f).vals[0] == ex::fp8_e4m3(2.5f).vals[0] && (number = short(4)).vals[0] == ex::fp8_e4m3(4).vals[0]);
	check((number = sycl::half(0.5f)).vals[0] == ex::fp8_e4m3(0.5f).vals[0] && float(number) == 0.5f && bfloat16(number) == 0.5f);
}

static void powers()
{
	const float third[1] = { 3.0f }, tiny[1] = { 0x1p-130f };

	for (unsigned code = 0; code < 255; code++)
		check(float(of_bits<ex::fp8_e8m0>(code)) == float(std::ldexp(1.0, int(code) - 127)) && ex::fp8_e8m0(float(std::ldexp(1.0, int(code) - 127))).vals[0] == code);
	check(std::isnan(float(of_bits<ex::fp8_e8m0>(255))) && ex::fp8_e8m0(std::nanf("")).vals[0] == 255);
	check(float(ex::fp8_e8m0(3.0f)) == 4.0f && float(ex::fp8_e8m0(third, rounding::toward_zero)) == 2.0f);
	check(ex::fp8_e8m0(std::numeric_limits<float>::max()).vals[0] == 254 && ex::fp8_e8m0(std::numeric_limits<float>::infinity()).vals[0] == 254);
	check(ex::fp8_e8m0(0.0f).vals[0] == 0 && ex::fp8_e8m0(tiny).vals[0] == 0 && ex::fp8_e8m0(0x1.8p-127f).vals[0] == 1);
	check(ex::fp8_e8m0((1 << 24) + 1).vals[0] == 127 + 25 && ex::fp8_e8m0(1 << 24).vals[0] == 127 + 24 && ex::fp8_e8m0(~0ull).vals[0] == 127 + 64);
	check(int(ex::fp8_e8m0(0x1p40f)) == std::numeric_limits<int>::max() && int(ex::fp8_e8m0(0.25f)) == 0);
	check(std::isinf(float(sycl::half(ex::fp8_e8m0(0x1p16f)))) && float(sycl::half(ex::fp8_e8m0(0x1p-24f))) == 0x1p-24f && float(sycl::half(ex::fp8_e8m0(0x1p-25f))) == 0.0f);
}

static void pairs()
{
	const sycl::marray<sycl::half, 2> halves{ sycl::half(1.0f), sycl::half(-2.0f) };
	const bfloat16 brains[2] = { 3.0f, 0.25f };
	const ex::fp8_e4m3_x2 a(halves), b(brains, rounding::toward_zero);
	const ex::fp8_e5m2_x c(1.0f, 6.0f);
	const sycl::marray<float, 2> back(c);

	static_assert(std::is_same_v<decltype(c), const ex::fp8_e5m2_x2> && alignof(ex::fp8_e8m0_x2) == 2 && sizeof(ex::fp8_e8m0_x2) == 2 && sizeof(ex::fp8_e4m3) == 1);
	static_assert(std::is_trivially_copyable_v<ex::fp8_e4m3> && std::is_trivially_default_constructible_v<ex::fp8_e5m2_x2>);
	static_assert(!std::is_convertible_v<float, ex::fp8_e4m3> && !std::is_constructible_v<ex::fp8_e4m3_x2, float> && !std::is_constructible_v<float, ex::fp8_e4m3_x2>);
	check(a.vals[0] == 0x38 && a.vals[1] == 0xc0 && b.vals[0] == 0x44 && b.vals[1] == 0x28);
	check(back[0] == 1.0f && back[1] == 6.0f && static_cast<sycl::marray<sycl::half, 2>>(a)[1] == halves[1]);
	/* 1.0625 is a quarter of the way from 1 to 1.25. */
	std::uint32_t seed = 7;
	int ups = 0;
	for (int i = 0; i < 4000; i++) {
		const sycl::half from[1] = { sycl::half(1.0625f) };
		const ex::fp8_e5m2 number(from, ex::stochastic_seed(&seed));

		check(float(number) == 1.0f || float(number) == 1.25f);
		ups += float(number) == 1.25f;
	}
	check(ups > 850 && ups < 1150 && seed != 7);
}

int main()
{
	static_assert(SYCL_EXT_ONEAPI_FP8 == 1);
	sycl::queue q;
	constexpr int n = 4096;
	float *const from = sycl::malloc_shared<float>(n, q);
	std::uint8_t *const to = sycl::malloc_shared<std::uint8_t>(3 * n, q);
	std::mt19937 random(1);

	between<ex::fp8_e4m3>(3, 7, 0x7e);
	between<ex::fp8_e5m2>(2, 15, 0x7b);
	ends();
	powers();
	pairs();
	for (int i = 0; i < n; i++)
		from[i] = std::ldexp(float(random()) - 2e9f, int(random() % 60) - 60);
	q.parallel_for(n, [=](sycl::id<1> i) {
		to[3 * i] = ex::fp8_e4m3(from[i]).vals[0];
		to[3 * i + 1] = ex::fp8_e5m2(float(ex::fp8_e5m2(from[i]))).vals[0];
		to[3 * i + 2] = ex::fp8_e8m0(sycl::fabs(from[i])).vals[0];
	}).wait();
	for (int i = 0; i < n; i++)
		check(to[3 * i] == ex::fp8_e4m3(from[i]).vals[0] && to[3 * i + 1] == ex::fp8_e5m2(from[i]).vals[0]
			&& to[3 * i + 2] == ex::fp8_e8m0(std::fabs(from[i])).vals[0]);
	sycl::free(from, q);
	sycl::free(to, q);
	return done();
}
