/* ext::intel::math: two numbers of 16 bits (NAME2) or four of 8 (NAME4) in a word. */
#ifndef SYCL_EXT_INTEL_MATH_SIMD_HPP
#define SYCL_EXT_INTEL_MATH_SIMD_HPP

#include <cstdint>
#include <type_traits>

namespace sycl::detail::lanes {

using signed2 = std::int16_t;
using signed4 = std::int8_t;
using unsigned2 = std::uint16_t;
using unsigned4 = std::uint8_t;

/* The lowest bits of what f says of each lane of x and y. */
template <typename Lane, typename Function>
unsigned each(unsigned x, unsigned y, Function f)
{
	constexpr unsigned width = sizeof(Lane) * 8, mask = (1U << width) - 1;
	unsigned result = 0;

	for (unsigned i = 0; i < 32; i += width)
		result |= (static_cast<unsigned>(f(static_cast<int>(static_cast<Lane>(x >> i)), static_cast<int>(static_cast<Lane>(y >> i)))) & mask) << i;
	return result;
}
template <typename Lane>
constexpr int clamp(int x)
{
	constexpr int bits = sizeof(Lane) * 8;
	constexpr int least = std::is_signed_v<Lane> ? -(1 << (bits - 1)) : 0, most = std::is_signed_v<Lane> ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;

	return x < least ? least : x > most ? most : x;
}

}

