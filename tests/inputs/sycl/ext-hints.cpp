/* Annotated pointers and arguments, properties that are hints, native commands, profiling tags, a thread's device, older names. */
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/experimental/cache_control_properties.hpp>
#include <sycl/ext/intel/experimental/usm_properties.hpp>
#include <sycl/ext/intel/usm_pointers.hpp>
#include <sycl/ext/oneapi/backend/level_zero.hpp>
#include <sycl/ext/oneapi/experimental/backend/cuda.hpp>
#include <sycl/ext/oneapi/experimental/cuda/builtins.hpp>
#include <sycl/ext/oneapi/experimental/event_mode_property.hpp>
#include <sycl/ext/oneapi/experimental/throttled_wait.hpp>
#include <sycl/ext/oneapi/experimental/uniform.hpp>

#include <memory>
#include <thread>
#include <vector>

#include "refused.hpp"

namespace ext = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental;

class asked;
class told;

static void annotated(sycl::queue q)
{
	auto p = ext::malloc_shared_annotated<int>(8, q, ext::properties{ ext::alignment<256>, intel::buffer_location<1> });
	const ext::annotated_arg size(8, ext::properties{ intel::stable, intel::conduit });
	const ext::annotated_arg plain(p.get());
	const ext::annotated_ptr again(p.get(), intel::latency<1>, intel::dwidth<32>);
	using list = decltype(ext::properties{ intel::buffer_location<1>, ext::alignment<256>, ext::usm_kind_shared });

	static_assert(std::is_same_v<decltype(p), ext::annotated_ptr<int, list>> && p.has_property<ext::usm_kind_key>());
	static_assert(decltype(p)::get_property<ext::alignment_key>() == ext::alignment<256> && !decltype(size)::has_property<ext::alignment_key>());
	check(reinterpret_cast<std::uintptr_t>(p.get()) % 256 == 0 && again.get() == p.get());
	const ext::annotated_ptr joined(p, ext::properties{ intel::buffer_location<1>, intel::latency<1> });
	static_assert(std::is_same_v<decltype(joined), const ext::annotated_ptr<int, decltype(ext::properties{ intel::buffer_location<1>, ext::alignment<256>, ext::usm_kind_shared, intel::latency<1> })>>);
	struct sum {
		int value;
		sum operator+(const sum &other) const { return { value + other.value }; }
	};
	sum sums[] = { { 1 }, { 2 } };
	const ext::annotated_ptr added(sums);
	check((added[0] += added[1]).value == 3 && (added[0] += sum{ 4 }).value == 7 && sums[0].value == 7 && joined.get() == p.get());
	q.parallel_for(8, [=](sycl::id<1> i) {
		p[i] = int(i[0]);
		p[i] += 10;
		p[i] <<= 1;
		++p[i];
		if (i[0] == 3) {
			*(p + 3) = p[i] * size;
			plain[3] += *again - again[0] + 20;
		}
	}).wait();
	for (int i = 0; i < 8; i++)
		check(p[i] == (i == 3 ? 27 * 8 + 20 : 2 * (i + 10) + 1));
	auto last = p + 7;
	check(last - p == 7 && *last-- == 35 && *last == 33 && last && !!p && (&p[2]).get() == (p + 2).get());
	ext::free(p, q);
}

static void hints(sycl::queue q)
{
	sycl::buffer<int, 2> b({ 2, 4 });

	q.submit([&](sycl::handler &h) {
		const sycl::ext::oneapi::accessor_property_list list{ sycl::ext::oneapi::no_alias, sycl::no_init, sycl::ext::intel::buffer_location<2> };
		const sycl::accessor a(b, h, sycl::write_only, list);

		check(list.has_property<sycl::property::no_init>() && a.has_property<sycl::property::no_init>());
		h.parallel_for(sycl::nd_range<2>({ 2, 4 }, { 1, 4 }), ext::properties{ intel::grf_size<256>, intel::maximum_registers<128> }, [=](sycl::nd_item<2> it) {
			ext::prefetch(&a[0][0], 2, ext::properties{ ext::prefetch_hint_L1 });
			ext::joint_prefetch(it.get_group(), a, it.get_global_id());
			a[it.get_global_id()] = int(it.get_global_linear_id());
		});
	});
	q.submit([&](sycl::handler &h) {
		const sycl::accessor a(b, h, sycl::read_write, sycl::ext::oneapi::accessor_property_list<>());

		h.single_task([=] { a[1][3] += 10; });
	});
	const sycl::host_accessor result(b, sycl::read_only);
	check(result[1][3] == 17 && result[0][1] == 1);
}

/* Properties in the types of accessors: deduced, asked for, and converted in any order. */
template <typename Accessor>
static constexpr bool alone(const Accessor &)
{
	return Accessor::template has_property<sycl::ext::oneapi::property::no_alias>();
}

