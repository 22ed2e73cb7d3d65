/*
 * CUDA's graphs, as dpct writes them: pointers to SYCL's command graphs and nodes.  The program
 * deletes the graphs.  Nodes belong to these headers, and are there up to the end of the
 * program; one node has one pointer.
 */
#if __has_include_next(<dpct/graph.hpp>)
#include_next <dpct/graph.hpp>
#else
#ifndef DPCT_GRAPH_HPP
#define DPCT_GRAPH_HPP

#include <cstddef>
#include <map>
#include <mutex>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <sycl/sycl.hpp>

#include <dpct/dpct.hpp>

namespace dpct::experimental {

using command_graph_ptr = sycl::ext::oneapi::experimental::command_graph<sycl::ext::oneapi::experimental::graph_state::modifiable> *;
using command_graph_exec_ptr = sycl::ext::oneapi::experimental::command_graph<sycl::ext::oneapi::experimental::graph_state::executable> *;
using node_ptr = sycl::ext::oneapi::experimental::node *;

namespace detail {

/* What graph functions know beyond the objects. */
struct graph_state {
	static graph_state &instance()
	{
		static graph_state state;

		return state;
	}
	node_ptr keep(const sycl::ext::oneapi::experimental::node &node) { return &nodes.try_emplace(node, node).first->second; }
	void list(const std::vector<sycl::ext::oneapi::experimental::node> &found, node_ptr *array, std::size_t *count)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		*count = found.size();
		for (std::size_t i = 0; array && i < found.size(); i++)
			array[i] = keep(found[i]);
	}

	std::mutex mutex;
	std::map<sycl::queue *, command_graph_ptr> recordings;
	std::unordered_map<sycl::ext::oneapi::experimental::node, sycl::ext::oneapi::experimental::node> nodes;
};

}

/* Commands of the queue go to a new graph, which the end gives; a second begin or end has no effect. */
inline void begin_recording(sycl::queue *queue)
{
	detail::graph_state &state = detail::graph_state::instance();
	const std::lock_guard<std::mutex> guard(state.mutex);

	if (state.recordings.count(queue))
		return;
	const auto graph = new std::remove_pointer_t<command_graph_ptr>(queue->get_context(), queue->get_device());
	try {
		graph->begin_recording(*queue);
	} catch (...) {
		delete graph;
		throw;
	}
	state.recordings[queue] = graph;
}
inline void end_recording(sycl::queue *queue, command_graph_ptr *graph)
{
	detail::graph_state &state = detail::graph_state::instance();
	const std::lock_guard<std::mutex> guard(state.mutex);
	const auto found = state.recordings.find(queue);

	if (found == state.recordings.end())
		return;
	*graph = found->second;
	state.recordings.erase(found);
	(*graph)->end_recording();
}

inline void add_empty_node(node_ptr *node, command_graph_ptr graph, const node_ptr *dependencies, std::size_t count)
{
	detail::graph_state &state = detail::graph_state::instance();
	const std::lock_guard<std::mutex> guard(state.mutex);

	*node = state.keep(graph->add());
	for (std::size_t i = 0; i < count; i++)
		graph->make_edge(*dependencies[i], **node);
}
inline void add_dependencies(command_graph_ptr graph, const node_ptr *from, const node_ptr *to, std::size_t count)
{
	for (std::size_t i = 0; i < count; i++)
		graph->make_edge(*from[i], *to[i]);
}
/* Their number, and into the array, if one is given, pointers to them. */
inline void get_nodes(command_graph_ptr graph, node_ptr *nodes, std::size_t *count)
{
	detail::graph_state::instance().list(graph->get_nodes(), nodes, count);
}
inline void get_root_nodes(command_graph_ptr graph, node_ptr *nodes, std::size_t *count)
{
	detail::graph_state::instance().list(graph->get_root_nodes(), nodes, count);
}
inline void get_node_type(node_ptr node, sycl::ext::oneapi::experimental::node_type *type)
{
	*type = node ? node->get_type() : sycl::ext::oneapi::experimental::node_type::empty;
}
/* The executable graph gets the commands of the other; *result is 1. */
inline void update(command_graph_exec_ptr executable, command_graph_ptr graph, int *result)
{
	executable->update(*graph);
	*result = 1;
}

}

#endif
#endif
