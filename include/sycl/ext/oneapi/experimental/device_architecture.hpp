/* device_architecture: which processor a device is.  Kernels cannot ask, because one image is for several of them. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_DEVICE_ARCHITECTURE_HPP

#include <sycl/detail/defines.hpp>

#include <cstdint>

namespace sycl::ext::oneapi::experimental {

/* The compute capabilities of NVIDIA's targets. */
#define SYCL_CC_CAPABILITIES(EACH) \
	EACH(50) EACH(52) EACH(53) EACH(60) EACH(61) EACH(62) EACH(70) EACH(72) EACH(75) EACH(80) EACH(86) EACH(87) EACH(89) EACH(90)
#define SYCL_CC_CAPABILITY_NAME(NUMBER) nvidia_gpu_sm_##NUMBER,
#define SYCL_CC_CAPABILITY_CASE(NUMBER) \
	case NUMBER: return architecture::nvidia_gpu_sm_##NUMBER;

/* The targets that programs can be compiled for (share/target-numbers.txt), and their other names. */
enum class architecture : std::uint32_t {
	unknown,
	intel_cpu_spr,
	intel_cpu_gnr,
	intel_cpu_dmr,
	x86_64,
	intel_gpu_lkf,
	intel_gpu_bdw,
	intel_gpu_skl,
	intel_gpu_kbl,
	intel_gpu_cfl,
	intel_gpu_apl,
	intel_gpu_glk,
	intel_gpu_whl,
	intel_gpu_aml,
	intel_gpu_cml,
	intel_gpu_icllp,
	intel_gpu_ehl,
	intel_gpu_tgllp,
	intel_gpu_rkl,
	intel_gpu_adl_s,
	intel_gpu_adl_p,
	intel_gpu_adl_n,
	intel_gpu_dg1,
	intel_gpu_acm_g10,
	intel_gpu_acm_g11,
	intel_gpu_acm_g12,
	intel_gpu_pvc,
	intel_gpu_pvc_vg,
	intel_gpu_mtl_u,
	intel_gpu_mtl_h,
	intel_gpu_arl_h,
	intel_gpu_bmg_g21,
	intel_gpu_bmg_g31,
	intel_gpu_lnl_m,
	intel_gpu_ptl_h,
	intel_gpu_ptl_u,
	intel_gpu_wcl,
	SYCL_CC_CAPABILITIES(SYCL_CC_CAPABILITY_NAME)
	nvidia_gpu_sm_90a,
	amd_gpu_gfx700,
	amd_gpu_gfx701,
	amd_gpu_gfx702,
	amd_gpu_gfx801,
	amd_gpu_gfx802,
	amd_gpu_gfx803,
	amd_gpu_gfx805,
	amd_gpu_gfx810,
	amd_gpu_gfx900,
	amd_gpu_gfx902,
	amd_gpu_gfx904,
	amd_gpu_gfx906,
	amd_gpu_gfx908,
	amd_gpu_gfx909,
	amd_gpu_gfx90a,
	amd_gpu_gfx90c,
	amd_gpu_gfx940,
	amd_gpu_gfx1010,
	amd_gpu_gfx1011,
	amd_gpu_gfx1012,
	amd_gpu_gfx1013,
	amd_gpu_gfx1030,
	amd_gpu_gfx1031,
	amd_gpu_gfx1032,
	amd_gpu_gfx1033,
	amd_gpu_gfx1034,
	amd_gpu_gfx1035,
	amd_gpu_gfx1036,
	amd_gpu_gfx1100,
	amd_gpu_gfx1101,
	amd_gpu_gfx1102,
	amd_gpu_gfx1103,
	amd_gpu_gfx1150,
	amd_gpu_gfx1151,
	amd_gpu_gfx703,
	amd_gpu_gfx704,
	amd_gpu_gfx705,
	amd_gpu_gfx941,
	amd_gpu_gfx942,
	amd_gpu_gfx1200,
	amd_gpu_gfx1201,
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

enum class arch_category { intel_gpu, nvidia_gpu, amd_gpu };

namespace info::device {
struct architecture {
	using return_type = experimental::architecture;
};
}

}

namespace sycl::detail {

/* The architecture of a CUDA device by its capability, "9.0". */
constexpr ext::oneapi::experimental::architecture cuda_architecture(const char *capability)
{
	using ext::oneapi::experimental::architecture;
	unsigned number = 0;

	for (; *capability; capability++)
		if (*capability != '.')
			number = 10 * number + static_cast<unsigned>(*capability - '0');
	switch (number) {
	SYCL_CC_CAPABILITIES(SYCL_CC_CAPABILITY_CASE)
	default: return architecture::unknown;
	}
}

constexpr bool is_of(ext::oneapi::experimental::architecture which, ext::oneapi::experimental::arch_category category)
{
	using namespace ext::oneapi::experimental;

	if (same(which, architecture::unknown))
		return false;
	switch (category) {
	case arch_category::nvidia_gpu: return within(which, architecture::nvidia_gpu_sm_50, architecture::nvidia_gpu_sm_90a);
	case arch_category::amd_gpu: return within(which, architecture::amd_gpu_gfx700, architecture::amd_gpu_gfx1201);
	default: return within(which, architecture::intel_gpu_lkf, architecture::intel_gpu_wcl);
	}
}

}

#undef SYCL_CC_CAPABILITIES
#undef SYCL_CC_CAPABILITY_NAME
#undef SYCL_CC_CAPABILITY_CASE

#endif