static void constant_properties(sycl::queue q)
{
	namespace one = sycl::ext::oneapi;
	using alias = one::property::no_alias;
	using offset = one::property::no_offset;
	using location = sycl::ext::intel::property::buffer_location;
	using plain = sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::false_t>;
	sycl::buffer<int> b(4);

	static_assert(one::is_compile_time_property<alias>::value && !one::is_compile_time_property<sycl::property::no_init>::value);
	static_assert(std::is_same_v<plain, sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
		sycl::access::placeholder::false_t, one::accessor_property_list<>>>);
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h, one::accessor_property_list{ one::no_alias });
		sycl::accessor a_new(b, h, one::accessor_property_list{ one::no_alias, sycl::no_init });
		sycl::accessor both(b, h, one::accessor_property_list{ one::no_alias, one::no_offset });
		const sycl::accessor both_again(b, h, sycl::range<1>(3), one::accessor_property_list{ one::no_offset, one::no_alias });
		const sycl::accessor placed(b, h, sycl::range<1>(1), sycl::id<1>(3), sycl::write_only,
			one::accessor_property_list{ sycl::ext::intel::buffer_location<3>, sycl::no_init });

		static_assert(std::is_same_v<decltype(a), sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
			sycl::access::placeholder::false_t, one::accessor_property_list<alias::instance<>>>>);
		static_assert(std::is_same_v<decltype(a), decltype(a_new)>);
		static_assert(!std::is_convertible_v<decltype(both), decltype(a)> && !std::is_convertible_v<decltype(a), decltype(both)>
			&& !std::is_convertible_v<decltype(a), plain> && std::is_convertible_v<decltype(both_again), decltype(both)>);
		static_assert(both.has_property<alias>() && both.has_property<offset>() && !both.has_property<location>());
		static_assert(a.get_property<alias>() == one::no_alias && !(a.get_property<alias>() != one::no_alias));
		static_assert(placed.get_property<location>().get_location() == 3
			&& placed.get_property<location>() != sycl::ext::intel::buffer_location<2>);
		check(placed.has_property<sycl::property::no_init>() && a_new.has_property<sycl::property::no_init>());
		check(!a.has_property<sycl::property::no_init>() && alone(a) && alone(both) && !alone(placed));
		a = a_new;
		both = both_again;
		check(both.size() == 3 && a.has_property<sycl::property::no_init>());
		h.single_task([=] {
			a[0] = 1;
			both[2] = 2;
			placed[0] = 3;
		});
	});
	q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::range<1>(1), sycl::id<1>(1), one::accessor_property_list{ one::no_alias }), 7); });
	const one::accessor_property_list one_way{ one::no_alias, one::no_offset };
	const decltype(one::accessor_property_list{ one::no_offset, one::no_alias }) other_way = one_way;
	const one::accessor_property_list<sycl::property::no_init> from_list = sycl::property_list{ sycl::no_init };
	const sycl::property_list to_list = from_list;
	check(other_way.has_property<alias>() && to_list.has_property<sycl::property::no_init>());
	const sycl::host_accessor result(b);
	check(result[0] == 1 && result[1] == 7 && result[2] == 2 && result[3] == 3);
}

/* Hints about memory, and numbers of devices. */
static void memory_and_devices(sycl::queue q)
{
	namespace one = sycl::ext::oneapi;
	const sycl::device d = q.get_device();
	const sycl::platform platform = d.get_platform();
	const auto refused = [](const auto &f) {
		try {
			f();
		} catch (const sycl::exception &e) {
			return e.code() == sycl::errc::invalid;
		}
		return false;
	};
	int data[4] = {};

	static_assert(sycl::is_property_of_v<sycl::property::buffer::mem_channel, sycl::buffer<int>>
		&& sycl::is_property_v<one::property::usm::device_read_only> && SYCL_EXT_ONEAPI_USM_IMPORT_RELEASE && SYCL_EXT_ONEAPI_USM_DEVICE_READ_ONLY);
	sycl::buffer<int> b(sycl::range<1>(4), { sycl::property::buffer::mem_channel(3), one::property::buffer::use_pinned_host_memory() });
	check(b.get_property<sycl::property::buffer::mem_channel>().get_channel() == 3 && b.has_property<one::property::buffer::use_pinned_host_memory>());
	check(refused([&] { sycl::buffer<int> own(data, 4, { one::property::buffer::use_pinned_host_memory() }); }));
	check(refused([&] { sycl::buffer<int> own(static_cast<const int *>(data), 4, { one::property::buffer::use_pinned_host_memory() }); }));
	int *const p = sycl::malloc_shared<int>(4, q, sycl::property_list{ one::property::usm::device_read_only() });
	ext::prepare_for_device_copy(data, sizeof data, q);
	ext::prepare_for_device_copy(data, sizeof data, q.get_context());
	q.memcpy(p, data, sizeof data).wait();
	ext::release_from_device_copy(data, q);
	ext::release_from_device_copy(data, q.get_context());
	sycl::free(p, q);
	check(platform.ext_oneapi_device_at_index(d.ext_oneapi_index_within_platform()) == d && platform.get_devices()[d.ext_oneapi_index_within_platform()] == d);
	check(refused([&] { platform.ext_oneapi_device_at_index(platform.get_devices().size()); }) && sycl::platform::ext_oneapi_get_unsupported_platforms().empty());
}

