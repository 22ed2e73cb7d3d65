/*
 * Graphs: command groups that are noted now and run later, as often as the program
 * likes.  A node keeps its command group as handlers keep those of tasks.  The nodes of a
 * graph run one after the other, in an order that its edges allow.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <sycl/detail/std_function.hpp>
#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>
#include <sycl/handler.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

/* The order of detail::command_kind. */
enum class node_type {
	empty, subgraph, kernel, memcpy, memset, memfill, prefetch, memadvise, ext_oneapi_barrier, host_task, native_command,
	async_malloc, async_free
};

namespace property::graph {
/* Cycles are found when the graph is finalized. */
class no_cycle_check : public sycl::detail::property_base {};
class assume_buffer_outlives_graph : public sycl::detail::property_base {};
class updatable : public sycl::detail::property_base {};
class enable_profiling : public sycl::detail::property_base {};
class enable_native_recording : public sycl::detail::property_base {};
}

class node;
class dynamic_command_group;
template <graph_state State = graph_state::modifiable>
class command_graph;

}

namespace detail {

struct graph_content;
struct graph_recording;

/* The sizes that updates have given a launch. */
struct graph_sizes {
	sycl_rt_launch launch = {};
	bool set = false;
};

/* One of the command groups that a node may run. */
struct graph_group : counted {
	explicit graph_group(later_group *from) : group(from) {}
	~graph_group() { delete group; }

	void run(const sycl_rt_device *device, const graph_sizes &own, const list<kernel_patch> &patches) const
	{
		const launch_context context = { device, 0, nullptr, &group->spec, nullptr,
			group->placeholders.empty() ? nullptr : &group->placeholders, nullptr, own.set ? &own.launch : nullptr,
			patches.empty() ? nullptr : &patches };

		check_status(sycl_rt_buffer_move(group->on_host ? nullptr : device, group->regions.begin(), group->regions.size()));
		group->commands.run(context);
		group->afterwards.run(context);
	}

	later_group *group;
	graph_sizes sizes;
};

inline bool graph_has(const list<graph_node *> &nodes, const graph_node *wanted)
{
	for (const graph_node *node : nodes)
		if (node == wanted)
			return true;
	return false;
}

/*
 * Local memory whose size a graph changes.  Function objects have its number, behind which
 * is mark_graph_local, where other local memory has its offset: objects that a kernel holds
 * are copied as bytes.  What a node has of it lies behind the other local memory of its kernel.
 */
struct graph_local : counted {
	std::size_t alignment, size = 0;
	list<unsigned char> bytes;	/* of the object; the first four are of the offset */
	list<graph_node *> nodes;	/* with kernels that hold it */
};

/* All of them, by number.  A template: most sources have none. */
template <typename>
struct graph_locals {
	static std::uint32_t add(const shared<graph_local> &added)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		all.add(added);
		note_placeholder();	/* launches look for its mark */
		return static_cast<std::uint32_t>(all.size() - 1);
	}
	static shared<graph_local> find(std::uint32_t number)
	{
		const std::lock_guard<std::mutex> guard(mutex);

		return number < all.size() ? all[number] : shared<graph_local>();
	}

	static inline std::mutex mutex;
	static inline list<shared<graph_local>> all;
};

/* Where the function object of a kernel has such memory. */
struct graph_local_place {
	const later_kernel *kernel;
	std::size_t offset;
	shared<graph_local> local;
};

struct graph_node final : later_state {
	~graph_node() override
	{
		for (const shared<graph_group> &each : groups)
			each_dynamic(*each, [this](const later_kernel *, const dynamic_place &place) { place.value->forget(this); });
		for (const graph_local_place &place : locals)
			leave(place.local->nodes);
	}
	void leave(list<graph_node *> &nodes) const
	{
		list<graph_node *> kept;

		for (graph_node *node : nodes)
			if (node != this)
				kept.add(node);
		nodes.swap(kept);
	}

	template <typename Function>
	static void each_dynamic(const graph_group &of, const Function &f)
	{
		for (const later_work *work = of.group->commands.begin(); work; work = work->next)
			if (work->kernel())
				for (const dynamic_place &place : work->kernel()->dynamic)
					f(work->kernel(), place);
	}
	void add_group(const shared<graph_group> &added)
	{
		groups.add(added);
		each_dynamic(*added, [this](const later_kernel *kernel, const dynamic_place &place) {
			place.value->note(this, kernel, place.offset);
		});
		if (placeholders_exist()) {
			for (const later_work *work = added->group->commands.begin(); work; work = work->next)
				if (work->kernel())
					find_locals(*work->kernel());
			lay_out_locals();
		}
	}
	SYCL_CC_ON_DEMAND
	void find_locals(const later_kernel &kernel)
	{
		const unsigned char *const functor = static_cast<const unsigned char *>(kernel.launch.functor);
		std::uint32_t word[2];

		for (std::size_t i = 0; i + sizeof word <= kernel.launch.functor_size; i += sizeof *word) {
			std::memcpy(word, functor + i, sizeof word);
			const shared<graph_local> local = word[1] == mark_graph_local ? graph_locals<void>::find(word[0]) : shared<graph_local>();

			if (!local)
				continue;
			if (!same(kernel.launch.kind, SYCL_RT_KIND_ND_RANGE))
				refuse(errc::kernel_argument, "the kernel has local memory of a graph, but no work-groups: launch it with an nd_range");
			locals.add({ &kernel, i, local });
			if (!graph_has(local->nodes, this))
				local->nodes.add(this);
		}
	}
	/* Each kernel's, one behind the other, at the sizes that they have now. */
	SYCL_CC_ON_DEMAND
	void lay_out_locals()
	{
		const later_kernel *kernel = nullptr;
		std::size_t end = 0;

		for (std::size_t i = 0; i < locals.size(); i++) {
			const graph_local_place &place = locals[i];
			const kernel_patch *earlier = nullptr;

			if (place.kernel != kernel)
				end = place.kernel->launch.local_bytes;
			kernel = place.kernel;
			for (std::size_t k = 0; k < i && !earlier; k++)
				if (locals[k].kernel == kernel && locals[k].local.get() == place.local.get())
					earlier = &patch_at(kernel, locals[k].offset);
			list<unsigned char> bytes = earlier ? earlier->bytes : place.local->bytes;

			if (!earlier) {
				end = (end + place.local->alignment - 1) / place.local->alignment * place.local->alignment;
				const std::uint32_t at = static_cast<std::uint32_t>(end);

				std::memcpy(bytes.begin(), &at, sizeof at);
				end += place.local->size;
			}
			kernel_patch &patch = patch_at(kernel, place.offset);

			patch.bytes = bytes;
			patch.local_bytes = end;
		}
	}
	SYCL_CC_ON_DEMAND
	kernel_patch &patch_at(const later_kernel *kernel, std::size_t offset)
	{
		for (kernel_patch &patch : patches)
			if (patch.kernel == kernel && patch.offset == offset)
				return patch;
		patches.add({ kernel, offset, {}, 0 });
		return patches[patches.size() - 1];
	}
	void set_argument(const later_kernel *kernel, std::size_t offset, const list<unsigned char> &bytes)
	{
		patch_at(kernel, offset).bytes = bytes;
	}

