/* Root groups, launch queries, static variables of work-groups, address casts, loads of sub-groups and filters of devices. */
#include <sycl/sycl.hpp>

#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;

static ext::work_group_static<int> counter;
static ext::work_group_static<int[16]> values;

class queried;

static void root_groups(sycl::queue q)
{
	namespace queries = ext::info::kernel_queue_specific;
	const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	const sycl::kernel kernel = bundle.get_kernel<queried>();
	const std::size_t groups = kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, sycl::range<2>(4, 8), 64);
	const auto greatest = kernel.ext_oneapi_get_info<queries::max_work_group_size>(q);
	int *const data = sycl::malloc_shared<int>(32, q);
	bool *const right = sycl::malloc_shared<bool>(1, q);
	const auto launch = [&](sycl::range<2> global) {
		q.parallel_for<queried>(sycl::nd_range<2>(global, { 4, 8 }), ext::properties{ ext::use_root_sync }, [=](sycl::nd_item<2> it) {
			const auto root = it.ext_oneapi_get_root_group();
			const std::size_t me = root.get_local_linear_id();

			data[me] = int(me);
			sycl::group_barrier(root);
			const int other = data[root.get_local_linear_range() - 1 - me];
			sycl::group_barrier(sycl::ext::oneapi::this_work_item::get_root_group<2>());
			sycl::group_barrier(sycl::ext::oneapi::experimental::this_kernel::get_root_group<2>());
			data[me] = other;
			if (root.leader())
				*right = root.get_group_id() == sycl::id<2>(0, 0) && root.get_group_range() == sycl::range<2>(1, 1)
					&& root.get_local_id() == it.get_global_id() && root.get_local_range() == it.get_global_range()
					&& root.get_max_local_range() == it.get_global_range() && root.get_group_linear_id() == 0;
		}).wait();
	};

	static_assert(ext::root_group<3>::dimensions == 3 && ext::root_group<1>::fence_scope == sycl::memory_scope::device);
	static_assert(SYCL_EXT_ONEAPI_GROUP_OCCUPANCY_QUERIES == 1);
	check(groups == 1 && kernel.ext_oneapi_get_info<queries::recommended_num_work_groups>(q, sycl::range<2>(4, 8), 64) >= 1);
	launch({ 4 * groups, 8 });
	check(data[0] == 31 && data[31] == 0 && *right);
	try {
		launch({ 4 * groups + 4, 8 });
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
	}
	check(kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, sycl::range<1>(greatest + 1)) == 0);
	check(kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, 8, 0) == 1);
	check(kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(q) == 1 && kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(q, sycl::range<1>(8)) == 1);
	check(kernel.ext_oneapi_get_info<queries::max_work_item_sizes<2>>(q) == sycl::range<2>(greatest, greatest));
	const auto lanes = kernel.ext_oneapi_get_info<queries::max_sub_group_size>(q, sycl::range<3>(1, 2, 8));
	check(lanes > 0 && kernel.ext_oneapi_get_info<queries::num_sub_groups>(q, sycl::range<1>(16)) == (16 + lanes - 1) / lanes);
	sycl::free(data, q);
	sycl::free(right, q);
}

static void statics(sycl::queue q)
{
	static ext::work_group_static<int> other;
	int *const sum = sycl::malloc_shared<int>(8, q);

	q.parallel_for(sycl::nd_range<1>(128, 16), [=](sycl::nd_item<1> it) {
		const int group = int(it.get_group_linear_id());
		const std::size_t me = it.get_local_id(0);

		if (me == 0) {
			counter = group;
			other = 1000;
		}
		values[me] = int(me);
		sycl::group_barrier(it.get_group());
		if (me == 5) {
			int all = counter + other;

			for (int i = 0; i < 16; i++)
				all += values.get_multi_ptr()[i] + (&values)[0][i];
			sum[group] = all;
		}
	}).wait();
	for (int g = 0; g < 8; g++)
		check(sum[g] == g + 1000 + 240);
	sycl::free(sum, q);
}

