/* 4.17.1: bit_cast keeps the bits, in constant expressions too. */
#include <sycl/sycl.hpp>
#include <string>

#include "../check.hpp"

/* It is there for types of one size that bytes can copy. */
template <typename To, typename From, typename = void>
constexpr bool casts = false;
template <typename To, typename From>
constexpr bool casts<To, From, std::void_t<decltype(sycl::bit_cast<To>(std::declval<From>()))>> = true;
static_assert(casts<int, float> && casts<double, sycl::vec<float, 2>> && casts<sycl::half, short>);
static_assert(!casts<int, double> && !casts<sycl::vec<float, 4>, double> && !casts<std::string, std::string>);

int main()
{
	struct two {
		std::uint16_t a, b;
	};
	static_assert(sycl::bit_cast<std::uint32_t>(1.0f) == 0x3f800000u && noexcept(sycl::bit_cast<int>(1.0f)));
	check(sycl::bit_cast<two>(0x20001u).a == 1 && sycl::bit_cast<two>(0x20001u).b == 2);
	check(sycl::bit_cast<double>(sycl::bit_cast<std::int64_t>(-2.5)) == -2.5);
	sycl::queue q;
	int *const out = sycl::malloc_shared<int>(1, q);
	const float x = -0.0f;
	q.single_task([=] { *out = sycl::bit_cast<int>(x); }).wait();
	check(*out == std::numeric_limits<int>::min());
	sycl::free(out, q);
	return done();
}