	/* Also the queue of a command that comes after it. */
	inline void record(queue_state &queue) override;	/* inline here: else the class has a key function, and each object its table */

	ext::oneapi::experimental::node_type type = {};
	list<shared<graph_group>> groups;	/* more than one: those of a dynamic_command_group */
	std::size_t active = 0;
	list<kernel_patch> patches;	/* to the arguments of kernels */
	list<graph_local_place> locals;
	list<graph_node *> before, after;
	graph_content *owner = nullptr;	/* null: the graph is gone */
	std::size_t number = 0;		/* in the order in which the nodes were added */
	const queue_state *recorded_from = nullptr;	/* null: it was added */
	mutable bool seen = false;	/* by a search that is under way */
};

/* What the copies of a modifiable graph share. */
struct graph_content : counted {
	graph_content(const sycl::context &context, const sycl::device &device, const property_list &list)
		: properties(list), queue(new queue_state(device, context, async_handler(), false, false)),
		  id(__atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED))
	{
		if (!device.has(aspect::ext_oneapi_limited_graph))
			refuse(errc::invalid, "the device has no graphs: it lacks aspect::ext_oneapi_limited_graph");
		if (properties.has_property<ext::oneapi::experimental::property::graph::enable_native_recording>())
			refuse(errc::feature_not_supported, "no device records graphs itself");
	}
	~graph_content()
	{
		for (const shared<graph_node> &node : nodes) {
			node->owner = nullptr;
			node->before = {};
			node->after = {};
		}
	}

	void add_edge(graph_node *from, graph_node *to)
	{
		if (graph_has(from->after, to))
			return;
		from->after.add(to);
		to->before.add(from);
	}
	void need_buffers(const later_group &group) const
	{
		if (!group.regions.empty() && !properties.has_property<ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph>())
			refuse(errc::invalid, "the graph uses a buffer without the property assume_buffer_outlives_graph");
	}
	/* The last node, which comes after those that its command group names, and those whose memory it uses. */
	void add_node(const shared<graph_node> &node, const list<shared<later_state>> &before)
	{
		for (const shared<later_state> &state : before)
			if (static_cast<graph_node *>(state.get())->owner != this)
				refuse(errc::invalid, "the command group depends on an event of another graph");
		node->owner = this;
		node->number = nodes.size();
		for (const shared<later_state> &state : before)
			add_edge(static_cast<graph_node *>(state.get()), node.get());
		for (const shared<graph_node> &other : nodes)
			if (share_memory(other->groups[0]->group->regions, node->groups[0]->group->regions))
				add_edge(other.get(), node.get());
		nodes.add(node);
	}
	/* Do both use memory of a buffer, and one writes it? */
	static bool share_memory(const list<sycl_rt_region> &some, const list<sycl_rt_region> &others)
	{
		for (const sycl_rt_region &one : some)
			for (const sycl_rt_region &other : others)
				if (one.begin < other.end && other.begin < one.end && ((one.writes | other.writes) & SYCL_RT_WRITES))
					return true;
		return false;
	}

	property_list properties;
	shared<queue_state> queue;	/* of command groups that are added, not recorded */
	list<shared<graph_node>> nodes;
	graph_recording *recording = nullptr;	/* null: the last command_graph is gone */
	std::mutex mutex;
	/* Whether a node takes or gives memory of the graph. */
	bool has_memory() const
	{
		using ext::oneapi::experimental::node_type;

		for (const shared<graph_node> &node : nodes)
			if (same(node->type, node_type::async_malloc) || same(node->type, node_type::async_free))
				return true;
		return false;
	}

	const std::size_t id;
	unsigned executables = 0;	/* graphs that were made of it, and are there */
	static inline std::size_t last_id = 0;
};

/* The queues that are recorded to a graph: what the copies of a command_graph share, which ends their recording. */
struct graph_recording : counted {
	explicit graph_recording(const shared<graph_content> &to) : graph(to)
	{
		const std::lock_guard<std::mutex> guard(all_mutex);

		graph->recording = this;
		__atomic_store_n(&host_use_check, &check_host_use, __ATOMIC_RELAXED);
		all.add(this);
	}
	~graph_recording()
	{
		{
			const std::lock_guard<std::mutex> guard(all_mutex);
			list<graph_recording *> kept;

			for (graph_recording *each : all)
				if (each != this)
					kept.add(each);
			all.swap(kept);
		}
		for (const shared<queue_state> &queue : queues)
			queue->recorder = {};
		graph->recording = nullptr;
	}