namespace sycl::ext::intel::math {

#define SYCL_CC_LANES_OF_ONE(Name, Lane, ...) \
	template <typename Word = unsigned> \
	unsigned Name(Word word) \
	{ \
		using lane [[maybe_unused]] = sycl::detail::lanes::Lane; \
		return sycl::detail::lanes::each<lane>(static_cast<unsigned>(word), 0, [](int x, int) { return __VA_ARGS__; }); \
	}
#define SYCL_CC_LANES_OF_TWO(Name, Lane, ...) \
	template <typename Word = unsigned> \
	unsigned Name(Word one, Word other) \
	{ \
		using lane [[maybe_unused]] = sycl::detail::lanes::Lane; \
		return sycl::detail::lanes::each<lane>(static_cast<unsigned>(one), static_cast<unsigned>(other), [](int x, int y) { return __VA_ARGS__; }); \
	}
/* A function for each width; x and y are the lanes. */
#define SYCL_CC_ONE(Name, Sign, ...) \
	SYCL_CC_LANES_OF_ONE(Name##2, Sign##2, __VA_ARGS__) \
	SYCL_CC_LANES_OF_ONE(Name##4, Sign##4, __VA_ARGS__)
#define SYCL_CC_TWO(Name, Sign, ...) \
	SYCL_CC_LANES_OF_TWO(Name##2, Sign##2, __VA_ARGS__) \
	SYCL_CC_LANES_OF_TWO(Name##4, Sign##4, __VA_ARGS__)
/* vcmpNAME is all bits where the comparison holds, vsetNAME 1. */
#define SYCL_CC_COMPARISON(Name, Sign, Operator) \
	SYCL_CC_TWO(vcmp##Name, Sign, x Operator y ? -1 : 0) \
	SYCL_CC_TWO(vset##Name, Sign, x Operator y ? 1 : 0)
#define SYCL_CC_COMPARISONS(Name, Operator) \
	SYCL_CC_COMPARISON(Name##s, signed, Operator) \
	SYCL_CC_COMPARISON(Name##u, unsigned, Operator)

/* Names with ss and us stay within the numbers, others wrap around. */
SYCL_CC_ONE(vabs, signed, x < 0 ? -x : x)
SYCL_CC_ONE(vabsss, signed, sycl::detail::lanes::clamp<lane>(x < 0 ? -x : x))
SYCL_CC_ONE(vneg, signed, -x)
SYCL_CC_ONE(vnegss, signed, sycl::detail::lanes::clamp<lane>(-x))
SYCL_CC_TWO(vabsdiffs, signed, x < y ? y - x : x - y)
SYCL_CC_TWO(vabsdiffu, unsigned, x < y ? y - x : x - y)
SYCL_CC_TWO(vadd, unsigned, x + y)
SYCL_CC_TWO(vaddss, signed, sycl::detail::lanes::clamp<lane>(x + y))
SYCL_CC_TWO(vaddus, unsigned, sycl::detail::lanes::clamp<lane>(x + y))
SYCL_CC_TWO(vsub, unsigned, x - y)
SYCL_CC_TWO(vsubss, signed, sycl::detail::lanes::clamp<lane>(x - y))
SYCL_CC_TWO(vsubus, unsigned, sycl::detail::lanes::clamp<lane>(x - y))
/* Averages: rounded up (vavgu), towards the greater absolute value (vavgs), down (vhaddu). */
SYCL_CC_TWO(vavgs, signed, x + y < 0 ? (x + y) / 2 - ((x + y) % 2 != 0) : (x + y + 1) / 2)
SYCL_CC_TWO(vavgu, unsigned, (x + y + 1) / 2)
SYCL_CC_TWO(vhaddu, unsigned, (x + y) / 2)
SYCL_CC_TWO(vmaxs, signed, x < y ? y : x)
SYCL_CC_TWO(vmaxu, unsigned, x < y ? y : x)
SYCL_CC_TWO(vmins, signed, y < x ? y : x)
SYCL_CC_TWO(vminu, unsigned, y < x ? y : x)
SYCL_CC_COMPARISON(eq, unsigned, ==)
SYCL_CC_COMPARISON(ne, unsigned, !=)
SYCL_CC_COMPARISONS(lt, <)
SYCL_CC_COMPARISONS(le, <=)
SYCL_CC_COMPARISONS(gt, >)
SYCL_CC_COMPARISONS(ge, >=)

/* The sum of the differences. */
#define SYCL_CC_SUM(Name, Count, Differences) \
	template <typename Word = unsigned> \
	unsigned Name(Word one, Word other) \
	{ \
		const unsigned each = Differences(static_cast<unsigned>(one), static_cast<unsigned>(other)); \
		return Count == 2 ? (each & 0xffff) + (each >> 16) : (each & 255) + (each >> 8 & 255) + (each >> 16 & 255) + (each >> 24); \
	}
SYCL_CC_SUM(vsads2, 2, vabsdiffs2)
SYCL_CC_SUM(vsads4, 4, vabsdiffs4)
SYCL_CC_SUM(vsadu2, 2, vabsdiffu2)
SYCL_CC_SUM(vsadu4, 4, vabsdiffu4)

/* The greatest or the least of three, and of a sum and the third; _relu: at least 0. */
#define SYCL_CC_OF_THREE(Name, Combine, Choose, Floor) \
	template <typename Word = unsigned> \
	unsigned Name(Word one, Word other, Word third) \
	{ \
		const unsigned result = Choose(Combine(static_cast<unsigned>(one), static_cast<unsigned>(other)), static_cast<unsigned>(third)); \
		return Floor ? vmaxs2(result, 0U) : result; \
	}
SYCL_CC_OF_THREE(vimax3_s16x2, vmaxs2, vmaxs2, false)
SYCL_CC_OF_THREE(vimax3_s16x2_relu, vmaxs2, vmaxs2, true)
SYCL_CC_OF_THREE(vimax3_u16x2, vmaxu2, vmaxu2, false)
SYCL_CC_OF_THREE(vimin3_s16x2, vmins2, vmins2, false)
SYCL_CC_OF_THREE(vimin3_s16x2_relu, vmins2, vmins2, true)
SYCL_CC_OF_THREE(vimin3_u16x2, vminu2, vminu2, false)
SYCL_CC_OF_THREE(viaddmax_s16x2, vadd2, vmaxs2, false)
SYCL_CC_OF_THREE(viaddmax_s16x2_relu, vadd2, vmaxs2, true)
SYCL_CC_OF_THREE(viaddmax_u16x2, vadd2, vmaxu2, false)
SYCL_CC_OF_THREE(viaddmin_s16x2, vadd2, vmins2, false)
SYCL_CC_OF_THREE(viaddmin_s16x2_relu, vadd2, vmins2, true)
SYCL_CC_OF_THREE(viaddmin_u16x2, vadd2, vminu2, false)
#undef SYCL_CC_LANES_OF_ONE
#undef SYCL_CC_LANES_OF_TWO
#undef SYCL_CC_OF_THREE
#undef SYCL_CC_ONE
#undef SYCL_CC_TWO
#undef SYCL_CC_COMPARISON
#undef SYCL_CC_COMPARISONS
#undef SYCL_CC_SUM

}

#endif