static void commands(sycl::queue q)
{
	int order = 0;
	const sycl::event first = q.submit([&](sycl::handler &h) {
		h.ext_codeplay_enqueue_native_command([&order](sycl::interop_handle handle) {
			check(!handle.ext_codeplay_has_graph());
			refused(sycl::errc::invalid, [&] { handle.ext_codeplay_get_native_graph<sycl::backend::ext_oneapi_cuda>(); });
			order = order * 10 + (handle.get_backend() == sycl::queue().get_backend());
		});
	});

	const sycl::event second = q.submit([&](sycl::handler &h) {
		h.depends_on(first);
		h.codeplay_host_task([&order] { order = order * 10 + 2; });
	});

	q.submit_barrier({ second }).wait();
	check(order == 12);
	const sycl::event third = q.submit([&](sycl::handler &h) { h.host_task([&order] { order = order * 10 + 3; }); });

	q.submit([&](sycl::handler &h) { h.barrier({ third }); }).wait();
	check(order == 123);
	q.submit([&](sycl::handler &h) { h.barrier(); });
	q.submit_barrier().wait();

	sycl::queue profiled{ sycl::property_list{ sycl::property::queue::enable_profiling(), sycl::property::queue::in_order() } };
	using namespace sycl::info;
	sycl::event start = ext::submit_profiling_tag(profiled);
	profiled.parallel_for(1000, [](sycl::id<1>) {});
	sycl::event end = ext::submit_profiling_tag(profiled);
	end.wait();
	check(start.get_profiling_info<event_profiling::command_end>() > 0
		&& start.get_profiling_info<event_profiling::command_end>() <= end.get_profiling_info<event_profiling::command_end>());
	if (q.get_device().has(sycl::aspect::ext_oneapi_queue_profiling_tag))
		check(ext::submit_profiling_tag(q).get_profiling_info<event_profiling::command_end>() >= end.get_profiling_info<event_profiling::command_end>());
	else
		refused(sycl::errc::invalid, [&] { ext::submit_profiling_tag(q); });
}

/* Events that are made first, and follow several commands. */
static void events(sycl::queue q)
{
	using namespace sycl::info;
	using status = event::command_execution_status;
	const sycl::context context = q.get_context(), other(q.get_device());
	sycl::queue first(context, q.get_device(), sycl::property::queue::in_order()), second(context, q.get_device(), sycl::property::queue::in_order());
	int *const p = sycl::malloc_shared<int>(64, q);
	sycl::event e = ext::make_event(context), of_default = ext::make_event(ext::enable_profiling(false));
	std::atomic<bool> begins = false;
	const auto later = [=, &begins](sycl::queue &to, int value) {
		to.submit([&](sycl::handler &h) {
			h.host_task([=, &begins] {
				while (!begins)
					std::this_thread::yield();
				*p = value;
			});
		});
	};

	static_assert(SYCL_EXT_ONEAPI_REUSABLE_EVENTS == 1);
	check(e.get_info<status>() == event_command_status::complete && e != of_default);
	later(first, 1);
	ext::enqueue_signal_event(first, e);
	check(e.get_info<status>() != event_command_status::complete);
	begins = true;
	ext::enqueue_wait_event(second, e);
	ext::parallel_for(second, sycl::range(64), [=](sycl::item<1> i) { p[i] = i.get_linear_id() ? 0 : *p + 1; });
	ext::enqueue_signal_event(second, e);
	e.wait();
	check(*p == 2);
	/* The dependency is that of the moment. */
	begins = false;
	later(first, 5);
	ext::enqueue_signal_event(first, e);
	const sycl::event copied = q.single_task(e, [=] { p[1] = *p; });
	ext::enqueue_signal_event(second, e);
	begins = true;
	ext::enqueue_wait_events(second, { copied, e, of_default });
	second.single_task([=] { p[2] = p[1]; }).wait();
	check(p[2] == 5);
	refused(sycl::errc::invalid, [&] { e.get_profiling_info<event_profiling::command_end>(); });
	sycl::event far = ext::make_event(other);
	refused(sycl::errc::invalid, [&] { ext::enqueue_signal_event(q, far); });
	refused(sycl::errc::invalid, [&] { ext::enqueue_signal_event(sycl::queue(other, q.get_device()), e); });
	if (!q.get_device().has(sycl::aspect::ext_oneapi_per_event_profiling)) {
		refused(sycl::errc::feature_not_supported, [&] { ext::make_event(context, ext::enable_profiling()); });
	} else {
		sycl::event start = ext::make_event(context, ext::enable_profiling{ true }), end = ext::make_event(context, ext::properties{ ext::enable_profiling{} });

		ext::enqueue_signal_event(q, start);
		q.parallel_for(64, [=](sycl::id<1> i) { p[i] = 1; });
		ext::enqueue_signal_event(q, end);
		const auto from = start.get_profiling_info<event_profiling::command_end>();
		check(from > 0 && from == start.get_profiling_info<event_profiling::command_submit>() && from == start.get_profiling_info<event_profiling::command_start>());
		check(end.get_profiling_info<event_profiling::command_start>() > from);
	}
	sycl::free(p, q);
}