	/* The host cannot have a buffer of commands that are being recorded. */
	static void check_host_use(const sycl_rt_region &region)
	{
		const std::lock_guard<std::mutex> guard(all_mutex);

		for (const graph_recording *each : all)
			if (each->uses(region))
				refuse(errc::invalid, "a command that is being recorded uses the buffer: end the recording before a host_accessor");
	}
	bool uses(const sycl_rt_region &region) const
	{
		const std::lock_guard<std::mutex> guard(graph->mutex);

		if (!queues.empty())
			for (const shared<graph_node> &node : graph->nodes)
				for (const sycl_rt_region &used : node->groups[0]->group->regions)
					if (node->recorded_from && used.begin < region.end && region.begin < used.end)
						return true;
		return false;
	}
	void begin(queue_state &queue);
	void end(queue_state &queue)
	{
		list<shared<queue_state>> others;
		const std::lock_guard<std::mutex> guard(graph->mutex);

		for (const shared<queue_state> &each : queues)
			if (each.get() != &queue)
				others.add(each);
		queue.recorder = {};
		queues.swap(others);
	}

	shared<graph_content> graph;
	list<shared<queue_state>> queues;
	static inline std::mutex all_mutex;
	static inline list<graph_recording *> all;
};

/* Takes the command groups of a queue that records, or those that are added.  A template: most sources have no graph. */
template <typename Later>
struct graph_recorder_of final : command_recorder {
	explicit graph_recorder_of(const shared<graph_content> &to) : graph(to) {}

	void add(const recorded_command &command) override
	{
		const shared<graph_node> node(new graph_node);
		graph_content &content = *graph;
		const std::lock_guard<std::mutex> guard(content.mutex);

		assign(node->type, static_cast<ext::oneapi::experimental::node_type>(command.kind));
		node->recorded_from = queue;
		node->add_group(shared<graph_group>(new graph_group(command.group)));
		command.group->event = {};
		if (command.is_barrier && !queue)
			refuse(errc::invalid, "a barrier is of a queue that is recorded; property::node::depends_on_all_leaves is for graphs");
		content.need_buffers(*command.group);
		content.add_node(node, command.before);
		if (queue)
			order(command, *node);
		*command.node = shared<later_state>(node.get());
		__atomic_add_fetch(&node->owners, 1, __ATOMIC_RELAXED);
	}
	bool takes_whole_queue() const override { return queue != nullptr; }
	shared<later_state> last_command() const override
	{
		if (last)
			__atomic_add_fetch(&last->owners, 1, __ATOMIC_RELAXED);
		return shared<later_state>(last);
	}

	/* The edges that follow from the order of a recorded queue. */
	void order(const recorded_command &command, graph_node &node)
	{
		if (queue->in_order && last)
			graph->add_edge(last, &node);
		else if (!queue->in_order && command.after_all)
			for (const shared<graph_node> &other : graph->nodes) {
				if (other->recorded_from == queue && other.get() != &node && is_leaf(*other))
					graph->add_edge(other.get(), &node);
			}
		else if (!queue->in_order && barrier)
			graph->add_edge(barrier, &node);
		note(node);
	}
	void note(graph_node &node)
	{
		last = &node;
		if (same(node.type, ext::oneapi::experimental::node_type::ext_oneapi_barrier))
			barrier = &node;
	}
	/* No later command of the queue depends on it. */
	bool is_leaf(const graph_node &node) const
	{
		for (const graph_node *after : node.after)
			if (after->recorded_from == queue)
				return false;
		return true;
	}

	shared<graph_content> graph;
	const queue_state *queue = nullptr;	/* null: command groups are added */
	graph_node *last = nullptr, *barrier = nullptr;	/* of the queue's commands */
};
using graph_recorder = graph_recorder_of<void>;

inline void graph_recording::begin(queue_state &queue)
{
	if (queue.device != graph->queue->device || queue.context != graph->queue->context)
		refuse(errc::invalid, "the queue has another device or context than the graph");
	if (queue.recorder)
		refuse(errc::invalid, "the queue is being recorded already");
	const std::lock_guard<std::mutex> guard(graph->mutex);
	graph_recorder *const recorder = new graph_recorder(graph);

	recorder->queue = &queue;
	for (const shared<graph_node> &node : graph->nodes)	/* of an earlier recording */
		if (node->recorded_from == &queue)
			recorder->note(*node);
	queue.recorder = shared<command_recorder>(recorder);
	__atomic_add_fetch(&queue.owners, 1, __ATOMIC_RELAXED);
	queues.add(shared<queue_state>(&queue));
}

/* Takes the command groups of a dynamic_command_group, which have no nodes yet. */
template <typename Later>
struct graph_group_recorder_of final : command_recorder {
	explicit graph_group_recorder_of(const shared<graph_content> &to) : graph(to) {}

	void add(const recorded_command &command) override
	{
		using ext::oneapi::experimental::node_type;
		const shared<graph_group> added(new graph_group(command.group));
		node_type type;

		assign(type, static_cast<node_type>(command.kind));
		command.group->event = {};
		if (!same(type, node_type::kernel) && !same(type, node_type::host_task))
			refuse(errc::invalid, "the command groups of a dynamic command group are kernels or host tasks");
		if (!groups.empty() && !same(type, kind))
			refuse(errc::invalid, "the command groups of a dynamic command group are of one type");
		graph->need_buffers(*command.group);
		assign(kind, type);
		groups.add(added);
		before.add(command.before);
	}
	bool takes_whole_queue() const override { return false; }

	shared<graph_content> graph;
	ext::oneapi::experimental::node_type kind = {};
	list<shared<graph_group>> groups;
	list<list<shared<later_state>>> before;	/* what each names */
};
using graph_group_recorder = graph_group_recorder_of<void>;

inline void graph_node::record(queue_state &queue)
{
	if (!owner || !owner->recording || owner->recording->queues.empty())
		refuse(errc::invalid, "a command that runs now cannot depend on one that was recorded");
	owner->recording->begin(queue);
}

/* A node as an executable graph runs it. */
struct graph_step {
	shared<graph_node> node;
	shared<graph_group> group;	/* null: none */
	graph_sizes sizes;
	list<kernel_patch> patches;

	/* As the node is now. */
	void set(const graph_node &now)
	{
		group = now.groups[now.active];
		sizes = group->sizes;
		patches = now.patches;
	}
};

