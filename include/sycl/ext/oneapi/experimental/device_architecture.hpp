/* device_architecture: which processor a device is, for the host, and in kernels for each target that they are compiled for. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP

#include <cstdint>
#include <type_traits>

#include <sycl/detail/defines.hpp>

namespace sycl::ext::oneapi::experimental {

/* Intel's GPUs: the name and the ip-version. */
#define SYCL_CC_INTEL_GPUS(EACH) \
	EACH(bdw, 8, 0, 0) EACH(skl, 9, 0, 9) EACH(kbl, 9, 1, 9) EACH(cfl, 9, 2, 9) EACH(apl, 9, 3, 0) \
	EACH(glk, 9, 4, 0) EACH(whl, 9, 5, 0) EACH(aml, 9, 6, 0) EACH(cml, 9, 7, 0) EACH(icllp, 11, 0, 0) \
	EACH(lkf, 11, 1, 0) EACH(ehl, 11, 2, 0) EACH(tgllp, 12, 0, 0) EACH(rkl, 12, 1, 0) EACH(adl_s, 12, 2, 0) \
	EACH(adl_p, 12, 3, 0) EACH(adl_n, 12, 4, 0) EACH(dg1, 12, 10, 0) EACH(acm_g10, 12, 55, 8) \
	EACH(acm_g11, 12, 56, 5) EACH(acm_g12, 12, 57, 0) EACH(pvc, 12, 60, 7) EACH(pvc_vg, 12, 61, 7) \
	EACH(mtl_u, 12, 70, 4) EACH(mtl_h, 12, 71, 4) EACH(arl_h, 12, 74, 4) EACH(bmg_g21, 20, 1, 4) \
	EACH(bmg_g31, 20, 2, 0) EACH(lnl_m, 20, 4, 4) EACH(ptl_h, 30, 0, 4) EACH(ptl_u, 30, 1, 1) \
	EACH(wcl, 30, 3, 0)
#define SYCL_CC_INTEL_GPU(NAME, MAJOR, MINOR, REVISION) \
	intel_gpu_##NAME = 0x02000000 + (MAJOR) * 0x10000 + (MINOR) * 0x100 + (REVISION), \
	intel_gpu_##MAJOR##_##MINOR##_##REVISION = intel_gpu_##NAME,

/* The compute capabilities of NVIDIA's targets. */
#define SYCL_CC_CAPABILITIES(EACH) \
	EACH(50) EACH(52) EACH(53) EACH(60) EACH(61) EACH(62) EACH(70) EACH(72) EACH(75) EACH(80) EACH(86) EACH(87) EACH(89) EACH(90)
#define SYCL_CC_CAPABILITY(NUMBER) nvidia_gpu_sm_##NUMBER = 0x03000000 + (NUMBER) * 16,

/* AMD's GPUs. */
#define SYCL_CC_AMD_GPUS(EACH) \
	EACH(700) EACH(701) EACH(702) EACH(703) EACH(704) EACH(705) EACH(801) EACH(802) EACH(803) EACH(805) \
	EACH(810) EACH(900) EACH(902) EACH(904) EACH(906) EACH(908) EACH(909) EACH(90a) EACH(90c) EACH(940) \
	EACH(941) EACH(942) EACH(1010) EACH(1011) EACH(1012) EACH(1013) EACH(1030) EACH(1031) EACH(1032) \
	EACH(1033) EACH(1034) EACH(1035) EACH(1036) EACH(1100) EACH(1101) EACH(1102) EACH(1103) EACH(1150) \
	EACH(1151) EACH(1200) EACH(1201)
#define SYCL_CC_AMD_GPU(DIGITS) amd_gpu_gfx##DIGITS = 0x04000000 + 0x##DIGITS,

/*
 * The targets that programs can be compiled for (share/target-numbers.txt), and their other names.  The upper 8
 * bits are the family; within it later processors have greater numbers (lib/format/architecture.h).
 */
