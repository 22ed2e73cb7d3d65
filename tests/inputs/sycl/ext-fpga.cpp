/* Programs for FPGAs on the CPU: selectors, registers, load-store units, pipes between kernels and from the host. */
#include <sycl/ext/intel/fpga_extensions.hpp>
#include <sycl/ext/intel/experimental/pipes.hpp>

#include "check.hpp"

namespace intel = sycl::ext::intel;

struct pair {
	int key;
	float value;
};
using first = intel::pipe<class first_name, int, 4>;
using second = intel::pipe<class second_name, pair>;
using hosted = intel::experimental::pipe<class hosted_name, float>;
using unit = intel::lsu<intel::burst_coalesce<true>, intel::cache<1024>, intel::statically_coalesce<false>, intel::prefetch<false>>;

int main()
{
	sycl::queue q(intel::fpga_emulator_selector_v);
	constexpr int n = 20000;
	long *const sum = sycl::malloc_shared<long>(4, q);
	bool there = true;

	static_assert(SYCL_EXT_INTEL_DATAFLOW_PIPES && SYCL_EXT_INTEL_FPGA_LSU && SYCL_EXT_INTEL_FPGA_REG
		&& SYCL_EXT_INTEL_FPGA_DEVICE_SELECTOR);
	static_assert(first::min_capacity == 4 && std::is_same_v<second::value_type, pair>);
	static_assert(intel::cache<1024>::value == 1024 && intel::burst_coalesce<true>::default_value == false);
	check(q.get_device().is_cpu());
	sum[0] = sum[1] = 0;
	/* All three run at once where there are threads. */
	q.single_task([=] {
		for (int i = 0; i < n; i++)
			first::write(i);
	});
	q.single_task([=] {
		for (int i = 0; i < n; i++)
			second::write({ intel::fpga_reg(first::read()), 0.5f });
	});
	q.single_task([=] {
		for (int i = 0; i < n; i++) {
			const pair p = second::read();

			sum[0] += p.key;
			sum[1] += p.value == 0.5f && p.key == i;
		}
	});
	q.wait();
	check(sum[0] == long(n) * (n - 1) / 2 && sum[1] == n);

	q.single_task([=] {
		const auto p = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(sum);
		bool success;

		first::read(success);
		sum[2] = success;
		first::write(5, success);
		sum[2] += 2 * success;
		sum[2] += first::read(success);
		unit::store(p + 3, unit::load(p + 2) * 10 + success);
	}).wait();
	check(sum[3] == 71);

	try {
		q.get_device().get_info<intel::info::device::gpu_eu_count>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::feature_not_supported);
	}
	static_assert(std::is_same_v<intel::info::device::uuid::return_type, std::array<unsigned char, 16>>);

	hosted::write(q, 2.5f);
	hosted::write(q, 3.5f, there);
	check(there && hosted::read(q) == 2.5f);
	check(hosted::read(q, there) == 3.5f && there);
	hosted::read(q, there);
	check(!there);
	/* From a queue whose events cannot be waited for. */
	sycl::queue discards{ q.get_context(), q.get_device(), { sycl::property::queue::in_order(),
		sycl::ext::oneapi::property::queue::discard_events() } };
	hosted::write(discards, 4.5f);
	check(hosted::read(discards) == 4.5f);
	sycl::free(sum, q);
	return done();
}
