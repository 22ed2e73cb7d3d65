/*
 * AdaptiveCpp's scoped parallelism, version 2: kernels that distribute the work-items of a group
 * themselves.  As in hierarchical kernels, one physical work-item runs a work-group; the parts
 * of a group have one work-item each.
 */
#ifndef SYCL_EXT_ACPP_SCOPED_PARALLELISM_HPP
#define SYCL_EXT_ACPP_SCOPED_PARALLELISM_HPP

#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/group.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/handler.hpp>

namespace sycl {

namespace detail {

template <int Dimensions, memory_scope Scope>
struct scope_of {
	static constexpr int dimensions = Dimensions;
	static constexpr memory_scope scope = Scope;
};

template <int Dimensions>
range<Dimensions> one_item()
{
	range<Dimensions> result;

	for (int d = 0; d < Dimensions; d++)
		result[d] = 1;
	return result;
}

}

template <typename Scope>
class s_group;

/* A logical work-item. */
template <int Dimensions>
class s_item {
public:
	static constexpr int dimensions = Dimensions;

	range<Dimensions> get_global_range() const noexcept { return global_range_; }
	std::size_t get_global_range(int dimension) const noexcept { return global_range_[dimension]; }
	std::size_t get_global_linear_range() const noexcept { return global_range_.size(); }
	id<Dimensions> get_global_id() const noexcept { return global_; }
	std::size_t get_global_id(int dimension) const noexcept { return global_[dimension]; }
	std::size_t get_global_linear_id() const noexcept { return detail::linear<Dimensions>(global_, global_range_); }
	range<Dimensions> get_innermost_local_range() const noexcept { return inner_range_; }
	std::size_t get_innermost_local_range(int dimension) const noexcept { return inner_range_[dimension]; }
	std::size_t get_innermost_local_linear_range() const noexcept { return inner_range_.size(); }
	id<Dimensions> get_innermost_local_id() const noexcept { return inner_; }
	std::size_t get_innermost_local_id(int dimension) const noexcept { return inner_[dimension]; }
	std::size_t get_innermost_local_linear_id() const noexcept { return detail::linear<Dimensions>(inner_, inner_range_); }
	template <typename Group>
	id<Dimensions> get_local_id(const Group &group) const noexcept { return group.get_logical_local_id(*this); }
	template <typename Group>
	std::size_t get_local_id(const Group &group, int dimension) const noexcept { return group.get_logical_local_id(*this, dimension); }
	template <typename Group>
	std::size_t get_local_linear_id(const Group &group) const noexcept { return group.get_logical_local_linear_id(*this); }
	template <typename Group>
	range<Dimensions> get_local_range(const Group &group) const noexcept { return group.get_logical_local_range(); }
	template <typename Group>
	std::size_t get_local_range(const Group &group, int dimension) const noexcept { return group.get_logical_local_range(dimension); }
	template <typename Group>
	std::size_t get_local_linear_range(const Group &group) const noexcept { return group.get_logical_local_linear_range(); }

	/* For these headers only: the id in the work-group. */
	id<Dimensions> detail_local() const { return local_; }
	std::size_t detail_linear() const { return detail::linear<Dimensions>(local_, local_range_); }

private:
	friend struct detail::maker;

	s_item(const group<Dimensions> &group, const id<Dimensions> &local, const id<Dimensions> &inner, const range<Dimensions> &inner_range)
		: global_(group.get_group_id() * id<Dimensions>(group.get_local_range()) + local), local_(local), inner_(inner),
		  global_range_(group.get_global_range()), local_range_(group.get_local_range()), inner_range_(inner_range) {}

	id<Dimensions> global_, local_, inner_;
	range<Dimensions> global_range_, local_range_, inner_range_;
};

/* A work-group, or one work-item of the group around it. */
template <typename Scope>
class s_group {
	static constexpr bool is_whole = detail::same(Scope::scope, memory_scope::work_group);

public:
	static constexpr int dimensions = Scope::dimensions;
	static constexpr memory_scope fence_scope = Scope::scope;
	using id_type = id<dimensions>;
	using range_type = range<dimensions>;
	using linear_id_type = std::size_t;

