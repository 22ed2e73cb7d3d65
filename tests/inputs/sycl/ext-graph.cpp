/* sycl_ext_oneapi_graph: graphs that are recorded and made by hand, run, updated and refused. */
#include <sycl/sycl.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using graphs::graph_state;
using graphs::node_type;
using modifiable = graphs::command_graph<graph_state::modifiable>;

constexpr sycl::specialization_id<int> factor{ 2 };

template <typename Function>
static bool is_refused(const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == sycl::errc::invalid;
	}
	return false;
}

static void explicit_graph(sycl::queue q)
{
	constexpr int n = 64;
	int *const a = sycl::malloc_device<int>(n, q), *const b = sycl::malloc_device<int>(n, q), *const sum = sycl::malloc_shared<int>(1, q);
	std::vector<int> host(n);
	graphs::command_graph g(q.get_context(), q.get_device());
	const graphs::node first = g.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = int(i[0]); }); });
	const graphs::node second = g.add([&](sycl::handler &h) { h.memcpy(b, a, n * sizeof(int)); }, { graphs::property::node::depends_on(first) });
	const graphs::node third = g.add([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) { b[it.get_global_id(0)] *= 3; });
	}, { graphs::property::node::depends_on(second) });
	const graphs::node join = g.add({ graphs::property::node::depends_on_all_leaves() });
	const graphs::node set = g.add([&](sycl::handler &h) { h.memset(sum, 0, sizeof(int)); });
	graphs::node last = g.add([&](sycl::handler &h) {
		h.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<int>()), [=](sycl::id<1> i, auto &r) { r += b[i]; });
	}, { graphs::property::node::depends_on(join, set) });

	check(first.get_type() == node_type::kernel && second.get_type() == node_type::memcpy);
	check(join.get_type() == node_type::empty && set.get_type() == node_type::memset);
	check(g.get_nodes().size() == 6 && g.get_root_nodes().size() == 2);
	check(second.get_predecessors() == std::vector<graphs::node>{ first } && first.get_successors() == std::vector<graphs::node>{ second });
	check(join.get_predecessors() == std::vector<graphs::node>{ third });
	check(std::hash<graphs::node>()(first) == std::hash<graphs::node>()(g.get_nodes()[0]) && first != second);
	*sum = 100;
	auto run = g.finalize();
	check(*sum == 100);
	q.ext_oneapi_graph(run).wait();
	check(*sum == 3 * n * (n - 1) / 2);
	/* Again, after itself, from a command group, with a command that depends on it. */
	for (int i = 0; i < 3; i++)
		q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(run); });
	const sycl::event done = graphs::submit_with_event(q, [&](sycl::handler &h) { graphs::execute_graph(h, run); });
	q.submit([&](sycl::handler &h) {
		h.depends_on(done);
		h.memcpy(host.data(), b, n * sizeof(int));
	});
	q.wait();
	check(host[n - 1] == 3 * (n - 1) && *sum == 3 * n * (n - 1) / 2);
	graphs::execute_graph(q, run);
	q.wait();
	/* A node that comes before one which was added earlier. */
	graphs::command_graph order(q);
	graphs::node late = order.add([&](sycl::handler &h) { h.single_task([=] { *sum *= 10; }); });
	graphs::node early = order.add([&](sycl::handler &h) { h.fill(sum, 7, 1); });
	order.make_edge(early, late);
	check(early.get_type() == node_type::memfill && order.get_root_nodes()[0] == early);
	check(is_refused([&] { order.make_edge(late, early); }) && is_refused([&] { order.make_edge(late, late); }));
	check(is_refused([&] { order.make_edge(last, early); }));
	q.ext_oneapi_graph(order.finalize()).wait();
	check(*sum == 70);
	sycl::free(a, q);
	sycl::free(b, q);
	sycl::free(sum, q);
}

