/* async_malloc, async_free and pools of memory. */
#include <sycl/sycl.hpp>

#include "refused.hpp"

namespace ext = sycl::ext::oneapi::experimental;
namespace props = ext::property::memory_pool;

static void pools(sycl::queue q)
{
	ext::memory_pool plain(q, sycl::usm::alloc::device), copy = plain;
	ext::memory_pool small(q.get_context(), q.get_device(), sycl::usm::alloc::device,
		ext::properties{ props::initial_threshold(100), props::maximum_size(1024), props::zero_init() });
	ext::memory_pool standard = q.get_context().ext_oneapi_get_default_memory_pool(q.get_device(), sycl::usm::alloc::device);

	check(copy == plain && plain != small && standard == q.get_context().ext_oneapi_get_default_memory_pool(q.get_device(), sycl::usm::alloc::device));
	check(std::hash<ext::memory_pool>()(copy) == std::hash<ext::memory_pool>()(plain));
	check(plain.get_context() == q.get_context() && plain.get_device() == q.get_device() && plain.get_alloc_kind() == sycl::usm::alloc::device);
	check(plain.get_threshold() == 0 && small.get_threshold() == 100 && plain.get_reserved_size_current() == 0);
	small.increase_threshold_to(50);
	check(small.get_threshold() == 100);
	small.increase_threshold_to(200);
	check(small.get_threshold() == 200);
	int *const p = static_cast<int *>(ext::async_malloc_from_pool(q, 512, small));
	check(small.get_used_size_current() == 512 && small.get_reserved_size_current() >= 512);
	int *const sum = sycl::malloc_shared<int>(1, q);
	q.single_task([=] {
		*sum = 1;
		for (int i = 0; i < 128; i++)
			*sum += p[i];
	}).wait();
	check(*sum == 1);
	ext::async_free(q, p);
	q.wait();
	check(small.get_used_size_current() == 0 && small.get_reserved_size_current() == 200);
	sycl::free(sum, q);
	refused(sycl::errc::invalid, [&] { ext::memory_pool(q, sycl::usm::alloc::shared); });
	refused(sycl::errc::invalid, [&] { ext::async_malloc(q, sycl::usm::alloc::host, 4); });
	refused(sycl::errc::invalid, [&] { q.get_context().ext_oneapi_get_default_memory_pool(q.get_device(), sycl::usm::alloc::unknown); });
	refused(sycl::errc::memory_allocation, [&] { ext::memory_pool(q, sycl::usm::alloc::device, ext::properties{ props::maximum_size(std::size_t(-1)) }); });
	refused(sycl::errc::invalid, [&] {
		const sycl::queue other(sycl::context(q.get_device()), q.get_device());
		ext::async_malloc_from_pool(other, 4, small);
	});
}

/* The command that gives memory back comes after those that use it. */
static void order(sycl::queue q)
{
	constexpr std::size_t n = 100000;
	int *const result = sycl::malloc_shared<int>(n, q);
	ext::memory_pool pool(q, sycl::usm::alloc::device);

	for (int round = 0; round < 3; round++) {
		int *p = nullptr;
		const sycl::event taken = ext::submit_with_event(q, [&](sycl::handler &h) {
			p = static_cast<int *>(round ? ext::async_malloc_from_pool(h, n * sizeof(int), pool) : ext::async_malloc(h, sycl::usm::alloc::device, n * sizeof(int)));
		});
		const sycl::event filled = q.submit([&](sycl::handler &h) {
			h.depends_on(taken);
			h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] = int(i[0]) + round; });
		});
		const sycl::event used = q.submit([&](sycl::handler &h) {
			h.depends_on(filled);
			h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { result[i] = p[i]; });
		});
		const sycl::event given = ext::submit_with_event(q, [&](sycl::handler &h) {
			h.depends_on(used);
			ext::async_free(h, p);
		});
		given.wait();
		check(result[0] == round && result[n - 1] == int(n) - 1 + round && pool.get_used_size_current() == 0);
	}
	sycl::free(result, q);
}

static void graphs(sycl::queue q)
{
	ext::command_graph<ext::graph_state::modifiable> g(q);
	int *const result = sycl::malloc_shared<int>(4, q);
	int *p = nullptr;

	const ext::node take = g.add([&](sycl::handler &h) { p = static_cast<int *>(ext::async_malloc(h, sycl::usm::alloc::device, 16)); });
	const ext::node fill = g.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] = int(i[0]) + result[i]; }); },
		{ ext::property::node::depends_on(take) });
	const ext::node copy = g.add([&](sycl::handler &h) { h.memcpy(result, p, 16); }, { ext::property::node::depends_on(fill) });
	const ext::node give = g.add([&](sycl::handler &h) { ext::async_free(h, p); }, { ext::property::node::depends_on(copy) });
	check(take.get_type() == ext::node_type::async_malloc && give.get_type() == ext::node_type::async_free);
	const auto run = g.finalize();
	check(run.get_required_mem_size() == 16 && ext::command_graph(q).finalize().get_required_mem_size() == 0);
	refused(sycl::errc::invalid, [&] { g.finalize(); });
	refused(sycl::errc::invalid, [&] { ext::command_graph(q).add([&](sycl::handler &h) { h.ext_oneapi_graph(run); }); });
	for (int i = 0; i < 4; i++)
		result[i] = 0;
	q.ext_oneapi_graph(run).wait();
	q.ext_oneapi_graph(run).wait();
	check(result[1] == 2 && result[3] == 6);
	sycl::free(result, q);
}

int main()
{
	static_assert(SYCL_EXT_ONEAPI_ASYNC_MEMORY_ALLOC == 1);
	bool told = false;
	sycl::queue q([&](sycl::exception_list errors) {
		for (const std::exception_ptr &error : errors)
			refused(sycl::errc::memory_allocation, [&] { std::rethrow_exception(error); });
		told = true;
	});
	sycl::queue in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());

	check(q.get_device().has(sycl::aspect::ext_oneapi_async_memory_alloc));
	pools(q);
	pools(in_order);
	order(q);
	graphs(q);
	ext::memory_pool tiny(q, sycl::usm::alloc::device, ext::properties{ props::maximum_size(8) });
	check(!ext::async_malloc_from_pool(q, 9, tiny));
	q.wait_and_throw();
	check(told);
	return done();
}
