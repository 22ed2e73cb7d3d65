// Kernel bundles: how they are made, asked, joined, built and used, and what is refused.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <unordered_map>
#include <set>
using namespace sycl;
static int failures;
#define CHECK(...) do { if (!(__VA_ARGS__)) { std::printf("wrong: %s (%d)\n", #__VA_ARGS__, __LINE__); failures++; } } while (0)
#define THROWS(CODE, ...) do { bool thrown = false; try { __VA_ARGS__; } catch (const exception &e) { thrown = e.code() == errc::CODE; } CHECK(thrown && #__VA_ARGS__); } while (0)
class one; class two; class sized; class three; namespace { class hidden; }
constexpr specialization_id<int> constant(7);
template <typename T> bool hashes(const T &a) { T b = a; return std::hash<T>()(a) == std::hash<T>()(b) && a == b && !(a != b); }
int main()
{
	queue q; context c = q.get_context(); device d = q.get_device();
	int *p = malloc_shared<int>(8, q);
	auto run = [&](auto bundle) {
		q.submit([&](handler &h) { h.use_kernel_bundle(bundle); h.single_task<one>([=](kernel_handler k) { p[0] = k.get_specialization_constant<constant>(); }); }).wait();
		return p[0];
	};
	q.submit([&](handler &h) { h.single_task<two>([=] { p[1] = 1; }); }).wait();
	q.parallel_for<three>(range<2>(2, 2), [=](item<2> i) { p[i.get_linear_id()] = 3; }).wait();
	q.parallel_for<hidden>(range<1>(2), [=](id<1> i) { p[i] = 3; }).wait();
	q.parallel_for<sized>(nd_range<2>({ 4, 2 }, { 4, 2 }), [=](nd_item<2>) [[sycl::reqd_work_group_size(4, 2)]] { p[5] = 5; }).wait();

	std::vector<kernel_id> all = get_kernel_ids();
	CHECK(all.size() == 5);
	for (const kernel_id &id : { get_kernel_id<one>(), get_kernel_id<two>(), get_kernel_id<three>(), get_kernel_id<hidden>(), get_kernel_id<sized>() }) {
		CHECK(std::find(all.begin(), all.end(), id) != all.end()); CHECK(std::count(all.begin(), all.end(), id) == 1); CHECK(hashes(id)); CHECK(is_compatible({ id }, d));
	}
	CHECK(get_kernel_id<one>() != get_kernel_id<two>());
	THROWS(invalid, (void)get_kernel_id<class nobody>()); CHECK(!is_compatible<class nobody>(d));
	std::unordered_map<kernel_id, int> map; map[get_kernel_id<one>()] = 1; map[get_kernel_id<one>()]++; CHECK(map.size() == 1);

	CHECK((has_kernel_bundle<bundle_state::input>(c)) && has_kernel_bundle<bundle_state::object>(c, { d }) && has_kernel_bundle<bundle_state::executable>(c, { d }, all)
		&& has_kernel_bundle<bundle_state::input>(c, all) && has_kernel_bundle<one, bundle_state::executable>(c) && has_kernel_bundle<one, bundle_state::input>(c, { d }));
	auto executable = get_kernel_bundle<bundle_state::executable>(c);
	CHECK(executable.get_kernel_ids().size() == 5 && !executable.empty() && executable.get_context() == c && executable.get_devices() == std::vector<device> { d });
	CHECK(executable.has_kernel<one>() && executable.has_kernel<three>(d) && executable.has_kernel(get_kernel_id<hidden>(), d) && hashes(executable));
	auto some = get_kernel_bundle<bundle_state::input>(c, { d }, { get_kernel_id<one>() });
	CHECK(some.get_kernel_ids().size() == 1 && some.has_kernel<one>() && !some.has_kernel<two>());
	auto chosen = get_kernel_bundle<bundle_state::executable>(c, [](const device_image<bundle_state::executable> &image) { return image.has_kernel(get_kernel_id<two>()); });
	CHECK(chosen.has_kernel<two>() && !chosen.has_kernel<one>());
	auto chosen2 = get_kernel_bundle<bundle_state::executable>(c, { d }, [&](const auto &image) { return image.has_kernel(get_kernel_id<one>(), d); });
	CHECK(chosen2.has_kernel<one>() && !chosen2.has_kernel<two>());
	CHECK((get_kernel_bundle<one, bundle_state::executable>(c, { d }).get_kernel_ids() == std::vector<kernel_id> { get_kernel_id<one>() }));
	CHECK(get_kernel_bundle<bundle_state::executable>(c, std::vector<kernel_id>()).empty());
	std::size_t n = 0;
	for (const device_image<bundle_state::executable> &image : executable) {
		CHECK(hashes(image)); n += image.has_kernel(get_kernel_id<one>()) + image.has_kernel(get_kernel_id<two>(), d);
	}
	CHECK(n == 2 && executable.begin() != executable.end());
	auto joined = join(std::vector { chosen, chosen2 });
	CHECK(joined.has_kernel<one>() && joined.has_kernel<two>() && !joined.has_kernel<three>() && joined.get_kernel_ids().size() == 2);
	CHECK(run(executable) == 7 && run(joined) == 7);
	THROWS(kernel_not_supported, run(chosen));
	some.set_specialization_constant<constant>(9);
	CHECK(some.has_specialization_constant<constant>() && some.contains_specialization_constants());
	CHECK(some.get_specialization_constant<constant>() == 9);
	CHECK(run(build(some)) == 9 && run(build(some, { d })) == 9 && run(link(compile(some))) == 9 && run(link(std::vector { compile(some, { d }) }, { d })) == 9);
	CHECK(link({ compile(some), compile(get_kernel_bundle<two, bundle_state::input>(c)) }).has_kernel<two>());
	auto input = get_kernel_bundle<bundle_state::input>(c, { d }); CHECK(input.has_kernel<sized>() && build(input).has_kernel<sized>());

	kernel k = executable.get_kernel<sized>(); kernel k2 = executable.get_kernel(get_kernel_id<sized>());
	CHECK(k == k2 && hashes(k) && k != executable.get_kernel<one>() && k.get_context() == c && k.get_backend() == q.get_backend());
	CHECK(k.get_kernel_bundle() == executable && k.get_kernel_bundle().has_kernel<one>());
	CHECK(k.get_info<info::kernel_device_specific::compile_work_group_size>(d) == range<3>(0, 4, 2) || k.get_info<info::kernel_device_specific::compile_work_group_size>(d) == range<3>(1, 4, 2) || k.get_info<info::kernel_device_specific::compile_work_group_size>(d) == range<3>(4, 2, 1));
	CHECK(k.get_info<info::kernel_device_specific::work_group_size>(d) == 8);
	CHECK(k.get_info<info::kernel_device_specific::max_sub_group_size>(d) >= 1);
	CHECK(executable.get_kernel<one>().get_info<info::kernel_device_specific::preferred_work_group_size_multiple>(d) >= 1);
	CHECK(k.get_info<info::kernel::attributes>() == "reqd_work_group_size(1,4,2)" && executable.get_kernel<one>().get_info<info::kernel::attributes>().empty());
	THROWS(invalid, k.get_info<info::kernel::num_args>());
	(void)k.get_info<info::kernel_device_specific::compile_num_sub_groups>(d); (void)k.get_info<info::kernel_device_specific::compile_sub_group_size>(d); (void)k.get_info<info::kernel_device_specific::private_mem_size>(d); (void)k.get_info<info::kernel_device_specific::max_num_sub_groups>(d);
	THROWS(invalid, k.get_info<info::kernel_device_specific::global_work_size>(d));
	p[0] = p[1] = p[3] = 0;
	q.submit([&](handler &h) { h.set_args(p); h.single_task(executable.get_kernel<two>()); }).wait();
	q.submit([&](handler &h) { h.set_arg(0, p); h.parallel_for({ 2, 2 }, executable.get_kernel<three>()); }).wait();
	q.submit([&](handler &h) { h.set_arg(0, p + 6); h.parallel_for(range<1>(2), executable.get_kernel<hidden>()); }).wait();
	q.submit([&](handler &h) { h.set_args(p); h.parallel_for(nd_range<2>({ 4, 2 }, { 4, 2 }), k); }).wait();
	CHECK(p[0] == 3 && p[1] == 3 && p[3] == 3 && p[7] == 3);
	q.submit([&](handler &h) { h.set_args(p); h.single_task(build(some).get_kernel<one>()); }).wait();
	CHECK(p[0] == 9);
	THROWS(nd_range, q.submit([&](handler &h) { h.set_args(p); h.parallel_for(nd_range<2>({ 4, 4 }, { 2, 4 }), k); }));
	THROWS(kernel_argument, q.submit([&](handler &h) { h.set_args(p, 1, 2.0f); h.single_task(executable.get_kernel<two>()); }));
	/* Without arguments only kernels that are functions are launched as objects (4.9.4.2). */
	THROWS(invalid, q.submit([&](handler &h) { h.single_task(executable.get_kernel<two>()); }));
	THROWS(invalid, q.submit([&](handler &h) { h.parallel_for(range<1>(2), executable.get_kernel<hidden>()); }));
	THROWS(invalid, q.submit([&](handler &h) { h.parallel_for(nd_range<2>({ 4, 2 }, { 4, 2 }), k); }));
	/* A kernel object is of its own bundle, whatever the group uses. */
	p[2] = 0;
	q.submit([&](handler &h) { h.use_kernel_bundle(chosen); h.set_args(p + 2); h.single_task(build(some).get_kernel<one>()); }).wait();
	CHECK(!chosen.has_kernel<one>() && p[2] == 9);
	THROWS(invalid, get_kernel_bundle<bundle_state::executable>(c, std::vector<device>(), all));
	THROWS(invalid, (has_kernel_bundle<bundle_state::executable>(c, std::vector<device>())));
	THROWS(invalid, chosen.get_kernel<one>());
	THROWS(invalid, join(std::vector<kernel_bundle<bundle_state::executable>>()));
	THROWS(invalid, get_kernel_bundle<bundle_state::executable>(c, { kernel_id("none", "") }));
	context other(d);
	THROWS(invalid, join(std::vector { executable, get_kernel_bundle<bundle_state::executable>(other) }));
	THROWS(invalid, run(get_kernel_bundle<bundle_state::executable>(other)));
	std::printf(failures ? "wrong\n" : "right\n");
	return failures != 0;
}