static void recorded_graph(sycl::queue q)
{
	constexpr int n = 32;
	int *const a = sycl::malloc_shared<int>(n, q);
	bool ran = false;
	modifiable g(q.get_context(), q.get_device());

	for (int i = 0; i < n; i++)
		a[i] = 0;
	g.begin_recording(q);
	check(q.ext_oneapi_get_state() == graphs::queue_state::recording && q.ext_oneapi_get_graph() == g);
	const sycl::event first = q.parallel_for(n, [=](sycl::id<1> i) { a[i] += 1; });
	const sycl::event second = q.submit([&](sycl::handler &h) {
		h.depends_on(first);
		h.set_specialization_constant<factor>(5);
		h.single_task([=](sycl::kernel_handler kernel) { a[0] *= kernel.get_specialization_constant<factor>(); });
	});
	const sycl::event third = q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> local(8, h);

		h.depends_on(second);
		h.parallel_for(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) {
			local[it.get_local_id(0)] = a[it.get_global_id(0)];
			sycl::group_barrier(it.get_group());
			a[it.get_global_id(0)] = local[7 - it.get_local_id(0)];
		});
	});
	q.submit([&](sycl::handler &h) {
		h.depends_on(third);
		h.host_task([&] { ran = true; });
	});
	const sycl::event barrier = q.ext_oneapi_submit_barrier();
	q.prefetch(a, n);
	check(is_refused([&] { q.wait(); }) && is_refused([&] { sycl::event(first).wait(); }));
	g.end_recording(q);
	check(q.ext_oneapi_get_state() == graphs::queue_state::executing && is_refused([&] { q.ext_oneapi_get_graph(); }));
	check(is_refused([&] { q.single_task(first, [] {}); }));
	check(a[0] == 0 && !ran && g.get_nodes().size() == 6);
	check(graphs::node::get_node_from_event(second).get_predecessors()[0] == graphs::node::get_node_from_event(first));
	check(graphs::node::get_node_from_event(barrier).get_predecessors().size() == 1);
	check(g.get_nodes()[4].get_type() == node_type::ext_oneapi_barrier && g.get_nodes()[3].get_type() == node_type::host_task);
	check(g.get_nodes()[5].get_type() == node_type::prefetch && g.get_nodes()[5].get_predecessors().size() == 1);
	auto run = g.finalize();
	q.ext_oneapi_graph(run).wait();
	check(a[7] == 5 && a[0] == 1 && ran);
	q.ext_oneapi_graph(run);
	q.wait();
	check(a[7] == 10 && a[0] == 6);
	/* A graph as a node of another one. */
	graphs::command_graph outer(q);
	outer.add([&](sycl::handler &h) { h.memset(a, 0, n * sizeof(int)); });
	const graphs::node inner = outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(run); },
		{ graphs::property::node::depends_on_all_leaves() });
	check(inner.get_type() == node_type::subgraph);
	q.ext_oneapi_graph(outer.finalize()).wait();
	check(a[7] == 5 && a[1] == 1);
	sycl::free(a, q);
}

static void buffers(sycl::queue q)
{
	sycl::buffer<int> a(sycl::range<1>(16)), b(sycl::range<1>(16));
	modifiable g(q, { graphs::property::graph::assume_buffer_outlives_graph() });

	g.begin_recording(q);
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(a, h, sycl::write_only, sycl::no_init);

		h.parallel_for(16, [=](sycl::id<1> i) { to[i] = int(i[0]) + 1; });
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor from(a, h, sycl::read_only);
		sycl::accessor to(b, h, sycl::write_only);

		h.copy(from, to);
	});
	q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(a, h), 9); });
	check(is_refused([&] { sycl::host_accessor use(b); }));
	g.end_recording();
	check(g.get_nodes()[1].get_predecessors().size() == 1 && g.get_nodes()[2].get_predecessors().size() == 2);
	{
		const auto run = g.finalize();

		q.ext_oneapi_graph(run);
		q.ext_oneapi_graph(run);
	}
	const sycl::host_accessor in_a(a), in_b(b);
	check(in_a[3] == 9 && in_b[15] == 16);
	modifiable careless(q);
	check(is_refused([&] {
		careless.add([&](sycl::handler &h) {
			sycl::accessor to(a, h);

			h.single_task([=] { to[0] = 1; });
		});
	}));
}