static void casts(sycl::queue q)
{
	using sycl::access::address_space;
	int *const data = sycl::malloc_shared<int>(2, q);

	data[0] = 3;
	q.single_task([=] {
		int mine = 4;
		const sycl::multi_ptr<int, address_space::global_space, sycl::access::decorated::no> there
			= ext::static_address_cast<address_space::global_space>(data);
		const sycl::multi_ptr<int, address_space::private_space, sycl::access::decorated::no> own
			= ext::static_address_cast<address_space::private_space>(&mine);
		const sycl::generic_ptr<int> generic = sycl::address_space_cast<address_space::generic_space, sycl::access::decorated::no>(data);

		data[1] = *there + *own + *ext::static_address_cast<address_space::global_space>(generic)
			- 3 + *ext::static_address_cast<address_space::global_space, sycl::access::decorated::yes>(data);
	}).wait();
	check(data[1] == 10);
	sycl::free(data, q);
}

/* Element e of all work-items of a sub-group is consecutive. */
static void blocks(sycl::queue q)
{
	using sycl::access::address_space;
	int *const from = sycl::malloc_shared<int>(256, q), *const to = sycl::malloc_shared<int>(256, q);

	for (int i = 0; i < 256; i++)
		from[i] = i;
	q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
		const sycl::sub_group s = it.get_sub_group();
		const auto first = s.get_group_linear_id() * s.get_max_local_range()[0] * 4;
		const auto in = sycl::address_space_cast<address_space::global_space, sycl::access::decorated::yes>(from + first);
		const auto out = sycl::address_space_cast<address_space::global_space, sycl::access::decorated::yes>(to + first);
		const sycl::vec<int, 4> four = s.load<4>(in);
		const sycl::multi_ptr<const volatile int, address_space::global_space, sycl::access::decorated::yes> changing(in);
		const sycl::vec<int, 4> again = s.load<4, const volatile int>(changing);
		const auto pair = s.load<const volatile sycl::int2>(reinterpret_cast<sycl::int2 *>(from + first));
		const bool same = again[3] == four[3] && s.load<const volatile int>(changing) == four[0]
			&& pair[1] == int(first + 2 * s.get_local_linear_id()) + 1;

		sycl::group_barrier(s);
		s.store(out, four + 1);
		if (s.load(in) != four[0] || !same)
			s.store(out, -1);
		const short loaded = static_cast<short>(s.load(in.get()) + s.load(static_cast<const int *>(from + first)));
		const std::size_t mine = first + s.get_local_linear_id();
		s.store(in.get_decorated(), loaded);
		if (from[mine] != 2 * int(mine))
			s.store(out, -2);
	}).wait();
	for (int i = 0; i < 256; i++)
		check(to[i] == i + 1);
	sycl::free(from, q);
	sycl::free(to, q);
}

static void filters()
{
	using sycl::ext::oneapi::filter_selector;

	check(sycl::device(filter_selector("cpu")).is_cpu() && sycl::queue(filter_selector("gpu:77,native_cpu:cpu:0")).get_device().is_cpu());
	for (const char *const none : { "opencl:cpu:5", "cpu:7", "unknown", "" })
		try {
			const sycl::device d{ filter_selector(none) };
			check(false);
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::runtime);
		}
}

/* A kernel says itself, or its launch says, what progress it needs. */
template <typename Property>
struct patient {
	int *data;

	void operator()(sycl::nd_item<1> it) const { data[it.get_global_linear_id()] = 7; }
	auto get(ext::properties_tag) const { return ext::properties{ Property() }; }
};

/* A promise about the size of work-groups is kept, or the launch is refused. */
static void promised_sizes(sycl::queue q)
{
	int *const data = sycl::malloc_shared<int>(32, q);
	const auto launch = [&](sycl::nd_range<2> size, auto list) {
		try {
			q.parallel_for(size, list, [=](sycl::nd_item<2> it) { data[it.get_global_linear_id()] = int(it.get_local_linear_id()); }).wait();
		} catch (const sycl::exception &e) {
			return e.code() != sycl::errc::nd_range;
		}
		return true;
	};
	const ext::properties most{ ext::max_work_group_size<2, 4> };
	const ext::properties linear{ ext::max_linear_work_group_size<6> };
	const ext::properties both{ ext::max_work_group_size<4, 4>, ext::max_linear_work_group_size<8> };

	static_assert(ext::max_work_group_size<2, 4>[1] == 4 && ext::max_linear_work_group_size<6>.value == 6 && most.has_property<ext::max_work_group_size_key>());
	check(launch({ { 4, 8 }, { 2, 4 } }, most) && data[31] == 7);
	check(launch({ { 4, 8 }, { 1, 2 } }, most) && data[31] == 1);
	check(!launch({ { 4, 8 }, { 4, 2 } }, most) && !launch({ { 4, 8 }, { 1, 8 } }, most));
	check(launch({ { 4, 8 }, { 1, 4 } }, linear) && !launch({ { 4, 8 }, { 2, 4 } }, linear));
	check(launch({ { 4, 8 }, { 2, 4 } }, both) && !launch({ { 4, 8 }, { 4, 4 } }, both));
	sycl::free(data, q);
}