struct executable_content : counted {
	explicit executable_content(const shared<graph_content> &graph) : from(graph) { __atomic_add_fetch(&from->executables, 1, __ATOMIC_RELAXED); }
	~executable_content() { __atomic_sub_fetch(&from->executables, 1, __ATOMIC_RELAXED); }

	/* Once at a time, also where several graphs have it as a node. */
	void run()
	{
		const std::lock_guard<std::mutex> guard(running);

		for (const graph_step &step : steps)
			if (step.group)
				step.group->run(from->queue->device.detail_get(), step.sizes, step.patches);
	}

	shared<graph_content> from;
	list<graph_step> steps;
	shared<event_state> last;	/* of the last execution */
	std::mutex running;
	bool updatable = false, profiled = false;
};

SYCL_CC_ON_DEMAND
local_place graph_local_number(std::size_t alignment)
{
	const shared<graph_local> made(new graph_local);

	made->alignment = alignment;
	return { graph_locals<Later>::add(made), mark_graph_local };
}
/* The object's memory has that size from now on, of which kernels get the bytes of `as`. */
template <typename Object>
void set_graph_local(const Object &object, const Object &as, std::size_t size)
{
	const shared<graph_local> local = graph_locals<void>::find(static_cast<std::uint32_t>(object.detail_offset()));

	local->bytes = list<unsigned char>(static_cast<const unsigned char *>(static_cast<const void *>(std::addressof(as))), sizeof as);
	local->size = size;
	for (graph_node *node : local->nodes)
		node->lay_out_locals();
}

}

namespace ext::oneapi::experimental {

class node {
public:
	node() = delete;

	node_type get_type() const { return node_->type; }
	template <typename List = std::vector<node>>
	List get_predecessors() const
	{
		return handles<List>(node_->before);
	}
	template <typename List = std::vector<node>>
	List get_successors() const
	{
		return handles<List>(node_->after);
	}
	SYCL_CC_ON_DEMAND
	static node get_node_from_event(event from)
	{
		const detail::shared<detail::later_state> &state = detail::recorder_access::node(from);

		if (!state)
			detail::refuse(errc::invalid, "the event is not that of a command group of a graph");
		return node(static_cast<detail::graph_node *>(state.get()));
	}
	template <int Dimensions>
	void update_nd_range(nd_range<Dimensions> size)
	{
		resize<Dimensions>(SYCL_RT_KIND_ND_RANGE, size.get_global_range(), size.get_local_range(), size.get_offset());
	}
	template <int Dimensions>
	void update_range(range<Dimensions> size)
	{
		resize<Dimensions>(SYCL_RT_KIND_RANGE, size, range<Dimensions>(), id<Dimensions>());
	}

	friend bool operator==(const node &a, const node &b) { return a.node_.get() == b.node_.get(); }
	friend bool operator!=(const node &a, const node &b) { return a.node_.get() != b.node_.get(); }

	/* For these headers only. */
	explicit node(detail::graph_node *of) : node_(of) { __atomic_add_fetch(&of->owners, 1, __ATOMIC_RELAXED); }
	detail::graph_node *detail_get() const { return node_.get(); }
	const detail::shared<detail::graph_node> &detail_share() const { return node_; }

private:
	friend struct std::hash<node>;

	template <typename List>
	static List handles(const detail::list<detail::graph_node *> &list)
	{
		List found;

		for (detail::graph_node *of : list)
			found.push_back(node(of));
		return found;
	}
	template <int Dimensions>
	void resize(sycl_rt_kernel_kind kind, const range<Dimensions> &global, const range<Dimensions> &local, const id<Dimensions> &offset)
	{
		if (!detail::same(node_->type, node_type::kernel))
			detail::refuse(errc::invalid, "only a node that is a kernel has a range");
		detail::graph_group &group = *node_->groups[node_->active];
		const sycl_rt_launch *const old = group.group->commands.only_launch();

		if (!old || !detail::same(old->kind, kind) || old->dims != Dimensions)
			detail::refuse(errc::invalid, "the node's kernel has a range of another kind or dimensionality");
		group.sizes.set = true;
		for (int d = 0; d < Dimensions; d++) {
			group.sizes.launch.global[d] = global[d];
			group.sizes.launch.local[d] = local[d];
			group.sizes.launch.offset[d] = offset[d];
		}
	}

	detail::shared<detail::graph_node> node_;
};

namespace property::node {

class depends_on : public sycl::detail::property_base {
public:
	template <typename... Nodes, typename = typename std::enable_if<(std::is_same_v<Nodes, experimental::node> && ...)>::type>
	depends_on(Nodes... nodes)
	{
		(nodes_.add(nodes), ...);
	}

	/* For these headers only. */
	const detail::list<experimental::node> &detail_nodes() const { return nodes_; }

private:
	detail::list<experimental::node> nodes_;
};

class depends_on_all_leaves : public sycl::detail::property_base {};

}

/* Command groups of which a node runs the active one; they are called when it is made, and belong to all its nodes. */
class dynamic_command_group {
public:
	template <typename List = std::vector<std::function<void(handler &)>>, typename detail::if_vector<List, std::function<void(handler &)>>::type = 0>
	dynamic_command_group(const command_graph<graph_state::modifiable> &graph, const List &groups)
		: state_(new state(detail::deferred<List>(graph).detail_content()))
	{
		if (groups.empty())
			detail::refuse(errc::invalid, "a dynamic command group has one command group at least");
		for (const auto &group : groups)
			detail::recorder_access::record(state_->recorder, state_->recorder.graph->queue, group);
	}

	std::size_t get_active_index() const { return state_->active; }
	void set_active_index(std::size_t index)
	{
		if (index >= state_->recorder.groups.size())
			detail::refuse(errc::invalid, "the dynamic command group has no command group of that index");
		state_->active = index;
		for (const detail::shared<detail::graph_node> &node : state_->nodes)
			node->active = index;
	}