/* What a program asks of backends where the runtime has no object. */
static void backends(sycl::queue q)
{
	using sycl::backend;
	constexpr auto opencl = backend::opencl;
	const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	const sycl::errc wanted = q.get_backend() == opencl ? sycl::errc::feature_not_supported : sycl::errc::backend_mismatch;

	static_assert(std::is_same_v<sycl::backend_return_t<opencl, sycl::buffer<int>>, std::vector<_cl_mem *>> && std::is_same_v<sycl::backend_input_t<opencl, sycl::buffer<int>>, _cl_mem *>
		&& std::is_same_v<sycl::backend_return_t<opencl, sycl::sampled_image<2>>, std::vector<_cl_mem *>> && std::is_same_v<sycl::backend_input_t<opencl, sycl::sampled_image<2>>, _cl_mem *>
		&& std::is_same_v<sycl::backend_return_t<opencl, sycl::unsampled_image<3>>, std::vector<_cl_mem *>> && std::is_same_v<sycl::backend_input_t<opencl, sycl::unsampled_image<3>>, _cl_mem *>
		&& std::is_same_v<sycl::backend_input_t<opencl, sycl::kernel>, _cl_kernel *>
		&& std::is_same_v<sycl::backend_return_t<opencl, sycl::kernel_bundle<sycl::bundle_state::executable>>, std::vector<_cl_program *>>
		&& std::is_same_v<sycl::backend_input_t<opencl, sycl::kernel_bundle<sycl::bundle_state::object>>, _cl_program *>);
	static_assert(backend::ext_oneapi_native_cpu != backend::opencl && backend::all != backend::ext_oneapi_hip);
	check((q.get_backend() == backend::ext_oneapi_native_cpu) == (wanted == sycl::errc::backend_mismatch && q.get_device().is_cpu()));
	refused(wanted, [&] { sycl::get_native<opencl>(bundle); });
	refused(wanted, [&] { sycl::get_native<opencl>(bundle.get_kernel<told>()); });
	refused(sycl::errc::feature_not_supported, [&] { sycl::make_kernel<opencl>(nullptr, q.get_context()); });
	refused(sycl::errc::feature_not_supported, [&] { sycl::make_kernel_bundle<opencl, sycl::bundle_state::executable>(nullptr, q.get_context()); });
	refused(sycl::errc::feature_not_supported, [&] { sycl::make_buffer<opencl, int>(nullptr, q.get_context()); });
	ext::host_task(q, [&] { refused(sycl::errc::invalid, [] { throw sycl::exception(sycl::errc::invalid); }); });
	ext::submit(q, [&](sycl::handler &h) { ext::host_task(h, [] {}); });
	q.wait();
}

static void threads()
{
	namespace own = ext::this_thread;
	const sycl::device first = own::get_current_device(), last = sycl::device::get_devices().back();

	check(first == sycl::device());
	std::thread([last] {
		own::set_current_device(last);
		check(own::get_current_device() == last);
	}).join();
	check(own::get_current_device() == first);
}

static void older_names(sycl::queue q)
{
	namespace older = sycl::ONEAPI;
	const sycl::device d = q.get_device();

	check(d.get_info<sycl::info::device::usm_system_allocator>() == d.has(sycl::aspect::usm_system_allocations));
	int *const data = sycl::malloc_shared<int>(8, q);

	data[7] = 0;
	q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
		const sycl::group<1> group = it.get_group();
		const auto me = int(it.get_local(0));
		const int sum = older::reduce(group, me, older::plus<>()), before = older::exclusive_scan(group, 1, older::plus<int>());
		const bool some = older::any_of(group, me == 3) && !older::all_of(group, me == 3) && older::none_of(group, me == 9);

		const int second = older::broadcast(group, me, 2);
		older::atomic_ref<int, older::memory_order::relaxed, older::memory_scope::device, sycl::access::address_space::global_space>
			sums(data[7]);
		if (me < 7)
			data[me] = sum * 100 + before * 10 + second;
		older::barrier(group);
		if (older::leader(group) && some)
			sums += 5;
	}).wait();
	for (int i = 0; i < 7; i++)
		check(data[i] == 2800 + 10 * i + 2);
	check(data[7] == 5);
	q.parallel_for(sycl::range<2>(2, 3), [=](sycl::item<2> it) { data[it.get(0) * 3 + it.get()[1]] = int(it.get(1)); }).wait();
	check(data[3] == 0 && data[5] == 2);
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<2>(2, 3), sycl::range<2>(1, 1),
			[=](sycl::group<2> group) { data[group.get(0) * 3 + group.get()[1]] = int(group.get(1)) + 10; });
	}).wait();
	check(data[3] == 10 && data[5] == 12);
	check(d.get_info<sycl::info::device::ext_oneapi_max_work_groups_3d>() == d.get_info<ext::info::device::max_work_groups<3>>());
	sycl::free(data, q);
}

/* Accessors whose subscripts are atomic: in one dimension and two, in local memory, with types that tags name. */
static void atomic_accessors(sycl::queue q)
{
	namespace older = sycl::ONEAPI;
	using local = older::atomic_accessor<int, 1, older::memory_order::relaxed, older::memory_scope::work_group, sycl::target::local>;
	std::vector<int> line(8, 0), table(6, 0);
	{
		sycl::buffer<int> line_memory(line.data(), 8);
		sycl::buffer<int, 2> table_memory(table.data(), { 2, 3 });

		q.submit([&](sycl::handler &h) {
			auto a = older::atomic_accessor<int, 1, older::memory_order::relaxed, older::memory_scope::device>(line_memory, h);

			h.parallel_for(sycl::range<1>(256), [=](sycl::id<1> i) { a[i % 8] += 1; });
		});
		older::atomic_accessor later(line_memory, older::relaxed_order, older::device_scope);
		q.submit([&](sycl::handler &h) {
			h.require(later);
			h.parallel_for(sycl::range<1>(256), [=](sycl::id<1> i) { later[int(i) % 4].fetch_add(2); });
		});
		q.submit([&](sycl::handler &h) {
			older::atomic_accessor a(table_memory, h, older::acq_rel_order, older::system_scope);
			local sum(sycl::range<1>(2), h);

			static_assert(std::is_same_v<decltype(a)::reference, older::atomic_ref<int, older::memory_order::acq_rel,
				older::memory_scope::system, sycl::access::address_space::global_space>>);
			h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
				sum[1].store(0);
				it.barrier();
				sum[1]++;
				it.barrier();
				a[1][it.get_global_id(0) % 3]++;
				a[sycl::id<2>(0, 1)] += sum[1];
			});
		});
	}
	for (int i = 0; i < 8; i++)
		check(line[i] == (i < 4 ? 160 : 32));
	check(table == std::vector<int>({ 0, 64 * 16, 0, 22, 21, 21 }));
	static_assert(older::has_known_identity<older::plus<int>, int>::value && older::known_identity_v<older::multiplies<int>, int> == 1);
}

