/* AdaptiveCpp's extensions: scoped parallelism, properties of queues, buffers and command groups, and what else doc/extensions.md lists. */
#include <sycl/sycl.hpp>

#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace sycl;

static queue q;

/* The sums of work-groups, with memory of the group and of its work-items. */
static void check_sums()
{
	static constexpr std::size_t size = 128, groups = 8;	/* static: for g++ as host compiler */
	std::vector<int> data(size * groups);
	bool right = true;

	for (std::size_t i = 0; i < data.size(); i++)
		data[i] = int(i);
	{
		buffer<int> b(data.data(), range<1>(data.size()));
		q.submit([&](handler &h) {
			accessor a(b, h);
			h.parallel<class sums>(range<1>(groups), range<1>(size), [=](auto group) {
				memory_environment(group, require_local_mem<int[size]>(), require_private_mem<int>(1), [&](auto &scratch, auto &own) {
					distribute_items(group, [&](s_item<1> i) {
						scratch[i.get_local_id(group, 0)] = a[i.get_global_id(0)];
						own(i) += int(i.get_global_id(0));
					});
					group_barrier(group);
					distribute_groups_and_wait(group, [&](auto part) {
						distribute_items(part, [&](s_item<1> i) { scratch[i.get_local_id(group, 0)] += own(i); });
						group_barrier(part);
					});
					for (std::size_t n = size / 2; n > 0; n /= 2)
						distribute_items_and_wait(group, [&](s_item<1> i) {
							const std::size_t at = i.get_innermost_local_id(0);

							if (at < n)
								scratch[at] += scratch[at + n];
						});
					single_item(group, [&] { a[group[0] * size] = scratch[0]; });
				});
			});
		});
	}
	for (std::size_t g = 0; g < groups; g++) {
		int wanted = int(size);

		for (std::size_t i = g * size; i < (g + 1) * size; i++)
			wanted += 2 * int(i);
		right = right && data[g * size] == wanted;
	}
	check(right);
}

static void check_groups()
{
	int *const p = malloc_shared<int>(32, q), *const sum = malloc_shared<int>(1, q);

	*sum = 0;
	q.parallel(range<2>(2, 2), range<2>(2, 4), [=](auto group) {
		using type = decltype(group);
		static_assert(type::fence_scope == memory_scope::work_group && type::dimensions == 2 && is_group_v<type>);
		distribute_groups(group, [&](auto part) {
			static_assert(decltype(part)::fence_scope == memory_scope::work_item || decltype(part)::fence_scope == memory_scope::sub_group);
			distribute_groups(part, [&](auto one) {
				distribute_items(one, [&](s_item<2> i) {
					const id<2> local = i.get_local_id(group);
					bool ok = i.get_global_id() == group.get_group_id() * id<2>(2, 4) + local && i.get_global_range() == range<2>(4, 8);

					ok = ok && i.get_local_linear_id(group) == local[0] * 4 + local[1] && i.get_local_range(group) == range<2>(2, 4);
					ok = ok && i.get_innermost_local_linear_range() == one.get_logical_local_linear_range();
					ok = ok && part.get_group_linear_range() * part.get_logical_local_linear_range() == 8 && group.get_group_range() == range<2>(2, 2);
					p[i.get_global_linear_id()] = ok;
				});
			});
		});
	}).wait();
	int right = 0;
	for (int i = 0; i < 32; i++)
		right += p[i];
	check(right == 32);
	q.parallel(range<1>(4), range<1>(8), reduction(sum, sycl::plus<int>()), [=](auto group, auto &all) {
		distribute_items(group, [&](s_item<1> i) { all += int(i.get_global_id(0)); });
	}).wait();
	check(*sum == 31 * 16);
	q.parallel(range<1>(1), range<1>(8), [=](auto group) {
		local_memory_environment<int[2][3]>(group, [&](auto &m) { static_assert(std::is_same_v<decltype(m), int(&)[2][3]>); });
		memory_environment(group, require_local_mem<int[2][3]>(7), [&](auto &m) { *sum = m[0][0] + m[1][2]; });
		private_memory_environment<int>(group, [&](auto &m) {
			distribute_items(group, [&](s_item<1> i) { m(i) = int(i.get_innermost_local_id(0)); });
			distribute_items(group, [&](s_item<1> i) { p[i.get_local_linear_id(group)] = 2 * m(i); });
		});
	}).wait();
	check(*sum == 14 && p[0] == 0 && p[7] == 14);
	try {
		q.parallel(range<1>(1), range<1>(0), [=](auto) {});
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::nd_range);
	}
	free(p, q);
	free(sum, q);
}

