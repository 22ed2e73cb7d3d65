/* What dpct makes of CUDA's graphs and of pointers to kernels: recordings and nodes, and functions that launch kernels. */
#include <dpct/dpct.hpp>
#include <dpct/graph.hpp>

#include <cstdint>
#include <thread>
#include <vector>

#include "check.hpp"

using command_graph_of = dpct::experimental::command_graph_ptr *;
namespace exp_graph = sycl::ext::oneapi::experimental;

static void add(int *p, int value, const sycl::nd_item<3> &it)
{
	p[it.get_global_linear_id()] += value;
}
static void add_wrapper(int *p, const int value)
{
	sycl::queue q = *dpct::kernel_launcher::_que;
	const sycl::nd_range<3> size = dpct::kernel_launcher::_nr;

	q.parallel_for(size, [=](sycl::nd_item<3> it) { add(p, value, it); });
}

/* Local memory whose size the launch says, and other types of arguments. */
template <typename T>
static void turn_wrapper(const T *from, T *to, double factor)
{
	sycl::queue q = *dpct::kernel_launcher::_que;
	const unsigned int size = dpct::kernel_launcher::_local_mem_size;
	const sycl::nd_range<3> all = dpct::kernel_launcher::_nr;

	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::uint8_t, 1> memory(sycl::range<1>(size), h);

		h.parallel_for(all, [=](sycl::nd_item<3> it) {
			T *const values = reinterpret_cast<T *>(&memory[0]);
			const std::size_t me = it.get_local_linear_id(), n = it.get_local_range().size();

			values[me] = from[it.get_global_linear_id()];
			sycl::group_barrier(it.get_group());
			to[it.get_global_linear_id()] = static_cast<T>(double(values[n - 1 - me]) * factor);
		});
	});
}

static void launchers()
{
	sycl::queue &q = dpct::get_in_order_queue();
	sycl::queue other(q.get_context(), q.get_device(), sycl::property::queue::in_order());
	int *p = sycl::malloc_shared<int>(64, q);
	int *out = sycl::malloc_shared<int>(64, q);
	int value = 5;
	double factor = 2.5;
	void *arguments[] = { &p, &value }, *turned[] = { &p, &out, &factor };
	void (*const pointer)(int *, int) = add_wrapper;

	for (int i = 0; i < 64; i++)
		p[i] = i;
	dpct::kernel_launcher::launch(pointer, dpct::dim3(2), dpct::dim3(8, 4), 0, 0, p, 1);
	q.wait();
	check(p[0] == 1 && p[63] == 64 && dpct::kernel_launcher::_nr.get_local_range() == sycl::range<3>(1, 4, 8));
	dpct::kernel_launcher::launch(pointer, 1, 64, arguments, 0, &other);
	other.wait();
	check(p[0] == 6 && p[63] == 69 && dpct::kernel_launcher::_que == &other);
	void *const unknown = reinterpret_cast<void *>(dpct::wrapper_register(turn_wrapper<int>).get());
	dpct::kernel_launcher::launch(unknown, 2, 32, turned, 32 * sizeof(int), nullptr);
	q.wait();
	for (int i = 0; i < 64; i++)
		check(out[i] == int((i / 32 * 32 + 31 - i % 32 + 6) * 2.5));
	std::thread([&] {
		check(!dpct::kernel_launcher::_que);
		dpct::kernel_launcher::launch(unknown, 1, 16, turned, 16 * sizeof(int), &other);
		other.wait();
	}).join();
	check(out[0] == int(21 * 2.5) && dpct::kernel_launcher::_local_mem_size == 32 * sizeof(int));
	check(DPCT_CHECK_ERROR(dpct::kernel_launcher::launch(static_cast<void *>(&value), 1, 1, arguments, 0, nullptr)) == dpct::default_error);
	sycl::free(p, q);
	sycl::free(out, q);
}

static void graphs()
{
	dpct::queue_ptr stream = dpct::get_current_device().create_queue();
	int *const p = sycl::malloc_shared<int>(16, *stream);
	dpct::experimental::command_graph_ptr graph = nullptr, other = nullptr;
	dpct::experimental::node_ptr nodes[4] = {}, roots[4] = {}, empty = nullptr;
	exp_graph::node_type type;
	std::size_t count = 0;
	int result = 0;

	dpct::experimental::end_recording(stream, &graph);
	check(!graph);
	dpct::experimental::begin_recording(stream);
	dpct::experimental::begin_recording(stream);
	check(stream->ext_oneapi_get_state() == exp_graph::queue_state::recording);
	dpct::async_dpct_memset(p, 0, 16 * sizeof(int), *stream);
	dpct::kernel_launcher::launch(add_wrapper, 1, 16, 0, stream, p, 3);
	check(DPCT_CHECK_ERROR(dpct::experimental::end_recording(stream, &graph)) == dpct::success && graph);
	check(stream->ext_oneapi_get_state() == exp_graph::queue_state::executing);
	dpct::experimental::get_nodes(graph, nullptr, &count);
	check(count == 2);
	dpct::experimental::get_nodes(graph, nodes, &count);
	dpct::experimental::get_root_nodes(graph, roots, &count);
	check(count == 1 && roots[0] == nodes[0] && nodes[1] != nodes[0]);
	dpct::experimental::get_node_type(nodes[1], &type);
	check(type == exp_graph::node_type::kernel);
	dpct::experimental::get_node_type(nullptr, &type);
	check(type == exp_graph::node_type::empty);
	dpct::experimental::add_empty_node(&empty, graph, nodes + 1, 1);
	check(empty->get_predecessors().size() == 1 && empty->get_predecessors()[0] == *nodes[1]);
	dpct::experimental::add_empty_node(nodes + 2, graph, nullptr, 0);
	dpct::experimental::add_dependencies(graph, &empty, nodes + 2, 1);
	check(nodes[2]->get_predecessors().size() == 1);
	dpct::experimental::command_graph_exec_ptr executable =
		new exp_graph::command_graph<exp_graph::graph_state::executable>(graph->finalize(exp_graph::property::graph::updatable()));
	for (int i = 0; i < 3; i++) {
		p[5] = 100;
		stream->ext_oneapi_graph(*executable);
		stream->wait();
		check(p[5] == 3);
	}
	delete executable;
	delete graph;
	for (const command_graph_of made : { &graph, &other }) {
		dpct::experimental::begin_recording(stream);
		dpct::kernel_launcher::launch(add_wrapper, 1, 16, 0, stream, p, made == &graph ? 8 : 100);
		dpct::experimental::end_recording(stream, made);
	}
	executable = new exp_graph::command_graph<exp_graph::graph_state::executable>(graph->finalize(exp_graph::property::graph::updatable()));
	dpct::experimental::update(executable, other, &result);
	stream->ext_oneapi_graph(*executable).wait();
	check(p[5] == 103 && result == 1);
	delete graph;
	delete executable;
	delete other;
	sycl::free(p, *stream);
	dpct::get_current_device().destroy_queue(stream);
}

int main()
{
	launchers();
	graphs();
	return done();
}