static void updates(sycl::queue q)
{
	int *const a = sycl::malloc_shared<int>(64, q), *const b = sycl::malloc_shared<int>(64, q);
	modifiable g(q);
	graphs::node first = g.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { a[i] += 1; }); });
	graphs::node second = g.add([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 2 }), [=](sycl::nd_item<2> it) { a[it.get_global_linear_id()] += 10; });
	}, { graphs::property::node::depends_on(first) });
	auto run = g.finalize(graphs::property::graph::updatable()), fixed = g.finalize();

	for (int i = 0; i < 64; i++)
		a[i] = b[i] = 0;
	q.ext_oneapi_graph(run).wait();
	first.update_range(sycl::range<1>(32));
	second.update_nd_range(sycl::nd_range<2>({ 2, 4 }, { 1, 4 }));
	q.ext_oneapi_graph(run).wait();
	check(a[7] == 22 && a[8] == 20 && a[15] == 20 && a[16] == 0);
	run.update(std::vector<graphs::node>{ first, second });
	q.ext_oneapi_graph(run).wait();
	check(a[7] == 33 && a[8] == 21 && a[31] == 1 && a[32] == 0);
	check(is_refused([&] { first.update_range(sycl::range<2>(2, 2)); }) && is_refused([&] { second.update_range(sycl::range<2>(2, 2)); }));
	check(is_refused([&] { fixed.update(first); }));
	/* Another graph of the same form. */
	modifiable other(q);
	const graphs::node same = other.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { b[i] = 5; }); });
	check(is_refused([&] { run.update(other); }));
	other.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { b[i] *= 5; }); },
		{ graphs::property::node::depends_on(same) });
	run.update(other);
	q.ext_oneapi_graph(run).wait();
	check(b[7] == 25 && b[8] == 0 && a[7] == 33);
	/* One of several command groups. */
	modifiable choice(q);
	graphs::dynamic_command_group groups(choice, { [&](sycl::handler &h) { h.single_task([=] { *a = 1; }); },
		[&](sycl::handler &h) { h.single_task([=] { *a = 2; }); } });
	graphs::node either = choice.add(groups);
	auto chosen = choice.finalize(graphs::property::graph::updatable());
	q.ext_oneapi_graph(chosen).wait();
	check(*a == 1 && groups.get_active_index() == 0 && choice.get_nodes().size() == 1);
	groups.set_active_index(1);
	q.ext_oneapi_graph(chosen).wait();
	check(*a == 1);
	chosen.update(either);
	q.ext_oneapi_graph(chosen).wait();
	check(*a == 2 && is_refused([&] { groups.set_active_index(2); }));
	modifiable another(q);
	using list = std::vector<std::function<void(sycl::handler &)>>;
	check(is_refused([&] { graphs::dynamic_command_group(another, list{ [&](sycl::handler &h) { h.memset(a, 0, sizeof *a); } }); }));
	check(is_refused([&] {
		graphs::dynamic_command_group(another,
			list{ [&](sycl::handler &h) { h.single_task([=] { *a = 1; }); }, [](sycl::handler &h) { h.host_task([] {}); } });
	}));
	check(is_refused([&] { another.add(groups); }) && is_refused([&] { graphs::dynamic_command_group(another, list()); }) && another.empty());
	sycl::free(a, q);
	sycl::free(b, q);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((graphs::nd_range_kernel<1>))