/* What no device here is or does, and what kind of processor it is. */
static void devices(sycl::queue q)
{
	const sycl::device d = q.get_device();
	const ext::architecture own = d.get_info<ext::info::device::architecture>();

	check(d.ext_oneapi_architecture_is(own) && !d.ext_oneapi_architecture_is(ext::architecture::amd_gpu_gfx90a));
	check((own == ext::architecture::x86_64) == d.is_cpu() && !d.ext_oneapi_architecture_is(ext::arch_category::intel_gpu));
	static_assert(sycl::detail::is_of(ext::architecture::intel_gpu_lkf, ext::arch_category::intel_gpu)
		&& sycl::detail::is_of(ext::architecture::intel_gpu_pvc, ext::arch_category::intel_gpu)
		&& !sycl::detail::is_of(ext::architecture::x86_64, ext::arch_category::intel_gpu)
		&& sycl::detail::is_of(ext::architecture::amd_gpu_gfx1201, ext::arch_category::amd_gpu)
		&& sycl::detail::cuda_architecture("9.0") == ext::architecture::nvidia_gpu_sm_90);
	check(ext::get_composite_devices().empty() && d.get_info<ext::info::device::component_devices>().empty());
	static_assert(SYCL_EXT_ONEAPI_COMPOSITE_DEVICE && SYCL_EXT_INTEL_KERNEL_ARGS_RESTRICT);
	check(d.get_platform().ext_oneapi_get_composite_devices().empty() && !d.has(sycl::aspect::ext_oneapi_is_composite) && !d.has(sycl::aspect::ext_oneapi_is_component));
	refused(sycl::errc::invalid, [&] { (void)d.get_info<ext::info::device::composite_device>(); });
	check(d.get_info<sycl::info::device::atomic64>() == d.has(sycl::aspect::atomic64));
	check(sycl::queue(sycl::property_list{ sycl::ext::intel::property::queue::compute_index(0) })
		.get_property<sycl::ext::intel::property::queue::compute_index>().get_index() == 0);
}

static void reductions(sycl::queue q)
{
	int *const sum = sycl::malloc_shared<int>(2, q);
	sycl::buffer<int> b(1);

	sum[0] = sum[1] = 1000;
	b.get_host_access()[0] = 1000;
	q.submit([&](sycl::handler &h) {
		h.parallel_for<asked>(sycl::nd_range<1>(64, 16),
			sycl::reduction(sum, sycl::plus<>(), ext::properties{ ext::initialize_to_identity, ext::deterministic }),
			sycl::reduction(sum + 1, 0, sycl::plus<int>(), ext::properties{ ext::deterministic }),
			sycl::reduction(b, h, sycl::plus<>(), ext::properties{ ext::initialize_to_identity }),
			[](sycl::nd_item<1>, auto &first, auto &second, auto &third) {
				first += 1;
				second += 2;
				third += 3;
			});
	}).wait();
	check(sum[0] == 64 && sum[1] == 1128 && b.get_host_access()[0] == 192);
	sycl::free(sum, q);
}

static void promises(sycl::queue q)
{
	using intel::cache_control, intel::cache_level, intel::cache_mode;
	namespace usm = intel::property::usm;
	int *p = sycl::malloc_shared<int>(4, q, { usm::buffer_location(2) });
	const ext::annotated_ptr cached(p, intel::read_hint<cache_control<cache_mode::uncached, cache_level::L1>,
		cache_control<cache_mode::cached, cache_level::L2, cache_level::L3>>, intel::write_hint<cache_control<cache_mode::write_back, cache_level::L1>>);

	static_assert(decltype(cached)::has_property<intel::read_hint_key>() && !decltype(cached)::has_property<intel::read_assertion_key>());
	check(intel::event_mode(intel::event_mode_enum::low_power) != intel::event_mode() && usm::buffer_location(2).get_buffer_location() == 2);
	p[0] = p[1] = p[2] = 1;
	ext::submit_with_event(q, ext::properties{ ext::event_mode(ext::event_mode_enum::low_power) }, [&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(2, 2), ext::properties{ intel::cache_config(intel::large_slm) }, [=](sycl::nd_item<1> it) {
			const ext::uniform<int *> same(p);
			const auto on_device = sycl::address_space_cast<sycl::access::address_space::ext_intel_global_device_space,
				sycl::access::decorated::no>(p);
			const sycl::ext::intel::raw_device_ptr<int> raw(on_device);

			cached[it.get_global_id(0)] += ext::cuda::ldg(p + 2);
			if (it.get_global_id(0) == 0)
				static_cast<int *>(same)[3] = raw[2] + 5;
		});
	}).wait();
	check(p[0] == 2 && p[1] == 2 && p[3] == 6);
	sycl::free(p, q);
}

