/* 4.11: the free functions of kernel bundles in every form: of a context, devices, kernels and a selector, for each state. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

class first;
class second;
class with_constant;
constexpr specialization_id<int> number(7);

template <bundle_state State>
void forms(const context &c, const device &d)
{
	const std::vector<device> devices{ d };
	const auto k1 = get_kernel_id<first>(), k2 = get_kernel_id<second>();
	const std::vector<kernel_id> one{ k1 }, two{ k1, k2 };
	const auto all = [](const device_image<State> &) { return true; };
	const auto some = [&](const device_image<State> &i) { return i.has_kernel(k1); };
	const auto none = [](auto &image) { return !std::is_same_v<decltype(image), const device_image<State> &>; };

	static_assert(std::is_same_v<decltype(get_kernel_bundle<State>(c)), kernel_bundle<State>> && !std::is_default_constructible_v<kernel_bundle<State>>);
	static_assert(noexcept(std::declval<kernel_bundle<State>>().empty()) && noexcept(std::declval<kernel_bundle<State>>().get_devices()) && noexcept(std::declval<kernel_bundle<State>>().get_backend()));
	if (!has_kernel_bundle<State>(c, devices))
		return;
	check(has_kernel_bundle<State>(c) && has_kernel_bundle<State>(c, one) && has_kernel_bundle<State>(c, devices, two) && has_kernel_bundle<first, State>(c) && has_kernel_bundle<second, State>(c, devices));
	const kernel_bundle<State> bundles[] = { get_kernel_bundle<State>(c), get_kernel_bundle<State>(c, two), get_kernel_bundle<first, State>(c), get_kernel_bundle<State>(c, devices),
		get_kernel_bundle<State>(c, devices, one), get_kernel_bundle<first, State>(c, devices), get_kernel_bundle<State>(c, all), get_kernel_bundle<State>(c, devices, some) };
	for (const auto &b : bundles) {
		check(!b.empty() && b.has_kernel(k1) && b.has_kernel(k1, d) && b.template has_kernel<first>() && b.template has_kernel<first>(d));
		check(b.get_context() == c && b.get_devices() == devices && b.get_backend() == c.get_backend() && b.begin() != b.end());
		const auto ids = b.get_kernel_ids();
		check(std::find(ids.begin(), ids.end(), k1) != ids.end());
		bool in_image = false;
		for (const device_image<State> &i : b)
			in_image |= i.has_kernel(k1) && i.has_kernel(k1, d);
		check(in_image);
		auto copy = b;
		check(copy == b && !(copy != b) && std::hash<kernel_bundle<State>>()(copy) == std::hash<kernel_bundle<State>>()(b));
	}
	check(get_kernel_bundle<State>(c, none).empty() && get_kernel_bundle<State>(c, devices, none).get_kernel_ids().empty());
	const auto joined = join(std::vector<kernel_bundle<State>>{ get_kernel_bundle<first, State>(c), get_kernel_bundle<second, State>(c) });
	check(joined.has_kernel(k1) && joined.has_kernel(k2) && joined.template has_kernel<second>(d));
}

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

int main()
{
	queue q;
	int *const p = malloc_shared<int>(3, q);
	const context c = q.get_context();
	const device d = q.get_device();
	p[0] = p[1] = p[2] = 0;
	const auto run = [&](const kernel_bundle<bundle_state::executable> &b) {
		q.submit([&](handler &h) { h.use_kernel_bundle(b); h.single_task<first>([=] { p[0]++; }); });
		q.submit([&](handler &h) { h.use_kernel_bundle(b); h.parallel_for<second>(4, [=](id<1> i) { if (i[0] == 0) p[1]++; }); });
		q.submit([&](handler &h) { h.use_kernel_bundle(b); h.single_task<with_constant>([=](kernel_handler k) { p[2] += k.get_specialization_constant<number>(); }); });
		q.wait();
	};

	forms<bundle_state::input>(c, d), forms<bundle_state::object>(c, d), forms<bundle_state::executable>(c, d);
	run(get_kernel_bundle<bundle_state::executable>(c));
	check(p[0] == 1 && p[1] == 1 && p[2] == 7);
	check(get_kernel_ids().size() >= 3 && is_compatible(get_kernel_ids(), d) && is_compatible<first>(d) && is_compatible({ get_kernel_id<second>() }, d));
	check(get_kernel_id<first>() == get_kernel_id<first>() && get_kernel_id<first>() != get_kernel_id<second>() && get_kernel_id<first>().get_name() != nullptr);
	if (has_kernel_bundle<bundle_state::input>(c, { d })) {
		auto input = get_kernel_bundle<bundle_state::input>(c, { d });
		check(input.contains_specialization_constants() && input.has_specialization_constant<number>() && input.get_specialization_constant<number>() == 7);
		input.set_specialization_constant<number>(20);
		check(input.get_specialization_constant<number>() == 20);
		const auto built = build(input), built_for = build(input, { d }, property_list{});
		check(built.get_specialization_constant<number>() == 20);
		run(built);
		run(built_for);
		const auto object = compile(input), object_for = compile(input, { d });
		run(link(object)), run(link(object_for, { d })), run(link(std::vector<kernel_bundle<bundle_state::object>>{ object })), run(link({ object }, std::vector<device>{ d }));
		check(p[0] == 7 && p[1] == 7 && p[2] == 7 + 6 * 20);
		check(refused(errc::invalid, [&] { build(input, std::vector<device>{}); }));
	}
	const kernel k = get_kernel_bundle<bundle_state::executable>(c).get_kernel<first>();
	check(k.get_context() == c && k.get_backend() == c.get_backend() && refused(errc::invalid, [&] { (void)k.get_info<info::kernel::num_args>(); }));
	check(k.get_kernel_bundle().has_kernel<first>() && k.get_info<info::kernel_device_specific::work_group_size>(d) > 0);
	static_assert(std::is_same_v<decltype(k.get_info<info::kernel_device_specific::compile_work_group_size>(d)), range<3>>);
	static_assert(std::is_same_v<decltype(k.get_info<info::kernel_device_specific::private_mem_size>(d)), std::size_t> && std::is_same_v<decltype(k.get_info<info::kernel_device_specific::max_num_sub_groups>(d)), std::uint32_t>
		&& std::is_same_v<decltype(k.get_info<info::kernel_device_specific::preferred_work_group_size_multiple>(d)), std::size_t>
		&& std::is_same_v<decltype(k.get_info<info::kernel_device_specific::max_sub_group_size>(d)), std::uint32_t> && std::is_same_v<decltype(k.get_info<info::kernel_device_specific::compile_sub_group_size>(d)), std::uint32_t>
		&& std::is_same_v<decltype(k.get_info<info::kernel_device_specific::compile_num_sub_groups>(d)), std::uint32_t> && std::is_same_v<decltype(k.get_info<info::kernel::attributes>()), std::string>);
	check(refused(errc::invalid, [&] { get_kernel_bundle<bundle_state::executable>(c, std::vector<device>{}); }));
	check(refused(errc::invalid, [&] { get_kernel_bundle<first, bundle_state::executable>(c).get_kernel(get_kernel_id<second>()); }) || get_kernel_bundle<first, bundle_state::executable>(c).has_kernel<second>());
	free(p, q);
	return done();
}