void add_to(int *to, short step, sycl::accessor<int, 1> more)
{
	const std::size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	to[i] += step + more[0];
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((graphs::single_task_kernel))
void put(int *to, long value) { *to = int(value); }

/* Arguments that graphs change: pointers, numbers, accessors, bytes; in one node and in two, in a dynamic command group. */
static void parameters(sycl::queue q)
{
	const sycl::context context = q.get_context();
	int *const a = sycl::malloc_shared<int>(8, q), *const b = sycl::malloc_shared<int>(8, q);
	const auto kernel = graphs::get_kernel_bundle<add_to, sycl::bundle_state::executable>(context).ext_oneapi_get_kernel<add_to>();
	const auto putting = graphs::get_kernel_bundle<put, sycl::bundle_state::executable>(context).ext_oneapi_get_kernel<put>();
	sycl::buffer<int, 1> one(1), two(1);
	long bytes = 70;

	one.set_write_back(false), two.set_write_back(false);
	sycl::host_accessor{ one }[0] = 1000, sycl::host_accessor{ two }[0] = 2000;
	std::fill(a, a + 8, 0);
	std::fill(b, b + 8, 0);
	{
		modifiable g(q, graphs::property::graph::assume_buffer_outlives_graph());
		sycl::accessor<int, 1> first(one), second(two);
		graphs::dynamic_parameter to(g, a);
		graphs::dynamic_parameter<short> step(g, short(1));
		graphs::dynamic_parameter more(g, first);
		graphs::dynamic_parameter value(g, graphs::raw_kernel_arg(&bytes, sizeof bytes));
		graphs::dynamic_parameter<short> copy = step;
		graphs::node adding = g.add([&](sycl::handler &h) {
			h.require(more);
			h.set_args(to, step, more);
			h.parallel_for(sycl::nd_range<1>(8, 4), kernel);
		});
		graphs::node twice = g.add([&](sycl::handler &h) {
			h.require(first);
			h.set_args(b, copy, first);
			h.parallel_for(sycl::nd_range<1>(4, 4), kernel);
		}, { graphs::property::node::depends_on(adding) });
		graphs::dynamic_command_group choice(g, { [&](sycl::handler &h) { h.set_args(b + 7, value); h.single_task(putting); },
			[&](sycl::handler &h) { h.set_args(b + 6, value); h.single_task(putting); } });
		graphs::node last = g.add(choice);
		auto run = g.finalize(graphs::property::graph::updatable());

		check(copy == step && std::hash<graphs::dynamic_parameter<short>>()(copy) == std::hash<graphs::dynamic_parameter<short>>()(step));
		q.ext_oneapi_graph(run).wait();
		check(a[0] == 1001 && a[7] == 1001 && b[3] == 1001 && b[4] == 0 && b[6] == 0 && b[7] == 70);
		to.update(b);
		step.update(3);
		more.update(second);
		bytes = 80;
		value.update(graphs::raw_kernel_arg(&bytes, sizeof bytes));
		choice.set_active_index(1);
		q.ext_oneapi_graph(run).wait();	/* as before: the graph was not updated */
		check(a[0] == 2002 && b[3] == 2002 && b[6] == 0);
		run.update(adding);
		q.ext_oneapi_graph(run).wait();
		check(a[0] == 2002 && b[0] == 2002 + 2003 + 1001 && b[7] == 70);
		run.update({ twice, last });
		q.ext_oneapi_graph(run).wait();
		check(b[0] == 5006 + 2003 + 1003 && b[6] == 80);
		run.update(last);	/* nothing new */
		auto later = g.finalize();
		to.update(a);
		q.ext_oneapi_graph(later).wait();
		check(a[0] == 2002 && b[0] == 8012 + 2003 + 1003);

		modifiable same(q, graphs::property::graph::assume_buffer_outlives_graph());
		graphs::node begin = same.add([&](sycl::handler &h) {
			h.require(more);
			h.set_args(to, step, more);
			h.parallel_for(sycl::nd_range<1>(8, 4), kernel);
		});
		graphs::node then = same.add([&](sycl::handler &h) {
			h.require(first);
			h.set_args(b, copy, first);
			h.parallel_for(sycl::nd_range<1>(4, 4), kernel);
		}, { graphs::property::node::depends_on(begin) });
		graphs::dynamic_command_group equal(same, { [&](sycl::handler &h) { h.set_args(b + 7, value); h.single_task(putting); },
			[&](sycl::handler &h) { h.set_args(b + 6, value); h.single_task(putting); } });
		equal.set_active_index(1);
		same.add(equal);
		step.update(5);
		run.update(same);
		q.ext_oneapi_graph(run).wait();
		check(a[0] == 2002 + 2005 && b[0] == 11018 + 1005);
	}
	sycl::free(a, q);
	sycl::free(b, q);
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((graphs::nd_range_kernel<1>))
void reverse(int *p, graphs::work_group_memory<int[]> memory, sycl::local_accessor<int, 1> more)
{
	const sycl::nd_item<1> it = sycl::ext::oneapi::this_work_item::get_nd_item<1>();
	const std::size_t i = it.get_local_id(0), n = it.get_local_range(0);

	memory[n - 1 - i] = p[it.get_global_id(0)];
	more[i] = int(more.size());
	sycl::group_barrier(it.get_group());
	p[it.get_global_id(0)] = memory[i] + more[n - 1 - i];
}

/* Local memory of sizes that change: in arguments and in function objects, beside other local memory. */
static void local_memory(sycl::queue q)
{
	constexpr int n = 64;
	int *const a = sycl::malloc_shared<int>(n, q), *const b = sycl::malloc_shared<int>(n, q);
	const auto kernel = graphs::get_kernel_bundle<reverse, sycl::bundle_state::executable>(q.get_context()).ext_oneapi_get_kernel<reverse>();
	modifiable g(q);
	graphs::dynamic_work_group_memory<int[]> memory(g, 4);
	graphs::dynamic_local_accessor<int, 1> more(g, sycl::range<1>(4));
	graphs::dynamic_local_accessor<double, 2> square(g, sycl::range<2>(2, 2));
	const auto start = [=] {
		for (int i = 0; i < n; i++)
			a[i] = b[i] = i;
	};
	graphs::node function = g.add([&](sycl::handler &h) {
		h.set_args(a, memory, more);
		h.parallel_for(sycl::nd_range<1>(4, 4), kernel);
	});
	graphs::node object = g.add([&](sycl::handler &h) {
		const sycl::local_accessor<int, 1> plain(n, h);
		const auto got = memory.get();

		h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
			const std::size_t i = it.get_local_id(0), size = it.get_local_range(0);
			const auto rows = square.get();

			plain[i] = int(i);
			got[size - 1 - i] = b[i];
			rows[i / rows.get_range()[1]][i % rows.get_range()[1]] = double(size);
			sycl::group_barrier(it.get_group());
			b[i] = memory.get()[i] + plain[i] + int(rows[rows.get_range() - 1]);
		});
	}, graphs::property::node::depends_on(function));
	auto run = g.finalize(graphs::property::graph::updatable());

	start();
	q.ext_oneapi_graph(run).wait();
	check(a[0] == 7 && a[3] == 4 && a[4] == 4 && b[0] == 7 && b[3] == 7 && b[4] == 4);
	memory.update(n);
	more.update(n);
	square.update({ 4, 16 });
	function.update_nd_range(sycl::nd_range<1>(n, n));
	object.update_nd_range(sycl::nd_range<1>(n, n));
	start();
	q.ext_oneapi_graph(run).wait();	/* not updated */
	check(a[0] == 7 && a[4] == 4 && b[4] == 4);
	run.update({ function, object });
	start();
	q.ext_oneapi_graph(run).wait();
	check(a[0] == 127 && a[63] == 64 && b[0] == 127 && b[63] == 127 && b[4] == 127);
	const graphs::dynamic_work_group_memory<int[]> same = memory;
	check(same == memory && std::hash<graphs::dynamic_work_group_memory<int[]>>()(same) == std::hash<graphs::dynamic_work_group_memory<int[]>>()(memory));
	check(more != graphs::dynamic_local_accessor<int, 1>(g, sycl::range<1>(4)));
	/* Not in other kernels. */
	const auto use = [&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) { more.get()[it.get_local_id()] = 0; });
	};
	check(is_refused([&] { q.submit(use); }));
	g.begin_recording(q);
	check(is_refused([&] { q.submit(use); }));
	g.end_recording();
	try {
		g.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { more.get()[i] = 0; }); });
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::kernel_argument && g.get_nodes().size() == 2);
	}
	sycl::free(a, q);
	sycl::free(b, q);
}