	friend bool operator==(const dynamic_command_group &a, const dynamic_command_group &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const dynamic_command_group &a, const dynamic_command_group &b) { return a.state_.get() != b.state_.get(); }

private:
	friend class command_graph<graph_state::modifiable>;
	friend struct std::hash<dynamic_command_group>;

	struct state : detail::counted {
		explicit state(const detail::shared<detail::graph_content> &graph) : recorder(graph) {}

		detail::graph_group_recorder recorder;
		detail::list<detail::shared<detail::graph_node>> nodes;
		std::size_t active = 0;
	};

	detail::shared<state> state_;
};

template <>
class command_graph<graph_state::executable> {
public:
	command_graph() = delete;

	/* The node as it is now. */
	SYCL_CC_ON_DEMAND
	void update(node &changed)
	{
		begin_update();
		update_step(changed.detail_get());
	}
	template <typename List = std::vector<node>, typename detail::if_vector<List, node>::type = 0>
	void update(const List &changed)
	{
		begin_update();
		for (const node &one : changed)
			update_step(one.detail_get());
	}
	/* The command groups of a graph with the same nodes and edges. */
	SYCL_CC_ON_DEMAND
	void update(const command_graph<graph_state::modifiable> &graph);
	std::size_t get_required_mem_size() const noexcept
	{
		std::size_t size = 0;

		for (const detail::graph_step &step : content_->steps)
			if (step.group)
				for (const detail::later_work *work = step.group->group->afterwards.begin(); work; work = work->next)
					size += work->kept();
		return size;
	}

	friend bool operator==(const command_graph &a, const command_graph &b) { return a.content_.get() == b.content_.get(); }
	friend bool operator!=(const command_graph &a, const command_graph &b) { return a.content_.get() != b.content_.get(); }

	/* For these headers only. */
	explicit command_graph(const detail::shared<detail::executable_content> &content) : content_(content) {}
	/* The group's command is the graph. */
	SYCL_CC_ON_DEMAND
	void detail_submit(handler &group) const
	{
		detail::recorder_access::need(group, content_->from->queue->context, content_->from->queue->device);
		if (content_->from->has_memory())
			detail::recorder_access::need_no_graph(group);
		for (const detail::graph_step &step : content_->steps)
			if (step.group)
				for (const sycl_rt_region &region : step.group->group->regions)
					group.detail_uses(region);
		detail::recorder_access::run(group, [content = content_](const detail::launch_context &) { content->run(); }, content_->last,
			content_->profiled);
	}

private:
	friend class command_graph<graph_state::modifiable>;
	friend struct std::hash<command_graph>;

	/* Executions that were submitted are not changed. */
	void begin_update() const
	{
		if (!content_->updatable)
			detail::refuse(errc::invalid, "the graph was finalized without property::graph::updatable");
		if (content_->last)
			content_->last->wait();
	}
	SYCL_CC_ON_DEMAND
	void update_step(const detail::graph_node *changed) const
	{
		if (detail::same(changed->type, node_type::async_malloc) || detail::same(changed->type, node_type::async_free))
			detail::refuse(errc::invalid, "nodes that take or give memory have nothing to update");
		for (detail::graph_step &step : content_->steps)
			if (step.node.get() == changed) {
				step.set(*changed);
				return;
			}
		detail::refuse(errc::invalid, "the node is none of the graph's");
	}

	detail::shared<detail::executable_content> content_;
};

template <>
class command_graph<graph_state::modifiable> {
public:
	explicit command_graph(const context &context, const device &device, const property_list &properties = {})
		: content_(new detail::graph_content(context, device, properties)), recording_(new detail::graph_recording(content_)) {}
	explicit command_graph(const queue &queue, const property_list &properties = {})
		: command_graph(queue.get_context(), queue.get_device(), properties) {}
	explicit command_graph(const device &device, const property_list &properties = {})
		: command_graph(device.get_platform().khr_get_default_context(), device, properties) {}

	bool empty() const { return content_->nodes.empty(); }
	std::size_t get_id() const noexcept { return content_->id; }

	/* --- nodes that are added --- */

	SYCL_CC_ON_DEMAND
	node add(const property_list &properties = {})
	{
		return add([](handler &) {}, properties);
	}
	template <typename Function, typename = typename std::enable_if<std::is_invocable_v<Function &, handler &>>::type>
	node add(Function group, const property_list &properties = {})
	{
		need_own(properties);
		const node added = take(group);

		connect(added, properties);
		return added;
	}
	SYCL_CC_ON_DEMAND
	node add(dynamic_command_group &dynamic, const property_list &properties = {})
	{
		const detail::graph_group_recorder &from = dynamic.state_->recorder;

		if (from.graph.get() != content_.get())
			detail::refuse(errc::invalid, "the dynamic command group was made for another graph");
		need_no_recording();
		need_own(properties);
		need_same_places(from);
		const detail::shared<detail::graph_node> made(new detail::graph_node);

		detail::assign(made->type, from.kind);
		for (const detail::shared<detail::graph_group> &group : from.groups)
			made->add_group(group);
		made->active = dynamic.state_->active;
		{
			const std::lock_guard<std::mutex> guard(content_->mutex);

			content_->add_node(made, from.before[0]);
		}
		const node added(made.get());

		dynamic.state_->nodes.add(made);
		connect(added, properties);
		return added;
	}
	SYCL_CC_ON_DEMAND
	void make_edge(node &from, node &to)
	{
		need_no_recording();
		const std::lock_guard<std::mutex> guard(content_->mutex);

		if (from.detail_get() == to.detail_get())
			detail::refuse(errc::invalid, "an edge of a graph leads to another node");
		need_own(from);
		need_own(to);
		if (!content_->properties.has_property<property::graph::no_cycle_check>() && reaches(to.detail_get(), from.detail_get()))
			detail::refuse(errc::invalid, "the edge would make a cycle");
		content_->add_edge(from.detail_get(), to.detail_get());
	}

	/* --- recording --- */