enum class architecture : std::uint32_t {
	unknown,
	x86_64 = 0x01000001,
	intel_cpu_spr,
	intel_cpu_gnr,
	intel_cpu_dmr,
	SYCL_CC_INTEL_GPUS(SYCL_CC_INTEL_GPU)
	SYCL_CC_CAPABILITIES(SYCL_CC_CAPABILITY)
	nvidia_gpu_sm_90a,
	SYCL_CC_AMD_GPUS(SYCL_CC_AMD_GPU)
	intel_gpu_bxt = intel_gpu_apl,
	intel_gpu_icl = intel_gpu_icllp,
	intel_gpu_jsl = intel_gpu_ehl,
	intel_gpu_tgl = intel_gpu_tgllp,
	intel_gpu_rpl_s = intel_gpu_adl_s,
	intel_gpu_rpl_p = intel_gpu_adl_p,
	intel_gpu_dg2_g10 = intel_gpu_acm_g10,
	intel_gpu_dg2_g11 = intel_gpu_acm_g11,
	intel_gpu_dg2_g12 = intel_gpu_acm_g12,
	intel_gpu_mtl_s = intel_gpu_mtl_u,
	intel_gpu_arl_u = intel_gpu_mtl_u,
	intel_gpu_arl_s = intel_gpu_mtl_u,
};

#undef SYCL_CC_INTEL_GPUS
#undef SYCL_CC_INTEL_GPU
#undef SYCL_CC_CAPABILITIES
#undef SYCL_CC_CAPABILITY
#undef SYCL_CC_AMD_GPUS
#undef SYCL_CC_AMD_GPU

/* The families that have names. */
enum class arch_category { intel_gpu = 2, nvidia_gpu = 3, amd_gpu = 4 };

namespace info::device {
struct architecture {
	using return_type = experimental::architecture;
};
}

}