/* Sizes belong to command groups, which all nodes of a dynamic one share. */
static void choices(sycl::queue q)
{
	int *const a = sycl::malloc_shared<int>(8, q), *const b = sycl::malloc_shared<int>(8, q);
	int calls = 0;
	modifiable g(q);
	graphs::node first = g.add([&](sycl::handler &h) { h.memset(a, 0, 8 * sizeof(int)); });
	graphs::dynamic_command_group groups(g, { [&](sycl::handler &h) {
			calls++;
			h.parallel_for(sycl::range<1>(2), [=](sycl::id<1> i) { a[i]++; });
		}, [&](sycl::handler &h) {
			calls++;
			h.parallel_for(sycl::nd_range<2>({ 2, 2 }, { 1, 2 }), [=](sycl::nd_item<2> it) { a[it.get_global_linear_id()] += 10; });
		} });
	graphs::node one = g.add(groups, graphs::property::node::depends_on(first));
	graphs::node two = g.add(groups, graphs::property::node::depends_on(one));
	auto run = g.finalize(graphs::property::graph::updatable());

	q.ext_oneapi_graph(run).wait();
	check(calls == 2 && a[1] == 2 && a[2] == 0);
	one.update_range(sycl::range<1>(4));
	groups.set_active_index(1);
	check(is_refused([&] { one.update_range(sycl::range<1>(4)); }));
	run.update({ one, two });
	q.ext_oneapi_graph(run).wait();
	check(a[3] == 20 && a[4] == 0);
	two.update_nd_range(sycl::nd_range<2>({ 3, 2 }, { 3, 1 }));
	groups.set_active_index(0);
	run.update({ one, two });
	q.ext_oneapi_graph(run).wait();
	check(a[3] == 2 && a[4] == 0);
	groups.set_active_index(1);
	run.update({ one, two });
	q.ext_oneapi_graph(run).wait();
	check(a[5] == 20 && a[6] == 0);
	/* Command groups with other edges. */
	g.begin_recording(q);
	const sycl::event recorded = q.single_task([=] { *b = 0; });
	g.end_recording();
	const std::size_t size = g.get_nodes().size();
	graphs::dynamic_command_group unequal(g, { [&](sycl::handler &h) {
			h.depends_on(recorded);
			h.single_task([=] { *b = 1; });
		}, [&](sycl::handler &h) { h.single_task([=] { *b = 2; }); } });
	check(is_refused([&] { g.add(unequal); }) && g.get_nodes().size() == size);
	sycl::free(a, q);
	sycl::free(b, q);
}

