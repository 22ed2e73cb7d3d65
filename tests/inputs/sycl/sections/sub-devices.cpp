/* 4.6.4: a device that cannot be partitioned says so in every query, and refuses. */
#include <sycl/sycl.hpp>
#include <algorithm>

#include "../check.hpp"

int main()
{
	using namespace sycl::info;
	const sycl::device d;
	const auto refused = [](const auto &f) {
		try {
			f();
		} catch (const sycl::exception &e) {
			return e.code() == sycl::errc::feature_not_supported;
		}
		return false;
	};
	const auto properties = d.get_info<device::partition_properties>();

	check(std::find(properties.begin(), properties.end(), partition_property::partition_equally) == properties.end());
	check(d.get_info<device::partition_affinity_domains>().empty() && d.get_info<device::partition_max_sub_devices>() == 0);
	check(d.get_info<device::partition_type_property>() == partition_property::no_partition);
	check(d.get_info<device::partition_type_affinity_domain>() == partition_affinity_domain::not_applicable);
	check(refused([&] { d.create_sub_devices<partition_property::partition_equally>(1); }));
	check(refused([&] { d.create_sub_devices<partition_property::partition_by_counts>(std::vector<std::size_t>{ 1, 1 }); }));
	check(refused([&] {
		d.create_sub_devices<partition_property::partition_by_affinity_domain>(partition_affinity_domain::next_partitionable);
	}));
	try {
		d.get_info<device::parent_device>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
	return done();
}