namespace sycl::detail {

using architecture = ext::oneapi::experimental::architecture;
using arch_category = ext::oneapi::experimental::arch_category;

constexpr unsigned family_of(architecture which) { return static_cast<unsigned>(which) >> 24; }
constexpr bool is_of(architecture which, arch_category category)
{
	return family_of(which) == static_cast<unsigned>(category);
}
/* Both are processors of one family: a number without lower bits is none in particular. */
constexpr bool are_kin(architecture one, architecture other)
{
	return family_of(one) == family_of(other) && static_cast<unsigned>(one) & 0xffffff;
}

/* The digits of a number, "9.0" or "90a"; -1 when there are others. */
constexpr long digits_of(const char *text, unsigned base)
{
	long number = 0;

	for (; *text; text++) {
		const char c = *text;
		const long digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;

		if (c == '.')
			continue;
		if (digit >= static_cast<long>(base))
			return -1;
		number = number * base + digit;
	}
	return number;
}
/* The architecture of a CUDA device by its capability, "9.0", and of a HIP device by its name, "gfx90a". */
constexpr architecture cuda_architecture(const char *capability)
{
	const long number = digits_of(capability, 10);

	return number > 0 ? static_cast<architecture>(0x03000000 + number * 16) : architecture::unknown;
}
constexpr architecture hip_architecture(const char *name)
{
	const long number = name[0] == 'g' && name[1] == 'f' && name[2] == 'x' ? digits_of(name + 3, 16) : -1;

	return number > 0 ? static_cast<architecture>(0x04000000 + number) : architecture::unknown;
}
/* That of an Intel GPU by its ip-version, "12.60.7". */
constexpr architecture intel_architecture(const char *version)
{
	unsigned number = 0, part = 0;

	for (; *version; version++) {
		if (*version == '.') {
			number = (number + part) * 256;
			part = 0;
		} else if (*version >= '0' && *version <= '9') {
			part = part * 10 + static_cast<unsigned>(*version - '0');
		} else {
			return architecture::unknown;
		}
	}
	return number >= 0x10000 ? static_cast<architecture>(0x02000000 + number + part) : architecture::unknown;
}

#ifdef __x86_64__
inline constexpr unsigned host_processor = static_cast<unsigned>(architecture::x86_64);
#else
inline constexpr unsigned host_processor = static_cast<unsigned>(architecture::unknown);
#endif
#ifdef SYCL_CC_DEVICE
/* A constant in each image: that of its target. */
SYCL_CC_BUILTIN __attribute__((const)) unsigned this_processor() __asm__("__sycl_architecture");
#else
constexpr unsigned this_processor() { return host_processor; }
#endif
SYCL_CC_INLINE architecture this_architecture() { return static_cast<architecture>(this_processor()); }

template <typename T>
using if_callable = typename std::enable_if<std::is_invocable_v<T &>>::type;

/* What only some processors run: the aspects that it uses are theirs, not the kernel's. */
template <typename T>
SYCL_CC_OF_SOME_PROCESSORS void run_on_some(T &function)
{
	function();
}

template <architecture... which>
SYCL_CC_INLINE bool is_one_of()
{
	return (... || same(this_architecture(), which));
}
template <arch_category... which>
SYCL_CC_INLINE bool is_of_one()
{
	return (... || is_of(this_architecture(), which));
}
template <architecture which>
SYCL_CC_INLINE bool is_kin()
{
	return are_kin(this_architecture(), which);
}
template <architecture first, architecture last>
SYCL_CC_INLINE bool is_between()
{
	static_assert(family_of(first) == family_of(last), "if_architecture_is_between wants two architectures of one family");
	return is_kin<first>() && within(this_architecture(), first, last);
}

/* A function's name, its template parameters, and its condition. */
#define SYCL_CC_ARCHITECTURE_PAIR architecture first, architecture last
#define SYCL_CC_ARCHITECTURE_TESTS(EACH) \
	EACH(if_architecture_is, architecture... which, sycl::detail::is_one_of<which...>()) \
	EACH(if_architecture_is, arch_category... which, sycl::detail::is_of_one<which...>()) \
	EACH(if_architecture_is_lt, architecture which, sycl::detail::is_kin<which>() && sycl::detail::this_processor() < static_cast<unsigned>(which)) \
	EACH(if_architecture_is_le, architecture which, sycl::detail::is_kin<which>() && sycl::detail::this_processor() <= static_cast<unsigned>(which)) \
	EACH(if_architecture_is_gt, architecture which, sycl::detail::is_kin<which>() && sycl::detail::this_processor() > static_cast<unsigned>(which)) \
	EACH(if_architecture_is_ge, architecture which, sycl::detail::is_kin<which>() && sycl::detail::this_processor() >= static_cast<unsigned>(which)) \
	EACH(if_architecture_is_between, SYCL_CC_ARCHITECTURE_PAIR, sycl::detail::is_between<first, last>())

/* The rest of a chain; done: an earlier condition was true.  LLVM leaves a bool in memory for AMD's GPUs. */
class architecture_else {
public:
	constexpr explicit architecture_else(unsigned done) : done_(done) {}

#define SYCL_CC_ARCHITECTURE_MEMBER(NAME, PARAMETERS, ...) \
	template <PARAMETERS, typename T, typename = if_callable<T>> \
	SYCL_CC_INLINE architecture_else else_##NAME(T function) const \
	{ \
		return run(__VA_ARGS__, function); \
	}
	SYCL_CC_ARCHITECTURE_TESTS(SYCL_CC_ARCHITECTURE_MEMBER)
#undef SYCL_CC_ARCHITECTURE_MEMBER
	template <typename T, typename = if_callable<T>>
	SYCL_CC_INLINE void otherwise(T function) const
	{
		if (!done_)
			function();
	}

	template <typename T>
	SYCL_CC_INLINE architecture_else run(bool condition, T &function) const
	{
		if (!done_ && condition)
			run_on_some(function);
		return architecture_else(done_ | condition);
	}

private:
	unsigned done_;
};

}

namespace sycl::ext::oneapi::experimental {

#define SYCL_CC_ARCHITECTURE_FUNCTION(NAME, PARAMETERS, ...) \
	template <PARAMETERS, typename T, typename = sycl::detail::if_callable<T>> \
	SYCL_CC_INLINE sycl::detail::architecture_else NAME(T function) \
	{ \
		return sycl::detail::architecture_else(0).run(__VA_ARGS__, function); \
	}
SYCL_CC_ARCHITECTURE_TESTS(SYCL_CC_ARCHITECTURE_FUNCTION)
#undef SYCL_CC_ARCHITECTURE_FUNCTION
#undef SYCL_CC_ARCHITECTURE_TESTS
#undef SYCL_CC_ARCHITECTURE_PAIR

}

#endif
