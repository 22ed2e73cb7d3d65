/* Kernels that ask for their processor; each branch stores a number of its own, for tests that read the code. */
#include <sycl/sycl.hpp>

#include <array>

#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
using ext::arch_category;
using ext::architecture;

static_assert(SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE == 1);
static_assert(architecture::intel_gpu_bdw < architecture::intel_gpu_dg1 && architecture::intel_gpu_dg1 < architecture::intel_gpu_pvc
	&& architecture::nvidia_gpu_sm_50 < architecture::nvidia_gpu_sm_90 && architecture::nvidia_gpu_sm_90 < architecture::nvidia_gpu_sm_90a
	&& architecture::amd_gpu_gfx90c < architecture::amd_gpu_gfx940 && architecture::amd_gpu_gfx940 < architecture::amd_gpu_gfx941
	&& architecture::amd_gpu_gfx942 < architecture::amd_gpu_gfx1010 && architecture::x86_64 < architecture::intel_cpu_spr);
static_assert(architecture::intel_gpu_9_1_9 == architecture::intel_gpu_kbl && architecture::intel_gpu_12_10_0 == architecture::intel_gpu_dg1
	&& architecture::intel_gpu_rpl_s == architecture::intel_gpu_adl_s && architecture::intel_gpu_dg2_g12 == architecture::intel_gpu_acm_g12);

class tests_of_families;
class tests_of_order;
class doubles_of_some;

static void families(sycl::queue q)
{
	sycl::buffer<int> result(2);

	q.submit([&](sycl::handler &h) {
		const sycl::accessor out(result, h, sycl::write_only, sycl::no_init);

		h.single_task<tests_of_families>([=] {
			int found = 0;

			ext::if_architecture_is<architecture::x86_64>([&] { found = 73101; })
				.else_if_architecture_is<arch_category::nvidia_gpu>([&] { found = 73102; })
				.else_if_architecture_is<arch_category::amd_gpu, arch_category::intel_gpu>([&] { found = 73103; })
				.otherwise([&] { found = 73104; });
			out[0] = found;
			ext::if_architecture_is<architecture::intel_gpu_dg1, architecture::nvidia_gpu_sm_90, architecture::amd_gpu_gfx90a>([=] { out[1] = 73105; })
				.otherwise([=] { out[1] = 73106; });
		});
	});
	const sycl::host_accessor got(result);
	check(got[0] == 73101 && got[1] == 73106);
}

/* Each test for the processor itself, its neighbours and another family: bits of what was true. */
template <architecture mine, architecture before, architecture behind>
static unsigned ordered()
{
	unsigned is = 0, taken = 0;
	const auto note = [&](unsigned bit) { return [&is, bit] { is |= 1U << bit; }; };

	ext::if_architecture_is_lt<mine>(note(0));
	ext::if_architecture_is_le<mine>(note(1));
	ext::if_architecture_is_gt<mine>(note(2));
	ext::if_architecture_is_ge<mine>(note(3));
	ext::if_architecture_is_lt<behind>(note(4));
	ext::if_architecture_is_gt<before>(note(5));
	ext::if_architecture_is_between<before, mine>(note(6));
	ext::if_architecture_is_between<behind, behind>(note(7));
	ext::if_architecture_is_lt<behind>([&] { taken = 1; }).template else_if_architecture_is_le<mine>([&] { taken = 2; }).otherwise([&] { taken = 3; });
	ext::if_architecture_is_gt<mine>([&] { taken += 10; }).template else_if_architecture_is_ge<behind>([&] { taken += 20; })
		.template else_if_architecture_is_lt<mine>([&] { taken += 30; }).template else_if_architecture_is_gt<behind>([&] { taken += 40; })
		.template else_if_architecture_is_between<mine, behind>([&] { taken += 50; }).otherwise([&] { taken += 60; });
	return is | taken << 8;
}

static void order(sycl::queue q)
{
	constexpr architecture x86 = architecture::x86_64;
	constexpr architecture pvc = architecture::intel_gpu_pvc, dg1 = architecture::intel_gpu_dg1, lnl = architecture::intel_gpu_lnl_m;
	std::array<unsigned, 16> result {};

	{
		sycl::buffer<unsigned, 2> buffer(result.data(), { 4, 4 });

		q.submit([&](sycl::handler &h) {
			const sycl::accessor out(buffer, h);

			h.parallel_for<tests_of_order>(sycl::nd_range<2>({ 4, 4 }, { 2, 4 }), [=](sycl::nd_item<2> it) {
				out[it.get_global_id()] = it.get_global_linear_id() % 2 ? ordered<x86, x86, architecture::intel_cpu_spr>() : ordered<pvc, dg1, lnl>();
			});
		});
	}
	for (unsigned i = 0; i < 16; i++)
		check(result[i] == (i % 2 ? 0x5aU | 51U << 8 : 63U << 8));
}

/* The double is of one processor only, so that others without doubles run the kernel, too. */
static void aspects(sycl::queue q)
{
	sycl::buffer<float> result(1);

	q.submit([&](sycl::handler &h) {
		const sycl::accessor out(result, h);

		h.single_task<doubles_of_some>([=] {
			const float factor = out.empty() ? 2 : 3;

			ext::if_architecture_is_ge<architecture::intel_gpu_pvc>([&] {
				double wide = factor;

				wide = sycl::sqrt(wide) * 7.25;
				out[0] = float(wide);
			}).otherwise([&] { out[0] = factor + 1; });
		});
	});
	check(sycl::host_accessor(result)[0] == 4);
}

int main()
{
	sycl::queue q;
	const sycl::device device = q.get_device();
	unsigned here = 0;

	families(q);
	order(q);
	aspects(q);
	ext::if_architecture_is<architecture::x86_64>([&] { here = 1; }).otherwise([&] { here = 2; });
	check(here == 1);
	check(device.get_info<ext::info::device::architecture>() == architecture::x86_64 && device.ext_oneapi_architecture_is(architecture::x86_64));
	check(!device.ext_oneapi_architecture_is(architecture::intel_cpu_spr) && !device.ext_oneapi_architecture_is(arch_category::intel_gpu)
		&& !device.ext_oneapi_architecture_is(arch_category::amd_gpu) && !device.ext_oneapi_architecture_is(arch_category::nvidia_gpu));
	return done();
}