	SYCL_CC_ON_DEMAND
	void begin_recording(queue &from, const property_list & = {})
	{
		recording_->begin(detail::recorder_access::state(from));
	}
	template <typename List = std::vector<queue>, typename detail::if_vector<List, queue>::type = 0>
	void begin_recording(const List &from, const property_list &properties = {})
	{
		for (queue one : from)
			begin_recording(one, properties);
	}
	SYCL_CC_ON_DEMAND
	void end_recording()
	{
		while (!recording_->queues.empty())
			recording_->end(*recording_->queues[0]);
	}
	SYCL_CC_ON_DEMAND
	void end_recording(queue &from)
	{
		detail::queue_state &state = detail::recorder_access::state(from);

		if (!state.recorder)
			return;
		if (recorder_of(state).graph.get() != content_.get())
			detail::refuse(errc::invalid, "the queue is being recorded to another graph");
		recording_->end(state);
	}
	template <typename List = std::vector<queue>, typename detail::if_vector<List, queue>::type = 0>
	void end_recording(const List &from)
	{
		for (queue one : from)
			end_recording(one);
	}

	/* --- the whole graph --- */

	SYCL_CC_ON_DEMAND
	command_graph<graph_state::executable> finalize(const property_list &properties = {}) const
	{
		const std::lock_guard<std::mutex> guard(content_->mutex);
		if (content_->has_memory() && content_->executables > 0)
			detail::refuse(errc::invalid, "a graph that takes memory is finalized while an earlier executable graph of it is there");
		const detail::shared<detail::executable_content> made(new detail::executable_content(content_));
		constexpr std::size_t taken = static_cast<std::size_t>(-1);
		detail::list<std::size_t> waits_for;

		for (const detail::shared<detail::graph_node> &each : content_->nodes)
			waits_for.add(each->before.size());
		/* Nodes mostly come after those that were added before them: one round takes all. */
		for (std::size_t had = 0, i = 0; i < content_->nodes.size();) {
			const detail::shared<detail::graph_node> &next = content_->nodes[i];

			if (!waits_for[i]) {
				waits_for[i] = taken;
				made->steps.add({ next, {}, {}, {} }).set(*next);
				for (const detail::graph_node *after : next->after)
					waits_for[after->number]--;
			}
			if (++i == content_->nodes.size() && had < made->steps.size()) {
				had = made->steps.size();
				i = 0;
			}
		}
		if (made->steps.size() < content_->nodes.size())
			detail::refuse(errc::invalid, "the graph has a cycle");
		made->updatable = properties.has_property<property::graph::updatable>();
		made->profiled = properties.has_property<property::graph::enable_profiling>();
		return command_graph<graph_state::executable>(made);
	}
	template <typename List = std::vector<node>>
	List get_nodes() const
	{
		List found;

		for (const detail::shared<detail::graph_node> &each : content_->nodes)
			found.push_back(node(each.get()));
		return found;
	}
	template <typename List = std::vector<node>>
	List get_root_nodes() const
	{
		List found;

		for (const detail::shared<detail::graph_node> &each : content_->nodes)
			if (each->before.empty())
				found.push_back(node(each.get()));
		return found;
	}
	/* In the language of dot(1). */
	SYCL_CC_ON_DEMAND
	void print_graph(const std::string &path, bool verbose = false) const
	{
		static const char *const word[] = { "empty", "subgraph", "kernel", "memcpy", "memset", "memfill", "prefetch", "memadvise",
			"barrier", "host_task", "native_command", "async_malloc", "async_free" };
		const bool is_dot = path.size() > 4 && path.compare(path.size() - 4, 4, ".dot") == 0;
		std::FILE *const out = is_dot ? std::fopen(path.c_str(), "w") : nullptr;

		if (!out)
			detail::refuse(errc::invalid, is_dot ? "the file for the graph cannot be written" : "the file for a graph has a name that ends in '.dot'");
		std::fputs("digraph dot {\n", out);
		for (const detail::shared<detail::graph_node> &each : content_->nodes) {
			std::fprintf(out, "\tn%zu [label=\"%s", each->number, word[static_cast<int>(each->type)]);
			const sycl_rt_launch *const launch = each->groups[0]->group->commands.only_launch();

			if (launch && launch->kernel)
				std::fprintf(out, "\\n%s", launch->kernel);
			if (verbose && launch)
				print_size(out, *launch, each->groups[0]->sizes);
			std::fputs("\"];\n", out);
			for (const detail::graph_node *after : each->after)
				std::fprintf(out, "\tn%zu -> n%zu;\n", each->number, after->number);
		}
		std::fputs("}\n", out);
		if (std::fclose(out))
			detail::refuse(errc::invalid, "the file for the graph cannot be written");
	}

	friend bool operator==(const command_graph &a, const command_graph &b) { return a.content_.get() == b.content_.get(); }
	friend bool operator!=(const command_graph &a, const command_graph &b) { return a.content_.get() != b.content_.get(); }

	/* For these headers only. */
	explicit command_graph(const detail::shared<detail::graph_content> &content) : content_(content), recording_(content->recording)
	{
		__atomic_add_fetch(&recording_->owners, 1, __ATOMIC_RELAXED);
	}
	const detail::shared<detail::graph_content> &detail_content() const { return content_; }

private:
	friend struct std::hash<command_graph>;