/* What is refused leaves no trace; an update leaves executions that were submitted as they are. */
static void steadiness(sycl::queue q)
{
	int *const a = sycl::malloc_shared<int>(2, q);
	modifiable g(q), other(q);
	graphs::node foreign = other.add(), own = g.add();
	sycl::event of_other, of_own;

	other.begin_recording(q);
	of_other = q.single_task([] {});
	other.end_recording();
	check(is_refused([&] { g.add([](sycl::handler &) {}, graphs::property::node::depends_on(own, foreign)); }));
	check(g.get_nodes().size() == 1 && own.get_successors().empty());
	g.begin_recording(q);
	of_own = q.single_task([] {});
	check(is_refused([&] { q.single_task({ of_own, of_other }, [] {}); }));
	g.end_recording();
	check(g.get_nodes().size() == 2 && g.get_nodes()[1].get_successors().empty());
	q.ext_oneapi_graph(g.finalize()).wait();
	/* Many ways from a node to another. */
	modifiable many(q);
	std::vector<graphs::node> before;
	for (int layer = 0; layer < 40; layer++) {
		std::vector<graphs::node> now{ many.add(), many.add(), many.add() };

		for (graphs::node &from : before)
			for (graphs::node &to : now)
				many.make_edge(from, to);
		before = now;
	}
	graphs::node root = many.get_root_nodes()[0];
	check(many.get_root_nodes().size() == 3 && is_refused([&] { many.make_edge(before[0], root); }));
	modifiable slow(q);
	graphs::dynamic_command_group groups(slow, { [&](sycl::handler &h) {
			h.host_task([=] {
				std::this_thread::sleep_for(std::chrono::milliseconds(50));
				a[0]++;
			});
		}, [&](sycl::handler &h) { h.host_task([=] { a[1]++; }); } });
	graphs::node node = slow.add(groups);
	auto run = slow.finalize(graphs::property::graph::updatable());
	a[0] = a[1] = 0;
	q.ext_oneapi_graph(run);
	q.ext_oneapi_graph(run);
	groups.set_active_index(1);
	run.update(node);
	q.ext_oneapi_graph(run);
	q.wait();
	check(a[0] == 2 && a[1] == 1);
	/* Dynamic parameters are for kernels that are added. */
	graphs::dynamic_parameter value(g, 1);
	check(is_refused([&] { q.submit([&](sycl::handler &h) { h.set_arg(0, value); }); }));
	check(is_refused([&] {
		g.add([&](sycl::handler &h) {
			h.set_arg(0, value);
			h.memset(a, 0, 4);
		});
	}));
	sycl::free(a, q);
}

/* A queue's order goes on in its next recording, and a barrier comes after its last commands. */
static void orders(sycl::queue q)
{
	sycl::queue in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());
	modifiable g(q);

	g.begin_recording(in_order);
	in_order.single_task([] {});
	in_order.single_task([] {});
	g.end_recording();
	in_order.single_task([] {}).wait();
	g.begin_recording(std::vector<sycl::queue>{ in_order, q });
	in_order.single_task([] {});
	const sycl::event one = q.single_task([] {});
	q.single_task(one, [] {});
	in_order.single_task(one, [] {});
	q.ext_oneapi_submit_barrier();
	q.single_task([] {});
	g.end_recording();
	const std::vector<graphs::node> nodes = g.get_nodes();
	check(nodes.size() == 8 && nodes[2].get_predecessors() == std::vector<graphs::node>{ nodes[1] });
	check(nodes[5].get_predecessors().size() == 2 && nodes[6].get_predecessors() == std::vector<graphs::node>{ nodes[4] });
	check(nodes[7].get_predecessors() == std::vector<graphs::node>{ nodes[6] });
	/* An external event may be a recorded one. */
	modifiable external(q);
	external.begin_recording(in_order);
	check(!in_order.ext_oneapi_get_last_event());
	const sycl::event recorded = in_order.single_task([] {});
	check(graphs::node::get_node_from_event(in_order.ext_oneapi_get_last_event().value()) == external.get_nodes()[0]);
	in_order.ext_oneapi_set_external_event(recorded);
	in_order.single_task([] {});
	external.end_recording();
	check(external.get_nodes().size() == 2);
	const graphs::node native = external.add([](sycl::handler &h) { h.ext_codeplay_enqueue_native_command([](sycl::interop_handle) {}); });
	check(native.get_type() == node_type::native_command);
	/* Each execution prints what is its own. */
	modifiable prints(q);
	prints.add([&](sycl::handler &h) {
		const sycl::stream out(100, 20, h);

		h.single_task([=] { out << "one "; });
	});
	const std::ostringstream text;
	std::streambuf *const screen = std::cout.rdbuf(text.rdbuf());
	const auto run = prints.finalize();
	q.ext_oneapi_graph(run).wait();
	q.ext_oneapi_graph(run).wait();
	std::cout.rdbuf(screen);
	check(text.str() == "one one ");
}