	id_type get_group_id() const noexcept { return number_; }
	std::size_t get_group_id(int dimension) const noexcept { return number_[dimension]; }
	std::size_t get_group_linear_id() const noexcept { return detail::linear<dimensions>(number_, numbers_); }
	range_type get_group_range() const noexcept { return numbers_; }
	std::size_t get_group_range(int dimension) const noexcept { return numbers_[dimension]; }
	std::size_t get_group_linear_range() const noexcept { return numbers_.size(); }
	std::size_t operator[](int dimension) const noexcept { return number_[dimension]; }
	id_type get_logical_local_id(const s_item<dimensions> &item) const noexcept { return is_whole ? item.detail_local() : id_type(); }
	std::size_t get_logical_local_id(const s_item<dimensions> &item, int dimension) const noexcept
	{
		return get_logical_local_id(item)[dimension];
	}
	std::size_t get_logical_local_linear_id(const s_item<dimensions> &item) const noexcept
	{
		return detail::linear<dimensions>(get_logical_local_id(item), get_logical_local_range());
	}
	id_type get_local_id(const s_item<dimensions> &item) const noexcept { return get_logical_local_id(item); }
	std::size_t get_local_id(const s_item<dimensions> &item, int dimension) const noexcept { return get_logical_local_id(item)[dimension]; }
	std::size_t get_local_linear_id(const s_item<dimensions> &item) const noexcept { return get_logical_local_linear_id(item); }
	id_type get_local_id() const noexcept { return {}; }
	std::size_t get_local_id(int) const noexcept { return 0; }
	std::size_t get_local_linear_id() const noexcept { return 0; }
	id_type get_physical_local_id() const noexcept { return {}; }
	std::size_t get_physical_local_id(int) const noexcept { return 0; }
	std::size_t get_physical_local_linear_id() const noexcept { return 0; }
	range_type get_local_range() const noexcept { return get_logical_local_range(); }
	std::size_t get_local_range(int dimension) const noexcept { return get_logical_local_range()[dimension]; }
	std::size_t get_local_linear_range() const noexcept { return get_logical_local_range().size(); }
	range_type get_logical_local_range() const noexcept { return is_whole ? group_.get_local_range() : detail::one_item<dimensions>(); }
	std::size_t get_logical_local_range(int dimension) const noexcept { return get_logical_local_range()[dimension]; }
	std::size_t get_logical_local_linear_range() const noexcept { return get_logical_local_range().size(); }
	range_type get_physical_local_range() const noexcept { return detail::one_item<dimensions>(); }
	std::size_t get_physical_local_range(int) const noexcept { return 1; }
	std::size_t get_physical_local_linear_range() const noexcept { return 1; }
	bool leader() const noexcept { return true; }
	template <typename... Arguments>
	device_event async_work_group_copy(const Arguments &...a) const noexcept
	{
		static_assert(is_whole, "async_work_group_copy is of a work-group");
		return group_.async_work_group_copy(a...);
	}
	template <typename... Events>
	void wait_for(const Events &...) const noexcept {}

	/* For these headers only: f(item) for each work-item, f(group) for each part. */
	template <typename Function>
	void detail_items(const Function &f) const
	{
		const range_type inside = get_logical_local_range();

		for (std::size_t i = 0; i < inside.size(); i++) {
			const id_type inner = detail::delinear(i, inside);

			f(detail::maker::make<s_item<dimensions>>(group_, is_whole ? inner : first_, inner, inside));
		}
	}
	template <typename Function>
	void detail_parts(const Function &f) const
	{
		using part = s_group<detail::scope_of<dimensions, memory_scope::work_item>>;
		const range_type inside = get_logical_local_range();

		for (std::size_t i = 0; i < inside.size(); i++) {
			const id_type inner = detail::delinear(i, inside);

			f(detail::maker::make<part>(group_, is_whole ? inner : first_, inner, inside));
		}
	}

private:
	friend struct detail::maker;

	explicit s_group(const group<dimensions> &group) : group_(group), number_(group.get_group_id()), numbers_(group.get_group_range()) {}
	s_group(const group<dimensions> &group, const id_type &first, const id_type &number, const range_type &numbers)
		: group_(group), first_(first), number_(number), numbers_(numbers) {}

	group<dimensions> group_;
	id_type first_, number_;
	range_type numbers_;	/* of the groups in the group around this one */
};

template <typename Scope>
struct is_group<s_group<Scope>> : std::true_type {};

template <typename Scope, typename Function>
void distribute_items(const s_group<Scope> &group, Function f) noexcept
{
	group.detail_items(f);
}
template <typename Scope, typename Function>
void distribute_groups(const s_group<Scope> &group, Function f) noexcept
{
	group.detail_parts(f);
}
template <typename Scope, typename Function>
void single_item(const s_group<Scope> &, Function f) noexcept
{
	f();
}
/* One physical work-item waits for nobody. */
template <typename Scope>
void group_barrier(const s_group<Scope> &, memory_scope = Scope::scope) noexcept
{
}
template <typename Scope, typename Function>
void distribute_items_and_wait(const s_group<Scope> &group, Function f) noexcept
{
	group.detail_items(f);
}
template <typename Scope, typename Function>
void distribute_groups_and_wait(const s_group<Scope> &group, Function f) noexcept
{
	group.detail_parts(f);
}
template <typename Scope, typename Function>
void single_item_and_wait(const s_group<Scope> &, Function f) noexcept
{
	f();
}

/* A variable of each logical work-item. */
template <typename T, typename Group>
class s_private_memory {
public:
	explicit s_private_memory(const Group &) {}
	s_private_memory(const s_private_memory &) = delete;
	s_private_memory &operator=(const s_private_memory &) = delete;

	T &operator()(const s_item<Group::dimensions> &item) noexcept { return value_[item.detail_linear()]; }

