/* 4.14.1: half's limits, arithmetic, conversions and functions. */
#include <sycl/sycl.hpp>
#include <limits>
#include <cmath>

#include "../check.hpp"

int main()
{
	using sycl::half;
	using limits = std::numeric_limits<half>;
	static_assert(limits::is_specialized && limits::is_signed && !limits::is_integer && limits::digits == 11 && limits::max_exponent == 16
		&& limits::min_exponent == -13 && limits::radix == 2 && limits::has_infinity && limits::is_iec559 && limits::digits10 == 3 && limits::max_digits10 == 5);
	static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half>);
	check(limits::max() == half(65504.0f) && limits::lowest() == half(-65504.0f) && float(limits::min()) == 6.103515625e-05f);
	check(float(limits::epsilon()) == 9.765625e-04f && std::isinf(float(limits::infinity())) && std::isnan(float(limits::quiet_NaN())));
	check(float(limits::denorm_min()) == 5.9604644775390625e-08f && float(limits::round_error()) == 0.5f);
	half h = 1.5f;
	h += half(0.25f);
	h *= 2;
	check(h == half(3.5f) && float(h) == 3.5f && double(h) == 3.5 && int(h) == 3 && -h == half(-3.5f) && h > 3.0f && 4.0 > h && h++ == half(3.5f));
	check(half(2049.0f) == half(2048.0f) && half(1e6f) == limits::infinity() && half(1) / half(3) == half(0.333251953125f));
	check(sycl::sqrt(half(2.25f)) == half(1.5f) && sycl::fabs(half(-2)) == half(2) && sycl::fmax(half(1), half(2)) == half(2));
	check(std::hash<half>()(half(1)) == std::hash<half>()(half(1.0f)) && sycl::bit_cast<std::uint16_t>(half(1)) == 0x3c00);
	using namespace sycl;
	check(sycl::half(3.0) + 1 == sycl::half(4) && (sycl::half(3) + 0.5f) == 3.5f);
	return done();
}