static void kernels(sycl::queue q)
{
	namespace queries = sycl::info::kernel_device_specific;

	q.single_task<told>([] {}).wait();
	check(sycl::ext::oneapi::get_kernel_info<told, queries::work_group_size>(q)
		== sycl::get_kernel_bundle<told, sycl::bundle_state::executable>(q.get_context()).get_kernel<told>()
			.get_info<queries::work_group_size>(q.get_device()));
	check(!sycl::ext::oneapi::get_kernel_info<told, sycl::info::kernel::function_name>(q.get_context()).empty());
}

/* A descriptor of Intel's is answered or refused, as its aspect says. */
template <typename Param, typename Result>
static bool told_if(const sycl::device &d, sycl::aspect wanted)
{
	static_assert(std::is_same_v<typename Param::return_type, Result>);
	try {
		(void)d.get_info<Param>();
		return d.has(wanted);
	} catch (const sycl::exception &e) {
		return !d.has(wanted) && e.code() == sycl::errc::feature_not_supported;
	}
}
static void facts(const sycl::device &d)
{
	namespace facts = sycl::ext::intel::info::device;
	using sycl::aspect;

	static_assert(SYCL_EXT_INTEL_DEVICE_INFO == 8 && SYCL_EXT_INTEL_KERNEL_QUERIES && SYCL_EXT_INTEL_CSLICE && SYCL_EXT_ONEAPI_DEVICE_IS_INTEGRATED_GPU);
	check(told_if<facts::device_id, std::uint32_t>(d, aspect::ext_intel_device_id) && told_if<facts::pci_address, std::string>(d, aspect::ext_intel_pci_address));
	check(told_if<facts::gpu_eu_count, std::uint32_t>(d, aspect::ext_intel_gpu_eu_count) && told_if<facts::gpu_eu_simd_width, std::uint32_t>(d, aspect::ext_intel_gpu_eu_simd_width));
	check(told_if<facts::gpu_slices, std::uint32_t>(d, aspect::ext_intel_gpu_slices) && told_if<facts::gpu_subslices_per_slice, std::uint32_t>(d, aspect::ext_intel_gpu_subslices_per_slice));
	check(told_if<facts::gpu_eu_count_per_subslice, std::uint32_t>(d, aspect::ext_intel_gpu_eu_count_per_subslice));
	check(told_if<facts::gpu_hw_threads_per_eu, std::uint32_t>(d, aspect::ext_intel_gpu_hw_threads_per_eu));
	check(told_if<facts::max_mem_bandwidth, std::uint64_t>(d, aspect::ext_intel_max_mem_bandwidth) && told_if<facts::free_memory, std::uint64_t>(d, aspect::ext_intel_free_memory));
	check(told_if<facts::memory_clock_rate, std::uint32_t>(d, aspect::ext_intel_memory_clock_rate) && told_if<facts::memory_bus_width, std::uint32_t>(d, aspect::ext_intel_memory_bus_width));
	check(told_if<facts::uuid, std::array<unsigned char, 16>>(d, aspect::ext_intel_device_info_uuid));
	check(told_if<facts::current_clock_throttle_reasons, std::vector<sycl::ext::intel::throttle_reason>>(d, aspect::ext_intel_current_clock_throttle_reasons));
	check(told_if<facts::fan_speed, std::int32_t>(d, aspect::ext_intel_fan_speed) && told_if<facts::min_power_limit, std::int32_t>(d, aspect::ext_intel_power_limits)
		&& told_if<facts::max_power_limit, std::int32_t>(d, aspect::ext_intel_power_limits));
	check(told_if<facts::luid, std::array<unsigned char, 8>>(d, aspect::ext_intel_device_info_luid) && told_if<facts::node_mask, unsigned int>(d, aspect::ext_intel_device_info_node_mask));
	check(d.has(aspect::gpu) || !d.has(aspect::ext_oneapi_is_integrated_gpu));
	for (const auto partition : d.get_info<sycl::info::device::partition_properties>())
		check(partition != sycl::info::partition_property::ext_intel_partition_by_cslice);
	refused(sycl::errc::feature_not_supported, [&] { d.create_sub_devices<sycl::info::partition_property::ext_intel_partition_by_cslice>(); });
	refused(sycl::errc::feature_not_supported, [&] {
		sycl::get_kernel_bundle<told, sycl::bundle_state::executable>(d.ext_oneapi_get_default_context()).get_kernel<told>()
			.get_info<sycl::ext::intel::info::kernel_device_specific::spill_memory_size>(d);
	});
}