static void refusals(sycl::queue q)
{
	sycl::queue other{ sycl::context(q.get_device()), q.get_device() };
	modifiable g(q), second(q), loop(q, graphs::property::graph::no_cycle_check());
	graphs::node a = loop.add(), b = loop.add();

	loop.make_edge(a, b);
	loop.make_edge(b, a);
	check(is_refused([&] { loop.finalize(); }));
	check(is_refused([&] { g.begin_recording(other); }));
	g.begin_recording(q);
	check(is_refused([&] { second.begin_recording(q); }) && is_refused([&] { second.end_recording(q); }));
	check(is_refused([&] { g.begin_recording(q); }));
	g.end_recording(q);
	const sycl::event now = q.single_task([] {});
	g.begin_recording(std::vector<sycl::queue>{ q });
	check(is_refused([&] { q.single_task(now, [] {}); }));
	g.end_recording(std::vector<sycl::queue>{ q });
	check(is_refused([&] { graphs::node::get_node_from_event(now); }));
	check(is_refused([&] { other.ext_oneapi_graph(g.finalize()); }));
	check(is_refused([&] { g.print_graph("/nowhere/graph.dot"); }));
	loop.print_graph("graph.dot", true);
	std::ifstream file("graph.dot");
	const std::string text{ std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
	check(text.find("digraph dot {") == 0 && text.find("n0 -> n1;") != std::string::npos);
	check(q.get_device().has(sycl::aspect::ext_oneapi_graph) == q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
}

/* What a graph that is being recorded refuses, and what no graph takes. */
static void limits(sycl::queue q)
{
	int *const p = sycl::malloc_shared<int>(8, q);
	modifiable g(q), kept(q, graphs::property::graph::assume_buffer_outlives_graph());
	graphs::node a = g.add([&](sycl::handler &h) { h.single_task([=] { p[0] = 1; }); }), b = g.add();

	g.begin_recording(q);
	check(is_refused([&] { g.add(); }) && is_refused([&] { g.make_edge(a, b); }) && is_refused([&] { q.wait(); }));
	const sycl::event recorded = q.single_task([=] { p[1] = p[0] + 1; });
	check(is_refused([&] { recorded.get_info<sycl::info::event::command_execution_status>(); }));
	check(is_refused([&] { recorded.get_profiling_info<sycl::info::event_profiling::command_end>(); }) && is_refused([&] { sycl::event(recorded).wait(); }));
	check(is_refused([&] { q.ext_oneapi_memset2d(p, 4, 0, 4, 2); }) && is_refused([&] { q.ext_oneapi_memcpy2d(p, 4, p + 4, 4, 4, 2); }));
	g.end_recording();
	check(is_refused([&] { q.single_task(recorded, [] {}); }));
	check(is_refused([&] { g.add([&](sycl::handler &h) { h.ext_oneapi_barrier(); }); }));
	check(is_refused([&] {
		g.add([&](sycl::handler &h) {
			h.parallel_for(sycl::nd_range<1>(4, 4), graphs::properties{ graphs::work_group_scratch_size(16) },
				[=](sycl::nd_item<1>) { *static_cast<int *>(graphs::get_work_group_scratch_memory()) = 1; });
		});
	}));
	check(is_refused([&] { g.print_graph("graph.txt"); }));
	/* Buffers that are written back. */
	std::vector<int> host(4, 1);
	const auto write = [&](sycl::buffer<int> buffer) {
		kept.add([&](sycl::handler &h) {
			const sycl::accessor to(buffer, h);

			h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { to[i] += 1; });
		});
	};
	check(is_refused([&] { write(sycl::buffer<int>(host.data(), sycl::range<1>(4))); }));
	sycl::buffer<int> stays(host.data(), sycl::range<1>(4));
	stays.set_write_back(false);
	write(stays);
	q.ext_oneapi_graph(kept.finalize()).wait();
	check(sycl::host_accessor(stays)[3] == 2 && host[3] == 1);
	/* Updates. */
	modifiable copies(q);
	graphs::node copy = copies.add([&](sycl::handler &h) { h.memcpy(p, p + 1, 4); });
	auto run = copies.finalize(graphs::property::graph::updatable());
	check(is_refused([&] { run.update(copies); }) && is_refused([&] { run.update(a); }) && is_refused([&] { copy.update_range(sycl::range<1>(2)); }));
	try {
		modifiable native(q, graphs::property::graph::enable_native_recording());
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::feature_not_supported);
	}
	const modifiable of_device(q.get_device()), again = of_device;
	check(of_device.empty() && !g.empty() && of_device.get_id() == again.get_id() && of_device.get_id() > copies.get_id());
	sycl::free(p, q);
}