	static void print_size(std::FILE *out, const sycl_rt_launch &launch, const detail::graph_sizes &sizes)
	{
		const sycl_rt_launch &now = sizes.set ? sizes.launch : launch;

		for (std::uint32_t d = 0; d < launch.dims; d++)
			std::fprintf(out, d ? " x %zu" : "\\n%zu", static_cast<std::size_t>(now.global[d]));
		for (std::uint32_t d = 0; detail::same(launch.kind, SYCL_RT_KIND_ND_RANGE) && d < launch.dims; d++)
			std::fprintf(out, d ? " x %zu" : ", in groups of %zu", static_cast<std::size_t>(now.local[d]));
	}
	static detail::graph_recorder &recorder_of(const detail::queue_state &state)
	{
		return static_cast<detail::graph_recorder &>(*state.recorder);
	}
	/* A node of that command group, without the edges of properties. */
	template <typename Function>
	node take(Function &group)
	{
		need_no_recording();
		detail::graph_recorder recorder(content_);

		detail::graph_node *const made = static_cast<detail::graph_node *>(
			detail::recorder_access::record(recorder, content_->queue, group).get());

		if (!made)
			__builtin_unreachable();	/* g++ would warn of it */
		return node(made);
	}
	SYCL_CC_ON_DEMAND
	void need_no_recording() const
	{
		if (!recording_->queues.empty())
			detail::refuse(errc::invalid, "a queue is being recorded to the graph");
	}
	/* The command groups have the same edges. */
	SYCL_CC_ON_DEMAND
	void need_same_places(const detail::graph_group_recorder &from) const
	{
		const auto names = [&](std::size_t i, const detail::graph_node *node) {
			for (const detail::shared<detail::later_state> &state : from.before[i])
				if (state.get() == node)
					return true;
			return detail::graph_content::share_memory(from.groups[i]->group->regions, node->groups[0]->group->regions);
		};

		for (const detail::shared<detail::graph_node> &node : content_->nodes)
			for (std::size_t i = 1; i < from.groups.size(); i++)
				if (names(i, node.get()) != names(0, node.get()))
					detail::refuse(errc::invalid, "the command groups of a dynamic command group depend on different nodes");
	}
	SYCL_CC_ON_DEMAND
	void connect(const node &added, const property_list &properties)
	{
		const std::lock_guard<std::mutex> guard(content_->mutex);

		if (properties.has_property<property::node::depends_on>()) {
			const auto wanted = properties.get_property<property::node::depends_on>();

			for (const node &before : wanted.detail_nodes())
				content_->add_edge(before.detail_get(), added.detail_get());
		}
		if (properties.has_property<property::node::depends_on_all_leaves>())
			for (const detail::shared<detail::graph_node> &each : content_->nodes)
				if (each->after.empty() && each.get() != added.detail_get())
					content_->add_edge(each.get(), added.detail_get());
	}
	void need_own(const node &which) const
	{
		if (which.detail_get()->owner != content_.get())
			detail::refuse(errc::invalid, "the node is none of the graph's");
	}
	void need_own(const property_list &properties) const
	{
		if (properties.has_property<property::node::depends_on>()) {
			const auto wanted = properties.get_property<property::node::depends_on>();

			for (const node &before : wanted.detail_nodes())
				need_own(before);
		}
	}
	bool reaches(const detail::graph_node *from, const detail::graph_node *to) const
	{
		detail::list<const detail::graph_node *> found;

		for (const detail::shared<detail::graph_node> &each : content_->nodes)
			each->seen = false;
		found.add(from);
		for (std::size_t i = 0; i < found.size(); i++) {
			if (found[i] == to)
				return true;
			for (const detail::graph_node *next : found[i]->after)
				if (!next->seen) {
					next->seen = true;
					found.add(next);
				}
		}
		return false;
	}

	detail::shared<detail::graph_content> content_;
	detail::shared<detail::graph_recording> recording_;
};

/* An argument of kernels of a graph; its bytes are what a kernel gets. */
template <typename T>
class dynamic_parameter : public detail::kernel_bytes {
public:
	dynamic_parameter(command_graph<graph_state::modifiable>, const T &initial) : dynamic_parameter(initial) {}
	explicit dynamic_parameter(const T &initial) : state_(new state(initial)) {}

	void update(const T &value)
	{
		detail::kernel_argument argument;

		state_->value = value;
		detail_give(argument);
		for (const typename state::use &use : state_->uses) {
			if constexpr (has_region<T>::value) {
				for (const detail::shared<detail::graph_group> &each : use.node->groups)
					each->group->regions.add(value.detail_region());
				if (use.node->owner)
					place(value, *use.node->owner->queue, argument);
			}
			use.node->set_argument(use.kernel, use.offset, argument.bytes);
		}
	}

	friend bool operator==(const dynamic_parameter &a, const dynamic_parameter &b) { return a.state_.get() == b.state_.get(); }
	friend bool operator!=(const dynamic_parameter &a, const dynamic_parameter &b) { return a.state_.get() != b.state_.get(); }

	/* For these headers only. */
	const T &detail_value() const { return state_->value; }
	void detail_give(detail::kernel_argument &argument) const
	{
		if constexpr (std::is_base_of_v<detail::kernel_bytes, T>)
			state_->value.detail_give(argument);
		else
			argument.set(std::addressof(state_->value), sizeof(T), alignof(T));
		argument.dynamic = detail::shared<detail::dynamic_value>(state_.get());
		__atomic_add_fetch(&state_->owners, 1, __ATOMIC_RELAXED);
	}

private:
	friend struct std::hash<dynamic_parameter>;

	/* The accessor's bytes, with the address that its buffer has on the queue's device. */
	template <typename Accessor>
	static void place(Accessor accessor, const detail::queue_state &queue, detail::kernel_argument &argument)
	{
		void *address;

		if (queue.host_memory)
			return;
		detail::check_status(sycl_rt_buffer_translate(queue.device.detail_get(), accessor.detail_address(), &address));
		accessor.detail_move(address);
		argument.set(std::addressof(accessor), sizeof accessor, alignof(Accessor));
	}

	template <typename Value, typename = void>
	struct has_region : std::false_type {};
	template <typename Value>
	struct has_region<Value, std::void_t<decltype(std::declval<const Value &>().detail_region())>> : std::true_type {};

	struct state final : detail::dynamic_value {
		struct use {
			detail::graph_node *node;
			const detail::later_kernel *kernel;
			std::size_t offset;
		};

		explicit state(const T &initial) : value(initial) {}
		void note(detail::graph_node *node, const detail::later_kernel *kernel, std::size_t offset) override
		{
			uses.add({ node, kernel, offset });
		}
		void forget(const detail::graph_node *node) override
		{
			detail::list<use> kept;

			for (const use &each : uses)
				if (each.node != node)
					kept.add(each);
			uses.swap(kept);
		}

