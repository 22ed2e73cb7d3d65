/* 4.6.2: platforms know their devices, by type, and their texts. */
#include <sycl/sycl.hpp>
#include <algorithm>
#include <string>

#include "../check.hpp"

int main()
{
	const std::vector<sycl::platform> all = sycl::platform::get_platforms();

	check(!all.empty());
	for (const sycl::platform &p : all) {
		const std::vector<sycl::device> devices = p.get_devices();

		check(!devices.empty() && p.get_devices(sycl::info::device_type::all) == devices);
		for (const sycl::device &d : devices) {
			check(d.get_platform() == p && d.get_info<sycl::info::device::platform>() == p && d.get_backend() == p.get_backend());
			const std::vector<sycl::device> same = p.get_devices(d.get_info<sycl::info::device::device_type>());
			check(std::find(same.begin(), same.end(), d) != same.end());
		}
		check(!p.get_info<sycl::info::platform::name>().empty() && !p.get_info<sycl::info::platform::vendor>().empty());
		check(!p.get_info<sycl::info::platform::version>().empty());
		check(p.has(sycl::aspect::cpu) == std::all_of(devices.begin(), devices.end(), [](const auto &d) { return d.has(sycl::aspect::cpu); }));
		check(p.get_devices(sycl::info::device_type::custom).empty());
	}
	check(std::find(all.begin(), all.end(), sycl::platform()) != all.end());
	return done();
}
