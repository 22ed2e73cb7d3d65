/* 4.17.7: integer functions of every width, signed and unsigned, at their limits. */
#include <sycl/sycl.hpp>
#include <limits>

#include "../check.hpp"

template <typename T>
static void of(bool &right)
{
	using limits = std::numeric_limits<T>;
	using U = std::make_unsigned_t<T>;
	const T most = limits::max(), least = limits::min();
	constexpr int bits = sizeof(T) * 8;

	right &= sycl::add_sat(most, T(1)) == most && sycl::sub_sat(least, T(1)) == least && sycl::add_sat(T(3), T(4)) == T(7);
	right &= sycl::hadd(most, most) == most && sycl::rhadd(most, T(most - 1)) == most && sycl::hadd(T(5), T(2)) == T(3);
	right &= sycl::clz(T(1)) == T(bits - 1) && sycl::clz(T(0)) == T(bits) && sycl::ctz(T(8)) == T(3) && sycl::ctz(T(0)) == T(bits);
	right &= sycl::popcount(T(-1)) == T(bits) && sycl::popcount(T(5)) == T(2);
	right &= sycl::rotate(T(1), T(bits - 1)) == T(U(1) << (bits - 1)) && sycl::rotate(T(3), T(1)) == T(6);
	right &= sycl::mul_hi(most, T(2)) == (std::is_signed_v<T> ? T(0) : T(1)) && sycl::mad_hi(most, T(2), T(4)) == (std::is_signed_v<T> ? T(4) : T(5));
	right &= sycl::mad_sat(most, T(2), T(3)) == most && sycl::abs(T(7)) == 7 && sycl::clamp(T(9), T(1), T(5)) == T(5);
	right &= U(sycl::abs_diff(most, least)) == U(-1) && sycl::max(T(3), T(4)) == T(4) && sycl::min(least, most) == least;
	if constexpr (std::is_signed_v<T>)
		right &= sycl::abs(T(-7)) == 7 && sycl::mad_sat(least, T(2), T(-1)) == least && sycl::mul_hi(T(-1), T(1)) == T(-1);
}

static bool all()
{
	bool right = true;

	of<signed char>(right), of<unsigned char>(right), of<short>(right), of<unsigned short>(right), of<int>(right), of<unsigned>(right);
	of<long>(right), of<unsigned long>(right), of<long long>(right), of<unsigned long long>(right);
	right &= sycl::mul24(-3, 5) == -15 && sycl::mad24(2u, 3u, 4u) == 10 && sycl::upsample(std::int8_t(-1), std::uint8_t(2)) == std::int16_t(0xff02);
	right &= sycl::upsample(std::uint32_t(1), std::uint32_t(2)) == 0x100000002ull;
	const auto v = sycl::clz(sycl::vec<short, 3>(1, 2, 0));
	return right && v[0] == 15 && v[1] == 14 && v[2] == 16;
}

int main()
{
	sycl::queue q;
	bool *const right = sycl::malloc_shared<bool>(1, q);

	q.single_task([=] { *right = all(); }).wait();
	check(*right && all());
	sycl::free(right, q);
	return done();
}
