/* Parameters of load-store units, and the kind of arithmetic that an FPGA builds: without effect here. */
#ifndef SYCL_EXT_INTEL_FPGA_UTILS_HPP
#define SYCL_EXT_INTEL_FPGA_UTILS_HPP

#include <cstdint>
#include <utility>

namespace sycl::ext::intel {

#define SYCL_CC_PARAMETER(NAME, TYPE, DEFAULT) \
	template <TYPE Value> \
	struct NAME { \
		static constexpr TYPE value = Value; \
		static constexpr TYPE default_value = DEFAULT; \
	};
SYCL_CC_PARAMETER(burst_coalesce, bool, false)
SYCL_CC_PARAMETER(cache, std::int32_t, 0)
SYCL_CC_PARAMETER(prefetch, bool, false)
SYCL_CC_PARAMETER(statically_coalesce, bool, true)
#undef SYCL_CC_PARAMETER

enum class Preference { DSP, Softlogic, Compiler_default };
enum class Propagate { On, Off };

template <Preference = Preference::DSP, Propagate = Propagate::On, typename Function>
void math_dsp_control(Function f)
{
	f();
}

/* Loops of a function that may be fused. */
template <int = -1, typename Function>
void fpga_loop_fuse(Function f)
{
	f();
}
template <int = -1, typename Function>
void fpga_loop_fuse_independent(Function f)
{
	f();
}

}

#endif