	/* For these headers only. */
	void detail_set(const Group &group, const T &value)
	{
		for (std::size_t i = 0; i < group.get_logical_local_linear_range(); i++)
			value_[i] = value;
	}

private:
	T value_[detail::max_hierarchical_group];
};

namespace detail {

/* What memory_environment() makes for its function; without a value, Value is void. */
template <typename T, typename Value>
struct local_request {
	Value value;
};
template <typename T>
struct local_request<T, void> {};
template <typename T, typename Value>
struct private_request {
	Value value;
};
template <typename T>
struct private_request<T, void> {};

template <typename T, typename Value>
void fill_all(T &to, const Value &value)
{
	if constexpr (std::is_array_v<T>) {
		for (auto &part : to)
			fill_all(part, value);
	} else {
		to = value;
	}
}

template <typename Request, typename Group>
struct environment_memory;
template <typename T, typename Value, typename Group>
struct environment_memory<local_request<T, Value>, Group> {
	environment_memory(const local_request<T, Value> &request, const Group &)
	{
		if constexpr (!std::is_void_v<Value>)
			fill_all(memory, request.value);
		else
			(void)request;
	}

	T memory;
};
template <typename T, typename Value, typename Group>
struct environment_memory<private_request<T, Value>, Group> {
	environment_memory(const private_request<T, Value> &request, const Group &group) : memory(group)
	{
		if constexpr (!std::is_void_v<Value>)
			memory.detail_set(group, request.value);
		else
			(void)request;
	}

	s_private_memory<T, Group> memory;
};

template <typename Group, typename... Memory, typename First, typename... Rest>
void enter_environment(const Group &group, const std::tuple<Memory &...> &made, First &&first, Rest &&...rest)
{
	if constexpr (sizeof...(Rest) == 0) {
		std::apply(std::forward<First>(first), made);
	} else {
		environment_memory<std::decay_t<First>, Group> own(first, group);

		enter_environment(group, std::tuple_cat(made, std::tie(own.memory)), std::forward<Rest>(rest)...);
	}
}

}

template <typename T>
detail::local_request<T, void> require_local_mem() noexcept
{
	return {};
}
template <typename T, typename Value>
detail::local_request<T, Value> require_local_mem(const Value &value) noexcept
{
	return { value };
}
template <typename T>
detail::private_request<T, void> require_private_mem() noexcept
{
	return {};
}
template <typename T>
detail::private_request<T, T> require_private_mem(const T &value) noexcept
{
	return { value };
}

/* memory_environment(group, require_...()..., f): f gets references to the memory. */
template <typename Scope, typename... Arguments>
void memory_environment(const s_group<Scope> &group, Arguments &&...a) noexcept
{
	detail::enter_environment(group, std::tuple<>(), std::forward<Arguments>(a)...);
}
template <typename T, typename Group, typename Function>
void local_memory_environment(const Group &group, Function &&f) noexcept
{
	memory_environment(group, require_local_mem<T>(), std::forward<Function>(f));
}
template <typename T, typename Group, typename Function>
void private_memory_environment(const Group &group, Function &&f) noexcept
{
	memory_environment(group, require_private_mem<T>(), std::forward<Function>(f));
}

/* Its earlier form: a variable of the work-group. */
template <typename T, typename Group>
class local_memory {
public:
	using scalar_type = std::remove_extent_t<T>;

	explicit local_memory(const Group &) {}
	template <typename Own = T, typename std::enable_if<std::is_array_v<Own>, int>::type = 0>
	scalar_type &operator[](std::size_t i) noexcept { return memory_[i]; }
	T &operator()() noexcept { return memory_; }

private:
	T memory_;
};

namespace detail {

/* The function object that is launched. */
template <int Dimensions, typename Function>
class scoped_kernel {
public:
	scoped_kernel(const Function &f, const range<Dimensions> &local) : f_(f), local_(local) {}
	template <typename... Reducers>
	void operator()(nd_item<Dimensions>, Reducers &...reducer) const
	{
		f_(maker::make<s_group<scope_of<Dimensions, memory_scope::work_group>>>(maker::make<group<Dimensions>>(local_)), reducer...);
	}

private:
	Function f_;
	range<Dimensions> local_;
};

template <typename Name, int Dimensions, std::size_t... Indices, typename Arguments>
void launch_scoped(handler &handler, const range<Dimensions> &groups, const range<Dimensions> &local, std::index_sequence<Indices...>,
	const Arguments &arguments)
{
	const auto &f = std::get<sizeof...(Indices)>(arguments);
	using function = std::decay_t<decltype(f)>;

	if (local.size() == 0 || local.size() > max_hierarchical_group)
		refuse(errc::nd_range, "a work-group of parallel() has 1 to 1024 work-items");
	handler.template parallel_for<kernel_name<Name, function>>(nd_range<Dimensions>(groups, one_item<Dimensions>()),
		std::get<Indices>(arguments)..., scoped_kernel<Dimensions, function>(f, local));
}

}

template <typename Name, int Dimensions, typename... Rest>
void handler::parallel(range<Dimensions> groups, range<Dimensions> local, const Rest &...rest)
{
	detail::launch_scoped<Name>(*this, groups, local, std::make_index_sequence<sizeof...(Rest) - 1>(), std::tie(rest...));
}

}

#endif
