/* 3.5: platforms have devices, devices have work-groups of items; what is enumerated is found again, and every device runs kernels. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

int main()
{
	std::size_t devices = 0;
	for (const platform &p : platform::get_platforms()) {
		const auto all = p.get_devices();
		check(!all.empty() && platform(p) == p);
		for (const device &d : all) {
			devices++;
			check(d.get_platform() == p && d.get_backend() == p.get_backend() && device(d) == d);
			const context c(d);
			check(c.get_devices().size() == 1 && c.get_devices()[0] == d && c.get_platform() == p && c.get_backend() == d.get_backend());
			queue q(c, d);
			buffer<std::size_t> b(range<1>(4));
			q.submit([&](handler &h) {
				accessor a(b, h, write_only, no_init);
				h.parallel_for(nd_range<1>(4, 2), [=](nd_item<1> it) { a[it.get_global_id()] = it.get_group(0) * 10 + it.get_local_id(0); });
			});
			const host_accessor a(b, read_only);
			check(a[0] == 0 && a[1] == 1 && a[2] == 10 && a[3] == 11);
		}
		const context whole(all);
		check(whole.get_devices().size() == all.size() && context(p).get_devices().size() == all.size());
	}
	check(devices == device::get_devices().size() && devices >= 1);
	check(device::get_devices(info::device_type::cpu).size() + device::get_devices(info::device_type::gpu).size() + device::get_devices(info::device_type::accelerator).size() == devices);
	check(device::get_devices(info::device_type::all).size() == devices && device::get_devices(info::device_type::custom).empty());
	const auto chosen = device(default_selector_v);
	const auto all = device::get_devices();
	check(std::find(all.begin(), all.end(), chosen) != all.end() && device() == chosen && platform() == chosen.get_platform());
	return done();
}
