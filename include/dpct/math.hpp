/* Mathematics that CUDA has and SYCL has not. */
#if __has_include_next(<dpct/math.hpp>)
#include_next <dpct/math.hpp>
#else
#ifndef DPCT_MATH_HPP
#define DPCT_MATH_HPP

#include <syclcompat/math.hpp>

namespace dpct {

using syclcompat::abs, syclcompat::abs_diff, syclcompat::add_sat, syclcompat::bfe_safe, syclcompat::bfi_safe, syclcompat::cabs,
	syclcompat::cbrt, syclcompat::cdiv, syclcompat::clamp, syclcompat::cmul, syclcompat::compare, syclcompat::compare_both,
	syclcompat::conj, syclcompat::dp2a_hi, syclcompat::dp2a_lo, syclcompat::dp4a, syclcompat::extend_absdiff,
	syclcompat::extend_absdiff_sat, syclcompat::extend_add, syclcompat::extend_add_sat, syclcompat::extend_max,
	syclcompat::extend_max_sat, syclcompat::extend_min, syclcompat::extend_min_sat, syclcompat::extend_shl_clamp,
	syclcompat::extend_shl_sat_clamp, syclcompat::extend_shl_sat_wrap, syclcompat::extend_shl_wrap, syclcompat::extend_shr_clamp,
	syclcompat::extend_shr_sat_clamp, syclcompat::extend_shr_sat_wrap, syclcompat::extend_shr_wrap, syclcompat::extend_sub,
	syclcompat::extend_sub_sat, syclcompat::extend_vabsdiff2, syclcompat::extend_vabsdiff2_add, syclcompat::extend_vabsdiff2_sat,
	syclcompat::extend_vabsdiff4, syclcompat::extend_vabsdiff4_add, syclcompat::extend_vabsdiff4_sat, syclcompat::extend_vadd2,
	syclcompat::extend_vadd2_add, syclcompat::extend_vadd2_sat, syclcompat::extend_vadd4, syclcompat::extend_vadd4_add,
	syclcompat::extend_vadd4_sat, syclcompat::extend_vavrg2, syclcompat::extend_vavrg2_add, syclcompat::extend_vavrg2_sat,
	syclcompat::extend_vavrg4, syclcompat::extend_vavrg4_add, syclcompat::extend_vavrg4_sat, syclcompat::extend_vcompare2,
	syclcompat::extend_vcompare2_add, syclcompat::extend_vcompare4, syclcompat::extend_vcompare4_add, syclcompat::extend_vmax2,
	syclcompat::extend_vmax2_add, syclcompat::extend_vmax2_sat, syclcompat::extend_vmax4, syclcompat::extend_vmax4_add,
	syclcompat::extend_vmax4_sat, syclcompat::extend_vmin2, syclcompat::extend_vmin2_add, syclcompat::extend_vmin2_sat,
	syclcompat::extend_vmin4, syclcompat::extend_vmin4_add, syclcompat::extend_vmin4_sat, syclcompat::extend_vsub2,
	syclcompat::extend_vsub2_add, syclcompat::extend_vsub2_sat, syclcompat::extend_vsub4, syclcompat::extend_vsub4_add,
	syclcompat::extend_vsub4_sat, syclcompat::fast_length, syclcompat::fmax_nan, syclcompat::fmin_nan, syclcompat::funnelshift_l,
	syclcompat::funnelshift_lc, syclcompat::funnelshift_r, syclcompat::funnelshift_rc, syclcompat::hadd, syclcompat::isnan,
	syclcompat::length, syclcompat::max, syclcompat::maximum, syclcompat::min, syclcompat::minimum, syclcompat::pow, syclcompat::relu,
	syclcompat::rhadd, syclcompat::sub_sat, syclcompat::unordered_compare, syclcompat::unordered_compare_both,
	syclcompat::vectorized_binary, syclcompat::vectorized_isgreater, syclcompat::vectorized_max, syclcompat::vectorized_min,
	syclcompat::vectorized_sum_abs_diff, syclcompat::vectorized_unary;

}

#endif
#endif