static void progress(sycl::queue q)
{
	using guarantee = ext::forward_progress_guarantee;
	using scope = ext::execution_scope;
	namespace asks = ext::info::device;
	const std::vector<guarantee> weak{ guarantee::weakly_parallel }, parallel{ guarantee::parallel, guarantee::weakly_parallel };
	const sycl::device d = q.get_device();
	int *const data = sycl::malloc_shared<int>(8, q);
	const auto refused = [](const auto &f) {
		try {
			f();
		} catch (const sycl::exception &e) {
			return e.code() == sycl::errc::feature_not_supported;
		}
		return false;
	};

	static_assert(SYCL_EXT_ONEAPI_FORWARD_PROGRESS && SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY && SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS);
	check(d.get_info<asks::work_group_progress_capabilities<scope::root_group>>() == parallel);
	check(d.get_info<asks::sub_group_progress_capabilities<scope::root_group>>() == weak && d.get_info<asks::sub_group_progress_capabilities<scope::work_group>>() == weak);
	check(d.get_info<asks::work_item_progress_capabilities<scope::root_group>>() == weak && d.get_info<asks::work_item_progress_capabilities<scope::work_group>>() == weak
		&& d.get_info<sycl::ext::oneapi::info::device::work_item_progress_capabilities<scope::sub_group>>() == weak);
	const auto property = ext::work_group_progress<guarantee::parallel, scope::root_group>;
	static_assert(property.guarantee == guarantee::parallel && property.coordinationScope == scope::root_group);
	q.parallel_for(sycl::nd_range<1>(8, 4), patient<std::remove_cv_t<decltype(property)>>{ data }).wait();
	check(data[7] == 7);
	q.parallel_for(sycl::nd_range<1>(8, 4), ext::properties{ ext::work_item_progress<guarantee::weakly_parallel, scope::sub_group> },
		[=](sycl::nd_item<1> it) { data[it.get_global_linear_id()] = 8; }).wait();
	check(data[7] == 8);
	check(refused([&] { q.parallel_for(sycl::nd_range<1>(8, 4), patient<ext::work_group_progress_key::value_t<guarantee::concurrent, scope::root_group>>{ data }); }));
	check(refused([&] { q.parallel_for(sycl::nd_range<1>(8, 4), patient<ext::sub_group_progress_key::value_t<guarantee::parallel, scope::work_group>>{ data }); }));
	check(refused([&] { q.single_task(ext::properties{ ext::work_item_progress<guarantee::concurrent, scope::root_group> }, [=] {}); }));

	/* What devices say about work-groups and compute units. */
	const sycl::id<3> groups = d.get_info<asks::max_work_groups<3>>();
	static_assert(std::is_same_v<asks::max_work_groups<2>::return_type, sycl::id<2>>);
	check(groups[0] >= 1 && groups[2] >= groups[0] && d.get_info<asks::max_global_work_groups>() >= groups[0] && d.get_info<asks::max_work_groups<1>>()[0] == groups[2]);
	check(d.get_info<sycl::ext::oneapi::info::device::num_compute_units>() == d.get_info<sycl::info::device::max_compute_units>());
	sycl::free(data, q);
}

