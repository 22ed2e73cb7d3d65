/* Extensions of queues and commands: properties, enqueue functions. */
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/work_group_scratch_memory.hpp>

#include "check.hpp"

namespace ext = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;

struct depth_key;
template <int Value>
inline constexpr ex::property_value<depth_key, std::integral_constant<int, Value>> depth;
struct label : sycl::detail::run_time_property {
	label(int v = 0) : value(v) {}
	int value;
};
template <>
struct ex::is_property_key<depth_key> : std::true_type {};

static void lists()
{
	ex::properties a{ depth<3>, ex::sub_group_size<1>, label(7) }, b{ label(8), depth<3>, ex::sub_group_size<1> };
	ex::properties none;

	static_assert(std::is_same_v<decltype(a), decltype(b)> && ex::is_property_list_v<decltype(a)>);
	static_assert(std::is_same_v<decltype(none), ex::empty_properties_t> && !ex::is_property_list_v<int>);
	static_assert(decltype(a)::has_property<depth_key>() && !decltype(a)::has_property<ex::device_has_key>());
	static_assert(decltype(a)::get_property<depth_key>().value == 3 && depth<3> != depth<4> && depth<3> == depth<3>);
	static_assert(std::is_same_v<decltype(decltype(a)::get_property<depth_key>())::value_t, std::integral_constant<int, 3>>);
	static_assert(ex::work_group_size<4, 2>[1] == 2 && ex::device_has<sycl::aspect::cpu>.value[0] == sycl::aspect::cpu);
	check(a.get_property<label>().value == 7 && b.get_property<label>().value == 8);
}

template <int Dimensions>
static bool takes_size(sycl::queue &q, int *p, sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	ex::properties list{ ex::work_group_size<2>, ex::device_has<sycl::aspect::cpu> };

	try {
		q.parallel_for(sycl::nd_range<Dimensions>(global, local), list, [=](sycl::nd_item<Dimensions> it) {
			p[it.get_global_linear_id()] = static_cast<int>(it.get_local_range(0));
		}).wait();
		return true;
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
		return false;
	}
}

static void kernel_properties(sycl::queue &q, int *p)
{
	ex::properties needs{ ex::work_group_size<2> };
	ex::properties lacks{ ex::sub_group_size<128> };
	int *sum = p + 32;

	check(takes_size<1>(q, p, { 8 }, { 2 }) && p[7] == 2);
	check(!takes_size<1>(q, p, { 8 }, { 4 }));
	*sum = 0;
	q.parallel_for(sycl::nd_range<1>(8, 2), needs, sycl::reduction(sum, sycl::plus<>()), [=](sycl::nd_item<1> it, auto &s) {
		s += static_cast<int>(it.get_global_id(0));
	}).wait();
	check(*sum == 28);
	try {
		q.parallel_for(sycl::nd_range<1>(8, 4), needs, sycl::reduction(sum, sycl::plus<>()), [=](sycl::nd_item<1>, auto &s) {
			s += 1;
		}).wait();
		check(!"a reduction with another size is refused");
	} catch (const sycl::exception &) {
	}
	try {
		q.single_task(lacks, [=] { p[0] = 1; }).wait();
		check(!"a size of sub-groups that the device lacks is refused");
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::kernel_not_supported);
	}
	const sycl::event e = q.single_task(ex::properties{ ex::sub_group_size<1> }, [=] { p[0] = 77; });
	q.single_task(e, ex::properties{}, [=] { p[1] = p[0] + 1; }).wait();
	check(p[1] == 78);
	q.parallel_for(sycl::range<2>(2, 3), { e }, ex::properties{ ex::sub_group_size<1> }, [=](sycl::id<2> i) {
		p[i[0] * 3 + i[1]] = static_cast<int>(i[0] * 10 + i[1]);
	}).wait();
	check(p[5] == 12);
}

/* Properties of a function object, whose get() need not be constant, and of its launch are one list. */
struct of_eights {
	void operator()(sycl::nd_item<1> it) const { *p = static_cast<int>(it.get_sub_group().get_max_local_range()[0]); }
	auto get(ex::properties_tag) { return ex::properties{ ex::sub_group_size<8> }; }

