/* 4.6.4: parts of devices: how many there are, what they say, what is refused; kernels on a part have its compute units alone. */
#include <sycl/sycl.hpp>
#include <algorithm>
#include <cstring>

#include "../check.hpp"

namespace i = sycl::info;
namespace d = sycl::info::device;
using sycl::errc;
using property = i::partition_property;
using domain = i::partition_affinity_domain;

template <typename Function>
bool refused(errc wanted, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == wanted;
	}
	return false;
}

template <typename List, typename Element>
bool has(const List &list, Element one)
{
	return std::find(list.begin(), list.end(), one) != list.end();
}

static std::uint32_t units(const sycl::device &device) { return device.get_info<d::max_compute_units>(); }

/* A part of it that was made in this way. */
static void check_part(const sycl::device &part, const sycl::device &whole, property how, domain along = domain::not_applicable)
{
	check(part != whole && part.get_info<d::parent_device>() == whole && part.get_platform() == whole.get_platform());
	check(part.get_info<d::partition_type_property>() == how && part.get_info<d::partition_type_affinity_domain>() == along);
	check(part.is_cpu() == whole.is_cpu() && part.get_info<d::name>() == whole.get_info<d::name>());
	check(part.get_info<d::aspects>() == whole.get_info<d::aspects>());
	const auto properties = part.get_info<d::partition_properties>();
	check(has(properties, property::partition_equally) == (units(part) > 1) && has(properties, property::partition_by_counts) == (units(part) > 1));
	check(part.get_info<d::partition_max_sub_devices>() == (properties.empty() ? 0 : units(part)));
	const auto roots = sycl::device::get_devices();
	check(!has(roots, part));
}

/* Work-groups of three kernels that run at a time. */
static void check_kernels(const sycl::device &part, const sycl::context &context)
{
	sycl::queue q(context, part);
	int *const counts = sycl::malloc_shared<int>(3, q);
	std::vector<int> data(36, 1);

	check(q.get_device() == part && q.get_context() == context);
	check(sycl::queue(part).get_context().get_devices() == std::vector{ part });
	check(sycl::get_pointer_device(counts, context) == part && sycl::get_pointer_type(counts, context) == sycl::usm::alloc::shared);
	std::fill(counts, counts + 3, 0);
	for (int k = 0; k < 3; k++)
		q.parallel_for(sycl::nd_range<2>({ 4, 8 }, { 1, 1 }), [=](sycl::nd_item<2>) {
			using reference = sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device>;
			const int running = reference(counts[0])++ + 1;

			reference(counts[1]).fetch_max(running);
			for (int n = 0; n < 20000; n++)
				reference(counts[2]).fetch_add(n % 2 ? 1 : -1, sycl::memory_order::relaxed);
			reference(counts[0])--;
		});
	{
		sycl::buffer b(data);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.parallel_for(sycl::range<1>(36), [=](sycl::id<1> n) { a[n] += int(n[0]); });
		});
	}
	q.wait();
	check(counts[0] == 0 && counts[1] >= 1 && counts[1] <= int(units(part)) && counts[2] == 0 && data[35] == 36);
	sycl::free(counts, q);
}

