/* 4.6.4.5: has(), any_device_has and all_devices_have agree with the devices. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using sycl::aspect;
	const sycl::device d;
	const auto list = d.get_info<sycl::info::device::aspects>();

	for (const aspect a : list)
		check(d.has(a));
	check(d.has(aspect::cpu) == d.is_cpu() && d.has(aspect::gpu) == d.is_gpu() && d.has(aspect::accelerator) == d.is_accelerator());
	static_assert(std::is_base_of_v<std::bool_constant<sycl::any_device_has_v<aspect::fp16>>, sycl::any_device_has<aspect::fp16>>);
	static_assert(std::is_base_of_v<std::bool_constant<sycl::all_devices_have_v<aspect::fp64>>, sycl::all_devices_have<aspect::fp64>>);
	static_assert(!sycl::all_devices_have_v<aspect::cpu> || sycl::any_device_has_v<aspect::cpu>);
	if (d.has(aspect::fp64))
		check(sycl::any_device_has_v<aspect::fp64>);
	if (!sycl::any_device_has_v<aspect::custom>)
		check(!d.has(aspect::custom));
	return done();
}