	int *p;
};
class task;
class hierarchy;
static void joined_properties(sycl::queue &q, int *p)
{
	const sycl::nd_range<1> sixteen(16, 16);
	static_assert(ex::device_has<sycl::aspect::fp16, sycl::aspect::cpu>.value.size() == 2 && ex::device_has<sycl::aspect::fp16>.value[0] == sycl::aspect::fp16
		&& ex::device_has<>.value.empty());
	const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();

	if (std::find(sizes.begin(), sizes.end(), std::size_t(8)) == sizes.end())
		return;
	q.parallel_for(sixteen, of_eights{ p }).wait();
	check(*p == 8);
	*p = 0;
	q.parallel_for<class both>(sixteen, ex::properties{ ex::work_group_size<16>, ex::sub_group_size<8> }, of_eights{ p }).wait();
	check(*p == 8);
	try {
		q.parallel_for<class other>(sycl::nd_range<1>(16, 8), ex::properties{ ex::work_group_size<16> }, of_eights{ p });
		check(!"a work-group of another size is refused");
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
	}
	/* Kernel objects take lists that do not change their code; hierarchical kernels take lists, too. */
	*p = 0;
	q.submit([&](sycl::handler &h) {
		h.set_args(p);
		h.parallel_for(sixteen, ex::properties{}, bundle.get_kernel<of_eights>());
	}).wait();
	check(*p == 8);
	q.single_task<task>([=] { p[1]++; }).wait();
	q.submit([&](sycl::handler &h) {
		h.set_args(p);
		p[1] = 4;
		h.single_task(ex::properties{}, bundle.get_kernel<task>());
	}).wait();
	check(p[1] == 5);
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group<hierarchy>(sycl::range<1>(2), sycl::range<1>(8), ex::properties{ ex::work_group_size<8>, ex::sub_group_size<8> }, [=](sycl::group<1> g) {
			g.parallel_for_work_item([&](sycl::h_item<1> it) { p[it.get_global_id()[0]] = 6; });
		});
	}).wait();
	check(std::count(p, p + 16, 6) == 16);
	check(bundle.get_kernel<hierarchy>().get_info<sycl::info::kernel_device_specific::compile_sub_group_size>(q.get_device()) == 8);
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(2), ex::properties{}, [=](sycl::group<1> g) { p[g.get_group_id(0)] = 7; });
	}).wait();
	check(p[1] == 7 && p[2] == 6);
}

static void enqueue(sycl::queue &q, int *p)
{
	ex::parallel_for(q, 8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]); });
	q.wait();
	ex::parallel_for(q, sycl::range<3>(1, 2, 2), [=](sycl::item<3> i) { p[8 + i.get_linear_id()] = 5; });
	ex::barrier(q);
	ex::nd_launch(q, ex::launch_config(sycl::nd_range<1>(4, 2), ex::properties{ ex::work_group_size<2> }),
		[=](sycl::nd_item<1> it) { p[16 + it.get_global_id(0)] = static_cast<int>(it.get_group(0)); });
	const sycl::event e = ex::submit_with_event(q, [&](sycl::handler &h) {
		ex::nd_launch(h, sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it, auto &s) { s += static_cast<int>(it.get_global_id(0)); },
			sycl::reduction(p + 24, sycl::plus<>(), sycl::property::reduction::initialize_to_identity()));
	});
	ex::partial_barrier(q, { e });
	q.wait();
	check(p[7] == 7 && p[11] == 5 && p[19] == 1 && p[24] == 28);
	ex::single_task<class one>(q, [=] { p[0] = 9; });
	ex::submit(q, [&](sycl::handler &h) { ex::single_task(h, [=] { p[1] = 10; }); });
	q.wait();
	ex::memcpy(q, p + 2, p, 2 * sizeof *p);
	q.wait();
	ex::fill(q, p + 4, 3, 2);
	ex::memset(q, p + 6, 0, sizeof *p);
	ex::prefetch(q, p, sizeof *p, ex::prefetch_type::host);
	q.wait();
	ex::submit(q, [&](sycl::handler &h) { ex::copy(h, p + 4, p + 7, 2); });
	q.wait();
	check(p[2] == 9 && p[3] == 10 && p[5] == 3 && p[6] == 0 && p[8] == 3);
	ex::submit(q, [&](sycl::handler &h) { ex::barrier(h); });
}

/* Scratch memory is beside that of accessors, and each work-group has its own; nothing is asked for more than a device has. */
static void scratch(sycl::queue q, int *p)
{
	for (const std::size_t extra : { 0, 3 }) {
		q.submit([&](sycl::handler &h) {
			const sycl::local_accessor<char> other(1 + extra, h);

			h.parallel_for(sycl::nd_range<2>({ 4, 8 }, { 2, 4 }), ex::properties{ ex::work_group_scratch_size(8 * sizeof(int)) },
				[=](sycl::nd_item<2> it) {
					int *const own = static_cast<int *>(ex::get_work_group_scratch_memory());
					const std::size_t me = it.get_local_linear_id();

					if (me == 0)
						other[extra] = 100;
					own[me] = int(me + it.get_group_linear_id() * 1000);
					sycl::group_barrier(it.get_group());
					p[it.get_global_linear_id()] = own[7 - me] + other[extra];
				});
		}).wait();
		for (int row = 0; row < 4; row++)
			for (int column = 0; column < 8; column++)
				check(p[8 * row + column] == 100 + 7 - (row % 2 * 4 + column % 4) + (row / 2 * 2 + column / 4) * 1000);
	}
	try {
		ex::nd_launch(q, ex::launch_config(sycl::nd_range<1>(4, 4), ex::properties{ ex::work_group_scratch_size(std::size_t(1) << 34) }),
			[=](sycl::nd_item<1>) { p[0] = *static_cast<int *>(ex::get_work_group_scratch_memory()); });
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::memory_allocation);
	}
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q);

	lists();
	kernel_properties(q, p);
	joined_properties(q, p);
	enqueue(q, p);
	scratch(q, p);
	sycl::free(p, q);
	return done();
}