/* Properties of queues that are hints, and what contradicts itself. */
static void queues(const sycl::device &d)
{
	namespace intel = sycl::ext::intel::property::queue;
	namespace oneapi = sycl::ext::oneapi::property::queue;
	const int indices = d.get_info<sycl::ext::intel::info::device::max_compute_queue_indices>();
	const sycl::queue indexed(d, intel::compute_index(indices - 1));

	static_assert(SYCL_EXT_INTEL_QUEUE_INDEX && SYCL_EXT_INTEL_QUEUE_IMMEDIATE_COMMAND_LIST && SYCL_EXT_ONEAPI_DEVICE_DEFAULT_CONTEXT);
	static_assert(sycl::is_property_of_v<intel::compute_index, sycl::queue> && std::is_same_v<decltype(indices), const int>);
	check(indices >= 1 && indexed.get_property<intel::compute_index>().get_index() == indices - 1);
	check(sycl::queue(d, intel::no_immediate_command_list()).has_property<intel::no_immediate_command_list>());
	for (const int index : { -1, indices })
		refused(sycl::errc::invalid, [&] { sycl::queue q(d, intel::compute_index{ index }); });
	refused(sycl::errc::invalid, [&] { sycl::queue q(d, { intel::immediate_command_list(), intel::no_immediate_command_list() }); });
	refused(sycl::errc::invalid, [&] { sycl::queue q(d, { oneapi::priority_high(), oneapi::priority_normal() }); });
	/* Events that the program has no use for. */
	sycl::queue discards(d, { oneapi::discard_events(), sycl::property::queue::in_order() }), other(d);
	int *const p = sycl::malloc_shared<int>(1, other);
	const sycl::event discarded = discards.single_task([=] { *p = 6; });
	check(discarded.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::ext_oneapi_unknown);
	refused(sycl::errc::invalid, [&] { sycl::event(discarded).wait(); });
	refused(sycl::errc::invalid, [&] { sycl::event::wait_and_throw({ discarded }); });
	refused(sycl::errc::invalid, [&] { (void)sycl::event(discarded).get_wait_list(); });
	refused(sycl::errc::invalid, [&] { other.single_task(discarded, [] {}); });
	refused(sycl::errc::invalid, [&] { sycl::queue q(d, { oneapi::discard_events(), sycl::property::queue::enable_profiling() }); });
	sycl::event made = ext::make_event(discards.get_context());
	ext::enqueue_signal_event(discards, made);
	made.wait();
	check(*p == 6);
	discards.wait_and_throw();
	sycl::free(p, other);
	check(d.ext_oneapi_get_default_context() == d.get_platform().ext_oneapi_get_default_context());
}

