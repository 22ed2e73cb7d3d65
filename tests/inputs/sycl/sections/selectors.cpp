/* 4.6.1: standard selectors, functions, lambdas, function objects and aspects select devices; none fits: an exception. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct likes_cpus {
	int operator()(const sycl::device &d) const { return d.is_cpu() ? 100 : 1; }
};
struct old_selector : sycl::device_selector {
	int operator()(const sycl::device &d) const override { return d.has(sycl::aspect::cpu) ? 5 : -1; }
};
static int rejects(const sycl::device &) { return -1; }

int main()
{
	using sycl::aspect;
	const sycl::device standard(sycl::default_selector_v), lambda([](const sycl::device &) { return 1; }), object{ likes_cpus() };

	check(object.is_cpu() && sycl::device(sycl::cpu_selector_v).is_cpu() && sycl::device(old_selector()).is_cpu());
	check(sycl::queue(sycl::cpu_selector_v).get_device().is_cpu() && sycl::platform(sycl::cpu_selector_v).get_devices().size() > 0);
	check(sycl::device(sycl::default_selector()) == standard && sycl::device() == standard && sycl::queue().get_device() == standard);
	check(sycl::device(sycl::aspect_selector(std::vector{ aspect::cpu })).has(aspect::cpu));
	check(sycl::device(sycl::aspect_selector(std::vector{ aspect::cpu }, std::vector{ aspect::custom })).is_cpu());
	check(sycl::device(sycl::aspect_selector(aspect::cpu, aspect::queue_profiling)).has(aspect::queue_profiling));
	check(sycl::device(sycl::aspect_selector<aspect::cpu, aspect::fp64>()).has(aspect::fp64));
	const auto refused = [](const auto &selector) {
		try {
			const sycl::device d{ selector };
		} catch (const sycl::exception &e) {
			return e.code() == sycl::errc::runtime;
		}
		return false;
	};
	check(refused(rejects) && refused(sycl::aspect_selector<aspect::cpu, aspect::custom>()) && refused(sycl::accelerator_selector_v));
	check(refused(sycl::aspect_selector(std::vector{ aspect::cpu }, std::vector{ aspect::cpu })));
	return done();
}
