/* 4.11: bundles hold kernels, change their state, and say what they hold. */
#include <sycl/sycl.hpp>
#include <algorithm>

#include "../check.hpp"

class kernel_a;
class kernel_b;

int main()
{
	using namespace sycl;
	queue q;
	const context c = q.get_context();
	const std::vector<device> devices = c.get_devices();
	int *const p = malloc_shared<int>(1, q);
	const auto a = get_kernel_id<kernel_a>(), b = get_kernel_id<kernel_b>();

	*p = 0;
	check(a != b && std::string(a.get_name()) != b.get_name());
	const auto ids = get_kernel_ids();
	check(std::find(ids.begin(), ids.end(), a) != ids.end() && std::find(ids.begin(), ids.end(), b) != ids.end());
	const auto input = get_kernel_bundle<bundle_state::input>(c, { a });
	check(input.has_kernel(a) && !input.has_kernel(b) && input.has_kernel<kernel_a>() && input.get_kernel_ids().size() == 1 && !input.empty());
	const auto object = compile(input);
	const auto executable = link(object);
	static_assert(std::is_same_v<decltype(object), const kernel_bundle<bundle_state::object>>);
	check(executable.has_kernel(a, devices[0]) && executable.get_devices() == devices && executable.get_context() == c);
	const auto other = get_kernel_bundle<kernel_b, bundle_state::executable>(c);
	const auto both = join(std::vector{ executable, other });
	check(both.has_kernel(a) && both.has_kernel(b) && std::distance(both.begin(), both.end()) >= 1);
	const kernel k = both.get_kernel<kernel_a>();
	check(k.get_context() == c && k.get_kernel_bundle() == both && k.get_info<info::kernel_device_specific::work_group_size>(devices[0]) > 0);
	q.submit([&](handler &h) {
		h.use_kernel_bundle(both);
		h.single_task<kernel_a>([=] { *p += 1; });
	}).wait();
	try {
		q.submit([&](handler &h) {
			h.use_kernel_bundle(executable);
			h.single_task<kernel_b>([=] { *p += 10; });
		}).wait();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::kernel_not_supported);
	}
	check(*p == 1 && has_kernel_bundle<bundle_state::executable>(c) && is_compatible({ a, b }, devices[0]) && is_compatible<kernel_a>(devices[0]));
	try {
		executable.get_kernel(b);
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::invalid);
	}
	free(p, q);
	return done();
}