/* A queue whose command depends on a recorded one is recorded too; the last copy of a graph ends all of it. */
static void transitive(sycl::queue q)
{
	sycl::queue second(q.get_context(), q.get_device()), third(q.get_context(), q.get_device());
	int *const p = sycl::malloc_shared<int>(3, q);
	modifiable g(q);

	p[0] = p[1] = p[2] = 0;
	g.begin_recording(q);
	const sycl::event first = q.single_task([=] { p[0] = 1; });
	const sycl::event next = second.single_task(first, [=] { p[1] = p[0] + 1; });
	third.submit([&](sycl::handler &h) {
		h.depends_on({ first, next });
		h.single_task([=] { p[2] = p[1] + p[0]; });
	});
	check(second.ext_oneapi_get_state() == graphs::queue_state::recording && third.ext_oneapi_get_graph() == g);
	g.end_recording(second);
	check(second.ext_oneapi_get_state() == graphs::queue_state::executing && third.ext_oneapi_get_state() == graphs::queue_state::recording);
	g.end_recording();
	check(third.ext_oneapi_get_state() == graphs::queue_state::executing && p[2] == 0);
	q.ext_oneapi_graph(g.finalize()).wait();
	check(p[0] == 1 && p[1] == 2 && p[2] == 3 && g.get_nodes()[2].get_predecessors().size() == 2);
	try {
		modifiable gone(q);

		gone.begin_recording(q);
		throw 1;
	} catch (int) {
		check(q.ext_oneapi_get_state() == graphs::queue_state::executing);
	}
	q.single_task([=] { p[0] = 7; }).wait();
	check(p[0] == 7);
	sycl::free(p, q);
}

/* Events of graphs tell times if both the queue and the graph are for it. */
static void times(sycl::queue q)
{
	using end = sycl::info::event_profiling::command_end;
	sycl::queue profiled(q.get_context(), q.get_device(), sycl::property::queue::enable_profiling());
	modifiable g(profiled);

	g.add([&](sycl::handler &h) { h.single_task([] {}); });
	check(profiled.ext_oneapi_graph(g.finalize(graphs::property::graph::enable_profiling())).get_profiling_info<end>() > 0);
	check(is_refused([&] { profiled.ext_oneapi_graph(g.finalize()).get_profiling_info<end>(); }));
	check(is_refused([&] { q.ext_oneapi_graph(g.finalize(graphs::property::graph::enable_profiling())).get_profiling_info<end>(); }));
}

int main()
{
	static_assert(SYCL_EXT_ONEAPI_GRAPH == 1);
	static_assert(int(graphs::graph_support_level::native) == 1);
	sycl::queue q, in_order(q.get_context(), q.get_device(), sycl::property::queue::in_order());

	check((q.get_device().get_info<graphs::info::device::graph_support>() == graphs::graph_support_level::emulated) ==
		q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
	explicit_graph(q);
	recorded_graph(q);
	recorded_graph(in_order);
	buffers(q);
	updates(in_order);
	parameters(q);
	local_memory(q);
	choices(q);
	steadiness(q);
	orders(q);
	refusals(q);
	limits(q);
	transitive(q);
	times(q);
	return done();
}