/* The program's own pages are memory of USM, of the host, while they are registered. */
static void registered(sycl::queue q)
{
	const sycl::context context = q.get_context();
	const std::size_t page = 4096, size = 2 * page;
	int *const data = static_cast<int *>(std::aligned_alloc(page, 3 * page));

	static_assert(SYCL_EXT_ONEAPI_REGISTER_HOST_MEMORY == 1 && ext::is_property_key_v<ext::read_only_key>);
	if (!q.get_device().has(sycl::aspect::ext_oneapi_register_host_memory)) {
		refused(sycl::errc::feature_not_supported, [&] { ext::register_host_memory(data, size, context); });
		refused(sycl::errc::feature_not_supported, [&] { ext::unregister_host_memory(data, context); });
		std::free(data);
		return;
	}
	check(sycl::get_pointer_type(data, context) == sycl::usm::alloc::unknown);
	ext::register_host_memory(data, size, context);
	q.parallel_for(size / sizeof(int), [=](sycl::id<1> i) { data[i] = int(i[0]) * 3; }).wait();
	check(data[size / sizeof(int) - 1] == int(size / sizeof(int) - 1) * 3);
	check(sycl::get_pointer_type(data + size / sizeof(int) - 1, context) == sycl::usm::alloc::host);
	check(sycl::get_pointer_type(data + size / sizeof(int), context) == sycl::usm::alloc::unknown);
	check(sycl::get_pointer_device(data + 5, context) == context.get_devices()[0]);
	refused(sycl::errc::runtime, [&] { ext::register_host_memory(data + page / sizeof(int), size, context, ext::read_only); });
	refused(sycl::errc::runtime, [&] { ext::unregister_host_memory(data + page / sizeof(int), context); });
	sycl::free(data, q);
	check(sycl::get_pointer_type(data, context) == sycl::usm::alloc::host);
	ext::unregister_host_memory(data, context);
	check(sycl::get_pointer_type(data, context) == sycl::usm::alloc::unknown);
	ext::register_host_memory(data, size, context, ext::properties{ ext::read_only });
	ext::unregister_host_memory(data, context);
	refused(sycl::errc::runtime, [&] { ext::unregister_host_memory(data, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(nullptr, size, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(data, 0, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(data, size - 1, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(data + 1, size, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(data, -page * 2, context); });
	refused(sycl::errc::invalid, [&] { ext::register_host_memory(reinterpret_cast<void *>(-page), page, context); });
	std::free(data);
}

/* The bytes of a kernel's image: the same of two objects, and those of a view. */
static void contents(sycl::queue q)
{
	const auto bundle = sycl::get_kernel_bundle<told, sycl::bundle_state::executable>(q.get_context());
	const sycl::device_image<sycl::bundle_state::executable> image = *bundle.begin();

	static_assert(SYCL_EXT_ONEAPI_DEVICE_IMAGE_BACKEND_CONTENT == 1 && noexcept(image.ext_oneapi_get_backend()));
	const std::vector<std::byte> bytes = image.ext_oneapi_get_backend_content();
	check(image.ext_oneapi_get_backend() == bundle.get_backend() && bytes.size() > 100 && bytes == bundle.begin()->ext_oneapi_get_backend_content());
#ifdef __cpp_lib_span
	const std::span<std::byte> view = image.ext_oneapi_get_backend_content_view();
	check(std::equal(view.begin(), view.end(), bytes.begin(), bytes.end()) && image.ext_oneapi_get_backend_content_view().data() == view.data());
#endif
}

static void slept(sycl::queue q)
{
	bool ran = false;
	std::vector<sycl::event> events{ q.submit([&](sycl::handler &h) { h.host_task([&] { ran = true; }); }), q.single_task([] {}) };

	static_assert(SYCL_EXT_ONEAPI_THROTTLED_WAIT == 1);
	ext::ext_oneapi_throttled_wait(events[0], std::chrono::microseconds(1));
	check(ran);
	ext::ext_oneapi_throttled_wait(events, std::chrono::milliseconds(1));
	check(events[1].get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	ext::ext_oneapi_throttled_wait_and_throw(events[1], std::chrono::nanoseconds(1));
	ext::ext_oneapi_throttled_wait_and_throw(events, std::chrono::seconds(100));
}

/* Promises about arguments that belong to annotated arguments and pointers. */
static void restricted(sycl::queue q)
{
	int *const data = sycl::malloc_shared<int>(2, q);
	const ext::annotated_ptr p(data, ext::properties{ ext::restrict, ext::alignment<4> });
	const ext::annotated_arg a(data + 1, ext::properties{ ext::restrict });
	const ext::annotated_ptr one(data, ext::alignment<4>);	/* one property, without a list */
	const ext::annotated_arg single(data + 1, ext::restrict);
	const ext::annotated_arg both(single, ext::properties{ ext::alignment<4> });
	static_assert(std::is_same_v<decltype(one), const ext::annotated_ptr<int, decltype(ext::properties{ ext::alignment<4> })>>);
	static_assert(std::is_same_v<decltype(single), decltype(a)> && one.get_property<ext::alignment_key>().value == 4);
	static_assert(std::is_same_v<decltype(both), const ext::annotated_arg<int *, decltype(ext::properties{ ext::restrict, ext::alignment<4> })>>);
	check(one.get() == data && &single[0] == data + 1 && &both[0] == data + 1);

	static_assert(SYCL_EXT_ONEAPI_KERNEL_ARG_PROPERTIES == 1);
	static_assert(std::is_same_v<decltype(ext::restrict), const ext::restrict_key::value_t> && ext::is_property_key_v<ext::restrict_key>);
	static_assert(ext::is_property_key_of<ext::restrict_key, decltype(p)>::value == ext::is_property_key_of<ext::restrict_key, const decltype(a)>::value);
	static_assert(ext::is_property_key_of<ext::alignment_key, ext::annotated_ptr<int>>::value && ext::is_property_key_of<ext::restrict_key, ext::annotated_arg<int *>>::value);
	static_assert(!ext::is_property_key_of<ext::restrict_key, int>::value && !ext::is_property_key_of<ext::prefetch_hint_key, ext::annotated_ptr<int>>::value);
	data[1] = 5;
	q.single_task([=] { *p = a[0] + 1; }).wait();
	check(data[0] == 6);
	sycl::free(data, q);
}

static void owned(sycl::queue q)
{
	static_assert(SYCL_EXT_ONEAPI_USM_RAII == 1);
	int *const data = sycl::malloc_shared<int>(1, q);
	{
		const std::unique_ptr<int, ext::usm_deleter> p{ data, { q } };
		const std::shared_ptr<const int> shared(sycl::malloc_device<int>(1, q), ext::usm_deleter(q.get_context()));

		q.single_task([p = p.get()] { *p = 42; }).wait();
		check(*p == 42 && sycl::get_pointer_type(data, q.get_context()) == sycl::usm::alloc::shared);
	}
	check(sycl::get_pointer_type(data, q.get_context()) == sycl::usm::alloc::unknown);
}

int main()
{
	sycl::queue q;

	static_assert(SYCL_EXT_ONEAPI_ANNOTATED_PTR && SYCL_EXT_ONEAPI_ANNOTATED_ARG && SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES
		&& SYCL_EXT_ONEAPI_PREFETCH && SYCL_EXT_ONEAPI_PROFILING_TAG && SYCL_EXT_ONEAPI_CURRENT_DEVICE && SYCL_EXT_INTEL_GRF_SIZE
		&& SYCL_EXT_CODEPLAY_ENQUEUE_NATIVE_COMMAND && SYCL_EXT_INTEL_CACHE_CONTROLS && SYCL_EXT_INTEL_CACHE_CONFIG && SYCL_EXT_INTEL_EVENT_MODE
		&& SYCL_EXT_INTEL_RUNTIME_BUFFER_LOCATION && SYCL_EXT_INTEL_USM_ADDRESS_SPACES == 3 && SYCL_EXT_ONEAPI_UNIFORM);
	annotated(q);
	hints(q);
	constant_properties(q);
	memory_and_devices(q);
	commands(q);
	threads();
	older_names(q);
	atomic_accessors(q);
	devices(q);
	reductions(q);
	promises(q);
	kernels(q);
	facts(q.get_device());
	queues(q.get_device());
	events(q);
	backends(q);
	registered(q);
	contents(q);
	slept(q);
	restricted(q);
	owned(q);
	return done();
}