		T value;
		detail::list<use> uses;
	};

	detail::shared<state> state_;
};

/* Local memory of a graph's kernels, whose size changes; kernels have what get() gives, or the object itself. */
template <typename T, int Dimensions = 1>
class dynamic_local_accessor {
	static_assert(Dimensions >= 1 && Dimensions <= 3);

public:
	dynamic_local_accessor(const command_graph<graph_state::modifiable> &, range<Dimensions> size, const property_list & = {})
		: dynamic_local_accessor(size) {}
	explicit dynamic_local_accessor(range<Dimensions> size, const property_list & = {})
		: memory_(detail::graph_local_number(detail::local_alignment<T>), size)
	{
		update(size);
	}

	local_accessor<T, Dimensions> get() const { return memory_; }
	void update(range<Dimensions> size)
	{
		detail::set_graph_local(memory_, local_accessor<T, Dimensions>(detail::local_place(), size), detail::bytes_of(size, sizeof(T)));
	}

	friend bool operator==(const dynamic_local_accessor &a, const dynamic_local_accessor &b)
	{
		return a.memory_.detail_offset() == b.memory_.detail_offset();
	}
	friend bool operator!=(const dynamic_local_accessor &a, const dynamic_local_accessor &b) { return !(a == b); }

	/* For these headers only. */
	std::size_t detail_offset() const { return memory_.detail_offset(); }

private:
	local_accessor<T, Dimensions> memory_;
};
template <typename T, typename Properties = empty_properties_t>
class dynamic_work_group_memory {
	static_assert(std::is_array_v<T> && std::extent_v<T> == 0, "dynamic_work_group_memory is of an array without a size");
	using value = std::remove_all_extents_t<T>;

public:
	dynamic_work_group_memory(const command_graph<graph_state::modifiable> &, std::size_t n) : dynamic_work_group_memory(n) {}
	explicit dynamic_work_group_memory(std::size_t n) : memory_(detail::graph_local_number(detail::local_alignment<value>))
	{
		update(n);
	}

	work_group_memory<T, Properties> get() const { return memory_; }
	void update(std::size_t n)
	{
		detail::set_graph_local(memory_, work_group_memory<T, Properties>(detail::local_place()),
			detail::bytes_of(range<1>(n), sizeof(std::remove_extent_t<T>)));
	}

	friend bool operator==(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b)
	{
		return a.memory_.detail_offset() == b.memory_.detail_offset();
	}
	friend bool operator!=(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b) { return !(a == b); }

	/* For these headers only. */
	std::size_t detail_offset() const { return memory_.detail_offset(); }

private:
	work_group_memory<T, Properties> memory_;
};

command_graph(const context &, const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;

template <typename>
void command_graph<graph_state::executable>::update(const command_graph<graph_state::modifiable> &graph)
{
	const detail::list<detail::shared<detail::graph_node>> &nodes = graph.detail_content()->nodes;
	using places = detail::list<detail::graph_node *>;
	const auto have_same_numbers = [](const places &some, const places &others) {
		return some.size() == others.size() && std::equal(some.begin(), some.end(), others.begin(),
			[](const detail::graph_node *one, const detail::graph_node *other) { return one->number == other->number; });
	};

	begin_update();
	if (graph.detail_content()->queue->device != content_->from->queue->device || graph.detail_content()->queue->context != content_->from->queue->context)
		detail::refuse(errc::invalid, "the graph has another device or context");
	for (const detail::shared<detail::graph_node> &each : nodes)
		if (!detail::same(each->type, node_type::empty) && !detail::same(each->type, node_type::ext_oneapi_barrier)
		    && !detail::same(each->type, node_type::kernel) && !detail::same(each->type, node_type::host_task))
			detail::refuse(errc::invalid, "only kernels and host tasks of a graph are updated");
	if (nodes.size() != content_->steps.size())
		detail::refuse(errc::invalid, "the graph has another number of nodes");
	for (const detail::graph_step &step : content_->steps) {
		const detail::graph_node &own = *step.node, &other = *nodes[own.number];

		if (!detail::same(own.type, other.type) || !have_same_numbers(own.before, other.before) || !have_same_numbers(own.after, other.after))
			detail::refuse(errc::invalid, "the graph has other nodes or edges");
	}
	for (detail::graph_step &step : content_->steps)
		step.set(*nodes[step.node->number]);
}

SYCL_CC_ON_DEMAND
void execute_graph(queue q, const command_graph<graph_state::executable> &graph)
{
	q.submit([&](handler &h) { h.ext_oneapi_graph(graph); });
}
SYCL_CC_ON_DEMAND
void execute_graph(handler &h, const command_graph<graph_state::executable> &graph)
{
	h.ext_oneapi_graph(graph);
}

}

template <typename>
ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable> queue::ext_oneapi_get_graph() const
{
	using namespace ext::oneapi::experimental;

	if (!state_->recorder)
		detail::refuse(errc::invalid, "the queue is not being recorded");
	return command_graph<graph_state::modifiable>(static_cast<const detail::graph_recorder &>(*state_->recorder).graph);
}

}

template <>
struct std::hash<sycl::ext::oneapi::experimental::node> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::node &node) const
	{
		return std::hash<const void *>()(node.detail_get());
	}
};
template <typename T>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<T>> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_parameter<T> &parameter) const
	{
		return std::hash<const void *>()(parameter.state_.get());
	}
};
template <>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_command_group> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_command_group &group) const
	{
		return std::hash<const void *>()(group.state_.get());
	}
};
template <typename T, int Dimensions>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_local_accessor<T, Dimensions>> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_local_accessor<T, Dimensions> &memory) const
	{
		return memory.detail_offset();
	}
};
template <typename T, typename Properties>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, Properties>> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, Properties> &memory) const
	{
		return memory.detail_offset();
	}
};
template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>> {
	std::size_t operator()(const sycl::ext::oneapi::experimental::command_graph<State> &graph) const
	{
		return std::hash<const void *>()(graph.content_.get());
	}
};

#endif
