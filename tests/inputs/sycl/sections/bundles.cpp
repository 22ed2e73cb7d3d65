/* 4.11: bundles hold kernels, change their state, and say what they hold. */
#include <sycl/sycl.hpp>
#include <algorithm>

#include "../check.hpp"

class kernel_a;
class kernel_b;
class kernel_c;
constexpr sycl::specialization_id<int> number(3);
static_assert(!std::is_constructible_v<sycl::specialization_id<int>, std::string> && std::is_constructible_v<sycl::specialization_id<std::pair<int, float>>, int, float>);

template <typename Function>
bool refused(sycl::errc wanted, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == wanted;
	}
	return false;
}

struct reads {
	int *to;
	void operator()(sycl::kernel_handler h) const { *to = h.get_specialization_constant<number>(); }
};

/* Values belong to the group or to the bundle, not to both. */
static void check_values(sycl::queue &q, int *p)
{
	const sycl::context c = q.get_context();
	auto input = sycl::get_kernel_bundle<kernel_c, sycl::bundle_state::input>(c);
	input.set_specialization_constant<number>(7);
	const auto seven = sycl::build(input);
	const auto submit = [&](auto &&f) {
		q.submit([&](sycl::handler &h) {
			f(h);
			h.single_task<kernel_c>(reads{ p });
		}).wait();
		return *p;
	};

	check(submit([](sycl::handler &) {}) == 3 && submit([](sycl::handler &h) { h.set_specialization_constant<number>(4); }) == 4);
	check(submit([&](sycl::handler &h) { h.use_kernel_bundle(seven); }) == 7);
	check(refused(sycl::errc::invalid, [&] { submit([&](sycl::handler &h) { h.set_specialization_constant<number>(4); h.use_kernel_bundle(seven); }); }));
	check(refused(sycl::errc::invalid, [&] { submit([&](sycl::handler &h) { h.use_kernel_bundle(seven); h.set_specialization_constant<number>(4); }); }));
	check(refused(sycl::errc::invalid, [&] { submit([&](sycl::handler &h) { h.use_kernel_bundle(seven); h.get_specialization_constant<number>(); }); }));
	const sycl::context other(q.get_device());
	sycl::queue second(other, q.get_device());
	check(refused(sycl::errc::invalid, [&] { q.submit([&](sycl::handler &h) { h.use_kernel_bundle(seven); }, second); }));
	check(refused(sycl::errc::invalid, [&] { second.submit([&](sycl::handler &h) { h.use_kernel_bundle(seven); }); }));
}

/* The devices of bundles: those of the context, and what is made of them. */
static void check_devices(const sycl::device &whole)
{
	using namespace sycl;
	using property = info::partition_property;
	const auto properties = whole.get_info<info::device::partition_properties>();

	if (std::find(properties.begin(), properties.end(), property::partition_equally) == properties.end())
		return;
	const auto parts = whole.create_sub_devices<property::partition_equally>(whole.get_info<info::device::max_compute_units>() / 2);
	const std::vector<device> first{ parts[0] }, second{ parts[1] }, both{ parts[0], parts[1], parts[0] };
	const context c(whole), c_first(first);
	const auto in_first = get_kernel_bundle<bundle_state::input>(c, first), in_second = get_kernel_bundle<bundle_state::input>(c, second), in_both = get_kernel_bundle<bundle_state::input>(c, both);
	check(in_first.get_devices() == first && in_both.get_devices().size() == 2 && in_first != in_second && in_first == get_kernel_bundle<bundle_state::input>(c, first));
	check(refused(errc::invalid, [&] { get_kernel_bundle<bundle_state::executable>(c_first, second); }) && refused(errc::invalid, [&] { has_kernel_bundle<bundle_state::executable>(c_first, { whole }); }));
	check(refused(errc::invalid, [&] { join(std::vector{ in_first, in_second }); }) && join(std::vector{ in_first, in_first }) == in_first);
	check(refused(errc::invalid, [&] { compile(in_first, second); }) && refused(errc::invalid, [&] { build(in_first, { whole }); }));
	const auto object = compile(in_both), object_first = compile(in_both, first);
	check(object_first.get_devices() == first && link(std::vector{ object, object_first }).get_devices() == first);
	check(refused(errc::invalid, [&] { link(object_first, second); }) && link(object, second).get_devices() == second);
	/* Kernels of a part's bundle run on that part. */
	queue q(c, parts[0]), q_second(c, parts[1]), q_whole(c, whole);
	const auto executable = build(in_first);
	int *const p = malloc_shared<int>(1, q);
	const auto submit = [&](queue &to, const auto &bundle) {
		to.submit([&](handler &h) {
			h.use_kernel_bundle(bundle);
			h.single_task<kernel_c>(reads{ p });
		}).wait();
	};

	submit(q, executable), submit(q, get_kernel_bundle<bundle_state::executable>(c));
	check(*p == 3 && refused(errc::kernel_not_supported, [&] { submit(q_second, executable); }) && refused(errc::kernel_not_supported, [&] { submit(q_whole, executable); }));
	free(p, q);
}

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
	/* Bundles that hold the same are equal, however they were made. */
	check(get_kernel_bundle<bundle_state::executable>(c, { a }) == executable && executable != other && std::hash<std::remove_const_t<decltype(executable)>>()(executable) == std::hash<std::remove_const_t<decltype(executable)>>()(get_kernel_bundle<bundle_state::executable>(c, { a })));
	check_values(q, p);
	check_devices(devices[0]);
	free(p, q);
	return done();
}