/* A kernel says which size of sub-groups it was compiled for. */
class of_eights;
class of_any;
template <typename Name>
static std::uint32_t compiled_lanes(sycl::queue q)
{
	return sycl::get_kernel_bundle<Name, sycl::bundle_state::executable>(q.get_context()).template get_kernel<Name>()
		.template get_info<sycl::info::kernel_device_specific::compile_sub_group_size>(q.get_device());
}
static void lanes(sycl::queue q)
{
	q.single_task<of_any>([] {}).wait();
	check(compiled_lanes<of_any>(q) == 0);
	const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
	if (std::find(sizes.begin(), sizes.end(), std::size_t(8)) == sizes.end())
		return;
	q.parallel_for<of_eights>(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(8)]] {}).wait();
	check(compiled_lanes<of_eights>(q) == 8);
}

/* auto_range() is a local range that divides the global one. */
static void chosen_ranges(sycl::queue q)
{
	int *const data = sycl::malloc_shared<int>(24 * 1000, q);

	static_assert(SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE == 1);
	for (const std::size_t n : { 1, 7, 1000, 1021, 24000 }) {
		const sycl::nd_range<1> size(n, ext::auto_range<1>());

		check(size.get_local_range()[0] > 0 && n % size.get_local_range()[0] == 0);
		q.parallel_for(size, [=](sycl::nd_item<1> it) {
			data[it.get_global_id(0)] = int(it.get_group(0) * it.get_local_range(0) + it.get_local_id(0));
		}).wait();
		for (std::size_t i = 0; i < n; i++)
			check(data[i] == int(i));
	}
	const sycl::nd_range<3> size({ 4, 6, 1000 }, ext::auto_range<3>(), { 0, 0, 0 });
	check(size.get_local_range() == sycl::range<3>(1, 1, 250) && size == sycl::nd_range<3>({ 4, 6, 1000 }, { 1, 1, 250 }));
	q.parallel_for(size, [=](sycl::nd_item<3> it) { data[it.get_global_linear_id()] = 1; }).wait();
	check(std::count(data, data + 24000, 1) == 24000);
	sycl::free(data, q);
}

/* A clock goes forward, for the work-items of its scope and from one launch to the next. */
template <ext::clock_scope Scope>
static void clock_of(sycl::queue q, sycl::aspect needed)
{
	if (!q.get_device().has(needed)) {
		try {
			q.single_task([] { (void)ext::clock<Scope>(); });
			check(false);
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::kernel_not_supported);
		}
		return;
	}
	std::uint64_t *const read = sycl::malloc_shared<std::uint64_t>(65, q);

	static_assert(std::is_same_v<decltype(ext::clock<Scope>()), std::uint64_t>);
	q.single_task([=] { read[64] = ext::clock<Scope>(); }).wait();
	q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
		read[it.get_global_id(0)] = ext::clock<Scope>();
		sycl::group_barrier(it.get_group());
		read[32 + it.get_global_id(0)] = ext::clock<Scope>();
	}).wait();
	for (int i = 0; i < 32; i++)
		check(read[64] < read[i] && *std::max_element(read, read + 32) < read[32 + i]);
	sycl::free(read, q);
}

static void clocks(sycl::queue q)
{
	static_assert(SYCL_EXT_ONEAPI_CLOCK == 1);
	clock_of<ext::clock_scope::sub_group>(q, sycl::aspect::ext_oneapi_clock_sub_group);
	clock_of<ext::clock_scope::work_group>(q, sycl::aspect::ext_oneapi_clock_work_group);
	clock_of<ext::clock_scope::device>(q, sycl::aspect::ext_oneapi_clock_device);
}

int main()
{
	sycl::queue q;

	static_assert(ext::is_fixed_topology_group_v<ext::root_group<2>> && !ext::is_user_constructed_group_v<ext::root_group<2>>);
	static_assert(SYCL_EXT_ONEAPI_ROOT_GROUP && SYCL_EXT_ONEAPI_LAUNCH_QUERIES && SYCL_EXT_ONEAPI_WORK_GROUP_STATIC
		&& SYCL_EXT_ONEAPI_ADDRESS_CAST);
	root_groups(q);
	statics(q);
	casts(q);
	blocks(q);
	filters();
	progress(q);
	promised_sizes(q);
	lanes(q);
	chosen_ranges(q);
	clocks(q);
	ext::single_task(q, ext::properties{}, [] {});
	return done();
}