static void check_commands()
{
	namespace group_property = property::command_group;
	queue in_order(property_list{ property::queue::in_order(), property::queue::AdaptiveCpp_coarse_grained_events() });
	int *const p = malloc_shared<int>(16, q);
	const specialized<float> factor = 2.0f;
	specialized<int> offset;

	offset = 4;
	q.parallel_for(16, [=](id<1> i) { p[i] = int(factor * float(i[0])) + offset; });
	const std::vector<event> all = q.get_wait_list();
	q.submit([&](handler &h) {
		h.depends_on(all);
		h.parallel_for(16, [=](id<1> i) { p[i] *= 2; });
	}).wait();
	check(p[3] == 20);
	q.prefetch_host(p, 64).wait();
	mem_advise(p, 64, 0, q);
	mem_advise(p, 64, 0, q.get_context(), q.get_device());
	q.submit({ group_property::AdaptiveCpp_prefer_group_size<1>(range<1>(64)), group_property::AdaptiveCpp_prefer_execution_lane(2) },
		[&](handler &h) { h.parallel_for(16, [=](id<1> i) { p[i] += 1; }); }).wait();
	check(p[3] == 21);
	const property_list elsewhere{ group_property::AdaptiveCpp_retarget(in_order.get_device()) };
	in_order.submit(elsewhere, [&](handler &h) { h.parallel_for(16, [=](id<1> i) { p[i] += 1; }); });
	if (in_order.get_device().get_info<info::device::max_compute_units>() > 1) {
		const device part = in_order.get_device().create_sub_devices<info::partition_property::partition_equally>(1)[0];
		in_order.submit({ group_property::AdaptiveCpp_retarget(part) }, [&](handler &h) { h.parallel_for(16, [=](id<1> i) { p[i] *= 2; }); });
	} else {
		in_order.parallel_for(16, [=](id<1> i) { p[i] *= 2; });
	}
	in_order.parallel_for(16, [=](id<1> i) { p[i] += 1; });
	in_order.wait();
	check(p[3] == 45);
	q.AdaptiveCpp_enqueue_custom_operation([=](interop_handle &) { p[0] = 5; }).wait();
	q.submit([&](handler &h) { h.hipSYCL_enqueue_custom_operation([=](interop_handle) { p[0]++; }); }).wait();
	check(p[0] == 6);
	free(p, q);
}

static void check_buffers()
{
	std::vector<int> v(4, 1);
	{
		buffer<int> b(v.data(), range<1>(4), { property::buffer::AdaptiveCpp_buffer_uses_external_storage(false) });
		v[0] = 5;
		check(host_accessor{ b }[0] == 1);
		q.submit([&](handler &h) { accessor a(b, h); h.update(a); });
		q.submit([&](handler &h) { accessor a(b, h); h.fill(a, 9); });
	}
	check(v[0] == 5 && v[1] == 1);
	{
		buffer<int> b(v.data(), range<1>(4), { property::buffer::hipSYCL_buffer_uses_external_storage(false),
			property::buffer::hipSYCL_buffer_writes_back(true), property::buffer::AdaptiveCpp_page_size<1>(range<1>(2)) });
		q.submit([&](handler &h) { accessor a(b, h); h.fill(a, 9); });
	}
	check(v[0] == 9);
	{
		auto view = make_async_writeback_view(v.data(), range<1>(4), q);
		auto copy = make_sync_buffer(static_cast<const int *>(v.data()), range<1>(4));
		auto fresh = make_async_buffer<int>(range<1>(4));
		static_assert(std::is_same_v<decltype(view), buffer<int>> && std::is_same_v<decltype(copy), buffer<int>>);
		q.submit([&](handler &h) { accessor a(view, h), b(fresh, h); h.parallel_for(4, [=](id<1> i) { b[i] = a[i]; }); });
		q.submit([&](handler &h) { accessor a(view, h), b(fresh, h), c(copy, h); h.parallel_for(4, [=](id<1> i) { a[i] = b[i] + c[i]; }); });
	}
	q.wait();
	check(v[3] == 18);
}

static void check_accessors()
{
	buffer<int> b(range<1>(8));

	q.submit([&](handler &h) {
		const raw_accessor<int> all(b, h, no_init);
		const ranged_accessor<int> part(b, h, range<1>(4), id<1>(2));
		const unranged_accessor<const int> same = unranged_accessor<const int>(b, h);
		h.parallel_for_work_group(range<1>(1), range<1>(8), [=](group<1> g) {
			using namespace vendor::hipsycl;

			g.parallel_for_work_item<synchronization::none>([&](h_item<1> i) { all[i.get_global_id()] = int(part.size() + same.size()); });
			g.parallel_for_work_item<synchronization::local_mem_fence>([&](h_item<1> i) { all[i.get_global_id()] += 1; });
		});
	});
	q.submit([&](handler &h) {
		const accessor raw(b, h, read_write_raw);
		const accessor<const int> standard = ranged_accessor<const int>(b, h, range<1>(2), id<1>(1));
		h.parallel_for(8, [=](id<1> i) { raw[i] += int(standard.get_offset()[0]); });
	});
	ranged_placeholder_accessor<const int> later(b, range<1>(2), id<1>(4), read_only);
	check(later.is_placeholder() && host_accessor{ b }[7] == 14);
}

int main()
{
	check_accessors();
	check_sums();
	check_groups();
	check_commands();
	check_buffers();
	return done();
}