static void check_counts(const sycl::device &whole)
{
	const std::uint32_t n = units(whole), half = n / 2;
	const sycl::context context(whole);

	static_assert(std::is_same_v<decltype(whole.create_sub_devices<property::partition_equally>(1)), std::vector<sycl::device>>);
	const auto equal = whole.create_sub_devices<property::partition_equally>(half);
	check(equal.size() == n / half && equal == whole.create_sub_devices<property::partition_equally>(half));
	for (const sycl::device &part : equal) {
		check(units(part) == half);
		check_part(part, whole, property::partition_equally);
	}
	check_kernels(equal[0], context);
	check_kernels(equal[1], sycl::context(equal[1]));
	check(whole.create_sub_devices<property::partition_equally>(n).size() == 1);
	const auto counted = whole.create_sub_devices<property::partition_by_counts>({ n - half, 0, half });
	check(counted.size() == 2 && units(counted[0]) == n - half && units(counted[1]) == half && counted[0] != counted[1]);
	check_part(counted[1], whole, property::partition_by_counts);
	check_kernels(counted[0], sycl::context(counted));
	check(whole.create_sub_devices<property::partition_by_counts>({}).empty());
	if (half > 1) {
		const auto parts = equal[1].create_sub_devices<property::partition_by_counts>({ 1, half - 1 });

		check(parts.size() == 2 && units(parts[0]) == 1);
		check_part(parts[0], equal[1], property::partition_by_counts);
		check_kernels(parts[0], context);
	}
	check(refused(errc::invalid, [&] { whole.create_sub_devices<property::partition_equally>(n + 1); }));
	check(refused(errc::invalid, [&] { whole.create_sub_devices<property::partition_by_counts>({ n, 1 }); }));
	check(refused(errc::invalid, [&] { whole.create_sub_devices<property::partition_by_counts>(std::vector<std::size_t>(n + 1, 1)); }));
	/* A part's context has neither the whole nor the other parts. */
	const sycl::context other(equal[0]);
	check(refused(errc::invalid, [&] { sycl::queue q(other, whole); }) && refused(errc::invalid, [&] { sycl::queue q(other, equal[1]); }));
	check(refused(errc::invalid, [&] { sycl::malloc_device<int>(4, whole, other); }) && refused(errc::invalid, [&] { sycl::malloc(4, equal[1], other, sycl::usm::alloc::shared); }));
	check(refused(errc::invalid, [&] { sycl::usm_allocator<int, sycl::usm::alloc::shared> a(other, whole); }));
	int *const p = sycl::malloc_shared<int>(1, whole, context);
	check(sycl::get_pointer_type(p, other) == sycl::usm::alloc::unknown && refused(errc::invalid, [&] { sycl::get_pointer_device(p, other); }));
	sycl::free(p, context);
}

int main(int argc, char **argv)
{
	const sycl::device whole;
	const auto properties = whole.get_info<d::partition_properties>();
	const auto domains = whole.get_info<d::partition_affinity_domains>();

	check(whole.get_info<d::partition_type_property>() == property::no_partition);
	check(whole.get_info<d::partition_type_affinity_domain>() == domain::not_applicable);
	check(refused(errc::invalid, [&] { whole.get_info<d::parent_device>(); }));
	check(whole.get_info<d::partition_max_sub_devices>() <= units(whole) && !has(properties, property::no_partition));
	if (has(properties, property::partition_equally))
		check_counts(whole);
	else
		check(refused(errc::feature_not_supported, [&] { whole.create_sub_devices<property::partition_equally>(1); })
			&& refused(errc::feature_not_supported, [&] { whole.create_sub_devices<property::partition_by_counts>({ 1 }); }));
	check(has(properties, property::partition_by_affinity_domain) == !domains.empty() && has(domains, domain::next_partitionable) == !domains.empty());
	for (const domain one : { domain::numa, domain::L4_cache, domain::L3_cache, domain::L2_cache, domain::L1_cache, domain::next_partitionable }) {
		if (!has(domains, one)) {
			check(refused(errc::feature_not_supported, [&] { whole.create_sub_devices<property::partition_by_affinity_domain>(one); }));
			continue;
		}
		const auto parts = whole.create_sub_devices<property::partition_by_affinity_domain>(one);
		std::uint32_t sum = 0;
		check(parts.size() > 1);
		for (const sycl::device &part : parts) {
			check_part(part, whole, property::partition_by_affinity_domain, one == domain::next_partitionable ? domains.front() : one);
			sum += units(part);
		}
		check(sum == units(whole));
		check_kernels(parts.back(), sycl::context(whole));
	}
	check(refused(errc::feature_not_supported, [&] { whole.create_sub_devices<property::partition_by_affinity_domain>(domain::not_applicable); }));
	/* The number of compute units and of domains that the caller knows. */
	if (argc == 3)
		check(units(whole) == std::strtoul(argv[1], nullptr, 10) && domains.size() == std::strtoul(argv[2], nullptr, 10));
	return done();
}
